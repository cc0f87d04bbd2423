//! The rules of declarations.
//!
//! A rule for one declaration is checked when that is compiled; those for all of them together, by
//! [`check_declarations`] in a test.

use crate::error::fold;
use crate::params::{Params, list};
use crate::spec::{Domain, Scale, Spec, Variant};

/// A fault of a declaration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeclarationError {
    /// The declaration breaks a rule.
    #[error("the declaration of `{name}` is wrong: {fault}")]
    Faulty {
        /// The parameter.
        name: &'static str,
        /// The rule.
        fault: &'static str,
    },
    /// Two parameters share a name.
    #[error("`{0}` is declared twice")]
    Twice(&'static str),
}

/// Checks that the parameters are declared as they should be: every crate that declares some calls
/// this in a test, and so does whoever puts parts together, since names must be unique.
///
/// # Errors
/// With all that is wrong.
pub fn check_declarations(params: &dyn Params) -> Result<(), Vec<DeclarationError>> {
    let entries = list(params);
    let mut errors = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        let name = entry.spec.name;
        if let Some(fault) = entry.spec.fault() {
            errors.push(DeclarationError::Faulty { name, fault });
        } else if let Some(fault) = choice_fault(entry.spec.choices()) {
            errors.push(DeclarationError::Faulty { name, fault });
        } else if entry.spec.check(&entry.spec.default_value()).is_err() {
            errors.push(DeclarationError::Faulty {
                name,
                fault: "the default is no choice",
            });
        } else if std::mem::discriminant(&entry.value)
            != std::mem::discriminant(&entry.spec.default_value())
        {
            errors.push(DeclarationError::Faulty {
                name,
                fault: "the field is of another type",
            });
        }
        if entries[..place]
            .iter()
            .any(|earlier| earlier.spec.name == name)
        {
            errors.push(DeclarationError::Twice(name));
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

fn choice_fault(variants: &[Variant]) -> Option<&'static str> {
    for (place, variant) in variants.iter().enumerate() {
        if variant.doc.is_empty() {
            return Some("a choice has no documentation");
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.+".contains(c);
        if variant.name.is_empty() || !variant.name.chars().all(plain) {
            return Some("a choice's name is not of small letters, digits, `-`, `_`, `.` and `+`");
        }
        let folded = fold(variant.name);
        if variants[..place]
            .iter()
            .any(|earlier| fold(earlier.name) == folded)
        {
            return Some("two choices have the same name");
        }
    }
    None
}

impl Spec {
    /// Itself, if it is right: in a constant, a faulty declaration does not compile.
    ///
    /// # Panics
    /// If the declaration breaks a rule.
    #[must_use]
    pub const fn declared(self) -> Self {
        match self.fault() {
            None => self,
            Some(fault) => panic!("{}", fault),
        }
    }

    /// The rule that the declaration breaks, if it breaks one.
    #[must_use]
    pub const fn fault(&self) -> Option<&'static str> {
        if self.doc.trim_ascii().is_empty() {
            return Some("there is no documentation");
        }
        if !is_name(self.name.as_bytes()) {
            return Some("the name is not `group.field` of small letters, digits and `_`");
        }
        match self.domain {
            Domain::Single {
                default,
                min,
                max,
                scale,
            } => real_fault(default as f64, min as f64, max as f64, scale),
            Domain::Double {
                default,
                min,
                max,
                scale,
            } => real_fault(default, min, max, scale),
            Domain::Count {
                default,
                min,
                max,
                scale,
            } => {
                if min > max {
                    Some("the range is empty")
                } else if default < min || default > max {
                    Some("the default is out of range")
                } else if matches!(scale, Scale::Log) && min == 0 {
                    Some("a logarithmic range must lie above zero")
                } else {
                    None
                }
            }
            Domain::Choice { variants: [], .. } => Some("there is no choice"),
            Domain::Choice { .. } | Domain::Switch { .. } | Domain::Text { .. } => None,
        }
    }
}

const fn real_fault(default: f64, min: f64, max: f64, scale: Scale) -> Option<&'static str> {
    if !min.is_finite() || !max.is_finite() {
        Some("the range is not finite")
    } else if min > max {
        Some("the range is empty")
    } else if !(min <= default && default <= max) {
        Some("the default is out of range")
    } else if matches!(scale, Scale::Log) && min <= 0.0 {
        Some("a logarithmic range must lie above zero")
    } else {
        None
    }
}

/// Tests if this is `group.field`, both of small letters, digits and `_`, a letter first.
const fn is_name(name: &[u8]) -> bool {
    let (mut place, mut dots, mut first) = (0, 0, true);
    while place < name.len() {
        match name[place] {
            b'a'..=b'z' => first = false,
            b'0'..=b'9' | b'_' if !first => {}
            b'.' if !first && dots == 0 => {
                dots = 1;
                first = true;
            }
            _ => return false,
        }
        place += 1;
    }
    dots == 1 && !first
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: Spec = Spec {
        name: "part.size",
        doc: "How large.",
        domain: Domain::Double {
            default: 1.0,
            min: 0.5,
            max: 2.0,
            scale: Scale::Log,
        },
    };

    #[test]
    fn faults_are_found() {
        assert_eq!(RIGHT.fault(), None);
        for (name, right) in [
            ("part.size", true),
            ("part2.a_b", true),
            ("size", false),
            ("part.", false),
            (".size", false),
            ("a.b.c", false),
            ("part.2x", false),
            ("part.Size", false),
            ("part.si-ze", false),
        ] {
            assert_eq!(Spec { name, ..RIGHT }.fault().is_none(), right, "{name}");
        }
        assert_eq!(
            Spec { doc: " ", ..RIGHT }.fault(),
            Some("there is no documentation")
        );
        let range = |default, min, max, scale| Spec {
            domain: Domain::Double {
                default,
                min,
                max,
                scale,
            },
            ..RIGHT
        };
        let log = "a logarithmic range must lie above zero";
        for (spec, fault) in [
            (range(1.0, 0.0, 2.0, Scale::Log), log),
            (
                range(3.0, 0.5, 2.0, Scale::Linear),
                "the default is out of range",
            ),
            (
                range(f64::NAN, 0.5, 2.0, Scale::Linear),
                "the default is out of range",
            ),
            (range(1.0, 2.0, 0.5, Scale::Linear), "the range is empty"),
            (
                range(1.0, 0.5, f64::INFINITY, Scale::Linear),
                "the range is not finite",
            ),
        ] {
            assert_eq!(spec.fault(), Some(fault));
        }
    }

    #[test]
    fn faulty_choices_are_found() {
        let yes = Variant {
            name: "yes",
            doc: "Yes.",
        };
        assert_eq!(choice_fault(&[yes]), None);
        assert_eq!(
            choice_fault(&[yes, yes]),
            Some("two choices have the same name")
        );
        let silent = Variant { doc: "", ..yes };
        assert_eq!(
            choice_fault(&[silent]),
            Some("a choice has no documentation")
        );
        assert!(choice_fault(&[Variant { name: "a b", ..yes }]).is_some());
    }
}
