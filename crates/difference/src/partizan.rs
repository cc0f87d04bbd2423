//! A summand that is nothing but its tree: each node has moves of Black, moves of White, and a score.
//!
//! ```
//! use tengen_difference::Summand;
//! use tengen_difference::partizan::{Form, switch};
//! use tengen_game::Color;
//!
//! // {2 | 0} + {1 | 0}: Black takes the larger.
//! let mut sum = Form::sum(switch(2, 0), switch(1, 0)).start();
//! assert!(sum.play(Color::Black, 0));
//! assert!(sum.play(Color::White, 0));
//! assert_eq!(sum.score(), 2);
//! ```

use std::sync::Arc;

use tengen_game::Color;

use crate::Summand;

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// By how much Black is ahead if play ends here.
    pub score: i32,
    /// The games that Black can move to.
    pub black: Vec<Self>,
    /// The games that White can move to.
    pub white: Vec<Self>,
}

/// The number `score`, in which nobody has a move.
#[must_use]
pub const fn number(score: i32) -> Form {
    Form {
        score,
        black: Vec::new(),
        white: Vec::new(),
    }
}

/// Black may move to one number, White to the other; until then nobody has anything.
#[must_use]
pub fn switch(black: i32, white: i32) -> Form {
    Form {
        score: 0,
        black: vec![number(black)],
        white: vec![number(white)],
    }
}

impl Form {
    /// Both side by side: the moves in the first part come first.
    #[must_use]
    pub fn sum(a: Self, b: Self) -> Self {
        let moves = |of: fn(&Self) -> &[Self]| -> Vec<Self> {
            let first = of(&a).iter().map(|a| Self::sum(a.clone(), b.clone()));
            let second = of(&b).iter().map(|b| Self::sum(a.clone(), b.clone()));
            first.chain(second).collect()
        };
        Self {
            score: a.score + b.score,
            black: moves(|form| &form.black),
            white: moves(|form| &form.white),
        }
    }

    /// The game, at its beginning.
    #[must_use]
    pub fn start(self) -> Partizan {
        let mut nodes = Vec::new();
        lay_out(&self, &mut nodes);
        Partizan {
            nodes: nodes.into(),
            at: 0,
            reversed: false,
        }
    }
}

#[derive(Debug)]
struct Node {
    score: i32,
    /// The nodes that Black and White can move to.
    moves: [Vec<u32>; 2],
}

/// Puts a form and what is below it behind the nodes that are there; returns its number. The depth is
/// that of a tree somebody has written down.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a tree written by hand has fewer than 2³² nodes"
)]
fn lay_out(form: &Form, nodes: &mut Vec<Node>) -> u32 {
    let at = nodes.len();
    nodes.push(Node {
        score: form.score,
        moves: [Vec::new(), Vec::new()],
    });
    for (side, options) in [&form.black, &form.white].into_iter().enumerate() {
        for option in options {
            let to = lay_out(option, nodes);
            nodes[at].moves[side].push(to);
        }
    }
    at as u32
}

/// A position of a [`Form`]; a move is the number of an option.
#[derive(Clone, Debug)]
pub struct Partizan {
    nodes: Arc<[Node]>,
    at: u32,
    reversed: bool,
}

impl Partizan {
    fn here(&self) -> &Node {
        &self.nodes[self.at as usize]
    }

    fn options(&self, color: Color) -> &[u32] {
        let side = if self.reversed { !color } else { color };
        &self.here().moves[side as usize]
    }
}

impl Summand for Partizan {
    type Move = u16;

    fn codes(&self) -> usize {
        let sides = self.nodes.iter().flat_map(|node| &node.moves);
        sides.map(Vec::len).max().unwrap_or(0)
    }

    fn code(&self, mv: u16) -> usize {
        usize::from(mv)
    }

    fn decode(&self, code: usize) -> Option<u16> {
        u16::try_from(code).ok().filter(|_| code < self.codes())
    }

    fn moves(&self, color: Color, each: impl FnMut(u16)) {
        (0..).take(self.options(color).len()).for_each(each);
    }

    fn play(&mut self, color: Color, mv: u16) -> bool {
        let to = self.options(color).get(usize::from(mv)).copied();
        self.at = to.unwrap_or(self.at);
        to.is_some()
    }

    fn reversed(&self) -> Self {
        Self {
            reversed: !self.reversed,
            ..self.clone()
        }
    }

    fn score(&self) -> i32 {
        let score = self.here().score;
        if self.reversed { -score } else { score }
    }

    fn hash(&self) -> u64 {
        u64::from(self.at) << 1 | u64::from(self.reversed)
    }
}
