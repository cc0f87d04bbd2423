//! `tengen bench tabu`: what tabu lists cost a playout.
//!
//! Searches of the same position by the same base, without lists and with each kind of them. In every
//! round there is one search of each, and they take turns many times (`relay`). A method's
//! cost is the median of its ratios to the search without lists, round by round.

use std::fmt;
use std::io::Write;
use std::panic::resume_unwind;
use std::thread;

use serde_json::{Value, json};
use tengen_go::Game;
use tengen_go_engine::{Analysis, Limits, Recipe, Restriction, Session};
use tengen_playout::Tabu;
use tengen_record::sgf::{parse, replay};

use super::clock;
use super::relay::{Relay, Runner, stay_on_this_core};
use crate::failure::Failure;
use crate::screen::Screen;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// How many searches each method has.
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// How many playouts a search has.
    #[arg(long, value_name = "N", default_value_t = 8000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    playouts: u64,
}

/// The bases, each with its methods; what has no list comes first.
const BASES: [[&str; 4]; 2] = [
    ["gtabu0", "gtabu18", "gtabu18-hash", "gtabu18-hash-win"],
    [
        "tabu0-strong",
        "tabu18-strong",
        "tabu18-hash-strong",
        "tabu18-hash-win-strong",
    ],
];

/// The position of the paper's figures: 42 moves into a game on 19×19.
const POSITION: &str = include_str!("../../experiments/tabu/position.sgf");

/// Measures and reports.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let game = position()?;
    stay_on_this_core();
    let mut report = Report {
        rounds: args.rounds,
        playouts: args.playouts,
        rows: Vec::new(),
    };
    for names in BASES {
        report.rows.extend(measure(&game, names, args)?);
    }
    if args.json {
        writeln!(screen, "{}", report.json())?;
    } else {
        write!(screen, "{report}")?;
    }
    Ok(())
}

fn position() -> Result<Game, Failure> {
    let wrong = |what: String| Failure::Failed(format!("the position of the paper: {what}"));
    let parsed = parse(POSITION.as_bytes()).map_err(|error| wrong(error.to_string()))?;
    let tree = parsed.0.games.first();
    let tree = tree.ok_or_else(|| wrong("there is no game".to_owned()))?;
    let replay = replay(tree).map_err(|error| wrong(error.to_string()))?;
    Ok(replay.game)
}

/// One method, round by round.
struct Method {
    name: &'static str,
    session: Session,
    bytes: usize,
    seconds: Vec<f64>,
    moves: u64,
    refused: u64,
}

impl Method {
    fn new(name: &'static str, game: &Game) -> Result<Self, Failure> {
        let recipe = Recipe::find(name).map_err(|error| Failure::Failed(error.to_string()))?;
        let tabu = &recipe.parameters.tabu;
        let bytes = if tabu.size > 0 {
            Tabu::bytes_of_leaf(tabu)
        } else {
            0
        };
        Ok(Self {
            name,
            session: Session::new(recipe.parameters, game.clone()),
            bytes,
            seconds: Vec::new(),
            moves: 0,
            refused: 0,
        })
    }

    /// One search from nothing, by turns with others.
    fn search(&mut self, playouts: u64, mut runner: Runner<'_>) -> (f64, Analysis) {
        let limits = Limits {
            playouts: Some(playouts),
            ..Limits::default()
        };
        let game = self.session.game().clone();
        let turn = game.turn();
        self.session.new_game(game);
        let free = Restriction::default();
        let analysis = self.session.analyze(turn, limits, &free, &mut runner);
        (runner.leave(), analysis)
    }

    fn count(&mut self, seconds: f64, analysis: &Analysis) {
        let counter = |wanted: &str| {
            let found = analysis.counters.iter().find(|(name, _)| *name == wanted);
            found.map_or(0, |&(_, n)| n)
        };
        self.seconds.push(seconds);
        self.moves += counter("playout moves");
        self.refused += counter("refused moves");
    }
}

fn measure(game: &Game, names: [&'static str; 4], args: &Args) -> Result<Vec<Row>, Failure> {
    let mut methods: Vec<Method> = Vec::new();
    for name in names {
        methods.push(Method::new(name, game)?);
    }
    // The first searches touch the memory.
    race(&mut methods, args.playouts, 0);
    for round in 0..args.rounds as usize {
        let found = race(&mut methods, args.playouts, round);
        for (method, (seconds, analysis)) in methods.iter_mut().zip(found) {
            method.count(seconds, &analysis);
        }
    }
    let all = f64::from(args.rounds) * args.playouts as f64;
    let base = methods[0].seconds.clone();
    let rows = methods.into_iter().map(|method| {
        let ratios = method
            .seconds
            .iter()
            .zip(&base)
            .map(|(own, base)| own / base);
        Row {
            name: method.name,
            microseconds: 1e6 * Spread::of(method.seconds.clone()).median / args.playouts as f64,
            ratio: Spread::of(ratios.collect()),
            moves: method.moves as f64 / all,
            refused: method.refused as f64 / all,
            bytes: method.bytes,
        }
    });
    Ok(rows.collect())
}

/// A search of each method, by turns; another one begins each round.
fn race(methods: &mut [Method], playouts: u64, round: usize) -> Vec<(f64, Analysis)> {
    let relay = Relay::new(methods.len(), round % methods.len());
    thread::scope(|scope| {
        let runners: Vec<_> = methods
            .iter_mut()
            .enumerate()
            .map(|(number, method)| {
                let relay = &relay;
                scope.spawn(move || method.search(playouts, relay.enter(number)))
            })
            .collect();
        let ends = runners.into_iter().map(|runner| runner.join());
        ends.map(|end| end.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

/// The median, and where the middle half lies.
struct Spread {
    lower: f64,
    median: f64,
    upper: f64,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let last = values.len().saturating_sub(1);
        let at = |quarters: usize| values.get(last * quarters / 4).copied().unwrap_or(0.0);
        Self {
            lower: at(1),
            median: at(2),
            upper: at(3),
        }
    }
}

/// One method.
struct Row {
    name: &'static str,
    microseconds: f64,
    /// The time of a search as a ratio to that of the method without lists in the same round.
    ratio: Spread,
    moves: f64,
    refused: f64,
    bytes: usize,
}

struct Report {
    rounds: u32,
    playouts: u64,
    rows: Vec<Row>,
}

impl Report {
    fn json(&self) -> Value {
        let row = |row: &Row| {
            json!({
                "method": row.name,
                "microseconds_per_playout": row.microseconds,
                "ratio": row.ratio.median,
                "ratio_lower_quartile": row.ratio.lower,
                "ratio_upper_quartile": row.ratio.upper,
                "moves_per_playout": row.moves,
                "refused_per_playout": row.refused,
                "list_bytes_per_leaf": row.bytes,
            })
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "clock": clock::KIND,
            "rounds": self.rounds,
            "search_playouts": self.playouts,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} searches of {} playouts each, 19×19 after 42 moves; methods take turns many times a second.\n",
            self.rounds, self.playouts
        )?;
        writeln!(
            f,
            "{:<24} {:>10} {:>8} {:>18} {:>8} {:>9} {:>10}",
            "method", "µs/playout", "cost", "middle half", "moves", "refused", "bytes/leaf"
        )?;
        for row in &self.rows {
            let percent = |ratio: f64| 100.0 * (ratio - 1.0);
            let Spread {
                lower,
                median,
                upper,
            } = row.ratio;
            let spread = format!("{:+.2} to {:+.2} %", percent(lower), percent(upper));
            writeln!(
                f,
                "{:<24} {:>10.2} {:>+6.2} % {spread:>18} {:>8.1} {:>9.4} {:>10}",
                row.name,
                row.microseconds,
                percent(median),
                row.moves,
                row.refused,
                row.bytes,
            )?;
        }
        let clock = match clock::KIND {
            "cpu" => "CPU time",
            _ => "wall time (this system does not tell CPU time)",
        };
        writeln!(
            f,
            "cost: {clock} of a playout beyond that of the base without lists, median of the rounds; \
             moves, refused: a playout."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_is_black_to_move_after_42_moves() {
        let game = position().unwrap();
        assert_eq!((game.moves().len(), game.size().get()), (42, 19));
        assert_eq!(game.turn(), tengen_go::Color::Black);
    }

    #[test]
    fn methods_without_lists_refuse_nothing_and_cost_nothing_more() {
        let args = Args {
            json: false,
            rounds: 2,
            playouts: 600,
        };
        let rows = measure(&position().unwrap(), BASES[0], &args).unwrap();
        assert_eq!((rows[0].ratio.median, rows[0].refused), (1.0, 0.0));
        assert_eq!(rows[0].bytes, 0);
        for row in &rows[1..] {
            // A word for the length, five for where queues stand, and five times 18 entries.
            assert_eq!(row.bytes, 8 * (1 + 5 + 90));
        }
        assert!(rows[1].refused > 0.0);
        assert!(rows.iter().all(|row| row.moves > 200.0));
    }
}
