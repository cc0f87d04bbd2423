//! The place of a parameter in its struct.

use crate::error::ParamError;
use crate::spec::Spec;
use crate::value::Value;
use std::fmt;

/// An enum whose variants have names; declared by [`choice!`](crate::choice).
pub trait Choice {
    /// The name of the variant.
    fn choice(&self) -> &'static str;
    /// Becomes the variant of this name; false, and no change, if there is none.
    fn choose(&mut self, name: &str) -> bool;
}

/// The place of a parameter in its struct.
pub enum Slot<'a> {
    /// A real number of single precision.
    Single(&'a mut f32),
    /// A real number of double precision.
    Double(&'a mut f64),
    /// A count of 32 bits.
    Small(&'a mut u32),
    /// A count of 64 bits.
    Large(&'a mut u64),
    /// A switch.
    Switch(&'a mut bool),
    /// A choice.
    Choice(&'a mut dyn Choice),
    /// A text.
    Text(&'a mut String),
}

impl Slot<'_> {
    /// The value there.
    #[must_use]
    pub fn value(&self) -> Value {
        match self {
            Self::Single(x) => Value::from(&**x),
            Self::Double(x) => Value::from(&**x),
            Self::Small(n) => Value::from(&**n),
            Self::Large(n) => Value::from(&**n),
            Self::Switch(on) => Value::from(&**on),
            Self::Choice(choice) => Value::Choice(choice.choice()),
            Self::Text(text) => Value::from(&**text),
        }
    }

    /// Puts a value there if the declaration allows it.
    ///
    /// # Errors
    /// If the value is of another type or out of range; nothing is changed then.
    pub fn put(&mut self, spec: &Spec, value: &Value) -> Result<(), ParamError> {
        spec.check(value)?;
        if self.assign(value) {
            Ok(())
        } else {
            Err(spec.wrong_type(value))
        }
    }

    /// Puts a value there, whatever the declaration; false, and no change, if it does not fit.
    pub(crate) fn assign(&mut self, value: &Value) -> bool {
        match (self, value) {
            (Self::Single(place), Value::Single(x)) => {
                **place = *x;
                true
            }
            (Self::Double(place), Value::Double(x)) => {
                **place = *x;
                true
            }
            (Self::Small(place), Value::Count(n)) => match u32::try_from(*n) {
                Ok(n) => {
                    **place = n;
                    true
                }
                Err(_) => false,
            },
            (Self::Large(place), Value::Count(n)) => {
                **place = *n;
                true
            }
            (Self::Switch(place), Value::Switch(on)) => {
                **place = *on;
                true
            }
            (Self::Choice(place), Value::Choice(name)) => place.choose(name),
            (Self::Text(place), Value::Text(text)) => {
                place.clone_from(text);
                true
            }
            _ => false,
        }
    }
}

impl fmt::Debug for Slot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Slot").field(&self.value()).finish()
    }
}

impl<'a> From<&'a mut f32> for Slot<'a> {
    fn from(place: &'a mut f32) -> Self {
        Self::Single(place)
    }
}

impl<'a> From<&'a mut f64> for Slot<'a> {
    fn from(place: &'a mut f64) -> Self {
        Self::Double(place)
    }
}

impl<'a> From<&'a mut u32> for Slot<'a> {
    fn from(place: &'a mut u32) -> Self {
        Self::Small(place)
    }
}

impl<'a> From<&'a mut u64> for Slot<'a> {
    fn from(place: &'a mut u64) -> Self {
        Self::Large(place)
    }
}

impl<'a> From<&'a mut bool> for Slot<'a> {
    fn from(place: &'a mut bool) -> Self {
        Self::Switch(place)
    }
}

impl<'a> From<&'a mut String> for Slot<'a> {
    fn from(place: &'a mut String) -> Self {
        Self::Text(place)
    }
}

impl<'a, C: Choice> From<&'a mut C> for Slot<'a> {
    fn from(place: &'a mut C) -> Self {
        Self::Choice(place)
    }
}
