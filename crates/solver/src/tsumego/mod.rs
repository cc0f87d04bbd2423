//! Life and death of enclosed stones, proved.
//!
//! Read in this order: [`figure`] (the stones of a problem), `extent` (where it is decided and who
//! attacks), `bounds` (where it ends), [`problem`] (region, goal and sides, or why there are none), [`field`]
//! (points as bits), [`state`] (moves), [`life`] (what is settled without a search), `dfpn` with `children`,
//! `zone` (what a result rests on), `simulation`, `order`, `table` and `keys` (the search), [`mod@solve`] (the
//! answer, ko included), [`attempt`] (where region or goal are not said), [`first`] (all first moves),
//! [`drawn`] (problems drawn by chance). [`frame`] with `cut` is the rest of the board, for players that need one.

pub mod attempt;
mod bounds;
mod children;
mod cut;
mod dfpn;
pub mod drawn;
mod extent;
pub mod field;
pub mod figure;
pub mod first;
pub mod frame;
mod keys;
pub mod life;
mod order;
pub mod problem;
mod simulation;
pub mod solve;
pub mod state;
mod table;
mod zone;

pub use attempt::{Attempt, Question};
pub use drawn::{Drawing, Drawn};
pub use figure::{Figure, arrange};
pub use first::Fate;
pub use frame::{FrameError, Framed};
pub use problem::{Enclosure, Goal, NoProblem};
pub use solve::{Answer, Limits, Solver, Status};
pub use state::{Side, Threats};
