//! Playouts of one kind from the empty board, counted.

use clap::ValueEnum;
use tengen_game::Rng;
use tengen_go::Size;
use tengen_go::board::{Atari, Board, Full, Light};
use tengen_playout::{Cascade, Policy, Start, Uniform, play_out};

use super::signature::Digest;
use crate::grid::{OnGrid, on_grid};
use crate::params::Parameters;

/// The kinds of playouts that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Random moves on the board that knows the least.
    Light,
    /// Random moves on the board that knows exact liberties.
    Atari,
    /// The cascade of rules.
    Cascade,
}

impl Kind {
    /// All kinds, in the order in which they are measured.
    pub(super) const ALL: [Self; 3] = [Self::Light, Self::Atari, Self::Cascade];

    /// The name in tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Atari => "atari",
            Self::Cascade => "cascade",
        }
    }
}

/// So many playouts of a kind, from a seed.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    /// The kind.
    pub(super) kind: Kind,
    /// The size of the board.
    pub(super) size: Size,
    /// How many playouts.
    pub(super) playouts: u64,
    /// Where the random numbers start.
    pub(super) seed: u64,
    /// What the policies are set to.
    pub(super) parameters: &'a Parameters,
}

/// What came of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    /// The moves of all playouts, passes included.
    pub(super) moves: u64,
    /// The size of the board's state in memory.
    pub(super) bytes: usize,
}

impl<'a> Work<'a> {
    /// This work with seed 1.
    pub(super) const fn new(
        kind: Kind,
        size: Size,
        playouts: u64,
        parameters: &'a Parameters,
    ) -> Self {
        Self {
            kind,
            size,
            playouts,
            seed: 1,
            parameters,
        }
    }

    /// Does the work.
    pub(super) fn count(self) -> Tally {
        on_grid(
            self.size,
            Task {
                work: self,
                digest: None,
            },
        )
    }

    /// Does the work and adds every end to the digest.
    pub(super) fn digested(self, digest: &mut Digest) -> Tally {
        on_grid(
            self.size,
            Task {
                work: self,
                digest: Some(digest),
            },
        )
    }
}

/// The work on its way to a grid. Whether there is a digest is not a type: asking once a playout
/// costs nothing, and playouts are compiled once instead of twice.
struct Task<'a, 'd> {
    work: Work<'a>,
    digest: Option<&'d mut Digest>,
}

impl OnGrid for Task<'_, '_> {
    type Output = Tally;

    fn run<const W: usize, const V: usize>(self) -> Tally {
        let cascade = &self.work.parameters.cascade;
        match self.work.kind {
            Kind::Light => self.play::<W, V, _>(Uniform::<Light>::new()),
            Kind::Atari => self.play::<W, V, _>(Uniform::<Atari>::new()),
            Kind::Cascade => self.play::<W, V, _>(Cascade::<W, Full>::new(cascade)),
        }
    }
}

impl Task<'_, '_> {
    fn play<const W: usize, const V: usize, P: Policy<W, V>>(mut self, mut policy: P) -> Tally {
        let Work {
            size,
            playouts,
            seed,
            ..
        } = self.work;
        let empty = Board::<W, V, P::Features>::new(size);
        let mut board = empty.clone();
        let mut rng = Rng::new(seed);
        let mut moves = 0;
        for _ in 0..playouts {
            board.clone_from(&empty);
            let ending = play_out(&mut board, Start::NEW_GAME, &mut policy, &mut (), &mut rng);
            moves += u64::from(ending.moves);
            if let Some(digest) = &mut self.digest {
                digest.see(&board, ending);
            }
        }
        Tally {
            moves,
            bytes: size_of::<Board<W, V, P::Features>>(),
        }
    }
}
