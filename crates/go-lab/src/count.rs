//! Counting a game after the passes.
//!
//! Nobody is asked if the rules count what stands (Tromp-Taylor). Elsewhere dead stones are taken
//! off, and both players are asked which these are, ours and others alike:
//! - both say the same (as far as the score goes): so it is;
//! - one cannot tell: the referee judges, whatever the other says, and the note says so. The word of
//!   one player alone would be that of a party;
//! - they differ: the referee judges, the note says so, and the dispute is on record.
//!
//! The referee judges by playouts of the `default` recipe with a fixed seed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_go::{Game, Point, PointSet, Size, score::whole_chains};
use tengen_go_engine::{Counting, Parameters, Recipe, Session};
use tengen_lab::game::Count;
use tengen_lab::record::PerSide;

/// The referee's seed.
const SEED: u64 = 1;

/// Counts a game that is over, by the stones that the players call dead.
pub(crate) fn count(
    game: &Game,
    claims: &PerSide<Option<String>>,
    names: &PerSide<String>,
) -> Count {
    let said = (opinion(game, &claims.first), opinion(game, &claims.second));
    if let (Some(one), Some(other)) = &said
        && game.score(one) == game.score(other)
    {
        return Count {
            result: game.score(one).to_string(),
            note: None,
            dispute: None,
        };
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
        result: game.score(&dead).to_string(),
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

/// The chains that a player holds to be dead; none if it did not tell.
fn opinion(game: &Game, claim: &Option<String>) -> Option<PointSet> {
    let named = points(claim.as_ref()?, game.size())?;
    Some(whole_chains(game.stones(), &named))
}

/// The points of a list; `None` if something else is in it.
fn points(list: &str, size: Size) -> Option<PointSet> {
    let mut all = PointSet::EMPTY;
    for word in list.split_whitespace() {
        all.insert(Point::parse(word, size)?);
    }
    Some(all)
}

/// The claims of the players, and the referee's.
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
        Recipe::find("playouts").map_or_else(|_| Parameters::default(), |recipe| recipe.parameters);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_points_are_read_whole_or_not_at_all() {
        let read = |text: &str| points(text, Size::NINE).map(|set| set.len());
        assert_eq!(read(""), Some(0));
        assert_eq!(read("A1 B2\nC3"), Some(3));
        assert_eq!(read("A1 dead"), None);
    }
}
