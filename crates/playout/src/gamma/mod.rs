//! Playouts that draw moves by their learned strengths.
//!
//! The strength (gamma) of a move is the product of its local features' (`tengen_pattern::local`),
//! and a move is drawn with the chance of its share of the total strength. What belongs to a point
//! is kept in sums by row and rated anew only where something has changed (`field`); what belongs
//! to the turn is added for the few points that it concerns (`turn`). The idea is R. Coulom's
//! ("Computing Elo ratings of move patterns in the game of Go", 2007).
//!
//! A feature that can only lower a strength is not kept: it is asked of the move that was drawn.
//! That move stays with the chance of its true weight over the one it was drawn by; otherwise it
//! gets the true weight until the turn is over, and the draw is repeated. This draws exactly by the
//! true weights, and self-atari, illegal moves and those that a gate refuses cost nothing until they
//! are met. (So the strength of a self-atari of two stones or more counts as 1 if it is above, which
//! no games teach. The throw-in of a single stone, which its pattern tells, is part of the weight
//! kept, and counts in full; and the point of a ko, known to be illegal, is lowered before the
//! draw.)
//!
//! Beside the draw there are three rules, each with its chance in [`GammaParams`]:
//! * `nakade`, `nakade_own`: the vital point of an eye space that a capture has opened is played
//!   before anything else.
//! * `urgent`: captures and rescues at the last move come before other moves, and are drawn among
//!   themselves by the weights of their points alone, without what the turn would add.
//! * `sane`: give-aways of two stones or more are not played.
//!
//! Besides, chains of two liberties are looked at with the chance `deep` only: at its default of 0
//! the strengths learned for `catch` and `defend` are not used. So what is learned is what is played
//! with `deep` at 1 and the rules at 0, which the tests check; the defaults are the cheaper way, and
//! no match has told the two apart.

mod field;
mod params;
mod rates;
mod turn;

#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::sync::Arc;

use tengen_game::Rng;
use tengen_go::board::{Board, Features, Full, Moments, Side, Vertex};
use tengen_pattern::local::{LocalModel, SelfAtari, Tactics, Threats};

use crate::nakade::EyeSpaces;
use crate::policy::{Attempt, Policy, Recent, Trial, Turn};
use crate::uniform::pass;
use field::Field;
use rates::{CERTAIN, Rates};
use turn::{Found, Moment, Raised, urgent};

pub use params::GammaParams;

/// Tables that are looked up.
#[derive(Clone, Debug)]
struct Tables {
    rates: Rates,
    eye_spaces: EyeSpaces,
}

/// The policy; see the module's head. `F` says which board it plays on.
#[derive(Clone, Debug)]
pub struct Gamma<const W: usize, F = Full> {
    tables: Arc<Tables>,
    chances: Chances,
    field: Field<W>,
    lowered: Lowered,
    /// True where the last move, or the one before, may have opened an eye space.
    opened: [bool; 2],
    board: PhantomData<F>,
}

/// The chances of [`GammaParams`] in steps of 1/256.
#[derive(Clone, Copy, Debug)]
struct Chances {
    deep: u64,
    urgent: u64,
    sane: u64,
    nakade: u64,
    nakade_own: u64,
}

/// Cells whose weights are lowered until the end of the turn, with what they were.
#[derive(Clone, Debug)]
struct Lowered {
    cells: [u16; LOWERED],
    pairs: [u64; LOWERED],
    len: usize,
}

/// Room for lowered cells: each is lowered at most three times in a turn, a ko among them.
const LOWERED: usize = 2048;

impl<const W: usize, F: Features<Liberties = Moments>> Gamma<W, F> {
    /// The policy of a model.
    #[must_use]
    pub fn new(params: &GammaParams, model: &LocalModel) -> Self {
        let steps = |chance: f32| (chance.clamp(0.0, 1.0) * 256.0 + 0.5) as u64;
        let rates = Rates::new(model, params);
        Self {
            chances: Chances {
                deep: steps(params.deep) * u64::from(rates.is_deep()),
                urgent: steps(params.urgent),
                sane: steps(params.sane),
                nakade: steps(params.nakade),
                nakade_own: steps(params.nakade_own),
            },
            tables: Arc::new(Tables {
                rates,
                eye_spaces: EyeSpaces::new(),
            }),
            field: Field::new(),
            lowered: Lowered {
                cells: [0; LOWERED],
                pairs: [0; LOWERED],
                len: 0,
            },
            opened: [true; 2],
            board: PhantomData,
        }
    }

    /// Draws until a move is played or none is left.
    #[inline(always)]
    fn draw<S: Side, A, const V: usize>(
        &mut self,
        board: &mut Board<W, V, F>,
        moment: &Moment<'_, W>,
        sane: bool,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W>
    where
        A: Attempt<W, V, F>,
    {
        loop {
            let masses = moment.masses::<S>(&self.field, &self.tables.rates);
            if masses.all == 0 {
                return pass(board, attempt);
            }
            let at = share_of(rng, masses.all);
            let found = moment.find::<S>(&self.field, &self.tables.rates, &masses, at);
            let v = match found {
                Found::At(v) => Some(v),
                Found::From(at, d) => board.towards(at, d),
                Found::Nothing => None,
            };
            let Some(v) = v else {
                debug_assert!(false, "a draw ends at an empty point");
                board.pass();
                return Turn::Passed;
            };
            if self.stays::<S, V>(board, moment, sane, v, rng)
                && let Some(turn) = self.tried::<S, A, V>(board, v, attempt)
            {
                return turn;
            }
        }
    }

    /// The draw of a turn with tactics. Not inlined: a second one, for the fewer turns.
    #[inline(never)]
    fn draw_tactical<S: Side, A, const V: usize>(
        &mut self,
        board: &mut Board<W, V, F>,
        last: Vertex<W>,
        tactics: &Tactics<W>,
        sane: bool,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W>
    where
        A: Attempt<W, V, F>,
    {
        let raised = Raised::new(&self.tables.rates, last, tactics);
        let moment = Moment {
            last: Some(last),
            raised: Some(&raised),
        };
        self.draw::<S, A, V>(board, &moment, sane, rng, attempt)
    }

    /// Captures and rescues at the last move, drawn among themselves by what belongs to their points.
    #[inline(never)]
    fn draw_urgent<S: Side, A, const V: usize>(
        &mut self,
        board: &mut Board<W, V, F>,
        tactics: &Tactics<W>,
        sane: bool,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Option<Turn<W>>
    where
        A: Attempt<W, V, F>,
    {
        loop {
            let moves = urgent::<S, W>(&self.field, tactics);
            let all = moves.fold(0, |sum, (_, weight)| sum + weight);
            if all == 0 {
                return None;
            }
            let mut at = share_of(rng, all);
            let v = urgent::<S, W>(&self.field, tactics).find_map(|(v, weight)| {
                let here = at < weight;
                at = at.saturating_sub(weight);
                here.then_some(v)
            })?;
            if self.is_sound::<S, V>(board, sane, v, rng)
                && let Some(turn) = self.tried::<S, A, V>(board, v, attempt)
            {
                return Some(turn);
            }
        }
    }

    /// Decides if a move that was drawn stays, or is drawn too often by the weight kept for it.
    #[inline(always)]
    fn stays<S: Side, const V: usize>(
        &mut self,
        board: &Board<W, V, F>,
        moment: &Moment<'_, W>,
        sane: bool,
        v: Vertex<W>,
        rng: &mut Rng,
    ) -> bool {
        if !self.is_sound::<S, V>(board, sane, v, rng) {
            return false;
        }
        if !moment.lowers(&self.tables.rates) {
            return true;
        }
        let share = moment.share(&self.tables.rates, v);
        share.keep == CERTAIN || rng.bits() >> 32 < share.keep
    }

    /// Decides if a move that was drawn stays in spite of self-atari, if it is that.
    #[inline(always)]
    fn is_sound<S: Side, const V: usize>(
        &mut self,
        board: &Board<W, V, F>,
        sane: bool,
        v: Vertex<W>,
        rng: &mut Rng,
    ) -> bool {
        let rates = &self.tables.rates;
        let ataris = self.field.ataris::<S>(v);
        // Throwing in a single stone is in the weight.
        if board.touches::<S>(v)
            && let Some(kind) = SelfAtari::of::<S, W, V, F>(board, v, ataris)
        {
            let weight = self.field.weight::<S>(v.cell());
            let rated = rates::half::<S>(self.field.rated(rates, board, v));
            let truth = if sane && kind == SelfAtari::GiveAway {
                0
            } else {
                rates.of_self_atari(kind, rated)
            };
            if truth < weight && share_of(rng, u64::from(weight)) >= u64::from(truth) {
                self.lower::<S>(v, truth);
                return false;
            }
        }
        true
    }

    /// Tries a move; if it cannot be played now, it is not drawn again on this turn. Not inlined: the
    /// code of a move in one place is worth more to the cache than the call costs.
    #[inline(never)]
    fn tried<S: Side, A, const V: usize>(
        &mut self,
        board: &mut Board<W, V, F>,
        v: Vertex<W>,
        attempt: &mut A,
    ) -> Option<Turn<W>>
    where
        A: Attempt<W, V, F>,
    {
        match attempt.attempt::<S>(board, v) {
            Trial::Played => Some(Turn::Played(v)),
            Trial::Again => Some(Turn::Refused),
            Trial::Not => {
                self.lower::<S>(v, 0);
                None
            }
        }
    }

    /// Lowers a weight until the end of the turn.
    #[inline(never)]
    fn lower<S: Side>(&mut self, v: Vertex<W>, weight: u32) {
        let Lowered { cells, pairs, len } = &mut self.lowered;
        cells[*len % LOWERED] = v.cell() as u16;
        pairs[*len % LOWERED] = self.field.lower::<S>(v, weight);
        *len += 1;
    }

    /// Gives all lowered cells their weights again, the last first: one may have been lowered twice.
    #[inline(never)]
    fn restore(&mut self) {
        while let Some(last) = self.lowered.len.checked_sub(1) {
            self.lowered.len = last;
            let Lowered { cells, pairs, .. } = &self.lowered;
            let at = usize::from(cells[last % LOWERED]);
            self.field.set(at, pairs[last % LOWERED]);
        }
    }

    /// The vital point of an opposing eye space beside the last move, or of an own one beside the
    /// move before, where one may have opened.
    #[inline(never)]
    fn vital<S: Side, const V: usize>(
        &self,
        board: &Board<W, V, F>,
        recent: Recent<W>,
        dice: u64,
    ) -> Option<Vertex<W>> {
        let spaces = &self.tables.eye_spaces;
        let throw = dice >> 16 & 0xff;
        if self.opened[0]
            && let Some(last) = recent.last
            && throw < self.chances.nakade
            && let Some(vital) = spaces.vital_beside::<S::Opponent, W, V, F>(board, last)
        {
            return Some(vital);
        }
        if self.opened[1]
            && let Some(before) = recent.before
            && throw < self.chances.nakade_own
        {
            return spaces.vital_beside::<S, W, V, F>(board, before);
        }
        None
    }

    /// The turn without what it leaves behind.
    #[inline(always)]
    fn choose<S: Side, A, const V: usize>(
        &mut self,
        board: &mut Board<W, V, F>,
        recent: Recent<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W>
    where
        A: Attempt<W, V, F>,
    {
        let dice = rng.bits();
        if self.opened[0] | self.opened[1]
            && let Some(vital) = self.vital::<S, V>(board, recent, dice)
            && let Some(turn) = self.tried::<S, A, V>(board, vital, attempt)
        {
            return turn;
        }
        // What is known to be illegal need not be drawn to be found out.
        if let Some(ko) = board.ko_vertex() {
            self.lower::<S>(ko, 0);
        }
        let sane = dice & 0xff < self.chances.sane;
        let last = recent.last;
        let threats = last.map_or(Threats::NONE, |last| {
            let threats = self.field.threats(last);
            threats.unwrap_or_else(|| Threats::at::<S, V, F>(board, last))
        });
        let deep = dice >> 24 & 0xff < self.chances.deep;
        if threats.any() | deep
            && let Some(last) = last
        {
            let mut tactics = Tactics::NONE;
            tactics.find::<S, V, F>(board, last, threats, deep);
            if !tactics.is_empty() {
                if dice >> 8 & 0xff < self.chances.urgent
                    && let Some(turn) =
                        self.draw_urgent::<S, A, V>(board, &tactics, sane, rng, attempt)
                {
                    return turn;
                }
                return self.draw_tactical::<S, A, V>(board, last, &tactics, sane, rng, attempt);
            }
        }
        let moment = Moment { last, raised: None };
        self.draw::<S, A, V>(board, &moment, sane, rng, attempt)
    }
}

/// A number below `all`, without rejection: none is favoured by more than `all` / 2⁶⁴.
#[inline(always)]
const fn share_of(rng: &mut Rng, all: u64) -> u64 {
    ((rng.bits() as u128 * all as u128) >> 64) as u64
}

impl<const W: usize, const V: usize, F> Policy<W, V> for Gamma<W, F>
where
    F: Features<Liberties = Moments>,
{
    type Features = F;

    #[inline(always)]
    fn begin(&mut self, board: &Board<W, V, F>) {
        self.field.begin(&self.tables.rates, board);
        self.lowered.len = 0;
        self.opened = [true; 2];
    }

    #[inline(always)]
    fn turned(&mut self, board: &Board<W, V, F>, mv: Option<Vertex<W>>) {
        let empties = board.empty_count();
        let captured = mv.is_some() && empties >= self.field.empties();
        self.opened = [captured, self.opened[0]];
        if let Some(v) = mv {
            self.field.played(&self.tables.rates, board, v);
        }
    }

    #[inline(always)]
    fn turn<S: Side, A: Attempt<W, V, F>>(
        &mut self,
        board: &mut Board<W, V, F>,
        recent: Recent<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W> {
        let turn = self.choose::<S, A, V>(board, recent, rng, attempt);
        if self.lowered.len != 0 {
            self.restore();
        }
        turn
    }
}
