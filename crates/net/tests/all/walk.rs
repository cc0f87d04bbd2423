//! Random games, compared with slow and plain readings of the same things.

use tengen_game::Rng;
use tengen_go::benson::unconditional_life;
use tengen_go::{
    Color, Game, Illegal, Komi, Move, Point, PointSet, Rules, Size, Stones, Suicide, Symmetry,
};
use tengen_net::input::{Bits, Moment, Scratch, Snapshot, features};

/// Plays random legal moves, a pass now and then, and hands every game on its way to `each`.
fn walk(side: usize, rules: Rules, moves: usize, seed: u64, mut each: impl FnMut(&Game, Move)) {
    let size = Size::new(side).unwrap();
    let mut game = Game::new(size, rules, Komi::SEVEN_AND_A_HALF);
    let mut rng = Rng::new(seed);
    let mut played = 0;
    while played < moves {
        let turn = game.turn();
        let mv = match rng.below(40) {
            0 => Move::Pass,
            _ => {
                Move::Play(Point::from_index(rng.below(size.area() as u32) as usize, size).unwrap())
            }
        };
        // Eyes are filled now and then, so that whole groups come off.
        let own_eye = rng.below(8) > 0
            && mv.point().is_some_and(|point| {
                point
                    .neighbours(size)
                    .all(|near| game.at(near) == Some(turn))
            });
        if !own_eye && game.play(turn, mv).is_ok() {
            each(&game, mv);
            played += 1;
        } else if rng.below(200) == 0 {
            game.play(turn, Move::Pass).unwrap();
            each(&game, Move::Pass);
            played += 1;
        }
    }
}

fn bits(size: Size, points: impl IntoIterator<Item = Point>) -> Bits {
    points.into_iter().map(|point| point.index(size)).collect()
}

#[test]
fn a_moment_follows_the_game() {
    for (i, rules) in Rules::ALL.into_iter().enumerate() {
        let start = Stones::new(Size::new(5).unwrap());
        let mut moment = Moment::new(&start, Color::Black, &rules, 7.5).unwrap();
        let mut before = [moment.boards[0]; 2];
        walk(5, rules, 300, i as u64, |game, mv| {
            moment.play(moment.turn, mv);
            let now = Snapshot::of_board(game.stones()).unwrap();
            assert_eq!(moment.boards, [now, before[0], before[1]]);
            assert_eq!((moment.turn, moment.over), (game.turn(), game.is_over()));
            before = [now, before[0]];
            let mut fresh = Moment::of_game(game).unwrap();
            fresh.bans = Bits::EMPTY;
            assert_eq!(moment, fresh);
        });
    }
}

#[test]
fn bans_are_what_the_game_refuses() {
    let mut banned = 0;
    let mut check = |game: &Game, _: Move| {
        let (size, turn) = (game.size(), game.turn());
        let single = |point: Point| {
            game.stones().would_suicide(turn, point)
                && !point
                    .neighbours(size)
                    .any(|near| game.at(near) == Some(turn))
        };
        let refused = Point::all(size).filter(|&point| {
            let verdict = game.check(turn, Move::Play(point));
            matches!(verdict, Err(Illegal::Superko { .. })) && !single(point)
        });
        let expected = bits(size, refused);
        banned += expected.len();
        assert_eq!(Moment::of_game(game).unwrap().bans, expected);
    };
    for side in [2, 3] {
        walk(side, Rules::TROMP_TAYLOR, 300, 3, &mut check);
    }
    assert!(banned > 5, "{banned}");
}

#[test]
fn a_turned_position_has_turned_features() {
    let mut scratch = Scratch::new();
    for side in [5, 9, 13] {
        walk(side, Rules::CHINESE, 150, 7, |game, _| {
            let size = game.size();
            let straight = features(&Moment::of_game(game).unwrap(), &mut scratch);
            for symmetry in [Symmetry::ALL[3], Symmetry::ALL[5]] {
                let mut image = Game::new(size, game.rules(), game.komi());
                for (color, mv) in game.moves() {
                    image.play(color, symmetry.mv(mv, size)).unwrap();
                }
                let turned = features(&Moment::of_game(&image).unwrap(), &mut scratch);
                assert_eq!(turned, straight.turned(symmetry));
            }
        });
    }
}

#[test]
fn what_is_remembered_is_what_would_be_read_again() {
    let (mut warm, mut cold) = (Scratch::with_memory(64), Scratch::with_memory(1));
    walk(9, Rules::CHINESE, 150, 11, |game, _| {
        let moment = Moment::of_game(game).unwrap();
        assert_eq!(features(&moment, &mut warm), features(&moment, &mut cold));
    });
}

#[test]
fn liberties_ladders_and_areas_are_those_of_plain_readings() {
    let mut scratch = Scratch::new();
    let mut caught_stones = 0;
    for (seed, rules) in [(1, Rules::CHINESE), (2, Rules::TROMP_TAYLOR)] {
        walk(8, rules, 150, seed, |game, _| {
            let (size, stones) = (game.size(), game.stones());
            let features = features(&Moment::of_game(game).unwrap(), &mut scratch);
            let black = area(stones, rules.suicide);
            for point in Point::all(size) {
                let seen = features.planes[point.index(size)];
                let has = |plane: u32| seen >> plane & 1 == 1;
                if stones.at(point).is_some() {
                    let liberties = stones.liberty_points(point).len();
                    assert_eq!([3, 4, 5].map(has), [1, 2, 3].map(|n| n == liberties));
                    if let Some(caught) = is_caught(stones, point) {
                        assert_eq!(has(14), caught, "{point:?} of\n{stones:?}");
                        caught_stones += usize::from(caught);
                    }
                }
                let own = if game.turn() == Color::Black { 18 } else { 19 };
                assert_eq!(
                    [has(own), has(37 - own)],
                    [black[0].contains(point), black[1].contains(point)]
                );
            }
        });
    }
    assert!(caught_stones > 100);
}

/// Whose points are whose, Black's first: unconditional life, its regions, other stones, empty regions.
fn area(stones: &Stones, suicide: Suicide) -> [PointSet; 2] {
    let size = stones.size();
    let mut area = [PointSet::EMPTY; 2];
    for (i, color) in Color::BOTH.into_iter().enumerate() {
        let alive = unconditional_life(stones, color, suicide).stones;
        if stones.stones(color) == 0 {
            continue;
        }
        area[i] = area[i].union(&alive);
        for region in regions(stones, color) {
            let border = |point: Point| {
                point
                    .neighbours(size)
                    .filter(|&near| stones.at(near) == Some(color))
            };
            let safe = region
                .iter()
                .flat_map(|&p| border(p))
                .all(|stone| alive.contains(stone));
            let inner = region
                .iter()
                .filter(|&&p| border(p).next().is_none())
                .count();
            let open = region.iter().all(|&p| stones.at(p).is_none());
            for &point in &region {
                if safe && (inner <= 1 || open) {
                    area[1 - i].remove(point);
                    area[i].insert(point);
                } else if open && !area[1 - i].contains(point) {
                    area[i].insert(point);
                }
            }
        }
    }
    for point in Point::all(size) {
        let owned = area.iter().any(|own| own.contains(point));
        match stones.at(point) {
            Some(Color::Black) if !owned => area[0].insert(point),
            Some(Color::White) if !owned => area[1].insert(point),
            _ => continue,
        };
    }
    area
}

/// The connected sets of points without stones of a colour.
fn regions(stones: &Stones, color: Color) -> Vec<Vec<Point>> {
    let mut seen = PointSet::EMPTY;
    let mut regions = Vec::new();
    for first in Point::all(stones.size()) {
        let mut region = Vec::new();
        let mut open = vec![first];
        while let Some(point) = open.pop() {
            if stones.at(point) != Some(color) && !seen.contains(point) {
                seen.insert(point);
                region.push(point);
                open.extend(point.neighbours(stones.size()));
            }
        }
        if !region.is_empty() {
            regions.push(region);
        }
    }
    regions
}

/// Reads a ladder on copies of the board; `None` if that takes too long.
fn is_caught(stones: &Stones, target: Point) -> Option<bool> {
    let defender = stones.at(target)?;
    let mut left = 5_000;
    let liberties = stones.liberty_points(target);
    match liberties.len() {
        1 => defended(stones, target, defender, true, &mut left),
        2 => {
            let mut caught = false;
            for atari in liberties {
                let mut after = stones.clone();
                if after.play(!defender, atari) {
                    caught |= defended(&after, target, defender, true, &mut left)?;
                }
            }
            Some(caught)
        }
        _ => Some(false),
    }
}

fn defended(
    stones: &Stones,
    target: Point,
    own: Color,
    root: bool,
    left: &mut usize,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let mut stones = stones.clone();
    if root {
        stones.forget_ko();
    }
    let mut moves = stones.liberty_points(target);
    if moves.len() >= 2 || stones.ko().is_some() {
        return Some(false);
    }
    moves.extend(captures(&stones, target, own));
    for mv in moves {
        let mut after = stones.clone();
        if after.play(own, mv) && !attacked(&after, target, own, left)? {
            return Some(false);
        }
    }
    Some(true)
}

fn attacked(stones: &Stones, target: Point, own: Color, left: &mut usize) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let liberties = stones.liberty_points(target);
    match liberties.len() {
        0 | 1 => return Some(true),
        2 => {}
        _ => return Some(false),
    }
    if liberties.iter().all(|&p| is_ko_mouth(stones, p, own))
        && captures(stones, target, own).is_empty()
        && liberties.iter().all(|&p| {
            let mut after = stones.clone();
            after.forget_ko();
            after.play(own, p) && after.liberty_points(p).len() <= 2
        })
    {
        return Some(true);
    }
    for atari in liberties {
        let mut after = stones.clone();
        if after.play(!own, atari) && defended(&after, target, own, false, left)? {
            return Some(true);
        }
    }
    Some(false)
}

/// True if the point is ringed by stones of `own`, exactly one of them alone and in atari.
fn is_ko_mouth(stones: &Stones, point: Point, own: Color) -> bool {
    let near: Vec<Point> = point.neighbours(stones.size()).collect();
    let pressed = |&&stone: &&Point| stones.liberty_points(stone).len() == 1;
    near.iter().all(|&stone| stones.at(stone) == Some(own))
        && near.iter().filter(pressed).count() == 1
        && near
            .iter()
            .filter(pressed)
            .all(|&stone| stones.chain(stone).count() == 1)
}

/// The moves that capture chains next to the target.
fn captures(stones: &Stones, target: Point, own: Color) -> Vec<Point> {
    let around = stones
        .chain(target)
        .flat_map(|stone| stone.neighbours(stones.size()));
    around
        .filter(|&near| stones.at(near) == Some(!own))
        .map(|near| stones.liberty_points(near))
        .filter(|liberties| liberties.len() == 1)
        .map(|liberties| liberties[0])
        .collect()
}
