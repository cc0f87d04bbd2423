//! Games with passes, simplified.
//!
//! In a sum of areas a player moves in one of them or passes, and when both pass everything is counted
//! as it is. Listing all positions of all areas together is hopeless; but most moves of an area are
//! bad and most positions alike. Here each position becomes a *form*: what it counts as it is
//! (taken out, so 0), and the options of both sides; and forms are simplified by an order that holds
//! in every sum.
//!
//! **The order.** Write G ≥ H if (1) G counts as it is at least what H does; (2) for each option
//! G^R of White, Black has an answer G^RL ≥ H, or White an option H^R ≤ G^R, or G^R ≥ H itself; (3)
//! for each option H^L of Black, White has an answer H^LR ≤ G, or Black an option G^L ≥ H^L, or H^L ≤ G
//! itself. The first two alternatives are those of combinatorial games. The third is a wasted move,
//! as good as a pass, and there is (1) because passes end the game.
//!
//! **It holds in every sum.** For a sum S let s be its count as it is, a and b the best results of a
//! move by Black and by White. With Black to move it is worth B1 = max(s, a) after a pass and B0 =
//! max(min(s, b), a) otherwise; with White W1 = min(s, b) and W0 = min(max(s, a), b). Hence
//! B1 ≥ B0 ≥ W0 ≥ W1 (and B0 = W0 unless a > b). Let G ≥ H and let C be any sum, and suppose the
//! claim for all smaller ones. A move by White in G + C leads, by the alternatives of (2), to at least
//! b(H+C), W0(H+C) or B0(H+C), so b(G+C) ≥ W0(H+C); likewise a(H+C) ≤ B0(G+C); and s(G+C) ≥ s(H+C).
//! Putting these into the four formulas gives each of them for G + C at least as large as for H + C.
//!
//! So an option may be dropped if the same side has one at least as good, or if it is no better than
//! to stay (a move that fills own territory, a neutral point), and an option that the opponent
//! answers to a position no better than before is replaced by what follows the answer. Every
//! simplification is checked by the order itself before it is used ([`simplify`](super::simplify)).

use std::collections::HashMap;
use std::time::Instant;

use tengen_go::Color;

use super::graph::Graph;
use super::patch::side;

/// A form in its store.
pub(super) type FormId = u32;

/// A form and points for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Term {
    pub(super) points: i32,
    pub(super) form: FormId,
}

impl Term {
    /// Nothing left to play.
    pub(super) const fn settled(points: i32) -> Self {
        Self {
            points,
            form: Forms::END,
        }
    }

    pub(super) const fn plus(self, points: i32) -> Self {
        Self {
            points: self.points + points,
            form: self.form,
        }
    }
}

/// The options of Black and of White.
pub(super) type Options = [Vec<Term>; 2];

/// There are too many forms, or one is too deep, or the time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// The longest line of moves in a form, which bounds recursion.
const DEEPEST: usize = 160;

/// A store of forms.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    pub(super) forms: Vec<(Options, u16)>,
    index: HashMap<Options, FormId>,
    /// Simplified forms of those that were met.
    pub(super) simple: HashMap<FormId, Term>,
    order: HashMap<(Term, FormId), bool>,
    sums: HashMap<(FormId, FormId), Term>,
    limit: usize,
    deadline: Option<Instant>,
}

impl Forms {
    /// The form without moves.
    pub(super) const END: FormId = 0;

    /// A store of at most so many forms (and some tens of times as many comparisons), which is full in any
    /// case when the time is up.
    pub(super) fn new(limit: usize, deadline: Option<Instant>) -> Self {
        let nothing = Options::default();
        Self {
            forms: vec![(nothing.clone(), 0)],
            index: HashMap::from([(nothing, Self::END)]),
            simple: HashMap::new(),
            order: HashMap::new(),
            sums: HashMap::new(),
            limit,
            deadline,
        }
    }

    /// A side's options.
    pub(super) fn options(&self, form: FormId, color: Color) -> &[Term] {
        &self.forms[form as usize].0[side(color)]
    }

    /// The number of forms.
    pub(super) fn len(&self) -> usize {
        self.forms.len()
    }

    /// The length of its longest line.
    pub(super) fn depth(&self, form: FormId) -> usize {
        usize::from(self.forms[form as usize].1)
    }

    /// The form with exactly these options.
    pub(super) fn intern(&mut self, mut options: Options) -> Result<FormId, Full> {
        for side in &mut options {
            side.sort_unstable();
            side.dedup();
        }
        if let Some(&form) = self.index.get(&options) {
            return Ok(form);
        }
        let deepest = options.iter().flatten().map(|term| self.depth(term.form));
        let depth = deepest.max().map_or(0, |depth| depth + 1);
        if self.forms.len() >= self.limit || depth > DEEPEST {
            return Err(Full);
        }
        let form = self.forms.len() as FormId;
        self.index.insert(options.clone(), form);
        self.forms.push((options, depth as u16));
        Ok(form)
    }

    /// Tests if `a` is at least as good for Black as `b` in every sum.
    pub(super) fn at_least(&mut self, a: Term, b: Term) -> Result<bool, Full> {
        let ahead = a.points - b.points;
        if ahead < 0 || a.form == b.form {
            return Ok(ahead >= 0);
        }
        let key = (Term { points: ahead, ..a }, b.form);
        if let Some(&known) = self.order.get(&key) {
            return Ok(known);
        }
        if self.order.len() >= self.limit.saturating_mul(40) {
            return Err(Full);
        }
        if self.order.len().is_multiple_of(1024)
            && self.deadline.is_some_and(|end| Instant::now() >= end)
        {
            return Err(Full);
        }
        let (a, b) = (key.0, Term { points: 0, ..b });
        let holds = self.holds_against_white(a, b)? && self.holds_against_black(a, b)?;
        self.order.insert(key, holds);
        Ok(holds)
    }

    pub(super) fn option(&self, of: Term, color: Color, index: usize) -> Option<Term> {
        let option = self.options(of.form, color).get(index)?;
        Some(option.plus(of.points))
    }

    fn holds_against_white(&mut self, a: Term, b: Term) -> Result<bool, Full> {
        let mut index = 0;
        'moves: while let Some(moved) = self.option(a, Color::White, index) {
            index += 1;
            let mut i = 0;
            while let Some(same) = self.option(b, Color::White, i) {
                i += 1;
                if self.at_least(moved, same)? {
                    continue 'moves;
                }
            }
            let mut i = 0;
            while let Some(answer) = self.option(moved, Color::Black, i) {
                i += 1;
                if self.at_least(answer, b)? {
                    continue 'moves;
                }
            }
            if !self.at_least(moved, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn holds_against_black(&mut self, a: Term, b: Term) -> Result<bool, Full> {
        let mut index = 0;
        'moves: while let Some(moved) = self.option(b, Color::Black, index) {
            index += 1;
            let mut i = 0;
            while let Some(same) = self.option(a, Color::Black, i) {
                i += 1;
                if self.at_least(same, moved)? {
                    continue 'moves;
                }
            }
            let mut i = 0;
            while let Some(answer) = self.option(moved, Color::White, i) {
                i += 1;
                if self.at_least(a, answer)? {
                    continue 'moves;
                }
            }
            if !self.at_least(a, moved)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The sum of two.
    pub(super) fn add(&mut self, a: Term, b: Term) -> Result<Term, Full> {
        let points = a.points + b.points;
        if a.form == Self::END || b.form == Self::END {
            return Ok(Term {
                points,
                form: a.form.max(b.form),
            });
        }
        let key = (a.form.min(b.form), a.form.max(b.form));
        if let Some(known) = self.sums.get(&key) {
            return Ok(known.plus(points));
        }
        if self.depth(a.form) + self.depth(b.form) > DEEPEST {
            return Err(Full);
        }
        let [x, y] = [key.0, key.1].map(|form| Term { points: 0, form });
        let mut options = Options::default();
        for color in Color::BOTH {
            for (moving, other) in [(x, y), (y, x)] {
                for option in self.options(moving.form, color).to_vec() {
                    let sum = self.add(option, other)?;
                    options[side(color)].push(sum);
                }
            }
        }
        let sum = self.game(0, options)?;
        self.sums.insert(key, sum);
        Ok(sum.plus(points))
    }

    /// The simplified games of all positions of an area free of ko.
    pub(super) fn of_graph(&mut self, graph: &Graph) -> Result<Vec<Term>, Full> {
        let mut terms = vec![Term::settled(0); graph.positions.len()];
        for &node in graph.order.iter().flatten() {
            let position = &graph.positions[node as usize];
            let mut options = Options::default();
            for (steps, options) in position.steps.iter().zip(&mut options) {
                for step in steps {
                    let mut sum = Term::settled(step.gain);
                    for &part in &step.parts {
                        sum = self.add(sum, terms[part as usize])?;
                    }
                    options.push(sum);
                }
            }
            terms[node as usize] = self.game(position.as_is, options)?;
        }
        Ok(terms)
    }
}
