//! All positions of an area that moves of either side, in whatever order, can lead to.
//!
//! A position is a connected unsettled part: when a move settles points or cuts an area in two, what
//! is left goes on as independent parts, and what was settled is booked as the move's gain. Since
//! the other side may play elsewhere, the same side may move again and again here; so if no position
//! can be reached from itself even then, no order of play, here and elsewhere, ever repeats one, and
//! the area is *free of ko*.

use std::collections::HashMap;

use tengen_go::{Color, Scoring};

use super::claim::Ending;
use super::life::{Life, count};
use super::limits::{Budget, Fault};
use super::patch::{Bits, Local, Patch, each, side};

/// A position of a graph.
pub(super) type Node = u32;

/// A move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The point of the stone.
    pub(super) bit: Bits,
    /// The points that it settles and captures, in Black's view.
    pub(super) gain: i32,
    /// The positions that are left to play.
    pub(super) parts: Vec<Node>,
}

/// A position and its moves.
#[derive(Clone, Debug)]
pub(super) struct LocalPosition {
    pub(super) at: Local,
    /// The count if nobody plays there any more, in Black's view.
    pub(super) as_is: i32,
    /// The same if Black, or White, gets all that he may claim, or what was granted.
    pub(super) claimed: [i32; 2],
    /// The moves of Black and of White.
    pub(super) steps: [Vec<Step>; 2],
}

/// The game of an area.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) patch: Patch,
    pub(super) positions: Vec<LocalPosition>,
    /// Every position after all those that it leads to; `None` if play can cycle.
    pub(super) order: Option<Vec<Node>>,
    /// The points where a stone of Black or of White was taken off in some line.
    pub(super) taken: [Bits; 2],
}

/// A move's result before it has a place in a graph.
pub(super) struct After {
    pub(super) gain: i32,
    pub(super) taken: [Bits; 2],
    pub(super) parts: Vec<Local>,
}

/// Plays a stone and settles what can be settled; `None` if it may not be played.
pub(super) fn step(
    patch: &Patch,
    scoring: Scoring,
    at: &Local,
    color: Color,
    bit: Bits,
) -> Option<After> {
    let played = patch.play(at, color, bit)?;
    let after = Local {
        stones: played.stones,
        ..*at
    };
    let life = Life::of(patch, &after);
    let prisoners = match scoring {
        Scoring::Territory => count(played.taken[1]) - count(played.taken[0]),
        Scoring::Area => 0,
    };
    Some(After {
        gain: prisoners + life.score(after.stones, scoring),
        taken: played.taken,
        parts: life.rest(patch, &after).collect(),
    })
}

impl Graph {
    /// The root of every graph.
    pub(super) const ROOT: Node = 0;

    /// Lists all positions from one on; `Ok(None)` if they are more than `most`.
    pub(super) fn new(
        patch: Patch,
        scoring: Scoring,
        root: Local,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Fault> {
        let mut graph = Self {
            patch,
            positions: Vec::new(),
            order: None,
            taken: [0, 0],
        };
        let mut index = HashMap::new();
        graph.position(root, scoring, &mut index);
        let mut next = 0;
        while next < graph.positions.len() {
            if graph.positions.len() > most {
                return Ok(None);
            }
            budget.spend()?;
            graph.expand(next, scoring, &mut index);
            next += 1;
        }
        graph.order = graph.sorted();
        Ok(Some(graph))
    }

    fn position(&mut self, at: Local, scoring: Scoring, index: &mut HashMap<Local, Node>) -> Node {
        let positions = &mut self.positions;
        *index.entry(at).or_insert_with(|| {
            positions.push(LocalPosition {
                at,
                as_is: Ending::AsIs.count(&self.patch, &at, scoring),
                claimed: Color::BOTH
                    .map(|color| Ending::Claimed(color).count(&self.patch, &at, scoring)),
                steps: [Vec::new(), Vec::new()],
            });
            (positions.len() - 1) as Node
        })
    }

    fn expand(&mut self, node: usize, scoring: Scoring, index: &mut HashMap<Local, Node>) {
        let at = self.positions[node].at;
        for color in Color::BOTH {
            for bit in each(at.empty()) {
                let Some(after) = step(&self.patch, scoring, &at, color, bit) else {
                    continue;
                };
                for c in [0, 1] {
                    self.taken[c] |= after.taken[c];
                }
                let parts = after.parts.into_iter();
                let parts = parts
                    .map(|part| self.position(part, scoring, index))
                    .collect();
                self.positions[node].steps[side(color)].push(Step {
                    bit,
                    gain: after.gain,
                    parts,
                });
            }
        }
    }

    /// Lets all positions in which nothing was granted count as they are.
    pub(super) fn leave_the_rest(&mut self) {
        for position in &mut self.positions {
            if position.claimed[0] != position.claimed[1] {
                position.claimed = [position.as_is; 2];
            }
        }
    }

    /// True if claims were granted in some position that count otherwise than it does as it is.
    pub(super) fn has_grants(&self) -> bool {
        let mut positions = self.positions.iter();
        positions.any(|position| {
            position.claimed == [position.claimed[0]; 2] && position.claimed[0] != position.as_is
        })
    }

    /// True if nothing is left for anybody to claim, in whatever position.
    pub(super) fn is_divided(&self) -> bool {
        let mut positions = self.positions.iter();
        positions.all(|position| position.claimed[0] == position.claimed[1])
    }

    /// The same game where what was granted counts, and nothing else that is claimed.
    pub(super) fn as_granted(&self) -> Self {
        let mut graph = self.clone();
        for position in &mut graph.positions {
            if position.claimed[0] == position.claimed[1] {
                position.as_is = position.claimed[0];
            }
        }
        graph
    }

    /// The same game where a side gets all that it may claim in the end.
    pub(super) fn claimed_by(&self, color: Color) -> Self {
        let mut graph = self.clone();
        for position in &mut graph.positions {
            position.as_is = position.claimed[side(color)];
        }
        graph
    }

    /// The positions, each after those that it leads to; `None` if some lead to themselves.
    pub(super) fn sorted(&self) -> Option<Vec<Node>> {
        let mut before: Vec<Vec<Node>> = vec![Vec::new(); self.positions.len()];
        let mut open: Vec<usize> = vec![0; self.positions.len()];
        for (node, position) in self.positions.iter().enumerate() {
            for part in position.steps.iter().flatten().flat_map(|step| &step.parts) {
                before[*part as usize].push(node as Node);
                open[node] += 1;
            }
        }
        let mut order: Vec<Node> = (0..self.positions.len() as Node)
            .filter(|&node| open[node as usize] == 0)
            .collect();
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for &earlier in &before[node as usize] {
                open[earlier as usize] -= 1;
                if open[earlier as usize] == 0 {
                    order.push(earlier);
                }
            }
        }
        (order.len() == self.positions.len()).then_some(order)
    }
}
