//! A game: a board with its rules, its moves, and how it ended.

use std::hash::{DefaultHasher, Hash, Hasher};

use tengen_game::{Color, Outcome, Progress, Status};
use thiserror::Error;

use crate::{Board, HandPiece, Move, Moves, PieceMove, PieceType, Repetition};

/// The points that win a game by declaration once the king has entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// None: nobody may declare.
    Never,
    /// 28 for Black and 27 for White, as in most engine matches.
    #[default]
    Points27,
    /// 31 for either side.
    Points24,
}

/// What may differ from game to game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The points of a declaration.
    pub declaration: Declaration,
    /// The number of moves after which a game is drawn; 0 sets none.
    pub most: u32,
}

/// How a game ended by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side to move has no move.
    Mate(Color),
    /// The winner declared, or lost by declaring too early.
    Declared(Color),
    /// The position came for the fourth time.
    Repetition,
    /// The same, and the loser gave check all the time: the winner.
    PerpetualCheck(Color),
    /// The game was as long as it may be.
    TooLong,
}

impl Ending {
    /// The winner; none of a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Mate(color) | Self::Declared(color) | Self::PerpetualCheck(color) => Some(color),
            Self::Repetition | Self::TooLong => None,
        }
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// It is the other side's turn.
    #[error("it is {0}'s turn")]
    Turn(Color),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// No such piece may go there.
    #[error("no piece may move so: {0}")]
    NoMove(Move),
    /// There is no such piece in hand.
    #[error("there is no such piece in hand: {0}")]
    NotInHand(Move),
    /// Two pawns would be on a file.
    #[error("two pawns would be on one file: {0}")]
    TwoPawns(Move),
    /// A dropped pawn may not mate.
    #[error("a dropped pawn may not mate: {0}")]
    PawnMate(Move),
    /// The king would be taken.
    #[error("the king could be taken: {0}")]
    Check(Move),
    /// The points do not suffice.
    #[error("the points of a declaration are not reached")]
    Declaration,
}

/// See the module's head.
#[derive(Clone, Debug)]
pub struct Game {
    start: Board,
    board: Board,
    rules: Rules,
    moves: Vec<(Color, PieceMove)>,
    declared: Option<Color>,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Board::start(), Rules::default())
    }
}

impl Game {
    /// A game from a board, under these rules.
    #[must_use]
    pub fn new(board: Board, rules: Rules) -> Self {
        let start = board.alone();
        Self {
            board: start.clone(),
            start,
            rules,
            moves: Vec::new(),
            declared: None,
        }
    }

    /// The board now, with all that led there.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The board of the beginning.
    #[must_use]
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Sets other rules.
    pub const fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if let Some(color) = self.declared {
            return Some(Ending::Declared(color));
        }
        let turn = self.board.turn();
        if self.board.is_mated() {
            return Some(Ending::Mate(!turn));
        }
        match self.board.fourfold() {
            Some(Repetition::Win) => return Some(Ending::PerpetualCheck(turn)),
            Some(Repetition::Loss) => return Some(Ending::PerpetualCheck(!turn)),
            Some(_) => return Some(Ending::Repetition),
            None => {}
        }
        let most = self.rules.most as usize;
        (most > 0 && self.moves.len() >= most).then_some(Ending::TooLong)
    }

    /// The reason why the side to move may not play a move that is none of its legal ones.
    fn reason(&self, mv: Move) -> Illegal {
        let turn = self.board.turn();
        if let Some(kind) = mv.dropped() {
            let Some(hand) = HandPiece::from_piece_type(kind) else {
                return Illegal::NoMove(mv);
            };
            if self.board.in_hand(turn, hand) == 0 {
                return Illegal::NotInHand(mv);
            }
            if kind == PieceType::PAWN && self.board.at(mv.to()).is_empty() {
                let file = mv.to().to_index() / 9;
                let pawn = |rank| {
                    let piece = self.board.at(crate::Square::from_index(file * 9 + rank));
                    piece.piece_type() == PieceType::PAWN && self.owns(turn, piece)
                };
                if (0..9).any(pawn) {
                    return Illegal::TwoPawns(mv);
                }
                if self.pawn_mates(mv) {
                    return Illegal::PawnMate(mv);
                }
            }
        } else if self.reaches(mv) {
            return Illegal::Check(mv);
        }
        match self.board.in_check() {
            true => Illegal::Check(mv),
            false => Illegal::NoMove(mv),
        }
    }

    fn owns(&self, color: Color, piece: crate::Piece) -> bool {
        !piece.is_empty() && piece.color() == crate::board::side(color)
    }

    /// Tests if a pawn dropped here stands before the other king.
    fn pawn_mates(&self, mv: Move) -> bool {
        let turn = self.board.turn();
        let king = self.board.king(!turn).to_index() as i32;
        let before = king + turn.sign();
        before == mv.to().to_index() as i32 && before / 9 == king / 9
    }

    /// Tests if the piece could go there if its king were not to be minded.
    fn reaches(&self, mv: Move) -> bool {
        let Some(from) = mv.from() else {
            return false;
        };
        let turn = self.board.turn();
        let occupied = self.board.occupied();
        self.owns(turn, self.board.at(from))
            && !self.owns(turn, self.board.at(mv.to()))
            && self.board.attackers(mv.to(), occupied).test(from)
    }
}

impl tengen_game::Game for Game {
    type Move = Move;
    type Illegal = Illegal;
    type Geometry = ();

    fn geometry(&self) {}

    fn label(mv: Move, (): ()) -> String {
        mv.to_string()
    }

    fn parse(text: &str, (): ()) -> Option<Move> {
        Move::parse(text)
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + ExactSizeIterator + '_ {
        self.moves.iter().map(|&(color, mv)| (color, mv.bare()))
    }

    fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        let turn = self.board.turn();
        if self.ending().is_some() {
            return Err(Illegal::Over);
        }
        if color != turn {
            return Err(Illegal::Turn(turn));
        }
        if mv == Move::DECLARE {
            let may = self.board.may_declare(self.rules.declaration);
            return may.then_some(()).ok_or(Illegal::Declaration);
        }
        match self.board.recall(mv) {
            Some(_) => Ok(()),
            None => Err(self.reason(mv)),
        }
    }

    fn legal_moves(&self, color: Color) -> Vec<Move> {
        if self.ending().is_some() || color != self.board.turn() {
            return Vec::new();
        }
        let mut moves = Moves::default();
        self.board.legal(&mut moves);
        let mut legal: Vec<Move> = moves.iter().map(PieceMove::bare).collect();
        if self.board.may_declare(self.rules.declaration) {
            legal.push(Move::DECLARE);
        }
        legal
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check(color, mv)?;
        if mv == Move::DECLARE {
            self.declared = Some(color);
            return Ok(());
        }
        let mv = self.board.recall(mv).ok_or(Illegal::NoMove(mv))?;
        self.board.play(mv);
        self.moves.push((color, mv));
        Ok(())
    }

    fn undo(&mut self) -> Option<(Color, Move)> {
        if let Some(color) = self.declared.take() {
            return Some((color, Move::DECLARE));
        }
        let (color, mv) = self.moves.pop()?;
        self.board.undo(mv);
        Some((color, mv.bare()))
    }

    fn status(&self) -> Status {
        match self.ending() {
            None => Status::Running,
            Some(ending) => Status::Ended(Outcome {
                winner: ending.winner(),
                score: 0.0,
            }),
        }
    }

    fn hash(&self) -> u64 {
        self.board.key()
    }

    fn terms(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.start.key(), self.rules).hash(&mut hasher);
        hasher.finish()
    }

    /// A game of engines takes about 120 moves, and hardly ever ends within the next fifteen of a side.
    fn progress(&self) -> Progress {
        Progress {
            moves: self.moves.len(),
            length: 120.0,
            reserve: 15.0,
        }
    }
}
