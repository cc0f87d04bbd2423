//! Simulation: a refutation of one move, tried against the others.
//!
//! After Y. Kawano, *Using similar positions to search game trees* (1996). Whether the same replies, move
//! by move, prove another position is found out without any search. What it finds rests on proofs that
//! were complete before, so it is a proof as good as any.

use super::children::{self, Child, Numbers};
use super::dfpn::{DEEPEST, Search};
use super::field::Bits;
use super::keys;
use super::life;
use super::state::{Act, State};

/// The number of positions that the simulation of a proof may visit.
const SIMULATED: u32 = 500;

/// A position and its key.
type Keyed = (State, u128);

impl Search<'_> {
    /// Tries to refute the other moves as one was refuted.
    pub(super) fn spread(&mut self, first: usize, last: usize, proved: usize) {
        let proved = self.children[proved];
        for i in first..last {
            let child = self.children[i];
            if child.numbers.is_decided() {
                continue;
            }
            let mut left = SIMULATED;
            let [state, model] = [(child.state, child.key), (proved.state, proved.key)];
            if let Some(zone) = self.simulate(state, model, 0, &mut left) {
                self.children[i].numbers = Numbers::PROVED;
                self.children[i].zone = zone;
            }
        }
    }

    /// Tests if the proof of a position proves another, and finds by which zone.
    fn simulate(
        &mut self,
        (state, key): Keyed,
        (model, model_key): Keyed,
        depth: usize,
        left: &mut u32,
    ) -> Option<Bits> {
        if let Some(known) = self.table.get(key)
            && (known.proof == 0 || known.disproof == 0)
        {
            return (known.proof == 0).then_some(known.zone);
        }
        if let Some((side, zone)) = life::settled(self.field, &state) {
            return (side == self.prover).then_some(zone);
        }
        if *left == 0 || depth > DEEPEST / 2 || self.repeated(key).is_some() {
            return None;
        }
        *left -= 1;
        self.nodes += 1;
        let before = self.nodes;
        let first = self.children.len();
        let own = state.turn == self.prover;
        let act = match own {
            true => {
                let known = self.table.get(model_key)?;
                Some(known.act.filter(|_| known.proof == 0)?)
            }
            false => None,
        };
        let done = match act {
            Some(act) => self.follow((state, key), (model, model_key), act, depth, left),
            None => self.follow_all((state, key), (model, model_key), depth, left),
        };
        let children = &self.children[first..];
        let zone = done.map(|()| children::zone(self.field, &state, children, self.prover, true));
        self.children.truncate(first);
        let zone = zone?;
        self.remember(key, (Numbers::PROVED, zone), act, before, 0);
        Some(zone)
    }

    /// Follows a move in both positions, and keeps it among the children if it is proved.
    fn follow(
        &mut self,
        (state, key): Keyed,
        (model, model_key): Keyed,
        act: Act,
        depth: usize,
        left: &mut u32,
    ) -> Option<()> {
        let field = self.field;
        let next = state.after(field, act)?;
        let next_model = model.after(field, act)?;
        let next_key = keys::next(&state, key, &next);
        let model_key = keys::next(&model, model_key, &next_model);
        let zone = self.simulate((next, next_key), (next_model, model_key), depth + 1, left)?;
        self.children.push(Child {
            act,
            state: next,
            key: next_key,
            numbers: Numbers::PROVED,
            zone,
        });
        Some(())
    }

    /// Follows all moves of the other side, the pass first, and then what it does not refute.
    fn follow_all(
        &mut self,
        state: Keyed,
        model: Keyed,
        depth: usize,
        left: &mut u32,
    ) -> Option<()> {
        let field = self.field;
        let mut within = field.mask;
        if state.0.pass().is_some() {
            self.follow(state, model, Act::Pass, depth, left)?;
            within = self.children.last()?.zone;
        }
        for (act, _) in state.0.moves(field) {
            let Act::Play(bit) = act else { continue };
            if within & 1 << bit != 0 {
                self.follow(state, model, act, depth, left)?;
            }
        }
        Some(())
    }
}
