//! A square part of a problem's board, and how its outside is filled; [`super::frame`] says why.

use tengen_go::{Color, Komi, Point, PointSet, Size, Suicide, benson};

use super::extent::Extent;
use super::figure::{Figure, arrange};
use super::frame::Framed;

/// The number of points of land by which the next try is smaller, if one cannot live.
const STEP: usize = 2;
/// The number of points that are tried as eyes.
const TRIED: usize = 24;

/// A square part of the problem's board.
pub(super) struct Cut {
    size: Size,
    corner: (usize, usize),
    local: Vec<(Point, Color)>,
    inside: PointSet,
    wall: PointSet,
    attacker: Color,
}

impl Cut {
    /// The part of this side that keeps the problem's edges; `None` if it does not fit.
    pub(super) fn new(problem: &Figure, extent: &Extent, side: usize) -> Option<Self> {
        let size = Size::new(side).ok()?;
        let slack = problem.size.get().checked_sub(side)?;
        let edges = extent.edges;
        let columns = || extent.inside.iter().map(Point::column);
        let rows = || extent.inside.iter().map(Point::row);
        let corner = (
            start(
                edges.left,
                edges.right,
                columns().min()?,
                columns().max()?,
                side,
                slack,
            )?,
            start(
                edges.top,
                edges.bottom,
                rows().min()?,
                rows().max()?,
                side,
                slack,
            )?,
        );
        let here = |point: Point| {
            let column = point.column().checked_sub(corner.0)?;
            let row = point.row().checked_sub(corner.1)?;
            Point::new(column, row).filter(|point| point.is_on(size))
        };
        let inside: PointSet = extent.inside.iter().map(here).collect::<Option<_>>()?;
        let wall: PointSet = Point::all(size)
            .filter(|&point| !inside.contains(point))
            .filter(|&point| around(point, size).any(|next| inside.contains(next)))
            .collect();
        if wall.is_empty() {
            return None;
        }
        let local = problem.stones.iter();
        Some(Self {
            size,
            corner,
            local: local
                .map(|&(point, color)| Some((here(point)?, color)))
                .collect::<Option<_>>()?,
            inside,
            wall,
            attacker: extent.attacker,
        })
    }

    /// The frame with the land that comes closest to the wanted one and lives.
    pub(super) fn frame(&self) -> Option<Framed> {
        let area = self.size.area();
        // What makes the komi 7.5, see `komi`.
        let mut land = match self.attacker {
            Color::Black => area.saturating_sub(13) / 2,
            Color::White => area.div_ceil(2),
        };
        loop {
            if let Some(framed) = self.with_land(land) {
                return Some(framed);
            }
            land = match land {
                0 => return None,
                n => n.saturating_sub(STEP),
            };
        }
    }

    /// The frame in which the defender has about so many points outside.
    fn with_land(&self, points: usize) -> Option<Framed> {
        let (ours, land) = self.divide(points);
        let zones = [(ours, self.attacker), (land, !self.attacker)];
        let mut stones = self.local.clone();
        for (zone, color) in zones {
            if zone.is_empty() {
                continue;
            }
            let eyes = eyes(&zone, self.size)?;
            let solid = zone.iter().filter(|point| !eyes.contains(point));
            stones.extend(solid.map(|point| (point, color)));
        }
        let board = arrange(self.size, &stones).ok()?;
        for (zone, color) in zones {
            let life = benson::unconditional_life(&board, color, Suicide::Allowed);
            if !zone.is_subset(&life.stones.union(&life.territory)) {
                return None;
            }
        }
        Some(Framed {
            komi: self.komi(land.len())?,
            stones: board,
            attacker: self.attacker,
            inside: self.inside,
            corner: self.corner,
        })
    }

    /// The outside as the attacker's part, with the wall, and the defender's.
    fn divide(&self, points: usize) -> (PointSet, PointSet) {
        let taken = self.inside.union(&self.wall);
        let free = |point: Point| !taken.contains(point);
        let distance = |point: Point| {
            let to = |other: Point| {
                point.column().abs_diff(other.column()) + point.row().abs_diff(other.row())
            };
            self.inside.iter().map(to).min().unwrap_or(0)
        };
        let outside = Point::all(self.size).filter(|&point| free(point));
        let seed = outside.max_by_key(|&point| distance(point));
        let mut land = PointSet::EMPTY;
        if points > 0 {
            land.extend(flood(seed, self.size, points, free));
        }
        // What the land cuts off from the wall falls to it.
        let ours = |point: Point| !self.inside.contains(point) && !land.contains(point);
        let area = self.size.area();
        let ours: PointSet = flood(self.wall.iter().next(), self.size, area, ours)
            .into_iter()
            .collect();
        let land = Point::all(self.size)
            .filter(|&point| !self.inside.contains(point) && !ours.contains(point))
            .collect();
        (ours, land)
    }

    /// With the inside the attacker's, the attacker wins by 5.5 (Black) or 6.5 (White).
    fn komi(&self, land: usize) -> Option<Komi> {
        let ahead = self.size.area() as f64 - 2.0 * land as f64;
        let points = match self.attacker {
            Color::Black => ahead - 5.5,
            Color::White => 6.5 - ahead,
        };
        Komi::new(points).ok()
    }
}

/// The start of a cut in one direction: at the edge that the problem reaches, or else so that the
/// inside has room on both sides; `None` if it does not fit.
fn start(
    low: bool,
    high: bool,
    min: usize,
    max: usize,
    side: usize,
    slack: usize,
) -> Option<usize> {
    let begin = match (low, high) {
        (true, true) => (slack == 0).then_some(0)?,
        (true, false) => 0,
        (false, true) => slack,
        // In the middle of the cut.
        (false, false) => (min + max + 1).saturating_sub(side).div_ceil(2).min(slack),
    };
    // An edge that is not the problem's needs at least the wall before it.
    let fits_low = if low { min >= begin } else { min > begin };
    let fits_high = if high {
        max < begin + side
    } else {
        max + 1 < begin + side
    };
    (fits_low && fits_high).then_some(begin)
}

/// The points around a point, diagonal ones too.
fn around(point: Point, size: Size) -> impl Iterator<Item = Point> {
    point.neighbours(size).chain(point.diagonals(size))
}

/// At most so many connected points that `belongs` accepts, nearest first.
fn flood(
    seed: Option<Point>,
    size: Size,
    most: usize,
    belongs: impl Fn(Point) -> bool,
) -> Vec<Point> {
    let mut found: Vec<Point> = seed.into_iter().filter(|&point| belongs(point)).collect();
    let mut seen: PointSet = found.iter().copied().collect();
    let mut next = 0;
    while let Some(&point) = found.get(next) {
        next += 1;
        for neighbour in point.neighbours(size) {
            if belongs(neighbour) && seen.insert(neighbour) {
                found.push(neighbour);
            }
        }
    }
    found.truncate(most);
    found
}

/// Two points of a zone that can be its eyes: with stones of the zone on all sides, diagonally too,
/// and the zone in one piece without them.
fn eyes(zone: &PointSet, size: Size) -> Option<[Point; 2]> {
    let enclosed: Vec<Point> = zone
        .iter()
        .filter(|&point| around(point, size).all(|next| zone.contains(next)))
        .collect();
    // Spread what is tried over the whole zone.
    let pace = enclosed.len().div_ceil(TRIED).max(1);
    let tried: Vec<Point> = enclosed.into_iter().step_by(pace).collect();
    tried.iter().enumerate().find_map(|(i, &a)| {
        let b = tried[i + 1..].iter().copied().rfind(|&b| {
            let solid = |point: Point| zone.contains(point) && point != a && point != b;
            let seed = zone.iter().find(|&point| solid(point));
            let apart = a.neighbours(size).all(|next| next != b);
            apart && flood(seed, size, size.area(), solid).len() + 2 == zone.len()
        })?;
        Some([a, b])
    })
}
