//! Things that have parameters, and how they are put together.

use crate::error::{ParamError, Quoted, fold};
use crate::nearest::nearest;
use crate::slot::Slot;
use crate::spec::Spec;
use crate::value::Value;

/// A set of parameters.
///
/// [`params!`](crate::params) implements it for the struct it declares. Parts are put together
/// as tuples, options, boxes, vectors and arrays; `Vec<&mut dyn Params>` is a list of any parts.
pub trait Params {
    /// Calls with every parameter and its value, in the order of declaration.
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value));
    /// Calls with every parameter and its place, in the order of declaration.
    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>));
}

/// A parameter and its present value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The declaration.
    pub spec: &'static Spec,
    /// The present value.
    pub value: Value,
}

impl Entry {
    /// True if the value is the declared default.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.value == self.spec.default_value()
    }
}

/// All parameters with their present values, in the order of declaration.
#[must_use]
pub fn list(params: &dyn Params) -> Vec<Entry> {
    let mut entries = Vec::new();
    params.visit(&mut |spec, value| entries.push(Entry { spec, value }));
    entries
}

/// The declaration of the parameter with this name; `-` stands for `_` too.
///
/// # Errors
/// If there is none; the error names the nearest.
pub fn find(params: &dyn Params, name: &str) -> Result<&'static Spec, ParamError> {
    get(params, name).map(|entry| entry.spec)
}

/// The parameter with this name and its present value; `-` stands for `_` too.
///
/// # Errors
/// If there is none; the error names the nearest.
pub fn get(params: &dyn Params, name: &str) -> Result<Entry, ParamError> {
    let folded = fold(name.trim());
    let mut entries = list(params);
    match entries.iter().position(|entry| entry.spec.name == folded) {
        Some(place) => Ok(entries.swap_remove(place)),
        None => Err(ParamError::UnknownName {
            given: Quoted(name.trim()).to_string(),
            nearest: nearest(name.trim(), entries.iter().map(|entry| entry.spec.name)),
        }),
    }
}

/// Sets a parameter from text.
///
/// # Errors
/// If no parameter has the name or it does not take the value; nothing is changed then.
pub fn set(params: &mut dyn Params, name: &str, text: &str) -> Result<(), ParamError> {
    let spec = find(params, name)?;
    set_value(params, spec.name, &spec.parse(text)?)
}

/// Sets a parameter to a value.
///
/// # Errors
/// If no parameter has the name or it does not take the value; nothing is changed then.
pub fn set_value(params: &mut dyn Params, name: &str, value: &Value) -> Result<(), ParamError> {
    let name = find(params, name)?.name;
    let mut outcome = None;
    params.visit_mut(&mut |spec, mut slot| {
        if spec.name == name && outcome.is_none() {
            outcome = Some(slot.put(spec, value));
        }
    });
    outcome.unwrap_or(Ok(()))
}

/// Sets a parameter to its default.
///
/// # Errors
/// If no parameter has the name.
pub fn reset(params: &mut dyn Params, name: &str) -> Result<(), ParamError> {
    let spec = find(params, name)?;
    set_value(params, spec.name, &spec.default_value())
}

/// Sets every parameter to its default.
pub fn reset_all(params: &mut dyn Params) {
    params.visit_mut(&mut |spec, mut slot| {
        // `check_declarations` makes sure that a default fits its place.
        let _fits = slot.put(spec, &spec.default_value());
    });
}

/// Checks that all present values are in range; fields set by code are not checked otherwise.
///
/// # Errors
/// With the first value that is not.
pub fn check_values(params: &dyn Params) -> Result<(), ParamError> {
    list(params)
        .iter()
        .try_for_each(|entry| entry.spec.check(&entry.value))
}

impl<P: Params + ?Sized> Params for &mut P {
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
        (**self).visit(each);
    }

    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
        (**self).visit_mut(each);
    }
}

impl<P: Params + ?Sized> Params for Box<P> {
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
        (**self).visit(each);
    }

    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
        (**self).visit_mut(each);
    }
}

/// No parameters where there is no part.
impl<P: Params> Params for Option<P> {
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
        if let Some(part) = self {
            part.visit(each);
        }
    }

    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
        if let Some(part) = self {
            part.visit_mut(each);
        }
    }
}

impl<P: Params> Params for [P] {
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
        for part in self {
            part.visit(each);
        }
    }

    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
        for part in self {
            part.visit_mut(each);
        }
    }
}

impl<P: Params, const N: usize> Params for [P; N] {
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
        self.as_slice().visit(each);
    }

    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
        self.as_mut_slice().visit_mut(each);
    }
}

impl<P: Params> Params for Vec<P> {
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
        self.as_slice().visit(each);
    }

    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
        self.as_mut_slice().visit_mut(each);
    }
}

impl Params for () {
    fn visit(&self, _: &mut dyn FnMut(&'static Spec, Value)) {}

    fn visit_mut(&mut self, _: &mut dyn FnMut(&'static Spec, Slot<'_>)) {}
}

macro_rules! tuple {
    ($($part:ident $index:tt),+) => {
        impl<$($part: Params),+> Params for ($($part,)+) {
            fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
                $(self.$index.visit(each);)+
            }

            fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
                $(self.$index.visit_mut(each);)+
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
