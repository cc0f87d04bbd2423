//! The stones of a problem as they are given: alone on a board, with a side to move.

use tengen_go::{Color, Illegal, Point, Size, Stones};

/// Local stones and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The size of the board.
    pub size: Size,
    /// The side to play.
    pub turn: Color,
    /// The stones.
    pub stones: Vec<(Point, Color)>,
}

impl Figure {
    /// All stones of a board.
    #[must_use]
    pub fn of(stones: &Stones, turn: Color) -> Self {
        let size = stones.size();
        Self {
            size,
            turn,
            stones: Point::all(size)
                .filter_map(|point| Some((point, stones.at(point)?)))
                .collect(),
        }
    }

    /// A board with these stones.
    ///
    /// # Errors
    /// If a point is named twice or a chain would have no liberty.
    pub fn board(&self) -> Result<Stones, Illegal> {
        arrange(self.size, &self.stones)
    }
}

/// A board with these stones.
///
/// # Errors
/// If a point is named twice or a chain would have no liberty.
pub fn arrange(size: Size, stones: &[(Point, Color)]) -> Result<Stones, Illegal> {
    let mut board = Stones::new(size);
    for &(point, color) in stones {
        if let Some(by) = board.at(point) {
            return Err(Illegal::Occupied { point, size, by });
        }
        let opponents = board.stones(!color);
        if !board.place(color, point) || board.stones(!color) != opponents {
            return Err(Illegal::NoLiberty { point, size });
        }
    }
    Ok(board)
}
