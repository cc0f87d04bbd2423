//! Areas as combinatorial games.
//!
//! By territory counting an area is a game whose ends are integers: what a move settles and captures
//! is booked, what falls apart is added up, and the options are the moves of both sides. Its value
//! tells more than minimax: its mean, its temperature, and whether one move is better than another
//! whatever else is on the board.
//!
//! There is one difference. In a combinatorial game nobody may pass, and one that is a number is over
//! as soon as both see it; on the board both pass, and what is unsettled counts for nobody. The two
//! agree on every sum if they agree on each position whose value is a number: then for a sum that is
//! a number x and has a part that is none, the stops of parts add up to show that either side reaches
//! x by moving first, and so passing gains nothing; and otherwise the value is not a number, and who
//! moves first reaches his stop. So each position that is a number x must be equal to x as a game
//! with passes, too (see [`form`](super::form)).
//!
//! Where some position is not (a number that is no integer, a large territory that its owner still has
//! to divide, a seki that one side can break), the area is read again from its simplified forms,
//! where moves that are bad in every sum are gone. These forms take a game for equal to another that
//! no count can tell from it: * is 0. So that reading is exact up to such infinitesimals, which never
//! change a score. If there are such numbers even then, the value is unknown.
//!
//! Where play could cycle, the forms at best and at worst ([`bracket`](super::bracket)) are read,
//! if they are equal.

use tengen_go::{Color, Move};

use super::form::{FormId, Forms, Full, Term};
use super::graph::{Graph, Node, Step};
use super::patch::side;
use crate::cgt::{Dyadic, Games, TooLarge, Value};

/// A reason that an area has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum AreaFault {
    /// Play there may cycle, and it may matter.
    #[error("play in the area may repeat a position (ko), so it is no finite game")]
    Ko,
    /// More positions or forms than the limits allow.
    #[error("the area has more positions than the limits allow")]
    TooLarge,
    /// Passing makes a difference.
    #[error(
        "in the area it matters that players may pass (as in a seki), so it is no combinatorial game"
    )]
    Passes,
    /// Its worth depends on territory that is not settled.
    #[error("it depends on whose points of the area are that are not settled yet")]
    Undivided,
    /// The time was up.
    #[error("no value of the area was found within the time allowed")]
    Time,
    /// Values were not asked for.
    #[error("the area's value was not asked for")]
    NotAsked,
    /// A move that is none.
    #[error("that is no move in an area of the position")]
    NoMove,
}

impl From<TooLarge> for AreaFault {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

impl From<Full> for AreaFault {
    fn from(_: Full) -> Self {
        Self::TooLarge
    }
}

/// The part that a value leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Nothing.
    Exact,
    /// Infinitesimals, which never change a score.
    Score,
}

/// An area's value, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaValue {
    /// The value as [`Games::show`] writes it.
    pub name: String,
    /// The worth of the area on the average, in points for Black.
    pub mean: Dyadic,
    /// The worth of a move there.
    pub temperature: Dyadic,
    /// The part that the value leaves out.
    pub reading: Reading,
}

/// An area's positions as values.
pub(super) struct AreaValues {
    pub(super) graph: Graph,
    /// As games with passes; none where ko matters.
    pub(super) terms: Vec<Option<Term>>,
    pub(super) values: Vec<Option<Value>>,
    pub(super) reading: Reading,
}

impl AreaValues {
    pub(super) fn step(&self, color: Color, mv: Move) -> Result<&Step, AreaFault> {
        let bit = mv.point().map_or(0, |point| self.graph.patch.bit(point));
        let steps = &self.graph.positions[Graph::ROOT as usize].steps[side(color)];
        let step = steps.iter().find(|step| step.bit == bit);
        step.ok_or(AreaFault::NoMove)
    }

    /// The reason that a position without a value has none.
    pub(super) fn why_not(&self, node: Node) -> AreaFault {
        match self.terms[node as usize] {
            Some(_) => AreaFault::Passes,
            None => AreaFault::Ko,
        }
    }
}

/// The sum of the gain of a step and of what it leaves; `None` if a part has no value.
pub(super) fn sum(
    step: &Step,
    values: &[Option<Value>],
    games: &mut Games,
) -> Result<Option<Value>, TooLarge> {
    let mut sum = games.integer(step.gain)?;
    for &part in &step.parts {
        match values[part as usize] {
            Some(value) => sum = games.add(sum, value)?,
            None => return Ok(None),
        }
    }
    Ok(Some(sum))
}

/// Values all positions of an area.
pub(super) fn valued(
    graph: Graph,
    forms: &mut Forms,
    games: &mut Games,
) -> Result<AreaValues, AreaFault> {
    let root = Graph::ROOT as usize;
    if graph.order.is_some() {
        if !graph.is_divided() {
            let [best, worst] = Color::BOTH.map(|color| forms.of_graph(&graph.claimed_by(color)));
            let (best, worst) = (best?[root], worst?[root]);
            if !forms.at_least(worst, best)? {
                return Err(AreaFault::Undivided);
            }
        }
        let terms = forms.of_graph(&graph.as_granted())?;
        let values = exactly(&graph, &terms, games)?;
        if values[root].is_some() {
            return Ok(AreaValues {
                graph,
                terms: terms.into_iter().map(Some).collect(),
                values,
                reading: Reading::Exact,
            });
        }
    }
    let terms = bounded(&graph, forms)?;
    let mut read = Readings {
        known: vec![None; forms.len()],
        forms,
        games,
    };
    let mut values = Vec::new();
    for term in &terms {
        values.push(match term {
            Some(term) => read.term(*term)?,
            None => None,
        });
    }
    Ok(AreaValues {
        graph,
        terms,
        values,
        reading: Reading::Score,
    })
}

/// The positions as games with passes, where they are the same at best and at worst.
fn bounded(graph: &Graph, forms: &mut Forms) -> Result<Vec<Option<Term>>, AreaFault> {
    let [best, worst] = Color::BOTH.map(|color| graph.claimed_by(color).at_best(color));
    let best = forms.of_graph(&best.ok_or(AreaFault::Ko)?)?;
    let worst = forms.of_graph(&worst.ok_or(AreaFault::Ko)?)?;
    same(&best, &worst, forms)
}

/// The positions that are the same at best and at worst.
fn same(best: &[Term], worst: &[Term], forms: &mut Forms) -> Result<Vec<Option<Term>>, AreaFault> {
    let mut terms = Vec::new();
    for (&above, &below) in best.iter().zip(worst) {
        // The other half of equality is known.
        let same = forms.at_least(below, above)?;
        terms.push(same.then_some(below));
    }
    Ok(terms)
}

/// Tests if a value and a game with passes may be taken for each other: numbers must be ends.
fn agrees(value: Value, term: Term, games: &Games) -> bool {
    let number = games.as_number(value);
    number.is_none_or(|x| {
        x.is_integer() && x.numerator() == i64::from(term.points) && term.form == Forms::END
    })
}

/// The values by the positions' own options; none where some position below does not agree.
fn exactly(
    graph: &Graph,
    terms: &[Term],
    games: &mut Games,
) -> Result<Vec<Option<Value>>, TooLarge> {
    let mut values = vec![None; graph.positions.len()];
    'nodes: for &node in graph.order.iter().flatten() {
        let mut options = [Vec::new(), Vec::new()];
        let position = &graph.positions[node as usize];
        for (steps, options) in position.steps.iter().zip(&mut options) {
            for step in steps {
                match sum(step, &values, games)? {
                    Some(value) => options.push(value),
                    None => continue 'nodes,
                }
            }
        }
        let value = games.game(&options[0], &options[1])?;
        let value = Some(value).filter(|&value| agrees(value, terms[node as usize], games));
        values[node as usize] = value;
    }
    Ok(values)
}

/// Values of simplified forms.
struct Readings<'a> {
    forms: &'a Forms,
    games: &'a mut Games,
    known: Vec<Option<Option<Value>>>,
}

impl Readings<'_> {
    fn term(&mut self, term: Term) -> Result<Option<Value>, TooLarge> {
        let Some(form) = self.form(term.form)? else {
            return Ok(None);
        };
        let points = self.games.integer(term.points)?;
        self.games.add(form, points).map(Some)
    }

    /// The value of a form; its depth bounds the recursion.
    fn form(&mut self, form: FormId) -> Result<Option<Value>, TooLarge> {
        if let Some(known) = self.known[form as usize] {
            return Ok(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        let mut all = true;
        for color in Color::BOTH {
            for &option in self.forms.options(form, color) {
                let value = self.term(option)?;
                all &= value.is_some();
                sides[side(color)].extend(value);
            }
        }
        let mut value = None;
        if all {
            let term = Term { points: 0, form };
            let whole = self.games.game(&sides[0], &sides[1])?;
            value = Some(whole).filter(|&whole| agrees(whole, term, self.games));
        }
        self.known[form as usize] = Some(value);
        Ok(value)
    }
}
