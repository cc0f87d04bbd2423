//! Forms made simpler.
//!
//! Three things are tried until nothing changes: to drop an option that is no better than another, to
//! drop one that is no better than to stay, and to replace one that the opponent answers at once. Each
//! result is compared with the original, by the order that holds in every sum, before it is used.

use tengen_go::Color;

use super::form::{FormId, Forms, Full, Options, Term};
use super::patch::side;

impl Forms {
    /// Tests if a side prefers `a` to `b`, or does not mind.
    fn prefers(&mut self, color: Color, a: Term, b: Term) -> Result<bool, Full> {
        match color {
            Color::Black => self.at_least(a, b),
            Color::White => self.at_least(b, a),
        }
    }

    /// The simplified game that counts `as_is` if nobody plays and has these options, counted in the
    /// same way.
    pub(super) fn game(&mut self, as_is: i32, options: Options) -> Result<Term, Full> {
        let options = options.map(|side| side.into_iter().map(|t| t.plus(-as_is)).collect());
        let first = self.intern(options)?;
        if let Some(&known) = self.simple.get(&first) {
            return Ok(known.plus(as_is));
        }
        let mut form = first;
        loop {
            let dropped = self.without_dominated(form)?;
            let simpler = self.without_reversible(dropped)?;
            if simpler == form {
                break;
            }
            form = simpler;
        }
        let simple = Term { points: 0, form };
        self.simple.insert(first, simple);
        self.simple.insert(form, simple);
        Ok(simple.plus(as_is))
    }

    /// Drops options than which the side has a better one, or that are no better than to stay.
    fn without_dominated(&mut self, form: FormId) -> Result<FormId, Full> {
        let whole = Term { points: 0, form };
        let mut kept = Options::default();
        for color in Color::BOTH {
            let all = self.options(form, color).to_vec();
            let best = &mut kept[side(color)];
            for option in all {
                if self.prefers(color, whole, option)? {
                    continue;
                }
                let mut beaten = false;
                for &other in best.iter() {
                    beaten = beaten || self.prefers(color, other, option)?;
                }
                if !beaten {
                    let mut rest = Vec::new();
                    for &other in best.iter() {
                        if !self.prefers(color, option, other)? {
                            rest.push(other);
                        }
                    }
                    rest.push(option);
                    *best = rest;
                }
            }
        }
        self.if_equal(form, kept)
    }

    /// Replaces options that the opponent answers to a position no better than this one.
    fn without_reversible(&mut self, form: FormId) -> Result<FormId, Full> {
        let whole = Term { points: 0, form };
        for color in Color::BOTH {
            for option in self.options(form, color).to_vec() {
                let mut i = 0;
                while let Some(answer) = self.option(option, !color, i) {
                    i += 1;
                    if !self.prefers(color, whole, answer)? {
                        continue;
                    }
                    let mut options = self.forms[form as usize].0.clone();
                    let own = &mut options[side(color)];
                    own.retain(|&other| other != option);
                    let follow = self.options(answer.form, color);
                    own.extend(follow.iter().map(|term| term.plus(answer.points)));
                    let simpler = self.if_equal(form, options)?;
                    if simpler != form {
                        return Ok(simpler);
                    }
                }
            }
        }
        Ok(form)
    }

    /// The form with these options if it is equal to the given one, else the given one.
    fn if_equal(&mut self, form: FormId, options: Options) -> Result<FormId, Full> {
        let other = self.intern(options)?;
        let (a, b) = (
            Term { points: 0, form },
            Term {
                points: 0,
                form: other,
            },
        );
        let equal = self.at_least(a, b)? && self.at_least(b, a)?;
        Ok(if equal { other } else { form })
    }
}
