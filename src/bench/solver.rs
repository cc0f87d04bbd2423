//! `tengen bench solver`: how fast late endgames are solved.
//!
//! The problems with names, each solved many times: what every move is worth, without and with the values
//! of areas; and by plain minimax those that are small enough for it. Then wide areas, of 14 open points each,
//! which are no sums and have to be searched as a whole.

use std::fmt;
use std::io::Write;

use serde_json::{Value, json};
use tengen_go::{Color, Diagram, Game, Komi, Rules};
use tengen_solver::brute::{self, Bounds};
use tengen_solver::endgame::{Limits, solve};
use tengen_solver::problems::NAMED;

use super::clock;
use crate::failure::Failure;
use crate::screen::{Screen, thousands};

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// How long to measure each way of solving.
    #[arg(long, value_name = "S", default_value = "3", value_parser = super::seconds)]
    seconds: f64,
}

/// Plain minimax lists all positions of the board. Problems that have more than this are left out of its
/// row.
const BOUNDS: Bounds = Bounds {
    positions: 20_000,
    deadline: None,
};

/// Wide areas of 14 open points between the same walls.
const WIDE: [&str; 3] = [
    "X . . . . . . . O
     X . . . . . . . O
     O O O O O O O O O",
    ". O . . . O . . .
     X O O . X . . X O
     . X . . X X . X O",
    ". X O . . O . . .
     X O . . . X X . .
     O . O . O . X O X",
];

/// A wide area with its walls around it, by area.
fn wide(middle: &str) -> Option<Game> {
    let text = format!(
        ". X . X X X X X X
         X X X X X X X X X
         X X X X X X X X X
         {middle}
         O O O O O O O O O
         O O O O O O O O O
         O O O O O O . O ."
    );
    let stones = Diagram::parse(&text).ok()?.stones;
    Some(Game::from_position(
        stones,
        Color::Black,
        Rules::CHINESE,
        Komi::ZERO,
    ))
}

/// A way of solving, and how fast it is.
struct Row {
    way: &'static str,
    solved: u64,
    /// Positions looked at.
    positions: u64,
    seconds: f64,
}

impl Row {
    /// Solves one problem after the other until the time is up; `of` says how many positions one took.
    fn measure(
        way: &'static str,
        games: &[Game],
        seconds: f64,
        of: impl Fn(&Game) -> Option<u64>,
    ) -> Self {
        let mut row = Self {
            way,
            solved: 0,
            positions: 0,
            seconds: 0.0,
        };
        for game in games.iter().cycle() {
            let (spent, positions) = clock::time(|| of(game));
            row.seconds += spent;
            row.solved += u64::from(positions.is_some());
            row.positions += positions.unwrap_or(0);
            if row.seconds >= seconds {
                break;
            }
        }
        row
    }

    fn json(&self) -> Value {
        json!({
            "way": self.way,
            "solved": self.solved,
            "positions": self.positions,
            "seconds": self.seconds,
            "clock": clock::KIND,
        })
    }
}

/// Measures and reports.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let games: Vec<Game> = NAMED
        .iter()
        .filter_map(|named| {
            let stones = Diagram::parse(named.board).ok()?.stones;
            Some(Game::from_position(
                stones,
                named.turn,
                Rules::JAPANESE,
                Komi::ZERO,
            ))
        })
        .collect();
    let limits = |values| Limits {
        values,
        ..Limits::default()
    };
    let by_solver = |values: bool| {
        move |game: &Game| Some(solve(game, game.turn(), &limits(values)).ok()?.nodes)
    };
    let wide: Vec<Game> = WIDE.iter().filter_map(|middle| wide(middle)).collect();
    let by_minimax = |game: &Game| {
        let found = brute::solve(game, game.turn(), &BOUNDS).ok()?;
        Some(found.positions as u64)
    };
    let small: Vec<Game> = games
        .iter()
        .filter(|game| by_minimax(game).is_some())
        .cloned()
        .collect();
    let rows = [
        Row::measure("scores", &games, args.seconds, by_solver(false)),
        Row::measure("scores and values", &games, args.seconds, by_solver(true)),
        Row::measure("wide areas", &wide, args.seconds, by_solver(false)),
        Row::measure("plain minimax", &small, args.seconds, by_minimax),
    ];
    if args.json {
        let rows: Vec<Value> = rows.iter().map(Row::json).collect();
        writeln!(screen, "{}", json!({ "solver": rows }))?;
    } else {
        write!(screen, "{}", Table(&rows))?;
    }
    Ok(())
}

struct Table<'a>(&'a [Row]);

impl fmt::Display for Table<'_> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rates are far below 2⁵³"
    )]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<18}  {:>10}  {:>12}  {:>22}",
            "Late endgames", "Solved /s", "Positions /s", "Positions an endgame"
        )?;
        for row in self.0 {
            let rate = |count: u64| match count as f64 / row.seconds {
                few if few < 10.0 => format!("{few:.1}"),
                many => thousands(many.round() as u64),
            };
            writeln!(
                f,
                "{:<18}  {:>10}  {:>12}  {:>22}",
                row.way,
                rate(row.solved),
                rate(row.positions),
                thousands(row.positions / row.solved.max(1)),
            )?;
        }
        Ok(())
    }
}
