//! The search of a `go`, and the line that answers it.

use std::time::{Duration, Instant};

use tengen_engine::{Ban, Limits, TimeSystem};
use tengen_game::Game as _;
use tengen_shogi::{Game, Move};

use super::engine::Engine;
use super::mate;
use super::request::Request;
use super::watch::Watch;
use crate::parameters::Method;
use crate::{Analysis, Restriction, Verdict};

impl Engine<'_> {
    /// Thinks about what was asked for; the line that answers it.
    pub(super) fn think(&mut self, request: &Request) -> String {
        let start = Instant::now();
        let turn = self.session.game().turn();
        let mut watch = Watch {
            signals: &self.inbox.signals,
            port: &mut self.port,
            line: self.line,
            open: request.is_open(),
            told: Vec::new(),
            spoken: Duration::ZERO,
        };
        let board = self.session.game().board();
        let lag = self.session.parameters().time.lag;
        let lag = Duration::try_from_secs_f64(lag).unwrap_or_default();
        let kept = |time: Duration| time.saturating_sub(lag).max(time / 2);
        if let Some(time) = request.mate {
            let mebibytes = self.session.parameters().alphabeta.hash as usize;
            let interrupted =
                || watch.port.is_broken() || watch.signals.stops(watch.open, watch.line);
            return mate::answer(board, mebibytes, time.map(kept), interrupted);
        }
        if board.king(turn).is_none() {
            watch
                .port
                .tell("the side to move has no king; such problems are for `go mate`");
            return bestmove(Verdict::Resign, None, self.session.game());
        }
        let (system, left, overtime) =
            request
                .clock(turn)
                .unwrap_or((TimeSystem::None, Duration::ZERO, 0));
        self.session.clock_mut().set(system);
        self.session.clock_mut().time_left(turn, left, overtime);
        let endless = self.session.parameters().player.search == Method::Uct
            && request.nodes.is_none()
            && request.movetime.is_none();
        let own = request.is_limited() && system == TimeSystem::None && !endless;
        let mut limits = match own || request.is_open() {
            true => Limits::default(),
            false => self.session.limits(turn),
        };
        // What is left of a byoyomi is lost.
        limits.early_stop &= overtime == 0;
        if !request.is_open() {
            limits.playouts = request.nodes.or(limits.playouts);
            let movetime = request.movetime.map(kept);
            limits.time = limits.time.into_iter().chain(movetime).min();
        }
        let restriction = Restriction {
            bans: match request.moves.is_empty() {
                true => Vec::new(),
                false => vec![Ban {
                    color: turn,
                    moves: request.moves.clone(),
                    only: true,
                    plies: 1,
                }],
            },
        };
        self.session.thinker().1.limit_depth(request.depth);
        // The table may just have been made.
        limits.time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
        if request.is_open() {
            // Nothing is decided here: resigning and declaring are for games.
            let analysis = self.session.analyze(turn, limits, &restriction, &mut watch);
            watch.conclude(&analysis);
            let best = analysis.best().map(|best| Verdict::Play(best.mv));
            return bestmove(
                best.unwrap_or(Verdict::Resign),
                Some(&analysis),
                self.session.game(),
            );
        }
        let decision = self
            .session
            .choose_within(limits, turn, &restriction, &mut watch);
        self.session.tally(&decision);
        watch.conclude(&decision.analysis);
        if let Some(reason) = decision.reason {
            watch.port.tell(reason);
        }
        bestmove(
            decision.verdict,
            Some(&decision.analysis),
            self.session.game(),
        )
    }
}

/// The line of a verdict, with the answer that the search expects.
pub(super) fn bestmove(verdict: Verdict, analysis: Option<&Analysis>, game: &Game) -> String {
    let mv = match verdict {
        Verdict::Resign => return "bestmove resign".to_owned(),
        Verdict::Play(Move::DECLARE) => return "bestmove win".to_owned(),
        Verdict::Play(mv) => mv,
    };
    let mut candidates = analysis
        .into_iter()
        .flat_map(|analysis| &analysis.candidates);
    let line = candidates.find(|candidate| candidate.mv == mv);
    let reply = line.and_then(|line| line.pv.get(1).copied());
    let reply = reply.filter(|&reply| {
        let mut board = game.board().clone();
        let played = board.recall(mv).map(|mv| board.play(mv));
        played.is_some() && board.recall(reply).is_some()
    });
    match reply {
        Some(reply) => format!("bestmove {mv} ponder {reply}"),
        None => format!("bestmove {mv}"),
    }
}
