//! Playouts of Go.
//!
//! A playout is a loop over [`Policy::turn`]: the policy suggests moves, a [`Gate`] may refuse the
//! first few, a [`Witness`] sees what was played. All three are types, so that what is absent costs
//! nothing.
//!
//! Read in this order: [`policy`] (the three traits), [`playout`] (the loop), [`uniform`] (random
//! moves), then the policies with knowledge; [`tabu`] is a gate.

pub mod cascade;
pub mod gamma;
pub mod lgrf;
pub mod nakade;
pub mod patterns;
pub mod playout;
pub mod policy;
pub mod tabu;
pub mod uniform;

pub use cascade::{Cascade, CascadeParams};
pub use gamma::{Gamma, GammaParams};
pub use lgrf::{Lgrf, LgrfParams};
pub use patterns::Patterns;
pub use playout::{Ending, Start, play_out};
pub use policy::{Attempt, Gate, GateDecision, Open, Policy, Recent, Trial, Turn, Witness};
pub use tabu::{Tabu, TabuParams};
pub use uniform::Uniform;
