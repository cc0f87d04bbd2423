//! `tengen bench history`: how fast a game tree is made of kept playouts, and what merges in it.
//!
//! Playouts of 9×9 as the recipes `history` and `history-improved` have them, from the empty board and from later
//! positions of a random game, written into a history and made a tree of in both ways. The report on the method
//! counts two things in its improved version, about 15 % each: the moves of playouts that a pattern made, and the transpositions of
//! the tree. It does not say of what the second is a share, so two are told here.

use std::fmt;
use std::io::Write;

use serde_json::{Value, json};
use tengen_engine::Recipe;
use tengen_game::Rng;
use tengen_go::board::{Board, Board9, Features, Full, Moments, Side, Vertex};
use tengen_go::{Komi, Size};
use tengen_playout::{
    Attempt, Cascade, CascadeParams, Patterns, Policy, Recent, Start, Turn, Uniform, play_out,
};
use tengen_search::history::{Census, GameTree, Memory, Merging};

use super::clock;
use crate::failure::Failure;
use crate::screen::Screen;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
    /// How many playouts a tree is made of.
    #[arg(long, value_name = "N", default_value_t = 40_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    playouts: u32,
    /// After how many random moves, each a position.
    #[arg(long, value_name = "N,…", default_value = "0,20,40", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(0..=70))]
    moves: Vec<u32>,
    /// How often each tree is made.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
}

/// A policy whose moves are looked at: which of them fit a 3×3 shape beside the last move?
///
/// Where the policy asks for shapes there first and always, these are the moves that it made by them.
#[derive(Clone)]
struct Watched<P> {
    policy: P,
    shapes: Patterns,
    moves: u64,
    fitting: u64,
    /// The stones after every turn of every playout, by their hash.
    boards: Vec<u64>,
}

impl<P> Watched<P> {
    fn new(policy: P) -> Self {
        Self {
            policy,
            shapes: Patterns::standard(),
            moves: 0,
            fitting: 0,
            boards: Vec::new(),
        }
    }
}

impl<const W: usize, const V: usize, P> Policy<W, V> for Watched<P>
where
    P: Policy<W, V>,
    P::Features: Features<Liberties = Moments>,
{
    type Features = P::Features;

    fn begin(&mut self, board: &Board<W, V, Self::Features>) {
        self.policy.begin(board);
    }

    fn turn<S: Side, A: Attempt<W, V, Self::Features>>(
        &mut self,
        board: &mut Board<W, V, Self::Features>,
        recent: Recent<W>,
        rng: &mut Rng,
        attempt: &mut A,
    ) -> Turn<W> {
        let places = recent.last.map_or(0, |last| {
            board.empties_like(last, |around| self.shapes.has::<S>(around))
        });
        let turn = self.policy.turn::<S, A>(board, recent, rng, attempt);
        if let (Turn::Played(v), Some(last)) = (turn, recent.last) {
            let fits = |d: u32| places >> d & 1 != 0 && board.towards(last, d) == Some(v);
            self.fitting += u64::from((0..8).any(fits));
        }
        self.moves += 1;
        turn
    }

    fn turned(&mut self, board: &Board<W, V, Self::Features>, mv: Option<Vertex<W>>) {
        self.policy.turned(board, mv);
        self.boards.push(board.hash());
    }
}

/// A tree, and what it took.
struct Row {
    playouts: &'static str,
    merging: Merging,
    /// After so many moves.
    after: u32,
    seconds: f64,
    census: Census,
    /// The share of its shared nodes that stand for more than one board.
    apart: f64,
    /// The share of the playouts' moves that fit a shape.
    fitting: f64,
}

struct Report {
    bytes: usize,
    playouts: u32,
    rows: Vec<Row>,
}

/// Measures and reports.
pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let improved = Recipe::find("history-improved");
    let improved = improved.map_err(|error| Failure::Failed(error.to_string()))?;
    let report = measure(args, &improved.parameters.cascade);
    if args.json {
        writeln!(screen, "{}", report.json())?;
    } else {
        write!(screen, "{report}")?;
    }
    Ok(())
}

fn measure(args: &Args, cascade: &CascadeParams) -> Report {
    let mut report = Report {
        bytes: 0,
        playouts: args.playouts,
        rows: Vec::new(),
    };
    for &after in &args.moves {
        let uniform = Watched::new(Uniform::<Full>::new());
        fill(&mut report, args, after, "uniform", uniform);
        let patterns = Watched::new(Cascade::<10, Full>::new(cascade));
        fill(&mut report, args, after, "patterns", patterns);
    }
    report
}

/// The rows of one policy at one position.
fn fill<P>(report: &mut Report, args: &Args, after: u32, name: &'static str, policy: Watched<P>)
where
    P: Policy<10, 112, Features = Full>,
{
    let mut policy = policy;
    let (board, start) = position(after);
    let area = board.size().area();
    let mut memory = Memory::new(args.playouts as usize, area + 1, 2 * area);
    let mut rng = Rng::new(1);
    let mut moves: Vec<Option<Vertex<10>>> = Vec::with_capacity(2 * area);
    let code = |mv: &Option<Vertex<10>>| mv.map_or(area, |v| v.point().index(board.size())) as u16;
    let mut starts = Vec::new();
    for _ in 0..args.playouts {
        let mut board = board.clone();
        moves.clear();
        starts.push(policy.boards.len());
        let ending = play_out(&mut board, start, &mut policy, &mut moves, &mut rng);
        let winner = ending.winner(Komi::SEVEN_AND_A_HALF);
        memory.push(start.turn, moves.iter().map(code), winner);
    }
    report.bytes = memory.bytes_each();
    let apart = apart(&memory, &policy.boards, &starts, area + 1);
    let mut tree = GameTree::new(area + 1);
    for merging in [Merging::Sequences, Merging::Transpositions] {
        let mut seconds: Vec<f64> = (0..args.rounds)
            .map(|_| clock::time(|| tree.grow(&memory, start.turn, merging, |_| true)).0)
            .collect();
        seconds.sort_by(f64::total_cmp);
        report.rows.push(Row {
            playouts: name,
            merging,
            after,
            seconds: seconds[seconds.len() / 2],
            census: *tree.census(),
            apart: match merging {
                Merging::Sequences => 0.0,
                Merging::Transpositions => apart,
            },
            fitting: policy.fitting as f64 / policy.moves.max(1) as f64,
        });
    }
}

/// Of what was played by each side in whatever order, and came up twice: the share that led to different boards. The
/// tree takes the boards for one.
fn apart(memory: &Memory, boards: &[u64], starts: &[usize], codes: usize) -> f64 {
    let mut rng = Rng::new(3);
    let keys = [(); 2].map(|()| (0..codes).map(|_| rng.bits()).collect::<Vec<u64>>());
    let mut sums = vec![0_u64; starts.len()];
    let (mut shared, mut differ) = (0_u64, 0_u64);
    for ply in 0.. {
        let mut met = Vec::new();
        for (slot, (sum, start)) in sums.iter_mut().zip(starts).enumerate() {
            if let Some(code) = memory.code(slot, ply) {
                *sum = sum.wrapping_add(keys[ply % 2][usize::from(code)]);
                met.push((*sum, boards[start + ply]));
            }
        }
        if met.is_empty() {
            break;
        }
        met.sort_unstable();
        for node in met.chunk_by(|a, b| a.0 == b.0) {
            if ply > 0 && node.len() > 1 {
                shared += 1;
                differ += u64::from(node.chunk_by(|a, b| a.1 == b.1).nth(1).is_some());
            }
        }
    }
    differ as f64 / shared.max(1) as f64
}

/// The position after so many random moves, always the same.
fn position(after: u32) -> (Board9<Full>, Start<10>) {
    let mut board = Board9::<Full>::new(Size::NINE);
    let mut moves = Vec::new();
    let mut policy = Uniform::<Full>::new();
    let mut rng = Rng::new(2);
    play_out(
        &mut board,
        Start::NEW_GAME,
        &mut policy,
        &mut moves,
        &mut rng,
    );
    let mut board = Board9::<Full>::new(Size::NINE);
    let mut start = Start::NEW_GAME;
    for mv in moves.into_iter().take(after as usize) {
        if let Some(v) = mv {
            board.play(start.turn, v.point());
        }
        start = Start {
            turn: !start.turn,
            recent: start.recent.then(mv),
            passed: mv.is_none(),
        };
    }
    (board, start)
}

const fn words(merging: Merging) -> &'static str {
    match merging {
        Merging::Sequences => "sequences",
        Merging::Transpositions => "transpositions",
    }
}

impl Report {
    fn json(&self) -> Value {
        let row = |row: &Row| {
            json!({
                "playouts": row.playouts,
                "merging": words(row.merging),
                "after_moves": row.after,
                "seconds": row.seconds,
                "nodes": row.census.nodes,
                "shared_nodes": row.census.shared,
                "merged_nodes": row.census.merged,
                "merging_share_of_paths": row.census.merging_paths(),
                "merged_share_of_shared_nodes": row.census.merged_nodes(),
                "shared_nodes_of_several_boards": row.apart,
                "pattern_moves": row.fitting,
            })
        };
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "clock": clock::KIND,
            "playouts": self.playouts,
            "bytes_per_playout": self.bytes,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Trees of {} playouts of 9×9; a playout takes {} bytes.\n",
            self.playouts, self.bytes
        )?;
        writeln!(
            f,
            "{:>5} {:<9} {:<15} {:>8} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "after",
            "playouts",
            "same node",
            "seconds",
            "nodes",
            "shared",
            "merged",
            "of paths",
            "of nodes",
            "boards",
            "patterns"
        )?;
        for row in &self.rows {
            let percent = |share: f64| format!("{:.2} %", 100.0 * share);
            writeln!(
                f,
                "{:>5} {:<9} {:<15} {:>8.4} {:>10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
                row.after,
                row.playouts,
                words(row.merging),
                row.seconds,
                row.census.nodes,
                row.census.shared,
                row.census.merged,
                percent(row.census.merging_paths()),
                percent(row.census.merged_nodes()),
                percent(row.apart),
                percent(row.fitting),
            )?;
        }
        let clock = match clock::KIND {
            "cpu" => "CPU time",
            _ => "wall time (this system does not tell CPU time)",
        };
        writeln!(
            f,
            "seconds: {clock}, median of the rounds. shared: nodes below the first generation that came up at least \
             twice;\nmerged: with two parents or more; of paths: paths to a node that another path had led to; of nodes: \
             merged among shared;\nboards: shared nodes that stand for more than one board; patterns: moves of playouts that fit a 3×3 shape beside the last move."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_report_has_its_rows() {
        let args = Args {
            json: false,
            playouts: 300,
            moves: vec![0, 60],
            rounds: 1,
        };
        let recipe = Recipe::find("history-improved").unwrap();
        let report = measure(&args, &recipe.parameters.cascade);
        assert_eq!((report.rows.len(), report.bytes), (8, 152));
        for row in &report.rows {
            assert_eq!(row.census.playouts, 300);
            assert!(row.fitting > 0.0 && row.fitting < 1.0);
            let merges = row.merging == Merging::Transpositions;
            assert!(merges || row.census.merged == 0);
            assert!(row.apart <= row.census.merged_nodes());
        }
        // Who plays by shapes has more of them.
        assert!(report.rows[2].fitting > report.rows[0].fitting);
        let (board, start) = position(5);
        assert_eq!(board.empty_count(), 76);
        assert_eq!(start.turn, tengen_go::Color::White);
    }
}
