//! Ending a series as soon as a sequential test knows.

use std::collections::BTreeMap;

use crate::experiment::{Experiment, Unit};
use crate::outline::{Scale, Stop};
use crate::record::{Body, Record, Side};
use crate::statistics::{Decision, EloScale, Pentanomial, Sprt};
use crate::store::{Store, StoreError};

/// The test that an experiment names.
#[must_use]
pub(crate) fn test(stop: &Stop) -> Option<Sprt> {
    let scale = match stop.scale {
        Scale::Logistic => EloScale::Logistic,
        Scale::Normalized => EloScale::Normalised,
    };
    Sprt::new(scale, stop.elo0, stop.elo1, stop.alpha, stop.beta)
}

/// Ends the series of a unit if its results decide the test, and returns its name then.
///
/// # Errors
/// If the store fails.
pub(crate) fn ended(
    experiment: &Experiment,
    unit: &Unit,
    store: &mut dyn Store,
) -> Result<Option<String>, StoreError> {
    let Some(test) = experiment.stop.as_ref().and_then(test) else {
        return Ok(None);
    };
    let Some((series, _)) = unit.id.rsplit_once('/') else {
        return Ok(None);
    };
    let mut games = BTreeMap::new();
    for kept in store.results()? {
        if kept.series == series
            && let Some((_, number)) = kept.unit.rsplit_once('/')
            && let Ok(number) = number.parse::<u64>()
            && let Ok(record) = serde_json::from_str::<Record>(&kept.body)
            && let Body::Game(game) = record.body
        {
            games.insert(number, game.score_of(Side::First));
        }
    }
    if test.decide_pairs(&pairs(&games)) == Decision::Continue {
        return Ok(None);
    }
    store.retire(series)?;
    Ok(Some(series.to_owned()))
}

/// The scores of the pairs of which both games are there, by the numbers of the games.
fn pairs(games: &BTreeMap<u64, Option<f64>>) -> Pentanomial {
    let mut pairs = Pentanomial::default();
    for (&number, first) in games {
        if number % 2 == 1
            && let Some(second) = games.get(&(number + 1))
            && let Some((a, b)) = first.zip(*second)
        {
            let _ = pairs.add(a + b);
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_pairs_count() {
        let games = [(1, 1.0), (2, 0.5), (3, 1.0), (6, 0.0), (7, 0.0), (8, 0.0)];
        let games = games.map(|(number, score)| (number, Some(score)));
        assert_eq!(pairs(&games.into()).counts(), [1, 0, 0, 1, 0]);
    }
}
