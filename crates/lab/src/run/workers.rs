//! The number of units at a time: as many as there are cores for their threads.

use crate::experiment::{Contender, Experiment, Maker};
use crate::outline::Kind;
use crate::player::Budget;

/// The number of units to run at a time on so many cores, at least one. Models are learned one at a
/// time: learning uses all cores, and memory for one.
#[must_use]
pub fn usual_workers(experiment: &Experiment, cores: usize) -> usize {
    match experiment.kind() {
        Kind::Learn => 1,
        _ => (cores / experiment.threads().max(1)).max(1),
    }
}

/// A sentence about so many units at a time that need more threads than there are cores, if time
/// decides about the results: the players count time that they do not get.
#[must_use]
pub fn oversubscribed(experiment: &Experiment, workers: usize, cores: usize) -> Option<String> {
    let threads = experiment.threads().max(1);
    let wanted = workers.saturating_mul(threads);
    let clocked = experiment.kind() != Kind::Learn && experiment.players.iter().any(is_clocked);
    // A single unit cannot be made fewer.
    let avoidable = workers > 1 && wanted > cores;
    (clocked && avoidable).then(|| {
        format!(
            "{workers} at a time with {threads} thread{} each want {wanted} cores, and there are \
             {cores}: players whose budget is time get less of it than they count; {} at a time \
             would do",
            if threads == 1 { "" } else { "s" },
            usual_workers(experiment, cores)
        )
    })
}

/// True if time on the wall limits a player, by its budget or in its parameters.
fn is_clocked(player: &Contender) -> bool {
    let by_budget = matches!(player.budget, Budget::Seconds(_) | Budget::Clock { .. });
    by_budget
        || match &player.maker {
            Maker::Own(own) => own.budget().seconds > 0.0,
            Maker::Outside(_) => false,
        }
}
