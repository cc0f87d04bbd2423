//! A game: the board now, and everything of the past that the rules ask about.
//!
//! The fast board knows the stones and the ko that may not be retaken at once. Superko, passes,
//! prisoners, handicap, komi and undo live here.
//!
//! Undo replays the game from its start: a move costs well under a microsecond, while a board kept
//! for every move would cost megabytes.

use tengen_game::Color;

use crate::history::History;
use crate::setup::arranged;
use crate::stand::Stand;
use crate::{Illegal, Ko, Komi, Move, Point, Rules, Size, Stones, Suicide};

/// The state of a game: under way or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It goes on.
    Running,
    /// The players have passed in turn; the position is to be counted.
    Over,
    /// The position has stood before under rules that let it: no result.
    NoResult {
        /// After how many moves it stood before.
        first: usize,
    },
}

/// A game of Go with its whole history.
///
/// Either colour may play at any time, since GTP and records ask for that; [`Game::turn`] says whose
/// turn it would be. Moves are also taken after the game is over: players who disagree play on.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    komi: Komi,
    handicap: usize,
    start: Stand,
    now: Stand,
    history: History,
}

impl Game {
    /// A game on an empty board, Black to move.
    #[must_use]
    pub fn new(size: Size, rules: Rules, komi: Komi) -> Self {
        Self::from_position(Stones::new(size), Color::Black, rules, komi)
    }

    /// A game that starts from a position. Which ko may not be retaken is unknown at a start, so
    /// none is.
    #[must_use]
    pub fn from_position(stones: Stones, turn: Color, rules: Rules, komi: Komi) -> Self {
        let start = Stand::new(stones, turn);
        Self {
            rules,
            komi,
            handicap: 0,
            now: start.clone(),
            history: History::new(start.repetition_key(rules.ko)),
            start,
        }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.now.stones.size()
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// White's points for moving second.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// Changes the komi, which no legal move depends on.
    pub const fn set_komi(&mut self, komi: Komi) {
        self.komi = komi;
    }

    /// Puts the game under other rules: the moves so far are taken as they were played, whether or
    /// not the new rules would have allowed them.
    pub fn set_rules(&mut self, rules: Rules) {
        let moves: Vec<(Color, Move)> = self.moves().collect();
        let turn = self.now.turn;
        self.rules = rules;
        self.now = self.start.clone();
        self.forget_history();
        for (color, mv) in moves {
            let forced = self.check(color, mv).is_err();
            self.put(color, mv, forced);
        }
        self.now.turn = turn;
    }

    /// The number of handicap stones that Black was given; 0 in an even game.
    #[must_use]
    pub const fn handicap(&self) -> usize {
        self.handicap
    }

    /// Sets how many of the stones of the start are handicap stones, for the compensation. Records
    /// tell this apart from the stones.
    pub const fn set_handicap(&mut self, stones: usize) {
        self.handicap = stones;
    }

    /// The board now.
    #[must_use]
    pub const fn stones(&self) -> &Stones {
        &self.now.stones
    }

    /// The board before the first move.
    #[must_use]
    pub const fn start(&self) -> &Stones {
        &self.start.stones
    }

    /// The stone on a point; none outside the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.now.stones.at(point)
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.now.turn
    }

    /// Gives the turn to a side, as records do after a setup. Before the first move this also says
    /// with whom to move the starting position stands.
    pub fn set_turn(&mut self, turn: Color) {
        self.now.turn = turn;
        if self.history.played().is_empty() {
            self.start.turn = turn;
            self.forget_history();
        }
    }

    /// The moves since the start, with who played them.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + ExactSizeIterator + '_ {
        self.history.played().iter().map(|p| (p.color, p.mv))
    }

    /// The last move.
    #[must_use]
    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.history.last().map(|p| (p.color, p.mv))
    }

    /// The number of stones that this side has captured, those that the opponent took off by
    /// suicide included.
    #[must_use]
    pub fn captures(&self, color: Color) -> usize {
        self.now.captures[color]
    }

    /// The number of passes in a row that the game ends with now.
    #[must_use]
    pub const fn passes(&self) -> usize {
        self.now.passes
    }

    /// The state of the game: under way or over.
    #[must_use]
    pub fn state(&self) -> State {
        if self.now.passes >= self.rules.passes {
            State::Over
        } else if let Some(first) = self.no_result() {
            State::NoResult { first }
        } else {
            State::Running
        }
    }

    /// True if the players have passed in turn.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.now.passes >= self.rules.passes
    }

    /// Under simple ko: whether the last stone closed a cycle of the whole board with the same side
    /// to move, and after how many moves that position stood before.
    ///
    /// A cycle with a pass in it does not count: who passes was not forced to go round, as in
    /// send-two-return-one, where one side loses a stone a round and the other may just pass. Nor
    /// does one with a move that was forced on the rules (see [`Game::force`]).
    #[must_use]
    pub fn no_result(&self) -> Option<usize> {
        match self.rules.ko {
            Ko::Simple => self.history.cycle(),
            Ko::Positional | Ko::Situational => None,
        }
    }

    /// A hash of the stones, the side to move, the passes in a row and the ko that may not be
    /// retaken: of everything but the longer past.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.now.hash()
    }

    /// Tests if `color` may play `mv` now, and says why if not.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        let Move::Play(point) = mv else {
            return Ok(());
        };
        let size = self.size();
        if !point.is_on(size) {
            return Err(Illegal::OffBoard { point, size });
        }
        if let Some(by) = self.now.stones.at(point) {
            return Err(Illegal::Occupied { point, size, by });
        }
        // The board forbids two things on an empty point, and a ko is never suicide.
        let stones = &self.now.stones;
        let suicide = !stones.is_legal(color, point) && stones.ko() != Some(point);
        if suicide && self.rules.suicide == Suicide::Forbidden {
            return Err(Illegal::Suicide { point, size });
        }
        let retakes = self.ko_for(color) == Some(point);
        let seen = match self.rules.ko {
            Ko::Simple => return self.refuse_ko(retakes, point),
            Ko::Positional | Ko::Situational => self.repeats(color, point, suicide),
        };
        match seen {
            None => Ok(()),
            Some(_) if retakes => self.refuse_ko(true, point),
            Some(first) => Err(Illegal::Superko { point, size, first }),
        }
    }

    fn refuse_ko(&self, retakes: bool, point: Point) -> Result<(), Illegal> {
        let size = self.size();
        if retakes {
            Err(Illegal::Ko { point, size })
        } else {
            Ok(())
        }
    }

    /// The ko that this side may not retake: who has just taken it may fill it.
    fn ko_for(&self, color: Color) -> Option<Point> {
        let taker = self.history.last()?.color;
        self.now.stones.ko().filter(|_| taker != color)
    }

    /// After how many moves the position stood before that a legal stone would lead to.
    fn repeats(&self, color: Color, point: Point, suicide: bool) -> Option<usize> {
        // As long as nothing has been captured every earlier position is part of this one, so only
        // a suicide can lead back.
        if !suicide && self.now.captures == self.start.captures {
            return None;
        }
        let mut after = self.now.clone();
        after.put(color, Move::Play(point));
        self.history.seen(after.repetition_key(self.rules.ko))
    }

    /// Plays a move; then it is the other side's turn.
    ///
    /// # Errors
    /// If the move is illegal; the game is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check(color, mv)?;
        self.put(color, mv, false);
        Ok(())
    }

    /// Plays a stone that the rules may forbid but the board can take: the retaking of a ko, the
    /// repetition of a position, suicide. For records of what players did all the same.
    ///
    /// It is a move like any other: prisoners are counted (an own chain without a liberty becomes
    /// the opponent's), the history goes on, and undo takes it back.
    ///
    /// # Errors
    /// If the point is not on the board or not empty; the game is unchanged then.
    pub fn force(&mut self, color: Color, point: Point) -> Result<(), Illegal> {
        let mv = Move::Play(point);
        match self.check(color, mv) {
            Err(cannot @ (Illegal::OffBoard { .. } | Illegal::Occupied { .. })) => Err(cannot),
            verdict => {
                self.put(color, mv, verdict.is_err());
                Ok(())
            }
        }
    }

    fn put(&mut self, color: Color, mv: Move, forced: bool) {
        let turn = self.now.turn;
        self.now.put(color, mv);
        let key = self.now.repetition_key(self.rules.ko);
        self.history.push(color, mv, turn, forced, key);
    }

    /// Takes the last move back and returns it; `None` at the start of the game.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let last = self.last_move()?;
        self.undo_many(1);
        Some(last)
    }

    /// Takes the last moves back, as many as are asked for and there are, and returns how many. It
    /// costs about as much as to take one back.
    pub fn undo_many(&mut self, moves: usize) -> usize {
        let mut taken = 0;
        let mut turn = None;
        while taken < moves
            && let Some(last) = self.history.pop()
        {
            turn = Some(last.turn);
            taken += 1;
        }
        if let Some(turn) = turn {
            self.now = self.start.clone();
            for played in self.history.played() {
                self.now.put(played.color, played.mv);
            }
            self.now.turn = turn;
        }
        taken
    }

    /// All moves that `color` may play now: points in reading order, then the pass.
    #[must_use]
    pub fn legal_moves(&self, color: Color) -> Vec<Move> {
        Point::all(self.size())
            .map(Move::Play)
            .chain([Move::Pass])
            .filter(|&mv| self.check(color, mv).is_ok())
            .collect()
    }

    /// Puts stones on points or clears them (`None`), as the setup of a record does.
    ///
    /// The position that results is a new start: the moves so far are forgotten, undo does not
    /// reach behind it, and no earlier position counts as repeated. The turn, the prisoners, the
    /// komi and the handicap stay. Nothing is captured by a setup.
    ///
    /// # Errors
    /// If a point is not on the board or a chain would have no liberty; the game is unchanged then.
    pub fn setup(
        &mut self,
        edits: impl IntoIterator<Item = (Point, Option<Color>)>,
    ) -> Result<(), Illegal> {
        let stones = arranged(self.now.stones.clone(), edits)?;
        self.now.stones = stones;
        self.now.passes = 0;
        self.start = self.now.clone();
        self.forget_history();
        Ok(())
    }

    fn forget_history(&mut self) {
        self.history = History::new(self.start.repetition_key(self.rules.ko));
    }
}
