//! Problems of life and death whose answers everybody knows, and small ones against plain minimax.

use std::time::Duration;

use tengen_go::{Color, Move, Point, Size};
use tengen_solver::tsumego::{
    Answer, Enclosure, Fate, Figure, Goal, Limits, NoProblem, Question, Solver, Status, Threats,
};

mod brute;

/// Stones in the upper left corner of a board of 13×13.
fn figure(turn: Color, drawing: &str) -> Figure {
    let mut stones = Vec::new();
    for (y, row) in drawing.trim().lines().enumerate() {
        for (x, sign) in row.split_whitespace().enumerate() {
            let color = match sign {
                "X" => Color::Black,
                "O" => Color::White,
                _ => continue,
            };
            stones.push((Point::new(x, y).unwrap(), color));
        }
    }
    Figure {
        size: Size::new(13).unwrap(),
        turn,
        stones,
    }
}

fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(60),
        nodes: 3_000_000,
    }
}

/// Solves a drawing in which Black attacks, without a margin.
fn ask(turn: Color, drawing: &str, threats: Option<Threats>) -> (Enclosure, Answer) {
    let goal = match turn {
        Color::Black => Goal::Kill,
        Color::White => Goal::Live,
    };
    let problem = Enclosure::new(&figure(turn, drawing), 0, Some(goal)).unwrap();
    let answer = Solver::new(1 << 24).solve(&problem, threats, &limits());
    (problem, answer)
}

fn status(turn: Color, drawing: &str) -> Status {
    ask(turn, drawing, None).1.status
}

fn first(turn: Color, drawing: &str) -> String {
    let (problem, answer) = ask(turn, drawing, None);
    assert_eq!(answer.status, Status::Won, "{drawing}");
    answer.first.unwrap().label(problem.board.size())
}

const STRAIGHT_THREE: &str = "
    . . . O X
    O O O O X
    X X X X X";

const BENT_THREE: &str = "
    . . O X
    . O O X
    O O X X
    X X X .";

const SQUARE_FOUR: &str = "
    . . O X
    . . O X
    O O O X
    X X X X";

const STRAIGHT_FOUR: &str = "
    . . . . O X
    O O O O O X
    X X X X X X";

const BULKY_FIVE: &str = "
    X X X X X X
    X O O O O X
    X O . . O X
    X O . . O X
    X O O . O X
    X X O O O X
    . X X X X X";

const RABBITY_SIX: &str = "
    X X X X X X X
    X O O O O O X
    X O O . O O X
    X O . . . O X
    X O . . O O X
    X O O O O X X
    X X X X X X .";

#[test]
fn vital_points_decide_dead_shapes() {
    use Color::{Black, White};
    let shapes = [
        (STRAIGHT_THREE, "B13"),
        (BENT_THREE, "A13"),
        (BULKY_FIVE, "D10"),
        (RABBITY_SIX, "D10"),
    ];
    for (drawing, vital) in shapes {
        assert_eq!(first(Black, drawing), vital, "{drawing}");
        assert_eq!(first(White, drawing), vital, "{drawing}");
    }
}

#[test]
fn a_square_is_dead_and_a_row_of_four_alive_whoever_moves() {
    use Color::{Black, White};
    assert_eq!(status(Black, SQUARE_FOUR), Status::Won);
    assert_eq!(status(White, SQUARE_FOUR), Status::Lost);
    assert_eq!(status(Black, STRAIGHT_FOUR), Status::Lost);
    assert_eq!(status(White, STRAIGHT_FOUR), Status::Won);
}

/// Four stones in a row leave four points in a row: taking them lives, and need not be done.
#[test]
fn stones_inside_do_not_kill_if_their_shape_lives() {
    let inside = "
        . X X X X . O X
        O O O O O O O X
        X X X X X X X X";
    assert_eq!(status(Color::Black, inside), Status::Lost);
    assert_eq!(status(Color::White, inside), Status::Won);
}

/// Neither side can move without loss: who fills an end is taken. That is seki, and seki is life.
#[test]
fn a_seki_lives_whoever_moves() {
    let seki = "
        . X X X . O X
        O O O O O O X
        X X X X X X X";
    assert_eq!(status(Color::Black, seki), Status::Lost);
    assert_eq!(status(Color::White, seki), Status::Won);
}

/// Nine points in the corner behind a wall without a gap: White lives even if Black begins and has threats. (The
/// same by retrograde analysis of all positions of the nine points, done apart from this program.)
#[test]
fn nine_points_behind_a_solid_wall_live() {
    let nine = "
        . . . O X
        . . . O X
        . . . O X
        O O O O X
        X X X X X";
    assert_eq!(status(Color::Black, nine), Status::Lost);
    assert_eq!(status(Color::White, nine), Status::Won);
}

/// The vital point is the only first move that kills, and all others are proved to fail.
#[test]
fn all_first_moves_have_a_fate() {
    let figure = figure(Color::Black, STRAIGHT_THREE);
    let problem = Enclosure::new(&figure, 0, Some(Goal::Kill)).unwrap();
    let fates = Solver::new(1 << 24).first_moves(&problem, None, &limits());
    let size = figure.size;
    let wins: Vec<String> = fates
        .iter()
        .filter(|(_, fate)| *fate == Fate::Wins)
        .map(|(mv, _)| mv.label(size))
        .collect();
    assert_eq!(wins, ["B13"]);
    assert!(
        fates
            .iter()
            .all(|(_, fate)| matches!(fate, Fate::Wins | Fate::Fails))
    );
}

/// The second eye is a ko that White can retake and never end: it costs him a threat each time.
#[test]
fn a_ko_that_cannot_be_ended_is_lost() {
    let ko = "
        . O . O X
        O O O X X
        X X X X .";
    for defender in [0, 1, 3] {
        let threats = Threats {
            attacker: 0,
            defender,
        };
        let status = ask(Color::Black, ko, Some(threats)).1.status;
        assert_eq!(status, Status::WonWith(threats));
    }
    assert_eq!(first(Color::Black, ko), "C13");
}

/// Three stones that become four, are taken, and leave a bent four in the corner.
const BENT_FOUR: &str = "
    X X . O X
    X O O O X
    . O X X X
    O O X . .
    X X X . .";

/// Black begins the ko when he likes, and takes first.
#[test]
fn bent_four_in_the_corner_dies_by_ko_without_a_threat() {
    let (_, answer) = ask(Color::Black, BENT_FOUR, None);
    assert_eq!((answer.status, answer.exact), (Status::Ko(0), true));
}

/// White has to find the first threat; that it is a ko, and its price, is said without being asked.
#[test]
fn a_ko_is_named_with_its_price_when_no_threats_are_given() {
    let (_, answer) = ask(Color::White, BENT_FOUR, None);
    assert_eq!((answer.status, answer.exact), (Status::Ko(1), true));
}

/// Under the stones: Black takes four stones, and White plays where they stood.
#[test]
fn four_stones_are_given_up_to_play_under_them() {
    let corner = "
        . . X O O X
        O O . O O X
        . O O X X X
        X X X X X X";
    let (problem, answer) = ask(Color::White, corner, None);
    assert_eq!(answer.status, Status::Won);
    let line: Vec<String> = answer
        .line
        .iter()
        .map(|mv| mv.label(problem.board.size()))
        .collect();
    assert_eq!(line[..2], ["B13", "C12"], "Black takes");
    assert!(["D13", "E13", "D12", "E12"].contains(&line[2].as_str()));
}

/// The same ko judged move by move: with a threat White may take it back, and without one he may not.
#[test]
fn given_threats_decide_what_comes_of_first_moves() {
    let figure = figure(Color::Black, BENT_FOUR);
    let problem = Enclosure::new(&figure, 0, Some(Goal::Kill)).unwrap();
    let wins = |defender| {
        let threats = Threats {
            attacker: 0,
            defender,
        };
        let fates = Solver::new(1 << 24).first_moves(&problem, Some(threats), &limits());
        fates.iter().any(|(_, fate)| *fate == Fate::Wins)
    };
    assert!(wins(0));
    assert!(!wins(2));
}

#[test]
fn the_line_begins_with_the_first_move_and_is_legal() {
    let (problem, answer) = ask(Color::Black, STRAIGHT_THREE, None);
    assert_eq!(answer.line.first().copied(), answer.first);
    let mut board = problem.board.clone();
    let mut turn = problem.turn;
    for mv in &answer.line {
        if let Move::Play(point) = mv {
            assert!(board.play(turn, *point), "{mv:?}");
        }
        turn = !turn;
    }
    assert!(answer.nodes > 0);
}

#[test]
fn what_is_no_problem_is_refused_with_its_reason() {
    let refusal = |drawing: &str, goal| {
        let figure = figure(Color::Black, drawing);
        Enclosure::new(&figure, 0, goal).map(|_| ()).unwrap_err()
    };
    assert_eq!(refusal("", None), NoProblem::Empty);
    assert_eq!(refusal(". .\n. X X", None), NoProblem::NoGoal(Color::White));
    let blank = ". . . . . . . .\n".repeat(5);
    let side_by_side = blank + &". . . . . X O\n".repeat(3);
    assert_eq!(refusal(&side_by_side, None), NoProblem::Open);
    let mut twice = figure(Color::Black, STRAIGHT_THREE);
    twice.stones.push(twice.stones[0]);
    let refused = Enclosure::new(&twice, 0, None).map(|_| ()).unwrap_err();
    assert!(matches!(refused, NoProblem::Illegal(_)), "{refused}");
}

#[test]
fn two_problems_on_a_board_are_told_apart() {
    let corner = figure(Color::Black, STRAIGHT_THREE);
    let mut both = Figure {
        size: Size::NINETEEN,
        ..corner.clone()
    };
    for &(point, color) in &corner.stones {
        let far = Point::new(18 - point.column(), 18 - point.row()).unwrap();
        both.stones.push((far, color));
    }
    let refused = Solver::new(1 << 20).answer(&both, &Question::default(), &limits());
    assert_eq!(refused.map(|_| ()).unwrap_err(), NoProblem::Several(2));
}

#[test]
fn limits_leave_an_honest_unknown() {
    let figure = figure(Color::Black, RABBITY_SIX);
    let problem = Enclosure::new(&figure, 0, Some(Goal::Kill)).unwrap();
    let few = Limits {
        nodes: 5,
        ..limits()
    };
    let answer = Solver::new(1 << 20).solve(&problem, None, &few);
    assert!(answer.ran_out(), "{:?}", answer.status);
    assert_eq!(answer.first, None);
}

#[test]
fn region_and_roles_are_found_from_the_stones() {
    for (turn, goal) in [(Color::Black, Goal::Kill), (Color::White, Goal::Live)] {
        let figure = figure(turn, STRAIGHT_THREE);
        let mut solver = Solver::new(1 << 24);
        let attempt = solver
            .answer(&figure, &Question::default(), &limits())
            .unwrap();
        assert_eq!(attempt.problem.goal(), goal);
        assert_eq!(attempt.problem.attacker, Color::Black);
        assert_eq!(attempt.answer.first.unwrap().label(figure.size), "B13");
    }
}

/// The five problems of `experiments/playout-history`, as pairs of letters: Black's stones, White's, and the one
/// move that kills; and another, in which White has a stone at the outline that no region may take for safe.
const DRAWN: [(&str, &str, &str); 6] = [
    (
        "na sa nb qb oc od pd qe se qf rf",
        "qa ob sb pc qc sc qd re",
        "rb",
    ),
    (
        "na mb nc od pd qd rd re se",
        "oa pa qa ra nb oc pc qc rc sd",
        "sb",
    ),
    (
        "oa qa ob oc sc nd sd ne oe re pf qf",
        "pa sa pb sb pc rc od rd pe qe",
        "qb",
    ),
    (
        "qa ob pb nc oc nd oe se pf qf rf sf",
        "ra sa qb qc sc od sd pe qe re",
        "rb",
    ),
    (
        "na nb nc oc od pd sd pe qe re",
        "oa ob sb pc rc sc qd rd",
        "qb",
    ),
    ("oa pc qd rd sb sd", "pa pb qb rc sa sc", "ra"),
];

fn drawn((black, white, _): (&str, &str, &str)) -> Figure {
    let stones = |text: &str, color: Color| -> Vec<(Point, Color)> {
        text.split(' ').map(|pair| (at(pair), color)).collect()
    };
    Figure {
        size: Size::new(19).unwrap(),
        turn: Color::Black,
        stones: [stones(black, Color::Black), stones(white, Color::White)].concat(),
    }
}

fn at(pair: &str) -> Point {
    let at = |n: usize| usize::from(pair.as_bytes()[n] - b'a');
    Point::new(at(0), at(1)).unwrap()
}

#[test]
fn drawn_problems_are_proved_in_whatever_region() {
    for problem in DRAWN {
        let (figure, right) = (drawn(problem), problem.2);
        for margin in [None, Some(0), Some(1)] {
            let question = Question {
                margin,
                ..Question::default()
            };
            let attempt = Solver::new(1 << 24)
                .answer(&figure, &question, &limits())
                .unwrap();
            assert_eq!(attempt.problem.goal(), Goal::Kill);
            assert_eq!(attempt.answer.status, Status::Won, "{right} {margin:?}");
            // In a narrow region other moves may kill as well.
            if margin != Some(0) {
                assert_eq!(
                    attempt.answer.first,
                    Some(Move::Play(at(right))),
                    "{margin:?}"
                );
            }
        }
    }
}

/// White may push through a gap: the further he may, the longer it takes.
#[test]
fn a_kill_that_a_wider_region_might_undo_is_called_narrow() {
    let gap = "
        . . . O X
        O O O O X
        X X . X X";
    let figure = figure(Color::Black, gap);
    let answer = |nodes: u64, margin: Option<usize>| {
        let question = Question {
            margin,
            goal: Some(Goal::Kill),
            threats: None,
        };
        let limits = Limits { nodes, ..limits() };
        let attempt = Solver::new(1 << 24).answer(&figure, &question, &limits);
        let attempt = attempt.unwrap();
        let won = attempt.answer.status == Status::Won;
        assert!(won || attempt.answer.ran_out());
        (won, attempt.margin, attempt.narrow)
    };
    assert_eq!(answer(3_000_000, None), (true, 3, false));
    assert_eq!(answer(1_000, None), (true, 1, true));
    assert_eq!(answer(1_000, Some(1)), (true, 1, false));
    // In the narrowest region alone a kill says too little.
    assert_eq!(answer(150, Some(0)), (true, 0, false));
    assert_eq!(answer(150, None), (false, 0, false));
}
