//! Counting a game after the passes.
//!
//! Where the rules count what stands (Tromp-Taylor), that is all. Elsewhere dead stones are taken
//! off, and both players are asked which these are, ours and others alike:
//! - both say the same (as far as the score goes): so it is;
//! - one cannot tell: the referee judges, whatever the other says, and the note says so. The word of
//!   one player alone would be that of a party;
//! - they differ: the referee judges, the note says so, and the dispute is on record.
//!
//! The referee judges by playouts of the `default` recipe with a fixed seed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_go::{Game, PointSet, Score, score::whole_chains};
use tengen_go_engine::{Counting, Parameters, Recipe, Session};

use crate::player::Player;
use crate::record::PerSide;

/// The referee's seed.
const SEED: u64 = 1;

/// What came of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The score.
    pub score: Score,
    /// Who judged the dead stones and why, if the players did not agree.
    pub note: Option<String>,
    /// What the players held, if they differed.
    pub dispute: Option<String>,
}

/// Counts a game that is over.
pub fn count(
    game: &Game,
    first: &mut dyn Player,
    second: &mut dyn Player,
    names: &PerSide<String>,
) -> Count {
    let plain = |dead: &PointSet| Count {
        score: game.score(dead),
        note: None,
        dispute: None,
    };
    if game.rules().counts_what_stands() {
        return plain(&PointSet::EMPTY);
    }
    let said = (opinion(game, first), opinion(game, second));
    if let (Some(one), Some(other)) = &said
        && game.score(one) == game.score(other)
    {
        return plain(one);
    }
    let dead = judge(game);
    let (first, second) = (&names.first, &names.second);
    let why = match &said {
        (Some(_), Some(_)) => "the players differ".to_owned(),
        (None, Some(_)) => format!("{first} did not tell"),
        (Some(_), None) => format!("{second} did not tell"),
        (None, None) => "the players did not tell".to_owned(),
    };
    Count {
        score: game.score(&dead),
        note: Some(format!(
            "which stones are dead was judged by the referee, since {why}: {}",
            listed(game, &dead)
        )),
        dispute: match &said {
            (Some(one), Some(other)) => Some(dispute(game, [one, other, &dead], names)),
            _ => None,
        },
    }
}

/// The chains that a player holds to be dead; none if it cannot tell or fails.
fn opinion(game: &Game, player: &mut dyn Player) -> Option<PointSet> {
    let named = player.dead_stones().ok().flatten()?;
    Some(whole_chains(game.stones(), &named))
}

/// What the players hold, and the referee.
fn dispute(game: &Game, [one, other, judged]: [&PointSet; 3], names: &PerSide<String>) -> String {
    let holds = |dead: &PointSet| format!("{} ({})", listed(game, dead), game.score(dead));
    format!(
        "dead by {}: {}; by {}: {}; by the referee: {}",
        names.first,
        holds(one),
        names.second,
        holds(other),
        holds(judged)
    )
}

/// The stones that are dead by the referee's own playouts; none if these fail.
fn judge(game: &Game) -> PointSet {
    let mut parameters =
        Recipe::find("default").map_or_else(|_| Parameters::default(), |recipe| recipe.parameters);
    parameters.budget.seed = SEED;
    parameters.budget.threads = 1;
    let judged = catch_unwind(AssertUnwindSafe(|| {
        Session::new(parameters, game.clone()).dead_stones()
    }));
    judged.unwrap_or_default()
}

/// `none` or `A1 B2`: a stone of each chain.
fn listed(game: &Game, dead: &PointSet) -> String {
    let mut told = PointSet::EMPTY;
    let mut words = Vec::new();
    for point in dead.iter() {
        if told.contains(point) {
            continue;
        }
        told = told.union(&whole_chains(game.stones(), &[point].into_iter().collect()));
        words.push(point.label(game.size()));
    }
    match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(" "),
    }
}
