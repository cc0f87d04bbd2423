//! Counting a game after the passes.
//!
//! Where the rules count what stands (Tromp-Taylor), that is all. Elsewhere dead stones are taken
//! off, and the players are asked which these are:
//! - both are ours: one of them is asked, the first of the series. Both judge by playouts of the same
//!   kind, and a second opinion would cost as much as a move;
//! - both say the same (as far as the score goes): so it is;
//! - one cannot tell: the other's word holds if it is ours, and else the referee judges;
//! - they differ: the referee judges, and the dispute is on record.
//!
//! The referee judges by playouts of the `default` recipe with a fixed seed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_engine::passing::counts_what_stands;
use tengen_engine::{Parameters, Recipe, Session};
use tengen_go::{Game, PointSet, Score, score::whole_chains};

use crate::player::Player;
use crate::record::PerSide;

/// The referee's seed.
const SEED: u64 = 1;

/// What came of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The score.
    pub score: Score,
    /// Who judged the dead stones, if it was the referee without a dispute.
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
    if counts_what_stands(game) {
        return plain(&PointSet::EMPTY);
    }
    let said = opinion(game, first);
    if let Some(dead) = said.filter(|_| first.is_ours() && second.is_ours()) {
        return plain(&dead);
    }
    match (said, opinion(game, second)) {
        (Some(one), Some(other)) if game.score(&one) == game.score(&other) => plain(&one),
        (Some(one), Some(other)) => disputed(game, &one, &other, names),
        (Some(dead), None) if first.is_ours() => plain(&dead),
        (None, Some(dead)) if second.is_ours() => plain(&dead),
        (one, other) => {
            let silent = match (one, other) {
                (None, Some(_)) => names.first.as_str(),
                (Some(_), None) => names.second.as_str(),
                _ => "the players",
            };
            let dead = judge(game);
            Count {
                note: Some(format!(
                    "which stones are dead was judged by the referee, since {silent} did not tell: \
                     {}",
                    listed(game, &dead)
                )),
                ..plain(&dead)
            }
        }
    }
}

/// The chains that a player holds to be dead; none if it cannot tell or fails.
fn opinion(game: &Game, player: &mut dyn Player) -> Option<PointSet> {
    let named = player.dead_stones().ok().flatten()?;
    Some(whole_chains(game.stones(), &named))
}

fn disputed(game: &Game, one: &PointSet, other: &PointSet, names: &PerSide<String>) -> Count {
    let dead = judge(game);
    let score = game.score(&dead);
    let holds = |dead: &PointSet| format!("{} ({})", listed(game, dead), game.score(dead));
    Count {
        score,
        note: None,
        dispute: Some(format!(
            "dead by {}: {}; by {}: {}; by the referee: {}",
            names.first,
            holds(one),
            names.second,
            holds(other),
            holds(&dead)
        )),
    }
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
