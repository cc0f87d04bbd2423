//! All areas of a position as combinatorial games, and moves compared by them.

use tengen_go::{Color, Game, Move, PointSet, Rules, Scoring};

use super::form::{Forms, Term};
use super::graph::Graph;
use super::limits::{Budget, Fault, Limits};
use super::position::Position;
use super::value::{AreaFault, AreaValue, AreaValues, Reading, sum, valued};
use crate::cgt::{Games, Relation, Value};

/// The areas of a position as combinatorial games, Black being Left.
pub struct Valuation {
    games: Games,
    forms: Forms,
    points: Vec<PointSet>,
    areas: Vec<Result<AreaValues, AreaFault>>,
}

impl Valuation {
    /// Values the areas of a position, by territory whatever the rules count.
    ///
    /// # Errors
    /// If the position is no late endgame, or a limit on nodes or time is reached first.
    pub fn new(game: &Game, limits: &Limits) -> Result<Self, Fault> {
        let mut game = game.clone();
        game.set_rules(Rules {
            scoring: Scoring::Territory,
            ..game.rules()
        });
        let position = Position::new(&game, game.turn(), limits)?;
        let mut budget = Budget::new(*limits);
        let mut games = Games::with_limit(limits.forms).until(limits.deadline);
        let mut forms = Forms::new(limits.forms, limits.deadline);
        let mut areas = Vec::new();
        for area in &position.areas {
            let graph = position.graph(area, limits, &mut budget)?;
            areas.push(match graph {
                None => Err(AreaFault::TooLarge),
                Some(graph) => valued(graph, &mut forms, &mut games),
            });
            budget.check_time()?;
        }
        Ok(Self {
            games,
            forms,
            points: position.areas,
            areas,
        })
    }

    /// The value of an area.
    ///
    /// # Errors
    /// If it has none.
    pub fn report(&mut self, area: usize) -> Result<AreaValue, AreaFault> {
        let (value, reading) = self.value(area)?;
        Ok(AreaValue {
            name: self.games.show(value),
            mean: self.games.mean(value),
            temperature: self.games.temperature(value),
            reading,
        })
    }

    /// The store of the values.
    pub const fn games(&mut self) -> &mut Games {
        &mut self.games
    }

    /// The areas' points, in reading order of their first.
    #[must_use]
    pub fn areas(&self) -> &[PointSet] {
        &self.points
    }

    /// The value of an area, and what it leaves out.
    ///
    /// # Errors
    /// If it has none.
    pub fn value(&self, area: usize) -> Result<(Value, Reading), AreaFault> {
        let area = self.areas.get(area).ok_or(AreaFault::NoMove)?;
        let area = area.as_ref().map_err(|&fault| fault)?;
        let value = area.values[Graph::ROOT as usize].ok_or(area.why_not(Graph::ROOT))?;
        Ok((value, area.reading))
    }

    /// Compares the position after one move of a side with that after another, for Black: the
    /// difference game of the two moves. Areas without a move in them cancel. A pass leaves the position
    /// as it is; that the opponent may end the game by another is not looked at.
    ///
    /// # Errors
    /// If a move is none, or an area that matters has no value.
    pub fn compare(&mut self, color: Color, a: Move, b: Move) -> Result<Relation, AreaFault> {
        let [in_a, in_b] = [self.area_of(a)?, self.area_of(b)?];
        let mut first = self.after(color, a)?;
        let mut second = self.after(color, b)?;
        if in_a != in_b {
            if let Some(area) = in_b {
                let (before, _) = self.value(area)?;
                first = self.games.add(first, before)?;
            }
            if let Some(area) = in_a {
                let (before, _) = self.value(area)?;
                second = self.games.add(second, before)?;
            }
        }
        Ok(self.games.compare(first, second)?)
    }

    /// The same for the score alone, with passes allowed: whether the position after `a` is at least as
    /// good as that after `b` whatever else is on the board, and the other way round. What is
    /// [`Confused`](Relation::Confused) then has neither proved.
    ///
    /// # Errors
    /// If a move is none, or an area that matters is no finite game.
    pub fn compare_scores(
        &mut self,
        color: Color,
        a: Move,
        b: Move,
    ) -> Result<Relation, AreaFault> {
        let [in_a, in_b] = [self.area_of(a)?, self.area_of(b)?];
        let mut first = self.term_after(color, a)?;
        let mut second = self.term_after(color, b)?;
        if in_a != in_b {
            for (sum, other) in [(&mut first, in_b), (&mut second, in_a)] {
                if let Some(area) = other {
                    let area = self.areas[area].as_ref().map_err(|&fault| fault)?;
                    let term = area.terms[Graph::ROOT as usize].ok_or(AreaFault::Ko)?;
                    *sum = self.forms.add(*sum, term)?;
                }
            }
        }
        let [most, least] = [
            self.forms.at_least(first, second)?,
            self.forms.at_least(second, first)?,
        ];
        Ok(match (most, least) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Confused,
        })
    }

    fn term_after(&mut self, color: Color, mv: Move) -> Result<Term, AreaFault> {
        let Some(area) = self.area_of(mv)? else {
            return Ok(Term::settled(0));
        };
        let area = self.areas[area].as_ref().map_err(|&fault| fault)?;
        let step = area.step(color, mv)?;
        let mut sum = Term::settled(step.gain);
        for &part in &step.parts {
            let term = area.terms[part as usize].ok_or(AreaFault::Ko)?;
            sum = self.forms.add(sum, term)?;
        }
        Ok(sum)
    }

    /// The area of a move; `None` for the pass.
    fn area_of(&self, mv: Move) -> Result<Option<usize>, AreaFault> {
        let Move::Play(point) = mv else {
            return Ok(None);
        };
        let found = self.points.iter().position(|area| area.contains(point));
        found.map(Some).ok_or(AreaFault::NoMove)
    }

    /// The value of a move's area after it; 0 after a pass.
    ///
    /// # Errors
    /// If the move is none, or there is no value.
    pub fn after(&mut self, color: Color, mv: Move) -> Result<Value, AreaFault> {
        let Some(area) = self.area_of(mv)? else {
            return Ok(self.games.integer(0)?);
        };
        let area = self.areas[area].as_ref().map_err(|&fault| fault)?;
        let step = area.step(color, mv)?;
        match sum(step, &area.values, &mut self.games)? {
            Some(value) => Ok(value),
            None => Err(AreaFault::Passes),
        }
    }
}
