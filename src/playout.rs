//! `tengen playout`: one playout on a drawn board, as a search sees it at the end of its branches.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use clap::ValueEnum;
use tengen_game::Rng;
use tengen_go::board::{Board, Full, Light};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::score::area;
use tengen_go::{Color, Komi, Move, Point, PointSet, Size, Stones};
use tengen_pattern::local::LocalModel;
use tengen_playout::{Cascade, Ending, Gamma, Lgrf, Policy, Start, Uniform, play_out};

use crate::board::draw;
use crate::failure::Failure;
use crate::params::Settings;
use crate::screen::{Screen, count};
use crate::size::size;
use tengen_go_engine::{Models, Parameters};

/// The way in which a playout chooses its moves.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PolicyName {
    /// Any legal move that does not fill an own eye.
    Uniform,
    /// Rules of shape and tactics around the last moves, then random ones.
    Cascade,
    /// The last good reply, learned from playouts before, then the cascade.
    Lgrf,
    /// By learned strengths of shapes and tactics.
    Gamma,
}

/// What to play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How the moves are chosen.
    #[arg(long, value_enum, default_value = "cascade")]
    policy: PolicyName,
    /// The side of the board.
    #[arg(long, value_name = "N", default_value = "9", value_parser = size)]
    size: Size,
    /// Where the random numbers start: the same seed plays the same game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How long a move stays on a terminal, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 40, value_parser = clap::value_parser!(u64).range(..=60_000))]
    delay: u64,
    #[command(flatten)]
    settings: Settings,
}

/// The number of playouts that teach the replies before the one that is shown.
const LESSONS: usize = 500;
/// No caption of a move is longer.
const CAPTION: usize = "Move 1250: White passes.".len();
const KOMI: Komi = Komi::SEVEN_AND_A_HALF;

/// Plays and draws.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let parameters = args.settings.read()?;
    let local = Models::local(&parameters)?;
    let playout = Playout {
        policy: args.policy,
        size: args.size,
        seed: args.seed,
        parameters: &parameters,
        local: &local,
    };
    let Played { moves, capped } = on_grid(args.size, playout);
    writeln!(screen, "{}", introduction(args))?;
    let side = args.size.get();
    // The board with its labels and the line below it, which is the longest on a small board.
    let stones = if screen.can_redraw(side + 2, (2 * side + 3).max(CAPTION)) {
        animate(&moves, args, screen)?
    } else {
        stages(&moves, args.size, screen)?
    };
    writeln!(screen, "{}", result(&stones, moves.len(), capped))?;
    Ok(())
}

fn introduction(args: &Args) -> String {
    let how = match args.policy {
        PolicyName::Uniform => "random moves".to_owned(),
        PolicyName::Cascade => "the cascade of rules".to_owned(),
        PolicyName::Gamma => "drawn by learned strengths".to_owned(),
        PolicyName::Lgrf => format!("last good replies from {LESSONS} playouts before"),
    };
    format!("A playout on {}: {how}, seed {}.\n", args.size, args.seed)
}

/// A playout that was played.
struct Played {
    /// The moves of both sides in turn.
    moves: Vec<Move>,
    /// True if it was cut off before both sides passed.
    capped: bool,
}

/// Plays one playout.
struct Playout<'a> {
    policy: PolicyName,
    size: Size,
    seed: u64,
    parameters: &'a Parameters,
    /// The strengths that `gamma` draws by.
    local: &'a LocalModel,
}

impl OnGrid for Playout<'_> {
    type Output = Played;

    fn run<const W: usize, const V: usize>(self) -> Played {
        let Parameters {
            cascade,
            gamma,
            lgrf,
            ..
        } = self.parameters;
        match self.policy {
            PolicyName::Uniform => self.play::<W, V, _>(Uniform::<Light>::new(), 0),
            PolicyName::Cascade => self.play::<W, V, _>(Cascade::<W, Full>::new(cascade), 0),
            PolicyName::Gamma => {
                let policy = Gamma::<W, Full>::new(gamma, self.local);
                self.play::<W, V, _>(policy, 0)
            }
            PolicyName::Lgrf => self.play::<W, V, _>(
                Lgrf::<_, W>::new(Cascade::<W, Full>::new(cascade), lgrf),
                LESSONS,
            ),
        }
    }
}

impl Playout<'_> {
    /// The playout that follows this many from which the policy learns.
    fn play<const W: usize, const V: usize, P: Policy<W, V>>(
        &self,
        mut policy: P,
        lessons: usize,
    ) -> Played {
        let mut rng = Rng::new(self.seed);
        let mut moves = Vec::new();
        let mut capped = false;
        for _ in 0..=lessons {
            moves.clear();
            let mut board = Board::new(self.size);
            let start = Start::NEW_GAME;
            let ending: Ending = play_out(&mut board, start, &mut policy, &mut moves, &mut rng);
            let winner = ending.winner(KOMI);
            policy.finished(start.recent, start.turn, &moves, winner);
            capped = ending.capped;
        }
        let points = moves.into_iter().map(|mv| mv.map(|v| v.point()));
        let moves = points.map(|point| point.map_or(Move::Pass, Move::Play));
        Played {
            moves: moves.collect(),
            capped,
        }
    }
}

/// Puts a move of a playout on the board.
fn put(stones: &mut Stones, number: usize, mv: Move) -> (Color, Option<Point>) {
    let color = Color::BOTH[number % 2];
    match mv {
        Move::Pass => stones.pass(),
        Move::Play(point) => {
            let played = stones.play(color, point);
            debug_assert!(played, "a playout plays legal moves");
        }
    }
    (color, mv.point())
}

/// Draws move after move in one place.
fn animate(moves: &[Move], args: &Args, screen: &mut Screen) -> Result<Stones, Failure> {
    let mut stones = Stones::new(args.size);
    for (number, &mv) in moves.iter().enumerate() {
        if number > 0 {
            // Back up over the board and the line below it.
            write!(screen, "\x1b[{}A\r", args.size.get() + 2)?;
        }
        let (color, point) = put(&mut stones, number, mv);
        draw(screen, &stones, point)?;
        writeln!(screen, "{}\x1b[K", caption(number, color, mv, args.size))?;
        screen.flush()?;
        sleep(Duration::from_millis(args.delay));
    }
    writeln!(screen)?;
    Ok(stones)
}

/// Draws a third of the way, two thirds, and the end.
fn stages(moves: &[Move], size: Size, screen: &mut Screen) -> Result<Stones, Failure> {
    let shown = [moves.len() / 3, 2 * moves.len() / 3, moves.len()];
    let mut stones = Stones::new(size);
    for (number, &mv) in moves.iter().enumerate() {
        let (color, point) = put(&mut stones, number, mv);
        if shown.contains(&(number + 1)) {
            draw(screen, &stones, point)?;
            writeln!(screen, "{}\n", caption(number, color, mv, size))?;
        }
    }
    Ok(stones)
}

fn caption(number: usize, color: Color, mv: Move, size: Size) -> String {
    match mv {
        Move::Pass => format!("Move {}: {color} passes.", number + 1),
        Move::Play(point) => format!("Move {}: {color} {}.", number + 1, point.label(size)),
    }
}

/// The winner and the margin, with all stones alive.
fn result(stones: &Stones, moves: usize, capped: bool) -> String {
    let areas = area(stones, &PointSet::EMPTY);
    let [black, white] = Color::BOTH.map(|color| areas[color].len());
    let score = KOMI.settle(black as i32 - white as i32);
    let [black, white] = [black, white].map(|points| count(points as u64, "point"));
    let winner = score.winner().map_or_else(
        || "a draw".to_owned(),
        |winner| format!("{winner} wins, {score}"),
    );
    let moves = count(moves as u64, "move");
    let length = if capped {
        format!("{moves}: cut off at twice the points of the board, and counted as it stands.\n")
    } else {
        format!("{moves}. ")
    };
    format!("{length}Black has {black}, White {white} and {KOMI} komi: {winner}.")
}
