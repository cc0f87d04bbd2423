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
fn object(board: &str, turn: Color, rules: Rules) -> Value {
    let stones = Diagram::parse(board).unwrap().stones;
    let komi: Komi = "0.5".parse().unwrap();
    let game = Game::from_position(stones, turn, rules, komi);
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
        "nodes": 6,
    });
    assert_eq!(object(CORRIDOR, Color::Black, Rules::JAPANESE), expected);
}

#[test]
fn what_has_no_answer_says_why() {
    let empty = ". . . . .\n".repeat(5);
    let expected = json!({
        "size": 5, "rules": "japanese", "komi": 0.5, "turn": "W", "solved": false,
        "unknown": "no stone on the board lives unconditionally, so nothing is settled; a late endgame \
                    has chains with two eyes each around the open points",
    });
    assert_eq!(object(&empty, Color::White, Rules::JAPANESE), expected);
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
    let found = object(ko, Color::Black, Rules::CHINESE);
    let reasons = |kind: &str, keys: &[&str]| -> Vec<String> {
        let objects = found[kind].as_array().unwrap();
        let known = |object: &Value| keys.iter().all(|key| object.get(key).is_some());
        for object in objects {
            assert_ne!(known(object), object.get("why_not").is_some(), "{object}");
        }
        let reasons = objects
            .iter()
            .filter_map(|object| object["why_not"].as_str());
        reasons.map(str::to_owned).collect()
    };
    let why = "play in the area may repeat a position (ko), so it is no finite game";
    let areas = reasons("areas", &["value", "mean", "temperature", "exact"]);
    assert!(areas.iter().any(|reason| reason == why), "{areas:?}");
    assert!(!reasons("moves", &["relation"]).is_empty());
}
