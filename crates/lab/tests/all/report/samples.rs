//! Small experiments with results made up here.

use std::collections::BTreeMap;

use tengen_game::Rng;
use tengen_lab::findings::{Done, Facts, Findings, Voided};
use tengen_lab::outline::{Kind, Outline, PlayerLine, Point, Scale, Series, Stop, Sweep};
use tengen_lab::record::{
    AnswerRecord, Body, Cause, End, GameRecord, MeasurementRecord, PerSide, Record, Side, Spent,
    VoidRecord,
};

/// An experiment without series.
pub(crate) fn outline(kind: Kind, players: &[&str]) -> Outline {
    let line = |name: &&str| PlayerLine {
        name: (*name).to_owned(),
        what: format!("recipe {name}"),
        budget: "500 playouts a move".to_owned(),
    };
    Outline {
        name: "sample".to_owned(),
        title: "A sample".to_owned(),
        about: String::new(),
        kind,
        hash: "0123abcd".to_owned(),
        players: players.iter().map(line).collect(),
        series: Vec::new(),
        sweep: None,
        settings: vec![("size".to_owned(), "9".to_owned())],
        stop: None,
        models: Vec::new(),
    }
}

pub(crate) fn series(name: &str, first: &str, second: Option<&str>, planned: u64) -> Series {
    Series {
        name: name.to_owned(),
        first: first.to_owned(),
        second: second.map(str::to_owned),
        at: None,
        planned,
    }
}

/// A game with the given result; the first player is Black in odd games. Its moves are those of
/// `line`, so that two games with the same line are the same.
pub(crate) fn game(series: &Series, number: u64, result: &str, end: End, line: &str) -> Done {
    let black = if number % 2 == 1 {
        Side::First
    } else {
        Side::Second
    };
    let spent = |wall: f64| Spent {
        wall,
        cpu: Some(wall / 2.0),
        playouts: Some(1000),
        moves: 2,
    };
    let moves: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let body = Body::Game(GameRecord {
        players: PerSide {
            first: series.first.clone(),
            second: series.second.clone().unwrap_or_default(),
        },
        black,
        result: result.to_owned(),
        end,
        note: None,
        dispute: None,
        start: None,
        white_begins: false,
        seconds: moves.iter().enumerate().map(|(at, _)| at as f32).collect(),
        winrates: vec![None; moves.len()],
        moves,
        opening: 0,
        spent: PerSide {
            first: spent(2.0),
            second: spent(4.0),
        },
        last_words: PerSide::default(),
    });
    done(series, number, body)
}

pub(crate) fn done(series: &Series, number: u64, body: Body) -> Done {
    Done {
        unit: format!("{}/{number}", series.name),
        series: series.name.clone(),
        record: Record {
            seed: number,
            wall: 1.0,
            body,
        },
        manifest: "m".to_owned(),
    }
}

pub(crate) fn answer(series: &Series, number: u64, problem: &str, rank: &str, right: bool) -> Done {
    let body = Body::Answer(AnswerRecord {
        player: series.first.clone(),
        problem: problem.to_owned(),
        groups: BTreeMap::from([("rank".to_owned(), rank.to_owned())]),
        answer: "D4".to_owned(),
        right,
        fault: None,
        winrate: None,
        spent: Spent {
            wall: 0.5,
            cpu: None,
            playouts: Some(100),
            moves: 1,
        },
    });
    done(series, number, body)
}

pub(crate) fn measurement(series: &Series, number: u64, refused: f64, row: &[f64]) -> Done {
    let body = Body::Measurement(MeasurementRecord {
        player: series.first.clone(),
        position: "opening".to_owned(),
        best: "E5".to_owned(),
        counts: BTreeMap::from([("refused".to_owned(), refused)]),
        rows: BTreeMap::from([("depths".to_owned(), row.to_vec())]),
        spent: Spent {
            wall: 1.5,
            cpu: Some(1.25),
            playouts: None,
            moves: 1,
        },
    });
    done(series, number, body)
}

pub(crate) fn void(series: &Series, number: u64, attempt: u32, cause: Cause, last: bool) -> Voided {
    Voided {
        unit: format!("{}/{number}", series.name),
        series: series.name.clone(),
        attempt,
        last,
        record: VoidRecord {
            cause,
            player: series.second.clone(),
            reason: "It ended with code 139 at move 31.".to_owned(),
            last_words: None,
            moves: Vec::new(),
        },
    }
}

pub(crate) fn facts() -> Facts {
    Facts {
        host: "alpha".to_owned(),
        commit: "e523271".to_owned(),
        command: "tengen lab report sample.toml".to_owned(),
        ..Facts::default()
    }
}

/// A round robin with everything in it that can happen to games, by players with these names.
pub(crate) fn round_robin(names: &[&str; 4], games: u64) -> Findings {
    let strength = [0.0, 60.0, 110.0, 320.0];
    let mut outline = outline(Kind::Match, names);
    "Do the all-moves-as-first values help at 500 playouts on the small board?"
        .clone_into(&mut outline.about);
    let mut rng = Rng::new(7);
    let (mut results, mut voids) = (Vec::new(), Vec::new());
    for second in 0..4 {
        for first in second + 1..4 {
            let name = format!("{}-{}", names[first], names[second]);
            let series = series(&name, names[first], Some(names[second]), games);
            let odds = 1.0 / (1.0 + 10f64.powf((strength[second] - strength[first]) / 400.0));
            for number in 1..=games {
                results.push(random_game(&mut rng, &series, number, odds, first));
            }
            outline.series.push(series);
        }
    }
    let last = outline.series[5].clone();
    voids.push(void(&last, 3, 1, Cause::Crash, false));
    voids.push(void(&last, 9, 1, Cause::Hang, false));
    results.pop();
    voids.push(void(&last, games, 1, Cause::Crash, true));
    Findings::new(&outline, &results, &voids, &facts())
}

fn random_game(rng: &mut Rng, series: &Series, number: u64, odds: f64, pace: usize) -> Done {
    let won = rng.unit() < odds;
    let black = (number % 2 == 1) == won;
    let end = match rng.unit() {
        x if x < 0.01 => End::Forfeit,
        x if x < 0.4 => End::Resignation,
        _ => End::Score,
    };
    let result = format!("{}+{}", if black { 'B' } else { 'W' }, "2.5");
    let length = 42 + (rng.unit() * 30.0 + rng.unit() * 40.0) as usize;
    let line: Vec<String> = (0..length)
        .map(|_| format!("m{}", (rng.unit() * 81.0) as u8))
        .collect();
    let mut done = game(series, number, &result, end, &line.join(" "));
    if let Body::Game(game) = &mut done.record.body {
        let speed = [0.05, 0.06, 0.075, 0.02][pace];
        for seconds in &mut game.seconds {
            *seconds = (speed * (0.6 + rng.unit() + rng.unit() * rng.unit())) as f32;
        }
        let half = length as f64 / 2.0;
        let spent = |speed: f64| Spent {
            wall: speed * 1.3 * half,
            cpu: Some(speed * 1.25 * half),
            playouts: Some(500 * (length as u64 / 2)),
            moves: (length / 2) as u32,
        };
        game.spent = PerSide {
            first: spent(speed),
            second: spent(0.05),
        };
    }
    done
}

/// A parameter swept over values that span much, against two opponents, with a sequential test.
pub(crate) fn sweep() -> Findings {
    let mut outline = outline(Kind::Match, &["rave", "uct", "gnugo"]);
    "How much exploration?".clone_into(&mut outline.title);
    outline.sweep = Some(Sweep {
        player: "rave".to_owned(),
        parameter: "search.ucb.c".to_owned(),
    });
    outline.stop = Some(Stop {
        scale: Scale::Logistic,
        elo0: 0.0,
        elo1: 60.0,
        alpha: 0.05,
        beta: 0.05,
    });
    let mut rng = Rng::new(3);
    let mut results = Vec::new();
    for (other, base) in [("uct", 0.52), ("gnugo", 0.38)] {
        for (at, value) in [0.01, 0.03, 0.1, 0.3, 1.0, 3.0].into_iter().enumerate() {
            let mut series = series(&format!("{value}-{other}"), "rave", Some(other), 200);
            series.at = Some(Point {
                text: value.to_string(),
                number: Some(value),
            });
            let odds = base + 0.2 - 0.04 * (at as f64 - 2.5).powi(2);
            for number in 1..=200 {
                results.push(random_game(&mut rng, &series, number, odds, 1));
            }
            outline.series.push(series);
        }
    }
    Findings::new(&outline, &results, &[], &facts())
}

/// Two players on problems of three ranks, some tried twice.
pub(crate) fn problems(players: &[&str], trials: u64) -> Findings {
    let mut outline = outline(Kind::Problems, players);
    let mut rng = Rng::new(11);
    let mut results = Vec::new();
    for (at, player) in players.iter().enumerate() {
        let series = series(player, player, None, 90 * trials);
        for number in 1..=90 * trials {
            let problem = (number - 1) % 90;
            let rank = ["9 kyu", "1 dan", "10 kyu"][problem as usize % 3];
            let right = rng.unit() < 0.4 + 0.2 * at as f64;
            results.push(answer(&series, number, &format!("p{problem}"), rank, right));
        }
        outline.series.push(series);
    }
    Findings::new(&outline, &results, &[], &facts())
}

/// Searches of one position by two players.
pub(crate) fn measures() -> Findings {
    let mut outline = outline(Kind::Measure, &["uct", "tabu"]);
    let mut rng = Rng::new(5);
    let mut results = Vec::new();
    for (at, player) in ["uct", "tabu"].iter().enumerate() {
        let series = series(player, player, None, 10);
        for number in 1..=10 {
            let row: Vec<f64> = (0..20)
                .map(|depth| {
                    (500.0 / (1.0 + f64::from(depth))) * (1.0 + at as f64 + 0.3 * rng.unit())
                })
                .collect();
            let refused = 100.0 * (1.0 + at as f64) + 10.0 * rng.unit();
            results.push(measurement(&series, number, refused, &row));
        }
        outline.series.push(series);
    }
    Findings::new(&outline, &results, &[], &facts())
}
