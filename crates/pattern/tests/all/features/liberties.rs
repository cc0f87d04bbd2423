//! Liberties before and after a move.

use proptest::prelude::*;
use tengen_go::{Point, Size};
use tengen_pattern::feature::{FeatureParams, FeatureSet, LibertyReading};

use super::{B, ONE_LOOSE, W, check, everything, random, team};

#[test]
fn liberties() {
    let five = |middle: &str| format!(". . . . .\n . . . . .\n {middle}\n . . . . .\n . . . . .");
    check(
        "liberties",
        &[
            ("none", &five(". . a . ."), &[]),
            (
                "a stone alone with 3 liberties, 4 or more left to the weakest opposing chain",
                &five("O O a . ."),
                &[],
            ),
            (
                "a stone alone with 3 liberties, 3 left to the weakest opposing chain",
                &five(". O a . ."),
                &[],
            ),
            (
                "a stone alone with 1 liberty, 1 left to the weakest opposing chain",
                "a . . \n O X . \n . . .",
                &[],
            ),
            (
                "a stone alone with 4 liberties or more, the weakest opposing chain captured",
                ONE_LOOSE,
                &[],
            ),
            (
                "2 liberties more, no opposing chain beside",
                &five(". X a . ."),
                &[],
            ),
            (
                "1 liberty more, 3 left to the weakest opposing chain",
                &five(". X a O ."),
                &[],
            ),
            (
                "3 liberties more or better, no opposing chain beside",
                &five(". X a X ."),
                &[],
            ),
            (
                "1 liberty fewer, no opposing chain beside",
                "X X . \n X a X \n X X X",
                &[],
            ),
            (
                "as many liberties, 3 left to the weakest opposing chain",
                ". . . . .
                 . . . O .
                 . X a O .
                 . . O . .
                 . . . . .",
                &[],
            ),
        ],
    );
    check(
        "own liberties",
        &[
            ("none beside, then 3", &five(". O a . ."), &[]),
            ("4, then 6 or more", &five(". X a . ."), &[]),
            ("2, then 3", "X a . \n . . . \n . . .", &[]),
        ],
    );
    check(
        "opposing liberties",
        &[
            ("3 left, no other", &five(". O a . ."), &[]),
            ("3 left, the next: 3 left", &five(". O a O ."), &[]),
            ("captured, no other", ONE_LOOSE, &[]),
            (
                "1 left, the next: 3 left",
                "O a . . \n . O . . \n X . X . \n . X . .",
                &[],
            ),
            ("none", &five(". X a . ."), &[]),
        ],
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn liberties_are_what_they_are_after_the_move(side in 2_usize..=25, seed: u64, share in 1_usize..=20) {
        let size = Size::new(side).unwrap();
        let (board, recent) = random(size, seed, size.area() * share / 10);
        let params = FeatureParams {
            ladder_nodes: 50,
            ..everything(LibertyReading::BeforeAfter)
        };
        let mut set = FeatureSet::new(&params, size);
        for point in Point::all(size).filter(|&p| board.is_legal(W, p)) {
            let ids = team(&mut set, &board, W, recent, point);
            let mut after = board.clone();
            after.play(W, point);
            let name = set.value_name(ids[0]);
            let own = after.liberties(point, 6);
            let expected = format!("then {own}{}", if own == 6 { " or more" } else { "" });
            prop_assert!(ids[0] == 0 || name.ends_with(&expected), "{} {}", name, own);
            let beside = point.neighbours(size).filter(|&p| board.at(p) == Some(B));
            let left = beside.map(|p| if after.at(p).is_none() { 0 } else { after.liberties(p, 4) }).min();
            let name = set.value_name(ids[1]);
            let expected = match left {
                None => "none".to_owned(),
                Some(0) => "opposing liberties: captured,".to_owned(),
                Some(4) => "opposing liberties: 4 or more left,".to_owned(),
                Some(n) => format!("opposing liberties: {n} left,"),
            };
            prop_assert!(name.starts_with(&expected), "{} {}", name, expected);
        }
    }
}
