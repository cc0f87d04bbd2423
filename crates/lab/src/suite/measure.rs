//! What a search does in a position, in numbers.
//!
//! Whatever the parts of the search count is taken over under its own name. To that come:
//!
//! | count | what |
//! | --- | --- |
//! | `playouts`, `visits` | of this search; behind the root |
//! | `seconds`, `playouts per second` | how long it took |
//! | `cpu seconds` | of processor time, where one thread searches and the system tells |
//! | `win rate`, `score` | of the root, in the view of the side to move |
//! | `full` | 1 if the tree took all the memory it may, else 0 |
//! | `root moves` | moves of the root with a playout |
//! | `root entropy` | of their shares of playouts, in nats |
//! | `effective root moves` | its exponential: so many equal moves would have it |
//! | `best share` | the share of playouts of the move that would be played |
//! | `nodes`, `expanded nodes`, `leaves` | of the tree: those with a playout |
//! | `untried moves` | moves in the tree without one |
//! | `deepest`, `mean depth` | plies below the root, of nodes; where playouts left the tree |
//!
//! | row | what |
//! | --- | --- |
//! | `depths` | nodes by plies below the root, from 0 on |
//! | `root-visits` | playouts of the moves of the root, most first, at most 50 |
//! | `playout-positions` | how often the 50 commonest positions came up, if they are watched |
//!
//! Positions of playouts are watched if the parameter `measure.duplicates` says among how many
//! first moves.

use std::collections::BTreeMap;

use tengen_go::Move;
use tengen_go_engine::{Analysis, Control, Go, Parameters, Restriction, Session, Shape};
use tengen_problems::Position;

use super::lack::complete;
use super::stopwatch::Stopwatch;
use crate::record::{MeasurementRecord, VoidRecord};

/// How many moves of the root have a place in their row.
const MOVES: usize = 50;

/// Runs one search on a position under the budget of the parameters, and says what it counted.
///
/// With one thread and a budget of playouts all but the times follows from the seed.
///
/// # Errors
/// If a model that the parameters want is not there: the attempt does not count.
pub fn measure(
    player: &str,
    parameters: &Parameters,
    position: &Position,
    seed: u64,
    control: &mut dyn Control<Go>,
) -> Result<MeasurementRecord, Box<VoidRecord>> {
    let mut parameters = parameters.clone();
    parameters.budget.seed = seed;
    let alone = parameters.budget.threads == 1;
    let turn = position.game.turn();
    let mut session = Session::new(parameters, position.game.clone());
    let limits = session.limits(turn);
    complete(player, &session)?;
    let watch = Stopwatch::start();
    let analysis = session.analyze(turn, limits, &Restriction::default(), control);
    let spent = watch.spent(alone, Some(analysis.playouts));
    let shape = session.shape().unwrap_or_default();
    let mut rows: BTreeMap<String, Vec<f64>> = session
        .rows()
        .into_iter()
        .map(|(name, row)| (name.replace(' ', "-"), numbers(&row)))
        .collect();
    let mut visits: Vec<u64> = analysis.candidates.iter().map(|c| c.visits).collect();
    visits.sort_unstable_by(|a, b| b.cmp(a));
    let mut counts = of_search(&analysis);
    counts.extend(of_root(&analysis, &visits));
    counts.extend(of_tree(&shape));
    counts.extend(spent.cpu.map(|seconds| ("cpu seconds", seconds)));
    visits.truncate(MOVES);
    rows.insert("root-visits".to_owned(), numbers(&visits));
    rows.insert("depths".to_owned(), numbers(&shape.depths));
    let best = analysis.best().map_or(Move::Pass, |best| best.mv);
    Ok(MeasurementRecord {
        player: player.to_owned(),
        position: position.name.clone(),
        best: best.label(position.game.size()),
        counts: counts
            .into_iter()
            .map(|(name, n)| (name.to_owned(), n))
            .collect(),
        rows,
        spent,
    })
}

fn numbers(row: &[u64]) -> Vec<f64> {
    row.iter().map(|&n| n as f64).collect()
}

type Counts = Vec<(&'static str, f64)>;

fn of_search(analysis: &Analysis) -> Counts {
    let seconds = analysis.elapsed.as_secs_f64();
    let counters = analysis.counters.iter();
    let mut counts: Counts = counters.map(|&(name, n)| (name, n as f64)).collect();
    counts.extend([
        ("playouts", analysis.playouts as f64),
        ("visits", analysis.visits as f64),
        ("seconds", seconds),
        (
            "playouts per second",
            analysis.playouts as f64 / seconds.max(1e-9),
        ),
        ("win rate", analysis.winrate),
        ("score", analysis.score),
        ("full", f64::from(u8::from(analysis.full))),
    ]);
    counts
}

fn of_root(analysis: &Analysis, visits: &[u64]) -> Counts {
    let all = visits.iter().sum::<u64>().max(1) as f64;
    let shares = visits.iter().map(|&n| n as f64 / all);
    let entropy: f64 = shares.filter(|&p| p > 0.0).map(|p| -p * p.ln()).sum();
    let best = analysis.best().map_or(0, |best| best.visits) as f64;
    vec![
        ("root moves", visits.len() as f64),
        ("root entropy", entropy),
        ("effective root moves", entropy.exp()),
        ("best share", best / all),
    ]
}

fn of_tree(shape: &Shape) -> Counts {
    vec![
        ("nodes", shape.nodes as f64),
        ("expanded nodes", shape.expanded as f64),
        ("leaves", shape.leaves() as f64),
        ("untried moves", shape.untried as f64),
        ("deepest", shape.deepest as f64),
        ("mean depth", shape.mean_depth()),
    ]
}

#[cfg(test)]
mod tests {
    use tengen_go::{Komi, Rules, Size};
    use tengen_go_engine::Recipe;

    use super::*;

    fn position() -> Position {
        let size = Size::new(5).unwrap();
        let rules = Rules::CHINESE;
        Position::from_moves("five", "C3 C4", size, Komi::SEVEN_AND_A_HALF, rules).unwrap()
    }

    fn player(recipe: &str, playouts: u64) -> Parameters {
        let mut parameters = Recipe::find(recipe).unwrap().parameters;
        parameters.budget.limit_playouts(playouts);
        parameters.search.choice.early_stop = false;
        parameters.measure.duplicates = 5;
        parameters
    }

    #[test]
    fn the_numbers_of_a_search_fit_together() {
        for recipe in ["uct", "default"] {
            let record = measure(recipe, &player(recipe, 600), &position(), 3, &mut ()).unwrap();
            let count = |name: &str| record.counts[name];
            let sum = |name: &str| record.rows[name].iter().sum::<f64>();
            assert_eq!((count("playouts"), count("visits")), (600.0, 600.0));
            assert_eq!(record.spent.playouts, Some(600));
            assert_eq!(
                (record.player.as_str(), record.position.as_str()),
                (recipe, "five")
            );
            assert_eq!(sum("root-visits"), 600.0);
            assert_eq!(record.rows["root-visits"].len() as f64, count("root moves"));
            assert_eq!(sum("depths"), count("nodes"));
            assert_eq!(record.rows["depths"].len() as f64, count("deepest") + 1.0);
            assert_eq!(record.rows["depths"][..2], [1.0, count("root moves")]);
            assert_eq!(count("expanded nodes"), count("expansions"));
            assert_eq!(count("nodes"), count("expanded nodes") + count("leaves"));
            assert!((1.0..=count("deepest")).contains(&count("mean depth")));
            assert!((1.0..=count("root moves")).contains(&count("effective root moves")));
            assert!((0.0..=1.0).contains(&count("best share")) && count("full") == 0.0);
            assert!(record.best.starts_with(|c: char| c.is_ascii_uppercase()));
            // Every playout from a board that empty makes five moves.
            let judged = count("playouts") - count("endings in the tree");
            assert_eq!(count("playout positions"), 5.0 * judged);
            let commonest = &record.rows["playout-positions"];
            assert!(commonest.len() == 50 && commonest[0] > 1.0);
            assert!(count("repeated playout positions") >= sum("playout-positions") - 50.0);
        }
    }

    #[test]
    fn all_but_the_times_follows_from_the_seed() {
        let run = |seed| {
            let mut record =
                measure("uct", &player("uct", 300), &position(), seed, &mut ()).unwrap();
            record.counts.retain(|name, _| !name.contains("second"));
            record.spent = Default::default();
            record
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    #[test]
    fn equal_moves_count_in_full_and_a_single_one_as_one() {
        let analysis = |visits: &[u64]| {
            let counts = of_root(&run_nothing(), visits);
            counts
                .iter()
                .find(|(name, _)| *name == "effective root moves")
                .unwrap()
                .1
        };
        assert!((analysis(&[7, 7, 7, 7]) - 4.0).abs() < 1e-12);
        assert_eq!(analysis(&[5]), 1.0);
        // 3/4 and 1/4: exp(0.5623).
        assert!((analysis(&[3, 1]) - 1.754_765).abs() < 1e-6);
        assert_eq!(analysis(&[]), 1.0);
    }

    fn run_nothing() -> Analysis {
        let mut session = Session::new(player("uct", 1), position().game);
        let turn = session.game().turn();
        let limits = session.limits(turn);
        session.analyze(turn, limits, &Restriction::default(), &mut ())
    }
}
