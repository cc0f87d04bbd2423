//! What is learned, in words that tell it from everything else that could be.

use std::ops::Range;

use tengen_params::toml;

use crate::corpus::Corpus;
use crate::model::frame::VERSION;
use crate::scene::PatternParams;

/// The text of a task: these moves of the records of a corpus, by these parameters and this version of the
/// format. `hash` is the one of all files that [`Corpus::hashes`] gives; it is taken once
/// for many tasks. Where the files lie and what they are called does not matter.
///
/// It is what [`Collected::save`](super::Collected::save) keeps with a half-finished learning and what
/// [`Model::origin`](crate::model::Model::origin) says of a finished one. Whoever learns patterns,
/// on the command line or in an experiment, writes this text, so that each takes over what the other
/// has finished.
#[must_use]
pub fn task(params: &PatternParams, corpus: &Corpus, hash: &str, moves: &Range<usize>) -> String {
    let records = corpus.range();
    format!(
        "Strengths of patterns, format {VERSION}, by gradient ascent.\n\
         Games: {} bytes in {} file(s), SHA-256 {hash}.\n\
         Records {} to {}, moves {} to {}, the last ones not included.\n\n\
         {}",
        corpus.bytes(),
        corpus.files().len(),
        records.start,
        records.end,
        moves.start,
        moves.end,
        toml::write(params)
    )
}
