//! The rules of Go, slow and obviously right.
//!
//! Nothing is kept up to date: liberties are found by flood fill, captures by looking at every
//! chain, repetition by comparing whole positions with every earlier one. Points are bare indices
//! in reading order, so that nothing of the crate is used but names for colours and rules.

#![allow(dead_code, reason = "every test binary uses its own part")]

use tengen_go::{Color, Ko, Rules, Suicide};

/// The stones on every point.
pub(crate) type Position = Vec<Option<Color>>;

/// A chain by flood fill.
pub(crate) struct Chain {
    pub(crate) stones: Vec<usize>,
    pub(crate) liberties: Vec<usize>,
}

/// The reason why a point is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Occupied,
    Suicide,
    Repetition,
}

/// A position with all earlier ones.
#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) side: usize,
    pub(crate) rules: Rules,
    pub(crate) now: Position,
    pub(crate) turn: Color,
    /// Stones taken by Black and by White.
    pub(crate) captures: [usize; 2],
    /// Every position so far with the side to move, the present one last.
    past: Vec<(Position, Color)>,
    /// The side that played the last stone; `None` after a pass and at the start.
    last: Option<Color>,
}

impl Reference {
    pub(crate) fn new(side: usize, rules: Rules) -> Self {
        Self::from_position(side, vec![None; side * side], Color::Black, rules)
    }

    pub(crate) fn from_position(side: usize, now: Position, turn: Color, rules: Rules) -> Self {
        Self {
            side,
            rules,
            past: vec![(now.clone(), turn)],
            now,
            turn,
            captures: [0; 2],
            last: None,
        }
    }

    pub(crate) fn neighbours(&self, point: usize) -> Vec<usize> {
        let (row, column) = (point / self.side, point % self.side);
        let mut all = Vec::with_capacity(4);
        if row > 0 {
            all.push(point - self.side);
        }
        if row + 1 < self.side {
            all.push(point + self.side);
        }
        if column > 0 {
            all.push(point - 1);
        }
        if column + 1 < self.side {
            all.push(point + 1);
        }
        all
    }

    /// The chain that `point` belongs to.
    pub(crate) fn chain(&self, position: &Position, point: usize) -> Chain {
        let mut seen = vec![false; position.len()];
        let (mut stones, mut liberties) = (vec![point], Vec::new());
        seen[point] = true;
        let mut next = 0;
        while next < stones.len() {
            for beside in self.neighbours(stones[next]) {
                if seen[beside] {
                    continue;
                }
                if position[beside].is_none() {
                    seen[beside] = true;
                    liberties.push(beside);
                } else if position[beside] == position[point] {
                    seen[beside] = true;
                    stones.push(beside);
                }
            }
            next += 1;
        }
        Chain { stones, liberties }
    }

    /// The position after a stone, whatever the rules say, and how many stones were captured and
    /// given up.
    pub(crate) fn after(&self, color: Color, point: usize) -> (Position, usize, usize) {
        let mut position = self.now.clone();
        position[point] = Some(color);
        let mut captured = 0;
        for beside in self.neighbours(point) {
            if position[beside] == Some(!color) {
                captured += self.remove_if_dead(&mut position, beside);
            }
        }
        let own = self.remove_if_dead(&mut position, point);
        (position, captured, own)
    }

    fn remove_if_dead(&self, position: &mut Position, point: usize) -> usize {
        let chain = self.chain(position, point);
        if !chain.liberties.is_empty() {
            return 0;
        }
        for &stone in &chain.stones {
            position[stone] = None;
        }
        chain.stones.len()
    }

    /// Tests if the rules let `color` play on `point`.
    pub(crate) fn check(&self, color: Color, point: usize) -> Result<(), Refusal> {
        if self.now[point].is_some() {
            return Err(Refusal::Occupied);
        }
        let (position, _, own) = self.after(color, point);
        if own > 0 && self.rules.suicide == Suicide::Forbidden {
            return Err(Refusal::Suicide);
        }
        let repeats = match self.rules.ko {
            Ko::Simple => self.retakes_ko(color, &position),
            Ko::Positional => self.past.iter().any(|(earlier, _)| *earlier == position),
            Ko::Situational => self
                .past
                .iter()
                .any(|(earlier, turn)| *turn == !color && *earlier == position),
        };
        if repeats {
            Err(Refusal::Repetition)
        } else {
            Ok(())
        }
    }

    /// Tests if the opponent has just played, and this leads back to the position before that.
    pub(crate) fn retakes_ko(&self, color: Color, position: &Position) -> bool {
        self.last == Some(!color)
            && self.past.len() >= 2
            && self.past[self.past.len() - 2].0 == *position
    }

    /// Plays a stone, or passes.
    pub(crate) fn play(&mut self, color: Color, point: Option<usize>) {
        self.last = None;
        if let Some(point) = point {
            let (position, captured, own) = self.after(color, point);
            self.now = position;
            self.captures[color as usize] += captured;
            self.captures[!color as usize] += own;
            self.last = Some(color);
        }
        self.turn = !color;
        self.past.push((self.now.clone(), self.turn));
    }

    /// Black's area less White's: stones, and empty points from which only one colour is reached.
    pub(crate) fn area(&self) -> i32 {
        (0..self.now.len())
            .map(|point| match self.now[point] {
                Some(color) => color.sign(),
                None => match (
                    self.reaches(point, Color::Black),
                    self.reaches(point, Color::White),
                ) {
                    (true, false) => 1,
                    (false, true) => -1,
                    _ => 0,
                },
            })
            .sum()
    }

    /// The side that alone is reached from an empty point, for every point; `None` for stones too.
    pub(crate) fn surrounded(&self) -> Position {
        (0..self.now.len())
            .map(|point| {
                let alone =
                    |&color: &Color| self.reaches(point, color) && !self.reaches(point, !color);
                let empty = self.now[point].is_none();
                Color::BOTH.into_iter().filter(|_| empty).find(alone)
            })
            .collect()
    }

    /// Tests if both colours are reached from some empty point.
    pub(crate) fn has_dame(&self) -> bool {
        (0..self.now.len()).any(|point| {
            self.now[point].is_none()
                && Color::BOTH
                    .into_iter()
                    .all(|color| self.reaches(point, color))
        })
    }

    /// The number of empty points that hang together with this one.
    pub(crate) fn room(&self, point: usize) -> usize {
        // A chain of nothing: neighbours that are as empty as the point.
        let mut seen = vec![point];
        let mut next = 0;
        while next < seen.len() {
            for beside in self.neighbours(seen[next]) {
                if self.now[beside].is_none() && !seen.contains(&beside) {
                    seen.push(beside);
                }
            }
            next += 1;
        }
        seen.len()
    }

    /// Tests if a path of empty points leads from `start` to a stone of `color`.
    fn reaches(&self, start: usize, color: Color) -> bool {
        let mut seen = vec![false; self.now.len()];
        let mut open = vec![start];
        seen[start] = true;
        while let Some(point) = open.pop() {
            for beside in self.neighbours(point) {
                if self.now[beside] == Some(color) {
                    return true;
                }
                if self.now[beside].is_none() && !seen[beside] {
                    seen[beside] = true;
                    open.push(beside);
                }
            }
        }
        false
    }
}
