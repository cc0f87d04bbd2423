//! Games made by chance, and a folder to keep them in.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tengen_game::Rng;
use tengen_go::{Color, Game, Ko, Komi, Move, Rules, Size};
use tengen_record::pair;

/// A folder that is removed with its value.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let prefix = format!("tengen-{name}-");
        Self(TempDir::with_prefix(prefix).unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

/// The moves of a legal game of so many moves that chance plays.
pub(crate) fn moves(size: Size, length: usize, seed: u64) -> Vec<Move> {
    let mut rng = Rng::new(seed);
    let rules = Rules {
        ko: Ko::Simple,
        ..Rules::CHINESE
    };
    let mut game = Game::new(size, rules, Komi::ZERO);
    let mut color = Color::Black;
    for _ in 0..length {
        let legal = game.legal_moves(color);
        let mv = legal[rng.below(legal.len() as u32) as usize];
        game.play(color, mv).unwrap();
        color = !color;
    }
    game.moves().map(|(_, mv)| mv).collect()
}

fn spelled(mv: Move) -> String {
    match mv {
        Move::Play(point) => pair(point),
        Move::Pass => "tt".to_owned(),
    }
}

/// A game as a line, with its line break.
pub(crate) fn line(moves: &[Move], id: &str) -> String {
    let text: String = moves.iter().map(|&mv| spelled(mv)).collect();
    format!(
        "B+R\t6.5\t?\t?\t{id}\t2000-01-01\t{}\t{text}\n",
        moves.len()
    )
}

/// So many lines of games of so many moves.
pub(crate) fn lines(games: usize, length: usize, seed: u64) -> String {
    (0..games)
        .map(|n| {
            line(
                &moves(Size::NINETEEN, length, seed + n as u64),
                &format!("made:{n}"),
            )
        })
        .collect()
}

/// A game as SGF.
pub(crate) fn sgf(size: Size, moves: &[Move]) -> String {
    let nodes: String = moves
        .iter()
        .enumerate()
        .map(|(n, &mv)| format!(";{}[{}]", if n % 2 == 0 { "B" } else { "W" }, spelled(mv)))
        .collect();
    format!("(;GM[1]FF[4]SZ[{}]{nodes})\n", size.get())
}
