//! Grids chosen by the size of a board.
//!
//! The boards of playouts have their stride and their number of cells as constants, so a size
//! known only at run time has to pick one of the four grids.

use std::marker::PhantomData;

use crate::Size;
use crate::board::{Board, Board9, Board13, Board19, Board25, Light};

/// A task on a board whose grid is chosen by its size.
pub trait OnGrid {
    /// The result of the task.
    type Output;

    /// Runs on the grid of stride `W` with `V` cells.
    fn run<const W: usize, const V: usize>(self) -> Self::Output;
}

/// Runs on the smallest grid that holds the board.
pub fn on_grid<T: OnGrid>(size: Size, task: T) -> T::Output {
    match size.get() {
        ..=9 => run(PhantomData::<Board9<Light>>, task),
        10..=13 => run(PhantomData::<Board13<Light>>, task),
        14..=19 => run(PhantomData::<Board19<Light>>, task),
        _ => run(PhantomData::<Board25<Light>>, task),
    }
}

/// Reads the grid off a board's type, so that its constants are written in one place.
fn run<const W: usize, const V: usize, T: OnGrid>(
    _: PhantomData<Board<W, V, Light>>,
    task: T,
) -> T::Output {
    task.run::<W, V>()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Cells;

    impl OnGrid for Cells {
        type Output = usize;

        fn run<const W: usize, const V: usize>(self) -> usize {
            Board::<W, V, Light>::MAX
        }
    }

    #[test]
    fn every_size_gets_the_smallest_grid_that_holds_it() {
        for side in 2..=25 {
            let held = on_grid(Size::new(side).unwrap(), Cells);
            let smallest = [9, 13, 19, 25].into_iter().find(|&max| max >= side);
            assert_eq!(Some(held), smallest, "{side}");
        }
    }
}
