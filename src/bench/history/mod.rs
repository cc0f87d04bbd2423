//! `tengen bench history`: how fast a game tree is made of kept playouts, and what merges in it.
//!
//! Playouts of 9×9 as the recipes `history` and `history-improved` have them, from the empty board and from later
//! positions of a random game, written into a history and made a tree of in both ways. The report on the method
//! counts two things in its improved version, about 15 % each: the moves of playouts that a pattern made, and the transpositions of
//! the tree. It does not say of what the second is a share, so two are told here.

mod report;
mod watched;

use std::io::Write;

use tengen_game::Rng;
use tengen_go::board::{Board9, Full, Vertex};
use tengen_go::{Komi, Size};
use tengen_go_engine::Recipe;
use tengen_playout::{Cascade, CascadeParams, Policy, Start, Uniform, play_out};
use tengen_search::history::{GameTree, Memory, Merging};

use super::clock;
use crate::failure::Failure;
use crate::screen::Screen;
use report::{Report, Row};
use watched::Watched;

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
