//! The quick ladder reader against the plain one.

use tengen_game::Rng;
use tengen_go::board::{Atari, Black, Board, Board9, Board19, Features, Moments, Side, White};
use tengen_go::ladder::{Ladder, read};
use tengen_go::{Color, Point, Size, Stones, chase};

const LIMIT: u32 = 20_000;

/// The plain reader's answer for the chain with two liberties after an atari at `first`, or for the
/// chain in atari after its extension there.
fn expected(stones: &Stones, target: Point, by: Color, first: Point) -> Ladder {
    let mut after = stones.clone();
    if !after.play(by, first) {
        return if stones.at(target) == Some(by) {
            Ladder::Captured
        } else {
            Ladder::Escapes
        };
    }
    read(&after, target, !by, LIMIT as usize).outcome
}

/// Compares all chains of `D` that have one or two liberties; counts captures and escapes.
fn compare<D: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    stones: &Stones,
    counts: &mut [u32; 2],
) {
    for target in Point::all(stones.size()).filter(|&p| stones.at(p) == Some(D::COLOR)) {
        let v = board.vertex(target).unwrap();
        let liberties = stones.liberty_points(target);
        if liberties.len() > 2 {
            continue;
        }
        for &first in &liberties {
            let (by, found) = if liberties.len() == 1 {
                (D::COLOR, chase::extend::<D, W, V, F>(board, v, LIMIT))
            } else {
                let other = liberties.iter().find(|&&at| at != first).unwrap();
                let pair = [first, *other].map(|at| board.vertex(at).unwrap());
                let found = chase::begin::<D::Opponent, W, V, F>(board, v, pair, LIMIT);
                (!D::COLOR, found)
            };
            let wanted = expected(stones, target, by, first);
            if found != Ladder::Unknown && wanted != Ladder::Unknown {
                assert_eq!(found, wanted, "{target:?} {first:?} {stones:?}");
                counts[usize::from(found == Ladder::Captured)] += 1;
            }
        }
    }
}

fn play_and_compare<const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    size: Size,
    seed: u64,
    counts: &mut [u32; 2],
) {
    let mut rng = Rng::new(seed);
    let (mut board, mut stones) = (Board::<W, V, F>::new(size), Stones::new(size));
    for number in 0..2 * size.area() {
        let place = rng.below(u32::try_from(size.area()).unwrap()) as usize;
        let point = Point::from_index(place, size).unwrap();
        let color = Color::BOTH[number % 2];
        assert_eq!(board.play(color, point), stones.play(color, point));
        if number % 7 == 0 {
            compare::<Black, W, V, F>(&board, &stones, counts);
            compare::<White, W, V, F>(&board, &stones, counts);
        }
    }
}

#[test]
fn random_positions_are_read_as_by_the_plain_reader() {
    let mut counts = [0; 2];
    for seed in 0..40 {
        for side in [3, 5, 7, 9] {
            let size = Size::new(side).unwrap();
            play_and_compare::<10, 112, Atari>(size, seed, &mut counts);
        }
    }
    play_and_compare::<20, 424, Atari>(Size::NINETEEN, 1, &mut counts);
    assert!(counts.iter().all(|&n| n > 5_000), "{counts:?}");
}

#[test]
fn a_ladder_across_the_board_needs_its_nodes() {
    let mut board = Board19::<Atari>::new(Size::NINETEEN);
    let vertex = |label| {
        let point = Point::parse(label, Size::NINETEEN).unwrap();
        tengen_go::board::Vertex::<20>::new(point).unwrap()
    };
    assert!(board.try_play::<Black>(vertex("Q16")));
    for label in ["R16", "Q17", "P17", "R15"] {
        assert!(board.try_play::<White>(vertex(label)));
    }
    let read = |board: &Board19<Atari>, first, limit| {
        let other = if first == "Q15" { "P16" } else { "Q15" };
        let pair = [first, other].map(vertex);
        chase::begin::<White, 20, 424, Atari>(board, vertex("Q16"), pair, limit)
    };
    assert_eq!(read(&board, "Q15", 200), Ladder::Captured);
    // The position is its own image, so the other atari works as well.
    assert_eq!(read(&board, "P16", 200), Ladder::Captured);
    assert_eq!(read(&board, "Q15", 20), Ladder::Unknown);
    assert_eq!(read(&board, "Q15", 0), Ladder::Unknown);
    assert!(board.try_play::<Black>(vertex("D4")));
    assert_eq!(read(&board, "Q15", 200), Ladder::Escapes);
}

#[test]
fn what_is_no_ladder_escapes() {
    let mut board = Board9::<Atari>::new(Size::new(3).unwrap());
    let middle = Point::new(1, 1).unwrap();
    board.play(Color::Black, middle);
    let stone = board.vertex(middle).unwrap();
    let found = chase::extend::<Black, 10, 112, Atari>(&board, stone, 100);
    assert_eq!(found, Ladder::Escapes);
}
