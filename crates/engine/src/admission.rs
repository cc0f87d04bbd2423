//! The moves that a search may try.

use tengen_game::{Color, Game, Position};
use tengen_search::Filter;

use crate::{Kit, Restriction, Task};

/// The moves that a search may try: at the root those that the rules of the game allow beyond those
/// of the position (ko, repetition), in the first plies those that the restriction allows.
#[derive(Clone, Debug)]
pub struct Admission<M> {
    /// Moves of the root that the game forbids, by code.
    banned: Vec<bool>,
    restriction: Restriction<M>,
    /// The number of plies from the root on in which anything is kept out.
    pub plies: usize,
}

impl<M: Copy + Eq> Admission<M> {
    /// The admission to a search from this root, if anything is kept out. `of_game` is the move of the
    /// game that a move of the position is, if it is one.
    pub fn new<K: Kit, P: Position>(
        task: &Task<'_, K>,
        root: &P,
        of_game: fn(P::Move) -> Option<M>,
    ) -> Option<Self>
    where
        K::Game: Game<Move = M>,
    {
        let mut banned = vec![false; root.codes()];
        root.moves(|mv| {
            let illegal = |mv| task.game.check(task.turn, mv).is_err();
            banned[root.code(mv)] = of_game(mv).is_some_and(illegal);
        });
        let some_banned = banned.contains(&true);
        if !some_banned && task.restriction.is_empty() {
            return None;
        }
        let deepest = task.restriction.bans.iter().map(|ban| ban.plies).max();
        Some(Self {
            banned,
            restriction: task.restriction.clone(),
            plies: deepest.unwrap_or(0).max(usize::from(some_banned)),
        })
    }

    /// Tests if a move, by its code and as one of the game, may be tried so many plies below the root.
    #[must_use]
    pub fn admits(&self, color: Color, code: u16, mv: Option<M>, ply: usize) -> bool {
        !(ply == 0 && self.banned[usize::from(code)])
            && mv.is_none_or(|mv| self.restriction.allows(color, mv, ply))
    }

    /// The same as the filter of a search. A code is decoded where it is met: it may mean another move
    /// elsewhere.
    pub fn filter<P: Position>(self, of_game: fn(P::Move) -> Option<M>) -> (usize, Filter<P>)
    where
        M: Send + Sync + 'static,
        P::Move: 'static,
    {
        let plies = self.plies;
        let admits = move |position: &P, code: u16, ply| {
            let mv = of_game(position.decode(usize::from(code)));
            self.admits(position.turn(), code, mv, ply)
        };
        (plies, Box::new(admits))
    }
}
