//! The numbers of a search in a position.
//!
//! Whatever the parts of the search count is taken over under its own name. To that come:
//!
//! | count | what |
//! | --- | --- |
//! | `playouts`, `visits` | of this search; behind the root |
//! | `seconds`, `playouts per second` | how long it took |
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

use tengen_engine::{Analysis, Control, GameOf, Kit, Restriction, Session, Shape};
use tengen_game::Game;

use super::Measured;
use crate::suite::stopwatch::Stopwatch;

/// The number of moves of the root that have a place in their row.
const MOVES: usize = 50;

/// Runs one search for the side to move under the budget of the session's parameters, and says what
/// it counted; of processor time, if the search is `alone` in this thread.
pub(super) fn measured<K: Kit>(
    session: &mut Session<K>,
    alone: bool,
    control: &mut dyn Control<K>,
) -> Measured {
    let turn = session.game().turn();
    let limits = session.limits(turn);
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
    let best_visits = analysis.best().map_or(0, |best| best.visits);
    counts.extend(of_root(best_visits, &visits));
    counts.extend(of_tree(&shape));
    visits.truncate(MOVES);
    rows.insert("root-visits".to_owned(), numbers(&visits));
    rows.insert("depths".to_owned(), numbers(&shape.depths));
    let best = analysis.best().map(|best| best.mv);
    let best = best.or_else(GameOf::<K>::pass);
    let label = |mv| GameOf::<K>::label(mv, session.game().geometry());
    Measured {
        best: best.map_or_else(String::new, label),
        counts: counts
            .into_iter()
            .map(|(name, n)| (name.to_owned(), n))
            .collect(),
        rows,
        spent,
    }
}

fn numbers(row: &[u64]) -> Vec<f64> {
    row.iter().map(|&n| n as f64).collect()
}

type Counts = Vec<(&'static str, f64)>;

fn of_search<K: Kit>(analysis: &Analysis<K>) -> Counts {
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

fn of_root(best: u64, visits: &[u64]) -> Counts {
    let all = visits.iter().sum::<u64>().max(1) as f64;
    let shares = visits.iter().map(|&n| n as f64 / all);
    let entropy: f64 = shares.filter(|&p| p > 0.0).map(|p| -p * p.ln()).sum();
    vec![
        ("root moves", visits.len() as f64),
        ("root entropy", entropy),
        ("effective root moves", entropy.exp()),
        ("best share", best as f64 / all),
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
    use super::*;

    #[test]
    fn equal_moves_count_in_full_and_a_single_one_as_one() {
        let effective = |visits: &[u64]| {
            let counts = of_root(0, visits);
            let mut counts = counts.into_iter();
            counts.find(|(name, _)| *name == "effective root moves")
        };
        let effective = |visits: &[u64]| effective(visits).unwrap().1;
        assert!((effective(&[7, 7, 7, 7]) - 4.0).abs() < 1e-12);
        assert_eq!(effective(&[5]), 1.0);
        // 3/4 and 1/4: exp(0.5623).
        assert!((effective(&[3, 1]) - 1.754_765).abs() < 1e-6);
        assert_eq!(effective(&[]), 1.0);
    }
}
