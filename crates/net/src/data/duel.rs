//! Games of a learner against an opponent, and what the learner makes of them (policy gradient: R. J. Williams 1992,
//! REINFORCE; D. Silver and others 2016): its moves in games that it won are to be made more likely, those in games that
//! it lost less. A sample knows the moves and the temperature that its own was drawn with, since what is learned is the
//! distribution that was drawn from.

use std::sync::Arc;
use std::thread;

use tengen_go::Color;

use super::arena::Arena;
use super::draw::stream;
use super::lesson::image;
use super::replay::place_of;
use super::table::{Manner, Table};
use crate::input::InputError;
use crate::network::Network;
use crate::train::{Drawing, Sample, Targets};

/// The games that a thread plays at once.
const TABLES: usize = 16;

/// Two networks that play each other.
pub struct Duel {
    /// The network that learns. It has Black in games of even numbers.
    pub learner: Arc<Network>,
    /// Its opponent.
    pub opponent: Arc<Network>,
    /// How moves are drawn.
    pub manner: Manner,
    /// White's points for moving second.
    pub komi: f32,
    /// The seed of all games.
    pub seed: u64,
    /// The threads that play.
    pub threads: usize,
}

/// A game as the learner sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// The number of the game.
    pub number: u64,
    /// Whether it won; `None` if nobody did.
    pub won: Option<bool>,
    /// The number of moves of both.
    pub moves: usize,
    /// Its positions as it saw them, with the moves it drew: to be learned if it won, to be unlearned if it lost.
    pub samples: Vec<Sample>,
}

impl Duel {
    /// Plays the games of these numbers.
    ///
    /// # Errors
    /// If the board is larger than 19×19.
    pub fn play(&self, numbers: std::ops::Range<u64>) -> Result<Vec<Bout>, InputError> {
        let threads = self.threads.max(1) as u64;
        let mut bouts = Vec::new();
        thread::scope(|scope| {
            let hands: Vec<_> = (0..threads)
                .map(|thread| {
                    let own = numbers.clone().filter(move |n| n % threads == thread);
                    let own: Vec<u64> = own.collect();
                    scope.spawn(move || self.play_some(&own))
                })
                .collect();
            for hand in hands {
                match hand.join() {
                    Ok(played) => bouts.extend(played?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(())
        })?;
        bouts.sort_by_key(|bout| bout.number);
        Ok(bouts)
    }

    fn play_some(&self, numbers: &[u64]) -> Result<Vec<Bout>, InputError> {
        let size = self.learner.size();
        let networks = [Arc::clone(&self.learner), Arc::clone(&self.opponent)];
        let mut arena = Arena::new(&networks, TABLES.min(numbers.len()));
        let mut bouts = Vec::new();
        for numbers in numbers.chunks(TABLES) {
            let mut tables = Vec::new();
            for &number in numbers {
                let rng = stream(self.seed, number);
                let table = Table::with_komi(size, self.komi, rng, number)?;
                tables.push((table, Vec::new()));
            }
            while !tables.is_empty() {
                let who = |table: &Table| usize::from(!learns(table));
                let all = tables.iter().map(|(table, _)| (table, who(table)));
                let (inputs, outputs) = arena.evaluate(all);
                for place in (0..tables.len()).rev() {
                    let (table, samples) = &mut tables[place];
                    let (turned, output) = (table.symmetry(), &outputs[place]);
                    let (mv, chances) = table.draw(output, &self.manner);
                    if learns(table) && !chances.is_empty() {
                        let places = chances.iter().map(|&(place, _)| usize::from(place));
                        let among = places.map(|place| image(place, size, turned) as u16);
                        samples.push(Sample {
                            features: inputs[place].clone(),
                            targets: Targets {
                                played: Some(place_of(turned.mv(mv, size), size)),
                                drawing: Some(Drawing {
                                    among: among.collect(),
                                    temperature: self.manner.temperature,
                                }),
                                ..Targets::default()
                            },
                            patterns: None,
                        });
                    }
                    if table.advance(mv, output, &self.manner) {
                        let (table, samples) = tables.swap_remove(place);
                        bouts.push(bout(&table, samples));
                    }
                }
            }
        }
        Ok(bouts)
    }
}

/// The learner's colour.
const fn own(number: u64) -> Color {
    match number % 2 {
        0 => Color::Black,
        _ => Color::White,
    }
}

/// True if it is the learner's turn.
fn learns(table: &Table) -> bool {
    table.moment.turn == own(table.number)
}

fn bout(table: &Table, mut samples: Vec<Sample>) -> Bout {
    let won = table.game.winner.map(|winner| winner == own(table.number));
    for Sample { targets, .. } in &mut samples {
        targets.played_weight = won.map_or(0.0, |won| if won { 1.0 } else { -1.0 });
        targets.result = won.map(|won| f32::from(u8::from(won)));
    }
    Bout {
        number: table.number,
        won,
        moves: table.game.moves.len(),
        samples,
    }
}
