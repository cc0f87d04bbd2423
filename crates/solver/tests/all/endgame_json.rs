//! Answers as programs read them: the whole object of a small problem, and of one without an answer.

use serde_json::{Value, json};
use tengen_go::{Color, Diagram, Game, Komi, Rules};
use tengen_solver::endgame::{Limits, Outcome};

/// Black closes a corridor for a point, or White enters it; and a neutral point is left.
const CORRIDOR: &str = ". X X X O O .
                        X X X X O O O
                        X X . . O O O
                        X X X X O O O
                        X X X . O O O
                        X . X X O . O
                        X X X X O O O";

/// The object, without the time that it took.
fn object(board: &str, turn: Color) -> Value {
    let stones = Diagram::parse(board).unwrap().stones;
    let komi: Komi = "0.5".parse().unwrap();
    let game = Game::from_position(stones, turn, Rules::JAPANESE, komi);
    let mut object = json!(Outcome::find(&game, &Limits::default()));
    if let Some(seconds) = object.as_object_mut().unwrap().remove("seconds") {
        assert!(seconds.is_f64());
    }
    object
}

#[test]
fn an_answer_is_this_object() {
    let expected = json!({
        "size": 7, "rules": "japanese", "komi": 0.5, "turn": "B", "solved": true,
        "points": 1, "score": "B+0.5", "settled": 0,
        "line": ["D5", "D3", "pass", "pass"],
        "moves": [
            {"move": "D5", "points": 1, "score": "B+0.5", "loss": 0, "relation": "="},
            {"move": "C5", "points": 0, "score": "W+0.5", "loss": 1, "relation": "<"},
            {"move": "D3", "points": 0, "score": "W+0.5", "loss": 1, "relation": "<"},
            {"move": "pass", "points": 0, "score": "W+0.5", "loss": 1, "relation": "∥"},
        ],
        "areas": [
            {"name": "a", "points": ["C5", "D5"], "open": 2, "positions": 4, "ko": false,
             "value": "{1|*}", "mean": "1/2", "temperature": "1/2", "exact": true},
            {"name": "b", "points": ["D3"], "open": 1, "positions": 1, "ko": false,
             "value": "*", "mean": "0", "temperature": "0", "exact": true},
        ],
        "proof": "sum",
        "nodes": 0,
    });
    assert_eq!(object(CORRIDOR, Color::Black), expected);
}

#[test]
fn what_has_no_answer_says_why() {
    let empty = ". . . . .\n".repeat(5);
    let expected = json!({
        "size": 5, "rules": "japanese", "komi": 0.5, "turn": "W", "solved": false,
        "unknown": "no stone on the board lives unconditionally, so nothing is settled; a late endgame \
                    has chains with two eyes each around the open points",
    });
    assert_eq!(object(&empty, Color::White), expected);
}

#[test]
fn an_area_without_a_value_says_why() {
    let ko = ". X . X O . O O .
              X X X X O O O O O
              X . X X O O O . O
              X X X X O O O O O
              X X X O . O . O O
              X X X X O O O O O
              X X X X O O . O O
              . X X X O O O O O
              X X X X O O O . O";
    let found = object(ko, Color::Black);
    let area = &found["areas"][0];
    let why = "play in the area may repeat a position (ko), so it is no finite game";
    assert_eq!(area["why_not"], why);
    for key in ["value", "mean", "temperature", "exact"] {
        assert!(area.get(key).is_none(), "{area}");
    }
    let (best, other) = (&found["moves"][0], &found["moves"][1]);
    assert_eq!(best["relation"], "=");
    assert_eq!(other["why_not"], why);
    assert!(other.get("relation").is_none());
}
