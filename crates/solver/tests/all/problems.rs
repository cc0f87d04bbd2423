//! Problems that the generator makes.

use tengen_go::{Color, Game, Komi, Move, Rules};
use tengen_solver::cgt::Relation;
use tengen_solver::endgame::{Limits, Solution, solve};
use tengen_solver::problems::{Generator, Pair, Stand};

fn limits() -> Limits {
    Limits {
        open: 9,
        positions: 3_000,
        forms: 20_000,
        nodes: 200_000,
        ..Limits::default()
    }
}

fn solved(pair: &Pair, komi: Komi) -> (Game, Solution) {
    let game = Game::from_position(pair.stones.clone(), pair.turn, Rules::JAPANESE, komi);
    let solution = solve(&game, pair.turn, &limits()).unwrap();
    (game, solution)
}

/// The winner after each move, the right one first.
fn winners(pair: &Pair, komi: Komi) -> (Option<Color>, Vec<Option<Color>>) {
    let (game, solution) = solved(pair, komi);
    let winner = |points| game.komi().settle(points).winner();
    let right = winner(solution.after(pair.right).unwrap());
    let others = solution
        .moves
        .iter()
        .filter(|scored| scored.mv != pair.right);
    (right, others.map(|scored| winner(scored.points)).collect())
}

#[test]
fn in_one_version_the_right_move_alone_wins_and_in_the_other_it_changes_nothing() {
    for pair in Generator::new(3, limits()).take(10) {
        let (right, others) = winners(&pair, pair.close);
        assert_eq!(right, Some(pair.turn));
        assert!(!others.is_empty() && others.iter().all(|&winner| winner == Some(!pair.turn)));
        let (right, others) = winners(&pair, pair.lopsided);
        let wanted = match pair.stand {
            Stand::Ahead => pair.turn,
            Stand::Behind => !pair.turn,
        };
        assert!(right == Some(wanted) && others.iter().all(|&winner| winner == right));
        assert!(pair.rivals.iter().all(|rival| rival.loss >= 1));
        assert_eq!(pair.rivals.len(), others.len());
        assert!((2..=6).contains(&pair.areas.len()));
    }
}

/// A move that is at least as good whatever else there is cannot lose points to the other.
#[test]
fn no_rival_is_better_whatever_else_there_is() {
    let mut confused = 0;
    for pair in Generator::new(4, limits()).take(10) {
        for rival in &pair.rivals {
            assert!(
                matches!(rival.relation, Relation::Greater | Relation::Confused),
                "{rival:?}"
            );
        }
        confused += usize::from(pair.is_incomparable());
        assert!(matches!(pair.right, Move::Play(_)));
    }
    assert!(confused >= 2);
}

#[test]
fn the_seed_decides_and_no_two_problems_are_alike() {
    let draw = |seed| {
        let pairs = Generator::new(seed, limits()).take(8);
        pairs
            .map(|pair| (pair.stones.hash(), pair.signature()))
            .collect::<Vec<_>>()
    };
    let pairs = draw(5);
    assert_eq!(pairs, draw(5));
    assert_ne!(pairs, draw(6));
    for (number, (_, signature)) in pairs.iter().enumerate() {
        assert!(pairs[..number].iter().all(|(_, other)| other != signature));
    }
}
