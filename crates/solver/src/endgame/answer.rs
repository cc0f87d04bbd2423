//! All that is found out about a position: scores, values, and how moves compare.
//!
//! [`Answer`] and [`Outcome`] are serialized as programs read them; the keys are in `docs/json.md`.

use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};
use tengen_go::{Color, Game, Komi, Move, Point, Score, Size};

use super::{
    AreaFault, AreaReport, AreaValue, Fault, Limits, Reading, ScoredMove, Solution, Valuation,
    area_name, solve,
};
use crate::cgt::Relation;

/// The reason why there is no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unvalued {
    /// The position has none.
    #[error(transparent)]
    Position(#[from] Fault),
    /// An area has none.
    #[error(transparent)]
    Area(#[from] AreaFault),
}

/// A move and what is known of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The points that Black is ahead at the end, komi apart.
    pub points: i32,
    /// The result with komi.
    pub score: Score,
    /// The points that it loses against the best.
    pub loss: i32,
    /// The relation to the first move of the best line whatever else is on the board, for the side to
    /// move; or the reason why that is unknown.
    pub relation: Result<Relation, Unvalued>,
}

impl Choice {
    /// The result without komi.
    #[must_use]
    pub const fn on_the_board(&self) -> Score {
        Komi::ZERO.settle(self.points)
    }
}

/// An area and its value, or why it has none.
#[derive(Clone, Debug)]
pub struct Area {
    /// The findings about it.
    pub report: AreaReport,
    /// The value.
    pub value: Result<AreaValue, Unvalued>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The size of the board.
    pub size: Size,
    /// The scores and their proof.
    pub solution: Solution,
    /// The areas with their values.
    pub areas: Vec<Area>,
    /// The moves, best first.
    pub choices: Vec<Choice>,
    /// The time that it took.
    pub elapsed: Duration,
}

impl Answer {
    /// Solves a position for the side whose turn it is.
    ///
    /// # Errors
    /// If the scores are not found; values that are not found are no error.
    pub fn find(game: &Game, limits: &Limits) -> Result<Self, Fault> {
        let start = Instant::now();
        // Values are asked for apart, for moves too.
        let scores = Limits {
            values: false,
            ..*limits
        };
        let solution = solve(game, game.turn(), &scores)?;
        let mut values = Valuation::new(game, limits).map_err(Unvalued::from);
        let mut areas = Vec::new();
        for (number, report) in solution.areas.iter().enumerate() {
            let value = match &mut values {
                Ok(values) => values.report(number).map_err(Unvalued::from),
                Err(fault) => Err(fault.clone()),
            };
            areas.push(Area {
                report: report.clone(),
                value,
            });
        }
        let choices = choices(game, &solution, &mut values);
        Ok(Self {
            size: game.size(),
            solution,
            areas,
            choices,
            elapsed: start.elapsed(),
        })
    }

    /// The move with which the others are compared.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.choices.first().map(|choice| choice.mv)
    }
}

/// The moves, best first; of those that are equally good, the first of the best line.
fn choices(
    game: &Game,
    solution: &Solution,
    values: &mut Result<Valuation, Unvalued>,
) -> Vec<Choice> {
    let turn = solution.turn;
    let first = solution.line.first().copied();
    let mut moves = solution.moves.clone();
    moves.sort_by_key(|scored| (-scored.points * turn.sign(), Some(scored.mv) != first));
    let best = moves.first().map_or(Move::Pass, |scored| scored.mv);
    let choice = |scored: &ScoredMove| Choice {
        mv: scored.mv,
        points: scored.points,
        score: game.agreed().settle(scored.points),
        loss: (solution.points - scored.points) * turn.sign(),
        relation: match values {
            Ok(values) => relation(values, turn, scored.mv, best).map_err(Unvalued::from),
            Err(fault) => Err(fault.clone()),
        },
    };
    moves.iter().map(choice).collect()
}

/// The relation of a move to another whatever else is on the board, for its side.
fn relation(
    values: &mut Valuation,
    turn: Color,
    mv: Move,
    other: Move,
) -> Result<Relation, AreaFault> {
    if mv == other {
        return Ok(Relation::Equal);
    }
    let relation = values.compare(turn, mv, other)?;
    Ok(match turn {
        Color::Black => relation,
        Color::White => relation.reversed(),
    })
}

/// A position that was asked about, and its answer or why there is none.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// The position.
    pub game: &'a Game,
    /// The answer for the side whose turn it is.
    pub answer: Result<Answer, Fault>,
}

impl<'a> Outcome<'a> {
    /// Solves a position for the side whose turn it is.
    #[must_use]
    pub fn find(game: &'a Game, limits: &Limits) -> Self {
        let answer = Answer::find(game, limits);
        Self { game, answer }
    }
}

impl Serialize for Outcome<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            size: usize,
            rules: &'a str,
            komi: f64,
            turn: char,
            solved: bool,
            #[serde(flatten)]
            answer: Option<&'a Answer>,
            #[serde(skip_serializing_if = "Option::is_none")]
            unknown: Option<String>,
        }
        let game = self.game;
        let fields = Fields {
            size: game.size().get(),
            rules: game.rules().name,
            komi: game.komi().points(),
            turn: game.turn().letter().to_ascii_uppercase(),
            solved: self.answer.is_ok(),
            answer: self.answer.as_ref().ok(),
            unknown: self.answer.as_ref().err().map(ToString::to_string),
        };
        fields.serialize(serializer)
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            points: i32,
            score: String,
            settled: i32,
            line: Vec<String>,
            moves: Vec<ChoiceFields<'a>>,
            areas: Vec<AreaFields<'a>>,
            proof: &'a str,
            nodes: u64,
            seconds: f64,
        }
        let (solution, size) = (&self.solution, self.size);
        let areas = self.areas.iter().enumerate();
        let fields = Fields {
            points: solution.points,
            score: solution.score.to_string(),
            settled: solution.settled,
            line: solution.line.iter().map(|mv| mv.label(size)).collect(),
            moves: self.choices.iter().map(|c| c.fields(size)).collect(),
            areas: areas.map(|(n, area)| area.fields(n, size)).collect(),
            proof: solution.proof.word(),
            nodes: solution.nodes,
            seconds: (self.elapsed.as_secs_f64() * 1e4).round() / 1e4,
        };
        fields.serialize(serializer)
    }
}

#[derive(Serialize)]
struct ChoiceFields<'a> {
    #[serde(rename = "move")]
    mv: String,
    points: i32,
    score: String,
    loss: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<String>,
}

impl Choice {
    fn fields(&self, size: Size) -> ChoiceFields<'_> {
        ChoiceFields {
            mv: self.mv.label(size),
            points: self.points,
            score: self.score.to_string(),
            loss: self.loss,
            relation: self.relation.as_ref().ok().map(|relation| relation.sign()),
            why_not: self.relation.as_ref().err().map(ToString::to_string),
        }
    }
}

#[derive(Serialize)]
struct AreaFields<'a> {
    name: String,
    points: Vec<String>,
    open: usize,
    positions: Option<usize>,
    ko: Option<bool>,
    #[serde(flatten)]
    value: Option<ValueFields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<String>,
}

#[derive(Serialize)]
struct ValueFields<'a> {
    value: &'a str,
    mean: String,
    temperature: String,
    exact: bool,
}

impl Area {
    fn fields(&self, number: usize, size: Size) -> AreaFields<'_> {
        let points = self.report.points.iter();
        AreaFields {
            name: area_name(number),
            points: points.map(|point: Point| point.label(size)).collect(),
            open: self.report.open,
            positions: self.report.positions,
            ko: self.report.ko,
            value: self.value.as_ref().ok().map(|value| ValueFields {
                value: &value.name,
                mean: value.mean.to_string(),
                temperature: value.temperature.to_string(),
                exact: value.reading == Reading::Exact,
            }),
            why_not: self.value.as_ref().err().map(ToString::to_string),
        }
    }
}
