//! The sums against the position, the draw against the strengths, and the rest of a policy's duties.

mod rules;

use std::collections::BTreeMap;

use tengen_game::Rng;
use tengen_go::board::{Black, Board, Full, Side, Vertex, White};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::{Color, Diagram, Komi, Point, Size};
use tengen_pattern::local::{FEATURES, LocalExtract, LocalModel, Proximity, SelfAtari, Tactics};
use tengen_pattern::portable::exp;

use super::rates::{CERTAIN, FINE, TOP};
use super::*;
use crate::playout::play_out_gated;
use crate::policy::{Gate, GateDecision, Open};
use crate::{Start, play_out};

/// A model in which every feature has a weight of its own, some lowering what is next to a move.
fn motley() -> LocalModel {
    let mut rng = Rng::new(5);
    let mut weights: Vec<f32> = (0..FEATURES)
        .map(|_| (rng.unit() * 4.0 - 2.0) as f32)
        .collect();
    // Self-atari is never a gain.
    let names = LocalModel::names();
    for (weight, name) in weights.iter_mut().zip(names) {
        if name.starts_with("self-atari") {
            *weight = -weight.abs();
        }
    }
    LocalModel::from_weights(&weights).unwrap()
}

/// Nothing but the draw.
fn plain() -> GammaParams {
    GammaParams {
        deep: 1.0,
        urgent: 0.0,
        sane: 0.0,
        nakade: 0.0,
        nakade_own: 0.0,
        ..GammaParams::default()
    }
}

/// The policy's view of a move: the weight kept, what the turn adds, and what then stays, as one
/// strength.
fn strength<S: Side, const W: usize, const V: usize>(
    policy: &Gamma<W>,
    board: &Board<W, V, Full>,
    recent: Recent<W>,
    v: Vertex<W>,
) -> f64 {
    let rates = &policy.tables.rates;
    let tactics = Tactics::of::<S, V, Full>(board, recent.last);
    let mut weight = policy.field.weight::<S>(v.cell());
    let ataris = policy.field.ataris::<S>(v);
    if let Some(kind) = SelfAtari::of::<S, W, V, Full>(board, v, ataris) {
        weight = rates.of_self_atari(kind, weight);
    }
    let place = Proximity::of(v, recent.last);
    let tactic = tactics.at(v);
    let one = (1u64 << FINE) as f64;
    let share = rates.share(place, tactic);
    let mut raised = 1.0 + rates.at(place) as f64 / one;
    if tactic.is_some() {
        raised += share.extra as f64 / one;
    }
    f64::from(weight) * raised * (share.keep as f64 / CERTAIN as f64)
}

/// In every position of a playout: the kept weights are those made anew, and every strength is that
/// of the team that learning is shown.
fn follows<const W: usize, const V: usize>(size: Size, seed: u64, policy: &mut Gamma<W>) -> u32 {
    let extract = LocalExtract::new();
    let model = motley();
    let mut board = Board::<W, V, Full>::new(size);
    let mut rng = Rng::new(seed);
    let mut recent = Recent::default();
    let mut compared = 0;
    policy.begin(&board);
    for number in 0..2 * size.area() {
        let black = number % 2 == 0;
        let turn = if black {
            policy.turn::<Black, _>(&mut board, recent, &mut rng, &mut Open)
        } else {
            policy.turn::<White, _>(&mut board, recent, &mut rng, &mut Open)
        };
        let mv = match turn {
            Turn::Played(v) => Some(v),
            Turn::Passed => None,
            Turn::Refused => panic!("nobody refuses"),
        };
        Policy::<W, V>::turned(policy, &board, mv);
        recent = recent.then(mv);
        let stones = Point::all(size).filter_map(|point| board.vertex(point));
        for stone in stones.filter(|&v| !board.is_empty(v)) {
            assert_eq!(board.two_liberties(stone), board.liberty_pair(stone));
        }
        let mut anew = policy.clone();
        anew.field.begin(&anew.tables.rates, &board);
        assert!(anew.field.agrees(&policy.field), "{size}, move {number}");
        assert!(policy.field.is_pressed_right(&board), "{size}, {number}");
        assert!(anew.field.is_pressed_right(&board), "{size}, {number}");
        if let Some(last) = recent.last {
            let threats = if black {
                Threats::at::<White, V, Full>(&board, last)
            } else {
                Threats::at::<Black, V, Full>(&board, last)
            };
            assert_eq!(policy.field.threats(last), Some(threats));
        }
        if number % 7 == 0 {
            compared += if black {
                compare::<White, W, V>(policy, &board, recent, &extract, &model)
            } else {
                compare::<Black, W, V>(policy, &board, recent, &extract, &model)
            };
        }
    }
    compared
}

fn compare<S: Side, const W: usize, const V: usize>(
    policy: &Gamma<W>,
    board: &Board<W, V, Full>,
    recent: Recent<W>,
    extract: &LocalExtract,
    model: &LocalModel,
) -> u32 {
    let last = recent.last;
    let tactics = Tactics::of::<S, V, Full>(board, last);
    let mut compared = 0;
    for v in (0..board.empty_count()).filter_map(|i| board.empty(i)) {
        let Some(team) = extract.team::<S, W, V, Full>(board, last, &tactics, v) else {
            let dead = policy.field.weight::<S>(v.cell()) == 0;
            assert!(dead || !board.allows::<S>(v));
            continue;
        };
        let learned = exp(model.score(&team) - policy.tables.rates.offset());
        let played = strength::<S, W, V>(policy, board, recent, v) / f64::from(TOP);
        let error = (played / f64::from(learned) - 1.0).abs();
        assert!(error < 2e-3, "{team:?}: {played} for {learned}");
        compared += 1;
    }
    compared
}

struct Follow(Size);

impl OnGrid for Follow {
    type Output = u32;

    fn run<const W: usize, const V: usize>(self) -> u32 {
        let mut policy = Gamma::<W>::new(&plain(), &motley());
        (0..3)
            .map(|seed| follows::<W, V>(self.0, seed, &mut policy))
            .sum()
    }
}

#[test]
fn the_sums_follow_the_board_and_what_is_learned_is_what_is_played() {
    for side in [2, 3, 5, 7, 9, 11, 13, 16, 19, 25] {
        let compared = on_grid(Size::new(side).unwrap(), Follow(Size::new(side).unwrap()));
        assert!(compared > 0, "{side}");
    }
}

/// A position in the middle of a playout, with the moves before it.
fn middle(policy: &mut Gamma<10>, moves: usize, seed: u64) -> (Board<10, 112, Full>, Recent<10>) {
    let mut board = Board::<10, 112, Full>::new(Size::NINE);
    let mut played: Vec<Option<Vertex<10>>> = Vec::new();
    let mut rng = Rng::new(seed);
    play_out(&mut board, Start::NEW_GAME, policy, &mut played, &mut rng);
    let mut board = Board::new(Size::NINE);
    let mut recent = Recent::default();
    for (i, mv) in played.into_iter().take(moves).enumerate() {
        if let Some(v) = mv {
            assert!(board.play(Color::BOTH[i % 2], v.point()));
        } else {
            board.pass();
        }
        recent = recent.then(mv);
    }
    (board, recent)
}

/// Chi-square of the drawn moves against the strengths, over the moves expected five times or more.
#[test]
fn moves_are_drawn_as_often_as_their_strengths_say() {
    for (moves, seed) in [(24, 1), (60, 2), (80, 4)] {
        let mut policy = Gamma::<10>::new(&plain(), &motley());
        let (board, recent) = middle(&mut policy, moves, seed);
        Policy::<10, 112>::begin(&mut policy, &board);
        let extract = LocalExtract::new();
        let tactics = Tactics::of::<Black, 112, Full>(&board, recent.last);
        let open = (0..board.empty_count()).filter_map(|i| board.empty(i));
        let strengths: BTreeMap<Vertex<10>, f64> = open
            .filter(|&v| {
                extract
                    .team::<Black, 10, 112, Full>(&board, recent.last, &tactics, v)
                    .is_some()
            })
            .map(|v| (v, strength::<Black, 10, 112>(&policy, &board, recent, v)))
            .collect();
        let total: f64 = strengths.values().sum();
        let mut rng = Rng::new(seed);
        let mut drawn: BTreeMap<Vertex<10>, f64> = BTreeMap::new();
        let draws = 40_000;
        for _ in 0..draws {
            // What a turn leaves behind belongs to the board after it.
            policy.begin(&board);
            let mut after = board.clone();
            match policy.turn::<Black, _>(&mut after, recent, &mut rng, &mut Open) {
                Turn::Played(v) => *drawn.entry(v).or_default() += 1.0,
                other => panic!("{other:?}"),
            }
        }
        assert!(drawn.keys().all(|v| strengths.contains_key(v)));
        let (mut chi, mut cells) = (0.0, 0);
        for (v, strength) in &strengths {
            let expected = strength / total * f64::from(draws);
            if expected >= 5.0 {
                let found = drawn.get(v).copied().unwrap_or(0.0);
                chi += (found - expected).powi(2) / expected;
                cells += 1;
            }
        }
        // Mean and standard deviation of chi-square: n and √(2n).
        let freedom = f64::from(cells - 1);
        assert!(cells > 4, "{cells}");
        assert!(
            chi < freedom + 3.5 * (2.0 * freedom).sqrt(),
            "{chi} over {cells}"
        );
    }
}

/// Moves by coordinates, on a grid of any size.
fn moves_on<const W: usize, const V: usize>(
    params: &GammaParams,
    seed: u64,
) -> Vec<Option<(usize, usize)>> {
    let mut board = Board::<W, V, Full>::new(Size::new(7).unwrap());
    let mut policy = Gamma::<W>::new(params, &LocalModel::by_hand());
    let mut moves: Vec<Option<Vertex<W>>> = Vec::new();
    let mut rng = Rng::new(seed);
    play_out(
        &mut board,
        Start::NEW_GAME,
        &mut policy,
        &mut moves,
        &mut rng,
    );
    let points = moves.into_iter().map(|mv| mv.map(Vertex::point));
    points
        .map(|point| point.map(|point| (point.column(), point.row())))
        .collect()
}

#[test]
fn one_seed_is_one_playout_on_every_grid() {
    let deep = GammaParams {
        deep: 0.7,
        urgent: 0.3,
        ..GammaParams::default()
    };
    for seed in 0..20 {
        for params in [&GammaParams::default(), &deep] {
            let moves = moves_on::<10, 112>(params, seed);
            assert_eq!(moves, moves_on::<14, 212>(params, seed));
            assert_eq!(moves, moves_on::<20, 424>(params, seed));
            assert_eq!(moves, moves_on::<26, 704>(params, seed));
        }
    }
}

#[test]
fn a_policy_used_before_plays_as_a_new_one() {
    let mut used = Gamma::<10>::new(&GammaParams::default(), &LocalModel::by_hand());
    for seed in 0..10 {
        let mut fresh = Gamma::<10>::new(&GammaParams::default(), &LocalModel::by_hand());
        let [a, b] = [&mut used, &mut fresh].map(|policy| {
            let mut board = Board::<10, 112, Full>::new(Size::NINE);
            let mut rng = Rng::new(seed);
            play_out(&mut board, Start::NEW_GAME, policy, &mut (), &mut rng);
            board
        });
        assert_eq!(a, b);
    }
}

/// Whatever is left at the end, own eyes are not filled, and all else is played out but self-atari.
#[test]
fn eyes_stay_and_a_playout_goes_on_to_the_end() {
    let mut policy = Gamma::<10>::new(&plain(), &motley());
    let mut capped = 0;
    for seed in 0..60 {
        let mut board = Board::<10, 112, Full>::new(Size::NINE);
        let mut moves: Vec<Option<Vertex<10>>> = Vec::new();
        let mut rng = Rng::new(seed);
        let ending = play_out(
            &mut board,
            Start::NEW_GAME,
            &mut policy,
            &mut moves,
            &mut rng,
        );
        let mut again = Board::<10, 112, Full>::new(Size::NINE);
        for (i, mv) in moves.into_iter().enumerate() {
            let Some(v) = mv else {
                again.pass();
                continue;
            };
            let around = again.around(v);
            if i % 2 == 0 {
                assert!(!around.is_eye::<Black>());
                assert!(again.try_play::<Black>(v));
            } else {
                assert!(!around.is_eye::<White>());
                assert!(again.try_play::<White>(v));
            }
        }
        capped += u32::from(ending.capped);
        if !ending.capped {
            let open = (0..board.empty_count()).filter_map(|i| board.empty(i));
            for v in open {
                let black = board.allows::<Black>(v) && !board.around(v).is_eye::<Black>();
                let white = board.allows::<White>(v) && !board.around(v).is_eye::<White>();
                // The last to pass may have been kept from a ko.
                assert!(!(black && white), "a move was left");
            }
        }
    }
    assert!(capped < 6, "{capped}");
}

/// A gate that answers by a rule and counts.
struct Rule<R>(usize, R);

impl<R: FnMut(Vertex<10>) -> GateDecision> Gate<10> for Rule<R> {
    fn depth(&self) -> usize {
        self.0
    }

    fn admit(&mut self, _: usize, mv: Vertex<10>, _: impl FnOnce() -> u64) -> GateDecision {
        (self.1)(mv)
    }

    fn finished(&mut self, _: Option<Color>) {}
}

fn behind(depth: usize, rule: impl FnMut(Vertex<10>) -> GateDecision) -> Vec<Option<Vertex<10>>> {
    let mut board = Board::<10, 112, Full>::new(Size::NINE);
    let mut policy = Gamma::<10>::new(&plain(), &motley());
    let mut moves = Vec::new();
    play_out_gated(
        &mut board,
        Start::NEW_GAME,
        &mut policy,
        &mut Rule(depth, rule),
        Komi::SEVEN_AND_A_HALF,
        &mut moves,
        &mut Rng::new(3),
    );
    moves
}

#[test]
fn what_a_gate_excludes_is_not_drawn_again_on_that_turn() {
    let mut asked = Vec::new();
    let moves = behind(1, |mv| {
        asked.push(mv);
        GateDecision::Exclude
    });
    assert_eq!(moves[0], None, "in the end there is nothing but a pass");
    assert!(moves[1].is_some());
    let mut first = asked[..81].to_vec();
    first.sort_unstable();
    first.dedup();
    assert_eq!(
        first.len(),
        81,
        "every point is offered once before any again"
    );
    assert!(asked.len() > 1000, "then they are drawn freely for a while");
}

#[test]
fn a_gate_that_wants_a_new_draw_gets_one_from_all_moves() {
    let mut seen: BTreeMap<Vertex<10>, u32> = BTreeMap::new();
    let mut left = 900;
    let moves = behind(1, |mv| {
        *seen.entry(mv).or_default() += 1;
        left -= 1;
        if left == 0 {
            GateDecision::Admit
        } else {
            GateDecision::Redraw
        }
    });
    assert!(moves[0].is_some());
    assert!(seen.len() > 20 && seen.values().any(|&n| n > 5));
    let admitted = behind(40, |_| GateDecision::Admit);
    assert_eq!(admitted, behind(0, |_| GateDecision::Admit));
}

/// A drawing, with the board that has its stones.
fn drawn(drawing: &str) -> (Diagram, Board<10, 112, Full>) {
    let diagram = Diagram::parse(&drawing.replace('/', "\n")).unwrap();
    let mut board = Board::new(diagram.stones.size());
    for point in Point::all(board.size()) {
        if let Some(color) = diagram.stones.at(point) {
            assert!(board.play(color, point));
        }
    }
    (diagram, board)
}

/// White's three in a row have one vital point, and a turn after a capture finds it.
#[test]
fn a_vital_point_is_played_where_an_eye_space_has_opened() {
    let (diagram, mut board) = drawn("XXXXX./X.v.X./XXXXX./OOOOO./....../......");
    let vital = board.vertex(diagram.mark('v').unwrap()).unwrap();
    // The last move stands beside the eye space.
    let last = board.empties_beside(vital).next().unwrap();
    let last = board.neighbours_of::<Black>(last).next();
    let recent = Recent { last, before: None };
    let mut policy = Gamma::<10>::new(&GammaParams::default(), &LocalModel::by_hand());
    Policy::<10, 112>::begin(&mut policy, &board);
    let turn = policy.turn::<White, _>(&mut board, recent, &mut Rng::new(1), &mut Open);
    assert_eq!(turn, Turn::Played(vital));
}
