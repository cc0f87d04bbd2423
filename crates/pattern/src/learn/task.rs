//! What is learned, in words that tell it from everything else that could be.

use std::ops::Range;

use tengen_params::toml;

use crate::corpus::Identity;
use crate::model::frame::VERSION;
use crate::scene::PatternParams;

/// The text of a task: these records (from 0) and these moves of them, from these files, by these
/// parameters and this version of the format.
///
/// It is what [`Collected::save`](super::Collected::save) keeps with a half-finished learning and what
/// [`Model::origin`](crate::model::Model::origin) says of a finished one. Whoever learns patterns,
/// on the command line or in an experiment, writes this text, so that each takes over what the other has
/// begun or finished. Where the files lie and what they are called does not matter.
#[must_use]
pub fn task(
    params: &PatternParams,
    data: &Identity,
    records: &Range<u64>,
    moves: &Range<usize>,
) -> String {
    format!(
        "Strengths of patterns, format {VERSION}, by gradient ascent.\n\
         Games: {data}.\n\
         Records {} to {}, moves {} to {}, the last ones not included.\n\n\
         {}",
        records.start,
        records.end,
        moves.start,
        moves.end,
        toml::write(params)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_task_has_another_text() {
        let data = Identity {
            files: 1,
            bytes: 10,
            sha256: "ab".to_owned(),
        };
        let params = PatternParams::default();
        let text = task(&params, &data, &(0..10), &(0..50));
        assert!(text.contains("1 file, 10 bytes, SHA-256 ab"), "{text}");
        assert!(text.contains("Records 0 to 10, moves 0 to 50"), "{text}");
        let mut other = params.clone();
        other.broad.reach = 7;
        let more = Identity {
            bytes: 11,
            ..data.clone()
        };
        let others = [
            task(&other, &data, &(0..10), &(0..50)),
            task(&params, &more, &(0..10), &(0..50)),
            task(&params, &data, &(1..10), &(0..50)),
            task(&params, &data, &(0..10), &(0..49)),
        ];
        for other in &others {
            assert_ne!(*other, text);
        }
    }
}
