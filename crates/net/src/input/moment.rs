//! A moment of a game: all that a network may know of it.

use tengen_go::board::{Board, Features};
use tengen_go::{Color, Game, Illegal, Ko, Move, Point, Rules, Scoring, Size, Stones, Suicide};

use super::bits::Bits;
use crate::features::{LARGEST, POINTS};

/// The moves that a network sees of the past.
pub const RECENT: usize = 5;

/// A position that no network here can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// The board is too large.
    #[error("networks know boards up to 19×19, not {0}")]
    Large(Size),
}

/// The stones on a board and the point that may not be retaken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// The black stones.
    pub black: Bits,
    /// The white stones.
    pub white: Bits,
    /// The point of a ko that may not be retaken at once, by its place in reading order.
    pub ko: Option<u16>,
}

impl Snapshot {
    /// The stones of a board.
    ///
    /// # Errors
    /// If the board is larger than 19×19.
    pub fn of_board<const W: usize, const V: usize, F: Features>(
        board: &Board<W, V, F>,
    ) -> Result<Self, InputError> {
        let size = board.size();
        if size.get() > LARGEST {
            return Err(InputError::Large(size));
        }
        let mut snapshot = Self {
            ko: board.ko().map(|point| point.index(size) as u16),
            ..Self::default()
        };
        for (place, point) in Point::all(size).enumerate() {
            match board.at(point) {
                Some(Color::Black) => snapshot.black.insert(place),
                Some(Color::White) => snapshot.white.insert(place),
                None => {}
            }
        }
        Ok(snapshot)
    }

    /// The stones of a colour.
    #[must_use]
    pub const fn stones(&self, color: Color) -> &Bits {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    const fn stones_mut(&mut self, color: Color) -> &mut Bits {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// True if there is no stone.
    #[must_use]
    pub fn is_free(&self, place: usize) -> bool {
        !self.black.contains(place) && !self.white.contains(place)
    }

    /// Puts a stone on an empty point, takes off what it leaves without a liberty (the opponent's chains
    /// first, then its own), and sets the ko. No rule is asked. A taken point stays as it is.
    pub fn put(&mut self, size: Size, color: Color, place: usize) {
        if place >= size.area() || !self.is_free(place) {
            return;
        }
        self.stones_mut(color).insert(place);
        self.ko = None;
        let mut taken = Bits::EMPTY;
        for near in neighbours(size, place).into_iter().flatten() {
            if self.stones(!color).contains(near)
                && let Some(dead) = self.breathless(size, near, !color)
            {
                taken = taken.union(&dead);
                let theirs = self.stones_mut(!color);
                dead.iter().for_each(|stone| theirs.remove(stone));
            }
        }
        if taken.is_empty() {
            if let Some(dead) = self.breathless(size, place, color) {
                let own = self.stones_mut(color);
                dead.iter().for_each(|stone| own.remove(stone));
            }
        } else if taken.len() == 1 {
            // A stone among opponents only, whose one liberty is the point of the stone taken.
            let alone = neighbours(size, place)
                .into_iter()
                .flatten()
                .all(|near| taken.contains(near) || self.stones(!color).contains(near));
            self.ko = taken.iter().next().filter(|_| alone).map(|p| p as u16);
        }
    }

    /// The chain of a stone if it has no liberty.
    fn breathless(&self, size: Size, place: usize, color: Color) -> Option<Bits> {
        let own = self.stones(color);
        let mut chain = Bits::EMPTY;
        let mut open = [0u16; POINTS];
        let mut len = 1;
        open[0] = place as u16;
        chain.insert(place);
        while len > 0 {
            len -= 1;
            for near in neighbours(size, usize::from(open[len]))
                .into_iter()
                .flatten()
            {
                if own.contains(near) {
                    if !chain.contains(near) {
                        chain.insert(near);
                        open[len] = near as u16;
                        len += 1;
                    }
                } else if self.is_free(near) {
                    return None;
                }
            }
        }
        Some(chain)
    }
}

/// The places next to one.
fn neighbours(size: Size, place: usize) -> [Option<usize>; 4] {
    let side = size.get();
    let column = place % side;
    [
        place.checked_sub(side),
        (column > 0).then(|| place - 1),
        (column + 1 < side).then_some(place + 1),
        Some(place + side).filter(|&below| below < size.area()),
    ]
}

/// The rules as networks know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The repetitions that are illegal.
    pub ko: Ko,
    /// The legality of suicide of more than one stone.
    pub suicide: Suicide,
    /// The way of counting. Under territory counting points in seki count for nobody.
    pub scoring: Scoring,
    /// True if dead stones may be left on the board when both pass. Then a pass does not tell the network
    /// that another would end the game, since the question of dead stones comes after it.
    pub friendly: bool,
    /// True if unconditional life must hold against suicide even where it is illegal. Some newer networks ask
    /// for that in their files.
    pub strict_life: bool,
}

impl Terms {
    /// How KataGo sees rules of this name. Its Chinese rules know the simple ko only, as referees rule,
    /// while ours, which must decide every game, forbid repetition: networks are told what they learned.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let ko = match rules.name == Rules::CHINESE.name {
            true => Ko::Simple,
            false => rules.ko,
        };
        Self {
            ko,
            suicide: rules.suicide,
            scoring: rules.scoring,
            friendly: rules.scoring == Scoring::Area && !rules.counts_what_stands(),
            strict_life: false,
        }
    }

    /// True if a game may end without result, since nothing forbids a long cycle.
    #[must_use]
    pub fn may_void(&self) -> bool {
        self.ko == Ko::Simple || self.scoring == Scoring::Territory
    }
}

/// What a network may know of a moment of a game.
///
/// It can be played on by itself ([`Moment::play`]), so a search keeps that of its root and plays the moves
/// of a path, and a game is walked through move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The size of the board, 19×19 at most.
    pub size: Size,
    /// The side to move.
    pub turn: Color,
    /// The board now, one move ago and two moves ago.
    pub boards: [Snapshot; 3],
    /// Points that superko forbids, besides the ko of the board.
    pub bans: Bits,
    /// The last moves, the latest first; `None` from where nothing is known or the sides did not alternate.
    pub recent: [Option<Move>; RECENT],
    /// White's points on top of what the board counts. Where territory counts, this includes a point for
    /// every stone that Black has played and less one for every stone of White's, so that the areas
    /// with it are the score.
    pub komi: f32,
    /// The rules.
    pub terms: Terms,
    /// True if a pass now would be the one that ends the game.
    pub pass_ends: bool,
    /// True if the game is over.
    pub over: bool,
}

impl Moment {
    /// The beginning of a game: nothing is known of the past.
    ///
    /// # Errors
    /// If the board is larger than 19×19.
    pub fn new(stones: &Stones, turn: Color, rules: &Rules, komi: f64) -> Result<Self, InputError> {
        let snapshot = Snapshot::of_board(stones)?;
        Ok(Self {
            size: stones.size(),
            turn,
            boards: [snapshot; 3],
            bans: Bits::EMPTY,
            recent: [None; RECENT],
            komi: komi as f32,
            terms: Terms::of(rules),
            pass_ends: false,
            over: false,
        })
    }

    /// The moment that a game has reached.
    ///
    /// # Errors
    /// If the board is larger than 19×19.
    pub fn of_game(game: &Game) -> Result<Self, InputError> {
        let (start, first) = (game.start(), game.turn());
        let komi = game.agreed().points();
        let mut moment = Self::new(start, first, &game.rules(), komi)?;
        for (color, mv) in game.moves() {
            moment.play(color, mv);
        }
        moment.give_turn(game.turn());
        if moment.terms.ko != Ko::Simple {
            moment.bans = bans(game);
        }
        Ok(moment)
    }

    /// Plays a move, whoever's turn it is, and gives the turn to the other side. Superko is not
    /// known here: no point is banned afterwards but by a simple ko.
    pub fn play(&mut self, color: Color, mv: Move) {
        if self.turn != color {
            self.forget();
        }
        let known = match self.over {
            // Of a game that went on after its end, only the last pass is remembered.
            true => 1,
            false => RECENT,
        };
        self.recent.copy_within(..RECENT - 1, 1);
        self.recent[0] = Some(mv);
        self.recent[(known + 1).min(RECENT)..].fill(None);
        self.boards.copy_within(..2, 1);
        self.bans = Bits::EMPTY;
        self.over = false;
        let now = &mut self.boards[0];
        match mv {
            Move::Play(point) => {
                if point.is_on(self.size) {
                    now.put(self.size, color, point.index(self.size));
                }
                self.pass_ends = false;
                if self.terms.scoring == Scoring::Territory {
                    self.komi += color.sign() as f32;
                }
            }
            Move::Pass => {
                now.ko = None;
                self.over = self.pass_ends;
                self.pass_ends = true;
            }
        }
        self.turn = !color;
    }

    /// Gives the turn to a side. If it was the other's, the past is of no use to a network, which
    /// expects the sides to alternate, and whoever took a ko may fill it.
    pub fn give_turn(&mut self, turn: Color) {
        if self.turn != turn {
            self.turn = turn;
            self.boards[0].ko = None;
            self.forget();
        }
    }

    /// Hides the past: no last moves, and ladders were always what they are now.
    pub fn forget(&mut self) {
        self.recent = [None; RECENT];
        self.boards = [self.boards[0]; 3];
    }

    /// The points that the side to move gets on top of what the board counts.
    #[must_use]
    pub fn own_komi(&self) -> f32 {
        match self.turn {
            Color::White => self.komi,
            Color::Black => -self.komi,
        }
    }

    /// The moves that the network sees, the latest first.
    pub(crate) fn seen(&self) -> impl Iterator<Item = Move> + '_ {
        let most = match (self.over, self.is_end_hidden()) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => RECENT,
        };
        self.recent.iter().map_while(|&mv| mv).take(most)
    }

    /// True if the game is taken to go on although a pass would end it.
    fn is_end_hidden(&self) -> bool {
        self.terms.friendly && self.pass_ends && !self.over
    }

    /// True if the network is told that a pass would end the game.
    pub(crate) fn shows_end(&self) -> bool {
        self.pass_ends && !self.is_end_hidden()
    }
}

/// The points that superko forbids to the side to move, besides the ko.
fn bans(game: &Game) -> Bits {
    let (size, turn) = (game.size(), game.turn());
    // A stone that captures nothing recreates a position only where there has been a stone before.
    let start = Point::all(size).filter(|&point| game.start().at(point).is_some());
    let played = game.moves().filter_map(|(_, mv)| mv.point());
    let before: Bits = start.chain(played).map(|point| point.index(size)).collect();
    let alone = |point: Point| {
        !point
            .neighbours(size)
            .any(|near| game.at(near) == Some(turn))
    };
    Point::all(size)
        .filter(|&point| game.at(point).is_none())
        .filter(|&point| {
            let suicide = game.stones().would_suicide(turn, point);
            // That of a single stone changes nothing; it is not superko that forbids it.
            if suicide {
                !alone(point)
            } else {
                before.contains(point.index(size))
            }
        })
        .filter(|&point| {
            matches!(
                game.check(turn, Move::Play(point)),
                Err(Illegal::Superko { .. })
            )
        })
        .map(|point| point.index(size))
        .collect()
}
