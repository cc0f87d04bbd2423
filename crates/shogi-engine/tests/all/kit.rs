//! What a kit is tested by: positions won and lost, restrictions, one seed and one game, wrong parameters.

use std::fs;

use tengen_engine::{Ban, Limits, RecipeError};
use tengen_game::{Color, Game as _};
use tengen_shogi::{Board, Game, Move, Rules};
use tengen_shogi_engine::{Analysis, Recipe, Restriction, Session, Verdict, Worth};

/// Black mates by a gold at 5b.
const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
/// White has one move, and is mated after it.
const LOST: &str = "k8/9/1+R6p/9/9/9/9/9/4K4 w G 1";
/// Black takes a rook for a pawn.
const WON: &str = "4k4/9/4r4/4P4/9/9/9/9/4K4 b P 1";
/// Black has entered with all the points of a declaration.
const ENTERED: &str = "+R+RKGGG3/GSSSS4/+B+BPPP4/9/9/9/9/9/8k b 10P 1";

fn session(recipe: &str, settings: &[(&str, &str)], sfen: &str) -> Session {
    let parameters = Recipe::find(recipe).unwrap().parameters;
    let game = Game::new(Board::from_usi(sfen).unwrap(), Rules::default());
    let mut session = Session::new(parameters, game);
    session.set("budget.seconds", "0").unwrap();
    session.set("alphabeta.hash", "4").unwrap();
    for (name, value) in settings {
        session.set(name, value).unwrap();
    }
    session
}

fn nodes(count: u64) -> Limits {
    Limits {
        playouts: Some(count),
        ..Limits::default()
    }
}

fn analyze(session: &mut Session, count: u64) -> Analysis {
    let turn = session.game().turn();
    session.analyze(turn, nodes(count), &Restriction::default(), &mut ())
}

fn mv(text: &str) -> Move {
    Move::parse(text).unwrap()
}

#[test]
fn every_recipe_takes_a_mate_at_once() {
    for recipe in Recipe::built_in() {
        let mut session = session(&recipe.name, &[("budget.playouts", "500")], MATE_IN_ONE);
        let decision = session.genmove(Color::Black, &Restriction::default(), &mut ());
        assert_eq!(
            decision.verdict,
            Verdict::Play(mv("G*5b")),
            "{}",
            recipe.name
        );
        let ending = session.game().ending();
        assert!(ending.is_some_and(|ending| ending.winner() == Some(Color::Black)));
    }
}

#[test]
fn a_hanging_rook_is_taken_and_what_it_is_worth_is_said() {
    for recipe in ["default", "material"] {
        let mut session = session(recipe, &[], WON);
        let analysis = analyze(&mut session, 2000);
        let best = analysis.best().unwrap();
        assert_eq!(best.mv, mv("5d5c+"), "{recipe}");
        assert!(best.winrate > 0.6, "{recipe}: {}", best.winrate);
        assert!(analysis.findings.lines[0].worth.value() > 300, "{recipe}");
        // It stops within the positions of one more line.
        assert!(
            (1..2100).contains(&analysis.playouts),
            "{}",
            analysis.playouts
        );
    }
}

#[test]
fn mates_are_announced_and_said_to_be_proved_only_if_they_are() {
    let proved = |sfen, settings: &[(&str, &str)]| {
        let analysis = analyze(&mut session("default", settings, sfen), 20_000);
        let best = &analysis.findings.lines[0];
        (best.worth, best.proved)
    };
    assert_eq!(proved(MATE_IN_ONE, &[]), (Worth::Mate(1), true));
    assert_eq!(proved(LOST, &[]), (Worth::Mate(-2), true));
    let unasked = [("alphabeta.proof", "0")];
    assert_eq!(proved(MATE_IN_ONE, &unasked), (Worth::Mate(1), false));
    assert_eq!(proved(LOST, &unasked), (Worth::Mate(-2), false));
    let briefly = [("alphabeta.proof", "1")];
    assert_eq!(proved(LOST, &briefly), (Worth::Mate(-2), false));
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let mut session = session("default", &[("alphabeta.lines", "3")], "startpos");
    // Wherever the search is stopped, all of them are there.
    for count in [500, 1234, 5000, 7777] {
        let analysis = analyze(&mut session, count);
        let moves: Vec<Move> = analysis.candidates.iter().map(|c| c.mv).collect();
        assert_eq!(moves.len(), 3, "{count}: {moves:?}");
        assert!(moves[0] != moves[1] && moves[1] != moves[2] && moves[0] != moves[2]);
        assert_eq!(analysis.findings.lines.len(), 3);
        for (candidate, found) in analysis.candidates.iter().zip(&analysis.findings.lines) {
            assert_eq!(candidate.pv[0], candidate.mv);
            assert!((candidate.score * 100.0 - f64::from(found.worth.value())).abs() < 1e-6);
        }
    }
}

#[test]
fn restrictions_hold() {
    for (recipe, playouts) in [("default", 2000), ("shogi-uct", 20)] {
        for only in [true, false] {
            let mut session = session(recipe, &[], MATE_IN_ONE);
            let restriction = Restriction {
                bans: vec![Ban {
                    color: Color::Black,
                    moves: vec![mv("G*5b"), mv("G*4b"), mv("G*6b")],
                    only,
                    plies: 1,
                }],
            };
            let limits = nodes(playouts);
            let analysis = session.analyze(Color::Black, limits, &restriction, &mut ());
            assert!(!analysis.candidates.is_empty());
            for candidate in &analysis.candidates {
                assert!(
                    restriction.allows(Color::Black, candidate.mv, 0),
                    "{recipe}"
                );
            }
        }
    }
}

#[test]
fn lost_games_are_resigned_and_who_cannot_move_resigns() {
    let settings = [
        ("resign.threshold", "0.05"),
        ("resign.moves", "1"),
        ("budget.playouts", "2000"),
    ];
    let mut session = session("default", &settings, LOST);
    let decision = session.choose(Color::White, &Restriction::default(), &mut ());
    assert_eq!(decision.verdict, Verdict::Resign);
    assert_eq!(decision.reason, Some("the game is lost"));
    session.set("resign.threshold", "0").unwrap();
    let decision = session.genmove(Color::White, &Restriction::default(), &mut ());
    assert_eq!(decision.verdict, Verdict::Play(mv("1c1d")));
    session.play(Color::Black, mv("G*8b")).unwrap();
    let decision = session.choose(Color::White, &Restriction::default(), &mut ());
    assert_eq!(decision.verdict, Verdict::Resign);
    assert!(decision.analysis.candidates.is_empty());
}

#[test]
fn a_game_is_declared_won_where_the_rules_allow_it() {
    let mut session = session("default", &[("budget.playouts", "2000")], ENTERED);
    let none = Restriction::default();
    let decision = session.choose(Color::Black, &none, &mut ());
    assert_eq!(decision.verdict, Verdict::Play(Move::DECLARE));
    assert_eq!(decision.reason, Some("the game is won by declaration"));
    assert!(
        decision.analysis.playouts < 2000,
        "there was nothing to search for"
    );
    let never = Rules {
        declaration: tengen_shogi::Declaration::Never,
        ..Rules::default()
    };
    session.edit(|game| game.set_rules(never));
    let decision = session.choose(Color::Black, &none, &mut ());
    assert!(matches!(decision.verdict, Verdict::Play(mv) if mv.is_real()));
    session.genmove(Color::Black, &none, &mut ());
}

#[test]
fn one_thread_and_positions_play_the_same_game() {
    let game = |recipe: &str, playouts: &str, seed: &str| {
        let settings = [
            ("budget.playouts", playouts),
            ("budget.seed", seed),
            ("playout.longest", "20"),
        ];
        let mut session = session(recipe, &settings, "startpos");
        for _ in 0..20 {
            let turn = session.game().turn();
            session.genmove(turn, &Restriction::default(), &mut ());
        }
        let moves: Vec<String> = session
            .game()
            .moves()
            .map(|(_, mv)| mv.to_string())
            .collect();
        moves.join(" ")
    };
    for (recipe, playouts) in [
        ("default", "1500"),
        ("material", "1500"),
        ("shogi-uct", "30"),
    ] {
        let first = game(recipe, playouts, "1");
        assert_eq!(first.split(' ').count(), 20, "{recipe}: {first}");
        assert_eq!(game(recipe, playouts, "1"), first, "{recipe}");
    }
    assert_ne!(game("shogi-uct", "30", "1"), game("shogi-uct", "30", "2"));
}

#[test]
fn several_threads_keep_to_the_budget_and_find_the_same_mate() {
    let mut session = session("default", &[("budget.threads", "3")], MATE_IN_ONE);
    assert_eq!(analyze(&mut session, 5000).best().unwrap().mv, mv("G*5b"));
    session.edit(|game| *game = Game::default());
    let analysis = analyze(&mut session, 20_000);
    assert!(analysis.best().is_some());
    // Each thread tells of its positions a thousand at a time.
    assert!(
        analysis.playouts < 20_000 + 3 * 1024,
        "{}",
        analysis.playouts
    );
}

#[test]
fn wrong_parameters_and_networks_are_refused_with_a_sentence() {
    let mut session = session("network", &[], "startpos");
    let unknown = session
        .set("alphabeta.hashes", "5")
        .unwrap_err()
        .to_string();
    assert!(unknown.contains("alphabeta.hash"), "{unknown}");
    let large = session.set("alphabeta.hash", "0").unwrap_err().to_string();
    assert!(large.contains("65536"), "{large}");
    let missing = session.set("eval.network", "/nowhere/a.nnue").unwrap_err();
    let sentence = missing.to_string();
    assert!(
        sentence.starts_with("the network /nowhere/a.nnue (eval.network) cannot be read: "),
        "{sentence}"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.nnue").display().to_string();
    fs::write(&file, b"something else").unwrap();
    let foreign = session.set("eval.network", &file).unwrap_err().to_string();
    assert!(
        foreign.ends_with("it is no network for Shogi of this program"),
        "{foreign}"
    );
    let mut bytes = include_bytes!("../../../../models/shogi.nnue").to_vec();
    fs::write(&file, &bytes).unwrap();
    session.set("eval.network", &file).unwrap();
    bytes[5000] ^= 1;
    fs::write(&file, &bytes).unwrap();
    session.set("eval.network", "").unwrap();
    let damaged = session.set("eval.network", &file).unwrap_err().to_string();
    assert!(damaged.contains("it is damaged"), "{damaged}");
    assert_eq!(session.parameters().eval.network, "");
    assert!(session.fault().is_none() && session.models().network().is_some());
    let nobody = Recipe::find("nobody").unwrap_err();
    assert!(matches!(&nobody, RecipeError::Unknown { known, .. } if known.contains("shogi-uct")));
}

#[test]
fn an_analysis_is_serialized() {
    let json = |sfen| {
        let analysis = analyze(&mut session("default", &[], sfen), 2000);
        serde_json::to_value(&analysis).unwrap()
    };
    let mate = json(MATE_IN_ONE);
    assert_eq!(mate["candidates"][0]["move"], "G*5b");
    assert_eq!(mate["lines"][0]["mate"], 1);
    assert_eq!(mate["lines"][0]["proved"], true);
    assert_eq!(mate["lines"][0]["bound"], "exact");
    let open = json("startpos");
    assert!(open["lines"][0]["value"].is_i64() && open["nodes"].as_u64() > Some(100));
    assert_eq!(open["turn"], "B");
}
