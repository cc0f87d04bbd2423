//! What networks are trained on: games in memory, positions drawn from them, and a teacher's judgements.
//!
//! Which position is the i-th sample of a seed, how it is turned and whether its past is hidden is a function of
//! the seed and i alone. So training resumes from a number, and any thread can make any sample.
//!
//! Read in this order: [`games`] (games packed into memory), [`draw`] (which position comes when), [`replay`] (a game
//! up to a position), [`lesson`] (what a teacher says of it), [`journal`] (a file that only grows), [`labels`]
//! (judged positions in such a file), [`labelling`] (judging positions of real games), [`table`] (a game played by
//! policies), [`arena`] (many at once), [`selfplay`] (judged or marked), [`duel`] (a learner against others), [`strengths`] (what
//! patterns say of moves), [`samples`]
//! (what a trainer is given), [`prediction`] (how well moves are foretold).

pub mod arena;
pub mod draw;
pub mod duel;
pub mod games;
pub mod journal;
pub mod labelling;
pub mod labels;
pub mod lesson;
pub mod prediction;
pub mod replay;
pub mod samples;
pub mod selfplay;
pub mod strengths;
pub mod table;

pub use games::{GameView, Games};
pub use labels::{LabelError, Labels, Origin};
pub use lesson::Lesson;
pub use samples::{Desk, Mixture, Pool};
pub use strengths::Strengths;
