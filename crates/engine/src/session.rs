//! A game and its player: what every front end talks to.
//!
//! The session owns the game with its history, the clocks, and one search that lives as long as
//! the game. Front ends change the game as they like (moves, undo, setups, other rules); the search
//! finds out by itself how much of its tree still holds.

use std::time::{Duration, Instant};

use tengen_game::{PerColor, Rng};
use tengen_go::{Color, Game, Illegal, Move, PointSet, Score};
use tengen_params::set;
use tengen_search::Shape;
use tengen_search::portable::pow;

use crate::clock::Moment;
use crate::go::dead;
use crate::passing::{self, Ending};
use crate::{
    Analysis, Candidate, Clock, Control, Limits, ModelFault, Models, Parameters, Restriction,
    SettingError, Task, Thinker, TimeSystem, go,
};

/// What a player does on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A move, maybe a pass.
    Play(Move),
    /// It gives the game up.
    Resign,
}

/// A verdict and the search behind it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What to do.
    pub verdict: Verdict,
    /// Whose decision it is.
    pub color: Color,
    /// Why, where it is not simply the best move of the search.
    pub reason: Option<&'static str>,
    /// What the search found.
    pub analysis: Analysis,
}

/// How many playouts tell dead stones from living ones.
const JUDGING: u64 = 1000;
/// And how many have to do at least, however little time there is.
const LEAST_JUDGING: u64 = 64;

/// A game and its player.
pub struct Session {
    game: Game,
    parameters: Parameters,
    models: Models,
    /// Why the models are not those that the parameters want.
    fault: Option<ModelFault>,
    clock: Clock,
    made: Made,
    /// How many own moves in a row looked lost.
    hopeless: PerColor<u32>,
    last: Option<Decision>,
}

impl Session {
    /// A session with this player, at this point of a game.
    ///
    /// A missing model is skipped, and [`Session::fault`] says so: whoever takes
    /// parameters from a user asks before the game begins.
    #[must_use]
    pub fn new(parameters: Parameters, game: Game) -> Self {
        let (models, fault) = match Models::load(&parameters) {
            Ok(models) => (models, None),
            Err(fault) => (Models::default(), Some(fault)),
        };
        Self {
            game,
            parameters,
            models,
            fault,
            clock: Clock::default(),
            made: Made::default(),
            hopeless: PerColor::default(),
            last: None,
        }
    }

    /// The game up to now.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The parameters of the player.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The models of the player.
    #[must_use]
    pub const fn models(&self) -> &Models {
        &self.models
    }

    /// Why the player does without a model that its parameters want.
    #[must_use]
    pub const fn fault(&self) -> Option<&ModelFault> {
        self.fault.as_ref()
    }

    /// The clocks.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The clocks, to be set.
    pub const fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// The last decision of [`Session::choose`] in this game.
    #[must_use]
    pub const fn last_decision(&self) -> Option<&Decision> {
        self.last.as_ref()
    }

    /// Sets a parameter from its text; the search starts afresh with it.
    ///
    /// # Errors
    /// If there is no such parameter, it does not take the value, or a model that is wanted then
    /// cannot be had; nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let mut parameters = self.parameters.clone();
        set(&mut parameters, name, value)?;
        self.set_parameters(parameters)?;
        Ok(())
    }

    /// Takes all parameters of another player; the search starts afresh with them.
    ///
    /// # Errors
    /// If a model of that player cannot be had, or its parts do not go together; nothing changes then.
    pub fn set_parameters(&mut self, parameters: Parameters) -> Result<(), ModelFault> {
        parameters.check()?;
        if !self.models.suit(&parameters) {
            self.models = Models::load(&parameters)?;
        }
        self.fault = None;
        self.parameters = parameters;
        self.made.discard();
        Ok(())
    }

    /// Forgets what the search has learned, and gives its memory back.
    pub fn forget(&mut self) {
        self.made.discard();
    }

    /// Begins another game; the clocks start anew.
    pub fn new_game(&mut self, game: Game) {
        self.made.new_game();
        self.game = game;
        self.clock.restart();
        self.hopeless = PerColor::default();
        self.last = None;
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is illegal; the game is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.game.play(color, mv)
    }

    /// Takes the last move back and returns it; `None` at the start of the game.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        self.hopeless = PerColor::default();
        self.game.undo()
    }

    /// Changes the game in any other way: komi, rules, handicap, setup. The size must stay; see
    /// [`Session::new_game`].
    pub fn edit<R>(&mut self, change: impl FnOnce(&mut Game) -> R) -> R {
        let size = self.game.size();
        let result = change(&mut self.game);
        if self.game.size() != size {
            self.made.discard();
        }
        result
    }

    /// What a move of this side may cost now: by the clock if one runs, and by the parameters.
    #[must_use]
    pub fn limits(&self, color: Color) -> Limits {
        let budget = &self.parameters.budget;
        let moment = Moment {
            moves: self.game.moves().len(),
            area: self.game.size().area(),
        };
        let clocked = self.clock.allot(color, moment, &self.parameters.time);
        let set = (budget.seconds > 0.0).then(|| Duration::from_secs_f64(budget.seconds));
        let time = clocked.or(set);
        let playouts = (budget.playouts > 0).then_some(budget.playouts);
        Limits {
            playouts: playouts.or(if time.is_none() { Some(FALLBACK) } else { None }),
            time,
            early_stop: self.parameters.search.choice.early_stop,
        }
    }

    /// Searches for a move of `color` without playing or deciding anything.
    pub fn analyze(
        &mut self,
        color: Color,
        limits: Limits,
        restriction: &Restriction,
        control: &mut dyn Control,
    ) -> Analysis {
        let task = Task {
            game: &self.game,
            turn: color,
            limits,
            restriction,
        };
        self.made
            .search(&self.parameters, &self.models, &self.game)
            .think(&task, control)
    }

    /// How the tree of the last search has grown; `None` if nothing was searched since the player
    /// was made or changed.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        self.made.thinker.as_ref().map(|thinker| thinker.shape())
    }

    /// Distributions that the last search has counted, by name: see [`Thinker::rows`].
    #[must_use]
    pub fn rows(&self) -> Vec<(&'static str, Vec<u64>)> {
        let thinker = self.made.thinker.as_ref();
        thinker.map(|thinker| thinker.rows()).unwrap_or_default()
    }

    /// Decides on a move of `color` without playing it.
    pub fn choose(
        &mut self,
        color: Color,
        restriction: &Restriction,
        control: &mut dyn Control,
    ) -> Decision {
        let limits = self.limits(color);
        let analysis = self.analyze(color, limits, restriction, control);
        let mut decision = Decision {
            verdict: Verdict::Play(self.drawn(color, &analysis)),
            color,
            reason: None,
            analysis,
        };
        if let Some((verdict, reason)) = self.overruled(&decision, restriction) {
            decision.verdict = verdict;
            decision.reason = Some(reason);
        }
        self.last = Some(decision.clone());
        decision
    }

    /// The best move, or one drawn by visits if the parameters want chance in the choice.
    fn drawn(&self, color: Color, analysis: &Analysis) -> Move {
        let best = analysis.best().map_or(Move::Pass, |best| best.mv);
        let temperature = self.parameters.search.choice.temperature;
        if temperature == 0.0 {
            return best;
        }
        // A move of its own in every position, and the same whenever the position comes again.
        let seed =
            self.parameters.budget.seed ^ self.game.hash() ^ u64::from(u32::from(color.letter()));
        let mut left = Rng::new(seed).unit();
        let most = analysis.candidates.iter().map(|c| c.visits).max();
        let weight = |c: &Candidate| {
            let share = c.visits as f32 / most.unwrap_or(1) as f32;
            f64::from(pow(share, 1.0 / temperature))
        };
        left *= analysis.candidates.iter().map(weight).sum::<f64>();
        for candidate in &analysis.candidates {
            left -= weight(candidate);
            if left <= 0.0 {
                return candidate.mv;
            }
        }
        best
    }

    /// Passing and resigning, which the search itself knows nothing of.
    fn overruled(
        &mut self,
        decision: &Decision,
        restriction: &Restriction,
    ) -> Option<(Verdict, &'static str)> {
        let color = decision.color;
        let pass = Verdict::Play(Move::Pass);
        let ending = self.ending(decision, restriction);
        if ending == Ending::Agreed {
            return Some((pass, "the opponent has passed and the count is won"));
        }
        let lost = self.looks_lost(decision) && restriction.is_empty();
        if lost && self.hopeless[color] + 1 >= self.parameters.resign.moves {
            return Some((Verdict::Resign, "the game is lost"));
        }
        match ending {
            Ending::Settled => Some((pass, "nothing is left to play for")),
            Ending::Losing if decision.verdict == pass => {
                let mut moves = decision.analysis.candidates.iter().map(|c| c.mv);
                let other = moves.find(|&mv| mv != Move::Pass)?;
                Some((Verdict::Play(other), "a pass would lose the count"))
            }
            Ending::Losing | Ending::Open | Ending::Agreed => None,
        }
    }

    /// Whether the game may end here, as far as anybody wants to know.
    fn ending(&mut self, decision: &Decision, restriction: &Restriction) -> Ending {
        let color = decision.color;
        // A pass that gives points away is none to end the game with, won or not.
        let exact = decision.analysis.exact.as_ref();
        let loses = exact.is_some_and(|exact| exact.pass.is_some_and(|pass| pass < exact.score));
        if loses
            || !self.parameters.passing.sane
            || !restriction.allows(color, Move::Pass, 0)
            || !passing::may_end(&self.game, decision)
        {
            return Ending::Open;
        }
        let ownership = self.ownership(self.judging(decision));
        // A difference game is even whoever is ahead: it gives no hope.
        let hopes = decision.analysis.winrate >= 0.5 && !self.parameters.difference.on;
        passing::ending(&self.game, color, &ownership, hopes)
    }

    fn looks_lost(&self, decision: &Decision) -> bool {
        let threshold = f64::from(self.parameters.resign.threshold);
        let analysis = &decision.analysis;
        if let Some(exact) = analysis.exact {
            return exact.score < 0.0 && exact.hope < threshold;
        }
        // Under dynamic komi the playouts of a move without it may be few, so all of them have a say.
        let open = analysis.dynamic_komi.is_some() && analysis.winrate >= threshold;
        let best = analysis.best();
        !open && best.is_some_and(|best| best.winrate < threshold)
    }

    /// How many playouts may judge what is dead after this search: where a clock runs, a small part
    /// of those that there was time for.
    fn judging(&self, decision: &Decision) -> u64 {
        match self.clock.system() {
            TimeSystem::None => JUDGING,
            _ => {
                let threads = u64::from(self.parameters.budget.threads);
                (decision.analysis.playouts / (20 * threads)).clamp(LEAST_JUDGING, JUDGING)
            }
        }
    }

    /// Decides on a move of `color` and plays it, on its clock.
    pub fn genmove(
        &mut self,
        color: Color,
        restriction: &Restriction,
        control: &mut dyn Control,
    ) -> Decision {
        let start = Instant::now();
        let decision = self.choose(color, restriction, control);
        self.settle(start, &decision);
        decision
    }

    /// Plays what was decided since `start`.
    fn settle(&mut self, start: Instant, decision: &Decision) {
        let color = decision.color;
        if let Verdict::Play(mv) = decision.verdict {
            let played = self.game.play(color, mv);
            debug_assert!(played.is_ok(), "the search chose {mv:?}: {played:?}");
        }
        let lost = self.looks_lost(decision);
        self.hopeless[color] = if lost { self.hopeless[color] + 1 } else { 0 };
        self.clock.spend(color, start.elapsed());
    }

    /// A move that takes dead stones off the board, or a pass when there are none: for the end of a
    /// game whose players do not agree about them. It is played.
    pub fn clean_up(&mut self, color: Color, control: &mut dyn Control) -> Decision {
        let start = Instant::now();
        let dead = self.dead_stones();
        let restriction = passing::clean_up(&self.game, color, &dead);
        let mut decision = self.choose(color, &restriction, control);
        decision.reason = Some(match decision.verdict {
            Verdict::Play(Move::Pass) => "no dead stones are left",
            _ => "dead stones are taken off",
        });
        self.last = Some(decision.clone());
        self.settle(start, &decision);
        decision
    }

    /// Thinks while the opponent does, until the control interrupts.
    pub fn ponder(&mut self, control: &mut dyn Control) {
        let limits = Limits {
            playouts: Some(PONDERED),
            ..Limits::default()
        };
        let turn = self.game.turn();
        self.analyze(turn, limits, &Restriction::default(), control);
    }

    /// The stones that are probably dead, if the game ended here.
    pub fn dead_stones(&mut self) -> PointSet {
        let ownership = self.ownership(JUDGING);
        dead::by_ownership(&self.game, &ownership)
    }

    fn ownership(&mut self, playouts: u64) -> Vec<f32> {
        self.made
            .search(&self.parameters, &self.models, &self.game)
            .ownership(&self.game, playouts)
    }

    /// The score if the game ended here, dead stones taken off where the rules let players agree
    /// about them.
    pub fn final_score(&mut self) -> Score {
        let dead = if self.game.rules().counts_what_stands() {
            PointSet::EMPTY
        } else {
            self.dead_stones()
        };
        self.game.score(&dead)
    }
}

/// The search, made when it is needed, for the parameters and the size of then.
#[derive(Default)]
struct Made {
    thinker: Option<Box<dyn Thinker>>,
    /// How many games were thought about before this one: each has random numbers of its own, which
    /// do not depend on what happened in the others.
    games: u64,
}

impl Made {
    fn search(
        &mut self,
        parameters: &Parameters,
        models: &Models,
        game: &Game,
    ) -> &mut dyn Thinker {
        let seed = parameters.budget.seed ^ (self.games << 40);
        let made = || go::thinker(parameters, models, game.size(), seed);
        self.thinker.get_or_insert_with(made).as_mut()
    }

    /// The next search is made anew.
    fn discard(&mut self) {
        self.thinker = None;
    }

    /// Another game begins.
    fn new_game(&mut self) {
        if self.thinker.take().is_some() {
            self.games += 1;
        }
    }
}

/// The playouts of a move where neither playouts nor time are limited.
const FALLBACK: u64 = 10_000;
/// Enough of pondering: a tree that large changes no more.
const PONDERED: u64 = 10_000_000;
