//! A position that makes a problem in two versions.

use tengen_go::{Color, DiagramError, Game, Komi, Move, PointSet, Rules, Stones};

use crate::cgt::{Dyadic, Relation};
use crate::endgame::{AreaFault, Fault, Limits, Proof, Reading, Solution, Valuation, solve};

/// The fewest and the most areas of a problem.
const AREAS: std::ops::RangeInclusive<usize> = 2..=6;
/// The distance behind the boundary of every move in version B, in points.
const SETTLED: i32 = 7;

/// The winner of version B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stand {
    /// The side to move, whatever it plays.
    Ahead,
    /// The other side, whatever is played.
    Behind,
}

/// An area of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its points, stones included.
    pub points: PointSet,
    /// Its value, written down.
    pub value: String,
    /// Its worth on the average.
    pub mean: Dyadic,
    /// The worth of a move there.
    pub temperature: Dyadic,
    /// The number of its points that are empty.
    pub open: usize,
}

/// A move that is not the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rival {
    /// The move.
    pub mv: Move,
    /// The number of points that it loses.
    pub loss: i32,
    /// The relation of the right move to it in the difference game, for the side to move.
    pub relation: Relation,
}

/// A position and its one right move.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The stones.
    pub stones: Stones,
    /// The side to move.
    pub turn: Color,
    /// The right move.
    pub right: Move,
    /// The points that Black is ahead at the end by right play, komi apart.
    pub points: i32,
    /// The komi of version A: the right move wins by half a point.
    pub close: Komi,
    /// The komi of version B.
    pub lopsided: Komi,
    /// The winner of version B.
    pub stand: Stand,
    /// The areas.
    pub areas: Vec<Area>,
    /// All other moves in areas, and the pass.
    pub rivals: Vec<Rival>,
    /// The proof of the scores.
    pub proof: Proof,
    /// The number of positions that the proof looked at.
    pub nodes: u64,
}

/// A reason that a position makes no pair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It was not solved.
    #[error(transparent)]
    Unsolved(#[from] Fault),
    /// An area has no value.
    #[error(transparent)]
    Unvalued(#[from] AreaFault),
    /// Ko.
    #[error("the answer depends on ko")]
    Ko,
    /// The number of areas.
    #[error("there are {0} areas; a problem has from {from} to {to}", from = AREAS.start(), to = AREAS.end())]
    Areas(usize),
    /// Nothing to choose from.
    #[error("only {0} areas are worth a move; a problem has two of them or more")]
    Cold(usize),
    /// Several moves are best, or it is best to pass.
    #[error("there are {0} best moves; a problem has one, and it is not a pass")]
    Several(usize),
    /// A diagram that is none.
    #[error("its diagram cannot be read: {0}")]
    Diagram(#[from] DiagramError),
    /// A komi that cannot be.
    #[error("the points are too many for a komi")]
    Komi,
}

impl Pair {
    /// The pair that a position makes by territory rules.
    ///
    /// # Errors
    /// If it makes none.
    pub fn judge(
        stones: &Stones,
        turn: Color,
        stand: Stand,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let game = Game::from_position(stones.clone(), turn, Rules::JAPANESE, Komi::ZERO);
        let solution = solve(&game, turn, limits)?;
        if solution.proof == Proof::WholeWithKo {
            return Err(Refusal::Ko);
        }
        let number = solution.areas.len();
        if !AREAS.contains(&number) {
            return Err(Refusal::Areas(number));
        }
        let best: Vec<Move> = solution.best().collect();
        let [right @ Move::Play(_)] = best[..] else {
            return Err(Refusal::Several(best.len()));
        };
        let mut values = Valuation::new(&game, limits)?;
        let areas = areas(&solution, &mut values)?;
        let hot = areas
            .iter()
            .filter(|area| area.temperature > Dyadic::integer(0))
            .count();
        if hot < 2 {
            return Err(Refusal::Cold(hot));
        }
        let rivals = rivals(&solution, right, &mut values)?;
        let least = rivals.iter().map(|rival| rival.loss).max().unwrap_or(0);
        let own = solution.points * turn.sign();
        let margin = match stand {
            Stand::Ahead => own - least - SETTLED,
            Stand::Behind => own + SETTLED,
        };
        let komi = |points: i32| {
            let points = (f64::from(points) - 0.5) * f64::from(turn.sign());
            Komi::new(points).map_err(|_| Refusal::Komi)
        };
        Ok(Self {
            stones: stones.clone(),
            turn,
            right,
            points: solution.points,
            close: komi(own)?,
            lopsided: komi(margin)?,
            stand,
            areas,
            rivals,
            proof: solution.proof,
            nodes: solution.nodes,
        })
    }

    /// True if the right move and some rival are incomparable: which is better depends on the rest of
    /// the board.
    #[must_use]
    pub fn is_incomparable(&self) -> bool {
        self.rivals
            .iter()
            .any(|rival| rival.mv != Move::Pass && rival.relation == Relation::Confused)
    }

    /// The signature, which problems share that are the same but for places.
    #[must_use]
    pub fn signature(&self) -> Vec<String> {
        let mut values: Vec<String> = self.areas.iter().map(|area| area.value.clone()).collect();
        values.sort();
        values.push(self.turn.to_string());
        values
    }
}

/// Tests if all areas of a position have a value that leaves nothing out, and one of them is worth a
/// move.
pub(super) fn is_worth_a_move(stones: &Stones, limits: &Limits) -> bool {
    let game = Game::from_position(stones.clone(), Color::Black, Rules::JAPANESE, Komi::ZERO);
    let Ok(mut values) = Valuation::new(&game, limits) else {
        return false;
    };
    let mut hot = false;
    for area in 0..values.areas().len() {
        match values.report(area) {
            Ok(value) if value.reading == Reading::Exact => {
                hot |= value.temperature > Dyadic::integer(0);
            }
            _ => return false,
        }
    }
    hot
}

fn areas(solution: &Solution, values: &mut Valuation) -> Result<Vec<Area>, Refusal> {
    let mut areas = Vec::new();
    for (number, area) in solution.areas.iter().enumerate() {
        let value = values.report(number)?;
        areas.push(Area {
            points: area.points,
            value: value.name,
            mean: value.mean,
            temperature: value.temperature,
            open: area.open,
        });
    }
    Ok(areas)
}

fn rivals(solution: &Solution, right: Move, values: &mut Valuation) -> Result<Vec<Rival>, Refusal> {
    let turn = solution.turn;
    let mut rivals = Vec::new();
    for scored in solution.moves.iter().filter(|scored| scored.mv != right) {
        let relation = values.compare(turn, right, scored.mv)?;
        rivals.push(Rival {
            mv: scored.mv,
            loss: (solution.points - scored.points) * turn.sign(),
            relation: match turn {
                Color::Black => relation,
                Color::White => relation.reversed(),
            },
        });
    }
    Ok(rivals)
}
