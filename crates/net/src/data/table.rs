//! A game that networks play by drawing moves from their policies, without search.

use std::cmp::Ordering;

use tengen_game::Rng;
use tengen_go::board::{Black, Stones, White};
use tengen_go::{Color, Move, Point, Rules, Size, Symmetry};

use super::draw::stream;
use super::labels::PlayedGame;
use super::lesson::chances;
use super::replay::{legal, move_at, put};
use crate::input::{InputError, Moment};
use crate::output::Output;

/// How moves are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// Logits are divided by this before a move is drawn: below 1 likely moves become likelier.
    pub temperature: f32,
    /// The game begins with up to so many moves that are drawn from all legal points alike.
    pub opening: u32,
    /// The part of the later moves that are drawn so.
    pub stray: f64,
    /// The games end after so many moves for each point of the board.
    pub longest: f64,
    /// How games end.
    pub end: End,
}

/// How games end, and who has won them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By two passes that were drawn like other moves; whose each point is, the network says.
    Agreed,
    /// Nobody fills an own eye or passes while there is another move, and the board is counted as it stands.
    PlayedOut,
}

impl Default for Manner {
    fn default() -> Self {
        Self {
            temperature: 0.8,
            opening: 4,
            stray: 0.04,
            longest: 2.5,
            end: End::Agreed,
        }
    }
}

/// A point counts for a side if the network is so sure of it.
const SURE: f32 = 0.3;

/// A game under way.
#[derive(Clone, Debug)]
pub struct Table {
    /// The number of the game.
    pub number: u64,
    /// What a network may know of it now.
    pub moment: Moment,
    /// The game until now.
    pub game: PlayedGame,
    stones: Stones,
    rng: Rng,
    opening: u32,
    /// The symmetry of the next evaluation.
    symmetry: Symmetry,
}

impl Table {
    /// The beginning of the game with this number: its komi and all its chances follow from the number and the seed.
    ///
    /// # Errors
    /// If the board is larger than 19×19.
    pub fn new(size: Size, seed: u64, number: u64, manner: &Manner) -> Result<Self, InputError> {
        let mut rng = stream(seed, number);
        let komi = komi(&mut rng);
        let mut table = Self::with_komi(size, komi, rng, number)?;
        table.opening = table.rng.below(manner.opening.saturating_add(1));
        Ok(table)
    }

    /// The beginning of a game with this komi.
    ///
    /// # Errors
    /// If the board is larger than 19×19.
    pub fn with_komi(size: Size, komi: f32, rng: Rng, number: u64) -> Result<Self, InputError> {
        let stones = Stones::new(size);
        let moment = Moment::new(&stones, Color::Black, &Rules::CHINESE, f64::from(komi))?;
        let mut table = Self {
            number,
            moment,
            game: PlayedGame {
                komi,
                winner: None,
                moves: Vec::new(),
            },
            stones,
            rng,
            opening: 0,
            symmetry: Symmetry::IDENTITY,
        };
        table.turn();
        Ok(table)
    }

    fn turn(&mut self) {
        self.symmetry = Symmetry::ALL[self.rng.below(8) as usize];
    }

    /// The symmetry by which the next position is to be turned before it is evaluated.
    #[must_use]
    pub const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The points where the side to move may play, in reading order.
    pub fn legal(&self) -> impl Iterator<Item = usize> + '_ {
        legal(&self.stones, self.moment.turn)
    }

    /// Draws a move from what a network said of the position, which was turned.
    pub fn choose(&mut self, output: &Output, manner: &Manner) -> Move {
        self.draw(output, manner).0
    }

    /// The same with the places that it was drawn from and their chances; none if it was drawn without the network.
    pub fn draw(&mut self, output: &Output, manner: &Manner) -> (Move, Vec<(u16, f32)>) {
        let size = self.stones.size();
        let free = (self.game.moves.len() as u32) < self.opening;
        if free || self.rng.unit() < manner.stray {
            return (self.any_move(), Vec::new());
        }
        let moves = self.moves(manner.end);
        let chances = chances(
            output,
            size,
            self.symmetry,
            moves.into_iter(),
            manner.temperature,
        );
        let place = drawn(&chances, &mut self.rng);
        let mv = place.map_or(Move::Pass, |place| move_at(place, size));
        (mv, chances)
    }

    /// The places that may be drawn in games that end so; that of the pass is behind the points.
    fn moves(&self, end: End) -> Vec<usize> {
        let pass = self.stones.size().area();
        let mut moves: Vec<usize> = match end {
            End::Agreed => self.legal().collect(),
            End::PlayedOut => self.sensible().collect(),
        };
        if end == End::Agreed || moves.is_empty() {
            moves.push(pass);
        }
        moves
    }

    /// The legal points that fill no eye of the side to move.
    fn sensible(&self) -> impl Iterator<Item = usize> + '_ {
        self.legal().filter(|&place| !self.is_eye(place))
    }

    /// Draws a move and plays it: see [`Table::choose`] and [`Table::advance`].
    pub fn step(&mut self, output: &Output, manner: &Manner) -> bool {
        let mv = self.choose(output, manner);
        self.advance(mv, output, manner)
    }

    /// Plays a move in the position of which a network said this. True if the game is over then, and its winner known.
    pub fn advance(&mut self, mv: Move, output: &Output, manner: &Manner) -> bool {
        // Whose each point is is told from the position before the last move: a pass changes nothing.
        let told = self.count(output);
        self.play(self.moment.turn, mv);
        self.turn();
        let most = (manner.longest * self.stones.size().area() as f64) as usize;
        let over = self.moment.over || self.game.moves.len() >= most;
        if over {
            let ahead = match manner.end {
                End::Agreed => told,
                End::PlayedOut => self.stones.area_score() as f32,
            };
            self.game.winner = match (ahead - self.game.komi).total_cmp(&0.0) {
                Ordering::Greater => Some(Color::Black),
                Ordering::Less => Some(Color::White),
                Ordering::Equal => None,
            };
        }
        over
    }

    /// True if the point is an eye of the side to move.
    fn is_eye(&self, place: usize) -> bool {
        let size = self.stones.size();
        let vertex = Point::from_index(place, size).and_then(|p| self.stones.vertex(p));
        vertex.is_some_and(|v| match self.moment.turn {
            Color::Black => self.stones.around(v).is_eye::<Black>(),
            Color::White => self.stones.around(v).is_eye::<White>(),
        })
    }

    fn play(&mut self, color: Color, mv: Move) {
        put(&mut self.stones, color, mv);
        self.moment.play(color, mv);
        self.game.moves.push((color, mv));
    }

    /// A legal point, all of them alike, but none that would fill the side's own eye; a pass if there is none.
    pub fn any_move(&mut self) -> Move {
        let places: Vec<usize> = self.sensible().collect();
        let drawn = self.rng.below(places.len() as u32) as usize;
        let size = self.stones.size();
        places.get(drawn).map_or(Move::Pass, |&p| move_at(p, size))
    }

    /// A number below another, by the chance of this game.
    pub const fn below(&mut self, n: u32) -> u32 {
        self.rng.below(n)
    }

    /// By how many points Black is ahead on the board, by the ownership of points that the network is sure of.
    fn count(&self, output: &Output) -> f32 {
        let area = self.stones.size().area();
        let owned = output.ownership[..area].iter();
        let own: i32 = owned
            .map(|&x| i32::from(x > SURE) - i32::from(x < -SURE))
            .sum();
        own as f32 * self.moment.turn.sign() as f32
    }
}

/// A komi for a game of self-play: mostly about what is fair, sometimes far from it, so that a network learns what it
/// is worth.
fn komi(rng: &mut Rng) -> f32 {
    match rng.below(8) {
        0 => rng.below(81) as f32 * 0.5 - 13.0,
        _ => rng.below(7) as f32 * 0.5 + 5.5,
    }
}

/// One of the places, by their chances.
fn drawn(chances: &[(u16, f32)], rng: &mut Rng) -> Option<usize> {
    let mut left = rng.unit() as f32;
    for &(place, chance) in chances {
        left -= chance;
        if left < 0.0 {
            return Some(usize::from(place));
        }
    }
    // Rounding may leave a little.
    chances.first().map(|&(place, _)| usize::from(place))
}
