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

/// Whether time on the wall limits a player, by its budget or in its parameters.
fn is_clocked(player: &Contender) -> bool {
    let by_budget = matches!(player.budget, Budget::Seconds(_) | Budget::Clock { .. });
    by_budget
        || match &player.maker {
            Maker::Own(parameters) => parameters.budget.seconds > 0.0,
            Maker::Outside(_) => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Bundle;

    fn experiment(budget: &str, threads: u32) -> Experiment {
        let text = format!(
            "kind = \"match\"\ngames = 2\nsize = 9\nbudget = {budget}\n\n\
             [players.one]\nrecipe = \"uct\"\n\n\
             [players.many]\nrecipe = \"uct\"\nset = {{ budget = {{ threads = {threads} }} }}\n"
        );
        let bundle = Bundle {
            name: "crew".to_owned(),
            text,
            ..Bundle::default()
        };
        Experiment::unpack(bundle).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    #[test]
    fn workers_share_the_cores_by_threads() {
        let four = experiment("{ seconds = 1.0 }", 4);
        assert_eq!(four.threads(), 4);
        assert_eq!(usual_workers(&four, 16), 4);
        assert_eq!(usual_workers(&four, 7), 1);
        assert_eq!(usual_workers(&four, 2), 1);
        let one = experiment("{ seconds = 1.0 }", 1);
        assert_eq!(usual_workers(&one, 7), 7);
    }

    #[test]
    fn too_many_are_told_where_time_counts() {
        let clocked = experiment("{ seconds = 1.0 }", 4);
        let said = oversubscribed(&clocked, 3, 8).unwrap();
        assert!(said.contains("want 12 cores"), "{said}");
        assert!(said.contains("2 at a time would do"), "{said}");
        assert_eq!(oversubscribed(&clocked, 2, 8), None);
        assert_eq!(oversubscribed(&clocked, 1, 2), None);
        let game = experiment("{ main = 60.0, period = 5.0, stones = 1 }", 2);
        assert!(oversubscribed(&game, 8, 8).is_some());
        let playouts = experiment("{ playouts = 100 }", 4);
        assert_eq!(oversubscribed(&playouts, 8, 8), None);
    }
}
