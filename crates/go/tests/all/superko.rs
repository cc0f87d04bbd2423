//! Known cycles of the whole board, under each of the three rules of repetition.

use tengen_go::{Color, Diagram, Game, Illegal, Komi, Move, Point, Rules, State, Suicide};

const SIMPLE: Rules = Rules::JAPANESE;
const POSITIONAL: Rules = Rules::CHINESE;
const SITUATIONAL: Rules = Rules::AGA;

/// A game from a diagram, with moves by the names of its points.
struct Case {
    diagram: Diagram,
    game: Game,
}

impl Case {
    fn new(text: &str, turn: Color, rules: Rules) -> Self {
        let diagram = Diagram::parse(text).unwrap();
        let game = Game::from_position(diagram.stones.clone(), turn, rules, Komi::ZERO);
        Self { diagram, game }
    }

    fn point(&self, label: &str) -> Point {
        Point::parse(label, self.diagram.stones.size()).unwrap()
    }

    /// Plays in turn; `-` is a pass.
    fn play(&mut self, labels: &str) -> Result<(), Illegal> {
        for label in labels.split_whitespace() {
            let mv = match label {
                "-" => Move::Pass,
                label => Move::Play(self.point(label)),
            };
            self.game.play(self.game.turn(), mv)?;
        }
        Ok(())
    }

    /// The number of the move after which the position stood that `label` would repeat.
    fn superko(&self, label: &str) -> Option<usize> {
        let mv = Move::Play(self.point(label));
        match self.game.check(self.game.turn(), mv) {
            Err(Illegal::Superko { first, .. }) => Some(first),
            Ok(()) => None,
            Err(other) => panic!("{label}: {other}"),
        }
    }
}

/// Three kos; Black may take those above and below, White the one in the middle.
const TRIPLE_KO: &str = ". X O . . . . . .
                         X O . O . . . . .
                         . X O . . . . . .
                         . X O . . . . . .
                         X . X O . . . . .
                         . X O . . . . . .
                         . X O . . . . . .
                         X O . O . . . . .
                         . X O . . . . . .";

#[test]
fn triple_ko_goes_round_without_result_under_simple_ko() {
    let mut case = Case::new(TRIPLE_KO, Color::Black, SIMPLE);
    let start = case.game.hash();
    case.play("C8 B5 C2 B8 C5").unwrap();
    assert_eq!(case.game.state(), State::Running);
    case.play("B2").unwrap();
    assert_eq!(case.game.state(), State::NoResult { first: 0 });
    assert_eq!(case.game.stones().hash(), case.diagram.stones.hash());
    assert_ne!(case.game.hash(), start, "a ko may not be retaken now");
    // Who disagrees may play on.
    case.play("H5").unwrap();
    assert_eq!(case.game.state(), State::Running);
}

#[test]
fn triple_ko_may_not_close_under_superko() {
    for rules in [POSITIONAL, SITUATIONAL, Rules::TROMP_TAYLOR] {
        let mut case = Case::new(TRIPLE_KO, Color::Black, rules);
        case.play("C8 B5 C2 B8 C5").unwrap();
        assert_eq!(case.superko("B2"), Some(0), "{rules}");
        // A ko threat and its answer change the position, and the ko may be taken.
        case.play("H5 H6").unwrap();
        assert_eq!(case.superko("B2"), None, "{rules}");
        assert_eq!(case.game.no_result(), None);
    }
}

/// Black takes two stones, White plays back in, Black adds a second stone, White takes both: four
/// moves, two stones each, and the start again. The kind of cycle that eternal life makes.
const ETERNAL_LIFE: &str = "O O . . O
                            X X O O O
                            . X O . .
                            X X O O .
                            . X O . .";

#[test]
fn eternal_life_has_no_result_under_simple_ko() {
    let mut case = Case::new(ETERNAL_LIFE, Color::Black, SIMPLE);
    case.play("C5 A5 D5").unwrap();
    assert_eq!(case.game.state(), State::Running);
    case.play("B5").unwrap();
    assert_eq!(case.game.state(), State::NoResult { first: 0 });
    let captures = Color::BOTH.map(|color| case.game.captures(color));
    assert_eq!(captures, [2, 2]);
    // Taking back the last move takes back the verdict, and a second round finds the same.
    case.game.undo().unwrap();
    assert_eq!(case.game.state(), State::Running);
    case.play("B5 C5 A5 D5 B5").unwrap();
    assert_eq!(case.game.state(), State::NoResult { first: 4 });
}

#[test]
fn eternal_life_ends_under_superko() {
    for rules in [POSITIONAL, SITUATIONAL] {
        let mut case = Case::new(ETERNAL_LIFE, Color::Black, rules);
        case.play("C5 A5 D5").unwrap();
        assert_eq!(case.superko("B5"), Some(0), "{rules}");
    }
}

/// White adds a second stone at B5, Black takes both from D5, White takes one back at C5: three
/// moves, after which the position stands again with the other side to move.
const SEND_TWO: &str = "X . O . O
                        X X X O O
                        . X X O .
                        . . X O .
                        . . X O .";

#[test]
fn send_two_return_one_is_refused_at_once_by_position() {
    let mut case = Case::new(SEND_TWO, Color::White, POSITIONAL);
    case.play("B5 D5").unwrap();
    assert_eq!(case.game.captures(Color::Black), 2);
    assert_eq!(case.superko("C5"), Some(0));
}

#[test]
fn send_two_return_one_is_refused_one_round_later_by_situation() {
    let mut case = Case::new(SEND_TWO, Color::White, SITUATIONAL);
    case.play("B5 D5").unwrap();
    assert_eq!(case.superko("C5"), None, "Black is to move, not White");
    case.play("C5 -").unwrap();
    assert_eq!(case.superko("B5"), Some(1));
}

#[test]
fn send_two_return_one_goes_on_under_simple_ko_and_is_no_cycle_of_stones() {
    let mut case = Case::new(SEND_TWO, Color::White, SIMPLE);
    for _ in 0..3 {
        case.play("B5 D5 C5 -").unwrap();
        assert_eq!(case.game.state(), State::Running, "Black passes each round");
    }
    assert_eq!(case.game.captures(Color::Black), 6);
    assert_eq!(case.game.captures(Color::White), 3);
}

#[test]
fn an_ordinary_ko_is_called_a_ko_under_every_rule() {
    let text = ". X O .
                X O a O
                . X O .
                . . . .";
    for rules in Rules::ALL {
        let mut case = Case::new(text, Color::Black, rules);
        let take = case.diagram.mark('a').unwrap();
        case.game.play(Color::Black, Move::Play(take)).unwrap();
        let retake = Move::Play(case.point("B3"));
        let refused = case.game.check(Color::White, retake).unwrap_err();
        assert!(matches!(refused, Illegal::Ko { .. }), "{rules}: {refused}");
        assert_eq!(
            refused.to_string(),
            "B3 would retake the ko at once; play elsewhere or pass first"
        );
        // Black may fill it out of turn, and White may retake it later.
        case.game.check(Color::Black, retake).unwrap();
        case.play("A1 B1").unwrap();
        case.game.check(Color::White, retake).unwrap();
    }
}

#[test]
fn a_pass_lifts_the_simple_ko_but_not_superko() {
    let text = ". X O .
                X O a O
                . X O .
                . . . .";
    for (rules, legal) in [(SIMPLE, true), (POSITIONAL, false), (SITUATIONAL, false)] {
        let mut case = Case::new(text, Color::Black, rules);
        case.play("C3 - -").unwrap();
        // Black took, both passed, White retakes: the start again, and Black to move again.
        let retake = Move::Play(case.point("B3"));
        let found = case.game.check(Color::White, retake);
        assert_eq!(found.is_ok(), legal, "{rules}: {found:?}");
    }
}

#[test]
fn suicide_of_one_stone_repeats_and_of_two_does_not() {
    let text = ". . O .
                O O O .
                . . . .
                . . . .";
    let mut case = Case::new(text, Color::Black, Rules::TROMP_TAYLOR);
    case.play("A4 -").unwrap();
    // Two stones go, which leads back to the start.
    assert_eq!(case.superko("B4"), Some(0));
    let mut case = Case::new(text, Color::Black, Rules::TROMP_TAYLOR);
    case.play("A4 D1 B4").unwrap();
    assert_eq!(case.game.captures(Color::White), 2);
    assert_eq!(case.superko("A4"), None);

    let one = ". O . .
               O . . .
               . . . .
               . . . .";
    let case = Case::new(one, Color::Black, Rules::TROMP_TAYLOR);
    assert_eq!(case.superko("A4"), Some(0));
    // By situation it is a pass that shows a stone.
    let case = Case::new(one, Color::Black, Rules::NEW_ZEALAND);
    assert_eq!(case.superko("A4"), None);
    let forbidden = Rules {
        suicide: Suicide::Forbidden,
        ..Rules::NEW_ZEALAND
    };
    let case = Case::new(one, Color::Black, forbidden);
    let corner = Move::Play(case.point("A4"));
    let refused = case.game.check(Color::Black, corner).unwrap_err();
    assert!(matches!(refused, Illegal::Suicide { .. }));
}
