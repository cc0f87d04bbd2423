//! The answer to a problem: who wins, with which first moves, at the price of which ko.
//!
//! The side to move is asked about first. It wins *unconditionally* if it needs no threat and the other
//! side may have as many as it likes. If it does not, it may win by *ko*: with some number of threats of
//! its own, the other side having none. If all that fails, the other side has to prove that it wins
//! whatever threats the side to move has; only then is the problem *lost*. Everything else is unknown.

use std::time::{Duration, Instant};

use tengen_go::Move;

use super::dfpn::{Budget, Finding, Search};
use super::life;
use super::problem::Enclosure;
use super::state::{Act, Side, State, Threats};
use super::table::Table;

/// The limits of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The time that it may take.
    pub time: Duration,
    /// The number of positions that may be searched.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            nodes: u64::MAX,
        }
    }
}

/// The status of a problem: who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The side to move reaches its goal without a ko threat against [`Threats::MANY`] of the other side's.
    Won,
    /// It does so with this many ko threats where the other side has none.
    Ko(u8),
    /// With the threats that were given, it reaches its goal.
    WonWith(Threats),
    /// The other side wins without a ko threat against [`Threats::MANY`] of the side to move.
    Lost,
    /// With the threats that were given, the other side wins.
    LostWith(Threats),
    /// It was not found out.
    Unknown(Why),
}

impl Status {
    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won | Self::WonWith(_) => "won",
            Self::Ko(_) => "ko",
            Self::Lost | Self::LostWith(_) => "lost",
            Self::Unknown(_) => "unknown",
        }
    }

    /// True if there is a proof that the side to move wins, by ko if need be.
    #[must_use]
    pub const fn is_proved(self) -> bool {
        matches!(self, Self::Won | Self::Ko(_) | Self::WonWith(_))
    }
}

/// Why nothing was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Time or nodes ran out.
    Limit,
    /// Neither side could prove its case without a repetition.
    Repetition,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status: who wins.
    pub status: Status,
    /// True if nothing better than the status was left open: a ko is not if the search for a win without
    /// one ran out of time.
    pub exact: bool,
    /// The first move of the proof, if the side to move wins.
    pub first: Option<Move>,
    /// The line that follows if both play well, from the first move on.
    pub line: Vec<Move>,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The time that it took.
    pub time: Duration,
}

/// Ko threats that are tried.
const TRIED: [u8; 2] = [0, 1];

/// The memory of a solver, which serves one problem after another.
pub struct Solver {
    pub(super) table: Table,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(96 << 20)
    }
}

impl Solver {
    /// A solver with a table of about so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self {
            table: Table::new(bytes),
        }
    }

    /// Answers a problem; with `threats`, for just these, and else for all kinds of ko.
    pub fn solve(
        &mut self,
        problem: &Enclosure,
        threats: Option<Threats>,
        limits: &Limits,
    ) -> Answer {
        let start = Instant::now();
        let mut run = Run {
            table: &mut self.table,
            problem,
            start,
            limits: *limits,
            nodes: 0,
            exact: true,
        };
        let (status, line) = match threats {
            Some(threats) => run.with(threats),
            None => run.all(),
        };
        let first = match status {
            Status::Won | Status::Ko(_) | Status::WonWith(_) => line.first().copied(),
            _ => None,
        };
        // Who is proved to lose wins by nothing that was left open.
        let exact = match status {
            Status::Lost | Status::LostWith(_) => true,
            Status::Unknown(Why::Limit) => false,
            _ => run.exact,
        };
        Answer {
            status,
            exact,
            first,
            line,
            nodes: run.nodes,
            time: start.elapsed(),
        }
    }
}

pub(super) struct Run<'a> {
    pub(super) table: &'a mut Table,
    pub(super) problem: &'a Enclosure,
    pub(super) start: Instant,
    pub(super) limits: Limits,
    pub(super) nodes: u64,
    pub(super) exact: bool,
}

/// So many threats for one side, so many for the other.
pub(super) const fn threats(side: Side, own: u8, other: u8) -> Threats {
    match side {
        Side::Attacker => Threats {
            attacker: own,
            defender: other,
        },
        Side::Defender => Threats {
            attacker: other,
            defender: own,
        },
    }
}

impl Run<'_> {
    /// All kinds of ko, from none on.
    fn all(&mut self) -> (Status, Vec<Move>) {
        let side = self.problem.side();
        let (finding, line) = self.prove(side, threats(side, 0, Threats::MANY), 0.75);
        if finding == Finding::Proved {
            return (Status::Won, line);
        }
        let mut limited = finding == Finding::Unknown;
        self.exact = !limited;
        let most = threats(side, Threats::MANY, 0);
        let (finding, most_line) = self.prove(side, most, 0.85);
        limited |= finding == Finding::Unknown;
        if finding != Finding::Failed {
            for own in TRIED {
                let (finding, line) = self.prove(side, threats(side, own, 0), 0.95);
                if finding == Finding::Proved {
                    return (Status::Ko(own), line);
                }
            }
            return match finding {
                Finding::Proved => (Status::Ko(Threats::MANY), most_line),
                _ => (Status::Unknown(Why::Limit), Vec::new()),
            };
        }
        let (finding, line) = self.prove(side.other(), most, 1.0);
        match finding {
            Finding::Proved => (Status::Lost, line),
            Finding::Unknown => (Status::Unknown(Why::Limit), Vec::new()),
            Finding::Failed if limited => (Status::Unknown(Why::Limit), Vec::new()),
            Finding::Failed => (Status::Unknown(Why::Repetition), Vec::new()),
        }
    }

    /// Just these threats.
    fn with(&mut self, threats: Threats) -> (Status, Vec<Move>) {
        let side = self.problem.side();
        let (own, line) = self.prove(side, threats, 0.7);
        if own == Finding::Proved {
            return (Status::WonWith(threats), line);
        }
        let (other, line) = self.prove(side.other(), threats, 1.0);
        match (own, other) {
            (_, Finding::Proved) => (Status::LostWith(threats), line),
            (Finding::Failed, Finding::Failed) => (Status::Unknown(Why::Repetition), Vec::new()),
            _ => (Status::Unknown(Why::Limit), Vec::new()),
        }
    }

    /// The budget up to this part of the time.
    fn budget(&self, part: f64) -> Budget {
        let nodes = (self.limits.nodes as f64 * part) as u64;
        Budget {
            nodes: nodes.saturating_sub(self.nodes),
            until: self.start + self.limits.time.mul_f64(part),
        }
    }

    fn prove(&mut self, prover: Side, threats: Threats, part: f64) -> (Finding, Vec<Move>) {
        let state = self.problem.state(threats);
        let finding = self.prove_at(prover, &state, part);
        let line = match finding {
            Finding::Proved => self.line(prover, state),
            _ => Vec::new(),
        };
        (finding, line)
    }

    /// Tests if a side is proved to win from a position.
    pub(super) fn prove_at(&mut self, prover: Side, state: &State, part: f64) -> Finding {
        let budget = self.budget(part);
        let mut search = Search::new(&self.problem.field, self.table, prover, budget);
        let finding = search.run(state);
        self.nodes += search.nodes();
        finding
    }

    /// The line of a proof: the prover's proved moves, against what took the most work to refute.
    fn line(&mut self, prover: Side, mut state: State) -> Vec<Move> {
        const LONGEST: usize = 60;
        let field = &self.problem.field;
        let mut line = Vec::new();
        while line.len() < LONGEST && life::winner(field, &state).is_none() {
            let Some((act, next)) = self.step(prover, &state) else {
                break;
            };
            line.push(self.problem.named(act));
            state = next;
        }
        while line.last() == Some(&Move::Pass) {
            line.pop();
        }
        line
    }

    fn step(&mut self, prover: Side, state: &State) -> Option<(Act, State)> {
        let field = &self.problem.field;
        let children: Vec<(Act, State)> = state.moves(field).collect();
        if state.turn != prover {
            let work = |(_, next): &(Act, State)| {
                let known = self.table.get(super::keys::key(field, prover, next));
                known.map_or(0, |known| known.work)
            };
            return children.into_iter().max_by_key(work);
        }
        if let Some(child) = self.proved(prover, state) {
            return Some(child);
        }
        // The table has lost it; it is found again.
        let budget = Budget {
            nodes: 200_000,
            until: Instant::now() + Duration::from_secs(1),
        };
        let mut search = Search::new(field, self.table, prover, budget);
        if search.run(state) != Finding::Proved {
            return None;
        }
        self.proved(prover, state)
    }

    /// The move by which a position was proved.
    fn proved(&self, prover: Side, state: &State) -> Option<(Act, State)> {
        let field = &self.problem.field;
        let mut moves = state.moves(field);
        if let Some(won) = moves.find(|(_, next)| life::winner(field, next) == Some(prover)) {
            return Some(won);
        }
        let known = self.table.get(super::keys::key(field, prover, state))?;
        let act = known.act.filter(|_| known.proof == 0)?;
        Some((act, state.after(field, act)?))
    }
}
