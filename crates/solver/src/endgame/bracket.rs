//! Bounds of areas in which play can cycle, though no sensible player would let it.
//!
//! Most areas of some width have lines in which both sides give up stones until a position comes back,
//! and nobody would ever play them. So the game is bounded from both sides by games without
//! cycles. Take the steps that lead back to a position on the way (of a walk through all positions in
//! some order); every cycle has one. *At best* for Black, White may not take such a step, and Black wins
//! everything by it; *at worst* it is the other way round.
//!
//! Whatever the rules say about repetition, Black does no better than at best: let White play as he
//! would there. He takes no step back, Black's steps are all known there, and after one that leads
//! back Black has won all he can. As the game at best has no cycles, nothing is repeated, so no ban on
//! repetition ever stops White. Likewise Black does no worse than at worst. If both give a move the
//! same score, that is its score, and repetition does not matter; if not, it may.

use tengen_go::Color;

use super::graph::{Graph, Node, Step};
use super::patch::side;

/// More than any area is worth.
const EVERYTHING: i32 = 20_000;

/// A step of a walk: from which node, whose move, and which of the moves.
type Back = (Node, usize, usize);

impl Graph {
    /// The game without cycles that is best for a side; the graph itself if it has no cycles. `None`
    /// if even that is not found.
    pub(super) fn at_best(&self, color: Color) -> Option<Self> {
        let mut graph = self.clone();
        if graph.order.is_some() {
            return Some(graph);
        }
        let own = side(color);
        // From the last to the first, so that what is removed moves nothing that is still to come.
        for &(node, who, index) in self.steps_back().iter().rev() {
            let steps = &mut graph.positions[node as usize].steps[who];
            if who == own {
                steps[index] = Step {
                    bit: steps[index].bit,
                    gain: color.sign() * EVERYTHING,
                    parts: Vec::new(),
                };
            } else {
                steps.remove(index);
            }
        }
        graph.order = graph.sorted();
        graph.order.is_some().then_some(graph)
    }

    /// The steps that lead back in a walk in depth through all positions, in order.
    fn steps_back(&self) -> Vec<Back> {
        let mut state = vec![State::New; self.positions.len()];
        let mut back = Vec::new();
        // Each entry is a position and how many of its steps are done.
        let mut way: Vec<(Node, Vec<(Back, Node)>)> = vec![(Self::ROOT, self.steps_of(Self::ROOT))];
        state[Self::ROOT as usize] = State::OnWay;
        while let Some((node, todo)) = way.last_mut() {
            let Some((step, part)) = todo.pop() else {
                state[*node as usize] = State::Done;
                way.pop();
                continue;
            };
            match state[part as usize] {
                State::New => {
                    state[part as usize] = State::OnWay;
                    way.push((part, self.steps_of(part)));
                }
                State::OnWay => back.push(step),
                State::Done => {}
            }
        }
        back.sort_unstable();
        back.dedup();
        back
    }

    /// All steps from a position with a part that each leads to.
    fn steps_of(&self, node: Node) -> Vec<(Back, Node)> {
        let mut found = Vec::new();
        for (who, steps) in self.positions[node as usize].steps.iter().enumerate() {
            for (index, step) in steps.iter().enumerate() {
                found.extend(step.parts.iter().map(|&part| ((node, who, index), part)));
            }
        }
        found
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    OnWay,
    Done,
}
