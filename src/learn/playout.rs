//! `tengen learn playout`: the strengths of local features, for playouts.

use tengen_pattern::catalogue::LocalCatalogue;
use tengen_pattern::learn::Subject;
use tengen_pattern::local::{LocalExtract, LocalModel};

use super::assignment::Args;
use super::learned::Learned;
use super::training::{games_read, train};
use crate::failure::Failure;
use crate::screen::Screen;

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let params = args.learn_params()?;
    let ground = args.begin()?;
    let (trained, _) = train(args, &ground, Subject::Playout(&params))?;
    let model = LocalModel::from_weights(&trained.weights)
        .map_err(|error| Failure::Failed(error.to_string()))?;
    let catalogue = LocalCatalogue::default();
    let learned = Learned {
        bytes: model.to_bytes(),
        weights: model.weights(),
        tally: games_read(&ground.games, args.moves),
        positions: trained.basis.positions,
        passes: &trained.passes,
        params: &params,
        groups: catalogue.groups(),
        name: &|id| catalogue.name(id),
        group: &|id| catalogue.group(id),
    };
    learned.keep(args, &ground, LocalExtract::new, screen)
}
