//! Statistics: pure functions and small values, tested on known figures.
//!
//! Nothing here reads, writes or knows of the laboratory. What makes no sense (no
//! games, more wins than games, not a number) has no answer: the functions return `None`, and never
//! a NaN.
//!
//! In which order to read:
//!
//! 1. [`summary`]: means, quantiles, histograms; `normal` and `discrete`: the distributions
//!    that all the rest is built on.
//! 2. [`binomial`]: a share of games, its intervals, its test. [`elo`]: the same as a difference in
//!    rating, and the likelihood of superiority.
//! 3. [`power`]: which difference a number of games can show, before any is played.
//! 4. [`pairs`]: games in pairs with colours swapped. `likelihood`, then [`sprt`]: the test that
//!    stops as soon as it knows.
//! 5. [`means`]: a mean, two means. [`tables`]: Fisher, chi-square and McNemar for suites of problems; [`proportions`]: two
//!    methods against the same opponent.
//! 6. `cholesky`, then [`ratings`]: many players at once.

pub mod binomial;
mod cholesky;
mod discrete;
pub mod elo;
mod likelihood;
pub mod means;
mod normal;
pub mod pairs;
pub mod power;
pub mod proportions;
pub mod ratings;
pub mod sprt;
pub mod summary;
pub mod tables;

pub use binomial::{CONFIDENCE, Interval, Share};
pub use elo::{EloDifference, elo_of_share, share_of_elo, superiority, superiority_of_pairs};
pub use means::{student, welch};
pub use pairs::Pentanomial;
pub use power::Plan;
pub use proportions::{Comparison, compare};
pub use ratings::{Meeting, Rating, RatingError, Ratings};
pub use sprt::{Decision, EloScale, Outlook, Sprt};
pub use summary::{Histogram, Summary, median, quantile};
pub use tables::{ChiSquare, chi_square, fisher, mcnemar};
