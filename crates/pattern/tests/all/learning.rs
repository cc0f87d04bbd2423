//! Scenes, models and both ways of learning, on games made by chance.

use crate::made;
use std::ops::ControlFlow;
use std::sync::Arc;

use tengen_game::Rng;
use tengen_go::board::{Black, Board19, Full, White};
use tengen_go::{Color, Move, Point, Size, Symmetry};
use tengen_pattern::corpus::{Corpus, Game};
use tengen_pattern::learn::mm::Minorisation;
use tengen_pattern::learn::{Ascent, Collected, LearnParams, collect, task};
use tengen_pattern::model::{Model, ModelError};
use tengen_pattern::scene::{PatternParams, Rater, Scene, SceneExtract};
use tengen_pattern::team::{Extract, Sample};

pub(crate) fn game(size: Size, length: usize, seed: u64) -> Game {
    let colors = [Color::Black, Color::White].into_iter().cycle();
    Game {
        id: format!("made:{seed}"),
        size,
        komi: None,
        winner: None,
        setup: Vec::new(),
        moves: colors.zip(made::moves(size, length, seed)).collect(),
    }
}

pub(crate) fn games(count: u64, length: usize) -> Vec<Game> {
    (0..count)
        .map(|seed| game(Size::NINE, length, seed))
        .collect()
}

/// Everything on, and everything that was seen twice known.
pub(crate) fn params() -> PatternParams {
    let mut params = PatternParams::default();
    params.shape.minimum = 2;
    params.broad.minimum = 2;
    params.features.capture = true;
    params.features.edge = true;
    params.features.before = true;
    params.learn.batch = 5;
    params
}

fn collected(params: &PatternParams, games: &[Game]) -> Collected {
    collect(params, games, &(0..40), &mut |_, _| {
        ControlFlow::Continue(())
    })
    .unwrap()
}

fn climb(
    ascent: &mut Ascent,
    found: &Collected,
    learn: &LearnParams,
    games: &[Game],
    steps: usize,
) {
    let mut left = steps;
    let _ended = ascent.climb(
        learn,
        games,
        found.games,
        &(0..40),
        || SceneExtract::new(found.vocabulary.clone()),
        &mut |_, step| {
            left -= usize::from(!step.ended);
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
}

fn samples(found: &Collected, games: &[Game]) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut extract = SceneExtract::new(found.vocabulary.clone());
    for game in games {
        extract.replay(game, 0..40, &mut |_, sample| samples.push(sample.clone()));
    }
    samples
}

/// A model with weights that chance gave.
fn model(found: &Collected) -> Model {
    let mut rng = Rng::new(7);
    let weights = (0..found.vocabulary.len()).map(|_| rng.unit() as f32 * 4.0 - 2.0);
    Model::new(found.vocabulary.clone(), weights.collect())
}

#[test]
fn a_scene_that_follows_a_game_is_one_that_starts_from_its_stones() {
    let games = games(12, 60);
    let found = collected(&params(), &games);
    assert!(found.vocabulary.shapes().unwrap().len() > 100);
    assert!(found.vocabulary.codes().len() > 20);
    let mut following = Scene::new(found.vocabulary.clone(), Size::NINE);
    let (mut one, mut other) = (Sample::default(), Sample::default());
    let game = &games[3];
    let mut at = [None, None];
    for &(color, mv) in &game.moves {
        let mut fresh = Scene::new(found.vocabulary.clone(), Size::NINE);
        let stones = following.stones().clone();
        for point in Point::all(Size::NINE) {
            if let Some(stone) = stones.at(point) {
                fresh.place(stone, point);
            }
        }
        if stones.ko().is_none()
            && let Move::Play(point) = mv
        {
            assert!(following.sample(color, point, &mut one));
            assert!(
                fresh
                    .with_last(at[0], at[1])
                    .sample(color, point, &mut other)
            );
            assert_eq!(one, other);
        }
        assert!(following.play(color, mv));
        at = [mv.point(), at[0]];
    }
}

#[test]
fn turned_games_have_the_same_teams() {
    let games = games(12, 60);
    let found = collected(&params(), &games);
    let game = &games[5];
    let plain = samples(&found, std::slice::from_ref(game));
    for symmetry in Symmetry::ALL {
        let mut turned = game.clone();
        for (_, mv) in &mut turned.moves {
            *mv = symmetry.mv(*mv, Size::NINE);
        }
        let turned = samples(&found, &[turned]);
        assert_eq!(plain.len(), turned.len());
        for (a, b) in plain.iter().zip(&turned) {
            assert_eq!(a.teams().nth(a.played), b.teams().nth(b.played));
            let sorted = |sample: &Sample| {
                let mut teams: Vec<Vec<u32>> = sample.teams().map(<[u32]>::to_vec).collect();
                teams.sort_unstable();
                teams
            };
            assert_eq!(sorted(a), sorted(b));
        }
    }
}

#[test]
fn a_position_is_rated_as_its_team_is_learned() {
    let size = Size::NINETEEN;
    let games: Vec<Game> = (0..6).map(|seed| game(size, 200, seed)).collect();
    let mut params = params();
    params.features.ladder = true;
    let found = collect(&params, &games[..], &(0..200), &mut |_, _| {
        ControlFlow::Continue(())
    })
    .unwrap();
    let model = Arc::new(model(&found));
    let mut rater = Rater::new(model.clone(), size);
    let mut scene = Scene::new(found.vocabulary.clone(), size);
    let mut board = Board19::<Full>::new(size);
    let mut sample = Sample::default();
    let mut at = [None, None];
    for &(color, mv) in &games[0].moves {
        let Move::Play(point) = mv else { continue };
        assert!(scene.sample(color, point, &mut sample));
        let scores = match color {
            Color::Black => rater.rate::<Black, _, _>(&board, at[0], at[1]),
            Color::White => rater.rate::<White, _, _>(&board, at[0], at[1]),
        };
        let legal: Vec<f32> = scores.iter().copied().filter(|s| s.is_finite()).collect();
        assert_eq!(legal.len(), sample.candidates());
        for (score, team) in legal.iter().zip(sample.teams()) {
            let weights = team.iter().map(|&id| model.weights()[id as usize]);
            let sum: f32 = weights.sum();
            assert!((sum - score).abs() < 1e-4, "{sum}, not {score}");
        }
        assert!(scene.play(color, mv) && board.play(color, point));
        at = [Some(point), at[0]];
    }
}

#[test]
fn a_model_survives_its_file() {
    let games = games(12, 60);
    let found = collected(&params(), &games);
    let model = model(&found).with_origin("games by chance");
    let file = model.write();
    let read = Model::read(&file).unwrap();
    assert_eq!(read.weights(), model.weights());
    assert_eq!(read.vocabulary().codes(), model.vocabulary().codes());
    assert_eq!(read.origin(), "games by chance");
    assert_eq!(read.write(), file);
    assert_eq!(read.hash(), model.hash());
    let mut weights = model.weights().to_vec();
    weights[1] += 1.0;
    let other = Model::new(model.vocabulary().clone(), weights).with_origin("games by chance");
    assert_ne!(other.hash(), model.hash());
    let again = Collected {
        vocabulary: read.vocabulary().clone(),
        ..collected(&params(), &games)
    };
    assert_eq!(samples(&found, &games), samples(&again, &games));
    assert!(matches!(
        Model::read(&file[..file.len() - 3]),
        Err(ModelError::Damaged(_))
    ));
    assert!(matches!(
        Model::read(b"(;SZ[19])"),
        Err(ModelError::Foreign)
    ));
}

#[test]
fn both_methods_reach_the_same_likelihood() {
    let games = games(20, 40);
    let mut params = params();
    params.shape.minimum = 5;
    params.broad.minimum = 100;
    let found = collected(&params, &games);
    let samples = samples(&found, &games);
    let features = found.vocabulary.len();
    let mm = Minorisation {
        prior: 0.5,
        passes: 400,
        gain: 1e-7,
    };
    let by_mm = mm.learn(&samples, features).unwrap();
    let mut ascent = Ascent::new(features);
    let learn = LearnParams {
        passes: 400,
        batch: 20,
        rate: 0.1,
        penalty: 0.25,
    };
    climb(&mut ascent, &found, &learn, &games, usize::MAX);
    let mut gradient = tengen_pattern::learn::Gradient::new(features);
    for sample in &samples {
        gradient.add(sample, &ascent.weights);
    }
    let by_ascent = gradient.log_likelihood / gradient.positions as f64;
    let by_mm = by_mm.likelihood.last().copied().unwrap();
    let chance = gradient_of_nothing(&samples, features);
    assert!(by_mm > chance + 0.1, "{by_mm} against {chance}");
    assert!(
        (by_ascent - by_mm).abs() < 0.01,
        "{by_ascent} and {by_mm}, from {chance}"
    );
}

fn gradient_of_nothing(samples: &[Sample], features: usize) -> f64 {
    let mut gradient = tengen_pattern::learn::Gradient::new(features);
    let weights = vec![0.0; features];
    for sample in samples {
        gradient.add(sample, &weights);
    }
    gradient.log_likelihood / gradient.positions as f64
}

#[test]
fn another_task_has_another_text() {
    let folder = made::Folder::new("task");
    let path = folder.put("a.tsv", made::lines(3, 5, 1));
    let corpus = Corpus::open(&[path], 0..3).unwrap();
    let hash = corpus.hashes().unwrap().1;
    let params = PatternParams::default();
    let text = task(&params, &corpus, &hash, &(0..50));
    assert!(text.contains(&hash), "{text}");
    assert!(text.contains("Records 0 to 3, moves 0 to 50"), "{text}");
    let mut other = params.clone();
    other.broad.reach = 7;
    let others = [
        task(&other, &corpus, &hash, &(0..50)),
        task(&params, &corpus, "ab", &(0..50)),
        task(&params, &corpus.within(1..3).unwrap(), &hash, &(0..50)),
        task(&params, &corpus, &hash, &(0..49)),
    ];
    for other in &others {
        assert_ne!(*other, text);
    }
}
