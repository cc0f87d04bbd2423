//! Shares against scipy, and what must hold for every share.

use proptest::prelude::*;

use super::*;

fn share(wins: f64, of: u64) -> Share {
    Share { wins, of }
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

/// `scipy.stats.binomtest(k, 1000)`: p, the exact interval, Wilson's.
#[test]
fn matches_of_a_thousand_games() {
    for (wins, p, low, high, wilson_low, wilson_high) in [
        (
            540.0,
            0.012_444_146_277,
            0.508_530_184_302,
            0.571_233_683_497,
            0.509_015_286_202,
            0.570_678_573_119,
        ),
        (
            513.0,
            0.429_209_777_209,
            0.481_521_253_826,
            0.544_402_007_746,
            0.482_030_268_730,
            0.543_870_235_549,
        ),
        (
            519.0,
            0.241_969_336_169,
            0.487_515_421_067,
            0.550_372_421_883,
            0.488_019_146_253,
            0.549_835_436_924,
        ),
        (
            491.0,
            0.590_884_107_802,
            0.459_580_744_350,
            0.522_472_382_062,
            0.460_109_033_147,
            0.521_959_848_506,
        ),
        (
            523.0,
            0.154_693_706_480,
            0.491_514_010_316,
            0.554_350_219_684,
            0.492_014_201_255,
            0.553_809_767_855,
        ),
    ] {
        let share = share(wins, 1000);
        near(share.exact_test(0.5).unwrap(), p);
        let exact = share.clopper_pearson(CONFIDENCE).unwrap();
        near(exact.low, low);
        near(exact.high, high);
        let wilson = share.wilson(CONFIDENCE).unwrap();
        near(wilson.low, wilson_low);
        near(wilson.high, wilson_high);
    }
}

/// `scipy.stats.binomtest(k, n, p)`.
#[test]
fn tests_against_other_shares() {
    for (wins, of, expected, p) in [
        (3.0, 10, 0.3, 1.0),
        (9.0, 20, 0.3, 0.148_814_595_175_446_9),
        (0.0, 5, 0.5, 0.0625),
        (7.0, 50, 0.25, 0.073_989_006_325_695_33),
        (18.0, 50, 0.25, 0.100_379_206_823_870_39),
        (12.0, 13, 0.8, 0.486_321_911_398_400_1),
        (4010.0, 10_000, 0.41, 0.067_274_372_276_163_45),
    ] {
        near(share(wins, of).exact_test(expected).unwrap(), p);
    }
    assert_eq!(share(5.0, 5).exact_test(1.0), Some(1.0));
    assert_eq!(share(4.0, 5).exact_test(1.0), Some(0.0));
}

#[test]
fn a_half_win_takes_the_more_cautious_neighbour() {
    let half = share(540.5, 1000);
    near(half.exact_test(0.5).unwrap(), 0.012_444_146_277);
    let interval = half.clopper_pearson(CONFIDENCE).unwrap();
    near(interval.low, 0.508_530_184_302);
    assert_eq!(
        interval.high,
        share(541.0, 1000).clopper_pearson(CONFIDENCE).unwrap().high
    );
}

#[test]
fn in_a_very_long_match_the_intervals_meet() {
    let long = share(500_020_000.0, 1_000_000_000);
    let (wilson, exact) = (
        long.wilson(CONFIDENCE).unwrap(),
        long.clopper_pearson(CONFIDENCE).unwrap(),
    );
    assert!((wilson.low - exact.low).abs() < 1e-8 && (wilson.high - exact.high).abs() < 1e-8);
    // 20,000 wins more than half are 1.265 deviations.
    assert!((long.exact_test(0.5).unwrap() - 0.2059).abs() < 1e-3);
}

#[test]
fn nonsense_has_no_answer() {
    for bad in [
        share(0.0, 0),
        share(3.0, 2),
        share(-1.0, 2),
        share(f64::NAN, 2),
        share(f64::INFINITY, 2),
    ] {
        assert_eq!(bad.value(), None);
        assert_eq!(bad.wilson(CONFIDENCE), None);
        assert_eq!(bad.clopper_pearson(CONFIDENCE), None);
        assert_eq!(bad.exact_test(0.5), None);
    }
    let good = share(1.0, 2);
    for bad in [0.0, 1.0, -0.5, f64::NAN] {
        assert_eq!(good.wilson(bad), None);
        assert_eq!(good.clopper_pearson(bad), None);
    }
    assert_eq!(good.exact_test(f64::NAN), None);
    assert_eq!(good.exact_test(1.5), None);
    assert_eq!(share(1.0, u64::MAX).clopper_pearson(CONFIDENCE), None);
    assert_eq!(Share::of_games(u64::MAX, 1, 1), None);
    assert_eq!(Share::of_games(1, 1, 0), Some(share(1.5, 2)));
}

proptest! {
    #[test]
    fn intervals_contain_the_share_and_are_symmetric(
        halves in 0u64..600, of in 1u64..300, confidence in 0.01f64..0.999,
    ) {
        let share = share(halves.min(2 * of) as f64 / 2.0, of);
        let p = share.value().unwrap();
        for of in [Share::wilson, Share::clopper_pearson] {
            let interval = of(share, confidence).unwrap();
            prop_assert!(interval.contains(p), "{interval:?} {p}");
            prop_assert!(interval.low >= 0.0 && interval.high <= 1.0);
            let mirror = of(share.of_opponent(), confidence).unwrap();
            prop_assert!((mirror.low + interval.high - 1.0).abs() < 1e-9);
            prop_assert!((mirror.high + interval.low - 1.0).abs() < 1e-9);
            prop_assert!(of(share, confidence / 2.0).unwrap().width() <= interval.width() + 1e-12);
        }
        let (p, q) = (share.exact_test(0.5).unwrap(), share.of_opponent().exact_test(0.5).unwrap());
        prop_assert!((p - q).abs() < 1e-9 && (0.0..=1.0).contains(&p));
    }

    #[test]
    fn more_wins_raise_both_ends(wins in 0u64..200, of in 1u64..200) {
        let wins = wins.min(of - 1) as f64;
        for interval in [Share::wilson, Share::clopper_pearson] {
            let less = interval(share(wins, of), CONFIDENCE).unwrap();
            let more = interval(share(wins + 1.0, of), CONFIDENCE).unwrap();
            prop_assert!(less.low <= more.low && less.high <= more.high);
        }
    }

    #[test]
    fn for_equals_the_test_doubles_the_smaller_tail(wins in 0u64..200, of in 1u64..200) {
        let wins = wins.min(of);
        let tail = Binomial::new(of, 0.5).unwrap().at_most(wins.min(of - wins));
        let p = share(wins as f64, of).exact_test(0.5).unwrap();
        prop_assert!((p - (2.0 * tail).min(1.0)).abs() < 1e-9);
    }
}
