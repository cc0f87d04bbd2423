//! Who is asked for hints: the strongest player there is, whoever plays the game.

use tengen_go::Game;

use crate::{Recipe, Session};

/// The recipe of the adviser.
const STRONGEST: &str = "default";
/// The seconds that a hint may take.
const SECONDS: f64 = 1.0;

/// A session of its own on this game, in which the strongest player thinks for about a second.
#[must_use]
pub fn adviser(game: &Game, seed: u64) -> Session {
    let found = Recipe::find(STRONGEST).map(|recipe| recipe.parameters);
    let mut parameters = found.unwrap_or_default();
    parameters.budget.playouts = 0;
    parameters.budget.seconds = SECONDS;
    parameters.budget.seed = seed;
    Session::new(parameters, game.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adviser_is_a_recipe_and_has_its_networks() {
        assert!(Recipe::find(STRONGEST).is_ok());
        let game = Game::new(
            tengen_go::Size::NINE,
            Default::default(),
            Default::default(),
        );
        let session = adviser(&game, 7);
        assert_eq!(session.fault(), None);
        let budget = &session.parameters().budget;
        assert_eq!(
            (budget.seconds, budget.playouts, budget.seed),
            (SECONDS, 0, 7)
        );
        assert_eq!(session.parameters().recipe.name, STRONGEST);
    }
}
