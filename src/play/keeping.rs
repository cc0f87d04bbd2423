//! The game on the table to and from files.

use std::io::Write;
use std::path::Path;

use tengen_go::Color;
use tengen_record::sgf::{Info, Player};

use super::record::{load, save, with_ending};
use super::table::{Table, WARNING};
use crate::failure::Failure;
use crate::screen::{Screen, count};
use crate::wording::komi;

impl Table<'_> {
    /// Writes the game to a file.
    pub(super) fn save(
        &mut self,
        file: Option<&Path>,
        replace: bool,
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        let named = file.map(with_ending).or_else(|| self.file.clone());
        let Some(path) = named else {
            writeln!(screen, "`save` takes the name of a file, such as game.sgf.")?;
            return Ok(());
        };
        let own = self.file.as_ref() == Some(&path);
        if path.is_file() && !own && !replace {
            let name = path.display();
            writeln!(screen, "{name} exists already; `save! {name}` replaces it.")?;
            return Ok(());
        }
        match save(&path, self.session.game(), &self.info()) {
            Ok(()) => {
                writeln!(screen, "Saved as {}.", path.display())?;
                self.file = Some(path);
            }
            Err(sentence) => writeln!(screen, "{WARNING}{sentence}{WARNING:#}")?,
        }
        Ok(())
    }

    /// The information about the game for a record.
    fn info(&self) -> Info {
        let name = |color: Color| {
            let engine = || format!("Tengen ({})", self.session.parameters().recipe.name);
            Player {
                name: if self.people[color] {
                    "Human".to_owned()
                } else {
                    engine()
                },
                rank: String::new(),
            }
        };
        Info {
            black: name(Color::Black),
            white: name(Color::White),
            result: self.result,
            ..Info::new(self.size())
        }
    }

    /// Resumes the game in a file; nothing changes if there is none.
    pub(super) fn load(&mut self, file: &Path, screen: &mut Screen) -> Result<(), Failure> {
        match self.open(file, screen) {
            Err(Failure::Failed(sentence)) => {
                writeln!(screen, "{WARNING}{sentence}.{WARNING:#}")?;
                Ok(())
            }
            outcome => outcome,
        }
    }

    /// Resumes the game in a file, and prints what is wrong with it.
    ///
    /// # Errors
    /// If there is no game that can be played.
    pub(super) fn open(&mut self, file: &Path, screen: &mut Screen) -> Result<(), Failure> {
        let loaded = load(file, &self.args.player).map_err(Failure::Failed)?;
        for fault in &loaded.faults {
            writeln!(screen, "{WARNING}{fault}{WARNING:#}")?;
        }
        self.session.new_game(loaded.game);
        self.result = None;
        // What the file holds beside the moves would be lost if it were saved over unasked.
        self.file = None;
        self.show(screen)?;
        let game = self.session.game();
        let moves = count(game.moves().len() as u64, "move");
        writeln!(
            screen,
            "{} loaded: {moves}, {} rules, komi {}.",
            file.display(),
            game.rules(),
            komi(game.komi(), loaded.komi_is_named)
        )?;
        self.look_for_the_end(screen)
    }
}
