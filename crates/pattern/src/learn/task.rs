//! The task of learning, in words that tell it from everything else that could be learned.

use std::ops::Range;

use tengen_params::toml;

use super::Subject;
use crate::corpus::Corpus;
use crate::model::frame::VERSION;
use crate::scene::PatternParams;

/// A method of finding strengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By gradient ascent ([`Ascent`](super::Ascent)).
    #[default]
    Gradient,
    /// By minorisation-maximisation ([`mm`](super::mm)).
    Minorisation,
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Gradient => "gradient ascent",
            Self::Minorisation => "minorisation-maximisation",
        })
    }
}

/// The text of a task of gradient ascent: these moves of the records of a corpus, by these parameters and this version of the
/// format. `hash` is the one of all files that [`Corpus::hashes`] gives; it is taken once
/// for many tasks. Where the files lie and what they are called does not matter.
///
/// It is what a [`Checkpoint`](super::Checkpoint) keeps and what
/// [`Model::origin`](crate::model::Model::origin) says of a finished one. Whoever learns patterns,
/// on the command line or in an experiment, writes this text, so that each takes over what the other
/// has finished.
#[must_use]
pub fn task(params: &PatternParams, corpus: &Corpus, hash: &str, moves: &Range<usize>) -> String {
    let subject = Subject::Patterns(params);
    task_by(Method::Gradient, subject, corpus, hash, moves)
}

/// The text of a task of either method and of either subject, as [`task`] writes it: what one method has
/// learned is not taken for what the other would have.
#[must_use]
pub fn task_by(
    method: Method,
    subject: Subject<'_>,
    corpus: &Corpus,
    hash: &str,
    moves: &Range<usize>,
) -> String {
    let (what, params) = match subject {
        Subject::Patterns(params) => ("patterns", toml::write(params)),
        Subject::Playout(params) => ("local features", toml::write(params)),
    };
    let records = corpus.range();
    format!(
        "Strengths of {what}, format {VERSION}, by {method}.\n\
         Games: {} bytes in {} file(s), SHA-256 {hash}.\n\
         Records {} to {}, moves {} to {}, the last ones not included.\n\n\
         {params}",
        corpus.bytes(),
        corpus.files().len(),
        records.start,
        records.end,
        moves.start,
        moves.end,
    )
}
