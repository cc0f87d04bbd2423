//! What networks are trained on: games in memory, positions drawn from them, and a teacher's judgements.
//!
//! Which position is the i-th sample of a seed, how it is turned and whether its past is hidden is a function of
//! the seed and i alone. So training resumes from a number, and any thread can make any sample.
//!
//! Read in this order: [`games`] (games packed into memory), [`draw`] (which position comes when), [`replay`] (a game
//! up to a position), [`lesson`] (what a teacher says of it), [`journal`] (a file that only grows), [`labels`]
//! (judged positions in such a file), [`labelling`] (judging positions of real games).

pub mod draw;
pub mod games;
pub mod journal;
pub mod labelling;
pub mod labels;
pub mod lesson;
pub mod replay;

pub use games::{GameView, Games};
pub use labels::{LabelError, Labels, Origin};
pub use lesson::Lesson;
