//! Late endgames drawn by chance.
//!
//! Black's land lies above, White's below; a frontier runs across between them. Everything is filled with
//! stones, but for two eyes of each side in its back row. Then sites are carved into the frontier: a
//! few neighbouring stones are taken away, of both colours, and now and then one is put back in the
//! other colour. The results are corridors to push along, stones to capture or to save, moves on
//! the first line, cuts and shared liberties, and much that is worthless or too large: the caller
//! says which sites are accepted.

use std::ops::Range;

use tengen_game::Rng;
use tengen_go::{Color, Point, PointSet, Size, Stones};

/// The fewest rows of a side.
const DEPTH: usize = 4;
/// The reach of a site from the frontier.
const REACH: usize = 2;
/// The number of times that a site is drawn anew.
const ATTEMPTS: usize = 50;

/// A board with this many sites in its frontier, a column or more apart, each of them drawn until the
/// board with it alone is accepted. `None` if that takes too long, or the board is too small.
pub(super) fn draw(
    size: Size,
    sites: usize,
    rng: &mut Rng,
    mut accept: impl FnMut(&Stones) -> bool,
) -> Option<Stones> {
    if size.get() + 1 < 3 * sites.max(3) {
        return None;
    }
    let frontier = Frontier::draw(size, rng)?;
    let plain = frontier.colors();
    let mut colors = plain.clone();
    for site in 0..sites {
        let from = site * (size.get() + 1) / sites;
        let to = (site + 1) * (size.get() + 1) / sites - 1;
        let carved = (0..ATTEMPTS).find_map(|_| {
            let mut alone = plain.clone();
            let points = carve(&frontier, from..to, &mut alone, rng);
            accept(&stand(size, &alone)?).then_some((points, alone))
        });
        let (points, alone) = carved?;
        for point in points.iter() {
            colors[point.index(size)] = alone[point.index(size)];
        }
    }
    stand(size, &colors)
}

/// The position of these stones; `None` if a chain has no liberty.
fn stand(size: Size, colors: &[Option<Color>]) -> Option<Stones> {
    let mut stones = Stones::new(size);
    for point in Point::all(size) {
        if let Some(color) = colors[point.index(size)] {
            stones.place(color, point);
        }
    }
    // A chain without a liberty was refused, or captured what is around it.
    let stands = Point::all(size).all(|point| stones.at(point) == colors[point.index(size)]);
    stands.then_some(stones)
}

/// The number of rows that belong to Black, by column.
struct Frontier {
    size: Size,
    rows: Vec<usize>,
}

impl Frontier {
    fn draw(size: Size, rng: &mut Rng) -> Option<Self> {
        let (least, most) = (DEPTH, size.get().checked_sub(DEPTH)?);
        if least > most {
            return None;
        }
        let mut row = size.get() / 2 + rng.below(2) as usize;
        let rows = (0..size.get()).map(|_| {
            row = match rng.below(6) {
                0 => row + 1,
                1 => row - 1,
                _ => row,
            }
            .clamp(least, most);
            row
        });
        let rows = rows.collect();
        Some(Self { size, rows })
    }

    /// All stones, and two eyes for each side.
    fn colors(&self) -> Vec<Option<Color>> {
        let side = self.size.get();
        let is_eye = |point: Point| match point.row() {
            0 => [1, 3].contains(&point.column()),
            row if row + 1 == side => [2, 4].contains(&(side - point.column())),
            _ => false,
        };
        let points = Point::all(self.size);
        points
            .map(|point| (!is_eye(point)).then(|| self.side(point)))
            .collect()
    }

    fn side(&self, point: Point) -> Color {
        if point.row() < self.rows[point.column()] {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Tests if a site may reach this point.
    fn is_near(&self, point: Point) -> bool {
        let row = self.rows[point.column()];
        let back = point.row() == 0 || point.row() + 1 == self.size.get();
        !back && point.row() + REACH >= row && point.row() < row + REACH
    }
}

/// Takes a few neighbouring stones of these columns away; says which points it has touched.
fn carve(
    frontier: &Frontier,
    columns: Range<usize>,
    colors: &mut [Option<Color>],
    rng: &mut Rng,
) -> PointSet {
    let size = frontier.size;
    let column = columns.start + rng.below(columns.len().max(1) as u32) as usize;
    let row = frontier.rows[column] - rng.below(2) as usize;
    let mut site = PointSet::EMPTY;
    let Some(start) = Point::new(column, row) else {
        return site;
    };
    site.insert(start);
    let mut rim = vec![start];
    for _ in 0..1 + rng.below(5) {
        let from = rim[rng.below(rim.len() as u32) as usize];
        let next: Vec<Point> = from
            .neighbours(size)
            .filter(|point| columns.contains(&point.column()))
            .filter(|&point| frontier.is_near(point) && !site.contains(point))
            .collect();
        if next.is_empty() {
            continue;
        }
        let point = next[rng.below(next.len() as u32) as usize];
        site.insert(point);
        rim.push(point);
    }
    for point in site.iter() {
        colors[point.index(size)] = match rng.below(8) {
            0 => Some(!frontier.side(point)),
            _ => None,
        };
    }
    site
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lands_have_eyes_and_chance_comes_from_the_seed() {
        let size = Size::NINE;
        let draws = |seed| {
            let mut rng = Rng::new(seed);
            (0..50)
                .map(|_| draw(size, 3, &mut rng, |_| true))
                .collect::<Vec<_>>()
        };
        let boards = draws(1);
        assert!(boards.iter().flatten().count() > 40);
        assert!(boards == draws(1) && boards != draws(2));
        for stones in boards.iter().flatten() {
            for point in ["B9", "D9", "F1", "H1"] {
                assert_eq!(stones.at(Point::parse(point, size).unwrap()), None);
            }
        }
        assert_eq!(
            draw(Size::new(5).unwrap(), 1, &mut Rng::new(1), |_| true),
            None
        );
    }
}
