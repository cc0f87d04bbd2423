//! Areas: stones, regions of one colour, and unconditional life.

use tengen_go::{Color, Rules};

use crate::positions::{drawn, game, labels, plane, seen, seen_at};

#[test]
fn empty_regions_belong_to_the_colour_around_them() {
    let features = seen_at(
        ". X . O .
         . X . O .
         . X . O .
         . X . O .
         . X . O .",
        Color::White,
    );
    let row = |text: &str| [text; 5].join("\n");
    assert_eq!(plane(&features, 18), row("...**"));
    assert_eq!(plane(&features, 19), row("**..."));
}

/// Black's wall lives unconditionally, so the white stones in its eyes are Black's, and the corner that
/// White seems to own.
#[test]
fn dead_stones_inside_unconditional_life_change_hands() {
    let board = ". O X . X . X
                 O X X X X X X
                 X X . . . . .
                 . . . . . . .
                 . . . . . . .
                 O O O O O O O
                 . . . . . . .";
    let features = seen_at(board, Color::Black);
    assert_eq!(
        plane(&features, 18),
        drawn(
            "*******
             *******
             **.....
             .......
             .......
             .......
             ......."
        )
    );
    assert_eq!(
        plane(&features, 19),
        drawn(
            ".......
             .......
             .......
             .......
             .......
             *******
             *******"
        )
    );
}

#[test]
fn territory_rules_show_no_area() {
    let game = game(". X .\n . X .\n . X .", Color::Black, Rules::JAPANESE);
    let features = seen(&game);
    assert!(features.planes.iter().all(|bits| bits >> 18 == 0));
}

/// The white stone is next to no black one. Where suicide is legal, White may vacate its point again, so the large
/// eye is not vital to Black's chain, which has one small eye besides.
#[test]
fn suicide_makes_life_harder() {
    let board = "X X X X X X X
                 X . . . X . X
                 X . O . X X X
                 X . . . X . .
                 X X X X X . .
                 . . . . . . .
                 O O O O O O O";
    let forbidden = seen(&game(board, Color::Black, Rules::CHINESE));
    let allowed = seen(&game(board, Color::Black, Rules::TROMP_TAYLOR));
    assert_eq!(
        plane(&forbidden, 18),
        drawn(
            "*******
             *******
             *******
             *****..
             *****..
             .......
             ......."
        )
    );
    assert_eq!(
        plane(&allowed, 18),
        drawn(
            "*******
             *...***
             *...***
             *...*..
             *****..
             .......
             ......."
        )
    );
    assert_eq!(labels(&allowed, 19), "C5 A1 B1 C1 D1 E1 F1 G1");
}
