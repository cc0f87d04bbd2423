//! A check that the counts that an experiment names are counted at all.

use crate::experiment::{Experiment, Maker, Quantity, Work};
use crate::player::Budget;
use crate::suite::measure;
use tengen_params::nearest;

/// So many playouts show which counts there are.
const FEW: u64 = 8;

/// The faults of the names of counts in claims and in `counts`, in sentences. A few playouts of
/// every player show which there are: parts of a search count what they like.
#[must_use]
pub fn unknown_counts(experiment: &Experiment) -> Vec<String> {
    let Work::Measure(task) = &experiment.work else {
        return Vec::new();
    };
    let Some(position) = task.positions.first() else {
        return Vec::new();
    };
    let mut known: Vec<String> = Vec::new();
    for player in &experiment.players {
        if let Maker::Own(own) = &player.maker {
            let mut own = own.clone();
            Budget::Playouts(FEW).limit(own.budget_mut());
            // One without its model is told of by whoever checks the players.
            if let Ok(measured) = measure(&player.name, own, position, 1, &mut || false) {
                known.extend(measured.counts.into_keys().chain(measured.rows.into_keys()));
            }
        }
    }
    let claimed = experiment
        .claims
        .iter()
        .filter_map(|claim| match &claim.quantity {
            Quantity::Count(name) => Some(name),
            _ => None,
        });
    task.counts
        .iter()
        .chain(claimed)
        .filter(|name| !known.contains(name))
        .map(|name| {
            let hint = match nearest(name, known.iter().map(String::as_str)).first() {
                Some(near) => format!(" (did you mean {near}?)"),
                None => String::new(),
            };
            format!("no player counts {name:?}{hint}")
        })
        .collect()
}
