//! The rule cascade: answers to the last moves, then random moves without silly ones.
//!
//! The rules are asked in order, each with its own chance, until one has a move that can be played:
//! retake a ko, capture, escape from atari, nakade, chains of two liberties, 3×3 patterns. They
//! look only around the last two moves, which is where playouts are won, and which keeps a turn
//! within a few times the cost of a random move. The idea is that of the first strong Monte-Carlo
//! programs (S. Gelly et al., "Modification of UCT with patterns in Monte-Carlo Go", INRIA RR-6062,
//! 2006); the rules and their order are ours.
//!
//! The chances are parameters, turned into integer thresholds when the policy is made. The defaults
//! are a start for a tuner, not tuned.

mod atari;
mod candidates;
mod memory;
mod params;
mod random;
mod two_liberties;

use std::marker::PhantomData;
use std::sync::Arc;

use tengen_game::Rng;
use tengen_go::board::{Board, Features, Full, Moments, Side, Vertex};

use crate::nakade::EyeSpaces;
use crate::patterns::Patterns;
use crate::policy::{Attempt, Policy, Recent, Turn};
use candidates::{Candidates, Dice, tried};
use memory::Memory;
use params::Chances;

pub use params::CascadeParams;

/// Tables that are looked up by the 3×3 pattern of a point.
#[derive(Clone, Debug)]
struct Tables {
    shapes: Patterns,
    eye_spaces: EyeSpaces,
}

/// The policy; see the module's head. `F` says which board it plays on.
#[derive(Clone, Debug)]
pub struct Cascade<const W: usize, F = Full> {
    chances: Chances,
    tables: Arc<Tables>,
    memory: Memory<W>,
    ko_memory: u32,
    board: PhantomData<F>,
}

impl<const W: usize, F: Features<Liberties = Moments>> Cascade<W, F> {
    /// The policy with our own shapes.
    #[must_use]
    pub fn new(params: &CascadeParams) -> Self {
        Self::with_shapes(params, Patterns::standard())
    }

    /// The policy with other shapes.
    #[must_use]
    pub fn with_shapes(params: &CascadeParams, shapes: Patterns) -> Self {
        Self {
            chances: Chances::of(params),
            tables: Arc::new(Tables {
                shapes,
                eye_spaces: EyeSpaces::new(),
            }),
            memory: Memory::new(0),
            ko_memory: params.ko_memory,
            board: PhantomData,
        }
    }

    /// The first rule that has a move.
    #[inline(always)]
    fn answer<S: Side, A, const V: usize>(
        &self,
        board: &mut Board<W, V, F>,
        recent: Recent<W>,
        dice: Dice,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Option<Turn<W>>
    where
        A: Attempt<W, V, F>,
    {
        if let Some(at) = self.memory.retaking::<S>()
            && dice.throw(0, self.chances.ko)
            && board.is_empty(at)
            && board.captures::<S>(at)
            && let Some(turn) = tried::<S, A, W, V, F>(board, at, attempt)
        {
            return Some(turn);
        }
        let turn = self.answer_atari::<S, A, V>(board, recent, dice, rng, attempt);
        if turn.is_some() {
            return turn;
        }
        if let Some(vital) = self.vital::<S, V>(board, recent, dice)
            && let Some(turn) = tried::<S, A, W, V, F>(board, vital, attempt)
        {
            return Some(turn);
        }
        let turn = self.answer_two_liberties::<S, A, V>(board, recent, dice, rng, attempt);
        if turn.is_some() {
            return turn;
        }
        self.answer_shape::<S, A, V>(board, recent, dice, rng, attempt)
    }

    /// Captures and escapes.
    #[inline(always)]
    fn answer_atari<S: Side, A, const V: usize>(
        &self,
        board: &mut Board<W, V, F>,
        recent: Recent<W>,
        dice: Dice,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Option<Turn<W>>
    where
        A: Attempt<W, V, F>,
    {
        let chances = &self.chances;
        let found = &mut Candidates::new();
        if let Some(last) = recent.last {
            let threatened = board.has_atari_beside::<S>(last);
            if (threatened | board.is_in_atari(last)) && dice.throw(1, chances.capture) {
                atari::captures::<S, W, V, F>(board, last, found);
                if let Some(turn) = found.offer::<S, A, V, F>(board, rng, attempt) {
                    return Some(turn);
                }
            }
            if threatened && dice.throw(2, chances.escape) {
                atari::extensions::<S, W, V, F>(board, last, found);
                if let Some(turn) = found.offer::<S, A, V, F>(board, rng, attempt) {
                    return Some(turn);
                }
            }
        }
        if let Some(before) = recent.before
            && dice.throw(1, chances.capture_ignored)
        {
            atari::ignored::<S, W, V, F>(board, before, found);
            return found.offer::<S, A, V, F>(board, rng, attempt);
        }
        None
    }

    /// Attack and defence of chains of two liberties.
    #[inline(always)]
    fn answer_two_liberties<S: Side, A, const V: usize>(
        &self,
        board: &mut Board<W, V, F>,
        recent: Recent<W>,
        dice: Dice,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Option<Turn<W>>
    where
        A: Attempt<W, V, F>,
    {
        let last = recent.last?;
        let found = &mut Candidates::new();
        if dice.throw(4, self.chances.attack) {
            two_liberties::attacks::<S, W, V, F>(board, last, found);
        }
        if dice.throw(5, self.chances.defend) {
            two_liberties::defences::<S, W, V, F>(board, last, found);
        }
        found.offer::<S, A, V, F>(board, rng, attempt)
    }

    /// Patterns around the last move, then around the one before.
    #[inline(always)]
    fn answer_shape<S: Side, A, const V: usize>(
        &self,
        board: &mut Board<W, V, F>,
        recent: Recent<W>,
        dice: Dice,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Option<Turn<W>>
    where
        A: Attempt<W, V, F>,
    {
        if let Some(last) = recent.last
            && dice.throw(6, self.chances.patterns)
            && let Some(turn) = self.shape::<S, A, V>(board, last, rng, attempt)
        {
            return Some(turn);
        }
        if let Some(before) = recent.before
            && dice.throw(6, self.chances.patterns_before)
        {
            return self.shape::<S, A, V>(board, before, rng, attempt);
        }
        None
    }

    /// A 3×3 pattern around `near`.
    #[inline(always)]
    fn shape<S: Side, A, const V: usize>(
        &self,
        board: &mut Board<W, V, F>,
        near: Vertex<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Option<Turn<W>>
    where
        A: Attempt<W, V, F>,
    {
        let mut places = board.empties_like(near, |around| self.tables.shapes.has::<S>(around));
        while places != 0 {
            let mut skip = rng.below(places.count_ones());
            let mut rest = places;
            while skip != 0 {
                rest &= rest - 1;
                skip -= 1;
            }
            let d = rest.trailing_zeros();
            places &= !(1 << d);
            if let Some(v) = board.towards(near, d)
                && !board.is_self_atari::<S>(v)
                && let Some(turn) = tried::<S, A, W, V, F>(board, v, attempt)
            {
                return Some(turn);
            }
        }
        None
    }

    /// The vital point of an opposing eye space beside the last move, or of an own one beside the
    /// move before, where one may have opened.
    #[inline(always)]
    fn vital<S: Side, const V: usize>(
        &self,
        board: &Board<W, V, F>,
        recent: Recent<W>,
        dice: Dice,
    ) -> Option<Vertex<W>> {
        let spaces = &self.tables.eye_spaces;
        if self.memory.last_opened()
            && let Some(last) = recent.last
            && dice.throw(3, self.chances.nakade)
        {
            let vital = spaces.vital_beside::<S::Opponent, W, V, F>(board, last);
            if vital.is_some() {
                return vital;
            }
        }
        if self.memory.before_opened()
            && let Some(before) = recent.before
            && dice.throw(3, self.chances.nakade_own)
        {
            return spaces.vital_beside::<S, W, V, F>(board, before);
        }
        None
    }
}

impl<const W: usize, const V: usize, F> Policy<W, V> for Cascade<W, F>
where
    F: Features<Liberties = Moments>,
{
    type Features = F;

    #[inline(always)]
    fn begin(&mut self, board: &Board<W, V, F>) {
        self.memory = Memory::new(board.empty_count());
    }

    #[inline(always)]
    fn turned(&mut self, board: &Board<W, V, F>, mv: Option<Vertex<W>>) {
        self.memory
            .turned(board.empty_count(), mv.is_none(), self.ko_memory);
    }

    #[inline(always)]
    fn turn<S: Side, A: Attempt<W, V, F>>(
        &mut self,
        board: &mut Board<W, V, F>,
        recent: Recent<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W> {
        self.memory.look::<S, V, F>(board);
        let dice = Dice::new(rng);
        self.answer::<S, A, V>(board, recent, dice, rng, attempt)
            .unwrap_or_else(|| {
                let sane = dice.throw(7, self.chances.sane);
                random::turn::<S, A, W, V, F>(board, rng, attempt, sane)
            })
    }
}
