//! Tic-tac-toe: the smallest game that a session plays, and the pattern for adding another one.
//!
//! A game of its own needs three things: a [`Position`] for the search, a [`Game`] with its history, and
//! a [`Kit`]. Squares are `a1` to `c3`, letters for columns and numbers for rows from below; Black
//! begins.

use tengen_game::{Color, Game, Outcome, Position, Progress, Status};
use tengen_params::parts;
use tengen_search::{AllMoves, Mcts, Parts, RandomPlayout, SearchParams};
use thiserror::Error;

use crate::parameters::{BudgetParams, RecipeParams, ResignParams, TimeParams};
use crate::tree_search::{Root, TreeSearch};
use crate::{Kit, Thinker};

/// The lines of three, as sets of squares.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
/// All nine squares.
const FULL: u16 = 0o777;

/// A square, from 0 (a1) to 8 (c3).
pub type Square = u8;

/// The board with its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    /// The squares of Black and of White, as sets.
    taken: [u16; 2],
    turn: Color,
}

impl Squares {
    /// The empty board.
    pub const EMPTY: Self = Self {
        taken: [0; 2],
        turn: Color::Black,
    };

    const fn is_free(self, square: Square) -> bool {
        square < 9 && (self.taken[0] | self.taken[1]) & (1 << square) == 0
    }
}

impl Position for Squares {
    type Move = Square;

    fn codes(&self) -> usize {
        9
    }

    fn code(&self, mv: Square) -> usize {
        usize::from(mv)
    }

    fn decode(&self, code: usize) -> Square {
        u8::try_from(code).unwrap_or(u8::MAX)
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn moves(&self, each: impl FnMut(Square)) {
        if self.outcome().is_none() {
            (0..9).filter(|&square| self.is_free(square)).for_each(each);
        }
    }

    fn play(&mut self, mv: Square) {
        if self.is_free(mv) {
            self.taken[self.turn as usize] |= 1 << mv;
            self.turn = !self.turn;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |color: &Color| {
            let taken = self.taken[*color as usize];
            LINES.iter().any(|line| taken & line == *line)
        };
        let winner = Color::BOTH.into_iter().find(has_line);
        let over = winner.is_some() || self.taken[0] | self.taken[1] == FULL;
        over.then_some(Outcome { winner, score: 0.0 })
    }

    fn hash(&self) -> u64 {
        let [black, white] = self.taken.map(u64::from);
        black | white << 9 | (self.turn as u64) << 18
    }
}

/// A game with its moves.
#[derive(Clone, Debug)]
pub struct Match {
    now: Squares,
    moves: Vec<Square>,
}

impl Match {
    /// The empty board.
    pub const START: Self = Self {
        now: Squares::EMPTY,
        moves: Vec::new(),
    };
}

/// An illegal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The other side is to move.
    #[error("it is the other side's turn")]
    Turn,
    /// The square is taken, or is none.
    #[error("{0} is not a free square")]
    Taken(String),
}

impl Game for Match {
    type Move = Square;
    type Illegal = Illegal;
    type Geometry = ();

    fn geometry(&self) {}

    fn label(mv: Square, (): ()) -> String {
        let column = char::from(b'a' + mv % 3);
        format!("{column}{}", mv / 3 + 1)
    }

    fn parse(text: &str, (): ()) -> Option<Square> {
        (0..9).find(|&square| Self::label(square, ()).eq_ignore_ascii_case(text))
    }

    fn turn(&self) -> Color {
        self.now.turn
    }

    fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Square)> + ExactSizeIterator + '_ {
        let numbered = self.moves.iter().enumerate();
        numbered.map(|(number, &mv)| (Color::BOTH[number % 2], mv))
    }

    fn check(&self, color: Color, mv: Square) -> Result<(), Illegal> {
        if self.now.outcome().is_some() {
            return Err(Illegal::Over);
        }
        if color != self.now.turn {
            return Err(Illegal::Turn);
        }
        match self.now.is_free(mv) {
            true => Ok(()),
            false => Err(Illegal::Taken(Self::label(mv, ()))),
        }
    }

    fn legal_moves(&self, color: Color) -> Vec<Square> {
        (0..9).filter(|&mv| self.check(color, mv).is_ok()).collect()
    }

    fn play(&mut self, color: Color, mv: Square) -> Result<(), Illegal> {
        self.check(color, mv)?;
        self.now.play(mv);
        self.moves.push(mv);
        Ok(())
    }

    fn undo(&mut self) -> Option<(Color, Square)> {
        let mv = self.moves.pop()?;
        let turn = !self.now.turn;
        self.now.taken[turn as usize] &= !(1 << mv);
        self.now.turn = turn;
        Some((turn, mv))
    }

    fn status(&self) -> Status {
        self.now.outcome().map_or(Status::Running, Status::Ended)
    }

    fn hash(&self) -> u64 {
        self.now.hash()
    }

    fn terms(&self) -> u64 {
        0
    }

    fn progress(&self) -> Progress {
        Progress {
            moves: self.moves.len(),
            length: 9.0,
            reserve: 1.0,
        }
    }
}

parts! {
    /// The parameters of a player.
    pub struct Parameters {
        /// The recipe itself.
        recipe: RecipeParams,
        /// How much a move may cost.
        budget: BudgetParams,
        /// The tree search.
        search: SearchParams,
        /// When a lost game is given up.
        resign: ResignParams,
        /// How the time of a clock is used.
        time: TimeParams,
    }
}

crate::groups!(Parameters);

/// The kit of tic-tac-toe: plain tree search with random playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe;

/// Nothing can be missing: there are no models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoFault {}

impl Kit for TicTacToe {
    type Game = Match;
    type Parameters = Parameters;
    type Models = ();
    type Fault = NoFault;
    type Findings = ();
    type Thinker = dyn Thinker<Self>;

    const RECIPES: &'static [(&'static str, &'static str)] = &[
        (
            "uct",
            "recipe.about = \"Plain tree search with random playouts.\"\n",
        ),
        (
            "hasty",
            "recipe.about = \"The same with one playout a move.\"\nbudget.playouts = 1\n",
        ),
    ];

    fn load(_: &Parameters) -> Result<(), NoFault> {
        Ok(())
    }

    fn thinker(parameters: &Parameters, (): &(), _: &Match, seed: u64) -> Box<dyn Thinker<Self>> {
        let parts = (0..parameters.budget.threads).map(|_| Parts {
            expand: Box::new(AllMoves),
            leaf: Box::new(RandomPlayout::new(9)),
            observers: Vec::new(),
        });
        let search = &parameters.search;
        let mcts = Mcts::new(search, Squares::EMPTY, None, parts.collect(), seed);
        Box::new(TreeSearch::new(mcts, (), search.tree.reuse))
    }
}

impl Root<TicTacToe> for Squares {
    fn root(game: &Match, turn: Color) -> Self {
        Self { turn, ..game.now }
    }
}
