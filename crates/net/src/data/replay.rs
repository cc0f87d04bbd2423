//! A game up to a position, as a network sees it.
//!
//! The rules are those that KataGo calls Chinese: areas count, no suicide, the simple ko, and dead stones may be
//! left on the board. Our games were played under various rules, most of which count territory at a komi that
//! gives the same winner within a point; the moves do not show the difference, and one set of rules is what the
//! network will be used with.

use tengen_go::board::Stones;
use tengen_go::{Color, Move, Point, Rules, Size};

use super::games::GameView;
use crate::input::{InputError, Moment, RECENT};

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The board.
    pub stones: Stones,
    /// What a network may know of it.
    pub moment: Moment,
}

impl Scene {
    /// The position before the n-th move of a game (from 0), with whoever made that move to move.
    ///
    /// # Errors
    /// If the board is larger than 19×19.
    pub fn before(game: &GameView<'_>, n: usize) -> Result<Self, InputError> {
        let mut stones = Stones::new(game.size());
        for (color, mv) in game.setup() {
            if let Move::Play(point) = mv {
                stones.place(color, point);
            }
        }
        stones.forget_ko();
        // What a network sees of the past are a few moves and the boards between them.
        let seen = n.saturating_sub(RECENT + 1);
        let mut moves = game.first(n);
        for (color, mv) in moves.by_ref().take(seen) {
            put(&mut stones, color, mv);
        }
        let first = game.mv(seen).map_or(Color::Black, |(color, _)| color);
        let komi = f64::from(game.komi());
        let mut moment = Moment::new(&stones, first, &Rules::CHINESE, komi)?;
        for (color, mv) in moves {
            put(&mut stones, color, mv);
            moment.play(color, mv);
        }
        if let Some((color, _)) = game.mv(n) {
            moment.give_turn(color);
        }
        Ok(Self { stones, moment })
    }

    /// The legal moves of the side to move, in reading order; the pass is not among them.
    pub fn legal(&self) -> impl Iterator<Item = usize> + '_ {
        legal(&self.stones, self.moment.turn)
    }
}

/// The points in reading order where a side may play.
pub fn legal(stones: &Stones, turn: Color) -> impl Iterator<Item = usize> + '_ {
    let places = Point::all(stones.size()).enumerate();
    places.filter_map(move |(place, point)| stones.is_legal(turn, point).then_some(place))
}

/// Plays a move that games allow: what our board forbids (a ko retaken, suicide) is put all the same.
pub fn put(stones: &mut Stones, color: Color, mv: Move) {
    match mv {
        Move::Pass => stones.pass(),
        Move::Play(point) => {
            // Whether a ko may be retaken is no matter: it was.
            stones.forget_ko();
            if stones.at(point).is_none() && !stones.play(color, point) {
                stones.suicide(color, point);
            }
        }
    }
}

/// The move of a place in reading order; the pass is behind the points.
#[must_use]
pub fn move_at(place: usize, size: Size) -> Move {
    Point::from_index(place, size).map_or(Move::Pass, Move::Play)
}

/// The place of a move in reading order; that of the pass is behind the points.
#[must_use]
pub fn place_of(mv: Move, size: Size) -> usize {
    mv.point().map_or(size.area(), |point| point.index(size))
}
