//! A game as the solver sees it: what is settled, the areas, and the past that may come back.

use tengen_game::Color;
use tengen_go::{Game, Ko, Move, Point, PointSet, Scoring, Stones};

use super::area::{areas, open_points, patch};
use super::claim::grant;
use super::graph::Graph;
use super::limits::{Budget, Fault, Limits};
use super::patch::{Bits, Local, Patch};
use super::settled::Settled;
use super::spot::{Question, Raw};
use super::whole::{Answer, solve};

/// A position to be solved.
pub(super) struct Position<'a> {
    pub(super) game: &'a Game,
    pub(super) turn: Color,
    pub(super) settled: Settled,
    pub(super) areas: Vec<PointSet>,
    /// The points of all areas.
    open: PointSet,
    /// Earlier positions that agree with this one on all settled points, and who was to move.
    past: Vec<(Stones, Color)>,
}

impl<'a> Position<'a> {
    /// Takes a position in.
    pub(super) fn new(game: &'a Game, turn: Color, limits: &Limits) -> Result<Self, Fault> {
        if game.passes() >= 2 {
            return Err(Fault::Over);
        }
        let stones = game.stones();
        let settled = Settled::of(stones, game.rules().suicide);
        if settled.all().is_empty() {
            return Err(Fault::NothingSettled);
        }
        if limits.claims && game.rules().counts_what_stands() {
            let dead = |point: &Point| stones.at(*point).is_some();
            let mut territory = Color::BOTH
                .into_iter()
                .flat_map(|c| settled.territory[c].iter());
            if let Some(point) = territory.find(dead) {
                let at = point.label(game.size());
                return Err(Fault::DeadCount { at });
            }
        }
        let areas = areas(stones, &settled);
        for area in &areas {
            let open = open_points(area, stones);
            if open > limits.open {
                let first = area.iter().next().map(|point| point.label(game.size()));
                return Err(Fault::TooManyOpen {
                    at: first.unwrap_or_default(),
                    open,
                    bound: limits.open,
                });
            }
        }
        let open = areas
            .iter()
            .fold(PointSet::EMPTY, |all, area| all.union(area));
        let past = past(game, &open);
        Ok(Self {
            game,
            turn,
            settled,
            areas,
            open,
            past,
        })
    }

    /// That the result depends on what is not settled in an area.
    pub(super) fn undivided(&self, area: &PointSet) -> Fault {
        let first = area.iter().next();
        let at = first.map_or_else(String::new, |point| point.label(self.game.size()));
        Fault::Undivided { at }
    }

    /// The score of what is settled, prisoners included.
    pub(super) fn points(&self) -> i32 {
        let scoring = self.game.rules().scoring;
        let settled = self.settled.score(self.game.stones(), scoring);
        let taken = |color| i32::try_from(self.game.captures(color)).unwrap_or(i32::MAX / 4);
        match scoring {
            Scoring::Area => settled,
            Scoring::Territory => settled + taken(Color::Black) - taken(Color::White),
        }
    }

    /// True if the last move was a pass.
    pub(super) const fn passed(&self) -> bool {
        self.game.passes() > 0
    }

    fn patch(&self, points: &PointSet) -> Result<(Patch, Local), Fault> {
        let suicide = self.game.rules().suicide;
        patch(points, self.game.stones(), &self.settled, suicide).ok_or(Fault::TooManyPoints {
            points: points.len(),
        })
    }

    /// The game of an area; `None` if it has too many positions.
    pub(super) fn graph(
        &self,
        area: &PointSet,
        limits: &Limits,
        budget: &mut Budget,
    ) -> Result<Option<Graph>, Fault> {
        let (patch, at) = self.patch(area)?;
        let scoring = self.game.rules().scoring;
        let list = |patch, scoring, budget: &mut Budget| {
            Graph::new(patch, scoring, at, limits.positions, budget)
        };
        let mut graph = list(patch.clone(), scoring, budget)?;
        if let Some(graph) = &mut graph
            && limits.claims
            && !self.game.rules().counts_what_stands()
            && !graph.is_divided()
            && let Some(by_area) = list(patch, Scoring::Area, budget)?
        {
            grant(graph, &by_area, scoring, limits, budget)?;
        }
        if let Some(graph) = &mut graph
            && (scoring == Scoring::Area || !limits.claims)
        {
            graph.leave_the_rest();
        }
        Ok(graph)
    }

    /// Tests if an earlier position of the game may come back by moves of these areas, each of which
    /// is free of ko. It cannot if a stone stands now that was not there, and that is never taken.
    pub(super) fn may_repeat(&self, graphs: &[Graph]) -> bool {
        let lasting: Vec<(Point, Color)> = self
            .open
            .iter()
            .filter_map(|point| Some((point, self.game.at(point)?)))
            .filter(|&(point, color)| {
                graphs.iter().all(|graph| {
                    let taken = graph.taken[super::patch::side(color)];
                    graph.patch.bit(point) & taken == 0
                })
            })
            .collect();
        self.past.iter().any(|(stones, _)| {
            lasting
                .iter()
                .all(|&(point, color)| stones.at(point) == Some(color))
        })
    }

    /// Searches all areas together.
    pub(super) fn whole(&self, budget: &mut Budget) -> Result<Answer, Fault> {
        let (patch, at) = self.patch(&self.open)?;
        let past: Vec<(Raw, Color)> = self
            .past
            .iter()
            .map(|(stones, turn)| (raw(&patch, stones), *turn))
            .collect();
        let rules = self.game.rules();
        let taker = self.game.last_move().map(|(color, _)| color);
        let banned: Bits = match self.game.stones().ko() {
            Some(point) if rules.ko == Ko::Simple && taker != Some(self.turn) => patch.bit(point),
            _ => 0,
        };
        let question = Question {
            patch: &patch,
            scoring: rules.scoring,
            ko: rules.ko,
            at,
            turn: self.turn,
            passed: self.passed(),
            banned,
            past: &past,
        };
        match solve(&question, budget)? {
            Some(answer) => Ok(answer),
            None => Err(self.undivided(&self.open)),
        }
    }
}

/// The stones of a board on a patch.
fn raw(patch: &Patch, stones: &Stones) -> Raw {
    let mut raw = [0, 0];
    for point in patch.points(patch.all()).iter() {
        if let Some(color) = stones.at(point) {
            raw[super::patch::side(color)] |= patch.bit(point);
        }
    }
    raw
}

/// The earlier positions of a game that agree with the present one outside of the open points.
fn past(game: &Game, open: &PointSet) -> Vec<(Stones, Color)> {
    let size = game.size();
    let fixed: Vec<Point> = Point::all(size).filter(|&p| !open.contains(p)).collect();
    let Some((first, _)) = game.moves().next() else {
        return Vec::new();
    };
    let mut then = Game::from_position(game.start().clone(), first, game.rules(), game.komi());
    let mut found = Vec::new();
    for (color, mv) in game.moves() {
        let stones = then.stones();
        let agrees = fixed.iter().all(|&p| stones.at(p) == game.at(p));
        if agrees && Point::all(size).any(|p| stones.at(p) != game.at(p)) {
            found.push((stones.clone(), color));
        }
        let played = match mv {
            Move::Play(point) => then.force(color, point),
            Move::Pass => then.play(color, mv),
        };
        debug_assert!(played.is_ok(), "a move of the game is a move again");
    }
    found
}
