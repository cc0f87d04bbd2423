//! One declaration of a parameter is what every surface reads.
//!
//! A method's parameters are declared beside the method, with name, type, default, range, scale
//! and documentation, by [`params!`]. Command line (`--set rave.equivalence=500`), TOML files
//! ([`toml`]), protocols, web forms and the records of experiments are walks over
//! [`Params::visit`], and nothing about a parameter is said twice. Parts that are put together
//! show the parameters of all of them.
//!
//! ```
//! use tengen_params::{choice, fingerprint, get, list, params, set, toml};
//!
//! choice! {
//!     /// How the tree chooses.
//!     pub enum TreePolicy {
//!         /// Upper confidence bounds alone.
//!         Ucb = "ucb",
//!         /// Upper confidence bounds and all moves as first.
//!         UcbRave = "ucb-rave",
//!     }
//! }
//!
//! params! {
//!     /// The search.
//!     pub struct Search as search {
//!         /// How the tree chooses a move.
//!         policy: TreePolicy = TreePolicy::UcbRave;
//!         /// The number of playouts for a move.
//!         playouts: u32 = 10_000, 1..=1_000_000_000, Log;
//!         /// The weight of what is not yet known.
//!         exploration: f32 = 0.7, 0.0..=10.0;
//!     }
//! }
//!
//! let mut search = Search::default();
//! set(&mut search, "search.playouts", "500")?;
//! assert_eq!(search.playouts, 500);
//! assert_eq!(get(&search, "search.policy")?.value.to_string(), "ucb-rave");
//! assert_eq!(list(&search).len(), 3);
//!
//! let error = set(&mut search, "search.playout", "500").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "there is no parameter `search.playout`; did you mean `search.playouts`?"
//! );
//!
//! let before = fingerprint(&search);
//! toml::read(&mut search, "[search]\nexploration = 0.5", "my.toml").unwrap();
//! assert_eq!(search.exploration, 0.5);
//! assert_ne!(fingerprint(&search), before);
//! # Ok::<(), tengen_params::ParamError>(())
//! ```
//!
//! Reading order: `spec`, `value`, `params`, `declaration` (the macros), `fault`, `toml`.

mod declaration;
mod error;
mod fault;
mod fingerprint;
mod nearest;
mod params;
mod slot;
mod spec;
pub mod toml;
mod value;

pub use error::ParamError;
pub use fault::{DeclarationError, check_declarations};
pub use fingerprint::fingerprint;
pub use nearest::nearest;
pub use params::{Entry, Params, check_values, find, get, list, reset, reset_all, set, set_value};
pub use slot::{Choice, Slot};
pub use spec::{Domain, Scale, Spec, SpecInfo, Variant};
pub use value::Value;
