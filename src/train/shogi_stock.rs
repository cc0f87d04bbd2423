//! Games of Shogi with values, as positions in memory.

use std::fmt::Write as _;
use std::fs::File;
use std::io::BufRead;
use std::path::Path;

use sha2::{Digest, Sha256};
use tengen_alphabeta::eval::{Evaluate, Material};
use tengen_alphabeta::train::{Learner, Loss, Target, read_line};
use tengen_pattern::corpus::Corpus;
use tengen_record::unpacked;

use crate::failure::Failure;
use crate::screen::{count, thousands};

/// The SHA-256 of bytes.
pub(super) fn hash(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _infallible = write!(text, "{byte:02x}");
    }
    text
}

/// Calls `each` with every line of a file, which may be packed, and its number.
pub(super) fn lines(
    path: &Path,
    mut each: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), Failure> {
    let failed = |line: usize, reason: &dyn std::fmt::Display| {
        Failure::Failed(format!("{}:{line}: {reason}", path.display()))
    };
    let mut stream = File::open(path)
        .and_then(unpacked)
        .map_err(|error| Failure::Failed(format!("{} cannot be read: {error}", path.display())))?;
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        match stream.read_line(&mut line) {
            Ok(0) => break,
            Ok(_) => {
                each(line.trim_end_matches(['\n', '\r'])).map_err(|error| failed(number, &error))?
            }
            Err(error) => return Err(failed(number, &error)),
        }
    }
    Ok(())
}

/// The positions of all games.
pub(super) struct Stock<L: Learner> {
    games: u64,
    pub(super) learned: Vec<L::Sample>,
    pub(super) apart: Vec<L::Sample>,
    /// How far material alone is off on those that were kept apart.
    pub(super) material: Loss,
}

impl<L: Learner> Stock<L> {
    pub(super) fn read(corpus: &Corpus, apart: u64, target: Target) -> Result<Self, Failure> {
        let mut stock = Self {
            games: 0,
            learned: Vec::new(),
            apart: Vec::new(),
            material: Loss::default(),
        };
        let mut material = Material::default();
        for source in corpus.files() {
            lines(&source.path, |line| {
                let is_apart = (stock.games + 1).is_multiple_of(apart);
                let is_game = read_line(line, |board, value, result| {
                    let sample = L::sample(board, value, result);
                    if !is_apart {
                        stock.learned.push(sample);
                        return;
                    }
                    stock.apart.push(sample);
                    material.start(board);
                    stock
                        .material
                        .judge(material.value(board), target, value, result);
                })?;
                stock.games += u64::from(is_game);
                Ok(())
            })?;
        }
        if stock.learned.is_empty() || stock.apart.is_empty() {
            let sentence = format!(
                "there is too little to learn from: {}; quiet positions with values are wanted, and a game of every {apart} \
                 is kept apart (--apart)",
                stock.words()
            );
            return Err(Failure::Failed(sentence));
        }
        Ok(stock)
    }

    pub(super) fn words(&self) -> String {
        format!(
            "{} with {} to learn from, {} kept apart",
            count(self.games, "game"),
            count(self.learned.len() as u64, "position"),
            thousands(self.apart.len() as u64)
        )
    }
}
