//! A model through a corpus: the same whatever the threads.

use std::ops::{ControlFlow, Range};

use crate::made::{Folder, lines};
use tengen_go::{Game as Replay, Komi, Move, Rules};
use tengen_pattern::corpus::{Corpus, Game};
use tengen_pattern::evaluate::{EvaluateError, Evaluation, evaluate, evaluate_while};
use tengen_pattern::team::{Extract, Sample};

/// Teams of one feature: the row of the point, from 1.
struct Rows;

impl Extract for Rows {
    fn features(&self) -> usize {
        20
    }

    fn replay(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &Sample)) {
        let mut replay = Replay::new(game.size, Rules::CHINESE, Komi::ZERO);
        for (n, &(color, mv)) in game.moves.iter().enumerate() {
            if moves.contains(&n) && mv != Move::Pass {
                let legal = replay.legal_moves(color);
                let points: Vec<_> = legal.iter().filter_map(|mv| mv.point()).collect();
                let sample = Sample {
                    width: 1,
                    ids: points.iter().map(|p| 1 + p.row() as u32).collect(),
                    played: legal.iter().position(|&other| other == mv).unwrap(),
                };
                sink(n, &sample);
            }
            if replay.play(color, mv).is_err() {
                return;
            }
        }
    }
}

fn run(corpus: &Corpus, weights: &[f32], threads: usize) -> Evaluation {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| evaluate(corpus, 2..10, weights, || Rows, |_| {}))
        .unwrap()
}

#[test]
fn threads_do_not_matter() {
    let folder = Folder::new("threads");
    let corpus = Corpus::open(&[folder.put("a.tsv", lines(250, 12, 1))], 0..u64::MAX).unwrap();
    let weights: Vec<f32> = (0..20).map(|n| n as f32 * 0.1).collect();
    let one = run(&corpus, &weights, 1);
    assert_eq!(run(&corpus, &weights, 4), one);
    assert_eq!(one.games.len(), 250);
    assert_eq!(one.tally.games, 250);
    assert_eq!(one.by_move.len(), 10);
    assert_eq!(one.by_move[1].positions, 0);
    let by_move: u64 = one.by_move.iter().map(|sums| sums.positions).sum();
    assert_eq!(by_move, one.all.positions);
    assert!(one.all.positions >= 250 * 7);
    let rates = one.top_rates();
    assert!(rates.is_sorted() && rates[49] < 1.0);
    assert_eq!(rates[0], one.all.means()[0]);
    assert_eq!(rates[19], one.all.means()[2]);
}

#[test]
fn who_watches_may_end_it() {
    let folder = Folder::new("ended");
    let corpus = Corpus::open(&[folder.put("a.tsv", lines(250, 12, 1))], 0..u64::MAX).unwrap();
    let watched = |flow: ControlFlow<()>| {
        evaluate_while(&corpus, 2..10, &[0.1; 20], || Rows, |_| flow).unwrap()
    };
    assert_eq!(watched(ControlFlow::Break(())), None);
    let whole = watched(ControlFlow::Continue(())).unwrap();
    assert_eq!(whole, run(&corpus, &[0.1; 20], 1));
}

#[test]
fn chance_moves_are_as_likely_as_any() {
    let folder = Folder::new("chance");
    let corpus = Corpus::open(&[folder.put("a.tsv", lines(100, 12, 1))], 0..u64::MAX).unwrap();
    let even = run(&corpus, &[0.0; 20], 2);
    let [matched, rank, _, log_likelihood] = even.all.means();
    assert!((1.0 / 361.0..1.0 / 345.0).contains(&matched));
    assert!((170.0..182.0).contains(&rank));
    assert!((log_likelihood + 356f64.ln()).abs() < 0.02);
    let slanted: Vec<f32> = (0..20).map(|n| n as f32).collect();
    assert!(run(&corpus, &slanted, 2).all.means()[3] < log_likelihood);
}

#[test]
fn what_cannot_be_evaluated_is_said() {
    let folder = Folder::new("nothing");
    let corpus = Corpus::open(&[folder.put("a.tsv", lines(3, 5, 1))], 0..u64::MAX).unwrap();
    let error = evaluate(&corpus, 0..5, &[0.0; 3], || Rows, |_| {}).unwrap_err();
    assert!(matches!(error, EvaluateError::Mismatch { weights: 3, .. }));
    let error = evaluate(&corpus, 0..5, &[f32::NAN; 20], || Rows, |_| {}).unwrap_err();
    assert_eq!(error, EvaluateError::NotFinite(0));
    let error = evaluate(&corpus, 5..9, &[0.0; 20], || Rows, |_| {}).unwrap_err();
    assert!(
        error.to_string().contains("of 3 records 3 are games"),
        "{error}"
    );
}
