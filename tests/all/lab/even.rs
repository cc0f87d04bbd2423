//! The match that is run again and again: undisturbed it ends like this.

use std::sync::OnceLock;

use crate::lab::trial::{Outcome, Trial};

/// The number of its games.
pub(crate) const GAMES: u64 = 24;

/// The file.
pub(crate) const MATCH: &str = r#"
kind = "match"
games = 24
size = 6
komi = 4.5
budget = { playouts = 60 }
openings = { random = 2 }

[players.rave]
[players.uct]
"#;

/// Its outcome, run once in one go.
pub(crate) fn undisturbed() -> &'static Outcome {
    static OUTCOME: OnceLock<Outcome> = OnceLock::new();
    OUTCOME.get_or_init(|| {
        let trial = Trial::new("undisturbed", MATCH);
        let (out, _) = trial.succeed("run", &["--workers", "2"]);
        assert!(out.contains("rave"), "{out}");
        let outcome = trial.outcome(&[]);
        assert_eq!(outcome.games.len() as u64, GAMES);
        outcome
    })
}
