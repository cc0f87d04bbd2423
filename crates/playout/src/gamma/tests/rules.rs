//! Tests of the parameters that are chances: urgent moves, give-aways, the deep look; and of
//! throw-ins.

use tengen_pattern::local::{Ataris, Tactic, is_open, lasts};

use super::*;

/// A model with another weight for the features of these names.
fn changed(model: &LocalModel, names: &[&str], weight: f32) -> LocalModel {
    let mut weights = model.weights().to_vec();
    let mut found = 0;
    for (at, name) in weights.iter_mut().zip(LocalModel::names()) {
        if names.contains(&name.as_str()) {
            *at = weight;
            found += 1;
        }
    }
    assert_eq!(found, names.len());
    LocalModel::from_weights(&weights).unwrap()
}

/// Counts of a playout's captures and rescues, and of its stones.
#[derive(Debug, Default)]
struct Deeds {
    /// Turns with a capture or rescue that gives nothing away.
    chances: u32,
    /// Turns whose only captures and rescues were extensions that stay in atari.
    hopeless: u32,
    /// The number of these that played one all the same.
    in_vain: u32,
    give_aways: u32,
}

/// Looks at a turn of `S` after it, by the board before it; `must` says that a capture or rescue has
/// to be played if there is one.
fn judge<S: Side>(
    board: &Board<10, 112, Full>,
    recent: Recent<10>,
    mv: Option<Vertex<10>>,
    must: bool,
    deeds: &mut Deeds,
) {
    let gives_away = |v: Vertex<10>| {
        let ataris = Ataris::seen_by::<S>(lasts(board, v));
        SelfAtari::of::<S, 10, 112, Full>(board, v, ataris) == Some(SelfAtari::GiveAway)
    };
    let tactics = Tactics::of::<S, 112, Full>(board, recent.last);
    let urgent = |&(v, kind): &(Vertex<10>, Tactic)| {
        let ataris = Ataris::seen_by::<S>(lasts(board, v));
        kind.is_urgent() && board.allows::<S>(v) && is_open::<S>(board.around(v), ataris)
    };
    let urgent: Vec<Vertex<10>> = tactics.iter().filter(urgent).map(|(v, _)| v).collect();
    let played = |v: &Vertex<10>| Some(*v) == mv;
    if urgent.iter().any(|&v| !gives_away(v)) {
        deeds.chances += 1;
        assert!(!must || urgent.iter().any(played), "{urgent:?}, not {mv:?}");
    } else if !urgent.is_empty() {
        deeds.hopeless += 1;
        deeds.in_vain += u32::from(urgent.iter().any(played));
    }
    deeds.give_aways += u32::from(mv.is_some_and(gives_away));
}

/// The counts of many playouts.
fn deeds(params: &GammaParams, model: &LocalModel) -> Deeds {
    let mut policy = Gamma::<10>::new(params, model);
    let must = params.urgent == 1.0;
    let mut deeds = Deeds::default();
    for seed in 0..40 {
        let mut board = Board::<10, 112, Full>::new(Size::NINE);
        let mut moves: Vec<Option<Vertex<10>>> = Vec::new();
        let mut rng = Rng::new(seed);
        let start = Start::NEW_GAME;
        play_out(&mut board, start, &mut policy, &mut moves, &mut rng);
        let mut board = Board::<10, 112, Full>::new(Size::NINE);
        let mut recent = Recent::default();
        for (mv, color) in moves.into_iter().zip(Color::BOTH.into_iter().cycle()) {
            match color {
                Color::Black => judge::<Black>(&board, recent, mv, must, &mut deeds),
                Color::White => judge::<White>(&board, recent, mv, must, &mut deeds),
            }
            match mv {
                Some(v) => assert!(board.play(color, v.point())),
                None => board.pass(),
            }
            recent = recent.then(mv);
        }
    }
    deeds
}

#[test]
fn captures_and_rescues_come_first_if_they_are_always_urgent() {
    for model in [LocalModel::by_hand(), motley()] {
        let params = GammaParams {
            urgent: 1.0,
            sane: 1.0,
            ..plain()
        };
        // That each chance is taken is checked on the way.
        let found = deeds(&params, &model);
        assert!(found.chances > 100 && found.hopeless > 20, "{found:?}");
        assert_eq!(found.in_vain, 0, "{found:?}");
        let reckless = deeds(
            &GammaParams {
                sane: 0.0,
                ..params
            },
            &model,
        );
        assert_eq!(reckless.in_vain, reckless.hopeless, "{reckless:?}");
    }
}

#[test]
fn nothing_is_given_away_by_the_sane() {
    for model in [LocalModel::even(), motley()] {
        for urgent in [0.0, 0.5] {
            let params = GammaParams { urgent, ..plain() };
            assert!(deeds(&params, &model).give_aways > 20);
            let sane = GammaParams {
                sane: 1.0,
                ..params
            };
            assert_eq!(deeds(&sane, &model).give_aways, 0);
        }
    }
}

/// Black's stone in the corner is in atari, and so are two after the extension.
#[test]
fn a_hopeless_extension_is_left_by_the_sane() {
    let (diagram, mut before) = drawn("Xe.../lO.../...../...../.....");
    let last = diagram.mark('l').unwrap();
    assert!(before.play(Color::White, last));
    let recent = Recent {
        last: before.vertex(last),
        before: None,
    };
    let extension = before.vertex(diagram.mark('e').unwrap()).unwrap();
    for (sane, always) in [(0.0, true), (1.0, false)] {
        let params = GammaParams {
            urgent: 1.0,
            sane,
            ..plain()
        };
        let mut policy = Gamma::<10>::new(&params, &LocalModel::by_hand());
        let mut rng = Rng::new(8);
        for _ in 0..100 {
            let mut board = before.clone();
            Policy::<10, 112>::begin(&mut policy, &board);
            let turn = policy.turn::<Black, _>(&mut board, recent, &mut rng, &mut Open);
            assert!(matches!(turn, Turn::Played(_)));
            assert_eq!(turn == Turn::Played(extension), always);
        }
    }
}

/// Playouts by models that differ in what they say of chains of two liberties.
#[test]
fn without_a_deep_look_catch_and_defend_change_nothing() {
    let playouts = |deep: f32, weight: f32| {
        let names = ["tactic catch", "tactic defend"];
        let model = changed(&LocalModel::by_hand(), &names, weight);
        let mut policy = Gamma::<10>::new(&GammaParams { deep, ..plain() }, &model);
        let mut moves: Vec<Option<Vertex<10>>> = Vec::new();
        for seed in 0..10 {
            let mut board = Board::<10, 112, Full>::new(Size::NINE);
            let mut rng = Rng::new(seed);
            let start = Start::NEW_GAME;
            play_out(&mut board, start, &mut policy, &mut moves, &mut rng);
        }
        moves
    };
    let usual = playouts(0.0, 0.0);
    for weight in [-3.0, 3.0] {
        assert_eq!(playouts(0.0, weight), usual);
        assert_ne!(playouts(1.0, weight), usual);
    }
}

/// 22 points are empty and alike, but that Black's stone at one of them is thrown in.
#[test]
fn a_throw_in_is_drawn_by_its_strength_below_1_and_above() {
    let (diagram, before) = drawn("Ot.../OO.../...../...../.....");
    let throw_in = before.vertex(diagram.mark('t').unwrap()).unwrap();
    let draws = 20_000;
    for weight in [-2.0, 0.0, 2.0] {
        let model = changed(&LocalModel::even(), &["self-atari throw-in"], weight);
        let mut policy = Gamma::<10>::new(&plain(), &model);
        let mut rng = Rng::new(6);
        let mut found = 0;
        for _ in 0..draws {
            let mut board = before.clone();
            Policy::<10, 112>::begin(&mut policy, &board);
            let recent = Recent::default();
            let turn = policy.turn::<Black, _>(&mut board, recent, &mut rng, &mut Open);
            found += u32::from(turn == Turn::Played(throw_in));
        }
        let strength = f64::from(exp(weight));
        let share = strength / (strength + 21.0);
        let expected = share * f64::from(draws);
        let deviation = (expected * (1.0 - share)).sqrt();
        let error = (f64::from(found) - expected).abs() / deviation;
        assert!(error < 4.0, "{found} of {expected} at {weight}");
    }
}
