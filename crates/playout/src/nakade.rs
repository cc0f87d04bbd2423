//! Nakade: the one point inside a small eye space that decides whether it becomes two eyes.
//!
//! Played by the attacker it leaves a single eye, by the owner it makes two. The eye spaces that
//! have such a point are few: three in a row or bent, the pyramid of four, the bulky and the
//! crossed five, and the rabbity six. All are a centre with arms of one point, of which two may go
//! on to a common corner and close a square. So nothing is flooded: a point is vital if its empty
//! neighbours have the right number of empty neighbours themselves. And nearly always not even
//! that is asked: the 3×3 pattern of a point tells that it can be in none of these.

use tengen_go::board::{Black, Board, Features, Neighbourhood, Side, Vertex, White};

use crate::patterns::CodeSet;

/// The 3×3 patterns of points of eye spaces with a vital point, for each owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeSpaces {
    black: Places,
    white: Places,
}

/// Classes of a point by its pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Places {
    /// Any point of such an eye space.
    inside: CodeSet,
    /// Its vital point.
    centre: CodeSet,
}

impl Places {
    fn of<Owner: Side>() -> Self {
        Self {
            inside: CodeSet::of(may_be_inside::<Owner>),
            centre: CodeSet::of(may_be_centre::<Owner>),
        }
    }
}

impl EyeSpaces {
    /// The tables.
    #[must_use]
    pub fn new() -> Self {
        Self {
            black: Places::of::<Black>(),
            white: Places::of::<White>(),
        }
    }

    #[inline(always)]
    fn places<Owner: Side>(&self) -> &Places {
        if Owner::CODE == Black::CODE {
            &self.black
        } else {
            &self.white
        }
    }

    /// The vital point of an eye space of `Owner` next to `near`, if there is one.
    #[inline(always)]
    #[must_use]
    pub fn vital_beside<Owner: Side, const W: usize, const V: usize, F: Features>(
        &self,
        board: &Board<W, V, F>,
        near: Vertex<W>,
    ) -> Option<Vertex<W>> {
        let inside = &self.places::<Owner>().inside;
        let seeds = board.empties_like_beside(near, |around| inside.has(around));
        if seeds == 0 {
            return None;
        }
        (0..4)
            .filter(|d| seeds >> d & 1 != 0)
            .filter_map(|d| board.towards(near, d))
            .find_map(|seed| self.vital_point::<Owner, W, V, F>(board, seed))
    }

    /// The vital point of the empty region of `seed`, if the region is ringed by stones of `Owner`
    /// (and the edge) alone, and has one.
    #[inline]
    #[must_use]
    pub fn vital_point<Owner: Side, const W: usize, const V: usize, F: Features>(
        &self,
        board: &Board<W, V, F>,
        seed: Vertex<W>,
    ) -> Option<Vertex<W>> {
        let mut beside = board.empties_beside(seed);
        let centre = match board.room(seed) {
            0 => return None,
            1 => beside.next()?,
            2 => {
                let (a, b) = (beside.next()?, beside.next()?);
                match (board.room(a), board.room(b)) {
                    (1, 1) => seed,
                    (3 | 4, 2) => a,
                    (2, 3 | 4) => b,
                    // The corner of a square: the centre is the other end of both arms.
                    (2, 2) => board.empties_beside(a).find(|&end| end != seed)?,
                    _ => return None,
                }
            }
            _ => seed,
        };
        self.is_centre::<Owner, W, V, F>(board, centre)
            .then_some(centre)
    }

    /// Tests if the empty point `v` is the vital point of one of the shapes, ringed by `Owner`.
    #[inline]
    fn is_centre<Owner: Side, const W: usize, const V: usize, F: Features>(
        &self,
        board: &Board<W, V, F>,
        v: Vertex<W>,
    ) -> bool {
        let Places { inside, centre } = self.places::<Owner>();
        if !centre.has(board.around(v)) {
            return false;
        }
        // The arms that go on: how many, and whether all to the same point.
        let (mut longer, mut corner, mut same) = (0, None, true);
        for arm in board.empties_beside(v) {
            let beyond = board.room(arm);
            if beyond > 2 || !inside.has(board.around(arm)) {
                return false;
            }
            if beyond == 2 {
                let end = board.empties_beside(arm).find(|&end| end != v);
                same &= longer == 0 || end == corner;
                corner = end;
                longer += 1;
            }
        }
        match (board.room(v), longer) {
            // Three; the pyramid of four; the cross of five.
            (_, 0) => true,
            // The bulky five; the rabbity six.
            (3 | 4, 2) => {
                same && corner.is_some_and(|c| board.room(c) == 2 && inside.has(board.around(c)))
            }
            _ => false,
        }
    }
}

impl Default for EyeSpaces {
    fn default() -> Self {
        Self::new()
    }
}

/// The number of empty neighbours, and of corners between two of those; `None` if a neighbour or
/// such a corner is the opponent's, which cannot be inside an eye space with a vital point.
fn open_sides_and_corners<Owner: Side>(around: Neighbourhood) -> Option<(u32, u32)> {
    /// The places of the square in a circle: sides at even places, corners at odd ones.
    const CIRCLE: [usize; 8] = [1, 2, 5, 8, 7, 6, 3, 0];
    let square = around.square();
    let ring = CIRCLE.map(|place| u16::from(square[place]));
    let (mut sides, mut corners) = (0, 0);
    for at in (0..8).step_by(2) {
        if ring[at] == Owner::Opponent::CODE {
            return None;
        }
        sides += u32::from(ring[at] == 0);
        if ring[at] == 0 && ring[(at + 2) % 8] == 0 {
            if ring[at + 1] == Owner::Opponent::CODE {
                return None;
            }
            corners += u32::from(ring[at + 1] == 0);
        }
    }
    Some((sides, corners))
}

fn may_be_inside<Owner: Side>(around: Neighbourhood) -> bool {
    open_sides_and_corners::<Owner>(around)
        .is_some_and(|(sides, corners)| sides > 0 && corners <= 1)
}

fn may_be_centre<Owner: Side>(around: Neighbourhood) -> bool {
    open_sides_and_corners::<Owner>(around)
        .is_some_and(|(sides, corners)| sides >= 2 && corners <= u32::from(sides > 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Rng;
    use tengen_go::board::{Board9, Full, Light};
    use tengen_go::{Diagram, Size};

    use crate::{Start, Uniform, play_out};

    /// The region of `seed` point by point, with its definition: one colour around, and the shape
    /// told by how many points have how many neighbours in it.
    fn slow<Owner: Side, const W: usize, const V: usize, F: Features>(
        board: &Board<W, V, F>,
        seed: Vertex<W>,
    ) -> Option<Vertex<W>> {
        let mut region = vec![seed];
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            if board
                .neighbours_of::<Owner::Opponent>(point)
                .next()
                .is_some()
                || region.len() > 6
            {
                return None;
            }
            for empty in board.empties_beside(point) {
                if !region.contains(&empty) {
                    region.push(empty);
                }
            }
        }
        let degree = |v: &Vertex<W>| board.empties_beside(*v).count();
        let centre = *region.iter().max_by_key(|v| degree(v))?;
        let ends = region.iter().filter(|v| degree(v) == 1).count();
        let vital = match (region.len(), degree(&centre)) {
            (3, 2) | (4, 3) | (5, 4) => true,
            (5, 3) => ends == 1,
            (6, 4) => ends == 2,
            _ => false,
        };
        vital.then_some(centre)
    }

    #[test]
    fn the_shapes_are_known_from_each_of_their_points() {
        let shapes = [
            "XXXXX./X.v.X./XXXXX./....../....../......",
            "XXXX../X.vX../XX.X../.XXX../....../......",
            ".XXX../XX.XX./X.v.X./XXXXX./....../......",
            "XXXXX./Xw.XX./X.v.X./XXXXX./....../......",
            "XX.XX./X.v.X./XX.XX./XXXX../....../......",
            "XX.XX./X.v.X./Xw.XX./XXXX../....../......",
            // No vital point: four in a row, a square, five with three ends.
            "XXXXXX/Xw...X/XXXXXX/....../....../......",
            "XXXX../Xw.X../X..X../XXXX../....../......",
            "XXXXXX/Xw...X/XX.XXX/XXXX../....../......",
        ];
        let table = EyeSpaces::new();
        for shape in shapes {
            let diagram = Diagram::parse(&shape.replace('/', "\n")).unwrap();
            let board = &diagram.stones;
            let vital = diagram.mark('v').and_then(|point| board.vertex(point));
            for (_, point) in &diagram.marks {
                let named = board.vertex(*point).unwrap();
                for seed in board.empties_beside(named).chain([named]) {
                    let found = table.vital_point::<Black, 26, 704, Full>(board, seed);
                    assert_eq!(found, vital, "{shape}");
                    assert_eq!(slow::<Black, 26, 704, Full>(board, seed), vital, "{shape}");
                    let theirs = table.vital_point::<White, 26, 704, Full>(board, seed);
                    assert_eq!(theirs, None, "{shape}");
                }
            }
        }
    }

    #[test]
    fn it_agrees_with_a_flood_in_random_positions() {
        let table = EyeSpaces::new();
        let mut rng = Rng::new(4);
        let (mut asked, mut found) = (0, 0);
        for _ in 0..300 {
            let empty = Board9::<Light>::new(Size::NINE);
            let mut moves = Vec::new();
            let mut policy = Uniform::<Light>::new();
            play_out(
                &mut empty.clone(),
                Start::NEW_GAME,
                &mut policy,
                &mut moves,
                &mut rng,
            );
            let mut board = empty;
            for (i, mv) in moves.into_iter().enumerate() {
                let Some(v) = mv else { continue };
                if i % 2 == 0 {
                    board.try_play::<Black>(v);
                } else {
                    board.try_play::<White>(v);
                }
                for seed in (0..board.empty_count()).filter_map(|i| board.empty(i)) {
                    let black = table.vital_point::<Black, 10, 112, Light>(&board, seed);
                    let white = table.vital_point::<White, 10, 112, Light>(&board, seed);
                    assert_eq!(black, slow::<Black, 10, 112, Light>(&board, seed));
                    assert_eq!(white, slow::<White, 10, 112, Light>(&board, seed));
                    asked += 2;
                    found += u32::from(black.is_some()) + u32::from(white.is_some());
                }
            }
        }
        assert!(asked > 1_000_000 && found > 5_000, "{found} of {asked}");
    }
}
