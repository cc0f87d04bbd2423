//! The game on the table, and everything that a person can do to it.

use std::io::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use tengen_game::{PerColor, Rng};
use tengen_go_engine::level::Rank;
use tengen_go_engine::{Analysis, Restriction, Session, Verdict, adviser};

use tengen_go::{Color, Game, Move, Size};
use tengen_record::sgf::today;
use tengen_record::{GameResult, Margin};

use super::alarm::Alarm;
use super::command::{Command, HELP, Level};
use super::draft::Draft;
use super::{Args, Side};
use crate::board::draw;
use crate::failure::Failure;
use crate::player::tell_left_out;
use crate::screen::{Screen, count};
use crate::thinking::Thinking;
use crate::wording::{FULL, lead, line, percent};

pub(super) const STRONG: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const WARNING: Style = AnsiColor::Yellow.on_default();

/// The size of the board unless another is asked for: a game that ends within minutes.
const USUAL: Size = Size::NINE;
/// So many moves of an expected line are shown.
const FORESIGHT: usize = 8;
/// So many moves are hinted at.
const HINTS: usize = 3;

/// A game and who plays it.
pub(super) struct Table<'a> {
    pub(super) args: &'a Args,
    pub(super) session: Session,
    /// What a move may cost at full strength, as the game began: playouts and seconds.
    usual: (u64, f64),
    /// The sides that people play.
    pub(super) people: PerColor<bool>,
    /// The result of the game, if it has ended.
    pub(super) result: Option<GameResult>,
    /// The file that the game was saved to.
    pub(super) file: Option<PathBuf>,
    /// The date of the game.
    pub(super) date: String,
    /// The game as it was saved or loaded.
    pub(super) saved: Option<Played>,
    /// The game as the draft holds it.
    pub(super) drafted: Option<Played>,
    /// The game of which was said that it cannot be kept, and that asking again drops it.
    pub(super) given_up: Option<Played>,
    /// The game as long as it is not saved.
    pub(super) draft: Draft,
    /// Ctrl-C.
    pub(super) alarm: Alarm,
}

/// How far a game is: what there is to be saved of it.
pub(super) type Played = (Vec<(Color, Move)>, Option<GameResult>);

impl<'a> Table<'a> {
    /// A new game as the arguments ask for it.
    pub(super) fn new(args: &'a Args, terminal: bool) -> Result<Self, Failure> {
        let mut parameters = args.player.eager(args.player.parameters()?);
        args.player.enliven(&mut parameters);
        let game = begin(args, USUAL).map_err(Failure::Usage)?;
        tell_left_out(&parameters, game.size());
        let drawn = Color::BOTH[Rng::new(parameters.budget.seed).below(2) as usize];
        let [black, white] = Color::BOTH.map(|color| match args.color {
            Side::Black => color == Color::Black,
            Side::White => color == Color::White,
            Side::Random => color == drawn,
            Side::Both => true,
            Side::None => false,
        });
        let draft = Draft::default();
        let alarm = Alarm::set(terminal, draft.whereabouts())?;
        Ok(Self {
            args,
            usual: (parameters.budget.playouts, parameters.budget.seconds),
            session: Session::new(parameters, game),
            people: PerColor { black, white },
            result: None,
            file: None,
            date: today(),
            saved: None,
            drafted: None,
            given_up: None,
            draft,
            alarm,
        })
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Size {
        self.session.game().size()
    }

    /// Says what is played, and draws the board.
    pub(super) fn greet(&self, screen: &mut Screen) -> Result<(), Failure> {
        let game = self.session.game();
        let who = match (self.people.black, self.people.white) {
            (true, true) => "people play both sides".to_owned(),
            (false, false) => "the engine plays itself".to_owned(),
            (black, _) => format!("you are {}", if black { "Black" } else { "White" }),
        };
        writeln!(
            screen,
            "{STRONG}{}, {} rules, komi {}{}: {who}.{STRONG:#} Level {}; `help` lists the commands.",
            game.size(),
            game.rules(),
            game.komi(),
            match game.handicap() {
                0 => String::new(),
                stones => format!(", {}", count(stones as u64, "handicap stone")),
            },
            self.rank(),
        )?;
        let threads = self.session.seated().budget.threads;
        if threads > 1 {
            writeln!(screen, "The engine thinks on {threads} threads.")?;
        }
        writeln!(screen)?;
        if self.args.load.is_none() {
            self.show(screen)?;
        }
        Ok(())
    }

    /// The prompt for a person.
    pub(super) fn prompt(&self) -> String {
        match self.result {
            Some(_) => "The game is over (new, undo, save, quit):".to_owned(),
            None => format!("{} to play:", self.session.game().turn()),
        }
    }

    /// True if the engine has to move.
    pub(super) fn is_the_engines_turn(&self) -> bool {
        self.result.is_none() && !self.people[self.session.game().turn()]
    }

    /// True if the engine plays both sides and was interrupted.
    pub(super) fn is_interrupted_alone(&self) -> bool {
        !self.people.black && !self.people.white && self.alarm.has_rung()
    }

    /// Lets the engine move.
    pub(super) fn answer(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        let color = self.session.game().turn();
        // The stone of a person is drawn with the answer to it.
        let last = self.session.game().last_move();
        let undrawn = matches!(last, Some((by, Move::Play(_))) if self.people[by]);
        let (limits, size) = (self.session.limits(color), self.size());
        let none = Restriction::default();
        let decision = self.alarm.thinking(|halt| {
            let mut thinking = Thinking::new(limits, size, halt);
            self.session.genmove(color, &none, &mut thinking)
        });
        if undrawn || matches!(decision.verdict, Verdict::Play(Move::Play(_))) {
            self.show(screen)?;
        }
        let reason = decision.reason.map_or(String::new(), |r| format!(": {r}"));
        let Verdict::Play(mv) = decision.verdict else {
            writeln!(screen, "{STRONG}{color} resigns{STRONG:#}{reason}.")?;
            return self.give_up(color, screen);
        };
        writeln!(
            screen,
            "Move {}: {STRONG}{}{STRONG:#}{reason}. {}",
            self.session.game().moves().len(),
            played(color, mv, self.size()),
            standing(&decision.analysis, self.is_instinct())
        )?;
        self.foresee(&decision.analysis, mv, screen)?;
        self.look_for_the_end(screen)
    }

    /// Shows the line that the engine expects after its move.
    fn foresee(&self, analysis: &Analysis, mv: Move, screen: &mut Screen) -> Result<(), Failure> {
        let Some(best) = analysis.best().filter(|best| best.mv == mv) else {
            return Ok(());
        };
        if best.pv.len() > 1 {
            let line = line(&best.pv[1..], self.size(), FORESIGHT);
            writeln!(screen, "{DIM}It expects {line}.{DIM:#}")?;
        }
        Ok(())
    }

    /// Does what a person has typed.
    pub(super) fn obey(&mut self, command: Command, screen: &mut Screen) -> Result<(), Failure> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Play(mv) => self.play(mv, screen),
            Command::Undo => self.undo(screen),
            Command::Hint => self.hint(screen),
            Command::Score => {
                writeln!(screen, "If the game ended here:")?;
                self.tell_count(screen).map(drop)
            }
            Command::Save { file, replace } => self.save(file.as_deref(), replace, screen),
            Command::Load(file) => self.load(&file, screen),
            Command::New(size) => self.restart(size, screen),
            Command::Board => self.show(screen),
            Command::Level(level) => self.level(level, screen),
            Command::Resign if self.result.is_some() => self.refuse(screen),
            Command::Resign => {
                let color = self.session.game().turn();
                writeln!(screen, "{STRONG}{color} resigns.{STRONG:#}")?;
                self.give_up(color, screen)
            }
            Command::Help => help(screen),
        }
    }

    fn refuse(&self, screen: &mut Screen) -> Result<(), Failure> {
        let sentence = "The game is over: undo takes the last moves back, new begins another.";
        writeln!(screen, "{sentence}")?;
        Ok(())
    }

    fn play(&mut self, mv: Move, screen: &mut Screen) -> Result<(), Failure> {
        if self.result.is_some() {
            return self.refuse(screen);
        }
        let color = self.session.game().turn();
        if let Err(illegal) = self.session.play(color, mv) {
            writeln!(
                screen,
                "{WARNING}That move is illegal: {illegal}.{WARNING:#}"
            )?;
            return Ok(());
        }
        if self.people[!color] {
            self.show(screen)?;
        }
        self.look_for_the_end(screen)
    }

    /// Takes back moves until it is a person's turn again.
    fn undo(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        let resigned = matches!(
            self.result,
            Some(GameResult::Win { winner, by: Margin::Resignation }) if self.people[!winner]
        );
        if resigned {
            self.result = None;
            writeln!(screen, "The resignation is taken back.")?;
            return Ok(());
        }
        let nobody = !self.people.black && !self.people.white;
        let own = |(color, _): (Color, Move)| nobody || self.people[color];
        if !self.session.game().moves().any(own) {
            writeln!(screen, "There is no move of yours to take back.")?;
            return Ok(());
        }
        self.result = None;
        let mut taken = Vec::new();
        while let Some((_, mv)) = self.session.undo() {
            taken.push(mv.label(self.size()));
            if nobody || self.people[self.session.game().turn()] {
                break;
            }
        }
        self.show(screen)?;
        writeln!(screen, "Taken back: {}.", taken.join(", "))?;
        Ok(())
    }

    /// Shows what the strongest player would do, whoever the opponent is.
    fn hint(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        if self.result.is_some() {
            return self.refuse(screen);
        }
        let color = self.session.game().turn();
        let seed = self.session.parameters().budget.seed;
        let mut adviser = adviser(self.session.game(), seed);
        let (limits, size) = (adviser.limits(color), self.size());
        let decision = self.alarm.thinking(|halt| {
            let mut thinking = Thinking::new(limits, size, halt);
            adviser.choose(color, &Restriction::default(), &mut thinking)
        });
        if let Some(reason) = decision.reason {
            let what = intended(decision.verdict, self.size());
            writeln!(screen, "The engine would {what}: {reason}.")?;
        }
        for candidate in decision.analysis.candidates.iter().take(HINTS) {
            writeln!(
                screen,
                "  {STRONG}{:<4}{STRONG:#}  {:>7}  {:>7}  {:>16}  {DIM}{}{DIM:#}",
                candidate.mv.label(self.size()),
                percent(candidate.winrate),
                lead(candidate.score, color),
                count(candidate.visits, "playout"),
                line(&candidate.pv, self.size(), FORESIGHT),
            )?;
        }
        if decision.analysis.full {
            writeln!(screen, "In this search {FULL}.")?;
        }
        Ok(())
    }

    fn restart(&mut self, size: Option<Size>, screen: &mut Screen) -> Result<(), Failure> {
        match begin_on(self.args, size.unwrap_or_else(|| self.size())) {
            Ok(game) => {
                if !self.begin_another(game, today(), None, screen)? {
                    return Ok(());
                }
                tell_left_out(self.session.parameters(), self.size());
                self.show(screen)
            }
            Err(sentence) => {
                writeln!(screen, "{WARNING}{sentence}.{WARNING:#}")?;
                Ok(())
            }
        }
    }

    fn level(&mut self, level: Option<Level>, screen: &mut Screen) -> Result<(), Failure> {
        let full = ("level.rank", Rank::Full.name().to_owned());
        let settings = match level {
            Some(Level::Rank(rank)) => {
                let (playouts, seconds) = self.usual;
                vec![
                    ("level.rank", rank.name().to_owned()),
                    ("budget.playouts", playouts.to_string()),
                    ("budget.seconds", seconds.to_string()),
                ]
            }
            Some(Level::Playouts(n)) => {
                vec![
                    ("budget.playouts", n),
                    ("budget.seconds", "0".to_owned()),
                    full,
                ]
            }
            Some(Level::Seconds(s)) => {
                vec![
                    ("budget.seconds", s),
                    ("budget.playouts", "0".to_owned()),
                    full,
                ]
            }
            None => {
                let (rank, spends) = (self.rank(), self.spends());
                writeln!(screen, "Level {rank}: {spends}.")?;
                return Ok(());
            }
        };
        let mut settings = settings.iter();
        match settings.try_for_each(|(name, value)| self.session.set(name, value)) {
            Ok(()) => {
                let (rank, spends) = (self.rank(), self.spends());
                writeln!(screen, "From now on level {rank}: {spends}.")?;
            }
            Err(error) => writeln!(screen, "{WARNING}{error}.{WARNING:#}")?,
        }
        Ok(())
    }

    /// The level of the engine.
    fn rank(&self) -> &'static str {
        self.session.parameters().level.rank.name()
    }

    /// Tests if the engine moves without a search worth the name.
    fn is_instinct(&self) -> bool {
        self.session.seated().instinct.on
    }

    /// The cost that a move may have, in words.
    fn spends(&self) -> String {
        if self.is_instinct() {
            return "it moves at first sight, without looking ahead".to_owned();
        }
        let limits = self.session.limits(self.session.game().turn());
        let playouts = limits.playouts.map(|n| count(n, "playout"));
        let seconds = limits.time.map(|time| format!("{} s", time.as_secs_f64()));
        let both: Vec<String> = playouts.into_iter().chain(seconds).collect();
        format!("a move may take {}", both.join(" or "))
    }

    /// Draws the board, with the prisoners if there are any.
    pub(super) fn show(&self, screen: &mut Screen) -> Result<(), Failure> {
        let game = self.session.game();
        let last = game.last_move().and_then(|(_, mv)| mv.point());
        draw(screen, game.stones(), last)?;
        let [black, white] = Color::BOTH.map(|color| game.captures(color));
        if black + white > 0 {
            writeln!(
                screen,
                "{DIM}Captured by Black {black}, by White {white}.{DIM:#}"
            )?;
        }
        Ok(())
    }
}

/// The game that the arguments ask for, on a board of this size if they name none.
fn begin(args: &Args, usual: Size) -> Result<Game, String> {
    begin_on(args, args.player.new_size(usual))
}

/// The game that the arguments ask for, on a board of this size.
fn begin_on(args: &Args, size: Size) -> Result<Game, String> {
    let mut game = args.player.game(size, args.handicap);
    if args.handicap > 0 {
        game.fixed_handicap(args.handicap)
            .map_err(|error| error.to_string())?;
    }
    Ok(game)
}

/// `White plays E5`.
fn played(color: Color, mv: Move, size: Size) -> String {
    match mv {
        Move::Pass => format!("{color} passes"),
        Move::Play(point) => format!("{color} plays {}", point.label(size)),
    }
}

/// `play E5`, `pass` or `resign`.
fn intended(verdict: Verdict, size: Size) -> String {
    match verdict {
        Verdict::Resign => "resign".to_owned(),
        Verdict::Play(Move::Pass) => "pass".to_owned(),
        Verdict::Play(mv) => format!("play {}", mv.label(size)),
    }
}

/// A sentence on how the engine sees the game after its search, or at first sight.
fn standing(analysis: &Analysis, at_sight: bool) -> String {
    let (winrate, score) = analysis
        .best()
        .map_or((analysis.winrate, analysis.score), |best| {
            (best.winrate, best.score)
        });
    let full = if analysis.full {
        format!("; {FULL}")
    } else {
        String::new()
    };
    let effort = match at_sight {
        true => "at first sight".to_owned(),
        false => format!(
            "{} in {:.1} s",
            count(analysis.playouts, "playout"),
            analysis.elapsed.as_secs_f64()
        ),
    };
    format!(
        "It sees {} for {}, {}; {effort}{full}.",
        percent(winrate),
        analysis.turn,
        lead(score, analysis.turn),
    )
}

fn help(screen: &mut Screen) -> Result<(), Failure> {
    let width = HELP.iter().map(|(usage, _)| usage.len()).max().unwrap_or(0);
    for (usage, what) in HELP {
        writeln!(screen, "  {STRONG}{usage:<width$}{STRONG:#}  {what}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intentions_end_a_sentence() {
        let play = |text: &str| {
            let mv = Move::parse(text, Size::NINE).unwrap();
            intended(Verdict::Play(mv), Size::NINE)
        };
        assert_eq!(play("f9"), "play F9");
        assert_eq!(play("pass"), "pass");
        assert_eq!(intended(Verdict::Resign, Size::NINE), "resign");
    }
}
