//! The papers' experiments, and what ours say beside them.
//!
//! The files are those of `experiments/`, compiled in, so that the program alone can run them. What
//! came of them is kept under `experiments/results/`.

mod judge;
mod overview;
mod summary;

pub use judge::{ClaimVerdict, Judgement, judge};
pub use overview::{Outcome, Overview, ScaleCost};
pub use summary::{Summary, SummaryError};

use crate::experiment::{Bundle, Experiment, Fault};
use crate::game::Games;

/// An experiment as it is compiled in.
struct Entry {
    name: &'static str,
    text: &'static str,
    /// The files it reads beside its own text, by name.
    files: &'static [(&'static str, &'static str)],
}

/// An experiment of a file in `experiments/` that reads no other.
macro_rules! plain {
    ($name:literal, $file:literal) => {
        Entry {
            name: $name,
            text: include_str!(concat!("../../../../experiments/", $file)),
            files: &[],
        }
    };
}

/// One of the experiments on tabu lists that reads positions from a record beside it.
macro_rules! positions {
    ($name:literal, $file:literal, $record:literal) => {
        Entry {
            files: &[(
                $record,
                include_str!(concat!("../../../../experiments/tabu/", $record)),
            )],
            ..plain!($name, $file)
        }
    };
}

/// One of the experiments on difference games, with its problems.
macro_rules! endgames {
    ($name:literal, $file:literal, $problems:literal) => {
        Entry {
            files: &[(
                $problems,
                include_str!(concat!(
                    "../../../../experiments/difference-games/",
                    $problems
                )),
            )],
            ..plain!($name, $file)
        }
    };
}

/// The experiments on a paper's system, or on ours.
struct Group {
    title: &'static str,
    entries: &'static [Entry],
}

/// The experiments.
static CATALOGUE: [Group; 6] = [
    Group {
        title: "Tabu lists in the leaves of the tree",
        entries: &[
            plain!("tabu-table-2", "tabu/table-2.toml"),
            plain!("tabu-table-2-gnugo", "tabu/table-2-gnugo.toml"),
            plain!("tabu-table-2-strong", "tabu/table-2-strong.toml"),
            plain!("tabu-table-2-level-1", "tabu/table-2-level-1.toml"),
            plain!(
                "tabu-table-2-strong-level-1",
                "tabu/table-2-strong-level-1.toml"
            ),
            plain!("tabu-self-play", "tabu/self-play.toml"),
            plain!("tabu-self-play-strong", "tabu/self-play-strong.toml"),
            plain!("tabu-self-play-19", "tabu/self-play-19.toml"),
            plain!("tabu-map", "tabu/map.toml"),
            plain!("tabu-map-threads", "tabu/map-threads.toml"),
            positions!("tabu-figure-5", "tabu/figure-5.toml", "position.sgf"),
            positions!("tabu-table-4", "tabu/table-4.toml", "position.sgf"),
            positions!(
                "tabu-table-4-cascade",
                "tabu/table-4-cascade.toml",
                "position.sgf"
            ),
            positions!(
                "tabu-table-4-exclude",
                "tabu/table-4-exclude.toml",
                "position.sgf"
            ),
            positions!("tabu-figure-6", "tabu/figure-6.toml", "game.sgf"),
        ],
    },
    Group {
        title: "Difference games in endgames",
        entries: &[
            endgames!(
                "difference-games",
                "difference-games/named.toml",
                "named.jsonl"
            ),
            endgames!(
                "difference-games-generated",
                "difference-games/generated.toml",
                "generated.jsonl"
            ),
            endgames!(
                "difference-games-playouts",
                "difference-games/playouts.toml",
                "named.jsonl"
            ),
            endgames!(
                "difference-games-late",
                "difference-games/late.toml",
                "late-games.sgf"
            ),
        ],
    },
    Group {
        title: "Cygo: networks mixed with playouts",
        entries: &[
            plain!("cygo-accuracy", "networks/accuracy.toml"),
            plain!("cygo-lambda", "networks/lambda.toml"),
            plain!("cygo-lambda-9", "networks/lambda-9.toml"),
            plain!("cygo-threshold", "networks/threshold.toml"),
            plain!("cygo-threshold-9", "networks/threshold-9.toml"),
            plain!("cygo-policy", "networks/policy.toml"),
            plain!("cygo-policy-9", "networks/policy-9.toml"),
            plain!("cygo-time", "networks/time.toml"),
        ],
    },
    Group {
        title: "The playout history",
        entries: &[
            plain!("playout-history", "playout-history/games.toml"),
            Entry {
                files: &[(
                    "problems.jsonl",
                    include_str!("../../../../experiments/playout-history/problems.jsonl"),
                )],
                ..plain!("playout-history-tsumego", "playout-history/tsumego.toml")
            },
            plain!("playout-history-sharper", "playout-history/sharper.toml"),
            plain!("playout-history-parts", "playout-history/parts.toml"),
            plain!("playout-history-hybrid", "playout-history/hybrid.toml"),
            plain!("playout-history-rave", "playout-history/rave.toml"),
        ],
    },
    Group {
        title: "Broad patterns",
        entries: &[
            plain!("broad-patterns", "broad-patterns.toml"),
            plain!("broad-priors", "broad-priors.toml"),
        ],
    },
    Group {
        title: "Our own players",
        entries: &[
            plain!("net-default-9", "networks/default-9.toml"),
            plain!("net-default-19", "networks/default-19.toml"),
            plain!("net-patterns-9", "networks/patterns-9.toml"),
            plain!("net-patterns-19", "networks/patterns-19.toml"),
            plain!("rave-uct", "rave-uct.toml"),
            plain!("round-robin", "round-robin.toml"),
            plain!("learned-priors", "learned-priors.toml"),
            plain!("prior-uses", "prior-uses.toml"),
            plain!("gamma-playouts", "gamma-playouts.toml"),
            plain!("gnugo-9", "gnugo-9.toml"),
            plain!("gnugo-19", "gnugo-19.toml"),
            plain!("levels-9", "levels/ladder-9.toml"),
            plain!("levels-13", "levels/ladder-13.toml"),
            plain!("levels-19", "levels/ladder-19.toml"),
            plain!("levels-top-9", "levels/top-9.toml"),
            plain!("levels-top-13", "levels/top-13.toml"),
            plain!("levels-top-19", "levels/top-19.toml"),
            plain!("levels-gnugo-9", "levels/gnugo-9.toml"),
            plain!("levels-gnugo-13", "levels/gnugo-13.toml"),
            plain!("levels-gnugo-19", "levels/gnugo-19.toml"),
        ],
    },
];

/// The extent to which an experiment is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A quick look.
    Quick,
    /// A night.
    Night,
    /// As in the paper.
    Paper,
    /// So many units of each series: games, or trials of each problem; of models, games to learn
    /// from at most, or to be judged by where nothing is learned.
    Units(u64),
}

/// The experiments there are: the group each belongs to, and its name. Groups stay together.
pub fn catalogue() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |group: &'static Group| group.entries.iter().map(|entry| (group.title, entry.name));
    CATALOGUE.iter().flat_map(of)
}

/// The names of the experiments there are.
pub fn names() -> impl Iterator<Item = &'static str> {
    catalogue().map(|(_, name)| name)
}

/// The experiment of this name, on one of these games; `None` if there is none.
///
/// # Errors
/// With all that is wrong with it.
#[must_use]
pub fn find(name: &str, games: Games) -> Option<Result<Experiment, Vec<Fault>>> {
    let mut entries = CATALOGUE.iter().flat_map(|group| group.entries);
    let entry = entries.find(|entry| entry.name == name)?;
    let files = entry.files.iter();
    let bundle = Bundle {
        name: entry.name.to_owned(),
        text: entry.text.to_owned(),
        files: files
            .map(|&(name, text)| (name.to_owned(), text.to_owned()))
            .collect(),
    };
    Some(Experiment::unpack(bundle, games))
}

/// The number of units of each series that an extent means.
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
