//! Verification of results: units of this experiment, legal games, repeatable ones.

use std::collections::HashSet;

use tengen_progress::StopFlag;
use tengen_store::Kept;

use crate::experiment::{Experiment, Maker, Match, Unit, Work};
use crate::game::Board;
use crate::player::Budget;
use crate::record::{Body, FigureName, GameRecord, LearningRecord, Record};
use crate::run::perform;

/// Looks at every result, and says in sentences what is wrong with which.
#[must_use]
pub fn verify(
    experiment: &Experiment,
    results: &[Kept],
    manifests: &[(String, String)],
) -> Vec<String> {
    let keys: HashSet<&str> = manifests.iter().map(|(key, _)| key.as_str()).collect();
    let mut seen = HashSet::new();
    let mut faults = Vec::new();
    for kept in results {
        // More games may have been asked for once than the file asks for now.
        let fault = match experiment.unit_of(&kept.unit) {
            None => Err("is no unit of this experiment as the file has it".to_owned()),
            Some(_) if !seen.insert(&kept.unit) => Err("has more than one result".to_owned()),
            Some(_) if !keys.contains(kept.manifest.as_str()) => Err(format!(
                "names a manifest that is missing, {}",
                kept.manifest
            )),
            Some(unit) => result(experiment, &unit, kept),
        };
        if let Err(sentence) = fault {
            faults.push(format!("{} {sentence}", kept.unit));
        }
    }
    faults
}

fn result(experiment: &Experiment, unit: &Unit, kept: &Kept) -> Result<(), String> {
    let record: Record = serde_json::from_str(&kept.body)
        .map_err(|error| format!("has a record that cannot be read: {error}"))?;
    if record.seed != unit.seed {
        return Err(format!(
            "has the seed {} and not {}",
            record.seed, unit.seed
        ));
    }
    match (&experiment.work, &record.body) {
        (Work::Match(task), Body::Game(game)) => {
            let start = replayed(experiment, task, unit, game)?;
            start.compare(game, kept.sgf.as_deref().unwrap_or_default())
        }
        (Work::Problems(task), Body::Answer(answer)) => match task.problem(unit.number) {
            problem if problem.name != answer.problem => Err("is of another problem".to_owned()),
            problem => match problem.right.contains(&answer.answer) == answer.right {
                true => Ok(()),
                false => Err("is judged wrongly".to_owned()),
            },
        },
        (Work::Measure(task), Body::Measurement(measured)) => {
            match task.position(unit.number).name == measured.position {
                true => Ok(()),
                false => Err("is of another position".to_owned()),
            }
        }
        (Work::Learn(task), Body::Learning(learned)) => {
            let model = task.models.get(unit.series);
            let of = (&learned.model, learned.on, learned.given.is_some());
            match model.is_some_and(|m| (&m.name, m.on, m.given.is_some()) == of) {
                true => summed(learned),
                false => Err("is of another model".to_owned()),
            }
        }
        (_, Body::Void(_)) => Err("counts, but says it is void".to_owned()),
        _ => Err("is of another kind than the experiment".to_owned()),
    }
}

/// Tests if the figures of a model are those of its games.
fn summed(learned: &LearningRecord) -> Result<(), String> {
    let means = learned.sums.evaluation().all.means();
    for (name, mean) in FigureName::ALL.into_iter().zip(means) {
        let value = learned.figures.of(name).value;
        // Sums of games are kept to seven digits.
        if (value - mean).abs().is_nan() || (value - mean).abs() > 1e-4 * value.abs().max(1.0) {
            let name = name.words();
            return Err(format!("has the {name} {value} and by its games {mean}"));
        }
    }
    Ok(())
}

/// Tests if the moves are legal, begin with the opening, and belong to those who should play; the board that the game began
/// at.
fn replayed(
    experiment: &Experiment,
    task: &Match,
    unit: &Unit,
    record: &GameRecord,
) -> Result<Box<dyn Board>, String> {
    let (a, b) = task.pairings[unit.series];
    let names = [&experiment.players[a].name, &experiment.players[b].name];
    if names != [&record.players.first, &record.players.second] {
        return Err("is between other players".to_owned());
    }
    if record.black != Match::black(unit.number) {
        return Err("has the colours swapped".to_owned());
    }
    let opening = task.opening(&experiment.hash, unit.number);
    let start = task.start(&opening)?;
    let mut board = start.clone();
    board.replay(&record.moves)?;
    let begun = board.moves().starts_with(&opening.moves) && record.start == opening.start;
    if !begun || record.opening != opening.moves.len() {
        return Err("does not begin with its opening".to_owned());
    }
    Ok(start)
}

/// True if a unit comes out the same whenever it is done: players of ours with one thread whose
/// budgets are playouts.
#[must_use]
pub fn is_repeatable(experiment: &Experiment, unit: &Unit) -> bool {
    let repeats = |player: usize| match &experiment.players[player].maker {
        Maker::Own(own) => {
            let budget = own.budget();
            let timed = matches!(
                experiment.players[player].budget,
                Budget::Cpu(_) | Budget::Clock { .. } | Budget::Seconds(_)
            );
            budget.threads == 1 && budget.seconds == 0.0 && !budget.ponder && !timed
        }
        Maker::Outside(_) => false,
    };
    match &experiment.work {
        Work::Match(task) => {
            let (a, b) = task.pairings[unit.series];
            repeats(a) && repeats(b)
        }
        Work::Problems(_) | Work::Measure(_) => repeats(unit.series),
        // That takes its games, and hours.
        Work::Learn(_) => false,
    }
}

/// Does a unit again and says how it differs from what was kept.
///
/// # Errors
/// With a sentence that begins with the unit's id.
pub fn repeat(experiment: &Experiment, unit: &Unit, kept: &Kept) -> Result<(), String> {
    let record: Record = serde_json::from_str(&kept.body)
        .map_err(|error| format!("{} cannot be read: {error}", unit.id))?;
    let again = perform(experiment, unit, &StopFlag::new(), &[])
        .ok_or_else(|| format!("{} was not finished", unit.id))?;
    match (&record.body, &again.record.body) {
        (Body::Game(then), Body::Game(now)) if then.moves != now.moves => {
            let at = then
                .moves
                .iter()
                .zip(&now.moves)
                .take_while(|(a, b)| a == b);
            Err(format!(
                "{} differs from move {} on",
                unit.id,
                at.count() + 1
            ))
        }
        (Body::Game(then), Body::Game(now)) if then.result != now.result => Err(format!(
            "{} has the result {} now and had {}",
            unit.id, now.result, then.result
        )),
        (Body::Answer(then), Body::Answer(now)) if then.answer != now.answer => Err(format!(
            "{} has the answer {} now and had {}",
            unit.id, now.answer, then.answer
        )),
        (Body::Measurement(then), Body::Measurement(now)) if then.best != now.best => Err(format!(
            "{} has the move {} now and had {}",
            unit.id, now.best, then.best
        )),
        (_, Body::Void(void)) => Err(format!("{} failed: {}", unit.id, void.reason)),
        _ => Ok(()),
    }
}
