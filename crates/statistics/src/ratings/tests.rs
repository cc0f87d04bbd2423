//! Ratings against closed forms, a general optimiser, and each other.

use proptest::prelude::*;

use super::*;

fn meeting(first: usize, second: usize, wins: f64, games: u64) -> Meeting {
    Meeting {
        first,
        second,
        wins,
        games,
    }
}

fn near(a: f64, b: f64, by: f64) {
    assert!((a - b).abs() < by, "{a} is not {b}");
}

/// ln(540.25 / 460.25) and √(1 / (1000.5·p·q)), in Elo.
#[test]
fn two_players_have_a_closed_form() {
    let ratings = Ratings::of(2, &[meeting(0, 1, 540.0, 1000)]).unwrap();
    let (elo, error) = ratings.difference(0, 1).unwrap();
    near(elo, (540.25f64 / 460.25).ln() * ELO_PER_LOGIT, 1e-8);
    let p: f64 = 540.25 / 1000.5;
    near(error, ELO_PER_LOGIT / (1000.5 * p * (1.0 - p)).sqrt(), 1e-8);
    near(ratings.get(0).unwrap().elo, elo / 2.0, 1e-8);
    near(ratings.get(0).unwrap().error, error / 2.0, 1e-8);
}

/// Maximised by `scipy.optimize.minimize`, errors from `numpy.linalg.pinv` of the information.
#[test]
fn four_players_as_scipy_rates_them() {
    let ratings = Ratings::of(
        4,
        &[
            meeting(0, 1, 12.0, 20),
            meeting(0, 2, 15.0, 20),
            meeting(1, 2, 13.0, 20),
            meeting(2, 3, 11.0, 20),
            meeting(0, 3, 19.5, 20),
        ],
    )
    .unwrap();
    let expected = [
        (166.856_354, 41.223_784),
        (68.469_342, 46.250_197),
        (-67.856_230, 37.000_902),
        (-167.469_466, 52.029_600),
    ];
    for (player, (elo, error)) in expected.into_iter().enumerate() {
        let rating = ratings.get(player).unwrap();
        near(rating.elo, elo, 1e-4);
        near(rating.error, error, 1e-4);
    }
    near(ratings.difference(0, 3).unwrap().1, 78.896_708, 1e-4);
}

#[test]
fn a_clean_sweep_stays_finite() {
    let ratings = Ratings::of(2, &[meeting(0, 1, 200.0, 200)]).unwrap();
    let (elo, error) = ratings.difference(0, 1).unwrap();
    near(elo, (200.25f64 / 0.25).ln() * ELO_PER_LOGIT, 1e-6);
    assert!(error > 300.0 && error < 400.0, "{error}");
    // A ladder of sweeps.
    let ladder: Vec<Meeting> = (0..9).map(|i| meeting(i, i + 1, 1e6, 1_000_000)).collect();
    let ratings = Ratings::of(10, &ladder).unwrap();
    near(
        ratings.difference(0, 9).unwrap().0,
        9.0 * (1e6f64 + 0.25).ln() * ELO_PER_LOGIT - 9.0 * 0.25f64.ln() * ELO_PER_LOGIT,
        1.0,
    );
}

#[test]
fn groups_that_never_met_are_not_compared() {
    let meetings = [
        meeting(0, 2, 6.0, 10),
        meeting(3, 4, 2.0, 10),
        meeting(0, 5, 0.0, 0),
    ];
    let ratings = Ratings::of(6, &meetings).unwrap();
    assert_eq!(ratings.get(1), None);
    assert_eq!(ratings.get(5), None);
    assert_eq!(ratings.get(99), None);
    assert_eq!(ratings.difference(0, 3), None);
    assert_eq!(ratings.difference(0, 1), None);
    let group = |player| ratings.get(player).unwrap().group;
    assert_eq!((group(0), group(2), group(3), group(4)), (0, 0, 1, 1));
    near(
        ratings.get(3).unwrap().elo + ratings.get(4).unwrap().elo,
        0.0,
        1e-9,
    );
    assert!(ratings.difference(3, 4).unwrap().0 < 0.0);
    let none = Ratings::of(0, &[]).unwrap();
    assert_eq!(none.get(0), None);
}

#[test]
fn nonsense_is_refused_in_a_sentence() {
    let refused = |meeting| Ratings::of(3, &[meeting]).unwrap_err();
    assert_eq!(
        refused(meeting(0, 3, 1.0, 2)).to_string(),
        "a meeting names player 3, but players are numbered from 0 to below 3"
    );
    assert_eq!(
        refused(meeting(1, 1, 1.0, 2)),
        RatingError::SamePlayer { player: 1 }
    );
    for wins in [-1.0, 3.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            refused(meeting(0, 1, wins, 2)),
            RatingError::ImpossibleScore { .. }
        ));
    }
    assert_eq!(
        Ratings::of(501, &[]).unwrap_err().to_string(),
        "ratings are computed for up to 500 players, not 501"
    );
}

/// Bradley and Terry's condition for the maximum: who is expected to win as much as was won.
#[test]
fn expected_wins_are_the_wins_seen() {
    let meetings = [
        meeting(0, 1, 37.5, 50),
        meeting(1, 2, 20.0, 50),
        meeting(2, 0, 12.0, 40),
        meeting(3, 0, 1.0, 30),
    ];
    let ratings = Ratings::of(4, &meetings).unwrap();
    for player in 0..4 {
        let mut surplus = 0.0;
        for m in meetings {
            let sign = match player {
                _ if player == m.first => 1.0,
                _ if player == m.second => -1.0,
                _ => continue,
            };
            let elo = ratings.difference(m.first, m.second).unwrap().0;
            let p = crate::share_of_elo(elo).unwrap();
            surplus += sign * (m.wins + 0.25 - (m.games as f64 + 0.5) * p);
        }
        near(surplus, 0.0, 1e-7);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn numbers_do_not_matter_and_sides_mirror(
        games in prop::collection::vec((0usize..6, 0usize..6, 0u64..200, 1u64..100), 1..20),
    ) {
        let meetings: Vec<Meeting> = games
            .into_iter()
            .filter(|(a, b, _, _)| a != b)
            .map(|(a, b, halves, n)| meeting(a, b, halves.min(2 * n) as f64 / 2.0, n))
            .collect();
        let mirrored: Vec<Meeting> = meetings
            .iter()
            .map(|m| meeting(5 - m.second, 5 - m.first, m.games as f64 - m.wins, m.games))
            .collect();
        let (one, two) = (Ratings::of(6, &meetings).unwrap(), Ratings::of(6, &mirrored).unwrap());
        for player in 0..6 {
            let (a, b) = (one.get(player), two.get(5 - player));
            prop_assert_eq!(a.is_some(), b.is_some());
            if let (Some(a), Some(b)) = (a, b) {
                prop_assert!((a.elo - b.elo).abs() < 1e-5 && (a.error - b.error).abs() < 1e-5);
                prop_assert!(a.elo.is_finite() && a.error > 0.0);
            }
        }
    }
}
