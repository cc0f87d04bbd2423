//! A match of which every figure is worked out by hand.

use tengen_document::cell::Cell;
use tengen_document::figure::Plot;
use tengen_lab::findings::figure::{Beyond, Interval};
use tengen_lab::findings::pairing::{EndCount, Pairing};
use tengen_lab::findings::{Body, Done, Findings, Voided};
use tengen_lab::outline::{Kind, Outline, Point, Sweep};
use tengen_lab::record::{self, Cause, End, Side};

use crate::report::samples::{facts, game, outline, series, void};

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-4, "{found} is not {expected}");
}

fn close(found: Option<Interval>, low: f64, high: f64) {
    let found = found.unwrap();
    near(found.low, low);
    near(found.high, high);
}

/// Seven of eight games are there or given up; one repeats another, one has a dispute.
fn small() -> (Outline, Vec<Done>, Vec<Voided>) {
    let series = series("a-b", "a", Some("b"), 8);
    let mut results = vec![
        game(&series, 1, "B+3.5", End::Score, "aa bb cc dd"),
        game(&series, 2, "W+R", End::Resignation, "aa bb"),
        game(&series, 3, "W+F", End::Forfeit, "cc dd"),
        game(&series, 4, "0", End::Score, "dd ee ff"),
        game(&series, 5, "B+T", End::Time, "aa bb cc dd"),
        game(&series, 7, "W+2", End::Score, "ii jj kk"),
    ];
    if let record::Body::Game(game) = &mut results[5].record.body {
        game.dispute = Some("a: C3 is dead. b: it lives.".to_owned());
    }
    let voids = vec![
        void(&series, 6, 1, Cause::Crash, false),
        void(&series, 6, 2, Cause::Crash, true),
    ];
    let mut outline = outline(Kind::Match, &["a", "b"]);
    outline.series.push(series);
    (outline, results, voids)
}

fn pairing(findings: &Findings) -> &Pairing {
    match &findings.body {
        Body::Match { pairings, .. } => &pairings[0],
        other => panic!("no match: {other:?}"),
    }
}

#[test]
fn the_score_and_its_shares() {
    let (outline, results, voids) = small();
    let findings = Findings::new(&outline, &results, &voids, &facts());
    let pairing = pairing(&findings);
    assert_eq!(
        (pairing.games, pairing.wins, pairing.draws, pairing.losses),
        (6, 3, 1, 2)
    );
    near(pairing.total.share.unwrap(), 3.5 / 6.0);
    // (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n) with p = 3.5/6, n = 6.
    close(pairing.total.wilson, 0.24107, 0.86053);
    // Of 3 and of 4 wins in 6 the larger p: 1.
    assert_eq!(pairing.total.p, Some(1.0));
    assert_eq!((pairing.as_black.wins, pairing.as_black.of), (2.0, 4));
    assert_eq!((pairing.as_white.wins, pairing.as_white.of), (1.5, 2));
    // 400 · log₁₀(3.5 / 2.5), and Φ(1/√5).
    near(pairing.elo.unwrap().value.unwrap(), 58.4512);
    near(pairing.los.unwrap(), 0.67264);
    // With 8 games only 8 : 0 is significant: p⁸ = 0.8.
    near(pairing.detectable.unwrap(), 0.97249);
}

#[test]
fn pairs_are_games_of_an_odd_and_the_next_number() {
    let (outline, results, voids) = small();
    let findings = Findings::new(&outline, &results, &voids, &facts());
    let pairs = pairing(&findings).pairs.unwrap();
    // Games 1 and 2: two points; 3 and 4: half a point. 5 and 7 are alone.
    assert_eq!(pairs.counts, [0, 1, 0, 0, 1]);
    near(pairs.share, 0.625);
}

#[test]
fn ends_lengths_and_repeats() {
    let (outline, results, voids) = small();
    let findings = Findings::new(&outline, &results, &voids, &facts());
    let pairing = pairing(&findings);
    let count = |end| EndCount { end, games: 1 };
    let of_first = [count(End::Score), count(End::Forfeit)];
    let of_second = [count(End::Score), count(End::Resignation), count(End::Time)];
    assert_eq!(pairing.lost_by.of(Side::First), &of_first);
    assert_eq!(pairing.lost_by.of(Side::Second), &of_second);
    assert_eq!(pairing.drawn_by, [count(End::Score)]);
    assert_eq!((pairing.repeats.distinct, pairing.repeats.repeated), (5, 1));
    assert_eq!(pairing.disputes, 1);
    let (outline, mut results, voids) = small();
    if let record::Body::Game(game) = &mut results[4].record.body {
        game.start = Some("elsewhere".to_owned());
    }
    let findings = Findings::new(&outline, &results, &voids, &facts());
    let repeats = self::pairing(&findings).repeats;
    assert_eq!((repeats.distinct, repeats.repeated), (6, 0));
    near(pairing.length.unwrap().mean, 3.0);
    assert_eq!(pairing.lengths.as_ref().unwrap().counts, [2, 2, 2]);
}

#[test]
fn units_and_what_came_to_nothing() {
    let (outline, results, voids) = small();
    let findings = Findings::new(&outline, &results, &voids, &facts());
    let units = findings.units;
    assert_eq!(
        (units.planned, units.counted, units.void_attempts),
        (8, 6, 2)
    );
    assert_eq!((units.given_up, units.open, units.retired), (1, 1, 0));
    let voids = &pairing(&findings).voids;
    assert_eq!(voids.given_up, ["a-b/6"]);
    assert_eq!(voids.attempts.len(), 1);
    assert_eq!(
        (voids.attempts[0].cause, voids.attempts[0].attempts),
        (Cause::Crash, 2)
    );
}

#[test]
fn players_spend_what_their_side_of_the_records_says() {
    let (outline, results, voids) = small();
    let findings = Findings::new(&outline, &results, &voids, &facts());
    let [a, b] = findings.players.as_slice() else {
        panic!("there are two players");
    };
    // 2 seconds and 4 for 2 moves a game; half of it of the processor; 1,000 playouts.
    assert_eq!((a.units, a.moves), (6, 12));
    assert_eq!((a.wall_per_move, b.wall_per_move), (Some(1.0), Some(2.0)));
    assert_eq!((a.wall_per_unit, b.cpu_per_unit), (Some(2.0), Some(2.0)));
    assert_eq!(
        (a.cpu_per_move, a.playouts_per_move),
        (Some(0.5), Some(500.0))
    );
    // Move n takes n seconds from 0; a has the even ones as Black and the odd ones as White:
    // 0 2 | 1 | 0 | 1 | 0 2 | 0 2.
    let seconds = a.seconds.as_ref().unwrap();
    assert_eq!(seconds.counts.iter().sum::<u64>(), 9);
    assert_eq!(
        (seconds.counts.first(), seconds.counts.last()),
        (Some(&4), Some(&0))
    );
}

#[test]
fn the_order_of_results_does_not_matter() {
    let (outline, mut results, mut voids) = small();
    let findings = Findings::new(&outline, &results, &voids, &facts());
    results.reverse();
    voids.reverse();
    assert_eq!(
        Findings::new(&outline, &results, &voids, &facts()),
        findings
    );
}

#[test]
fn what_is_no_part_of_the_experiment_is_left_out() {
    let (outline, mut results, voids) = small();
    let before = Findings::new(&outline, &results, &voids, &facts());
    results.push(results[0].clone());
    results.push(Done {
        series: "x".to_owned(),
        ..results[0].clone()
    });
    results.push(Done {
        unit: "a-b/first".to_owned(),
        ..results[0].clone()
    });
    let after = Findings::new(&outline, &results, &voids, &facts());
    assert_eq!(after.units.left_out, 3);
    assert_eq!(after.body, before.body);
}

#[test]
fn a_clean_sweep_has_no_finite_rating_and_survives_json() {
    let series = series("a-b", "a", Some("b"), 2);
    let mut outline = outline(Kind::Match, &["a", "b"]);
    let results = [
        game(&series, 1, "B+1", End::Score, "aa"),
        game(&series, 2, "W+1", End::Score, "bb"),
    ];
    outline.series.push(series);
    let findings = Findings::new(&outline, &results, &[], &facts());
    let elo = pairing(&findings).elo.unwrap();
    assert_eq!((elo.value, elo.high), (None, None));
    assert_eq!(elo.infinite, Some(Beyond::Above));
    let document = tengen_lab::report::document(&findings);
    let table = document.tables().find(|t| t.name == "results").unwrap();
    let values = tengen_document::csv::csv(table);
    assert!(values.contains(",inf,"), "{values}");
    assert!(elo.low.is_some());
    let json = serde_json::to_string(&findings).unwrap();
    let back: Findings = serde_json::from_str(&json).unwrap();
    assert_eq!(pairing(&back).wins, 2);
    assert_eq!(back.notes, findings.notes);
    assert!(tengen_lab::report::show(&findings, 200).contains('∞'));
}

#[test]
fn superiority_is_never_shown_as_certain_and_the_figure_agrees_with_the_test() {
    let series = series("a-b", "a", Some("b"), 400);
    let mut outline = outline(Kind::Match, &["a", "b"]);
    let won = |number: u64| {
        let result = if number % 2 == 1 { "B+1" } else { "W+1" };
        game(&series, number, result, End::Score, &format!("m{number}"))
    };
    let results: Vec<_> = (1..=400).map(won).collect();
    outline.series.push(series.clone());
    let findings = Findings::new(&outline, &results, &[], &facts());
    assert_eq!(pairing(&findings).los, Some(1.0));
    let text = tengen_lab::report::show(&findings, 250);
    assert!(
        text.contains("> 0.9999") && !text.contains("1.000"),
        "{text}"
    );
    let document = tengen_lab::report::document(&findings);
    let figure = document.figures().find(|f| f.name == "shares").unwrap();
    assert!(figure.caption.contains("Clopper and Pearson"));
    let Plot::Dots(dots) = &figure.plot else {
        panic!("shares are dots");
    };
    let exact = pairing(&findings).total.clopper_pearson.unwrap();
    assert_eq!(
        (dots.rows[0].low, dots.rows[0].high),
        (exact.low, exact.high)
    );
}

#[test]
fn a_sweep_is_ordered_by_its_values() {
    let mut outline = outline(Kind::Match, &["a[1]", "a[0.1]", "ab"]);
    outline.sweep = Some(Sweep {
        player: "a".to_owned(),
        parameter: "c".to_owned(),
    });
    let mut results = Vec::new();
    for (value, result) in [(1.0, "B+1"), (0.1, "W+1")] {
        let mut series = series(&format!("a{value}"), &format!("a[{value}]"), Some("ab"), 1);
        series.at = Some(Point {
            text: value.to_string(),
            number: Some(value),
        });
        results.push(game(&series, 1, result, End::Score, "aa"));
        outline.series.push(series);
    }
    let findings = Findings::new(&outline, &results, &[], &facts());
    let line = &findings.curves[0].lines[0];
    assert_eq!(line.label, "against ab");
    let points: Vec<(&str, f64)> = line
        .points
        .iter()
        .map(|point| (point.at.text.as_str(), point.value))
        .collect();
    assert_eq!(points, [("0.1", 0.0), ("1", 1.0)]);
}

#[test]
fn three_players_have_ratings_and_two_have_none() {
    let (outline, results, voids) = small();
    let findings = Findings::new(&outline, &results, &voids, &facts());
    let Body::Match { ratings: None, .. } = findings.body else {
        panic!("two players are compared, not rated");
    };
    let findings = crate::report::samples::round_robin(&["a", "b", "c", "d"], 40);
    let Body::Match {
        ratings: Some(ratings),
        ..
    } = &findings.body
    else {
        panic!("four players are rated");
    };
    assert_eq!(ratings.players[0].player, "d");
    assert_eq!(ratings.groups, 1);
    near(ratings.players.iter().map(|player| player.elo).sum(), 0.0);
    let points: f64 = ratings.players.iter().map(|player| player.points).sum();
    assert_eq!(points, 239.0);
}

#[test]
fn a_round_robin_has_a_table_of_all_against_all() {
    let findings = crate::report::samples::round_robin(&["a", "b", "c", "d"], 40);
    let document = tengen_lab::report::document(&findings);
    let table = document.tables().find(|t| t.name == "crosses").unwrap();
    assert_eq!((table.rows.len(), table.columns.len()), (4, 5));
    for at in 0..4 {
        assert_eq!(table.rows[at][at + 1], Cell::Empty);
    }
    let (Cell::Share(one), Cell::Share(other)) = (&table.rows[0][2], &table.rows[1][1]) else {
        panic!("{table:?}");
    };
    near(one + other, 1.0);
    let (outline, results, voids) = small();
    let two = Findings::new(&outline, &results, &voids, &facts());
    let document = tengen_lab::report::document(&two);
    assert!(document.tables().all(|table| table.name != "crosses"));
}

#[test]
fn players_without_games_are_listed_and_rows_of_nothing_are_not() {
    let mut outline = outline(Kind::Match, &["a", "b", "c"]);
    let played = series("a-b", "a", Some("b"), 2);
    let results = [
        game(&played, 1, "B+1", End::Score, "aa"),
        game(&played, 2, "W+1", End::Score, "bb"),
    ];
    outline.series = vec![played, series("a-c", "a", Some("c"), 2)];
    let findings = Findings::new(&outline, &results, &[], &facts());
    let text = tengen_lab::report::show(&findings, 250);
    assert!(text.contains("no games"), "{text}");
    let document = tengen_lab::report::document(&findings);
    let ends = document.tables().find(|t| t.name == "ends").unwrap();
    assert_eq!(ends.rows.len(), 1);
    assert_eq!(ends.rows[0][0], Cell::text("b"));
}

#[test]
fn the_last_words_of_a_failed_program_are_shown() {
    let (outline, results, mut voids) = small();
    voids[1].record.last_words = Some("assertion failed: liberties".to_owned());
    let findings = Findings::new(&outline, &results, &voids, &facts());
    let text = tengen_lab::report::show(&findings, 300);
    assert!(text.contains("assertion failed: liberties"), "{text}");
    let disputed = "the referee judged: 1 of 6 games in a-b.";
    assert!(findings.notes.iter().any(|note| note.ends_with(disputed)));
}
