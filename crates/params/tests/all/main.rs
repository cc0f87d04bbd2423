//! Tests of the whole crate on a sample of declarations.

mod composition;
mod files;
mod fingerprints;
mod messages;
mod sample;
mod walk;
