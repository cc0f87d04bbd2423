//! The papers' experiments, and what ours say beside them.
//!
//! The files are those of `experiments/`, compiled in, so that the program alone can run them. What
//! came of them is kept under `experiments/results/`.

mod judge;

pub use judge::{Judgement, Verdict, judge};

use crate::experiment::{Bundle, Experiment, Fault};

/// The experiments: name and text.
const CATALOGUE: [(&str, &str); 10] = [
    (
        "tabu-table-2",
        include_str!("../../../../experiments/tabu-table-2.toml"),
    ),
    (
        "rave-uct",
        include_str!("../../../../experiments/rave-uct.toml"),
    ),
    (
        "round-robin",
        include_str!("../../../../experiments/round-robin.toml"),
    ),
    (
        "broad-patterns",
        include_str!("../../../../experiments/broad-patterns.toml"),
    ),
    (
        "learned-priors",
        include_str!("../../../../experiments/learned-priors.toml"),
    ),
    (
        "broad-priors",
        include_str!("../../../../experiments/broad-priors.toml"),
    ),
    (
        "prior-uses",
        include_str!("../../../../experiments/prior-uses.toml"),
    ),
    (
        "gamma-playouts",
        include_str!("../../../../experiments/gamma-playouts.toml"),
    ),
    (
        "gnugo-9",
        include_str!("../../../../experiments/gnugo-9.toml"),
    ),
    (
        "gnugo-19",
        include_str!("../../../../experiments/gnugo-19.toml"),
    ),
];

/// How much of an experiment is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A quick look.
    Quick,
    /// A night.
    Night,
    /// As in the paper.
    Paper,
    /// So many units of each series: games, or trials of each problem; of models, games to learn
    /// from at most.
    Units(u64),
}

/// The names of the experiments there are.
pub fn names() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().map(|&(name, _)| name)
}

/// The experiment of this name; `None` if there is none.
///
/// # Errors
/// With all that is wrong with it.
#[must_use]
pub fn find(name: &str) -> Option<Result<Experiment, Vec<Fault>>> {
    let &(name, text) = CATALOGUE.iter().find(|(known, _)| *known == name)?;
    Some(Experiment::unpack(Bundle {
        name: name.to_owned(),
        text: text.to_owned(),
        files: std::collections::BTreeMap::new(),
    }))
}

/// How many units of each series an extent means.
#[must_use]
pub fn units(experiment: &Experiment, extent: Extent) -> Option<u64> {
    let paper = experiment.paper.as_ref();
    match extent {
        Extent::Units(n) => Some(n),
        Extent::Quick => paper.map(|paper| paper.quick),
        Extent::Night => paper.map(|paper| paper.night),
        Extent::Paper => paper.map(|paper| paper.full),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_is_right_and_has_claims() {
        for name in names() {
            let experiment = find(name).unwrap().unwrap();
            assert!(!experiment.claims.is_empty(), "{name}");
            assert!(experiment.paper.is_some(), "{name}");
            assert!(!experiment.about.is_empty(), "{name}");
        }
        assert!(find("no such").is_none());
    }
}
