//! Whatever text comes in, it is read or refused with a sentence.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tengen_go::{Diagram, Drawing, Komi, Move, Point, Rules, Size};

fn sides() -> impl Strategy<Value = Size> {
    (2_usize..=25).prop_map(|side| Size::new(side).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), size in sides()) {
        if let Err(error) = text.parse::<Rules>() {
            prop_assert!(error.nearest.is_none_or(|name| error.to_string().contains(name)));
        }
        if let Ok(komi) = text.parse::<Komi>() {
            prop_assert_eq!(komi.to_string().parse::<Komi>(), Ok(komi));
        }
        if let Some(point) = Point::parse(&text, size) {
            prop_assert!(point.is_on(size));
            prop_assert!(point.label(size).eq_ignore_ascii_case(&text)
                || text.contains('0'), "only a leading zero may differ: {}", text);
        }
        let _ = Move::parse(&text, size);
    }

    #[test]
    fn any_square_of_signs_is_a_board_or_refused(text in "([XO.a-c ]{0,6}\n){0,7}") {
        match Diagram::parse(&text) {
            Ok(diagram) => {
                let drawn = Drawing::new(&diagram.stones).to_string();
                let again = Diagram::parse(&drawn).unwrap();
                prop_assert_eq!(again.stones.hash(), diagram.stones.hash());
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn komis_keep_their_thousandths(thousandths in -10_000_000_i32..=10_000_000) {
        let komi = Komi::new(f64::from(thousandths) / 1000.0).unwrap();
        prop_assert_eq!(komi.thousandths(), thousandths);
        prop_assert_eq!(komi.to_string().parse::<Komi>(), Ok(komi));
    }
}
