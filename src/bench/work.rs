//! Playouts of one kind from the empty board, counted and timed.
//!
//! Making a policy can take as long as many playouts, so the clock runs while they are played and
//! not before.

use std::sync::Arc;

use clap::ValueEnum;
use tengen_game::Rng;
use tengen_go::board::{Atari, Board, Full, Light};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::{Komi, Size};
use tengen_go_engine::{ModelFault, Models, Parameters};
use tengen_pattern::local::LocalModel;
use tengen_playout::{Cascade, Gamma, Lgrf, Policy, Start, Uniform, play_out};

use super::clock::time;
use super::search;
use super::signature::Digest;

/// The kinds of playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Random moves on the board that knows the least.
    Light,
    /// Random moves on the board that knows exact liberties.
    Atari,
    /// The cascade of rules.
    Cascade,
    /// The last good reply, learned as the playouts are played, then the cascade.
    Lgrf,
    /// Moves drawn by learned strengths.
    Gamma,
    /// A whole search by the recipe `playouts`.
    Mcts,
    /// A whole search by the recipe `rave`, with random playouts.
    #[value(name = "mcts_light")]
    MctsLight,
}

impl Kind {
    /// All kinds of bare playouts.
    pub(super) const PLAYOUTS: [Self; 5] = [
        Self::Light,
        Self::Atari,
        Self::Cascade,
        Self::Lgrf,
        Self::Gamma,
    ];

    /// Those that are measured, in this order.
    pub(super) const MEASURED: [Self; 6] = [
        Self::Light,
        Self::Atari,
        Self::Cascade,
        Self::Gamma,
        Self::Mcts,
        Self::MctsLight,
    ];

    /// The recipe of a whole search.
    pub(super) const fn recipe(self) -> Option<&'static str> {
        match self {
            Self::Mcts => Some("playouts"),
            Self::MctsLight => Some("rave"),
            Self::Light | Self::Atari | Self::Cascade | Self::Lgrf | Self::Gamma => None,
        }
    }

    /// The name in tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Atari => "atari",
            Self::Cascade => "cascade",
            Self::Lgrf => "lgrf",
            Self::Gamma => "gamma",
            Self::Mcts => "mcts",
            Self::MctsLight => "mcts_light",
        }
    }
}

/// The komi by which policies that learn are told who has won.
const KOMI: Komi = Komi::SEVEN_AND_A_HALF;

/// So many playouts of a kind, from a seed.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    /// The kind.
    pub(super) kind: Kind,
    /// The size of the board.
    pub(super) size: Size,
    /// The number of playouts.
    pub(super) playouts: u64,
    /// The seed of the random numbers.
    pub(super) seed: u64,
    /// The parts that policies are made of.
    pub(super) makings: &'a Makings,
}

/// The parts that policies are made of.
#[derive(Debug)]
pub(super) struct Makings {
    /// The parameters of the policies.
    pub(super) parameters: Parameters,
    /// The strengths that `gamma` draws by.
    local: Arc<LocalModel>,
}

impl Makings {
    /// By these parameters; a model that they name may be missing.
    pub(super) fn new(parameters: Parameters) -> Result<Self, ModelFault> {
        Ok(Self {
            local: Models::local(&parameters)?,
            parameters,
        })
    }
}

/// The counts of some work.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayoutTotals {
    /// The seconds that the playouts took.
    pub(super) seconds: f64,
    /// The moves of all playouts, passes included.
    pub(super) moves: u64,
    /// The size of the board's state in memory; of a search, that of its tree.
    pub(super) bytes: usize,
}

impl<'a> Work<'a> {
    /// This work with seed 1.
    pub(super) const fn new(kind: Kind, size: Size, playouts: u64, makings: &'a Makings) -> Self {
        Self {
            kind,
            size,
            playouts,
            seed: 1,
            makings,
        }
    }

    /// Does the work.
    pub(super) fn count(self) -> PlayoutTotals {
        if let Some(recipe) = self.kind.recipe() {
            let parameters = search::recipe(recipe, 1, self.seed);
            return search::count(parameters, self.size, self.playouts);
        }
        on_grid(
            self.size,
            GridWork {
                work: self,
                digest: None,
            },
        )
    }

    /// Does the work and adds every end to the digest.
    pub(super) fn digested(self, digest: &mut Digest) -> PlayoutTotals {
        on_grid(
            self.size,
            GridWork {
                work: self,
                digest: Some(digest),
            },
        )
    }
}

/// The work on its way to a grid. Whether there is a digest is not a type: asking once a playout
/// costs nothing, and playouts are compiled once instead of twice.
struct GridWork<'a, 'd> {
    work: Work<'a>,
    digest: Option<&'d mut Digest>,
}

impl OnGrid for GridWork<'_, '_> {
    type Output = PlayoutTotals;

    fn run<const W: usize, const V: usize>(self) -> PlayoutTotals {
        let Makings { parameters, local } = self.work.makings;
        let Parameters {
            cascade,
            gamma,
            lgrf,
            ..
        } = parameters;
        match self.work.kind {
            Kind::Light => self.play::<W, V, _>(Uniform::<Light>::new()),
            Kind::Atari => self.play::<W, V, _>(Uniform::<Atari>::new()),
            Kind::Cascade => self.play::<W, V, _>(Cascade::<W, Full>::new(cascade)),
            Kind::Gamma => self.play::<W, V, _>(Gamma::<W, Full>::new(gamma, local)),
            // Searches are counted in `search`; here only their playouts are played.
            Kind::MctsLight => self.play::<W, V, _>(Uniform::<Light>::new()),
            Kind::Mcts => self.play::<W, V, _>(Cascade::<W, Full>::new(cascade)),
            Kind::Lgrf => {
                self.learn::<W, V, _>(Lgrf::<_, W>::new(Cascade::<W, Full>::new(cascade), lgrf))
            }
        }
    }
}

impl GridWork<'_, '_> {
    /// Plays with a policy that learns nothing.
    fn play<const W: usize, const V: usize, P: Policy<W, V>>(
        mut self,
        mut policy: P,
    ) -> PlayoutTotals {
        let empty = Board::<W, V, P::Features>::new(self.work.size);
        let mut board = empty.clone();
        let mut rng = Rng::new(self.work.seed);
        let mut moves = 0;
        let (seconds, ()) = time(|| {
            for _ in 0..self.work.playouts {
                board.clone_from(&empty);
                let ending = play_out(&mut board, Start::NEW_GAME, &mut policy, &mut (), &mut rng);
                moves += u64::from(ending.moves);
                if let Some(digest) = &mut self.digest {
                    digest.see(&board, ending);
                }
            }
        });
        PlayoutTotals {
            seconds,
            moves,
            bytes: size_of_val(&board),
        }
    }

    /// Plays with a policy that sees the moves of every playout and who has won it.
    fn learn<const W: usize, const V: usize, P: Policy<W, V>>(
        mut self,
        mut policy: P,
    ) -> PlayoutTotals {
        let empty = Board::<W, V, P::Features>::new(self.work.size);
        let mut board = empty.clone();
        let mut rng = Rng::new(self.work.seed);
        let mut played = Vec::new();
        let mut moves = 0;
        let (seconds, ()) = time(|| {
            for _ in 0..self.work.playouts {
                board.clone_from(&empty);
                played.clear();
                let start = Start::NEW_GAME;
                let ending = play_out(&mut board, start, &mut policy, &mut played, &mut rng);
                let winner = ending.winner(KOMI);
                policy.finished(start.recent, start.turn, &played, winner);
                moves += u64::from(ending.moves);
                if let Some(digest) = &mut self.digest {
                    digest.see(&board, ending);
                    digest.see_lesson(&played, winner);
                }
            }
        });
        PlayoutTotals {
            seconds,
            moves,
            bytes: size_of_val(&board),
        }
    }
}
