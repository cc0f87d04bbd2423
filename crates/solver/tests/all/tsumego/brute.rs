//! Small fields against plain minimax with the whole history: positions may not be repeated.
//!
//! It shares the moves and the terminal rules with the solver and nothing of its search, its table or
//! what it sees without search.

use std::time::Duration;

use tengen_game::Rng;
use tengen_go::{Color, Point, PointSet, Size, Stones};
use tengen_solver::tsumego::field::Field;
use tengen_solver::tsumego::state::State;
use tengen_solver::tsumego::{Enclosure, Limits, Side, Solver, Status, Threats};

/// The side that wins; `None` if it takes too long.
fn minimax(field: &Field, state: &State, path: &mut Vec<State>, left: &mut u32) -> Option<Side> {
    *left = left.checked_sub(1)?;
    if state.turn == Side::Defender && field.is_lost(state.defender) {
        return Some(Side::Attacker);
    }
    path.push(*state);
    let mut result = Some(state.turn.other());
    for (_, next) in state.moves(field) {
        if path.contains(&next) {
            continue;
        }
        match minimax(field, &next, path, left) {
            Some(side) if side == state.turn => {
                result = Some(side);
                break;
            }
            Some(_) => {}
            None => {
                result = None;
                break;
            }
        }
    }
    path.pop();
    result
}

/// A field of a few points with some stones on them, in a corner, walled in.
fn drawn(rng: &mut Rng) -> Option<Enclosure> {
    let size = Size::new(7).ok()?;
    let (width, height) = (3 + rng.below(3) as usize, 2 + rng.below(2) as usize);
    let mut board = Stones::new(size);
    let mut region = PointSet::EMPTY;
    let mut empty = 0;
    for point in Point::all(size) {
        if point.column() >= width || point.row() >= height {
            continue;
        }
        region.insert(point);
        match rng.below(10) {
            0..=4 => board.place(Color::White, point).then_some(())?,
            5 => board.place(Color::Black, point).then_some(())?,
            _ => empty += 1,
        }
    }
    if !(1..=6).contains(&empty) || board.stones(Color::White) < 3 {
        return None;
    }
    // Sometimes the defender has friends at an end of the wall.
    let friends = rng.below(4) == 0;
    let outside = |&point: &Point| !region.contains(point);
    let (refuge, wall): (Vec<Point>, Vec<Point>) = Point::all(size)
        .filter(outside)
        .partition(|point| friends && point.row() == 0 && point.column() == width);
    let [refuge, wall] = [refuge, wall].map(|points| points.into_iter().collect::<PointSet>());
    let mut field = Field::new(size, &region, &wall, &refuge)?;
    let own = |&point: &Point| board.at(point) == Some(Color::White);
    field.target = field.bits(&region.iter().filter(own).collect());
    if field.target == 0 {
        return None;
    }
    // Nobody has stones without liberties.
    let black: PointSet = region
        .iter()
        .filter(|&p| board.at(p) == Some(Color::Black))
        .collect();
    let (attacker, defender) = (field.bits(&black), field.target);
    let free = field.mask & !attacker & !defender;
    let mut rest = defender;
    while rest != 0 {
        let chain = field.flood(rest & rest.wrapping_neg(), defender);
        rest &= !chain;
        if field.beside(chain) & free == 0 && chain & field.refuge == 0 {
            return None;
        }
    }
    let mut rest = attacker;
    while rest != 0 {
        let chain = field.flood(rest & rest.wrapping_neg(), attacker);
        rest &= !chain;
        if field.beside(chain) & free == 0 && chain & field.walled == 0 {
            return None;
        }
    }
    Some(Enclosure {
        board,
        attacker: Color::Black,
        turn: if rng.below(2) == 0 {
            Color::Black
        } else {
            Color::White
        },
        region,
        field,
    })
}

#[test]
fn proofs_agree_with_plain_minimax() {
    let mut rng = Rng::new(20_261_117);
    let mut solver = Solver::new(1 << 22);
    let limits = Limits {
        time: Duration::from_secs(60),
        nodes: 200_000,
    };
    let (mut decided, mut compared, mut kos, mut friends) = (0, 0, 0, 0);
    while compared < 1500 {
        let Some(problem) = drawn(&mut rng) else {
            continue;
        };
        compared += 1;
        let mut winners = Vec::new();
        for threats in [(0, 0), (1, 0), (0, 1)] {
            let threats = Threats {
                attacker: threats.0,
                defender: threats.1,
            };
            let state = problem.state(threats);
            let mut left = 60_000;
            let Some(winner) = minimax(&problem.field, &state, &mut Vec::new(), &mut left) else {
                continue;
            };
            let answer = solver.solve(&problem, Some(threats), &limits);
            let claimed = match answer.status {
                Status::WonWith(_) => problem.side(),
                Status::LostWith(_) => problem.side().other(),
                _ => continue,
            };
            assert_eq!(claimed, winner, "{:?}\n{state:?}", problem.board);
            decided += 1;
            friends += u32::from(problem.field.refuge != 0);
            winners.push(winner);
        }
        kos += u32::from(winners.windows(2).any(|pair| pair[0] != pair[1]));
    }
    assert!(decided > 600, "{decided}");
    assert!(kos > 0, "threats decide something");
    assert!(friends > 50, "{friends}");
}
