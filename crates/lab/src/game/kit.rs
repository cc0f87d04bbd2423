//! Players of ours of any game that has a [`Kit`]: their recipes, and sessions at the board.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::time::Duration;

use tengen_engine::parameters::BudgetParams;
use tengen_engine::{
    Control, Decision, GameOf, Groups, Kit, MoveOf, Recipe, RecipeError, Restriction, Session,
    TimeSystem, Verdict,
};
use tengen_game::{Color, Game};
use tengen_params::Params;

use super::measured::measured;
use super::{Answer, Board, Measured, OwnPlayer, Problem, Sitting};
use crate::experiment::{Files, did_you_mean};
use crate::player::{Action, Turn};
use crate::run::ModelFile;

/// A game whose players are made by a kit. Whoever has one implements this for the
/// [`Discipline`](super::Discipline).
pub trait KitGame: Debug + Send + Sync + 'static {
    /// The kit.
    type Kit: Kit;

    /// The game on a board.
    ///
    /// # Errors
    /// With the reason without the player's name, if it is another game's.
    fn game(board: &dyn Board) -> Result<&GameOf<Self::Kit>, String>;

    /// The files of models that a player uses, by the parameter that names them.
    fn model_files(
        _parameters: &<Self::Kit as Kit>::Parameters,
        _models: &<Self::Kit as Kit>::Models,
    ) -> BTreeMap<String, ModelFile> {
        BTreeMap::new()
    }

    /// True if a search with one thread is in the thread that asks for it.
    fn thinks_here(_parameters: &<Self::Kit as Kit>::Parameters) -> bool {
        true
    }

    /// Keeps a player that answers problems from passing, where the game has passes.
    fn forbid_passing(_parameters: &mut <Self::Kit as Kit>::Parameters) {}

    /// The claim of a player on a game whose end is for the players to agree on.
    fn claim(_session: &mut Session<Self::Kit>) -> Option<String> {
        None
    }
}

/// A player of ours: its parameters.
pub struct KitPlayer<G: KitGame>(pub <G::Kit as Kit>::Parameters);

impl<G: KitGame> Clone for KitPlayer<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: KitGame> Debug for KitPlayer<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("KitPlayer").field(&self.0).finish()
    }
}

impl<G: KitGame> KitPlayer<G> {
    /// The player with these parameters.
    #[must_use]
    pub fn of(parameters: <G::Kit as Kit>::Parameters) -> Box<dyn OwnPlayer> {
        Box::new(Self(parameters))
    }

    /// The player of a recipe: a built-in one, or a file beside the experiment.
    ///
    /// # Errors
    /// With a sentence, if there is none or it is wrong.
    pub fn find(word: &str, files: &mut dyn Files) -> Result<Box<dyn OwnPlayer>, String> {
        let names = Recipe::<G::Kit>::names;
        let recipe = if names().any(|name| name == word) {
            Recipe::<G::Kit>::find(word)
        } else if word.ends_with(".toml") {
            Recipe::parse(&files.text(word)?, word)
        } else {
            let error = RecipeError::Unknown {
                name: word.to_owned(),
                known: names().collect::<Vec<_>>().join(", "),
            };
            return Err(format!("{error}{}", did_you_mean(word, names())));
        };
        let recipe = recipe.map_err(|error| error.to_string())?;
        Ok(Self::of(recipe.parameters))
    }
}

impl<G: KitGame> OwnPlayer for KitPlayer<G> {
    fn boxed(&self) -> Box<dyn OwnPlayer> {
        Box::new(self.clone())
    }

    fn params(&self) -> &dyn Params {
        &self.0
    }

    fn params_mut(&mut self) -> &mut dyn Params {
        &mut self.0
    }

    fn budget(&self) -> &BudgetParams {
        self.0.budget()
    }

    fn budget_mut(&mut self) -> &mut BudgetParams {
        self.0.budget_mut()
    }

    fn thinks_here(&self) -> bool {
        here::<G>(&self.0)
    }

    fn models(&self) -> Result<BTreeMap<String, ModelFile>, String> {
        let models = G::Kit::load(&self.0).map_err(|fault| fault.to_string())?;
        Ok(G::model_files(&self.0, &models))
    }

    fn prepare(&mut self, problem: &Problem) {
        self.0.resign_mut().threshold = 0.0;
        if !may_pass::<G>(problem) {
            G::forbid_passing(&mut self.0);
        }
    }

    fn sit(&self, board: &dyn Board) -> Result<Box<dyn Sitting>, String> {
        let session = Session::new(self.0.clone(), G::game(board)?.clone());
        match session.fault() {
            Some(missing) => Err(format!("lacks a model: {missing}")),
            None => Ok(Box::new(Seat::<G>(session, PhantomData))),
        }
    }
}

/// Tests if all of a search is in the thread that asks for it.
fn here<G: KitGame>(parameters: &<G::Kit as Kit>::Parameters) -> bool {
    parameters.budget().threads == 1 && G::thinks_here(parameters)
}

/// Tests if passing is a right answer.
fn may_pass<G: KitGame>(problem: &Problem) -> bool {
    let Ok(game) = G::game(&*problem.board) else {
        return false;
    };
    let pass = GameOf::<G::Kit>::pass().map(|pass| label::<G>(pass, game));
    problem.right.iter().any(|mv| Some(mv) == pass.as_ref())
}

fn label<G: KitGame>(mv: MoveOf<G::Kit>, game: &GameOf<G::Kit>) -> String {
    GameOf::<G::Kit>::label(mv, game.geometry())
}

/// A session at a board.
struct Seat<G: KitGame>(Session<G::Kit>, PhantomData<G>);

/// The question if a search shall end, as its control.
struct Interrupt<'a>(&'a mut dyn FnMut() -> bool);

impl<K: Kit> Control<K> for Interrupt<'_> {
    fn interrupted(&mut self) -> bool {
        (self.0)()
    }
}

impl<G: KitGame> Seat<G> {
    /// The decision as the referee hears it: the win rate is that of the move that is played, where
    /// the search knows it.
    fn turn(&self, decision: &Decision<G::Kit>) -> Turn {
        let analysis = &decision.analysis;
        let played = match decision.verdict {
            Verdict::Play(mv) => Some(mv),
            Verdict::Resign => None,
        };
        let mut candidates = analysis.candidates.iter();
        let candidate = candidates.find(|candidate| played == Some(candidate.mv));
        let winrate = candidate.map_or(analysis.winrate, |candidate| candidate.winrate);
        let said = played.map(|mv| label::<G>(mv, self.0.game()));
        Turn {
            action: said.map_or(Action::Resign, Action::Play),
            winrate: (analysis.visits > 0).then_some(winrate),
            playouts: Some(analysis.playouts),
        }
    }
}

impl<G: KitGame> Sitting for Seat<G> {
    fn set_clock(&mut self, system: TimeSystem) {
        self.0.clock_mut().set(system);
    }

    fn time_left(&mut self, color: Color, left: Duration, moves: u32) {
        self.0.clock_mut().time_left(color, left, moves);
    }

    fn play(&mut self, color: Color, word: &str) -> Result<(), String> {
        let geometry = self.0.game().geometry();
        let mv = GameOf::<G::Kit>::parse(word, geometry);
        let mv = mv.ok_or_else(|| format!("{word:?} is no move"))?;
        self.0.play(color, mv).map_err(|error| error.to_string())
    }

    fn choose(&mut self, color: Color, stop: &mut dyn FnMut() -> bool) -> Turn {
        let restriction = Restriction::default();
        let decision = self.0.genmove(color, &restriction, &mut Interrupt(stop));
        self.turn(&decision)
    }

    fn answer(&mut self, problem: &Problem, stop: &mut dyn FnMut() -> bool) -> Answer {
        let turn = self.0.game().turn();
        let restriction = Restriction::default();
        let decision = self.0.choose(turn, &restriction, &mut Interrupt(stop));
        let candidates = &decision.analysis.candidates;
        let pass = GameOf::<G::Kit>::pass();
        let chosen = match decision.verdict {
            Verdict::Play(mv) => Some(mv),
            Verdict::Resign => pass,
        };
        let passes = chosen == pass && !may_pass::<G>(problem);
        let other = candidates.iter().map(|c| c.mv).find(|&mv| Some(mv) != pass);
        let answer = if passes { other.or(chosen) } else { chosen };
        let candidate = candidates.iter().find(|c| Some(c.mv) == answer);
        Answer {
            mv: answer.map_or_else(|| "resign".to_owned(), |mv| label::<G>(mv, self.0.game())),
            winrate: candidate.map(|candidate| candidate.winrate as f32),
            playouts: decision.analysis.playouts,
        }
    }

    fn measure(&mut self, stop: &mut dyn FnMut() -> bool) -> Measured {
        let alone = here::<G>(self.0.parameters());
        measured(&mut self.0, alone, &mut Interrupt(stop))
    }

    fn claim(&mut self) -> Option<String> {
        G::claim(&mut self.0)
    }
}
