//! The game of a query: the board and its rules, what stands on it, and the moves.

use serde_json::Value;
use tengen_go::{Color, Game, Illegal, Komi, Move, Point, Rules, Size};

use super::fields::{Fields, Read, Remark, short};
use crate::input::{color, quoted};
use crate::kata_rules::{from_json, named};

/// The game after all of its moves.
pub(super) fn game(fields: &mut Fields) -> Read<Game> {
    let size = size(fields)?;
    let rules = rules(fields)?;
    let komi = fields.number("komi", -10_000.0..=10_000.0)?.map(Komi::new);
    let komi = komi.transpose();
    let komi = komi.map_err(|error| Remark::new("komi", error.to_string()))?;
    let stones = moves(fields, "initialStones", size)?.unwrap_or_default();
    let missing = || Remark::new("moves", "the moves are missing; a list, which may be empty");
    let moves = moves(fields, "moves", size)?.ok_or_else(missing)?;
    let mut game = start(size, rules, &stones)?;
    game.set_komi(komi.unwrap_or_else(|| rules.usual_komi(game.handicap())));
    let first = match fields.text("initialPlayer")? {
        Some(text) => Some(player("initialPlayer", &text)?),
        None => moves.first().map(|&(color, _)| color),
    };
    let given = if game.handicap() > 0 {
        Color::White
    } else {
        Color::Black
    };
    game.set_turn(first.unwrap_or(given));
    for (number, &(color, mv)) in moves.iter().enumerate() {
        play(&mut game, color, mv).map_err(|why| {
            let sentence = format!("Illegal move {number}: {}: {why}", mv.label(size));
            Remark::new("moves", sentence)
        })?;
    }
    Ok(game)
}

/// Plays a move of a record: what was played may repeat a position, whatever the rules.
fn play(game: &mut Game, color: Color, mv: Move) -> Result<(), Illegal> {
    match (game.play(color, mv), mv) {
        (Err(Illegal::Ko { .. } | Illegal::Superko { .. }), Move::Play(point)) => {
            game.force(color, point)
        }
        (played, _) => played,
    }
}

fn size(fields: &mut Fields) -> Read<Size> {
    let mut side = |name| {
        let missing = || Remark::new(name, "it is missing; a whole number from 2 to 25");
        fields.whole(name, 2..=25)?.ok_or_else(missing)
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    let square = Some(width).filter(|_| width == height);
    let size = square.and_then(|side| Size::new(usize::try_from(side).ok()?).ok());
    size.ok_or_else(|| {
        let sentence = format!("boards are square here, so there is none of {width}×{height}");
        Remark::new("boardYSize", sentence)
    })
}

fn rules(fields: &mut Fields) -> Read<Rules> {
    let rules = match fields.take("rules") {
        Some(Value::String(name)) => named(&name),
        // What an object leaves out is as KataGo has it.
        Some(Value::Object(pieces)) => from_json(Rules::TROMP_TAYLOR, &pieces),
        Some(value) => Err(format!(
            "they are a name or an object, not {}",
            short(&value)
        )),
        None => Err("the rules are missing; a name such as chinese, or an object".to_owned()),
    };
    let rules = rules.map_err(|sentence| Remark::new("rules", sentence))?;
    match fields.take("whiteHandicapBonus") {
        None => Ok(rules),
        Some(bonus) => {
            let pieces = [("whiteHandicapBonus".to_owned(), bonus)];
            from_json(rules, &pieces.into_iter().collect())
                .map_err(|sentence| Remark::new("whiteHandicapBonus", sentence))
        }
    }
}

/// The game before its first move. Black stones alone are a handicap.
fn start(size: Size, rules: Rules, stones: &[(Color, Move)]) -> Read<Game> {
    let mut game = Game::new(size, rules, Komi::ZERO);
    let stone = |&(color, mv): &(Color, Move)| {
        let nowhere = || Remark::new("initialStones", "a pass is no stone");
        mv.point()
            .map(|point| (point, Some(color)))
            .ok_or_else(nowhere)
    };
    let edits: Vec<(Point, Option<Color>)> = stones.iter().map(stone).collect::<Read<_>>()?;
    game.setup(edits)
        .map_err(|illegal| Remark::new("initialStones", illegal.to_string()))?;
    let [black, white] = Color::BOTH.map(|color| game.stones().stones(color));
    if black > 1 && white == 0 {
        game.set_handicap(black);
    }
    Ok(game)
}

/// A list of players with what each of them plays.
fn moves(fields: &mut Fields, name: &str, size: Size) -> Read<Option<Vec<(Color, Move)>>> {
    let Some(list) = fields.list(name)? else {
        return Ok(None);
    };
    let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([Value::String(who), Value::String(place)]) => {
            Ok((player(name, who)?, mv(name, place, size)?))
        }
        _ => {
            let sentence = format!(
                "each is a pair such as [\"B\", \"D4\"], not {}",
                short(value)
            );
            Err(Remark::new(name, sentence))
        }
    };
    list.iter().map(pair).collect::<Read<_>>().map(Some)
}

/// A side.
pub(super) fn player(name: &str, text: &str) -> Read<Color> {
    let wrong = || {
        Remark::new(
            name,
            format!("players are \"B\" and \"W\", not {}", quoted(text)),
        )
    };
    color(text).ok_or_else(wrong)
}

/// A move, by the name of its point.
pub(super) fn mv(name: &str, text: &str, size: Size) -> Read<Move> {
    let wrong = || {
        Remark::new(
            name,
            format!("{} is no point of a {size} board", quoted(text)),
        )
    };
    Move::parse(text, size).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(mut object: Value) -> Read<Game> {
        let Value::Object(mut fields) = object.take() else {
            unreachable!("it is an object");
        };
        for (name, value) in [
            ("boardXSize", json!(9)),
            ("boardYSize", json!(9)),
            ("rules", json!("chinese")),
            ("moves", json!([])),
        ] {
            fields.entry(name).or_insert(value);
        }
        game(&mut Fields::new(fields))
    }

    fn said(object: Value) -> String {
        let Remark { field, sentence } = read(object).unwrap_err();
        format!("{field}: {sentence}")
    }

    #[test]
    fn whose_turn_it_is_follows_from_what_was_played() {
        let turn = |object| read(object).unwrap().turn();
        assert_eq!(turn(json!({})), Color::Black);
        assert_eq!(turn(json!({"initialPlayer": "w"})), Color::White);
        assert_eq!(turn(json!({"moves": [["W", "D4"]]})), Color::Black);
        let handicap = json!({"initialStones": [["B", "C3"], ["B", "G7"]]});
        let game = read(handicap).unwrap();
        assert_eq!((game.turn(), game.handicap()), (Color::White, 2));
        let mixed = json!({"initialStones": [["B", "C3"], ["W", "G7"], ["B", "E5"]]});
        assert_eq!(read(mixed).unwrap().handicap(), 0);
    }

    #[test]
    fn rules_are_a_name_or_pieces_on_top_of_tromp_taylor() {
        let rules = |value| read(json!({"rules": value})).unwrap().rules();
        assert_eq!(rules(json!("new zealand")), Rules::NEW_ZEALAND);
        assert_eq!(rules(json!({})), Rules::TROMP_TAYLOR);
        let pieces = json!({
            "friendlyPassOk": true, "hasButton": false, "ko": "SIMPLE", "scoring": "TERRITORY",
            "suicide": false, "tax": "SEKI", "whiteHandicapBonus": "0"
        });
        assert_eq!(rules(pieces), Rules::JAPANESE);
        let bonus = json!({"rules": "chinese", "whiteHandicapBonus": "0"});
        let compensation = read(bonus).unwrap().rules().compensation;
        assert_eq!(compensation, tengen_go::Compensation::None);
        assert_eq!(read(json!({})).unwrap().komi(), Komi::SEVEN_AND_A_HALF);
        let komi = read(json!({"rules": "korean", "komi": -3})).unwrap().komi();
        assert_eq!(komi.points(), -3.0);
    }

    #[test]
    fn illegal_moves_are_named_and_repetitions_taken() {
        let twice = json!({"moves": [["B", "D4"], ["W", "D4"]]});
        assert!(said(twice).starts_with("moves: Illegal move 1: D4: D4 is occupied"));
        let suicide = json!({
            "initialStones": [["B", "A2"], ["B", "B1"]], "moves": [["W", "A1"]]
        });
        assert!(said(suicide).starts_with("moves: Illegal move 0: A1"));
        let ko = json!({
            "initialStones": [
                ["B", "B1"], ["B", "A2"], ["B", "B3"], ["W", "C1"], ["W", "D2"], ["W", "C3"],
                ["W", "B2"]
            ],
            "moves": [["B", "C2"], ["W", "B2"]]
        });
        assert_eq!(read(ko).unwrap().moves().len(), 2);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (object, start) in [
            (
                json!({"boardXSize": 9, "boardYSize": 13}),
                "boardYSize: boards are square",
            ),
            (json!({"boardXSize": null}), "boardXSize: it is missing"),
            (
                json!({"boardXSize": 26}),
                "boardXSize: it is a whole number from 2 to 25",
            ),
            (
                json!({"rules": "checkers"}),
                "rules: there are no rules called \"checkers\"",
            ),
            (
                json!({"rules": {"ko": "X"}}),
                "rules: the rules cannot have",
            ),
            (
                json!({"rules": 1}),
                "rules: they are a name or an object, not 1",
            ),
            (json!({"komi": "much"}), "komi: it is a number"),
            (
                json!({"moves": [["B", "Z4"]]}),
                "moves: \"Z4\" is no point of a 9×9 board",
            ),
            (json!({"moves": [["X", "D4"]]}), "moves: players are"),
            (json!({"moves": ["D4"]}), "moves: each is a pair"),
            (json!({"moves": null}), "moves: the moves are missing"),
            (
                json!({"initialStones": [["B", "pass"]]}),
                "initialStones: a pass is no stone",
            ),
            (json!({"initialPlayer": "X"}), "initialPlayer: players are"),
        ] {
            let said = said(object);
            assert!(said.starts_with(start), "{said}");
        }
    }
}
