//! Counting at the end, with the dead stones given.
//!
//! Which stones are dead is for the players (or a search) to say; nothing here guesses. A stone
//! that is named dead takes its whole chain with it.
//!
//! *Area* is counted as Tromp and Taylor define it: a side has its stones and the empty points from
//! which only its stones are reached.
//!
//! *Territory* is the empty regions that one side alone borders, dead stones removed, plus
//! prisoners. In a seki the Japanese rules count no eyes. They define seki by dame (neutral points)
//! at the stones, once all dame outside of sekis are filled; but players stop before that, so dame
//! alone prove nothing: a chain with one small eye may still connect to its neighbours across them.
//! So a group is taken as large as it may become: chains joined by regions that they alone border
//! and by dame that they touch together. We leave a region out if it has at most two points, is the
//! only one of its group and the group touches dame: whatever is filled, such a group gets no
//! second eye and lives all the same, so it lives in seki. Sekis with larger or several eyes, and
//! those in which two chains of one side touch the same dame and have an eye each, are counted as
//! territory; they are rare enough to be named here rather than solved.

use std::fmt;

use tengen_game::{Color, PerColor};

use crate::komi::{Komi, UNITS};
use crate::region::{Region, regions};
use crate::{Game, PointSet, Scoring, Stones};

/// By how much a game is won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// The score of so many thousandths of a point more for Black than for White.
    #[must_use]
    pub const fn from_thousandths(black: i32) -> Self {
        Self(black)
    }

    /// Thousandths of a point, in Black's view.
    #[must_use]
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// Points in Black's view: positive if Black wins.
    #[must_use]
    pub fn black(self) -> f64 {
        f64::from(self.0) / f64::from(UNITS)
    }

    /// The winner; `None` is a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self.0 {
            1.. => Some(Color::Black),
            0 => None,
            ..0 => Some(Color::White),
        }
    }
}

/// `B+3.5`, `W+0.5`, or `0` for a draw, as in SGF and GTP.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = self.black().abs();
        f.pad(&match self.winner() {
            Some(Color::Black) => format!("B+{margin}"),
            Some(Color::White) => format!("W+{margin}"),
            None => "0".to_owned(),
        })
    }
}

/// Each side's area: its living stones and the empty points from which only they are reached.
#[must_use]
pub fn area(stones: &Stones, dead: &PointSet) -> PerColor<PointSet> {
    let living = Living::new(stones, dead);
    let mut area = living.stones;
    for region in living.empty_regions() {
        if let Some(owner) = living.owner(&region) {
            area[owner] = area[owner].union(&region.points);
        }
    }
    area
}

/// Each side's territory: empty and dead points that it alone surrounds, sekis left out as the
/// module describes.
#[must_use]
pub fn territory(stones: &Stones, dead: &PointSet) -> PerColor<PointSet> {
    let living = Living::new(stones, dead);
    let empty = living.empty_regions();
    let dame: PointSet = empty
        .iter()
        .filter(|region| living.is_dame(region))
        .flat_map(|region| region.points.iter().collect::<Vec<_>>())
        .collect();
    let mut territory = PerColor::<PointSet>::default();
    for color in Color::BOTH {
        // A group is its chains, the regions that they alone border and the dame that may yet
        // connect them, all in one piece.
        let own = |region: &&Region| living.owner(region) == Some(color);
        let surrounded = empty
            .iter()
            .filter(own)
            .fold(PointSet::EMPTY, |all, region| all.union(&region.points));
        let groups = regions(stones.size(), |point| {
            living.stones[color].contains(point)
                || surrounded.contains(point)
                || dame.contains(point)
        });
        for group in groups {
            let inside: Vec<&Region> = empty
                .iter()
                .filter(own)
                .filter(|region| region.points.is_subset(&group.points))
                .collect();
            let touches_dame = group.points.iter().any(|point| dame.contains(point));
            let seki = touches_dame && inside.len() == 1 && inside[0].points.len() <= 2;
            for region in inside.into_iter().filter(|_| !seki) {
                territory[color] = territory[color].union(&region.points);
            }
        }
    }
    territory
}

/// All stones of the chains of which at least one stone is named, and nothing else.
#[must_use]
pub fn whole_chains(stones: &Stones, named: &PointSet) -> PointSet {
    let mut all = PointSet::EMPTY;
    for point in named.iter().filter(|point| point.is_on(stones.size())) {
        if stones.at(point).is_some() && !all.contains(point) {
            all.extend(stones.chain(point));
        }
    }
    all
}

/// The board without the dead.
struct Living<'a> {
    board: &'a Stones,
    stones: PerColor<PointSet>,
}

impl<'a> Living<'a> {
    fn new(board: &'a Stones, dead: &PointSet) -> Self {
        let dead = whole_chains(board, dead);
        let mut stones = PerColor::<PointSet>::default();
        for point in crate::Point::all(board.size()) {
            if let Some(color) = board.at(point).filter(|_| !dead.contains(point)) {
                stones[color].insert(point);
            }
        }
        Self { board, stones }
    }

    fn empty_regions(&self) -> Vec<Region> {
        let taken = self.stones.black.union(&self.stones.white);
        regions(self.board.size(), |point| !taken.contains(point))
    }

    fn borders(&self, region: &Region, color: Color) -> bool {
        region
            .border
            .iter()
            .any(|point| self.stones[color].contains(point))
    }

    fn is_dame(&self, region: &Region) -> bool {
        Color::BOTH.iter().all(|&color| self.borders(region, color))
    }

    /// The side that alone borders a region.
    fn owner(&self, region: &Region) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.borders(region, color) && !self.borders(region, !color))
    }
}

impl Game {
    /// The score of the position as it stands, by the rules of the game, with komi and handicap
    /// compensation; `dead` names at least one stone of every dead chain.
    #[must_use]
    pub fn score(&self, dead: &PointSet) -> Score {
        let points = match self.rules().scoring {
            Scoring::Area => balance(
                |color, areas| areas[color].len(),
                &area(self.stones(), dead),
            ),
            Scoring::Territory => self.territory_balance(dead),
        };
        self.agreed().settle(points)
    }

    /// The points that White gets by the rules: komi, and compensation for handicap stones.
    #[must_use]
    pub fn agreed(&self) -> Komi {
        let compensation = self.rules().compensation.points(self.handicap());
        self.komi().raised(whole(compensation))
    }

    fn territory_balance(&self, dead: &PointSet) -> i32 {
        let dead = whole_chains(self.stones(), dead);
        let taken = |color: Color| dead.iter().filter(|&p| self.at(p) == Some(!color)).count();
        balance(
            |color, territory| territory[color].len() + taken(color) + self.captures(color),
            &territory(self.stones(), &dead),
        )
    }
}

/// Black's count less White's.
fn balance<T>(count: impl Fn(Color, &T) -> usize, of: &T) -> i32 {
    let [black, white] = Color::BOTH.map(|color| count(color, of));
    whole(black) - whole(white)
}

/// A number of points. No game reaches the limit, which keeps sums of three within 32 bits.
fn whole(points: usize) -> i32 {
    const LIMIT: i32 = i32::MAX / (4 * UNITS);
    i32::try_from(points).map_or(LIMIT, |points| points.min(LIMIT))
}
