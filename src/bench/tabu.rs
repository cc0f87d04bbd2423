//! `tengen bench tabu`: what tabu lists cost a playout.
//!
//! Searches of the same position by the same base, without lists and with each kind of them. They
//! take turns, a round has one search of each. A machine that does other things makes searches slower
//! and never faster, so what is compared is the CPU time of the fastest quarter of the searches of
//! each method; beside it stands the median of the ratios round by round.

use std::fmt;
use std::io::Write;

use serde_json::{Value, json};
use tengen_engine::{Analysis, Limits, Recipe, Restriction, Session};
use tengen_go::Game;
use tengen_playout::Tabu;
use tengen_record::sgf::{parse, replay};

use super::clock::{self, time};
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

    /// One search from nothing.
    fn search(&mut self, playouts: u64) -> (f64, Analysis) {
        let limits = Limits {
            playouts: Some(playouts),
            ..Limits::default()
        };
        let game = self.session.game().clone();
        let turn = game.turn();
        self.session.new_game(game);
        let free = Restriction::default();
        time(|| self.session.analyze(turn, limits, &free, &mut ()))
    }

    /// One search that counts.
    fn count(&mut self, playouts: u64) {
        let (seconds, analysis) = self.search(playouts);
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
        let mut method = Method::new(name, game)?;
        // The first search touches the memory.
        method.search(args.playouts);
        methods.push(method);
    }
    for round in 0..args.rounds as usize {
        // Nobody always comes first.
        for i in 0..methods.len() {
            let turn = (i + round) % methods.len();
            methods[turn].count(args.playouts);
        }
    }
    let all = f64::from(args.rounds) * args.playouts as f64;
    let base = methods[0].seconds.clone();
    let fastest = fastest_quarter(&base);
    let rows = methods.into_iter().map(|method| {
        let ratios = method
            .seconds
            .iter()
            .zip(&base)
            .map(|(own, base)| own / base);
        Row {
            name: method.name,
            microseconds: 1e6 * fastest_quarter(&method.seconds) / args.playouts as f64,
            cost: fastest_quarter(&method.seconds) / fastest,
            ratio: Spread::of(ratios.collect()),
            moves: method.moves as f64 / all,
            refused: method.refused as f64 / all,
            bytes: method.bytes,
        }
    });
    Ok(rows.collect())
}

/// The mean of the least quarter of some numbers, rounded up.
fn fastest_quarter(seconds: &[f64]) -> f64 {
    let mut sorted = seconds.to_vec();
    sorted.sort_by(f64::total_cmp);
    let quarter = &sorted[..sorted.len().div_ceil(4)];
    quarter.iter().sum::<f64>() / quarter.len().max(1) as f64
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
    /// In the fastest quarter of the searches.
    microseconds: f64,
    /// What that is to the method without lists.
    cost: f64,
    /// What a search is to that of the method without lists in the same round.
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
                "cost": row.cost,
                "median_ratio": row.ratio.median,
                "lower_quartile_ratio": row.ratio.lower,
                "upper_quartile_ratio": row.ratio.upper,
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
            "{} searches of {} playouts each, 19×19 after 42 moves; methods take turns.\n",
            self.rounds, self.playouts
        )?;
        writeln!(
            f,
            "{:<24} {:>10} {:>8} {:>8} {:>16} {:>8} {:>9} {:>10}",
            "method",
            "µs/playout",
            "cost",
            "median",
            "middle half",
            "moves",
            "refused",
            "bytes/leaf"
        )?;
        for row in &self.rows {
            let percent = |ratio: f64| 100.0 * (ratio - 1.0);
            let Spread {
                lower,
                median,
                upper,
            } = row.ratio;
            let spread = format!("{:+.1} to {:+.1} %", percent(lower), percent(upper));
            writeln!(
                f,
                "{:<24} {:>10.2} {:>+6.2} % {:>+6.2} % {spread:>16} {:>8.1} {:>9.4} {:>10}",
                row.name,
                row.microseconds,
                percent(row.cost),
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
            "cost: {clock} of a playout beyond that of the base without lists, in the fastest quarter of \
             the searches;\nmedian: the same round by round; moves, refused: a playout."
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
        assert_eq!((rows[0].ratio.median, rows[0].cost), (1.0, 1.0));
        assert_eq!(rows[0].refused, 0.0);
        assert_eq!(rows[0].bytes, 0);
        for row in &rows[1..] {
            // A word for the length, five for where queues stand, and five times 18 entries.
            assert_eq!(row.bytes, 8 * (1 + 5 + 90));
        }
        assert!(rows[1].refused > 0.0);
        assert!(rows.iter().all(|row| row.moves > 200.0));
    }
}
