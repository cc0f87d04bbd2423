//! The effects of a model on the search: each way of using it, and the errors where there is none.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use tengen_go::{Color, Game, Ko, Komi, Move, Point, Rules, Size};
use tengen_go_engine::forecast::chances;
use tengen_go_engine::parameters::PlayoutPolicy;
use tengen_go_engine::prior::PriorForm;
use tengen_go_engine::{
    Analysis, Counting, Limits, ModelFault, Models, Parameters, Recipe, Restriction, Session,
    SettingError,
};
use tengen_pattern::local::LocalModel;
use tengen_pattern::model::Model;
use tengen_pattern::model::frame::{Kind, seal};
use tengen_pattern::scene::{PatternParams, Vocabulary};
use tengen_search::params::{BiasShape, TreePolicy};

/// A tiny model: without stone patterns and broad ones, of liberties, distances and lines, each of
/// which has some weight or other.
fn model() -> Model {
    let mut params = PatternParams::default();
    params.shape.size = 0;
    params.broad.on = false;
    params.features.edge = true;
    let vocabulary = Arc::new(Vocabulary::new(params, None, Vec::new()));
    let weight = |number: usize| -0.37 * (number * 5 % 7) as f32;
    let weights = (0..vocabulary.len()).map(weight).collect();
    Model::new(vocabulary, weights)
}

/// A file for one test, with these bytes.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The plain search with the tiny model and nothing made of it.
fn parameters(name: &str) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.prior.on = true;
    parameters.prior.model = file(name, &model().write());
    parameters.prior.playouts = 0.0;
    parameters
}

fn game(moves: &[&str]) -> Game {
    game_by(moves, Rules::CHINESE)
}

fn game_by(moves: &[&str], rules: Rules) -> Game {
    let size = Size::new(7).unwrap();
    let mut game = Game::new(size, rules, Komi::SEVEN_AND_A_HALF);
    for label in moves {
        let mv = Move::parse(label, size).unwrap();
        game.play(game.turn(), mv).unwrap();
    }
    game
}

fn search(parameters: &Parameters, game: &Game, playouts: u64) -> Analysis {
    let mut session = Session::new(parameters.clone(), game.clone());
    assert_eq!(session.fault(), None);
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    session.analyze(game.turn(), limits, &Restriction::default(), &mut ())
}

/// The legal points, each with its chance by the model and its playouts, the likeliest first.
fn visits(analysis: &Analysis, game: &Game) -> Vec<(f32, u64)> {
    let chances = chances(&Arc::new(model()), game, game.turn());
    let visits = |mv| {
        let found = analysis.candidates.iter().find(|c| c.mv == mv);
        found.map_or(0, |c| c.visits)
    };
    let mut all: Vec<(f32, u64)> = Point::all(game.size())
        .map(|point| (chances[point.index(game.size())], visits(Move::Play(point))))
        .filter(|&(chance, _)| chance > 0.0)
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all
}

/// Asserts that so many points were looked at, and none that is less likely than another.
fn assert_likeliest(analysis: &Analysis, game: &Game, count: usize) {
    let all = visits(analysis, game);
    let seen: Vec<f32> = all.iter().filter(|m| m.1 > 0).map(|m| m.0).collect();
    assert_eq!(seen.len(), count, "{all:?}");
    let least = seen[count - 1];
    let other = all.iter().filter(|m| m.1 == 0).map(|m| m.0).next();
    assert!(other.is_none_or(|other| other <= least + 1e-6), "{all:?}");
}

#[test]
fn the_priors_of_the_root_are_the_models_chances() {
    assert_priors(&game(&["D4", "C4", "D5"]), "chances.model");
}

#[test]
fn a_ko_that_may_not_be_retaken_has_no_prior() {
    // Black has taken at E4, where White may not take back at D4.
    let moves = ["C4", "E3", "D5", "E5", "D3", "F4", "A1", "D4", "E4"];
    for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
        let rules = Rules {
            ko,
            ..Rules::CHINESE
        };
        let game = game_by(&moves, rules);
        let retaking = Move::parse("D4", game.size()).unwrap();
        assert!(game.check(Color::White, retaking).is_err());
        assert_priors(&game, "ko.model");
        // Two plies later it is open.
        let later = [&moves[..], &["F6", "G7"]].concat();
        let later = game_by(&later, rules);
        assert!(later.check(Color::White, retaking).is_ok());
        assert_priors(&later, "ko.model");
    }
}

fn assert_priors(game: &Game, name: &str) {
    let parameters = parameters(name);
    let chances = chances(&Arc::new(model()), game, game.turn());
    assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    let analysis = search(&parameters, game, 100);
    for candidate in &analysis.candidates {
        let expected = match candidate.mv {
            Move::Play(point) => (1.0 - parameters.prior.pass) * chances[point.index(game.size())],
            Move::Pass => parameters.prior.pass,
        };
        let found = candidate.prior as f32;
        assert!((found - expected).abs() < 1e-4, "{found} {expected}");
    }
    let sum: f64 = analysis.candidates.iter().map(|c| c.prior).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
}

#[test]
fn virtual_playouts_send_the_search_to_likely_moves() {
    let game = game(&["D4", "C4", "D5"]);
    let mut parameters = parameters("virtual.model");
    parameters.search.ucb.exploration = 0.0;
    parameters.prior.even = 100.0;
    for form in [PriorForm::Won, PriorForm::Rate] {
        parameters.prior.form = form;
        for policy in [TreePolicy::Ucb, TreePolicy::UcbRave] {
            parameters.search.tree.policy = policy;
            parameters.prior.playouts = 200.0;
            // A single playout goes where most was won beforehand.
            assert_likeliest(&search(&parameters, &game, 1), &game, 1);
        }
    }
}

#[test]
fn virtual_playouts_come_on_top_of_knowledge() {
    // C3 saves a chain in atari, which knowledge likes best.
    let game = game(&["D4", "C4", "D5", "C5", "B5", "A1", "C6", "A2", "B4"]);
    let mut parameters = parameters("knowledge.model");
    parameters.search.ucb.exploration = 0.0;
    parameters.knowledge.on = true;
    let first = |parameters: &Parameters| {
        let candidates = search(parameters, &game, 1).candidates;
        let seen = candidates.iter().find(|c| c.visits > 0).map(|c| c.mv);
        seen.unwrap()
    };
    let by_knowledge = first(&parameters);
    parameters.prior.playouts = 500.0;
    parameters.prior.form = PriorForm::Rate;
    assert_likeliest(&search(&parameters, &game, 1), &game, 1);
    assert_ne!(first(&parameters), by_knowledge);
    // A little of the prior leaves the word to knowledge.
    parameters.prior.playouts = 0.1;
    assert_eq!(first(&parameters), by_knowledge);
}

#[test]
fn widening_opens_likely_moves_first() {
    let game = game(&["D4", "C4", "D5"]);
    let mut parameters = parameters("widening.model");
    parameters.search.widening.on = true;
    parameters.search.widening.first = 2;
    parameters.search.widening.playouts = 50.0;
    // Two at once, a third after 50 playouts, a fourth after 120.
    for (playouts, open) in [(49, 2), (100, 3), (150, 4)] {
        assert_likeliest(&search(&parameters, &game, playouts), &game, open);
    }
}

#[test]
fn a_bias_sends_the_search_to_likely_moves() {
    let game = game(&["D4", "C4", "D5"]);
    let mut parameters = parameters("bias.model");
    parameters.search.ucb.exploration = 0.0;
    parameters.search.bias.equivalence = 100_000.0;
    for policy in [TreePolicy::Ucb, TreePolicy::UcbRave] {
        parameters.search.tree.policy = policy;
        for shape in [BiasShape::Share, BiasShape::Root, BiasShape::Log] {
            parameters.search.bias.shape = shape;
            parameters.search.bias.weight = 50.0;
            parameters.search.ucb.first_play = 1.0;
            let with = visits(&search(&parameters, &game, 100), &game);
            let best: u64 = with[..5].iter().map(|m| m.1).sum();
            assert!(best >= 90, "{policy:?} {shape:?} {with:?}");
        }
    }
    // Moves that nothing is known about are tried in the order of the model.
    parameters.search.tree.policy = TreePolicy::Ucb;
    parameters.search.ucb.first_play = 1000.0;
    assert_likeliest(&search(&parameters, &game, 3), &game, 3);
}

#[test]
fn the_action_value_follows_the_prior() {
    let game = game(&["D4", "C4", "D5"]);
    let mut parameters = parameters("action.model");
    parameters.search.tree.policy = TreePolicy::ActionValue;
    parameters.search.action.exploration = 100.0;
    let all = visits(&search(&parameters, &game, 2000), &game);
    for (chance, visits) in all {
        let expected = 2000.0 * chance;
        let found = visits as f32;
        assert!(
            (found - expected).abs() < 4.0 + 0.1 * expected,
            "{found} {expected}"
        );
    }
}

#[test]
fn a_prior_that_is_not_used_changes_nothing() {
    let game = game(&["D4", "C4", "D5"]);
    let mut with = parameters("unused.model");
    with.prior.on = false;
    let seen = |parameters: &Parameters| {
        let candidates = search(parameters, &game, 300).candidates;
        candidates
            .iter()
            .map(|c| (c.mv, c.visits, c.winrate))
            .collect::<Vec<_>>()
    };
    assert_eq!(seen(&with), seen(&Parameters::default()));
    // And one that is used, twice the same.
    for policy in ["uct", "playouts"] {
        let mut recipe = Recipe::find(policy).unwrap().parameters;
        recipe.prior = parameters("used.model").prior;
        recipe.prior.playouts = 20.0;
        recipe.search.bias.weight = 0.1;
        assert_eq!(seen(&recipe), seen(&recipe));
        assert_ne!(
            seen(&recipe),
            seen(&Recipe::find(policy).unwrap().parameters)
        );
    }
}

#[test]
fn a_pass_answers_a_pass() {
    let passed = game(&["D4", "pass"]);
    let parameters = parameters("pass.model");
    let prior = |game: &Game| {
        let analysis = search(&parameters, game, 50);
        let pass = analysis.candidates.iter().find(|c| c.mv == Move::Pass);
        let best = analysis
            .candidates
            .iter()
            .map(|c| c.prior)
            .fold(0.0, f64::max);
        (pass.unwrap().prior, best)
    };
    let (pass, best) = prior(&passed);
    assert!((pass - best).abs() < 1e-6, "{pass} {best}");
    let (pass, best) = prior(&game(&["D4", "C4"]));
    assert!(pass < 0.01 && best > pass, "{pass} {best}");
}

#[test]
fn models_that_cannot_be_had_get_sentences() {
    let good = model().write();
    let mut newer = good.clone();
    newer[8] = 200;
    let cut = file("cut.model", &good[..good.len() / 2]);
    let strange = file("strange.model", b"(;GM[1]SZ[9])");
    let folder = env!("CARGO_TARGET_TMPDIR").to_owned();
    for (name, kind, words) in [
        ("no-such.model".to_owned(), "unknown", "no such file"),
        (folder, "unreadable", "cannot be read"),
        (cut, "wrong", "cannot be used"),
        (strange, "wrong", "cannot be used"),
        (file("empty.model", b""), "wrong", "cannot be used"),
        (file("newer.model", &newer), "wrong", "newer"),
    ] {
        let mut parameters = parameters("good.model");
        parameters.prior.model.clone_from(&name);
        let fault = Models::load(&parameters).unwrap_err();
        let found = match fault {
            ModelFault::Clash(_) => "clash",
            ModelFault::Lacks(_) => "lacks",
            ModelFault::Unknown { .. } => "unknown",
            ModelFault::Unnamed { .. } => "unnamed",
            ModelFault::Unreadable { .. } => "unreadable",
            ModelFault::Wrong { .. } => "wrong",
        };
        assert_eq!(found, kind, "{fault}");
        let sentence = fault.to_string();
        assert!(sentence.starts_with("`prior.model`"), "{sentence}");
        assert!(
            sentence.contains(&name) && sentence.contains(words),
            "{sentence}"
        );
        // A session without its model says so and can still be used.
        let mut session = Session::new(parameters, game(&[]));
        assert_eq!(session.fault(), Some(&fault));
        session.dead_stones();
    }
}

#[test]
fn a_session_keeps_its_player_if_a_model_is_missing() {
    let mut session = Session::new(Parameters::default(), game(&[]));
    let path = file("session.model", &model().write());
    let missing = session.set("prior.model", "no-such.model").unwrap_err();
    assert!(matches!(missing, SettingError::Fault(_)), "{missing}");
    let unknown = session.set("prior.modle", "x").unwrap_err();
    assert!(matches!(unknown, SettingError::Parameter(_)), "{unknown}");
    assert_eq!(session.parameters(), &Parameters::default());
    session.set("prior.model", &path).unwrap();
    session.set("prior.on", "true").unwrap();
    assert!(session.models().prior().is_some());
    let mut other = session.parameters().clone();
    other.prior.model = "no-such.model".to_owned();
    assert!(session.set_parameters(other).is_err());
    assert_eq!(session.parameters().prior.model, path);
    let decision = session.choose(Color::Black, &Restriction::default(), &mut ());
    assert!(decision.analysis.visits > 0);
}

#[test]
fn playouts_have_a_model_of_their_own() {
    let game = game(&["D4", "C4", "D5"]);
    let mut parameters = Parameters::default();
    parameters.playout.policy = PlayoutPolicy::Gamma;
    let winrate = |parameters: &Parameters| search(parameters, &game, 200).winrate;
    let usual = winrate(&parameters);
    assert_eq!(winrate(&parameters), usual);
    assert_ne!(winrate(&Parameters::default()), usual);
    // Lines as people write them, and the file of the same model.
    let lines = b"2.5 capture\n1.5 escape\n-4 self-atari give-away\n1.2 place beside-last\n";
    parameters.gamma.model = file("lines.model", lines);
    let first = winrate(&parameters);
    let sealed = LocalModel::from_bytes(lines).unwrap().to_bytes();
    assert_ne!(sealed, lines);
    parameters.gamma.model = file("sealed.model", &sealed);
    assert_eq!(winrate(&parameters), first);
    parameters.gamma.model = file("even.model", &LocalModel::even().to_bytes());
    assert_ne!(winrate(&parameters), first);
    parameters.gamma.model = file("by-hand.model", &LocalModel::by_hand().to_bytes());
    let by_hand = winrate(&parameters);
    parameters.gamma.model = "by-hand".to_owned();
    assert_eq!(winrate(&parameters), by_hand);
    parameters.gamma.model = file("twice.model", &seal(Kind::Local, &sealed));
    assert!(Models::load(&parameters).is_err(), "a file within a file");
    // Each kind has its own files.
    parameters.gamma.model = file("not-local.model", &model().write());
    let sentence = Models::load(&parameters).unwrap_err().to_string();
    assert!(sentence.starts_with("`gamma.model`"), "{sentence}");
    assert!(
        sentence.contains("this is a model of patterns"),
        "{sentence}"
    );
    parameters.gamma.model = file("nothing.model", b"");
    let sentence = Models::load(&parameters).unwrap_err().to_string();
    assert!(sentence.contains("it is empty"), "{sentence}");
    parameters.gamma.model = "no-such.model".to_owned();
    let sentence = Models::load(&parameters).unwrap_err().to_string();
    assert!(
        sentence.contains("no such file; the built-in one"),
        "{sentence}"
    );
}

#[test]
fn a_recipe_names_its_model() {
    let path = file("recipe.model", &model().write());
    let text = format!("[prior]\non = true\nmodel = {path:?}\n[budget]\nplayouts = 50\n");
    let recipe = Recipe::parse(&text, "mine.toml").unwrap();
    assert!(Models::load(&recipe.parameters).unwrap().prior().is_some());
    let again = Recipe::parse(&recipe.to_toml(), "again.toml").unwrap();
    assert_eq!(again.parameters.prior.model, path);
}
