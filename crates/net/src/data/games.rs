//! Games packed into memory: two bytes a move, so that hundreds of thousands of them fit.

use tengen_go::{Color, Komi, Move, Point, Size};
use tengen_pattern::corpus::Game;

use crate::features::LARGEST;

/// The komi of a game whose komi is unknown: what is usual where areas are counted.
pub const USUAL_KOMI: f32 = 7.5;
/// A komi beyond this is a slip of the pen (65 for 6.5), and so unknown.
const WILD: f64 = 40.0;

/// The bit of a white move.
const WHITE: u16 = 1 << 15;
/// The place of a pass.
const PASS: u16 = WHITE - 1;

/// Games in memory.
#[derive(Clone, Debug, Default)]
pub struct Games {
    entries: Vec<Entry>,
    /// The stones that each game starts from, then its moves.
    codes: Vec<u16>,
    /// The number of games left out since no network takes their boards.
    pub large: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The number of the game's record in its corpus.
    record: u32,
    /// Where its stones and moves begin.
    start: u32,
    setup: u16,
    moves: u16,
    size: Size,
    winner: Option<Color>,
    komi: f32,
}

/// A game of those in memory.
#[derive(Clone, Copy, Debug)]
pub struct GameView<'a> {
    entry: Entry,
    codes: &'a [u16],
}

impl Games {
    /// No game.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a game with the number of its record. Boards larger than 19×19 are left out and counted; of a game
    /// longer than 65,535 moves, or one beyond the first four thousand million moves of all, nothing more is kept.
    pub fn push(&mut self, record: u64, game: &Game) {
        if game.size.get() > LARGEST {
            self.large += 1;
            return;
        }
        let known = |komi: &Komi| komi.points().abs() <= WILD;
        let komi = game.komi.filter(known);
        let komi = komi.map_or(USUAL_KOMI, |komi| komi.points() as f32);
        let setup = game.setup.iter().map(|&(color, p)| (color, Move::Play(p)));
        self.add(record, game.size, komi, game.winner, setup, &game.moves);
    }

    /// Adds a game by its parts.
    pub fn add(
        &mut self,
        record: u64,
        size: Size,
        komi: f32,
        winner: Option<Color>,
        setup: impl ExactSizeIterator<Item = (Color, Move)>,
        moves: &[(Color, Move)],
    ) {
        let moves = &moves[..moves.len().min(usize::from(u16::MAX))];
        let (Ok(start), Ok(record)) = (u32::try_from(self.codes.len()), u32::try_from(record))
        else {
            return;
        };
        let entry = Entry {
            record,
            start,
            setup: setup.len() as u16,
            moves: moves.len() as u16,
            size,
            winner,
            komi,
        };
        self.codes
            .extend(setup.map(|(color, mv)| pack(color, mv, size)));
        self.codes
            .extend(moves.iter().map(|&(color, mv)| pack(color, mv, size)));
        self.entries.push(entry);
    }

    /// Puts the games into the order of their records, whatever order they came in.
    pub fn sort(&mut self) {
        self.entries.sort_unstable_by_key(|entry| entry.record);
    }

    /// Adds other games behind these.
    pub fn append(&mut self, other: Self) {
        self.large += other.large;
        let Ok(shift) = u32::try_from(self.codes.len()) else {
            return;
        };
        let fits = |entry: &Entry| entry.start.checked_add(shift).is_some();
        let moved = other.entries.into_iter().filter(fits);
        self.entries.extend(moved.map(|entry| Entry {
            start: entry.start + shift,
            ..entry
        }));
        self.codes.extend(other.codes);
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of moves of all games.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.entries.iter().map(|e| u64::from(e.moves)).sum()
    }

    /// A game by its place.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<GameView<'_>> {
        let &entry = self.entries.get(place)?;
        let start = entry.start as usize;
        let length = usize::from(entry.setup) + usize::from(entry.moves);
        let codes = self.codes.get(start..start + length)?;
        Some(GameView { entry, codes })
    }

    /// The place of the game of a record; the games are in the order of their records.
    #[must_use]
    pub fn find(&self, record: u32) -> Option<usize> {
        self.entries
            .binary_search_by_key(&record, |entry| entry.record)
            .ok()
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = GameView<'_>> {
        (0..self.len()).filter_map(|place| self.get(place))
    }
}

impl<'a> GameView<'a> {
    /// The number of its record in its corpus.
    #[must_use]
    pub const fn record(&self) -> u32 {
        self.entry.record
    }

    /// The size of its board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.entry.size
    }

    /// White's points for moving second; the usual ones if they are unknown.
    #[must_use]
    pub const fn komi(&self) -> f32 {
        self.entry.komi
    }

    /// The side that won, if one did and it is known.
    #[must_use]
    pub const fn winner(&self) -> Option<Color> {
        self.entry.winner
    }

    /// The number of moves.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.entry.moves as usize
    }

    /// The move that was played as the n-th, from 0.
    #[must_use]
    pub fn mv(&self, n: usize) -> Option<(Color, Move)> {
        let at = usize::from(self.entry.setup) + n;
        self.codes
            .get(at)
            .map(|&code| unpack(code, self.entry.size))
    }

    /// The stones that it starts from.
    pub fn setup(&self) -> impl Iterator<Item = (Color, Move)> + use<'a> {
        let (size, setup) = (self.entry.size, usize::from(self.entry.setup));
        self.codes[..setup]
            .iter()
            .map(move |&code| unpack(code, size))
    }

    /// The first so many moves.
    pub fn first(&self, n: usize) -> impl Iterator<Item = (Color, Move)> + use<'a> {
        let (size, setup) = (self.entry.size, usize::from(self.entry.setup));
        let moves = self.codes[setup..].iter().take(n);
        moves.map(move |&code| unpack(code, size))
    }
}

/// A move as two bytes.
pub(super) fn pack(color: Color, mv: Move, size: Size) -> u16 {
    let place = mv.point().map_or(PASS, |point| point.index(size) as u16);
    match color {
        Color::Black => place,
        Color::White => place | WHITE,
    }
}

/// The move of two bytes; what is no point of the board is a pass.
pub(super) fn unpack(code: u16, size: Size) -> (Color, Move) {
    let color = match code & WHITE {
        0 => Color::Black,
        _ => Color::White,
    };
    let point = Point::from_index(usize::from(code & PASS), size);
    (color, point.map_or(Move::Pass, Move::Play))
}
