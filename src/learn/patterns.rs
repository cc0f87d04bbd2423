//! `tengen learn patterns`: the strengths of patterns and other features, for the tree.

use tengen_pattern::catalogue::Catalogue;
use tengen_pattern::learn::{Subject, columns};
use tengen_pattern::scene::SceneExtract;

use super::assignment::Args;
use super::learned::Learned;
use super::training::{games_read, train};
use crate::failure::Failure;
use crate::screen::Screen;

/// Runs the command.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    let params = args.pattern_params()?;
    if columns(&params) == 0 {
        let sentence = "every feature is off, so there is nothing to learn: turn on stone patterns \
                        (shape.size above 0), the broad pattern (broad.on) or one of features.*";
        return Err(Failure::Usage(sentence.to_owned()));
    }
    let ground = args.begin()?;
    let (trained, task) = train(args, &ground, Subject::Patterns(&params))?;
    let model = trained
        .model(&task)
        .map_err(|error| Failure::Failed(error.to_string()))?;
    let vocabulary = model.vocabulary();
    let catalogue = Catalogue::new(vocabulary);
    let learned = Learned {
        bytes: model.write(),
        weights: model.weights(),
        tally: games_read(&ground.games, args.moves),
        positions: trained.basis.positions,
        passes: &trained.passes,
        params: &params,
        groups: catalogue.groups(),
        name: &|id| catalogue.name(id),
        group: &|id| catalogue.group(id),
    };
    let extract = || SceneExtract::new(vocabulary.clone());
    learned.keep(args, &ground, extract, screen)
}
