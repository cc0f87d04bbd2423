//! Players of ours: the recipes of Go.

use std::collections::BTreeMap;

use tengen_go::Game;
use tengen_go_engine::{Counting, Models, Parameters, Session};
use tengen_lab::game::{Board, KitGame, KitPlayer};
use tengen_lab::run::ModelFile;

use crate::{Go, GoBoard, models};

/// A player of Go.
pub type GoPlayer = KitPlayer<Go>;

impl KitGame for Go {
    type Kit = tengen_go_engine::Go;

    fn game(board: &dyn Board) -> Result<&Game, String> {
        GoBoard::expect(board)
    }

    fn model_files(parameters: &Parameters, models: &Models) -> BTreeMap<String, ModelFile> {
        models::files(parameters, models)
    }

    fn forbid_passing(parameters: &mut Parameters) {
        parameters.passing.sane = false;
    }

    /// The stones it holds to be dead.
    fn claim(session: &mut Session) -> Option<String> {
        let size = session.game().size();
        let dead = session.dead_stones();
        let labels: Vec<String> = dead.iter().map(|point| point.label(size)).collect();
        Some(labels.join(" "))
    }
}
