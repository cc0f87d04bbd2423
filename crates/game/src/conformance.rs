//! The promises of [`Position`] and [`Game`], checked on any game by random play.
//!
//! Every game's own tests call [`check`] and [`check_game`]; a game that passes can be searched and played.

use std::collections::HashSet;

use crate::{Color, Game, Outcome, Position, Rng, Status};

/// Counts of what was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to their end.
    pub games: usize,
    /// Positions visited.
    pub positions: usize,
    /// Moves tried on a copy.
    pub moves: usize,
}

/// Plays `games` random games from `start` and checks every position on the way.
///
/// # Panics
/// If the game breaks a promise; the message names it.
pub fn check<P: Position>(start: &P, games: usize, seed: u64) -> Report {
    let mut rng = Rng::new(seed);
    let mut report = Report::default();
    for _ in 0..games {
        let mut position = start.clone();
        loop {
            report.positions += 1;
            let moves = check_position(&position, &mut report);
            if moves.is_empty() {
                break;
            }
            let chosen = rng.below(u32::try_from(moves.len()).expect("fewer than 2³² moves"));
            position.play(moves[chosen as usize]);
        }
        report.games += 1;
    }
    report
}

fn check_position<P: Position>(position: &P, report: &mut Report) -> Vec<P::Move> {
    let moves = listed(position);
    let over = position.outcome().is_some();
    assert_eq!(
        over,
        moves.is_empty(),
        "a position has moves exactly if the game is not over"
    );
    if let Some(Outcome { winner, score }) = position.outcome() {
        let ahead = Color::BOTH
            .into_iter()
            .find(|color| score * color.sign() as f32 > 0.0);
        assert!(
            score == 0.0 || winner == ahead,
            "{winner:?} wins with a score of {score}"
        );
    }
    assert!(
        moves == listed(position),
        "the order of moves depends on the position alone"
    );

    let mut codes = HashSet::new();
    for &mv in &moves {
        let code = position.code(mv);
        assert!(
            code < position.codes(),
            "code {code} of {mv:?} is not dense"
        );
        assert!(codes.insert(code), "two moves share the code {code}");
        assert!(
            position.decode(code) == mv,
            "the code {code} of {mv:?} means another move"
        );
        let (mut once, mut twice) = (position.clone(), position.clone());
        let before = position.hash();
        once.play(mv);
        twice.play(mv);
        assert_eq!(
            once.hash(),
            twice.hash(),
            "{mv:?} played twice leads to two positions"
        );
        assert_eq!(
            position.hash(),
            before,
            "playing on a copy changed the original"
        );
        report.moves += 1;
    }
    moves
}

fn listed<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(|mv| moves.push(mv));
    moves
}

/// Plays `games` random games from `start`, of at most `longest` moves each, and checks every state on the
/// way.
///
/// # Panics
/// If the game breaks a promise; the message names it.
pub fn check_game<G: Game>(start: &G, games: usize, longest: usize, seed: u64) -> Report {
    let mut rng = Rng::new(seed);
    let mut report = Report::default();
    for _ in 0..games {
        let mut game = start.clone();
        while game.status() == Status::Running && game.moves().len() < longest {
            report.positions += 1;
            let moves = check_state(&mut game, &mut report);
            assert!(
                !moves.is_empty(),
                "a game that goes on has a legal move for the side to move"
            );
            let chosen = rng.below(u32::try_from(moves.len()).expect("fewer than 2³² moves"));
            let (turn, mv) = (game.turn(), moves[chosen as usize]);
            assert!(game.play(turn, mv).is_ok(), "{mv:?} is legal");
        }
        report.games += 1;
    }
    report
}

fn check_state<G: Game>(game: &mut G, report: &mut Report) -> Vec<G::Move> {
    let (turn, hash, geometry) = (game.turn(), game.hash(), game.geometry());
    let (terms, played) = (game.terms(), game.moves().len());
    let moves = game.legal_moves(turn);
    for &mv in &moves {
        let label = G::label(mv, geometry);
        assert!(
            G::parse(&label, geometry) == Some(mv),
            "{label:?}, the text of {mv:?}, means another move"
        );
        assert!(game.check(turn, mv).is_ok(), "{mv:?} is legal");
        assert!(game.play(turn, mv).is_ok(), "{mv:?} is legal");
        assert_eq!(game.turn(), !turn, "the other side moves after {mv:?}");
        assert_eq!(game.terms(), terms, "{mv:?} changed the terms");
        assert!(
            game.moves().next_back() == Some((turn, mv)) && game.moves().len() == played + 1,
            "{mv:?} is the last move"
        );
        assert!(
            game.undo() == Some((turn, mv)),
            "{mv:?} is what is taken back"
        );
        assert_eq!(
            (game.turn(), game.hash(), game.moves().len()),
            (turn, hash, played),
            "{mv:?} taken back leaves what was before"
        );
        report.moves += 1;
    }
    moves
}
