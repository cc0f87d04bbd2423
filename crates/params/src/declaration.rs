//! Declaring parameters and choices: the macros.

/// Declares a struct whose fields are parameters.
///
/// A field reads `name: type = default, range, scale;` where the type is `f32`, `f64`, `u32`,
/// `u64` (these have a range, and a [`Scale`](crate::Scale) unless it is `Linear`), `bool`, `String` (its
/// default is a literal) or an enum declared by [`choice!`](crate::choice). The name after `as`
/// is the group: the parameter's full name is `group.field`. The comments are what users read.
///
/// A default out of its range, a range that is empty or not finite, a logarithmic range that
/// reaches zero, a missing or empty comment do not compile. The struct gets `Clone`, `Debug`,
/// `Default`, `PartialEq`, [`Params`](crate::Params) and the constant `SPECS`.
///
/// ```
/// tengen_params::params! {
///     /// All moves as first.
///     pub struct Rave as rave {
///         /// The number of playouts at which both means weigh the same.
///         equivalence: f32 = 1000.0, 1.0..=1e6, Log;
///         /// Whether passes count.
///         passes: bool = false;
///     }
/// }
/// assert_eq!(Rave::SPECS[0].name, "rave.equivalence");
/// ```
///
/// ```compile_fail
/// tengen_params::params! {
///     /// The default is out of range.
///     pub struct Wrong as wrong {
///         /// A probability.
///         chance: f32 = 1.5, 0.0..=1.0;
///     }
/// }
/// ```
#[macro_export]
macro_rules! params {
    (@scale) => { $crate::Scale::Linear };
    (@scale $scale:ident) => { $crate::Scale::$scale };

    (@domain f32 = $default:expr, $range:expr $(, $scale:ident)?) => {{
        const RANGE: ::core::ops::RangeInclusive<f32> = $range;
        let (min, max) = (*RANGE.start(), *RANGE.end());
        let scale = $crate::params!(@scale $($scale)?);
        $crate::Domain::Single { default: $default, min, max, scale }
    }};
    (@domain f64 = $default:expr, $range:expr $(, $scale:ident)?) => {{
        const RANGE: ::core::ops::RangeInclusive<f64> = $range;
        let (min, max) = (*RANGE.start(), *RANGE.end());
        let scale = $crate::params!(@scale $($scale)?);
        $crate::Domain::Double { default: $default, min, max, scale }
    }};
    (@domain u32 = $default:expr, $range:expr $(, $scale:ident)?) => {{
        const DEFAULT: u32 = $default;
        const RANGE: ::core::ops::RangeInclusive<u32> = $range;
        let (min, max) = (*RANGE.start() as u64, *RANGE.end() as u64);
        let scale = $crate::params!(@scale $($scale)?);
        $crate::Domain::Count { default: DEFAULT as u64, min, max, scale }
    }};
    (@domain u64 = $default:expr, $range:expr $(, $scale:ident)?) => {{
        const RANGE: ::core::ops::RangeInclusive<u64> = $range;
        let (min, max) = (*RANGE.start(), *RANGE.end());
        let scale = $crate::params!(@scale $($scale)?);
        $crate::Domain::Count { default: $default, min, max, scale }
    }};
    (@domain f32 = $default:expr) => { ::core::compile_error!("a real number needs a range") };
    (@domain f64 = $default:expr) => { ::core::compile_error!("a real number needs a range") };
    (@domain u32 = $default:expr) => { ::core::compile_error!("a count needs a range") };
    (@domain u64 = $default:expr) => { ::core::compile_error!("a count needs a range") };
    (@domain bool = $default:expr) => { $crate::Domain::Switch { default: $default } };
    (@domain String = $default:expr) => { $crate::Domain::Text { default: $default } };
    (@domain $choice:ident = $default:expr) => {{
        const DEFAULT: $choice = $default;
        $crate::Domain::Choice { default: DEFAULT.name(), variants: $choice::VARIANTS }
    }};

    (@start String = $default:expr) => { ::std::string::String::from($default) };
    (@start $kind:ident = $default:expr) => { $default };

    (
        $(#[$about:meta])+
        $vis:vis struct $params:ident as $group:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident: $kind:ident = $default:expr $(, $range:expr $(, $scale:ident)?)?;
            )*
        }
    ) => {
        $(#[$about])+
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $params {
            $($(#[doc = $doc])+ pub $field: $kind,)*
        }

        impl $params {
            /// The declarations, one for each field.
            pub const SPECS: &'static [$crate::Spec;
                <[&str]>::len(&[$(::core::stringify!($field)),*])] = &[$(
                $crate::Spec {
                    name: ::core::concat!(
                        ::core::stringify!($group), ".", ::core::stringify!($field)
                    ),
                    doc: ::core::concat!($($doc),+).trim_ascii(),
                    domain: $crate::params!(@domain $kind = $default $(, $range $(, $scale)?)?),
                }
                .declared(),
            )*];
        }

        impl ::core::default::Default for $params {
            fn default() -> Self {
                Self { $($field: $crate::params!(@start $kind = $default),)* }
            }
        }

        impl $crate::Params for $params {
            fn visit(&self, each: &mut dyn FnMut(&'static $crate::Spec, $crate::Value)) {
                let [$($field),*] = Self::SPECS;
                $(each($field, $crate::Value::from(&self.$field));)*
            }

            fn visit_mut(
                &mut self,
                each: &mut dyn FnMut(&'static $crate::Spec, $crate::Slot<'_>),
            ) {
                let [$($field),*] = Self::SPECS;
                $(each($field, $crate::Slot::from(&mut self.$field));)*
            }
        }
    };
}

/// Declares an enum that can be the type of a parameter, with the names that users type.
///
/// It gets `Clone`, `Copy`, `Debug`, `PartialEq`, `Eq`, `Hash`, [`Choice`](crate::Choice), the
/// constant `VARIANTS` and the method `name`.
///
/// ```
/// tengen_params::choice! {
///     /// Who may repeat what.
///     pub enum Superko {
///         /// No position twice.
///         Positional = "positional",
///         /// No position twice with the same side to move.
///         Situational = "situational",
///     }
/// }
/// assert_eq!(Superko::Situational.name(), "situational");
/// ```
#[macro_export]
macro_rules! choice {
    (
        $(#[$about:meta])+
        $vis:vis enum $choice:ident {
            $($(#[doc = $doc:literal])+ $variant:ident = $name:literal),+ $(,)?
        }
    ) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $choice {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $choice {
            /// All names with what they mean.
            pub const VARIANTS: &'static [$crate::Variant] = &[$(
                $crate::Variant { name: $name, doc: ::core::concat!($($doc),+).trim_ascii() },
            )+];

            /// The name that the user types.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl $crate::Choice for $choice {
            fn choice(&self) -> &'static str {
                self.name()
            }

            fn choose(&mut self, name: &str) -> bool {
                match name {
                    $($name => *self = Self::$variant,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

/// Declares a struct whose fields have parameters, and shows those of all of them.
///
/// It gets `Clone`, `Debug`, `Default`, `PartialEq` and [`Params`](crate::Params).
///
/// ```
/// tengen_params::params! {
///     /// The tree.
///     pub struct Tree as tree {
///         /// A leaf is expanded when its playouts exceed this.
///         threshold: u32 = 1, 0..=1000;
///     }
/// }
/// tengen_params::parts! {
///     /// A whole search.
///     pub struct Search {
///         /// Its tree.
///         tree: Tree,
///     }
/// }
/// let mut search = Search::default();
/// tengen_params::set(&mut search, "tree.threshold", "30")?;
/// assert_eq!(search.tree.threshold, 30);
/// # Ok::<(), tengen_params::ParamError>(())
/// ```
#[macro_export]
macro_rules! parts {
    (
        $(#[$about:meta])+
        $vis:vis struct $parts:ident {
            $($(#[doc = $doc:literal])+ $field:ident: $kind:ty),+ $(,)?
        }
    ) => {
        $(#[$about])+
        #[derive(Clone, Debug, Default, PartialEq)]
        $vis struct $parts {
            $($(#[doc = $doc])+ pub $field: $kind,)+
        }

        impl $crate::Params for $parts {
            fn visit(&self, each: &mut dyn FnMut(&'static $crate::Spec, $crate::Value)) {
                $(self.$field.visit(each);)+
            }

            fn visit_mut(
                &mut self,
                each: &mut dyn FnMut(&'static $crate::Spec, $crate::Slot<'_>),
            ) {
                $(self.$field.visit_mut(each);)+
            }
        }
    };
}
