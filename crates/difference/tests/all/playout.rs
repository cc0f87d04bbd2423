//! Playouts of two boards: every turn is one that the difference game allows.

use std::collections::BTreeMap;

use tengen_difference::playout::{Local, SumEnding, SumStart, play_out_sum};
use tengen_difference::{
    Difference, Everywhere, Half, OnEach, Opening, SumBoard, SumMove, SumPolicy, Summand,
};
use tengen_game::{Color, Position, Rng};
use tengen_go::board::{Board9, Features, Full, Hashed, Vertex};
use tengen_go::{Diagram, Point, Size};
use tengen_pattern::local::LocalModel;
use tengen_playout::{Cascade, CascadeParams, Gamma, GammaParams, Recent, Uniform};

const P1: &str = ". X . X X X X
                  X X X X X X X
                  X X O X X . X
                  X X . X X . X
                  O O O O O O O
                  O O O O O O O
                  . O . O O O O";

fn board<F: Features>(diagram: &str) -> Board9<F> {
    let stones = Diagram::parse(diagram).unwrap().stones;
    let mut board = Board9::new(stones.size());
    for point in Point::all(stones.size()) {
        if let Some(color) = stones.at(point) {
            assert!(board.place(color, point));
        }
    }
    board
}

fn empty<F: Features>(side: usize) -> Board9<F> {
    Board9::new(Size::new(side).unwrap())
}

/// The start of a playout from this position.
fn start<F: Features>(sum: &Difference<Board9<F>>) -> SumStart<10> {
    let place = |point: Point| Vertex::new(point).unwrap();
    SumStart {
        turn: sum.turn(),
        locals: Local::pair(sum.turn(), Recent::default()),
        last: None,
        passed: sum.passes() > 0,
        opening: match sum.opening() {
            Opening::First => Opening::First,
            Opening::Banned(to, point) => Opening::Banned(to, place(point)),
            Opening::Free => Opening::Free,
        },
    }
}

type Turns = Vec<Option<(Half, Vertex<10>)>>;

fn played<P: SumPolicy<10, 112>>(
    sum: &mut Difference<Board9<P::Features>>,
    policy: &mut P,
    rng: &mut Rng,
) -> (SumEnding, Turns) {
    let mut turns = Vec::new();
    let start = start(sum);
    let mut witness = |turn| turns.push(turn);
    let ending = play_out_sum(&mut sum.boards, start, policy, &mut witness, rng);
    (ending, turns)
}

/// Plays the turns of a playout again by the rules, which have to allow each of them.
fn follow<F: Features>(sum: &Difference<Board9<F>>, turns: &Turns) -> Difference<Board9<F>> {
    let mut followed = sum.clone();
    for turn in turns {
        let mv = turn.map_or(SumMove::Pass, |(half, v)| SumMove::Play(half, v.point()));
        let mut legal = false;
        followed.moves(|other| legal |= other == mv);
        assert!(legal, "{mv:?} after {} turns", followed.turns());
        followed.play(mv);
    }
    followed
}

fn check<P: SumPolicy<10, 112>>(policy: &mut P, sums: &[Difference<Board9<P::Features>>]) {
    let mut rng = Rng::new(7);
    for sum in sums {
        for _ in 0..60 {
            let mut end = sum.clone();
            let (ending, turns) = played(&mut end, policy, &mut rng);
            let followed = follow(sum, &turns);
            let hashes =
                |sum: &Difference<Board9<P::Features>>| sum.boards.each_ref().map(Summand::hash);
            assert_eq!(hashes(&followed), hashes(&end));
            assert_eq!(ending.capped, followed.outcome().is_none());
            assert_eq!(ending.lead, followed.lead() - sum.lead());
            assert_eq!(ending.moves as usize, turns.len());
            let area: i32 = end.boards.iter().map(|board| board.area_score()).sum();
            assert_eq!(ending.score, area);
            let quiet = turns.iter().take_while(|turn| turn.is_some()).count();
            assert!(ending.lead_until_pass.unsigned_abs() as usize == quiet % 2);
        }
    }
}

/// Sums from the beginning, with a ban, free, and after a pass.
fn sums<F: Features>() -> Vec<Difference<Board9<F>>> {
    let mut sums = Vec::new();
    for (start, turn) in [
        (board::<F>(P1), Color::Black),
        (empty(5), Color::White),
        (empty(9), Color::Black),
    ] {
        let first = Difference::new(start.clone(), turn, 1);
        let mut banned = first.clone();
        let mut moves = Vec::new();
        banned.moves(|mv| moves.push(mv));
        banned.play(moves[0]);
        assert!(matches!(banned.opening(), Opening::Banned(..)));
        let mut passed = banned.clone();
        passed.play(SumMove::Pass);
        sums.extend([first, banned, passed, Difference::unbound(start, turn, 0)]);
    }
    sums
}

#[test]
fn every_policy_plays_by_the_rules() {
    check(&mut Everywhere::<Hashed>::new(SumBoard::Points), &sums());
    check(
        &mut OnEach::new(Uniform::<Hashed>::new(), SumBoard::Points, 0.0),
        &sums(),
    );
    let cascade = Cascade::<10, Full>::new(&CascadeParams::default());
    check(
        &mut OnEach::new(cascade.clone(), SumBoard::Points, 0.0),
        &sums(),
    );
    check(&mut OnEach::new(cascade, SumBoard::Points, 0.7), &sums());
    let gamma = Gamma::<10, Full>::new(&GammaParams::default(), &LocalModel::by_hand());
    check(&mut OnEach::new(gamma, SumBoard::Points, 0.0), &sums());
    check(&mut Everywhere::<Hashed>::new(SumBoard::Even), &sums());
    check(
        &mut OnEach::new(Uniform::<Hashed>::new(), SumBoard::Even, 0.0),
        &sums(),
    );
}

/// Black's sensible moves here are C4, F4 and F5 on the original, and the same three on the twin,
/// where F5 is White's corridor; every one of them comes equally often.
#[test]
fn everywhere_draws_evenly_from_both_boards() {
    let sum = Difference::unbound(board::<Hashed>(P1), Color::Black, 0);
    let mut rng = Rng::new(3);
    let mut counts = BTreeMap::new();
    const TIMES: usize = 12_000;
    for _ in 0..TIMES {
        let (_, turns) = played(
            &mut sum.clone(),
            &mut Everywhere::new(SumBoard::Points),
            &mut rng,
        );
        let (half, v) = turns[0].unwrap();
        *counts.entry((half, v.point())).or_insert(0_usize) += 1;
    }
    assert_eq!(counts.len(), 6, "{counts:?}");
    for count in counts.values() {
        assert!(count.abs_diff(TIMES / 6) < 200, "{counts:?}");
    }
}

/// Drawn evenly, each board has half of the first moves, however few it has to offer.
#[test]
fn boards_may_be_drawn_evenly() {
    let mut sum = Difference::unbound(board::<Hashed>(P1), Color::Black, 0);
    sum.boards[1] = empty(7);
    fn share<P: SumPolicy<10, 112>>(sum: &Difference<Board9<P::Features>>, policy: &mut P) -> f64 {
        let mut rng = Rng::new(2);
        let first = (0..4000).map(|_| played(&mut sum.clone(), policy, &mut rng).1[0]);
        let on_original = first.filter(|turn| matches!(turn, Some((Half::Original, _))));
        on_original.count() as f64 / 4000.0
    }
    let everywhere = share(&sum, &mut Everywhere::new(SumBoard::Even));
    assert!((everywhere - 0.5).abs() < 0.03, "{everywhere}");
    let each = share(&sum, &mut OnEach::new(Uniform::new(), SumBoard::Even, 0.0));
    assert!((each - 0.5).abs() < 0.03, "{each}");
    // Three of fifty-two moves, by points.
    let points = share(&sum, &mut Everywhere::new(SumBoard::Points));
    assert!((points - 3.0 / 52.0).abs() < 0.02, "{points}");
}

/// The larger board gets more of the moves of a policy that knows one board.
#[test]
fn a_board_is_drawn_by_its_empty_points_or_followed() {
    let mut sum = Difference::unbound(board::<Hashed>(P1), Color::Black, 0);
    sum.boards[1] = empty(7);
    let share = |follow: f32, last: Option<Half>| {
        let mut rng = Rng::new(9);
        let mut policy = OnEach::new(Uniform::<Hashed>::new(), SumBoard::Points, follow);
        let mut on_original = 0;
        for _ in 0..4000 {
            let mut boards = sum.boards.clone();
            let start = SumStart {
                last,
                ..start(&sum)
            };
            let mut turns: Turns = Vec::new();
            let mut witness = |turn| turns.push(turn);
            play_out_sum(&mut boards, start, &mut policy, &mut witness, &mut rng);
            on_original += usize::from(matches!(turns[0], Some((Half::Original, _))));
        }
        on_original as f64 / 4000.0
    };
    // Seven of fifty-six points are empty there.
    assert!((share(0.0, None) - 0.125).abs() < 0.02);
    assert!((share(0.5, Some(Half::Original)) - 0.5625).abs() < 0.03);
    assert!((share(1.0, Some(Half::Twin))).abs() < 0.001);
    assert!((share(1.0, None) - 0.125).abs() < 0.02);
}

#[test]
fn the_first_turn_and_the_ban_are_kept_and_end() {
    let start = Difference::new(board::<Hashed>(P1), Color::Black, 1);
    let mut banned = start.clone();
    let take = Point::new(2, 3).unwrap();
    banned.play(SumMove::Play(Half::Original, take));
    let mut rng = Rng::new(1);
    let (mut mirrored, mut at_once) = (0, 0);
    for _ in 0..2000 {
        let (_, turns) = played(
            &mut start.clone(),
            &mut Everywhere::new(SumBoard::Points),
            &mut rng,
        );
        assert!(matches!(turns[0], Some((Half::Original, _))));
        let (_, turns) = played(
            &mut banned.clone(),
            &mut Everywhere::new(SumBoard::Points),
            &mut rng,
        );
        let on_twin = |turn: &&Option<_>| matches!(turn, Some((Half::Twin, _)));
        let first = turns.iter().position(|turn| on_twin(&turn)).unwrap();
        let (_, v) = turns[first].unwrap();
        // White has the even turns.
        assert!(first % 2 == 1 || v.point() != take);
        at_once += usize::from(first == 0);
        let later = turns.iter().step_by(2).flatten();
        mirrored += later
            .filter(|(half, v)| *half == Half::Twin && v.point() == take)
            .count();
    }
    assert!(mirrored > 300 && at_once > 300, "{mirrored} {at_once}");
}

#[test]
fn one_seed_plays_one_playout() {
    let sum = Difference::new(empty::<Full>(9), Color::Black, 0);
    let cascade = Cascade::<10, Full>::new(&CascadeParams::default());
    let mut policy = OnEach::new(cascade, SumBoard::Points, 0.0);
    let mut turns = |seed| played(&mut sum.clone(), &mut policy, &mut Rng::new(seed)).1;
    assert_eq!(turns(1), turns(1));
    assert_ne!(turns(1), turns(2));
}

/// Whoever moves, neither side is better off by much when the boards cancel.
#[test]
fn the_sum_is_about_even() {
    let mut rng = Rng::new(6);
    let sum = Difference::unbound(board::<Hashed>(P1), Color::Black, 0);
    let total: i32 = (0..4000)
        .map(|_| {
            played(
                &mut sum.clone(),
                &mut Everywhere::new(SumBoard::Points),
                &mut rng,
            )
            .0
            .score
        })
        .sum();
    let mean = f64::from(total) / 4000.0;
    assert!(mean.abs() < 1.5, "{mean}");
}

/// A board that is left for the other keeps its last moves, seen by whoever comes back to it.
#[test]
fn each_board_has_its_own_last_moves() {
    let at = |x, y| Vertex::new(Point::new(x, y).unwrap());
    let [mut original, mut twin] = Local::<10>::pair(Color::Black, Recent::default());
    assert_eq!((original.next, twin.next), (Color::Black, Color::White));
    original.moved(Color::Black, at(1, 1));
    twin.moved(Color::White, at(2, 2));
    // Black comes back to the twin: White's move there is the last. White to the original: Black's.
    assert!(!twin.await_move(Color::Black));
    assert_eq!(twin.recent.last, at(2, 2));
    assert!(!original.await_move(Color::White));
    assert_eq!(original.recent.last, at(1, 1));
    // Black moves there twice in a row: White has passed in between.
    assert!(original.await_move(Color::Black));
    assert_eq!(
        (original.recent.last, original.recent.before),
        (None, at(1, 1))
    );
}
