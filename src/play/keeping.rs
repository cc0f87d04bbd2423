//! The game on the table to and from files, and what becomes of it when nobody has saved it.

use std::io::Write;
use std::path::Path;

use tengen_go::{Color, Game};
use tengen_record::sgf::{Info, Player, today};

use super::input::{Input, Typed};
use super::record::{load, save, with_ending};
use super::table::{Played, Table, WARNING};
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
                self.draft.settle(&path);
                self.file = Some(path);
                self.saved = Some(self.played());
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
            date: self.date.clone(),
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
        let date = Some(loaded.date).filter(|date| !date.is_empty());
        let date = date.unwrap_or_else(today);
        if !self.begin_another(loaded.game, date, Some(file), screen)? {
            return Ok(());
        }
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
        self.look_for_the_end(screen)?;
        self.saved = Some(self.played());
        Ok(())
    }

    /// Puts another game on the table, or not: who would lose the one that is there has to say it twice. A file that
    /// it comes from is not the one that it is saved to: what that holds beside the moves would be lost if it were
    /// saved over unasked.
    pub(super) fn begin_another(
        &mut self,
        game: Game,
        date: String,
        file: Option<&Path>,
        screen: &mut Screen,
    ) -> Result<bool, Failure> {
        if self.is_unsaved() {
            let now = Some(self.played());
            if self.draft.trouble().is_some() && self.given_up != now {
                self.given_up = now;
                let sentence = "The game is not saved and cannot be kept; the same again drops it.";
                writeln!(screen, "{WARNING}{sentence}{WARNING:#}")?;
                return Ok(false);
            }
            self.tell_where(screen)?;
        }
        self.session.new_game(game);
        self.date = date;
        (self.result, self.file, self.given_up) = (None, None, None);
        (self.saved, self.drafted) = (None, None);
        self.draft.comes_from(file);
        Ok(true)
    }

    /// How far the game is.
    fn played(&self) -> Played {
        (self.session.game().moves().collect(), self.result)
    }

    /// Tests if there is a game that would be lost.
    fn is_unsaved(&self) -> bool {
        let now = self.played();
        !now.0.is_empty() && self.saved.as_ref() != Some(&now)
    }

    /// Keeps the game in its draft as long as it is not saved.
    pub(super) fn keep(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        if !self.is_unsaved() {
            self.draft.discard();
            self.drafted = None;
            return Ok(());
        }
        let now = Some(self.played());
        if self.drafted == now {
            return Ok(());
        }
        self.drafted = now;
        let (info, is_over) = (self.info(), self.result.is_some());
        let game = self.session.game();
        if self.draft.write(is_over, |path| save(path, game, &info)) {
            let why = self
                .draft
                .trouble()
                .unwrap_or_default()
                .trim_end_matches('.');
            writeln!(
                screen,
                "{WARNING}The game is not kept while it is not saved: {why}.{WARNING:#}"
            )?;
        }
        Ok(())
    }

    /// Says where the unsaved game is, which goes off the table.
    fn tell_where(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        let is_whole = self.draft.trouble().is_none();
        match self.draft.part() {
            Some(kept) if is_whole => writeln!(screen, "{kept}")?,
            _ => writeln!(screen, "{WARNING}The game was not saved.{WARNING:#}")?,
        }
        Ok(())
    }

    /// Leaves the game, or not: who sits at a terminal is asked what is to become of one that is not saved.
    pub(super) fn leave(
        &mut self,
        input: &mut Input,
        screen: &mut Screen,
    ) -> Result<bool, Failure> {
        if !self.is_unsaved() {
            return Ok(true);
        }
        if input.is_terminal() && !self.ask_to_leave(input, screen)? {
            return Ok(false);
        }
        match self.is_unsaved() {
            true if self.drafted.is_some() => self.tell_where(screen)?,
            true => {}
            false => self.draft.discard(),
        }
        Ok(true)
    }

    /// Asks whether to keep an unsaved game; true to leave.
    fn ask_to_leave(&mut self, input: &mut Input, screen: &mut Screen) -> Result<bool, Failure> {
        let question = match (&self.file, self.draft.trouble()) {
            (Some(file), _) => format!("Save the game to {} before you leave?", file.display()),
            (None, None) => "The game is not saved. Keep it?".to_owned(),
            (None, Some(_)) => "The game is not saved and cannot be kept. Leave it?".to_owned(),
        };
        loop {
            let typed = input.ask(&format!("{question} (yes, no, cancel)"), screen)?;
            let Typed::Line(answer) = typed else {
                return Ok(true);
            };
            match answer.trim().to_lowercase().as_str() {
                "" | "y" | "yes" => {
                    if self.file.is_some() {
                        self.save(None, true, screen)?;
                    }
                    return Ok(true);
                }
                "n" | "no" if self.file.is_none() && self.draft.trouble().is_some() => {
                    return Ok(false);
                }
                "n" | "no" => {
                    self.draft.discard();
                    self.drafted = None;
                    return Ok(true);
                }
                "c" | "cancel" => return Ok(false),
                _ => writeln!(screen, "That is neither yes nor no nor cancel.")?,
            }
        }
    }
}
