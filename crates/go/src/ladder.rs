//! Ladders: can a chain be kept in atari until it is captured?
//!
//! The attacker plays on one of the chain's last two liberties, the defender extends or captures an
//! attacking chain in atari that touches the chain, and so on. Within these moves the reading is
//! exact: every line is searched to its end on a real board, whatever it crosses on its way. A
//! chain that reaches three liberties has escaped. What a ladder does not try is not seen: nets,
//! throw-ins that leave two liberties, captures elsewhere, and repetitions beyond the simple ko.
//!
//! The search keeps its own stack, so that no position can exhaust the program's.

use tengen_game::Color;

use crate::{Point, PointSet, Stones};

/// Boards that [`read`] looks at before it gives up, unless told otherwise. A ladder across 19×19
/// takes under a hundred.
pub const NODES: usize = 10_000;

/// The longest line that is followed, which bounds the memory to some megabytes. No ladder is half
/// as long; a line of kos taken to and fro could be.
const DEPTH: usize = 1_000;

/// The outcome of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ladder {
    /// The chain is captured, whatever it does.
    Captured,
    /// The chain reaches three liberties, or no ladder move threatens it.
    Escapes,
    /// The node limit was reached before either was certain.
    Unknown,
}

/// The result of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The outcome of the ladder.
    pub outcome: Ladder,
    /// A first move of the side to move that brings this about, if it has such a move.
    pub first: Option<Point>,
    /// The number of boards that were looked at.
    pub nodes: usize,
}

/// Reads the ladder of the chain at `target` with `to_move` to move, looking at no more than
/// `limit` boards.
///
/// With the attacker to move, a chain in atari is captured by taking it, and one with two liberties
/// if one of the ataris works. With the defender to move, only a chain in atari can be caught. An
/// empty point has no chain, which escapes.
#[must_use]
pub fn read(stones: &Stones, target: Point, to_move: Color, limit: usize) -> Reading {
    let at_once = |outcome, first| Reading {
        outcome,
        first,
        nodes: 0,
    };
    let Some(defender) = stones.at(target) else {
        return at_once(Ladder::Escapes, None);
    };
    match look(stones, target, defender, to_move) {
        Look::Settled(outcome, first) => at_once(outcome, first),
        Look::Open(moves) => {
            let root = Node::new(stones.clone(), to_move, defender, moves);
            search(root, target, defender, limit)
        }
    }
}

/// Follows every line from `root` until the outcome is certain.
fn search(root: Node, target: Point, defender: Color, limit: usize) -> Reading {
    let mut node = root;
    let mut parents: Vec<Node> = Vec::new();
    // How the line ended that the node's current move began.
    let mut followed: Option<Ladder> = None;
    let mut nodes = 0;
    loop {
        let succeeded = followed.take() == Some(node.aim());
        if !succeeded && let Some(next) = node.untried.pop() {
            if nodes >= limit || parents.len() >= DEPTH {
                return Reading {
                    outcome: Ladder::Unknown,
                    first: None,
                    nodes,
                };
            }
            nodes += 1;
            node.current = Some(next);
            let mut after = node.stones.clone();
            after.play(node.to_move, next);
            let reply = !node.to_move;
            match look(&after, target, defender, reply) {
                Look::Settled(outcome, _) => followed = Some(outcome),
                Look::Open(moves) => {
                    let child = Node::new(after, reply, defender, moves);
                    parents.push(std::mem::replace(&mut node, child));
                }
            }
            continue;
        }
        let outcome = if succeeded {
            node.aim()
        } else {
            node.failure()
        };
        let Some(parent) = parents.pop() else {
            let first = node.current.filter(|_| succeeded);
            return Reading {
                outcome,
                first,
                nodes,
            };
        };
        node = parent;
        followed = Some(outcome);
    }
}

/// A board on the way, with the moves not yet tried, best last.
struct Node {
    stones: Stones,
    to_move: Color,
    attacks: bool,
    untried: Vec<Point>,
    /// The move that was tried last.
    current: Option<Point>,
}

impl Node {
    fn new(stones: Stones, to_move: Color, defender: Color, moves: Vec<Point>) -> Self {
        Self {
            stones,
            to_move,
            attacks: to_move != defender,
            untried: moves,
            current: None,
        }
    }

    /// The outcome that the side to move wants.
    const fn aim(&self) -> Ladder {
        if self.attacks {
            Ladder::Captured
        } else {
            Ladder::Escapes
        }
    }

    /// The outcome if none of its moves works.
    const fn failure(&self) -> Ladder {
        if self.attacks {
            Ladder::Escapes
        } else {
            Ladder::Captured
        }
    }
}

enum Look {
    /// The outcome is plain, with the move that brings it about.
    Settled(Ladder, Option<Point>),
    /// It depends on these moves.
    Open(Vec<Point>),
}

/// The answer if a board shows it at once, or the ladder moves of the side to move.
fn look(stones: &Stones, target: Point, defender: Color, to_move: Color) -> Look {
    let attacks = to_move != defender;
    let liberties = stones.liberties(target, 3);
    match (attacks, liberties) {
        (true, 3..) | (false, 2..) => Look::Settled(Ladder::Escapes, None),
        (true, 0 | 1) => {
            let capture = stones
                .liberty_points(target)
                .into_iter()
                .find(|&point| stones.is_legal(to_move, point));
            match capture {
                Some(point) => Look::Settled(Ladder::Captured, Some(point)),
                None => Look::Settled(Ladder::Escapes, None),
            }
        }
        (true, _) => Look::Open(ataris(stones, target, to_move)),
        (false, _) => Look::Open(defences(stones, target, defender)),
    }
}

/// The attacker's ataris, best last: the chain wants to extend where there is room, so that is
/// where to stop it.
fn ataris(stones: &Stones, target: Point, attacker: Color) -> Vec<Point> {
    let mut moves: Vec<Point> = stones
        .liberty_points(target)
        .into_iter()
        .filter(|&point| stones.is_legal(attacker, point))
        .collect();
    moves.sort_by_key(|&point| room(stones, point));
    moves
}

/// The defender's moves, best last: captures first tried, then the extension.
fn defences(stones: &Stones, target: Point, defender: Color) -> Vec<Point> {
    let size = stones.size();
    let mut moves = stones.liberty_points(target);
    let mut seen = PointSet::EMPTY;
    for stone in stones.chain(target) {
        for enemy in stone.neighbours(size) {
            if stones.at(enemy) == Some(!defender)
                && seen.insert(enemy)
                && stones.liberties(enemy, 2) == 1
            {
                moves.extend(stones.liberty_points(enemy));
            }
        }
    }
    let mut once = PointSet::EMPTY;
    moves.retain(|&point| stones.is_legal(defender, point) && once.insert(point));
    moves
}

fn room(stones: &Stones, point: Point) -> usize {
    point
        .neighbours(stones.size())
        .filter(|&next| stones.at(next).is_none())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagram, Size};

    fn reading(stones: &Stones, target: &str, to_move: Color) -> Reading {
        let target = Point::parse(target, stones.size()).unwrap();
        read(stones, target, to_move, NODES)
    }

    fn outcome(text: &str, target: &str, to_move: Color) -> Ladder {
        let stones = Diagram::parse(text).unwrap().stones;
        reading(&stones, target, to_move).outcome
    }

    /// A black stone at Q16 of 19×19 with two liberties, which White can chase to the lower left.
    fn long_ladder(extra: &[(&str, Color)]) -> Stones {
        let mut stones = Stones::new(Size::NINETEEN);
        let chased = [
            ("Q16", Color::Black),
            ("R16", Color::White),
            ("Q17", Color::White),
            ("P17", Color::White),
            ("R15", Color::White),
        ];
        for &(label, color) in chased.iter().chain(extra) {
            let point = Point::parse(label, Size::NINETEEN).unwrap();
            assert!(stones.place(color, point), "{label}");
        }
        stones
    }

    #[test]
    fn a_ladder_runs_across_the_whole_board() {
        let read = reading(&long_ladder(&[]), "Q16", Color::White);
        assert_eq!(read.outcome, Ladder::Captured);
        assert!(read.first.is_some());
        assert!(read.nodes > 50, "it is read to the edge: {}", read.nodes);
    }

    #[test]
    fn a_stone_in_its_way_breaks_it() {
        for breaker in ["D4", "E5", "K10"] {
            let stones = long_ladder(&[(breaker, Color::Black)]);
            let read = reading(&stones, "Q16", Color::White);
            assert_eq!(read.outcome, Ladder::Escapes, "{breaker}");
            assert_eq!(read.first, None);
        }
        let aside = long_ladder(&[("D16", Color::Black)]);
        let read = reading(&aside, "Q16", Color::White);
        assert_eq!(read.outcome, Ladder::Captured);
    }

    #[test]
    fn the_node_limit_is_admitted() {
        let stones = long_ladder(&[]);
        let target = Point::parse("Q16", Size::NINETEEN).unwrap();
        let read = read(&stones, target, Color::White, 20);
        assert_eq!((read.outcome, read.nodes), (Ladder::Unknown, 20));
    }

    #[test]
    fn the_edge_catches() {
        let text = ". . . . .
                    . . . . .
                    . O O . .
                    O X . . .
                    . . . . .";
        // B2 runs along the second line and has nowhere to go.
        assert_eq!(outcome(text, "B2", Color::White), Ladder::Captured);
        assert_eq!(outcome(text, "B2", Color::Black), Ladder::Escapes);
    }

    #[test]
    fn capturing_an_attacker_gets_out() {
        let text = ". O X O X .
                    . O . . . .
                    . . O . . .
                    . . . . . .
                    . . . . . .
                    . . . . . .";
        let stones = Diagram::parse(text).unwrap().stones;
        let read = reading(&stones, "C6", Color::Black);
        // Extending to C5 fails; taking D6 from D5 connects.
        assert_eq!(read.outcome, Ladder::Escapes);
        assert_eq!(read.first, Point::parse("D5", stones.size()));
    }

    #[test]
    fn a_capture_that_is_taken_back_does_not_help() {
        let text = ". O X O
                    X X X O
                    O O O O
                    . . . .";
        assert_eq!(outcome(text, "C4", Color::Black), Ladder::Captured);
        assert_eq!(outcome(text, "C4", Color::White), Ladder::Captured);
    }

    #[test]
    fn an_extension_into_no_room_is_captured() {
        let text = ". O O .
                    O X . O
                    . O O .
                    . . . .";
        assert_eq!(outcome(text, "B3", Color::Black), Ladder::Captured);
        assert_eq!(outcome(text, "B3", Color::White), Ladder::Captured);
    }

    #[test]
    fn a_chain_with_three_liberties_or_none_to_read_escapes() {
        let text = ". . .
                    . X .
                    . . .";
        assert_eq!(outcome(text, "B2", Color::White), Ladder::Escapes);
        assert_eq!(outcome(text, "A1", Color::White), Ladder::Escapes);
        let stones = Stones::new(Size::NINE);
        let outside = Point::new(20, 20).unwrap();
        let read = read(&stones, outside, Color::Black, NODES);
        assert_eq!(read.outcome, Ladder::Escapes);
    }
}
