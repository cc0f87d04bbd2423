//! Players of ours: the recipes of Shogi.

use std::collections::BTreeMap;
use std::path::Path;

use tengen_lab::game::{Board, KitGame, KitPlayer};
use tengen_lab::hash;
use tengen_lab::player::identity::sha256;
use tengen_lab::run::ModelFile;
use tengen_shogi::Game;
use tengen_shogi_engine::parameters::Method;
use tengen_shogi_engine::{Models, Parameters};

use crate::{Shogi, ShogiBoard};

/// A player of Shogi.
pub type ShogiPlayer = KitPlayer<Shogi>;

impl KitGame for Shogi {
    type Kit = tengen_shogi_engine::Shogi;

    fn game(board: &dyn Board) -> Result<&Game, String> {
        ShogiBoard::expect(board)
    }

    /// Alpha-beta has a thread of its own.
    fn thinks_here(parameters: &Parameters) -> bool {
        parameters.player.search == Method::Uct
    }

    /// The network with its hash: a file may change under its name, and so may the built-in one from version to version.
    fn model_files(parameters: &Parameters, models: &Models) -> BTreeMap<String, ModelFile> {
        let name = &parameters.eval.network;
        let network = models.network().filter(|_| parameters.wants_network());
        let network = network.map(|network| {
            let file = sha256(Path::new(name)).filter(|_| !name.is_empty());
            let model = ModelFile {
                name: name.clone(),
                sha256: file.unwrap_or_else(|| hash::hex(&network.write())),
            };
            ("eval.network".to_owned(), model)
        });
        network.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_known_by_its_hash() {
        let of = |parameters: &Parameters| {
            let models = Models::load(parameters).unwrap();
            Shogi::model_files(parameters, &models)
        };
        let mut parameters = Parameters::default();
        parameters.eval.judge = tengen_shogi_engine::parameters::Judge::Network;
        let built_in = of(&parameters)["eval.network"].clone();
        assert_eq!(built_in.name, "");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/shogi.nnue");
        parameters.eval.network = path.to_str().unwrap().to_owned();
        assert_eq!(of(&parameters)["eval.network"].sha256, built_in.sha256);
        parameters.eval.judge = tengen_shogi_engine::parameters::Judge::Material;
        assert!(of(&parameters).is_empty());
    }
}
