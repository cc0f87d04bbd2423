//! Endings and counts of games, with players that do as they are told.

use tengen_go::Rules;
use tengen_lab::record::{Cause, End, GameRecord, Side};
use tengen_lab::referee::{Setting, play};
use tengen_record::sgf::{Ident, parse_text};

use super::{Scripted, against, names, setting};

/// Black has the left of the board and White the right; a white stone in the left lower corner is as
/// dead as can be, and whoever calls it alive makes the left nobody's.
const OPENING: &str = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 B3 A1 B4 E3";

fn scored(rules: Rules, one: &mut Scripted, two: &mut Scripted) -> GameRecord {
    let setting = setting(rules, OPENING);
    play(&setting, one, two, &names(), Side::First).unwrap()
}

fn saying(dead: Option<&'static str>) -> Scripted {
    let mut player = Scripted::new("");
    player.dead = Ok(dead);
    player
}

#[test]
fn players_who_agree_are_believed() {
    // Even if both are wrong.
    let (mut one, mut two) = (saying(Some("")), saying(Some("")));
    let record = scored(Rules::CHINESE, &mut one, &mut two);
    assert_eq!(record.end, End::Score);
    assert_eq!(record.result, "W+4.5");
    assert_eq!((record.note, record.dispute), (None, None));
    assert_eq!((one.asked, two.asked), (1, 1));
    let (mut one, mut two) = (saying(Some("A1")), saying(Some("A1")));
    let record = scored(Rules::CHINESE, &mut one, &mut two);
    assert_eq!(record.result, "B+4.5");
}

#[test]
fn a_difference_that_matters_is_judged_and_on_record() {
    let (mut one, mut two) = (saying(Some("A1")), saying(Some("")));
    let record = scored(Rules::CHINESE, &mut one, &mut two);
    assert_eq!(record.result, "B+4.5");
    assert_eq!(
        record.dispute.unwrap(),
        "dead by one: A1 (B+4.5); by two: none (W+4.5); by the referee: A1 (B+4.5)"
    );
    assert_eq!(
        record.note.unwrap(),
        "which stones are dead was judged by the referee, since the players differ: A1"
    );
}

#[test]
fn what_one_cannot_tell_the_referee_judges_whatever_the_other_says() {
    let (mut one, mut two) = (saying(Some("")), saying(None));
    let record = scored(Rules::CHINESE, &mut one, &mut two);
    assert_eq!(record.result, "B+4.5");
    assert!(record.note.unwrap().contains("since two did not tell: A1"));
    let record = scored(Rules::CHINESE, &mut two, &mut one);
    assert_eq!(record.result, "B+4.5");
    assert!(record.note.unwrap().contains("since one did not tell: A1"));
    let (mut one, mut two) = (saying(None), saying(None));
    let record = scored(Rules::JAPANESE, &mut one, &mut two);
    assert_eq!(record.result, "B+4.5");
    assert!(record.note.unwrap().contains("the players did not tell"));
    assert_eq!(record.dispute, None);
}

#[test]
fn where_the_rules_count_what_stands_nobody_is_asked() {
    let (mut one, mut two) = (saying(Some("A1")), saying(Some("A1")));
    let record = scored(Rules::TROMP_TAYLOR, &mut one, &mut two);
    assert_eq!(record.result, "W+4.5");
    assert_eq!((one.asked, two.asked), (0, 0));
}

#[test]
fn after_the_passes_nothing_makes_a_game_void() {
    let (mut one, mut two) = (saying(Some("A1")), saying(Some("")));
    one.dead = Err(());
    two.dead = Err(());
    // 14 moves of the opening and then the pass that ends the game.
    one.deaf_at = Some(15);
    let record = scored(Rules::CHINESE, &mut one, &mut two);
    assert_eq!(record.result, "B+4.5");
    // One pass earlier the game runs.
    let mut two = saying(None);
    two.deaf_at = Some(15);
    let setting = setting(Rules::CHINESE, OPENING);
    let void = play(&setting, &mut saying(None), &mut two, &names(), Side::First).unwrap_err();
    assert_eq!(void.cause, Cause::Crash);
    assert_eq!(void.reason, "two (White) fell over");
    assert_eq!(void.moves.len(), 15);
    let text = setting.board.void_text(&void, &names(), Side::First, &[]);
    assert!(
        text.contains("RE[Void]") && text.contains("C[void: crash"),
        "{text}"
    );
}

#[test]
fn resignations_and_illegal_moves_lose() {
    let even = setting(Rules::CHINESE, "");
    let record = against(&mut Scripted::new("C3 resign"), &even, "B3").unwrap();
    assert_eq!(
        (record.result.as_str(), record.end),
        ("W+R", End::Resignation)
    );
    assert_eq!(record.moves, ["cc", "bc"]);
    assert_eq!(record.spent.first.moves, 2);
    assert_eq!(record.spent.first.playouts, Some(20));
    assert_eq!(record.seconds.len(), 2);
    let record = against(&mut Scripted::new("C3"), &even, "C3").unwrap();
    assert_eq!((record.result.as_str(), record.end), ("B+F", End::Forfeit));
    let note = record.note.unwrap();
    assert!(
        note.contains("two (White)") && note.contains("C3 is occupied"),
        "{note}"
    );
    // A stone that dies at once repeats the position, where suicide is no crime as such.
    let corner = setting(Rules::TROMP_TAYLOR, "C3 A2 D4 B1");
    let record = against(&mut Scripted::new("A1"), &corner, "").unwrap();
    assert_eq!((record.result.as_str(), record.end), ("W+F", End::Forfeit));
    assert!(record.note.unwrap().contains("superko"));
}

#[test]
fn a_game_without_end_is_counted_at_the_limit() {
    let short = Setting {
        longest: 3,
        ..setting(Rules::CHINESE, "C3")
    };
    let record = against(&mut Scripted::new("B3 D3"), &short, "A1 A2 A3").unwrap();
    assert_eq!(record.end, End::Length);
    assert_eq!(record.moves.len(), 3);
    assert!(record.note.unwrap().contains("after 3 moves"));
    assert_eq!(short.board.broken_off(), "W+0.5");
}

#[test]
fn an_opening_that_cannot_be_is_nobodys_fault() {
    let broken = setting(Rules::CHINESE, "C3 C3");
    let void = against(&mut Scripted::new(""), &broken, "").unwrap_err();
    assert_eq!((void.cause, void.player), (Cause::Fault, None));
    assert!(void.reason.contains("move 2 of the opening"));
}

#[test]
fn a_record_says_who_when_and_how_surely() {
    let setting = setting(Rules::JAPANESE, "C3 B2");
    let mut one = Scripted::new("D2");
    let mut two = Scripted::new("B4 resign");
    let record = play(&setting, &mut two, &mut one, &names(), Side::Second).unwrap();
    let lines = [("unit", "a/1".to_owned()), ("seed", "7 [x] \\".to_owned())];
    let text = setting.board.game_text(&record, &lines);
    let (read, faults) = parse_text(&text).unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    let tree = &read.games[0];
    let said = |ident: &Ident| tree.root().get(ident).unwrap().value().text();
    assert_eq!(said(&Ident::PB), "two");
    assert_eq!(said(&Ident::PW), "one");
    assert_eq!(said(&Ident::RE), "B+R");
    assert_eq!(said(&Ident::KM), "0.5");
    assert_eq!(said(&Ident::RU), "Japanese");
    assert_eq!(
        said(&Ident::C),
        "end: resignation\nopening moves: 2\nunit: a/1\nseed: 7 [x] \\"
    );
    let comments: Vec<Option<String>> = tree
        .main_line()
        .skip(1)
        .map(|id| Some(tree.node(id).get(&Ident::C)?.value().text()))
        .collect();
    assert_eq!(comments.len(), 5);
    assert_eq!(&comments[..2], [None, None]);
    assert!(
        comments[2]
            .as_ref()
            .unwrap()
            .ends_with("s, win rate 25.0 %")
    );
}
