//! Players of ours: the recipes of Go.

use std::collections::BTreeMap;

use tengen_engine::parameters::BudgetParams;
use tengen_engine::{Models, Parameters, Recipe, RecipeError, Session};
use tengen_lab::experiment::{Files, did_you_mean};
use tengen_lab::game::{Board, OwnPlayer, Problem, Sitting};
use tengen_lab::run::ModelFile;
use tengen_params::Params;

use crate::search::Search;
use crate::{GoBoard, models};

/// The move that is no stone, as it is said.
pub(crate) const PASS: &str = "pass";

/// The parameters of a search.
#[derive(Clone, Debug)]
pub struct GoPlayer(pub Parameters);

impl GoPlayer {
    /// The player with these parameters.
    #[must_use]
    pub fn of(parameters: Parameters) -> Box<dyn OwnPlayer> {
        Box::new(Self(parameters))
    }
}

impl OwnPlayer for GoPlayer {
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
        &self.0.budget
    }

    fn budget_mut(&mut self) -> &mut BudgetParams {
        &mut self.0.budget
    }

    fn models(&self) -> Result<BTreeMap<String, ModelFile>, String> {
        let models = Models::load(&self.0).map_err(|fault| fault.to_string())?;
        Ok(models::files(&self.0, &models))
    }

    fn prepare(&mut self, problem: &Problem) {
        self.0.resign.threshold = 0.0;
        self.0.passing.sane &= may_pass(problem);
    }

    fn sit(&self, board: &dyn Board) -> Result<Box<dyn Sitting>, String> {
        let game = GoBoard::expect(board)?;
        let session = Session::new(self.0.clone(), game.clone());
        match session.fault() {
            Some(missing) => Err(format!("lacks a model: {missing}")),
            None => Ok(Box::new(Search(session))),
        }
    }
}

/// True where passing is a right answer.
pub(crate) fn may_pass(problem: &Problem) -> bool {
    problem.right.iter().any(|mv| mv == PASS)
}

/// The recipe of this name, or in this file.
pub(crate) fn find(word: &str, files: &mut dyn Files) -> Result<Recipe, String> {
    if Recipe::names().any(|name| name == word) {
        return Recipe::find(word).map_err(|error| error.to_string());
    }
    if !word.ends_with(".toml") {
        let error = RecipeError::Unknown {
            name: word.to_owned(),
            known: Recipe::names().collect::<Vec<_>>().join(", "),
        };
        return Err(format!("{error}{}", did_you_mean(word, Recipe::names())));
    }
    let text = files.text(word)?;
    Recipe::parse(&text, word).map_err(|error| error.to_string())
}
