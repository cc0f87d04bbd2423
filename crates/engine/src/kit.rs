//! The kit of a game: all that its players are made of.

use std::error::Error;
use std::fmt::Debug;

use serde::Serialize;
use tengen_game::{Color, Game};

use crate::{Analysis, Decision, Groups, Restriction, Session, Thinker, Verdict};

/// The game of a kit.
pub type GameOf<K> = <K as Kit>::Game;
/// A move of the game of a kit.
pub type MoveOf<K> = <GameOf<K> as Game>::Move;

/// The parts that players of a game are made of. It is a type without values of its own, such as `Go`.
pub trait Kit: Copy + Debug + Send + Sync + 'static {
    /// The game.
    type Game: Game;
    /// The parameters of a player.
    type Parameters: Groups;
    /// The models of a player, learned beforehand.
    type Models: Clone + Debug + Default + Send;
    /// The reason why models cannot be had, or parameters do not go together, in a sentence.
    type Fault: Error + Clone + Debug + PartialEq + Eq + Send + Sync + 'static;
    /// The part of an analysis that only searches of this game have, serialized beside the rest.
    type Findings: Clone + Debug + Serialize;
    /// A search, as this game's own code sees it.
    type Thinker: Thinker<Self> + ?Sized;

    /// The built-in recipes: the name of each and its text.
    const RECIPES: &'static [(&'static str, &'static str)];

    /// Loads the models that parameters want.
    ///
    /// # Errors
    /// If one of them is not there or cannot be used, or the parameters do not go together.
    fn load(parameters: &Self::Parameters) -> Result<Self::Models, Self::Fault>;

    /// Exchanges the models for those of other parameters.
    ///
    /// # Errors
    /// As for [`Kit::load`]; the models are unchanged then.
    fn reload(models: &mut Self::Models, parameters: &Self::Parameters) -> Result<(), Self::Fault> {
        *models = Self::load(parameters)?;
        Ok(())
    }

    /// The search of these parameters and models, for games like this one, whose random numbers start
    /// at `seed`.
    fn thinker(
        parameters: &Self::Parameters,
        models: &Self::Models,
        game: &Self::Game,
        seed: u64,
    ) -> Box<Self::Thinker>;

    /// The parameters with which a player sits down to a game like this one, where they depend on the game, its
    /// board for instance.
    fn seated(parameters: &Self::Parameters, _game: &Self::Game) -> Self::Parameters {
        parameters.clone()
    }

    /// The move of a player that chooses in a way of its own, instead of taking the best move of a search or
    /// drawing one by visits.
    fn drawn(
        _session: &Session<Self>,
        _analysis: &Analysis<Self>,
        _restriction: &Restriction<MoveOf<Self>>,
    ) -> Option<MoveOf<Self>> {
        None
    }

    /// Tests if a move that chance draws among those of a search is one that people play, whatever the search makes
    /// of it.
    fn is_sane(_game: &Self::Game, _color: Color, _mv: MoveOf<Self>) -> bool {
        true
    }

    /// Tests if a game looks lost to the side to move, by a search that would resign below a win rate.
    fn looks_lost(analysis: &Analysis<Self>, threshold: f64) -> bool {
        let best = analysis.best();
        best.is_some_and(|best| best.winrate < threshold)
    }

    /// The verdict in place of the search's own, with the reason: resigning, passing and whatever else
    /// a search knows nothing of. `resigns` is true if the game has looked lost for long enough.
    fn overrule(
        _session: &mut Session<Self>,
        _decision: &Decision<Self>,
        _restriction: &Restriction<MoveOf<Self>>,
        resigns: bool,
    ) -> Option<(Verdict<MoveOf<Self>>, &'static str)> {
        resigns.then_some((Verdict::Resign, "the game is lost"))
    }
}
