//! Engines in other processes, asked over GTP or line by line.
//!
//! None is trusted. Its output and its errors are read and its input is written by threads of their
//! own, so no wait is without end and no full pipe can stop either side; what it writes takes a
//! bounded amount of memory, however much it is. It is the head of a process group of its own, which
//! is killed as a whole: an engine goes with its children.
//!
//! Read in this order: [`command_line`] (what is started), [`pipes`] and [`keeper`] (the process),
//! [`tail`] (its last words), [`reply`] and [`engine`] (talking to it), [`usage`] (what the system
//! knows of it).
//!
//! Two things are not caught. A child that leaves the process group (a daemon) outlives its engine.
//! And if this process is killed outright, nothing is left to kill the engines: they see the end of
//! their input, at which a well-behaved one ends.

pub mod command_line;
pub mod engine;
pub mod keeper;
pub mod pipes;
pub mod reply;
pub mod tail;
pub mod usage;

pub use command_line::{CommandLine, CommandLineError, Filling};
pub use engine::{Engine, Fault};
pub use keeper::Keeper;
pub use pipes::Pipes;
pub use tail::{Tail, harmless, shorten};
