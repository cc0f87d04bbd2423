//! Each rule of the cascade on a board, switched on and off: with it the right move is always
//! chosen, without it is not.

use std::collections::BTreeMap;

use tengen_game::{Color, Rng};
use tengen_go::board::{Black, Board, Features, Full, Light, Side, Stones, Vertex, White};
use tengen_go::{Diagram, Point, Size};
use tengen_playout::policy::Attempt;
use tengen_playout::{
    Cascade, CascadeParams, Open, Policy, Recent, Start, Trial, Turn, Uniform, play_out,
};

/// The grid of `Stones`.
const W: usize = 26;
const V: usize = 704;

/// No rule at all: random moves.
fn nothing() -> CascadeParams {
    let mut params = CascadeParams::default();
    for name in CascadeParams::SPECS.iter().map(|spec| spec.name) {
        if name != "cascade.ko_memory" {
            tengen_params::set(&mut params, name, "0").unwrap();
        }
    }
    params
}

/// Only this rule.
fn only(rule: &str) -> CascadeParams {
    let mut params = nothing();
    tengen_params::set(&mut params, &format!("cascade.{rule}"), "1").unwrap();
    params
}

fn vertex(board: &Stones, label: &str) -> Option<Vertex<W>> {
    Point::parse(label, board.size()).and_then(|point| board.vertex(point))
}

/// A position with the moves before it.
struct Position {
    board: Stones,
    recent: Recent<W>,
    wanted: Vec<Point>,
}

/// Black to move after the moves with these labels; what has a name is wanted.
fn position(diagram: &str, before: &str, last: &str) -> Position {
    let diagram = Diagram::parse(diagram).unwrap();
    let recent = Recent {
        last: vertex(&diagram.stones, last),
        before: vertex(&diagram.stones, before),
    };
    Position {
        wanted: diagram.marks.iter().map(|&(_, point)| point).collect(),
        board: diagram.stones,
        recent,
    }
}

/// The number of times that each point is chosen in 300 turns of Black.
fn choices(position: &Position, params: &CascadeParams) -> BTreeMap<Point, u32> {
    let mut chosen = BTreeMap::new();
    let fresh = Cascade::<W, Full>::new(params);
    for seed in 0..300 {
        let mut policy = fresh.clone();
        let mut board = position.board.clone();
        let mut rng = Rng::new(seed);
        let turn = policy.turn::<Black, _>(&mut board, position.recent, &mut rng, &mut Open);
        if let Turn::Played(v) = turn {
            *chosen.entry(v.point()).or_default() += 1;
        }
    }
    chosen
}

/// With the rule all choices are wanted ones, and each of them is found; without it they are not.
fn check(rule: &str, position: &Position) {
    let with = choices(position, &only(rule));
    let size = position.board.size();
    let labels: Vec<String> = with.keys().map(|point| point.label(size)).collect();
    assert!(
        with.keys().all(|point| position.wanted.contains(point)),
        "{rule}: {labels:?}"
    );
    assert!(
        position.wanted.iter().all(|point| with.contains_key(point)),
        "{rule}: {labels:?}"
    );
    let without = choices(position, &nothing());
    let hits: u32 = position.wanted.iter().filter_map(|p| without.get(p)).sum();
    assert!(hits < 150, "{rule} off: {hits} of 300");
}

#[test]
fn the_last_chain_in_atari_is_captured() {
    let position = position(
        ". . . . . . .
         . . X . . . .
         . X O a . . .
         . . X . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
        "",
        "C5",
    );
    check("capture", &position);
}

#[test]
fn what_threatens_a_chain_in_atari_is_captured() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . a O . . . .
         X O X O . . .
         . X . . . . .
         . . . . . . .
         . . . . . . .",
        "",
        "C5",
    );
    check("capture", &position);
}

#[test]
fn an_atari_that_was_ignored_is_carried_out() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . X . . . . .
         X O a . . . .
         . X . . . . .
         . . . . . . .
         . . . . . . O",
        "B3",
        "G1",
    );
    check("capture_ignored", &position);
}

#[test]
fn a_chain_put_in_atari_is_extended() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . . O . . . .
         . O X a . . .
         . . O . . . .
         . . . . . . .
         . . . . . . .",
        "",
        "C5",
    );
    check("escape", &position);
}

#[test]
fn an_extension_that_stays_in_atari_is_not_tried_and_is_silly() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . O O . . . .
         O X a . . . .",
        "",
        "B2",
    );
    let hopeless = position.wanted[0];
    let often = |params: &CascadeParams| {
        let chosen = choices(&position, params);
        chosen.get(&hopeless).copied().unwrap_or(0)
    };
    assert!(often(&only("escape")) < 30);
    assert!(often(&nothing()) > 0);
    assert_eq!(often(&only("sane")), 0);
}

#[test]
fn stones_are_given_away_to_fill_an_eye() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         X X X X X . .
         X O O O X . .
         X O a O X . .
         X O X . O X .",
        "",
        "",
    );
    let bait = position.wanted[0];
    assert!(choices(&position, &only("sane")).contains_key(&bait));
}

#[test]
fn a_chain_of_two_liberties_is_extended_where_there_is_room() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . O . . . . .
         . X a . . . .",
        "",
        "B2",
    );
    check("defend", &position);
}

#[test]
fn a_chain_of_two_liberties_is_put_in_atari_from_the_open_side() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . X . . . . .
         . O a . . . .",
        "",
        "B1",
    );
    check("attack", &position);
}

#[test]
fn the_vital_point_of_an_opposing_eye_space_is_taken() {
    for last in ["B2", "D1"] {
        let position = position(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             X X X X X . .
             O O O O X . .
             . a . O X . .",
            "",
            last,
        );
        check("nakade", &position);
    }
}

#[test]
fn the_vital_point_of_an_own_eye_space_is_taken() {
    let position = position(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         O O O O O . .
         X X X X O . .
         X a . X O . .
         X . X X O . O",
        "A2",
        "G1",
    );
    check("nakade_own", &position);
}

#[test]
fn a_pattern_next_to_the_last_move_is_played() {
    let position = position(
        ". . . . . . .
         . . b . . . .
         . X O . . . .
         . . a . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
        "",
        "C5",
    );
    check("patterns", &position);
    let mut earlier = position;
    earlier.recent = Recent {
        last: None,
        before: earlier.recent.last,
    };
    check("patterns_before", &earlier);
}

/// One turn of `S` with whatever the policy plays.
fn turn<S: Side>(policy: &mut Cascade<W, Full>, at: &mut Position, rng: &mut Rng) -> Option<Point> {
    let played = match policy.turn::<S, _>(&mut at.board, at.recent, rng, &mut Open) {
        Turn::Played(v) => Some(v),
        Turn::Passed | Turn::Refused => None,
    };
    policy.turned(&at.board, played);
    at.recent = at.recent.then(played);
    played.map(Vertex::point)
}

/// In how many of the games the ko can be retaken after one exchange, and in how many it is.
fn ko_fights(params: &CascadeParams) -> (u32, u32) {
    let (mut open, mut retaken) = (0, 0);
    let fresh = Cascade::new(params);
    for seed in 0..200 {
        let mut at = position(
            ". . . . . . .
             . . . . . . .
             . O X . . . .
             O X . X . . .
             . O X . . . .
             . . . . . . .
             . . . . . . .",
            "",
            "",
        );
        let take = vertex(&at.board, "C4").unwrap();
        assert!(at.board.try_play::<White>(take));
        at.recent = at.recent.then(Some(take));
        let ko = at.board.ko().unwrap();
        let mut policy = fresh.clone();
        policy.begin(&at.board);
        let mut rng = Rng::new(seed);
        assert_ne!(turn::<Black>(&mut policy, &mut at, &mut rng), Some(ko));
        turn::<White>(&mut policy, &mut at, &mut rng);
        if at.board.is_legal(Color::Black, ko) && at.board.at(take.point()).is_some() {
            open += 1;
            retaken += u32::from(turn::<Black>(&mut policy, &mut at, &mut rng) == Some(ko));
        }
    }
    (open, retaken)
}

#[test]
fn a_ko_is_taken_back_after_a_threat() {
    let (open, retaken) = ko_fights(&only("ko"));
    assert!(open > 100 && retaken == open, "{retaken} of {open}");
    let (open, retaken) = ko_fights(&nothing());
    assert!(retaken < open / 2, "{retaken} of {open}");
}

/// Refuses everything in one way.
struct Refusing(Trial, u32);

impl<const W: usize, const V: usize, F: Features> Attempt<W, V, F> for Refusing {
    fn attempt<S: Side>(&mut self, _: &mut Board<W, V, F>, _: Vertex<W>) -> Trial {
        self.1 += 1;
        self.0
    }
}

#[test]
fn a_refused_turn_ends_at_once_and_refused_moves_fall_through() {
    let position = position(
        ". . . . . . .
         . . X . . . .
         . X O . . . .
         . . X . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
        "",
        "C5",
    );
    let mut policy = Cascade::<W, Full>::new(&CascadeParams::default());
    let mut board = position.board.clone();
    let mut rng = Rng::new(5);
    let mut again = Refusing(Trial::Again, 0);
    let turn = policy.turn::<Black, _>(&mut board, position.recent, &mut rng, &mut again);
    assert_eq!((turn, again.1), (Turn::Refused, 1));
    let mut not = Refusing(Trial::Not, 0);
    let turn = policy.turn::<Black, _>(&mut board, position.recent, &mut rng, &mut not);
    assert_eq!(turn, Turn::Passed);
    assert!(not.1 >= board.empty_count(), "{} tries", not.1);
    assert_eq!(board.hash(), position.board.hash());
}

fn moves_of(policy: &mut Cascade<W, Full>, size: Size, seed: u64) -> Vec<Option<Vertex<W>>> {
    let mut board = Board::<W, V, Full>::new(size);
    let mut moves = Vec::new();
    let mut rng = Rng::new(seed);
    play_out(&mut board, Start::NEW_GAME, policy, &mut moves, &mut rng);
    moves
}

#[test]
fn a_seed_gives_the_same_moves_whatever_was_played_before() {
    let fresh = Cascade::new(&CascadeParams::default());
    let mut used = fresh.clone();
    for seed in 0..200 {
        assert_eq!(
            moves_of(&mut used, Size::NINE, seed),
            moves_of(&mut fresh.clone(), Size::NINE, seed)
        );
    }
    assert_ne!(
        moves_of(&mut used, Size::NINE, 1),
        moves_of(&mut used, Size::NINE, 2)
    );
}

/// The ground of the recipe `history-improved`: shapes where there are some, and nothing but chance elsewhere.
#[test]
fn without_rules_a_turn_is_a_random_one() {
    let fresh = Cascade::<W, Full>::new(&nothing());
    let mut board = Board::<W, V, Full>::new(Size::NINE);
    let mut recent = Recent::default();
    let mut rng = Rng::new(5);
    let mut turns = 0;
    loop {
        // The throw for the rules is the one thing that it takes besides.
        let (mut own, mut other) = (rng.clone(), rng.clone());
        other.bits();
        let mut again = board.clone();
        let turn = match turns % 2 {
            0 => fresh
                .clone()
                .turn::<Black, _>(&mut board, recent, &mut own, &mut Open),
            _ => fresh
                .clone()
                .turn::<White, _>(&mut board, recent, &mut own, &mut Open),
        };
        let mut uniform = Uniform::<Full>::new();
        let random = match turns % 2 {
            0 => uniform.turn::<Black, _>(&mut again, recent, &mut other, &mut Open),
            _ => uniform.turn::<White, _>(&mut again, recent, &mut other, &mut Open),
        };
        assert_eq!(turn, random, "turn {turns}");
        let Turn::Played(v) = turn else {
            break;
        };
        recent = recent.then(Some(v));
        rng = own;
        turns += 1;
    }
    assert!(turns > 60);
}

#[test]
fn playouts_end_on_every_size() {
    let mut policy = Cascade::<W, Full>::new(&CascadeParams::default());
    let mut rng = Rng::new(3);
    for size in (2..=25).map(|side| Size::new(side).unwrap()) {
        let (mut moves, mut capped) = (0, 0);
        for _ in 0..40 {
            let mut board = Board::<W, V, Full>::new(size);
            let ending = play_out(&mut board, Start::NEW_GAME, &mut policy, &mut (), &mut rng);
            assert!(ending.moves <= 2 * size.area() as u32);
            assert!(ending.score.unsigned_abs() as usize <= size.area());
            moves += ending.moves;
            capped += u32::from(ending.capped);
        }
        if size.get() >= 5 {
            let mean = f64::from(moves) / 40.0 / size.area() as f64;
            assert!((1.0..1.6).contains(&mean), "{size}: {mean} moves a point");
            assert!(capped <= 2, "{size}: {capped} of 40 cut off");
        }
    }
}

#[test]
fn the_parameters_are_declared_well() {
    tengen_params::check_declarations(&CascadeParams::default()).unwrap();
    tengen_params::check_values(&CascadeParams::default()).unwrap();
}

/// A finished playout leaves no open region, so counting single points is counting the area.
#[test]
fn finished_playouts_are_counted_right() {
    fn compare<P: Policy<10, 112>>(mut policy: P, playouts: usize) {
        let mut rng = Rng::new(8);
        for _ in 0..playouts {
            let mut board = Board::new(Size::NINE);
            let start = Start::NEW_GAME;
            let ending = play_out(&mut board, start, &mut policy, &mut (), &mut rng);
            assert_eq!(ending.score, board.area_score());
        }
    }
    compare(Cascade::<10, Full>::new(&CascadeParams::default()), 3_000);
    compare(Uniform::<Light>::new(), 3_000);
}
