//! Real games into memory.

use rayon::iter::{ParallelBridge, ParallelIterator};
use tengen_go::Size;
use tengen_net::data::Games;
use tengen_pattern::corpus::{Corpus, RecordTally};

use crate::failure::{Failure, say};
use crate::learn::data::{Span, summary, tell_bad};
use crate::screen::count;

/// Reads all games on boards of a size, or of any.
///
/// # Errors
/// If there is none.
pub(crate) fn gather(corpus: &Corpus, size: Option<Size>) -> Result<(Games, RecordTally), Failure> {
    let found = corpus.read().par_bridge().map(|batch| {
        let found = batch.games(usize::MAX);
        let mut games = Games::new();
        for (record, game) in &found.games {
            if size.is_none_or(|size| game.size == size) && !game.moves.is_empty() {
                games.push(*record, game);
            }
        }
        (games, found.tally)
    });
    let nothing = || (Games::new(), RecordTally::default());
    let (mut games, tally) = found.reduce(nothing, |(mut games, mut tally), (more, other)| {
        games.append(more);
        tally.add(other);
        (games, tally)
    });
    games.sort();
    tell_bad(&tally);
    if games.large > 0 {
        let large = count(games.large, "game");
        say(format!(
            "{large} on boards beyond 19×19, which networks do not know, left out"
        ));
    }
    if games.is_empty() {
        let range = corpus.range();
        let span = Span {
            start: range.start,
            end: range.end,
        };
        let on = size.map_or(String::new(), |size| format!(" on {size}"));
        let sentence = format!("none of the records {span} is a game{on} with a move in it");
        return Err(Failure::Failed(sentence));
    }
    say(format!(
        "{}, {}",
        summary(&tally),
        count(games.positions(), "position")
    ));
    Ok((games, tally))
}
