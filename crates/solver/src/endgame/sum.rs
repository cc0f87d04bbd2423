//! Sums of areas that are free of ko.
//!
//! Each area's positions are listed once ([`Graph`]) and simplified ([`Forms`]); then minimax runs
//! over multisets of forms, which are a few small numbers each. With forms counting 0 as they are,
//! the value with Black to move is max(min(0, b), a), where a and b are the best results of a move by
//! Black and by White: see [`form`](super::form). Passes need no nodes of their own.

use std::collections::HashMap;

use tengen_go::{Color, Move};

use super::form::{FormId, Forms, Term};
use super::graph::{Graph, Node};
use super::limits::{Budget, Fault, Limits};
use super::patch::side;

/// One area in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) area: usize,
    pub(super) node: Node,
}

/// A whole position: what is left of the areas, and the points so far.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) parts: Vec<Part>,
    pub(super) points: i32,
    /// True if the last move was a pass.
    pub(super) passed: bool,
}

impl Whole {
    /// So many areas at their roots.
    pub(super) fn start(areas: usize, points: i32, passed: bool) -> Self {
        let node = Graph::ROOT;
        Self {
            parts: (0..areas).map(|area| Part { area, node }).collect(),
            points,
            passed,
        }
    }
}

/// Areas with their games, exact or bounded from one side.
pub(super) struct Bound {
    graphs: Vec<Graph>,
    terms: Vec<Vec<Term>>,
    forms: Forms,
    memo: HashMap<Box<[FormId]>, [Option<i32>; 2]>,
}

/// The longest line of a sum, which bounds recursion.
const LONGEST: usize = 600;

impl Bound {
    /// The games at best for a side, which gets all that it may claim: the games themselves if they are
    /// free of ko and divided. `None` if there are too many forms.
    pub(super) fn new(
        graphs: &[Graph],
        color: Color,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Option<Self>, Fault> {
        let bounds = graphs.iter().map(|graph| match limits.claims {
            true => graph.claimed_by(color).at_best(color),
            false => graph.at_best(color),
        });
        let Some(graphs) = bounds.collect::<Option<Vec<Graph>>>() else {
            return Ok(None);
        };
        let mut forms = Forms::new(limits.forms, limits.deadline);
        let mut terms = Vec::new();
        let mut moves = 0;
        for graph in &graphs {
            let Ok(of_area) = forms.of_graph(graph) else {
                return Ok(None);
            };
            budget.check_time()?;
            moves += forms.depth(of_area[Graph::ROOT as usize].form);
            terms.push(of_area);
        }
        Ok((moves <= LONGEST).then(|| Self {
            graphs,
            terms,
            forms,
            memo: HashMap::new(),
        }))
    }

    /// The score of each move of a side, in Black's view.
    pub(super) fn scores(
        &mut self,
        at: &Whole,
        turn: Color,
        budget: &mut Budget,
    ) -> Result<Vec<(Move, i32)>, Fault> {
        let mut scores = Vec::new();
        for mv in self.moves(at, turn) {
            let points = self.after(at, turn, mv, budget)?;
            scores.extend(points.map(|points| (mv, points)));
        }
        Ok(scores)
    }

    /// The position after a move; `None` if it is no move there.
    pub(super) fn play(&self, at: &Whole, color: Color, mv: Move) -> Option<Whole> {
        let Move::Play(point) = mv else {
            let passed = true;
            return Some(Whole {
                passed,
                ..at.clone()
            });
        };
        let mut after = at.clone();
        after.passed = false;
        for (place, part) in at.parts.iter().enumerate() {
            let graph = &self.graphs[part.area];
            let bit = graph.patch.bit(point);
            let steps = &graph.positions[part.node as usize].steps[side(color)];
            if let Some(step) = steps.iter().find(|step| step.bit == bit) {
                after.parts.swap_remove(place);
                let left = step.parts.iter();
                let area = part.area;
                after.parts.extend(left.map(|&node| Part { area, node }));
                after.points += step.gain;
                return Some(after);
            }
        }
        None
    }

    /// All moves of a side, the pass last.
    fn moves(&self, at: &Whole, color: Color) -> Vec<Move> {
        let mut points: Vec<_> = at
            .parts
            .iter()
            .flat_map(|part| {
                let graph = &self.graphs[part.area];
                let steps = &graph.positions[part.node as usize].steps[side(color)];
                steps
                    .iter()
                    .filter_map(|step| graph.patch.point(step.bit))
                    .collect::<Vec<_>>()
            })
            .collect();
        points.sort_unstable();
        let moves = points.into_iter().map(Move::Play);
        moves.chain([Move::Pass]).collect()
    }

    /// The exact score with a side to move, in Black's view.
    pub(super) fn value(
        &mut self,
        at: &Whole,
        turn: Color,
        budget: &mut Budget,
    ) -> Result<i32, Fault> {
        let (as_is, forms) = self.forms_of(at);
        if at.passed {
            let best = self.best(&forms, turn, budget)?;
            return Ok(as_is + best.map_or(0, |best| prefer(turn, best, 0)));
        }
        Ok(as_is + self.minimax(&forms, turn, budget)?)
    }

    /// The exact score after a move, in Black's view.
    fn after(
        &mut self,
        at: &Whole,
        color: Color,
        mv: Move,
        budget: &mut Budget,
    ) -> Result<Option<i32>, Fault> {
        if mv == Move::Pass && at.passed {
            return Ok(Some(self.forms_of(at).0));
        }
        match self.play(at, color, mv) {
            Some(after) => self.value(&after, !color, budget).map(Some),
            None => Ok(None),
        }
    }

    /// The count as it is, and the forms in order.
    fn forms_of(&self, at: &Whole) -> (i32, Vec<FormId>) {
        let terms = at
            .parts
            .iter()
            .map(|part| self.terms[part.area][part.node as usize]);
        let mut points = at.points;
        let mut forms = Vec::new();
        for term in terms {
            points += term.points;
            if term.form != Forms::END {
                forms.push(term.form);
            }
        }
        forms.sort_unstable();
        (points, forms)
    }

    /// The value of a sum of forms with a side to move and no pass before.
    fn minimax(
        &mut self,
        forms: &[FormId],
        turn: Color,
        budget: &mut Budget,
    ) -> Result<i32, Fault> {
        if forms.is_empty() {
            return Ok(0);
        }
        if let Some(value) = self.memo.get(forms).and_then(|known| known[side(turn)]) {
            return Ok(value);
        }
        budget.spend()?;
        let own = self.best(forms, turn, budget)?;
        let value = match own {
            Some(own) if own * turn.sign() >= 0 => own,
            _ => {
                let other = self.best(forms, !turn, budget)?;
                let passing = other.map_or(0, |other| prefer(!turn, other, 0));
                own.map_or(passing, |own| prefer(turn, own, passing))
            }
        };
        self.memo.entry(forms.into()).or_default()[side(turn)] = Some(value);
        Ok(value)
    }

    /// The best that a side reaches by a move, if it has one.
    fn best(
        &mut self,
        forms: &[FormId],
        color: Color,
        budget: &mut Budget,
    ) -> Result<Option<i32>, Fault> {
        let mut best = None;
        for (place, &form) in forms.iter().enumerate() {
            if place > 0 && forms[place - 1] == form {
                continue;
            }
            for index in 0..self.forms.options(form, color).len() {
                let option = self.forms.options(form, color)[index];
                let mut after = forms.to_vec();
                after.remove(place);
                if option.form != Forms::END {
                    let at = after.partition_point(|&other| other < option.form);
                    after.insert(at, option.form);
                }
                let value = option.points + self.minimax(&after, !color, budget)?;
                best = Some(best.map_or(value, |best| prefer(color, best, value)));
            }
        }
        Ok(best)
    }
}

/// The one that a side prefers of two scores in Black's view.
pub(super) fn prefer(color: Color, a: i32, b: i32) -> i32 {
    match color {
        Color::Black => a.max(b),
        Color::White => a.min(b),
    }
}
