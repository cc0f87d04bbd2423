//! How strengths are found.

pub mod mm;
