//! Probabilities and tails against scipy and against plain sums.

use proptest::prelude::*;

use super::*;

fn near(a: f64, b: f64, relative: f64) {
    assert!((a - b).abs() <= relative * b.abs(), "{a} is not {b}");
}

/// `scipy.stats.binom.cdf` and `pmf`.
#[test]
fn tails_as_scipy_has_them() {
    let large = Binomial::new(1_000_000_000, 0.499).unwrap();
    near(large.at_most(499_000_000), 0.500_012_624_097_968_8, 1e-9);
    let even = Binomial::new(1_000_000, 0.5).unwrap();
    near(even.probability(500_000), 0.000_797_884_361_331_749_9, 1e-9);
    let other = Binomial::new(10_000, 0.3).unwrap();
    near(other.at_most(2_900), 0.014_748_103_899_786_603, 1e-9);
}

#[test]
fn all_probabilities_sum_to_one() {
    for (n, p) in [(1, 0.5), (7, 0.01), (40, 0.99), (1_000, 0.3)] {
        let binomial = Binomial::new(n, p).unwrap();
        near((0..=n).map(|k| binomial.probability(k)).sum(), 1.0, 1e-11);
    }
    let cards = Hypergeometric::new(13, 39, 20).unwrap();
    near((0..=13).map(|k| cards.probability(k)).sum(), 1.0, 1e-11);
    // One of two marked among four, two drawn: 4 of 6.
    near(
        Hypergeometric::new(2, 2, 2).unwrap().probability(1),
        4.0 / 6.0,
        1e-12,
    );
}

#[test]
fn what_is_too_large_or_impossible_has_no_distribution() {
    assert!(Binomial::new(LARGEST + 1, 0.5).is_none());
    assert!(Binomial::new(5, f64::NAN).is_none());
    assert!(Binomial::new(5, 1.0).is_none());
    assert!(Hypergeometric::new(u64::MAX, 1, 1).is_none());
    assert!(Hypergeometric::new(3, 3, 7).is_none());
}

proptest! {
    #[test]
    fn tails_are_the_sums_of_the_probabilities(n in 1u64..80, p in 0.001f64..0.999, k in 0u64..80) {
        let k = k.min(n);
        let binomial = Binomial::new(n, p).unwrap();
        let below: f64 = (0..=k).map(|i| binomial.probability(i)).sum();
        prop_assert!((binomial.at_most(k) - below).abs() < 1e-11);
        prop_assert!((binomial.at_most(k) + binomial.at_least(k) - binomial.probability(k) - 1.0).abs() < 1e-11);
    }

    #[test]
    fn two_sides_are_all_that_is_not_likelier(
        marked in 0u64..30, plain in 0u64..30, drawn in 0u64..60, k in 0u64..30,
        n in 1u64..60, p in 0.01f64..0.99,
    ) {
        let binomial = Binomial::new(n, p).unwrap();
        let at = k.min(n);
        prop_assert!((binomial.two_sided(at) - slow(&binomial, at)).abs() < 1e-10);
        let drawn = drawn.min(marked + plain);
        let hyper = Hypergeometric::new(marked, plain, drawn).unwrap();
        let (low, high) = hyper.range();
        let at = k.clamp(low, high);
        prop_assert!((hyper.two_sided(at) - slow(&hyper, at)).abs() < 1e-10);
    }
}

fn slow(of: &impl Unimodal, observed: u64) -> f64 {
    let limit = of.probability(observed) * EQUAL;
    let (low, high) = of.range();
    (low..=high)
        .map(|k| of.probability(k))
        .filter(|&p| p <= limit)
        .sum()
}
