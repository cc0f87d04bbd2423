//! Games to learn from, and which of their moves.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_pattern::corpus::{Corpus, CorpusError, Game, Progress, RecordTally};
use tengen_pattern::learn::Source;

use crate::failure::{Failure, say};
use crate::screen::{count, tame};

/// Numbers from the first to before the second, written `A..B`; either may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u64,
    pub(crate) end: u64,
}

impl Span {
    pub(crate) const ALL: Self = Self {
        start: 0,
        end: u64::MAX,
    };

    pub(crate) const fn range(self) -> Range<u64> {
        self.start..self.end
    }

    /// As numbers of moves.
    pub(crate) fn moves(self) -> Range<usize> {
        let whole = |n| usize::try_from(n).unwrap_or(usize::MAX);
        whole(self.start)..whole(self.end)
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.end {
            u64::MAX => write!(f, "{}..", self.start),
            end => write!(f, "{}..{end}", self.start),
        }
    }
}

impl std::str::FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("it takes a range such as 0..280000, not {text:?}");
        let (start, end) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str, otherwise: u64| match text.trim() {
            "" => Ok(otherwise),
            digits => digits.replace('_', "").parse().map_err(|_| wrong()),
        };
        let span = Self {
            start: number(start, 0)?,
            end: number(end, u64::MAX)?,
        };
        if span.start >= span.end {
            return Err(format!(
                "the range {text} is empty: the first comes before the second"
            ));
        }
        Ok(span)
    }
}

/// Which games to learn from.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Files of one game a line, SGF files, and folders of them, plain or packed by gzip or zstd.
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Use these games, counted from 0 over all files, bad ones included.
    #[arg(long, value_name = "A..B", default_value_t = Span::ALL)]
    games: Span,
    /// How many threads work [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Args {
    /// The games that judge a model by these moves, none of which it may be learned from.
    ///
    /// # Errors
    /// If it may be learned from some of them, or there is nothing in them to judge it by.
    pub(crate) fn validation(
        &self,
        span: Option<Span>,
        moves: Span,
        corpus: &Corpus,
    ) -> Result<Option<(Span, Corpus)>, Failure> {
        let Some(span) = span else {
            return Ok(None);
        };
        let learned = self.games;
        if span.start < learned.end && learned.start < span.end {
            let sentence = format!(
                "--validate {span} and --games {learned} have games in common: a model is judged by \
                 games that it was not learned from"
            );
            return Err(Failure::Usage(sentence));
        }
        let corpus = corpus.within(span.range()).map_err(unread)?;
        // Records are skipped much faster than learned from: better now than after an hour.
        can_judge(&corpus, moves)
            .map_err(|reason| Failure::Failed(format!("--validate {span}: {reason}")))?;
        Ok(Some((span, corpus)))
    }

    /// The games, with as many threads to work on them as were asked for.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) fn corpus(&self) -> Result<Corpus, Failure> {
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(usize::from(threads))
                .build_global()
                .map_err(|error| Failure::Failed(format!("no threads can be had: {error}")))?;
        }
        Corpus::open(&self.data, self.games.range()).map_err(unread)
    }

    /// The number of threads that work.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    /// The range of games that was asked for.
    pub(crate) const fn games(&self) -> Span {
        self.games
    }
}

/// Tests if a game has a stone played at one of these moves; otherwise, says what is wrong.
fn can_judge(corpus: &Corpus, moves: Span) -> Result<(), String> {
    let Range { start, end } = moves.moves();
    let has_stone = |game: &Game| {
        let mut within = game.moves.iter().take(end).skip(start);
        within.any(|(_, mv)| mv.point().is_some())
    };
    let mut tally = RecordTally::default();
    for batch in corpus.read() {
        let found = batch.games(end);
        if found.games.iter().any(|(_, game)| has_stone(game)) {
            return Ok(());
        }
        tally.add(found.tally);
    }
    Err(match (tally.records(), tally.games) {
        (0, _) => "the files hold no game in that range".to_owned(),
        (records, 0) => format!("none of {} is a game", count(records, "record")),
        (_, games) => format!(
            "none of {} has a stone played at moves {moves}",
            count(games, "game")
        ),
    })
}

/// The failure of games that cannot be read.
pub(crate) fn unread(error: CorpusError) -> Failure {
    match error {
        CorpusError::EmptyRange(_) | CorpusError::NoFiles => Failure::Usage(error.to_string()),
        _ => Failure::Failed(error.to_string()),
    }
}

/// Games that are gone through again and again, checked as far as they are learned from.
pub(crate) struct Games {
    corpus: Corpus,
    /// The state of the reading under way, or of the last one.
    reading: Mutex<Reading>,
}

#[derive(Default)]
struct Reading {
    tally: RecordTally,
    progress: Option<Progress>,
}

impl Games {
    pub(crate) fn new(corpus: Corpus) -> Self {
        Self {
            corpus,
            reading: Mutex::default(),
        }
    }

    pub(crate) const fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    /// Counts of what was read, and what was wrong with it.
    pub(crate) fn tally(&self) -> RecordTally {
        self.reading().tally.clone()
    }

    /// About how many games there are, bad ones included.
    pub(crate) fn expected(&self) -> u64 {
        self.reading()
            .progress
            .as_ref()
            .map_or(0, Progress::expected)
    }

    fn reading(&self) -> MutexGuard<'_, Reading> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Games {
    fn games(&self, moves: usize) -> Box<dyn Iterator<Item = Game> + Send + '_> {
        let reader = self.corpus.read();
        *self.reading() = Reading {
            tally: RecordTally::default(),
            progress: Some(reader.progress()),
        };
        Box::new(reader.flat_map(move |batch| {
            let found = batch.games(moves);
            self.reading().tally.add(found.tally);
            found.games.into_iter().map(|(_, game)| game)
        }))
    }
}

/// Names the records that were bad, as far as they are named.
pub(crate) fn tell_bad(tally: &RecordTally) {
    for bad in &tally.named {
        say(tame(&bad.to_string()));
    }
    let wrong = tally.bad + tally.cut;
    let more = wrong - tally.named.len() as u64;
    if more > 0 {
        say(format!(
            "and {} with something wrong in them",
            count(more, "more record")
        ));
    }
    if wrong > 0 {
        say(summary(tally));
    }
}

/// `280,000 games; 3 records were no games, 1 game ended at an illegal move`.
pub(crate) fn summary(tally: &RecordTally) -> String {
    let mut text = count(tally.games, "game");
    if tally.bad > 0 {
        text += &format!(", {} left out", count(tally.bad, "bad record"));
    }
    if tally.cut > 0 {
        text += &format!(", {} cut before an illegal move", count(tally.cut, "game"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_they_are_written() {
        let read = |text: &str| text.parse::<Span>();
        assert_eq!(read("3..7").unwrap().range(), 3..7);
        assert_eq!(read("280_000..").unwrap().start, 280_000);
        assert_eq!(read("..").unwrap(), Span::ALL);
        assert_eq!(read("..50").unwrap().moves(), 0..50);
        for text in ["3..7", "3.."] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert!(read("7..7").unwrap_err().contains("is empty"));
        for text in ["7", "a..b", "1..-2", "1...2"] {
            assert!(
                read(text).unwrap_err().contains("a range such as"),
                "{text}"
            );
        }
    }
}
