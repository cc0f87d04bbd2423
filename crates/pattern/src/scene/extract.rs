//! Games to samples.

use std::ops::Range;
use std::sync::Arc;

use tengen_go::{Move, Size};

use super::{Scene, Vocabulary};
use crate::corpus::Game;
use crate::team::{Extract, Sample};

/// Follows games and gives the teams of their candidates.
pub struct SceneExtract {
    vocabulary: Arc<Vocabulary>,
    scene: Scene,
    sample: Sample,
}

impl SceneExtract {
    /// By this vocabulary.
    #[must_use]
    pub fn new(vocabulary: Arc<Vocabulary>) -> Self {
        Self {
            scene: Scene::new(vocabulary.clone(), Size::NINETEEN),
            vocabulary,
            sample: Sample::default(),
        }
    }
}

impl Extract for SceneExtract {
    fn features(&self) -> usize {
        self.vocabulary.len()
    }

    fn replay(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &Sample)) {
        self.scene.start(game);
        for (number, &(color, mv)) in game.moves.iter().enumerate().take(moves.end) {
            if let Move::Play(point) = mv
                && number >= moves.start
            {
                if !self.scene.sample(color, point, &mut self.sample) {
                    return;
                }
                sink(number, &self.sample);
            }
            if !self.scene.play(color, mv) {
                return;
            }
        }
    }
}
