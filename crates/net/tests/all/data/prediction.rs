//! Moves foretold by networks and patterns: what the predictor sees is what network and patterns say of each position.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use tengen_go::{Move, Point, Size, Symmetry};
use tengen_net::data::prediction::{Blend, Predictor, View};
use tengen_net::data::replay::Scene;
use tengen_net::data::{Desk, Games, Pool, Strengths};
use tengen_net::input::{Scratch, features};
use tengen_net::random::Plan;
use tengen_net::{Evaluator, Isa, Network, Output};
use tengen_pattern::corpus::Corpus;
use tengen_pattern::evaluate::{Placing, Predict, evaluate_by};
use tengen_pattern::model::Model;

use super::game;

/// The built-in patterns.
fn patterns() -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/patterns.tpm");
    Arc::new(Model::read(&fs::read(path).unwrap()).unwrap())
}

#[test]
fn positions_look_as_network_and_patterns_see_them() {
    let size = Size::NINE;
    let game = game(size, 41, 3);
    let mut all = Games::new();
    all.push(0, &game);
    let view = all.get(0).unwrap();
    let model = Arc::new(Plan::old(8, 4).model());
    let network = Arc::new(Network::new(&model, size, Isa::best()).unwrap());
    let mut evaluator = Evaluator::new(network, 1);
    let mut strengths = Strengths::new(patterns());
    let mut predictor = Predictor::new(Arc::clone(&model), Some(patterns()), Blend::POLICY);
    let mut seen = 0;
    predictor.look(&game, 5..38, &mut |number, found| {
        seen += 1;
        let scene = Scene::before(&view, number).unwrap();
        let mut output = [Output::default()];
        let inputs = [features(&scene.moment, &mut Scratch::new())];
        evaluator.evaluate(&inputs, &mut output);
        let [last, before, ..] = scene.moment.recent.map(|mv| mv.and_then(Move::point));
        let strengths = strengths.rate(&scene.stones, scene.moment.turn, [last, before]);
        let legal: Vec<usize> = scene.legal().collect();
        assert_eq!(found.policy.len(), legal.len());
        for (i, &place) in legal.iter().enumerate() {
            assert!((found.policy[i] - output[0].policy[place]).abs() < 1e-4);
            assert_eq!(found.strengths[i], strengths[place].max(-50.0));
        }
        let played = game.moves[number].1.point().unwrap().index(size);
        assert_eq!(legal[found.played], played);
    });
    let stones = game.moves[5..38].iter().filter(|mv| mv.1 != Move::Pass);
    assert_eq!(seen, stones.count());
}

#[test]
fn a_blend_stands_between_its_parts() {
    let game = game(Size::NINE, 30, 8);
    let model = Arc::new(Plan::old(8, 4).model());
    let likelihood = |blend: Blend| {
        let mut sum = 0.0;
        let mut predictor = Predictor::new(Arc::clone(&model), Some(patterns()), blend);
        predictor.replay(&game, 0..30, &mut |_, placing: &Placing| {
            sum += placing.log_likelihood;
        });
        sum
    };
    let mut views: Vec<View> = Vec::new();
    let mut predictor = Predictor::new(Arc::clone(&model), Some(patterns()), Blend::POLICY);
    predictor.look(&game, 0..30, &mut |_, view| views.push(view.clone()));
    let best = Blend::fit(&views).unwrap();
    let top = likelihood(best);
    assert!(top > likelihood(Blend::POLICY));
    for (policy, patterns) in [(0.02, 0.0), (-0.02, 0.0), (0.0, 0.02), (0.0, -0.02)] {
        let near = Blend {
            policy: best.policy + policy,
            patterns: best.patterns + patterns,
        };
        assert!(likelihood(near) <= top, "{near:?} beats {best:?}");
    }
}

#[test]
fn logits_of_patterns_are_turned_with_their_position() {
    let size = Size::NINE;
    let mut games = Games::new();
    games.push(0, &game(size, 30, 6));
    let pool = Pool::of_games(Arc::new(games));
    let mut desk = Desk::new(Some(patterns()));
    let mut turned = 0;
    for i in 0..pool.len() {
        let sample = pool.sample(2, i, &mut desk).unwrap();
        let plain = pool.trial(2, i, &mut desk).unwrap();
        let bare = pool.trial(2, i, &mut Desk::default()).unwrap();
        assert_eq!(bare.patterns, None);
        let (found, straight) = (sample.patterns.unwrap(), plain.patterns.unwrap());
        assert_eq!(found[81], 0.0);
        let image = |symmetry: Symmetry| {
            Point::all(size)
                .all(|p| found[symmetry.point(p, size).index(size)] == straight[p.index(size)])
        };
        // A hidden past changes what patterns say.
        turned += u32::from(Symmetry::ALL.into_iter().any(image));
        // No stone is played on another.
        for (place, bits) in plain.features.planes[..81].iter().enumerate() {
            assert!(bits & 6 == 0 || straight[place] == -10.0);
        }
    }
    assert!(turned > 20, "{turned}");
}

/// Games on boards that networks do not know are no positions, and are counted.
#[test]
fn games_on_larger_boards_are_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sgf");
    let evaluate = |text: &str| {
        fs::write(&path, text).unwrap();
        let corpus = Corpus::open(&[&path], 0..u64::MAX).unwrap();
        let model = Arc::new(Plan::old(8, 4).model());
        let make = || Predictor::new(Arc::clone(&model), None, Blend::POLICY);
        evaluate_by(&corpus, 0..usize::MAX, make, |_| ControlFlow::Continue(()))
    };
    let (small, large) = ("(;GM[1]SZ[5];B[cc];W[bb])", "(;GM[1]SZ[21];B[cc];W[bb])");
    let found = evaluate(&format!("{small}{large}{large}"))
        .unwrap()
        .unwrap();
    assert_eq!((found.unknown, found.all.positions), (2, 2));
    let error = evaluate(large).unwrap_err().to_string();
    assert!(error.contains("1 are on others"), "{error}");
}
