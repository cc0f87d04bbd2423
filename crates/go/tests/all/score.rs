//! Counting by area and by territory.

use tengen_go::score::{area, territory, whole_chains};
use tengen_go::{Color, Diagram, Game, Komi, Move, Point, PointSet, Rules, Score, Stones};

fn stones(text: &str) -> Stones {
    Diagram::parse(text).unwrap().stones
}

fn game(text: &str, rules: Rules, komi: &str) -> Game {
    Game::from_position(stones(text), Color::Black, rules, komi.parse().unwrap())
}

fn points(labels: &str, stones: &Stones) -> PointSet {
    labels
        .split_whitespace()
        .map(|label| Point::parse(label, stones.size()).unwrap())
        .collect()
}

const DIVIDED: &str = ". X . O .
                       . X . O .
                       . X . O .
                       . X . O O
                       . X . O .";

#[test]
fn dame_belong_to_nobody() {
    let even = game(DIVIDED, Rules::CHINESE, "0");
    assert_eq!(even.score(&PointSet::EMPTY).to_string(), "0");
    let territory = territory(even.stones(), &PointSet::EMPTY);
    assert_eq!((territory.black.len(), territory.white.len()), (5, 4));
    let japanese = game(DIVIDED, Rules::JAPANESE, "0");
    assert_eq!(japanese.score(&PointSet::EMPTY).to_string(), "B+1");
}

#[test]
fn komi_of_any_kind_is_exact() {
    for (komi, result) in [
        ("7.5", "W+7.5"),
        ("0.5", "W+0.5"),
        ("0", "0"),
        ("-3", "B+3"),
        ("3.75", "W+3.75"),
        ("-0.001", "B+0.001"),
    ] {
        let score = game(DIVIDED, Rules::CHINESE, komi).score(&PointSet::EMPTY);
        assert_eq!(score.to_string(), result);
    }
}

#[test]
fn an_empty_board_is_nobodys() {
    let empty = ". .\n. .";
    for rules in Rules::ALL {
        let score = game(empty, rules, "0").score(&PointSet::EMPTY);
        assert_eq!((score, score.winner()), (Score::default(), None));
    }
    let one = game("X .\n. .", Rules::TROMP_TAYLOR, "0").score(&PointSet::EMPTY);
    assert_eq!((one.to_string().as_str(), one.black()), ("B+4", 4.0));
}

#[test]
fn dead_stones_go_off_with_their_chains_and_are_prisoners() {
    let text = ". X . O .
                . X . O X
                O X . O X
                O X . O .
                . X . O .";
    let board = stones(text);
    // One stone of the pair at the right is named; the pair at the left by both.
    let dead = points("E4 A2 A3", &board);
    assert_eq!(whole_chains(&board, &dead), points("E4 E3 A2 A3", &board));
    let chinese = game(text, Rules::CHINESE, "0").score(&dead);
    assert_eq!(chinese.to_string(), "0");
    let alive = area(&board, &PointSet::EMPTY);
    // Left alive, they spoil all territory and count as stones.
    assert_eq!((alive.black.len(), alive.white.len()), (7, 7));
    // Five points and two prisoners each.
    let japanese = game(text, Rules::JAPANESE, "0.5").score(&dead);
    assert_eq!(japanese.to_string(), "W+0.5");
    // With Black's pair alive: five points and two prisoners against nothing.
    let half = points("A2", &board);
    let score = game(text, Rules::JAPANESE, "0.5").score(&half);
    assert_eq!(score.to_string(), "B+6.5");
    // An empty or distant point named dead changes nothing.
    let mut odd = dead;
    odd.insert(Point::new(24, 24).unwrap());
    odd.insert(Point::parse("C3", board.size()).unwrap());
    assert_eq!(game(text, Rules::JAPANESE, "0.5").score(&odd), japanese);
}

#[test]
fn captured_stones_count_under_territory_only() {
    let text = "O X . O .
                a X . O .
                . X . O .
                . X . O O
                . X . O .";
    let diagram = Diagram::parse(text).unwrap();
    let capture = Move::Play(diagram.mark('a').unwrap());
    // Area: ten points each. Territory: four each, and Black has a prisoner.
    for (rules, result) in [(Rules::CHINESE, "0"), (Rules::JAPANESE, "B+1")] {
        let mut game = game(text, rules, "0");
        game.play(Color::Black, capture).unwrap();
        assert_eq!(game.captures(Color::Black), 1);
        let score = game.score(&PointSet::EMPTY);
        assert_eq!(score.to_string(), result, "{rules}");
    }
}

#[test]
fn eyes_in_seki_are_no_territory() {
    // Black's corner and the white chain beside it have an eye each, and who plays on one of the
    // two points between them is captured.
    let seki = ". X . O . O X
                X X . O O O X
                O X X O X X X
                O O O X X . .
                . . O X . . .
                O O O X . . .
                . O X X . . .";
    let board = stones(seki);
    let found = territory(&board, &PointSet::EMPTY);
    let corner = Point::parse("A7", board.size()).unwrap();
    let eye = Point::parse("E7", board.size()).unwrap();
    assert!(!found.black.contains(corner), "Black's eye in seki");
    assert!(!found.white.contains(eye), "White's eye in seki");
    assert_eq!((found.black.len(), found.white.len()), (11, 3));
    let by_area = area(&board, &PointSet::EMPTY);
    assert!(by_area.black.contains(corner) && by_area.white.contains(eye));
}

#[test]
fn a_living_group_beside_open_dame_keeps_its_eyes() {
    let text = ". X . X . O .
                X X X X . O O
                . . . . . O .
                O O O O O O O
                . . . . . . .
                . . . . . . .
                . . . . . . .";
    let found = territory(&stones(text), &PointSet::EMPTY);
    assert_eq!(found.black.len(), 2);
    assert_eq!(found.white.len(), 2 + 21);
}

#[test]
fn handicap_is_compensated_as_the_rules_say() {
    for (rules, result) in [
        (Rules::CHINESE, 4),
        (Rules::TROMP_TAYLOR, 0),
        (Rules::AGA, 3),
        (Rules::NEW_ZEALAND, 0),
        (Rules::JAPANESE, 0),
    ] {
        let mut game = Game::new(tengen_go::Size::NINE, rules, Komi::ZERO);
        game.fixed_handicap(4).unwrap();
        let with = game.score(&PointSet::EMPTY);
        game.set_handicap(0);
        let without = game.score(&PointSet::EMPTY);
        let given = without.thousandths() - with.thousandths();
        assert_eq!(given, result * 1000, "{rules}");
    }
    let mut absurd = Game::new(tengen_go::Size::NINE, Rules::CHINESE, Komi::ZERO);
    absurd.set_handicap(usize::MAX);
    assert_eq!(absurd.score(&PointSet::EMPTY).winner(), Some(Color::White));
}

#[test]
fn a_chain_with_one_eye_that_may_still_connect_lives() {
    // The dame at D9 and D8 connect Black's stones at the top to the wall.
    let text = ". . X . X . X O .
                . . X . X X X O .
                . . X O O O O O .
                . . X O . . . . .
                . . X O . . . . .
                . . X O . . . . .
                . . X O . . . . .
                . . X O . . . . .
                . . X O . . . . .";
    let found = territory(&stones(text), &PointSet::EMPTY);
    assert_eq!((found.black.len(), found.white.len()), (19, 33));
    // Without the wall they have nothing but that eye.
    let alone = text
        .replace(". . X O", ". . . O")
        .replace(". . X .", ". . O .");
    let found = territory(&stones(&alone), &PointSet::EMPTY);
    assert_eq!(found.black.len(), 0);
}
