//! The 3×3 shapes, folded over the eight symmetries of the square.

use tengen_go::board::{Black, Neighbourhood, Side};

/// The class of every 3×3 pattern as Black sees it, and which class it is for White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    classes: Box<[u16; 1 << 16]>,
    swapped: Box<[u16]>,
    /// A pattern of each class.
    squares: Box<[[u8; 9]]>,
}

/// Off the board, in a square of colours.
const EDGE: u8 = 3;

impl Shapes {
    /// The number of classes: 954 inside the board, 135 at an edge, 18 in a corner, and the
    /// first for patterns that no board of three rows or more has.
    pub const COUNT: usize = 1 + 954 + 135 + 18;

    /// The classes, in the order of their least patterns.
    #[must_use]
    pub fn new() -> Self {
        let mut classes = Box::new([0; 1 << 16]);
        let mut squares = vec![[EDGE; 9]];
        for around in (0..=u16::MAX)
            .map(Neighbourhood::new)
            .filter(|&n| occurs(n))
        {
            if classes[around.code()] == 0 {
                for square in symmetries(&around.square()) {
                    classes[Neighbourhood::from_square(&square).code()] = squares.len() as u16;
                }
                squares.push(around.square());
            }
        }
        let swapped = squares.iter().map(|square| {
            let swapped = square.map(|color| [0, 2, 1, EDGE][usize::from(color & 3)]);
            classes[Neighbourhood::from_square(&swapped).code()]
        });
        let swapped = swapped.collect();
        Self {
            classes,
            swapped,
            squares: squares.into(),
        }
    }

    /// The class of a pattern as Black sees it.
    #[inline(always)]
    #[must_use]
    pub fn class(&self, around: Neighbourhood) -> usize {
        usize::from(self.classes[around.code() & 0xffff])
    }

    /// The class of a pattern as `S` sees it.
    #[must_use]
    pub fn class_for<S: Side>(&self, around: Neighbourhood) -> usize {
        let class = self.class(around);
        if S::CODE == Black::CODE {
            class
        } else {
            self.swapped(class)
        }
    }

    /// The class as the other side sees it.
    #[must_use]
    pub fn swapped(&self, class: usize) -> usize {
        self.swapped
            .get(class)
            .map_or(0, |&class| usize::from(class))
    }

    /// A pattern of the class.
    #[must_use]
    pub fn example(&self, class: usize) -> Neighbourhood {
        let square = self.squares.get(class).unwrap_or(&[0; 9]);
        Neighbourhood::from_square(square)
    }

    /// The class in three rows: `m` mine, `t` theirs, `.` empty, `-` off the board, `+` the move.
    #[must_use]
    pub fn name(&self, class: usize) -> String {
        let Some(square) = self.squares.get(class).filter(|_| class > 0) else {
            return "shape none".to_owned();
        };
        let letter = |place: usize| match (place, square[place]) {
            (4, _) => '+',
            (_, 0) => '.',
            (_, 1) => 'm',
            (_, 2) => 't',
            _ => '-',
        };
        let row = |row: usize| (3 * row..3 * row + 3).map(letter).collect::<String>();
        format!("shape {}/{}/{}", row(0), row(1), row(2))
    }
}

impl Default for Shapes {
    fn default() -> Self {
        Self::new()
    }
}

/// True if a board of three rows or more can have the pattern: off the board are whole sides,
/// never opposite ones.
fn occurs(around: Neighbourhood) -> bool {
    let off = around.square().map(|color| color == EDGE);
    let corners = [(0, 1, 3), (2, 1, 5), (6, 7, 3), (8, 7, 5)];
    Neighbourhood::from_square(&around.square()) == around
        && corners
            .iter()
            .all(|&(corner, a, b)| off[corner] == (off[a] || off[b]))
        && !(off[1] && off[7])
        && !(off[3] && off[5])
}

fn symmetries(square: &[u8; 9]) -> [[u8; 9]; 8] {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|place| {
            let (mut row, mut column) = (place / 3, place % 3);
            if symmetry & 1 != 0 {
                row = 2 - row;
            }
            if symmetry & 2 != 0 {
                column = 2 - column;
            }
            if symmetry & 4 != 0 {
                (row, column) = (column, row);
            }
            square[3 * row + column]
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::board::White;

    #[test]
    fn the_classes_are_as_many_as_said_and_have_names_of_their_own() {
        let shapes = Shapes::new();
        assert_eq!(shapes.squares.len(), Shapes::COUNT);
        let mut names: Vec<String> = (0..Shapes::COUNT).map(|class| shapes.name(class)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Shapes::COUNT);
    }

    #[test]
    fn turning_changes_nothing_and_colours_change_places() {
        let shapes = Shapes::new();
        for class in 1..Shapes::COUNT {
            let around = shapes.example(class);
            assert_eq!(shapes.class(around), class);
            for square in symmetries(&around.square()) {
                assert_eq!(shapes.class(Neighbourhood::from_square(&square)), class);
            }
            let other = shapes.class_for::<White>(around);
            assert_eq!(shapes.swapped(other), class);
            assert_eq!(shapes.class_for::<Black>(shapes.example(other)), other);
        }
    }
}
