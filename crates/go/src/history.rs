//! The moves of a game and the positions that have stood.
//!
//! A position is remembered by 64 bits. Two different positions of one game share them with a
//! probability below 2⁻⁴⁰ even after a thousand moves, so a hit is taken for a repetition without
//! comparing boards.

use std::collections::HashMap;

use tengen_game::Color;

use crate::Move;

/// One move, as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) color: Color,
    pub(crate) mv: Move,
    /// The side that was to move, which need not be the side that played.
    pub(crate) turn: Color,
    /// True if the rules forbade it.
    forced: bool,
    key: u64,
    /// After how many moves the same key stood before, most recently.
    previous: Option<usize>,
}

/// The past of a game since its start.
///
/// The keys are made by the game, which knows whether the side to move is part of what must not be
/// repeated.
#[derive(Clone, Debug)]
pub(crate) struct History {
    played: Vec<Played>,
    /// After how many moves each key stood most recently.
    latest: HashMap<u64, usize>,
}

impl History {
    /// A history that starts with the position of this key.
    pub(crate) fn new(start: u64) -> Self {
        Self {
            played: Vec::new(),
            latest: HashMap::from([(start, 0)]),
        }
    }

    pub(crate) fn played(&self) -> &[Played] {
        &self.played
    }

    pub(crate) fn last(&self) -> Option<&Played> {
        self.played.last()
    }

    /// After how many moves this key stood most recently.
    pub(crate) fn seen(&self, key: u64) -> Option<usize> {
        self.latest.get(&key).copied()
    }

    /// Adds a move and the key of the position it led to.
    pub(crate) fn push(&mut self, color: Color, mv: Move, turn: Color, forced: bool, key: u64) {
        let number = self.played.len() + 1;
        let previous = self.latest.insert(key, number);
        self.played.push(Played {
            color,
            mv,
            turn,
            forced,
            key,
            previous,
        });
    }

    /// Takes the last move back.
    pub(crate) fn pop(&mut self) -> Option<Played> {
        let last = self.played.pop()?;
        match last.previous {
            Some(number) => self.latest.insert(last.key, number),
            None => self.latest.remove(&last.key),
        };
        Some(last)
    }

    /// If the last move was a stone that closed a cycle without a pass and without a move against
    /// the rules: after how many moves the position stood before.
    pub(crate) fn cycle(&self) -> Option<usize> {
        let number = self.last()?.previous?;
        let legal_stones = self.played[number..]
            .iter()
            .all(|p| p.mv != Move::Pass && !p.forced);
        legal_stones.then_some(number)
    }
}
