//! A game and its player: what every front end talks to.
//!
//! The session owns the game with its history, the clocks, and one search that lives as long as
//! the game. Front ends change the game as they like (moves, undo, setups, other rules); the search
//! finds out by itself how much of its tree still holds.

use std::time::{Duration, Instant};

use tengen_game::{Color, Game, PerColor, Rng};
use tengen_params::{ParamError, set};
use tengen_search::Shape;
use tengen_search::portable::pow;
use thiserror::Error;

use crate::kit::GameOf;
use crate::{
    Analysis, Candidate, Clock, Control, Groups, Kit, Limits, MoveOf, Restriction, Task, Thinker,
};

/// The action of a player on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<M> {
    /// A move, maybe a pass.
    Play(M),
    /// It gives the game up.
    Resign,
}

/// A verdict and the search behind it.
#[derive(Clone, Debug)]
pub struct Decision<K: Kit> {
    /// The verdict.
    pub verdict: Verdict<MoveOf<K>>,
    /// The side whose decision it is.
    pub color: Color,
    /// The reason, where it is not simply the best move of the search.
    pub reason: Option<&'static str>,
    /// The findings of the search.
    pub analysis: Analysis<K>,
}

/// A parameter cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError<F: std::error::Error> {
    /// There is no such parameter, or it does not take the value.
    #[error(transparent)]
    Parameter(#[from] ParamError),
    /// The model that it names, or makes necessary, is not there, or it does not go together with
    /// another parameter.
    #[error("{0}")]
    Fault(#[source] F),
}

/// A game and its player.
pub struct Session<K: Kit> {
    game: K::Game,
    /// The parameters as they were set.
    parameters: K::Parameters,
    /// The same as this game wants them.
    seated: K::Parameters,
    models: K::Models,
    /// The reason why the models are not those that the parameters want.
    fault: Option<K::Fault>,
    clock: Clock,
    made: Made<K>,
    /// The number of own moves in a row that looked lost.
    hopeless: PerColor<u32>,
    last: Option<Decision<K>>,
}

impl<K: Kit> Session<K> {
    /// A session with this player, at this point of a game.
    ///
    /// A missing model is skipped, and [`Session::fault`] says so: whoever takes
    /// parameters from a user asks before the game begins.
    #[must_use]
    pub fn new(parameters: K::Parameters, game: K::Game) -> Self {
        let (models, fault) = match K::load(&parameters) {
            Ok(models) => (models, None),
            Err(fault) => (K::Models::default(), Some(fault)),
        };
        Self {
            fault,
            ..Self::with_models(parameters, models, game)
        }
    }

    /// The same with models that were loaded before, for these parameters.
    #[must_use]
    pub fn with_models(parameters: K::Parameters, models: K::Models, game: K::Game) -> Self {
        Self {
            seated: K::seated(&parameters, &game),
            game,
            parameters,
            models,
            fault: None,
            clock: Clock::default(),
            made: Made::default(),
            hopeless: PerColor::default(),
            last: None,
        }
    }

    /// The game up to now.
    #[must_use]
    pub const fn game(&self) -> &K::Game {
        &self.game
    }

    /// The parameters of the player.
    #[must_use]
    pub const fn parameters(&self) -> &K::Parameters {
        &self.parameters
    }

    /// The parameters by which it plays this game: see [`Kit::seated`].
    #[must_use]
    pub const fn seated(&self) -> &K::Parameters {
        &self.seated
    }

    /// The models of the player.
    #[must_use]
    pub const fn models(&self) -> &K::Models {
        &self.models
    }

    /// The reason why the player does without a model that its parameters want.
    #[must_use]
    pub const fn fault(&self) -> Option<&K::Fault> {
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
    pub const fn last_decision(&self) -> Option<&Decision<K>> {
        self.last.as_ref()
    }

    /// Sets a parameter from its text; the search starts afresh with it.
    ///
    /// # Errors
    /// If there is no such parameter, it does not take the value, or a model that is wanted then
    /// cannot be had; nothing changes then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError<K::Fault>> {
        let mut parameters = self.parameters.clone();
        set(&mut parameters, name, value)?;
        self.set_parameters(parameters).map_err(SettingError::Fault)
    }

    /// Takes all parameters of another player; the search starts afresh with them.
    ///
    /// # Errors
    /// If a model of that player cannot be had, or its parts do not go together; nothing changes then.
    pub fn set_parameters(&mut self, parameters: K::Parameters) -> Result<(), K::Fault> {
        K::reload(&mut self.models, &parameters)?;
        self.fault = None;
        self.parameters = parameters;
        self.sit_down();
        Ok(())
    }

    /// Takes the parameters that this game wants; the search starts afresh with them.
    fn sit_down(&mut self) {
        self.seated = K::seated(&self.parameters, &self.game);
        self.made.discard();
    }

    /// Forgets what the search has learned, and gives its memory back.
    pub fn forget(&mut self) {
        self.made.discard();
    }

    /// Begins another game; the clocks start anew.
    pub fn new_game(&mut self, game: K::Game) {
        self.made.new_game();
        self.game = game;
        self.seated = K::seated(&self.parameters, &self.game);
        self.clock.restart();
        self.hopeless = PerColor::default();
        self.last = None;
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is illegal; the game is unchanged then.
    pub fn play(
        &mut self,
        color: Color,
        mv: MoveOf<K>,
    ) -> Result<(), <GameOf<K> as Game>::Illegal> {
        self.game.play(color, mv)
    }

    /// Takes the last move back and returns it; `None` at the start of the game.
    pub fn undo(&mut self) -> Option<(Color, MoveOf<K>)> {
        self.hopeless = PerColor::default();
        self.game.undo()
    }

    /// Changes the game in any other way: komi, rules, handicap, setup. The geometry must stay; see
    /// [`Session::new_game`].
    pub fn edit<R>(&mut self, change: impl FnOnce(&mut K::Game) -> R) -> R {
        let geometry = self.game.geometry();
        let result = change(&mut self.game);
        if self.game.geometry() != geometry {
            self.sit_down();
        }
        result
    }

    /// The limits of a move of this side now: by the clock if one runs, and by the parameters.
    #[must_use]
    pub fn limits(&self, color: Color) -> Limits {
        let budget = self.seated.budget();
        let progress = self.game.progress();
        let clocked = self.clock.allot(color, progress, self.seated.time());
        let set = (budget.seconds > 0.0).then(|| Duration::from_secs_f64(budget.seconds));
        let time = clocked.or(set);
        let playouts = (budget.playouts > 0).then_some(budget.playouts);
        Limits {
            playouts: playouts.or(if time.is_none() { Some(FALLBACK) } else { None }),
            time,
            early_stop: self.seated.choice().early_stop,
        }
    }

    /// Searches for a move of `color` without playing or deciding anything.
    pub fn analyze(
        &mut self,
        color: Color,
        limits: Limits,
        restriction: &Restriction<MoveOf<K>>,
        control: &mut dyn Control<K>,
    ) -> Analysis<K> {
        let task = Task {
            game: &self.game,
            turn: color,
            limits,
            restriction,
        };
        self.made
            .search(&self.seated, &self.models, &self.game)
            .think(&task, control)
    }

    /// The game and the search, which is made if there is none yet.
    pub fn thinker(&mut self) -> (&K::Game, &mut K::Thinker) {
        let thinker = self.made.search(&self.seated, &self.models, &self.game);
        (&self.game, thinker)
    }

    /// The shape of the tree of the last search; `None` if nothing was searched since the player
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
        restriction: &Restriction<MoveOf<K>>,
        control: &mut dyn Control<K>,
    ) -> Decision<K> {
        self.choose_within(self.limits(color), color, restriction, control)
    }

    /// The same within limits of the caller's own.
    pub fn choose_within(
        &mut self,
        limits: Limits,
        color: Color,
        restriction: &Restriction<MoveOf<K>>,
        control: &mut dyn Control<K>,
    ) -> Decision<K> {
        let analysis = self.analyze(color, limits, restriction, control);
        let mut decision = Decision {
            verdict: self.drawn(&analysis, restriction),
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

    /// The best move, or one drawn by visits if the parameters want chance in the choice; a pass is never drawn, nor what
    /// has fewer visits than the pass. Who has no move passes, or resigns where there is no pass.
    fn drawn(
        &self,
        analysis: &Analysis<K>,
        restriction: &Restriction<MoveOf<K>>,
    ) -> Verdict<MoveOf<K>> {
        if let Some(mv) = K::drawn(self, analysis, restriction) {
            return Verdict::Play(mv);
        }
        let none = GameOf::<K>::pass().map_or(Verdict::Resign, Verdict::Play);
        let best = analysis.best().map_or(none, |best| Verdict::Play(best.mv));
        let temperature = self.seated.choice().temperature;
        if temperature == 0.0 {
            return best;
        }
        let mut left = self.chance(analysis.turn).unit();
        let pass = GameOf::<K>::pass();
        let passes = analysis.candidates.iter().find(|c| Some(c.mv) == pass);
        let least = passes.map_or(0, |pass| pass.visits);
        let drawable = |c: &&Candidate<K>| {
            pass != Some(c.mv) && c.visits >= least && K::is_sane(&self.game, analysis.turn, c.mv)
        };
        let most = analysis.candidates.iter().map(|c| c.visits).max();
        let weight = |c: &Candidate<K>| {
            let share = c.visits as f32 / most.unwrap_or(1) as f32;
            f64::from(pow(share, 1.0 / temperature))
        };
        if best == none {
            return best;
        }
        let candidates = || analysis.candidates.iter().filter(drawable);
        left *= candidates().map(weight).sum::<f64>();
        for candidate in candidates() {
            left -= weight(candidate);
            if left <= 0.0 {
                return Verdict::Play(candidate.mv);
            }
        }
        match best {
            Verdict::Play(mv) if !K::is_sane(&self.game, analysis.turn, mv) => none,
            _ => best,
        }
    }

    /// The random numbers of a side's choice: each position has its own, the same whenever it comes again.
    #[must_use]
    pub fn chance(&self, color: Color) -> Rng {
        let side = u64::from(u32::from(color.letter()));
        Rng::new(self.seated.budget().seed ^ self.game.hash() ^ side)
    }

    /// Passing and resigning, which the search itself knows nothing of.
    fn overruled(
        &mut self,
        decision: &Decision<K>,
        restriction: &Restriction<MoveOf<K>>,
    ) -> Option<(Verdict<MoveOf<K>>, &'static str)> {
        let lost = self.looks_lost(decision) && restriction.is_empty();
        let resign = self.seated.resign();
        let late = self.game.moves().len() >= resign.earliest as usize;
        let resigns = lost && late && self.hopeless[decision.color] + 1 >= resign.moves;
        K::overrule(self, decision, restriction, resigns)
    }

    fn looks_lost(&self, decision: &Decision<K>) -> bool {
        let threshold = f64::from(self.seated.resign().threshold);
        K::looks_lost(&decision.analysis, threshold)
    }

    /// Decides on a move of `color` and plays it, on its clock.
    pub fn genmove(
        &mut self,
        color: Color,
        restriction: &Restriction<MoveOf<K>>,
        control: &mut dyn Control<K>,
    ) -> Decision<K> {
        self.genmove_for(Instant::now(), color, restriction, control, |_| None)
    }

    /// The same, where the caller has thought since `start` and has a reason of its own for what is
    /// decided.
    pub fn genmove_for(
        &mut self,
        start: Instant,
        color: Color,
        restriction: &Restriction<MoveOf<K>>,
        control: &mut dyn Control<K>,
        reason: impl FnOnce(&Verdict<MoveOf<K>>) -> Option<&'static str>,
    ) -> Decision<K> {
        let mut decision = self.choose(color, restriction, control);
        if let Some(reason) = reason(&decision.verdict) {
            decision.reason = Some(reason);
            self.last = Some(decision.clone());
        }
        if let Verdict::Play(mv) = decision.verdict {
            let played = self.game.play(color, mv);
            debug_assert!(played.is_ok(), "the search chose {mv:?}: {played:?}");
        }
        self.tally(&decision);
        self.clock.spend(color, start.elapsed());
        decision
    }

    /// Counts a decision that is carried out among those of a game that looks lost.
    pub fn tally(&mut self, decision: &Decision<K>) {
        let lost = self.looks_lost(decision);
        let hopeless = &mut self.hopeless[decision.color];
        *hopeless = if lost { *hopeless + 1 } else { 0 };
    }

    /// Thinks while the opponent does, until the control interrupts.
    pub fn ponder(&mut self, control: &mut dyn Control<K>) {
        let limits = Limits {
            playouts: Some(PONDERED),
            ..Limits::default()
        };
        let turn = self.game.turn();
        self.analyze(turn, limits, &Restriction::default(), control);
    }
}

/// The search, made when it is needed, for the parameters and the geometry of then.
struct Made<K: Kit> {
    thinker: Option<Box<K::Thinker>>,
    /// The number of games that were thought about before this one: each has random numbers of its own,
    /// which do not depend on what happened in the others.
    games: u64,
}

impl<K: Kit> Default for Made<K> {
    fn default() -> Self {
        Self {
            thinker: None,
            games: 0,
        }
    }
}

impl<K: Kit> Made<K> {
    fn search(
        &mut self,
        parameters: &K::Parameters,
        models: &K::Models,
        game: &K::Game,
    ) -> &mut K::Thinker {
        let seed = parameters.budget().seed ^ (self.games << 40);
        let made = || K::thinker(parameters, models, game, seed);
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
/// The most playouts of pondering: a tree that large changes no more.
const PONDERED: u64 = 10_000_000;
