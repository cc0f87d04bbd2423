//! Samples gathered in memory, for learning that goes through them many times.

use std::ops::{ControlFlow, Range};

use rayon::prelude::*;

use super::{Source, in_batches};
use crate::team::{Extract, Sample};

/// Games at a time: what they hold comes on top of what may be held.
const BATCH: usize = 16;
/// Games for one task of a thread.
const TASK: usize = 4;

/// A reason that there are no samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatherError {
    /// There are too many.
    #[error(
        "the positions of the first {games} games take more than the {} MiB that may be held in memory",
        bytes >> 20
    )]
    TooMany {
        /// The number of games that fit.
        games: u64,
        /// The number of positions of these.
        positions: u64,
        /// The number of bytes that there may be.
        bytes: u64,
    },
    /// The watcher broke off.
    #[error("gathering was stopped")]
    Stopped,
}

/// The samples of these moves of all games, in order, as long as their features take no more than
/// `bytes`. `extract` makes an extractor for a game or several; `watch` is called with the games done.
///
/// # Errors
/// If they take more, or `watch` broke off.
pub fn gather<E: Extract>(
    source: &(impl Source + ?Sized),
    moves: &Range<usize>,
    bytes: u64,
    extract: impl Fn() -> E + Sync,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Vec<Sample>, GatherError> {
    let mut samples: Vec<Sample> = Vec::new();
    let (mut held, mut games) = (0, 0);
    let mut outcome = Ok(());
    in_batches(source, moves.end, 0, BATCH, |batch| {
        let found: Vec<Vec<Sample>> = batch
            .par_iter()
            .with_min_len(TASK)
            .map_init(&extract, |extract, game| {
                let mut samples = Vec::new();
                let mut sink = |_: usize, sample: &Sample| samples.push(sample.clone());
                extract.replay(game, moves.clone(), &mut sink);
                samples
            })
            .collect();
        for game in found {
            held += game.iter().map(size).sum::<u64>();
            if held > bytes {
                outcome = Err(GatherError::TooMany {
                    games,
                    positions: samples.len() as u64,
                    bytes,
                });
                return ControlFlow::Break(());
            }
            samples.extend(game);
            games += 1;
        }
        let flow = watch(games);
        if flow.is_break() {
            outcome = Err(GatherError::Stopped);
        }
        flow
    });
    outcome.map(|()| samples)
}

/// The number of bytes that a sample takes in memory.
const fn size(sample: &Sample) -> u64 {
    (size_of::<Sample>() + size_of::<u32>() * sample.ids.len()) as u64
}

#[cfg(test)]
mod tests {
    use tengen_go::{Color, Move, Point, Size};

    use super::*;
    use crate::corpus::Game;
    use crate::local::LocalExtract;

    /// Games of three stones in a row, each on another line.
    fn games(count: usize) -> Vec<Game> {
        let stone = |color, column, row| {
            let point = Point::new(column, row).expect("a point of the board");
            (color, Move::Play(point))
        };
        let game = |row: usize| Game {
            id: row.to_string(),
            size: Size::NINETEEN,
            komi: None,
            winner: None,
            setup: Vec::new(),
            moves: vec![
                stone(Color::Black, 3, row),
                stone(Color::White, 4, row),
                stone(Color::Black, 5, row),
            ],
        };
        (0..count).map(game).collect()
    }

    #[test]
    fn samples_come_in_the_order_of_their_games() {
        let games = games(18);
        let mut expected = Vec::new();
        for game in &games {
            LocalExtract::new().replay(game, 1..3, &mut |_, sample| expected.push(sample.clone()));
        }
        assert_eq!(expected.len(), 36);
        let mut told = Vec::new();
        let found = gather(
            games.as_slice(),
            &(1..3),
            u64::MAX,
            LocalExtract::new,
            &mut |done| {
                told.push(done);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(found, Ok(expected));
        assert_eq!(told, [16, 18]);
    }

    #[test]
    fn what_does_not_fit_and_what_is_stopped_is_said() {
        let games = games(18);
        let whole = |bytes, stop: bool| {
            gather(
                games.as_slice(),
                &(0..1),
                bytes,
                LocalExtract::new,
                &mut |_| match stop {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                },
            )
        };
        let samples = whole(u64::MAX, false).unwrap();
        let bytes: u64 = samples.iter().take(5).map(size).sum();
        assert_eq!(
            whole(bytes, false),
            Err(GatherError::TooMany {
                games: 5,
                positions: 5,
                bytes
            })
        );
        let all = samples.iter().map(size).sum();
        assert_eq!(whole(all, false).unwrap().len(), 18);
        assert_eq!(whole(u64::MAX, true), Err(GatherError::Stopped));
    }
}
