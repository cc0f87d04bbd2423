//! Turned, mirrored and recoloured positions.

use tengen_go::Symmetry;

use super::*;

/// The cell that a cell goes to.
fn cell_image(symmetry: Symmetry, cell: usize, side: usize) -> usize {
    let mut image = cell;
    if side >= 2 {
        let size = size(side);
        image = symmetry
            .point(Point::from_index(cell, size).unwrap(), size)
            .index(size);
    }
    image
}

#[test]
fn all_eight_images_of_a_position_have_the_same_codes() {
    for params in varieties() {
        for side in [2, 5, 9, 13, 19, 25] {
            let size = size(side);
            let broad = Arc::new(Broad::new(&params, size));
            for seed in 0..3 {
                let stones = scatter(size, size.area() / 4, seed);
                let original = placed(&broad, &stones).codes(BLACK).to_vec();
                for symmetry in Symmetry::ALL {
                    let turned: Vec<_> = stones
                        .iter()
                        .map(|&(p, c)| (symmetry.point(p, size), c))
                        .collect();
                    let mut image = placed(&broad, &turned);
                    let codes = image.codes(BLACK);
                    for (cell, &code) in original.iter().enumerate() {
                        let to = cell_image(symmetry, cell, broad.side());
                        assert_eq!(codes[to], code, "{params:?} {size} {symmetry:?} {cell}");
                    }
                }
            }
        }
    }
}

#[test]
fn exchanged_colours_are_seen_alike_by_the_other_side() {
    // At a threshold of nothing an even cell is Black's: no such symmetry.
    for params in varieties()
        .into_iter()
        .filter(|params| params.threshold > 0.0)
    {
        for side in [5, 9, 13, 19] {
            let broad = Arc::new(Broad::new(&params, size(side)));
            for seed in 10..14 {
                let stones = scatter(size(side), side * side / 3, seed);
                let exchanged: Vec<_> = stones.iter().map(|&(p, c)| (p, !c)).collect();
                let (mut one, mut other) = (placed(&broad, &stones), placed(&broad, &exchanged));
                assert_eq!(one.codes(BLACK), other.codes(WHITE));
                assert_eq!(one.codes(WHITE), other.codes(BLACK));
            }
        }
    }
}

#[test]
fn without_recolouring_both_sides_see_the_same() {
    let params = BroadParams {
        recolour: false,
        ..Default::default()
    };
    let broad = Arc::new(Broad::new(&params, Size::NINETEEN));
    let mut board = placed(&broad, &scatter(Size::NINETEEN, 60, 1));
    let black = board.codes(BLACK).to_vec();
    assert_eq!(board.codes(WHITE), black);
    let mut recolouring = placed(
        &Arc::new(Broad::new(&BroadParams::default(), Size::NINETEEN)),
        &scatter(Size::NINETEEN, 60, 1),
    );
    assert_eq!(recolouring.codes(BLACK), black);
    assert_ne!(recolouring.codes(WHITE), black);
}

/// The codes of a cell with one stone in the middle of a cell beside it.
fn codes_beside(fold: Fold, cell: usize, stones: &[(usize, usize)]) -> Vec<u32> {
    let params = BroadParams {
        fold,
        reach: 2,
        threshold: 0.3,
        ..Default::default()
    };
    let code = |&(x, y): &(usize, usize)| {
        board(&params, Size::NINETEEN, &[(x, y, BLACK)]).codes(BLACK)[cell]
    };
    stones.iter().map(code).collect()
}

#[test]
fn folding_by_the_board_keeps_the_side_of_the_edge() {
    // The window of cell (2, 1) does not show the edge. The stone is on the edge's side of it, or on
    // the centre's.
    let stones = [(6, 0), (6, 6)];
    let window = codes_beside(Fold::Window, 7 + 2, &stones);
    assert_eq!(window[0], window[1]);
    let whole = codes_beside(Fold::Board, 7 + 2, &stones);
    assert_ne!(whole[0], whole[1]);
    assert_eq!(Broad::unpack(whole[0]), (5, [1, 3, 1, 1, 1, 1, 1, 1, 1]));
    assert_eq!(Broad::unpack(whole[1]), (5, [1, 1, 1, 1, 1, 1, 1, 3, 1]));
}

#[test]
fn on_the_diagonal_two_sides_are_one() {
    // Right, below, left and above of cell (2, 2).
    let stones = [(9, 6), (6, 9), (3, 6), (6, 3)];
    let window = codes_beside(Fold::Window, 2 * 7 + 2, &stones);
    assert!(window.iter().all(|&code| code == window[0]));
    let whole = codes_beside(Fold::Board, 2 * 7 + 2, &stones);
    assert_eq!((whole[0], whole[2]), (whole[1], whole[3]));
    assert_ne!(whole[0], whole[2]);
}
