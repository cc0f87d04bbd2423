//! A learner against an opponent, and marked games.

use std::ops::ControlFlow;
use std::sync::Arc;

use tengen_game::Rng;
use tengen_go::{Color, Move, Size};
use tengen_net::data::duel::Duel;
use tengen_net::data::labels::{Matter, Origin, open};
use tengen_net::data::replay::place_of;
use tengen_net::data::selfplay::{Kept, SelfPlay};
use tengen_net::data::table::{End, Manner, Table};
use tengen_net::data::{Desk, Games, Labels, Pool};
use tengen_net::random::Plan;
use tengen_net::train::{Settings, Shape, Trainer};
use tengen_net::{Evaluator, Isa, Model, Network, Output};

fn five() -> Size {
    Size::new(5).unwrap()
}

fn network(model: &Model) -> Arc<Network> {
    Arc::new(Network::new(model, five(), Isa::best()).unwrap())
}

fn literal() -> Manner {
    Manner {
        temperature: 1.0,
        opening: 0,
        stray: 0.0,
        end: End::PlayedOut,
        ..Manner::default()
    }
}

fn duel(model: &Model, threads: usize) -> Duel {
    Duel {
        learner: network(model),
        opponent: network(&Plan::old(8, 2).model()),
        manner: literal(),
        komi: 0.5,
        seed: 3,
        threads,
    }
}

#[test]
fn games_are_the_same_whatever_the_threads_and_moves_count_by_the_result() {
    let model = Plan::old(8, 1).model();
    let bouts = duel(&model, 1).play(0..20).unwrap();
    assert_eq!(bouts, duel(&model, 2).play(0..20).unwrap());
    assert!(bouts.iter().any(|bout| bout.won == Some(true)));
    assert!(bouts.iter().any(|bout| bout.won == Some(false)));
    for bout in &bouts {
        let black = bout.number % 2 == 0;
        let own = match black {
            true => bout.moves.div_ceil(2),
            false => bout.moves / 2,
        };
        assert_eq!(bout.samples.len(), own);
        let (weight, result) = match bout.won {
            Some(true) => (1.0, Some(1.0)),
            Some(false) => (-1.0, Some(0.0)),
            None => (0.0, None),
        };
        for sample in &bout.samples {
            assert_eq!(sample.targets.played_weight, weight);
            assert_eq!(sample.targets.result, result);
            let played = sample.targets.played.unwrap();
            // A point that was empty when it was played.
            assert!(played == 25 || sample.features.planes[played] & 6 == 0);
        }
    }
}

/// The moves of games that were won become likelier by a step, those of lost ones less likely.
#[test]
fn a_step_follows_the_results() {
    let model = Shape::new(1, 16).fresh("learner", 1);
    let samples: Vec<_> = duel(&model, 1)
        .play(0..8)
        .unwrap()
        .into_iter()
        .flat_map(|bout| bout.samples)
        .collect();
    let mut settings = Settings {
        rate: 1e-3,
        floor: 1.0,
        warm_up: 0,
        average: 0.0,
        decay: 0.0,
        ..Settings::default()
    };
    settings.weights.result = 0.0;
    let mut trainer = Trainer::new(model, settings, Isa::best(), 1).unwrap();
    // What is minimised is cross-entropy times weight: less means likelier where won, unlikelier where lost.
    let before = trainer.step(&samples).total;
    for _ in 0..3 {
        trainer.step(&samples);
    }
    let after = trainer.evaluate(&samples).total;
    assert!(after.sum < before.sum, "{before:?} {after:?}");
}

/// A point is drawn as often as the network says, even if it would rather pass and may not.
#[test]
fn moves_are_drawn_by_their_chances() {
    let manner = Manner {
        temperature: 0.5,
        ..literal()
    };
    let mut output = Output {
        pass: 30.0,
        ..Output::default()
    };
    let mut counts = [0; 26];
    for seed in 0..2000 {
        let mut table = Table::with_komi(five(), 0.5, Rng::new(seed), 0).unwrap();
        output.policy = [0.0; 361];
        let centre = Move::parse("C3", five()).unwrap();
        let turned = table.symmetry().mv(centre, five());
        output.policy[place_of(turned, five())] = 1.5;
        let (mv, chances) = table.draw(&output, &manner);
        let sum: f32 = chances.iter().map(|chance| chance.1).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum}");
        counts[place_of(mv, five())] += 1;
    }
    // e³ : 1 for the centre against each of 24 others.
    let part = f64::exp(3.0) / (f64::exp(3.0) + 24.0);
    assert_eq!(counts[25], 0);
    assert!((f64::from(counts[12]) / 2000.0 - part).abs() < 0.05);
    assert!(f64::from(counts[0]) / 2000.0 < 0.05, "{counts:?}");
}

/// The distribution that moves were drawn from is the one that is learned.
#[test]
fn what_is_learned_is_what_was_drawn() {
    let model = Shape::new(1, 16).fresh("learner", 1);
    let mut duel = duel(&model, 1);
    duel.manner.temperature = 0.5;
    let mut evaluator = Evaluator::new(network(&model), 1);
    let mut trainer = Trainer::new(model, Settings::default(), Isa::best(), 1).unwrap();
    for sample in duel
        .play(0..2)
        .unwrap()
        .iter()
        .flat_map(|bout| &bout.samples)
    {
        let among = sample.targets.drawing.as_ref().unwrap().among.clone();
        for &place in &among {
            let empty = |place: u16| sample.features.planes[usize::from(place)] & 6 == 0;
            assert!(among == [25] || place < 25 && empty(place), "{among:?}");
        }
        let mut outputs = [Output::default()];
        evaluator.evaluate(std::slice::from_ref(&sample.features), &mut outputs);
        let [Output { policy, pass, .. }] = &outputs;
        let weigh =
            |place: usize| (policy.get(place).filter(|_| place < 25).unwrap_or(pass) / 0.5).exp();
        let all: f32 = among.iter().map(|&place| weigh(usize::from(place))).sum();
        let expected = -(weigh(sample.targets.played.unwrap()) / all).ln();
        let losses = trainer.evaluate(std::slice::from_ref(sample));
        let surprise = losses.policy.get().unwrap();
        assert!(
            (surprise - f64::from(expected)).abs() < 1e-3,
            "{surprise} {expected}"
        );
    }
}

#[test]
fn one_position_a_game_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let origin = Origin {
        net: "two".to_owned(),
        matter: Matter::Outcomes {
            play: "by chance".to_owned(),
        },
        size: five(),
        seed: 4,
    };
    let mut journal = open(&path, &origin, |_| {}).unwrap();
    let play = SelfPlay {
        network: network(&Plan::old(8, 1).model()),
        kept: Kept::Mark {
            second: network(&Plan::old(8, 2).model()),
            komi: 3.5,
        },
        manner: literal(),
        seed: 4,
        threads: 2,
    };
    let go_on = |_| ControlFlow::Continue(());
    assert_eq!(play.run(&mut journal, 0, 40, go_on).unwrap(), 40);
    let labels = Labels::read(&path).unwrap();
    assert_eq!(labels.origin, origin);
    assert_eq!(labels.games.len(), 40);
    assert!(labels.len() > 30 && labels.len() <= 40, "{}", labels.len());
    let mut seen = Vec::new();
    for n in 0..labels.len() {
        let (game, ply, lesson) = labels.get(n).unwrap();
        assert_eq!(lesson, None);
        assert!(ply > 0 && ply < labels.games.get(game as usize).unwrap().moves());
        seen.push(game);
    }
    assert!(seen.is_sorted_by(|a, b| a < b));
    let winners: Vec<Color> = labels.games.iter().filter_map(|g| g.winner()).collect();
    assert_eq!(winners.len(), 40);
    assert!(winners.contains(&Color::Black));
    let pool = Pool::of_labels(&labels, &Arc::new(Games::new()));
    let sample = pool.sample(1, 3, &mut Desk::default()).unwrap();
    assert_eq!(
        (sample.targets.played, sample.targets.teacher),
        (None, None)
    );
    assert!(sample.targets.result.is_some());
}
