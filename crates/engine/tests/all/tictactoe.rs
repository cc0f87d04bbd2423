//! A session of a game that is not Go.

use tengen_engine::review::{Position, Sums, judge};
use tengen_engine::tictactoe::{Match, Squares, TicTacToe};
use tengen_engine::{Ban, Groups, Limits, Recipe, RecipeError, Restriction, Session, Verdict};
use tengen_game::{Color, Game, Status, conformance};

fn session(recipe: &str) -> Session<TicTacToe> {
    let recipe = Recipe::<TicTacToe>::find(recipe).unwrap();
    Session::new(recipe.parameters, Match::START)
}

fn played(moves: &str) -> Match {
    let mut game = Match::START;
    for label in moves.split_whitespace() {
        let mv = Match::parse(label, ()).unwrap();
        game.play(game.turn(), mv).unwrap();
    }
    game
}

fn best(moves: &str, playouts: u64) -> String {
    let mut session = session("uct");
    session.new_game(played(moves));
    session
        .set("budget.playouts", &playouts.to_string())
        .unwrap();
    let turn = session.game().turn();
    let decision = session.choose(turn, &Restriction::default(), &mut ());
    match decision.verdict {
        Verdict::Play(mv) => Match::label(mv, ()),
        Verdict::Resign => "resign".to_owned(),
    }
}

#[test]
fn it_keeps_the_promises_of_positions_and_games() {
    assert_eq!(conformance::check(&Squares::EMPTY, 200, 1).games, 200);
    assert!(conformance::check_game(&Match::START, 200, 9, 1).moves > 1000);
}

#[test]
fn a_search_takes_a_line_and_stops_one() {
    assert_eq!(
        best("a1 a3 b1 b3", 2000),
        "c1",
        "Black takes the lowest row"
    );
    assert_eq!(best("a1 b2 b1", 2000), "c1", "White stops it");
}

#[test]
fn two_sessions_play_a_draw_and_the_same_one_again() {
    let game = || {
        let mut players = [session("uct"), session("uct")];
        let mut moves = Vec::new();
        while players[0].game().status() == Status::Running {
            let turn = players[0].game().turn();
            let (mover, other) = match turn {
                Color::Black => (0, 1),
                Color::White => (1, 0),
            };
            let decision = players[mover].genmove(turn, &Restriction::default(), &mut ());
            let Verdict::Play(mv) = decision.verdict else {
                panic!("nobody resigns")
            };
            players[other].play(turn, mv).unwrap();
            moves.push(mv);
        }
        (moves, players[0].game().status())
    };
    let (moves, status) = game();
    assert!(
        matches!(status, Status::Ended(outcome) if outcome.winner.is_none()),
        "{status:?}"
    );
    assert_eq!(game().0, moves);
}

#[test]
fn the_tree_is_kept_and_a_restriction_is_obeyed() {
    let mut session = session("uct");
    session.set("tree.reuse", "true").unwrap();
    let none = Restriction::default();
    let first = session.genmove(Color::Black, &none, &mut ());
    let reply = first.analysis.candidates[0].pv[1];
    session.play(Color::White, reply).unwrap();
    let limits = Limits {
        playouts: Some(10),
        ..Limits::default()
    };
    let kept = session.analyze(Color::Black, limits, &none, &mut ());
    assert!(kept.visits > kept.playouts, "{} visits", kept.visits);
    let only = session.game().legal_moves(Color::Black)[..1].to_vec();
    let restriction = Restriction {
        bans: vec![Ban {
            color: Color::Black,
            moves: only.clone(),
            only: true,
            plies: 1,
        }],
    };
    let bound = session.analyze(Color::Black, limits, &restriction, &mut ());
    let moves: Vec<_> = bound.candidates.iter().map(|c| c.mv).collect();
    assert_eq!(moves, only);
}

#[test]
fn a_lost_game_is_resigned_and_who_cannot_move_resigns() {
    let mut session = session("uct");
    session.set("resign.threshold", "0.4").unwrap();
    session.set("resign.moves", "1").unwrap();
    // Black has two ways to a line.
    session.new_game(played("a1 b1 b2 c3 a2"));
    let decision = session.choose(Color::White, &Restriction::default(), &mut ());
    assert_eq!(decision.verdict, Verdict::Resign);
    assert_eq!(decision.reason, Some("the game is lost"));
    session.new_game(played("a1 a3 b1 b3 c1"));
    assert!(matches!(session.game().status(), Status::Ended(_)));
    let decision = session.choose(Color::White, &Restriction::default(), &mut ());
    assert_eq!(decision.verdict, Verdict::Resign);
}

#[test]
fn recipes_parameters_and_illegal_moves_are_told() {
    let mut session = session("hasty");
    assert_eq!(session.parameters().budget().playouts, 1);
    assert_eq!(session.parameters().recipe().name, "hasty");
    let unknown = session.set("budget.playout", "5").unwrap_err().to_string();
    assert!(unknown.contains("budget.playouts"), "{unknown}");
    let missing = Recipe::<TicTacToe>::find("nobody").unwrap_err();
    assert!(matches!(&missing, RecipeError::Unknown { known, .. } if known == "uct, hasty"));
    session.play(Color::Black, 4).unwrap();
    let illegal = session.play(Color::White, 4).unwrap_err();
    assert_eq!(illegal.to_string(), "b2 is not a free square");
    let illegal = session.play(Color::Black, 0).unwrap_err();
    assert_eq!(illegal.to_string(), "it is the other side's turn");
}

#[test]
fn a_game_is_reviewed_and_serialized() {
    let parameters = Recipe::<TicTacToe>::find("uct").unwrap().parameters;
    let record = ["a1", "b2", "c3", "a3", "c1"];
    let searched: Vec<_> = (0..record.len())
        .map(|number| {
            let game = played(&record[..number].join(" "));
            let next = Match::parse(record[number], ());
            let played = next.map(|mv| (game.turn(), mv));
            Position::<TicTacToe> {
                number,
                game,
                played,
            }
            .search(&parameters, |_| ())
        })
        .collect();
    let judged = judge(&searched);
    assert_eq!(judged.len(), 4);
    let worst = judged.iter().max_by(|a, b| a.loss().total_cmp(&b.loss()));
    assert_eq!(
        worst.map(|j| j.number),
        Some(4),
        "against two corners, a corner loses"
    );
    assert!(Sums::of(&judged, Color::White).is_some_and(|sums| sums.moves == 2));
    let json = serde_json::to_value(&searched[3]).unwrap();
    assert_eq!(json["played"], "a3");
    let better = json["candidates"][0]["move"].as_str().unwrap();
    assert!(["a2", "b1", "b3", "c2"].contains(&better), "{better}");
    assert_eq!(json["turn"], "W");
}
