//! Estimates of the stones that are dead at the end of a game.
//!
//! Chains that live unconditionally (Benson) are alive, opposing stones within their territory are
//! dead. Of the rest, random games are played from the position, and a chain is dead where its
//! points stay in its colour less often than [`LEAST`]. That is right for most finished games and
//! wrong for some sekis, for fights that nobody has settled, and for small areas: what lives there
//! by one right reply often goes without it in random games, so such a group may count as dead, and
//! a stone thrown into four points in a row may count as alive.

use tengen_game::Rng;
use tengen_go::board::{Board, Light};
use tengen_go::grid::{OnGrid, on_grid};
use tengen_go::{Color, Game, Point, PointSet, Stones, Suicide, benson};
use tengen_playout::{Start, Uniform, play_out};

use crate::ownership::owner;

/// The number of random games.
pub const PLAYOUTS: u32 = 1000;
/// The part of them that has to leave a chain's points in its colour, in hundredths.
pub const LEAST: u32 = 35;

/// The stones that are probably dead.
pub fn estimate(game: &Game) -> PointSet {
    let stones = game.stones();
    let suicide = game.rules().suicide;
    let kept = on_grid(stones.size(), Survival { stones });
    chains(stones, suicide, |chain, _| {
        let sum: u32 = chain.iter().map(|p| kept[p.index(stones.size())]).sum();
        100 * sum < LEAST * PLAYOUTS * chain.len() as u32
    })
}

/// The stones that are dead by the ownership of playouts (Black's view, by the index of the point):
/// those of chains whose points go to the other side, unless they live unconditionally.
#[must_use]
pub fn by_ownership(game: &Game, ownership: &[f32]) -> PointSet {
    let stones = game.stones();
    chains(stones, game.rules().suicide, |chain, color| {
        let owned = chain
            .iter()
            .filter_map(|p| ownership.get(p.index(stones.size())));
        owned.sum::<f32>() * (color.sign() as f32) < 0.0
    })
}

/// The stones of the chains that are certainly dead, and of those that `goes` picks, unless they
/// live unconditionally.
fn chains(stones: &Stones, suicide: Suicide, goes: impl Fn(&[Point], Color) -> bool) -> PointSet {
    let (living, lost) = certain(stones, suicide);
    let mut dead = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for point in Point::all(stones.size()) {
        let Some(color) = stones.at(point).filter(|_| !seen.contains(point)) else {
            continue;
        };
        let chain: Vec<Point> = stones.chain(point).collect();
        seen.extend(chain.iter().copied());
        if !living.contains(point) && (lost.contains(point) || goes(&chain, color)) {
            dead.extend(chain);
        }
    }
    dead
}

/// The stones that live whatever happens, and the points where the other side cannot live.
fn certain(stones: &Stones, suicide: Suicide) -> (PointSet, PointSet) {
    let [black, white] = Color::BOTH.map(|c| benson::unconditional_life(stones, c, suicide));
    let lost = Point::all(stones.size()).filter(|&point| match stones.at(point) {
        Some(Color::Black) => white.territory.contains(point),
        Some(Color::White) => black.territory.contains(point),
        None => false,
    });
    (black.stones.union(&white.stones), lost.collect())
}

/// Counts how often each point with a stone ends in the colour of that stone.
struct Survival<'a> {
    stones: &'a Stones,
}

impl OnGrid for Survival<'_> {
    type Output = Vec<u32>;

    fn run<const W: usize, const V: usize>(self) -> Vec<u32> {
        let size = self.stones.size();
        let mut empty = Board::<W, V, Light>::new(size);
        for point in Point::all(size) {
            if let Some(color) = self.stones.at(point) {
                // Every part of a legal position has its liberties, so no stone is refused.
                empty.place(color, point);
            }
        }
        let occupied: Vec<(Point, Color)> = Point::all(size)
            .filter_map(|point| Some((point, self.stones.at(point)?)))
            .collect();
        let mut kept = vec![0; size.area()];
        let mut rng = Rng::new(1);
        let mut board = empty.clone();
        for n in 0..PLAYOUTS {
            board.clone_from(&empty);
            let turn = Color::BOTH[(n % 2) as usize];
            let start = Start {
                turn,
                ..Start::NEW_GAME
            };
            play_out(
                &mut board,
                start,
                &mut Uniform::<Light>::new(),
                &mut (),
                &mut rng,
            );
            for &(point, color) in &occupied {
                let owned = board.vertex(point).and_then(|v| owner(&board, v));
                kept[point.index(size)] += u32::from(owned == Some(color));
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::{Diagram, Komi, Rules};

    fn dead(diagram: &str) -> Vec<String> {
        let stones = Diagram::parse(diagram).unwrap().stones;
        let size = stones.size();
        let game = Game::from_position(stones, Color::Black, Rules::CHINESE, Komi::ZERO);
        estimate(&game).iter().map(|p| p.label(size)).collect()
    }

    #[test]
    fn a_lone_stone_inside_is_dead_and_the_wall_is_not() {
        let diagram = ". . . X O . .
                       . O . X O . .
                       . . . X O . .
                       . . . X O . .
                       . . . X O . .
                       . . . X O . .
                       . . . X O . .";
        assert_eq!(dead(diagram), ["B6"]);
    }

    #[test]
    fn what_lives_unconditionally_is_never_dead() {
        // Black has two eyes in the corner of a board that is White's otherwise.
        let diagram = ". X . X O . .
                       X X X X O . .
                       O O O O O . .
                       . . . . . . .
                       . . . . O . .
                       . . O . . . .
                       . . . . . . .";
        assert_eq!(dead(diagram), Vec::<String>::new());
    }

    #[test]
    fn an_eyeless_chain_in_unconditional_territory_is_dead() {
        let diagram = ". X O O X
                       X X . . X
                       . X X X X
                       X X . X .
                       . X X X X";
        assert_eq!(dead(diagram), ["C5", "D5"]);
    }
}
