//! Any bytes as a file of parameters: read whole or refused, and what was read is written and
//! read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_params::{check_values, choice, fingerprint, params, set, toml};

choice! {
    /// How the tree chooses.
    pub enum TreePolicy {
        /// Upper confidence bounds alone.
        Ucb = "ucb",
        /// Upper confidence bounds and all moves as first.
        UcbRave = "ucb-rave",
    }
}

params! {
    /// The search.
    pub struct Search as search {
        /// How the tree chooses a move.
        policy: TreePolicy = TreePolicy::UcbRave;
        /// The number of playouts for a move.
        playouts: u32 = 10_000, 1..=1_000_000_000, Log;
        /// Where the random numbers start.
        seed: u64 = 1, 0..=u64::MAX;
        /// Whether the tree is kept between moves.
        keep_tree: bool = true;
    }
}

params! {
    /// All moves as first.
    pub struct Rave as rave {
        /// The number of playouts at which both means weigh the same.
        equivalence: f32 = 1000.0, 1.0..=1e6, Log;
        /// The bias of the first-move mean.
        bias: f64 = 0.0, -1e-3..=1e-3;
    }
}

params! {
    /// The network.
    pub struct Net as net {
        /// The file of the model; none if empty.
        model: String = "";
    }
}

type Player = (Search, Rave, Net);

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut player = Player::default();
    match toml::read(&mut player, text, "fuzz.toml") {
        Ok(()) => {
            check_values(&player).expect("what is read is in range");
            let written = toml::write(&player);
            let mut back = Player::default();
            toml::read(&mut back, &written, "back.toml").expect("what is written can be read");
            assert_eq!(back, player);
            assert_eq!(fingerprint(&back), fingerprint(&player));
        }
        Err(errors) => {
            assert_eq!(player, Player::default(), "a refused file changes nothing");
            assert!(!errors.is_empty() && errors.len() <= 21);
            let lines = text.split('\n').count();
            for error in &errors {
                assert!(
                    (1..=lines).contains(&error.line) && error.column >= 1,
                    "{error}"
                );
                assert!(error.to_string().len() < 1000, "{error}");
            }
        }
    }
    // The same bytes as a setting of the command line.
    if let Some((name, value)) = text.split_once('=') {
        let before = player.clone();
        if set(&mut player, name, value).is_err() {
            assert_eq!(player, before, "a refused setting changes nothing");
        }
    }
});
