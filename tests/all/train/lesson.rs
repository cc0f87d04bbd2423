//! Games to train on, and the command that trains.

use tengen_game::Rng;
use tengen_go::{Game, Ko, Komi, Rules, Size};
use tengen_record::pair;

use crate::binary::{Folder, run};

/// Games that chance plays on 5×5, as SGF.
pub(crate) fn games(count: u64) -> String {
    let rules = Rules {
        ko: Ko::Simple,
        ..Rules::CHINESE
    };
    let mut text = String::new();
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let mut game = Game::new(Size::new(5).unwrap(), rules, Komi::ZERO);
        let winner = if seed % 3 == 0 { "W" } else { "B" };
        text += &format!("(;GM[1]SZ[5]KM[6.5]RE[{winner}+R]");
        for n in 0..16 {
            let color = game.turn();
            let legal = game.legal_moves(color);
            let mv = legal[rng.below(legal.len() as u32) as usize];
            game.play(color, mv).unwrap();
            let side = if n % 2 == 0 { "B" } else { "W" };
            let place = mv.point().map_or(String::new(), pair);
            text += &format!(";{side}[{place}]");
        }
        text += ")\n";
    }
    text
}

/// The arguments that train a small network on the first 30 games.
pub(crate) fn lesson<'a>(data: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["train", "sl", "--data", data, "--out", out];
    args.extend(["--games", "0..30", "--blocks", "1", "--channels", "16"]);
    args.extend(["--batch", "32", "--threads", "1"]);
    args.extend(more);
    args
}

/// Trains a small network on a little, and returns its file.
pub(crate) fn network(folder: &Folder, data: &str) -> String {
    let out = folder.0.join("first.bin.gz").to_str().unwrap().to_owned();
    let (code, _, err) = run(&lesson(data, &out, &["--positions", "96"]));
    assert_eq!(code, 0, "{err}");
    out
}
