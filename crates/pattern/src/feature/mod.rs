//! Features of a candidate move other than the stones around it: tactics, place, and the last
//! moves.
//!
//! Each feature is a small module that declares its sentence, the names of its values, and how a
//! value is found; R. Coulom's features (2007) are the model. [`FeatureSet`] holds those that are
//! on, numbers their values through, and writes a row of them for a candidate.
//!
//! Times of computation: `chains` once a position ([`FeatureSet::begin`]: liberties, ladders),
//! `contact` once a candidate that touches a stone, and each feature from these two with a few
//! comparisons. A candidate that touches no stone has only features of place, which one look at
//! its neighbourhood decides.
//!
//! Read in this order: `chains`, `contact`, then any feature.

mod atari;
mod capture;
mod chains;
mod column;
mod connection;
mod contact;
mod edge;
mod escape;
mod ko;
mod ladder;
mod liberties;
mod nearness;
mod self_atari;

use tengen_go::board::{Board, Features, Moments, Neighbourhood, Side, Vertex};
use tengen_go::{Point, Size};

use crate::team::NONE;
use chains::Chains;
use column::Column;
use contact::Contact;

tengen_params::choice! {
    /// How the change of liberties is seen.
    pub enum LibertyReading {
        /// Not at all.
        Off = "off",
        /// The own chain's change together with what is left to the weakest opposing chain.
        Change = "change",
        /// The own chain before and after, and what is left to the two weakest opposing chains.
        BeforeAfter = "before-after",
    }
}

tengen_params::params! {
    /// Which features of tactics and place a candidate has.
    pub struct FeatureParams as features {
        /// How the change of liberties that a move causes is seen.
        liberties: LibertyReading = LibertyReading::Change;
        /// Whether captures are a feature.
        capture: bool = false;
        /// Whether the extension of an own chain in atari is a feature.
        escape: bool = false;
        /// Whether giving atari is a feature.
        atari: bool = false;
        /// Whether putting the own chain into atari is a feature.
        self_atari: bool = false;
        /// Whether ladders are a feature.
        ladder: bool = false;
        /// Whether the distance from the opponent's last move is a feature.
        last: bool = true;
        /// Whether the distance from the own move before the last is a feature.
        before: bool = false;
        /// Whether the line of the point is a feature.
        edge: bool = false;
        /// Whether taking and filling kos is a feature.
        ko: bool = false;
        /// Whether connecting and cutting is a feature.
        connection: bool = false;
        /// The largest distance from the last moves with a value of its own.
        distances: u32 = 17, 2..=72;
        /// How many moves of a ladder are read; with 0 no ladder works.
        ladder_nodes: u32 = 100, 0..=100_000;
    }
}

/// A position as the side to move sees it.
///
/// The two moves before are seen only as far as the sides took turns. `last` is the opponent's move
/// just played: after a move of the same side (a free handicap, say) there is none. `before` is the
/// own move just before that of the opponent: if the opponent moved twice, there is none. A pass has
/// no point, so it counts as none, but it is a turn. [`Scene`](crate::scene::Scene) and the tree keep
/// to this.
pub struct View<'a, const W: usize, const V: usize, F: Features> {
    /// The stones.
    pub board: &'a Board<W, V, F>,
    /// The opponent's move just played, if there is one.
    pub last: Option<Point>,
    /// The own move just before that, if there is one.
    pub before: Option<Point>,
}

/// The features that are on, and what is known of the position at hand.
#[derive(Clone, Debug)]
pub struct FeatureSet {
    /// Those of tactics first, then those of place.
    columns: Vec<Numbered>,
    /// The number of columns of tactics.
    tactics: usize,
    count: usize,
    size: Size,
    distances: u32,
    /// The limit of reading; 0 if no feature asks for ladders.
    nodes: u32,
    /// The number of values before those of each column, or [`OFF`].
    starts: [u32; Column::COUNT],
    /// The value of [`edge`] for each point in reading order.
    edges: Vec<u8>,
    /// Row and column of each point in reading order.
    spots: Vec<(u8, u8)>,
    chains: Chains,
}

/// A column and the number of values before it.
#[derive(Clone, Copy, Debug)]
struct Numbered {
    column: Column,
    start: u32,
}

/// The start of a column that is off.
const OFF: u32 = u32::MAX;

/// True if one of the four neighbours is a stone: a field that is neither empty (0) nor edge (3).
#[inline(always)]
const fn touches_stone(around: Neighbourhood) -> bool {
    let code = around.code();
    (code ^ code >> 1) & 0x55 != 0
}

/// The names of values that cross these with one stone, two, and three or more.
fn stones_names(first: &[&str]) -> Vec<String> {
    const STONES: [&str; 3] = ["one stone", "two stones", "three stones or more"];
    let first = first.iter();
    first
        .flat_map(|first| STONES.map(|stones| format!("{first}, {stones}")))
        .collect()
}

impl FeatureSet {
    /// The features that these parameters switch on, for boards of this size.
    #[must_use]
    pub fn new(params: &FeatureParams, size: Size) -> Self {
        let distances = params.distances.clamp(2, 72);
        let mut start = 0;
        let mut columns = Vec::new();
        let mut starts = [OFF; Column::COUNT];
        for column in Column::chosen(params) {
            columns.push(Numbered { column, start });
            starts[column as usize] = start;
            start += column.names(distances).len() as u32;
        }
        let reads = params.capture || params.ladder;
        Self {
            tactics: columns.iter().filter(|at| at.column.is_tactical()).count(),
            columns,
            count: start as usize,
            size,
            distances,
            nodes: if reads { params.ladder_nodes } else { 0 },
            starts,
            spots: Point::all(size)
                .map(|point| (point.row() as u8, point.column() as u8))
                .collect(),
            edges: Point::all(size)
                .map(|point| edge::value(point, size) as u8)
                .collect(),
            chains: Chains::default(),
        }
    }

    /// The number of columns of a team: most features fill one, some two.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The number of values of all columns, without "none".
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The name of a column; empty if there is no such column.
    #[must_use]
    pub fn name(&self, column: usize) -> &'static str {
        self.columns.get(column).map_or("", |at| at.column.name())
    }

    /// A sentence on a column; empty if there is no such column.
    #[must_use]
    pub fn about(&self, column: usize) -> &'static str {
        self.columns.get(column).map_or("", |at| at.column.about())
    }

    /// The name of a value, with that of its column before it.
    #[must_use]
    pub fn value_name(&self, id: u32) -> String {
        if id == NONE {
            return "none".to_owned();
        }
        let found = self
            .columns
            .iter()
            .rfind(|at| at.start < id)
            .and_then(|at| {
                let names = at.column.names(self.distances);
                let value = names.into_iter().nth((id - at.start - 1) as usize)?;
                Some(format!("{}: {value}", at.column.name()))
            });
        found.unwrap_or_else(|| format!("no value {id}"))
    }

    /// Prepares for the candidates of a position with `S` to move: to be called before
    /// [`FeatureSet::team`] whenever the position is another. Allocates only on the first call.
    pub fn begin<S: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
        &mut self,
        view: &View<'_, W, V, F>,
    ) {
        if self.tactics > 0 {
            self.chains.find::<S, W, V, F>(view, self.nodes);
        }
    }

    /// Writes the values of a move of `S` at the empty point `v`, one for each column: 0 for none,
    /// else from 1 to [`FeatureSet::count`], numbered through all columns.
    #[inline]
    pub fn team<S: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
        &self,
        view: &View<'_, W, V, F>,
        v: Vertex<W>,
        ids: &mut [u32],
    ) {
        let known = self.tactics.min(ids.len());
        ids[..known].fill(NONE);
        let index = v.index(self.size);
        self.each::<S, W, V, F>(view, v, index, |place, id| {
            if let Some(at) = ids.get_mut(place) {
                *at = id;
            }
        });
    }

    /// Shows the values that [`FeatureSet::team`] writes, each with its column and in their order;
    /// `index` is that of `v`. The columns of tactics are left out if the candidate touches no stone
    /// and has none of them.
    #[inline(always)]
    pub(crate) fn each<
        S: Side,
        const W: usize,
        const V: usize,
        F: Features<Liberties = Moments>,
    >(
        &self,
        view: &View<'_, W, V, F>,
        v: Vertex<W>,
        index: usize,
        mut see: impl FnMut(usize, u32),
    ) {
        let mut place = 0;
        if self.tactics > 0 && touches_stone(view.board.around(v)) {
            let contact = Contact::new::<S, W, V, F>(&self.chains, view, v);
            // One after the other instead of in a loop, so that each is compiled by itself.
            self.tactic(Column::Change, &contact, &mut place, &mut see);
            self.tactic(Column::OwnLiberties, &contact, &mut place, &mut see);
            self.tactic(Column::OpposingLiberties, &contact, &mut place, &mut see);
            self.tactic(Column::Capture, &contact, &mut place, &mut see);
            self.tactic(Column::Escape, &contact, &mut place, &mut see);
            self.tactic(Column::Atari, &contact, &mut place, &mut see);
            self.tactic(Column::SelfAtari, &contact, &mut place, &mut see);
            self.tactic(Column::Ladder, &contact, &mut place, &mut see);
            self.tactic(Column::Ko, &contact, &mut place, &mut see);
            self.tactic(Column::Connection, &contact, &mut place, &mut see);
        }
        let mut place = self.tactics;
        let (row, column) = self.spots[index];
        let last = nearness::value([row, column], view.last, self.distances);
        self.show(Column::Last, last, &mut place, &mut see);
        let before = nearness::value([row, column], view.before, self.distances);
        self.show(Column::Before, before, &mut place, &mut see);
        let edge = u32::from(self.edges[index]);
        self.show(Column::Edge, edge, &mut place, &mut see);
    }

    /// Shows the value of a column of tactics if it is on, and goes to the next.
    #[inline(always)]
    fn tactic(
        &self,
        column: Column,
        contact: &Contact,
        place: &mut usize,
        see: &mut impl FnMut(usize, u32),
    ) {
        if self.starts[column as usize] != OFF {
            self.show(column, column.value(contact), place, see);
        }
    }

    /// Shows a value of a column if it is on, and goes to the next.
    #[inline(always)]
    fn show(
        &self,
        column: Column,
        value: u32,
        place: &mut usize,
        see: &mut impl FnMut(usize, u32),
    ) {
        let start = self.starts[column as usize];
        if start != OFF {
            see(*place, if value == NONE { NONE } else { start + value });
            *place += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Rng;
    use tengen_go::board::{Black, Full, White};
    use tengen_go::{Color, Stones};

    /// Every value that `each` shows at a place is one of the column that stands there; notes which
    /// columns had one.
    fn check<S: Side>(set: &mut FeatureSet, view: &View<'_, 26, 704, Full>, had: &mut [bool]) {
        set.begin::<S, 26, 704, Full>(view);
        let board = view.board;
        for v in (0..board.empty_count()).filter_map(|i| board.empty(i)) {
            if !board.allows::<S>(v) {
                continue;
            }
            let mut places = Vec::new();
            set.each::<S, 26, 704, Full>(view, v, v.index(set.size), |place, id| {
                places.push(place);
                if id == NONE {
                    return;
                }
                let start = set.columns[place].start;
                let next = set.columns.get(place + 1);
                let end = next.map_or(set.count, |next| next.start as usize);
                let name = set.name(place);
                assert!(id > start && id as usize <= end, "{name} at {place}: {id}");
                had[place] = true;
            });
            let first = set.columns() - places.len();
            assert!(first == 0 || first == set.tactics);
            assert!(places.into_iter().eq(first..set.columns()));
        }
    }

    #[test]
    fn the_values_are_shown_in_the_order_of_the_columns() {
        for liberties in [LibertyReading::Change, LibertyReading::BeforeAfter] {
            let params = FeatureParams {
                liberties,
                capture: true,
                escape: true,
                atari: true,
                self_atari: true,
                ladder: true,
                last: true,
                before: true,
                edge: true,
                ko: true,
                connection: true,
                ..FeatureParams::default()
            };
            let mut set = FeatureSet::new(&params, Size::NINE);
            let mut had = vec![false; set.columns()];
            let mut rng = Rng::new(11);
            for _ in 0..4 {
                let mut board = Stones::new(Size::NINE);
                let (mut last, mut before) = (None, None);
                for color in Color::BOTH.into_iter().cycle().take(120) {
                    let view = View {
                        board: &board,
                        last,
                        before,
                    };
                    match color {
                        Color::Black => check::<Black>(&mut set, &view, &mut had),
                        Color::White => check::<White>(&mut set, &view, &mut had),
                    }
                    let any = board.empty(rng.below(board.empty_count()));
                    let mv = any.map(Vertex::point).filter(|&at| board.play(color, at));
                    (last, before) = (mv, last);
                }
            }
            for (place, had) in had.into_iter().enumerate() {
                assert!(had, "{} never had a value", set.name(place));
            }
        }
    }
}
