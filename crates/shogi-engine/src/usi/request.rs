//! What a `go` asks for.

use std::time::Duration;

use tengen_engine::TimeSystem;
use tengen_engine::input::quoted;
use tengen_game::{Color, PerColor};
use tengen_shogi::{Game, Move};

/// See the module's head.
#[derive(Clone, Debug, Default)]
pub(super) struct Request {
    /// The time that each side has left.
    pub(super) left: PerColor<Option<Duration>>,
    /// What each move adds to it.
    pub(super) increment: PerColor<Duration>,
    /// The time of each move once the other is used up.
    pub(super) byoyomi: Duration,
    /// The time of this move.
    pub(super) movetime: Option<Duration>,
    /// Positions to visit.
    pub(super) nodes: Option<u64>,
    /// The greatest depth.
    pub(super) depth: Option<u32>,
    /// Until `stop`.
    pub(super) infinite: bool,
    /// In the opponent's time, until `ponderhit` or `stop`.
    pub(super) ponder: bool,
    /// A mate is to be proved, in this time if there is one.
    pub(super) mate: Option<Option<Duration>>,
    /// The only moves to look at; empty allows all.
    pub(super) moves: Vec<Move>,
}

/// The words that begin something else.
const WORDS: [&str; 13] = [
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movetime",
    "nodes",
    "depth",
    "infinite",
    "ponder",
    "mate",
    "searchmoves",
    "movestogo",
];

impl Request {
    /// What the words after `go` ask for, and a sentence for each that cannot be heeded.
    pub(super) fn read(text: &str, game: &Game) -> (Self, Vec<String>) {
        let mut request = Self::default();
        let mut faults = Vec::new();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => request.infinite = true,
                "ponder" => request.ponder = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|next| !WORDS.contains(next)) {
                        let mv = Move::parse(text);
                        let legal = mv.filter(|&mv| game.board().recall(mv).is_some());
                        match legal {
                            Some(mv) => request.moves.push(mv),
                            None => faults
                                .push(format!("searchmoves: {} is no legal move", quoted(text))),
                        }
                    }
                }
                _ if WORDS.contains(&word) => {
                    let value = words.next_if(|next| !WORDS.contains(next) || *next == "infinite");
                    if let Err(fault) = request.put(word, value) {
                        faults.push(fault);
                    }
                }
                _ => faults.push(format!("go: {} is not known here", quoted(word))),
            }
        }
        (request, faults)
    }

    /// Takes a word with its value.
    fn put(&mut self, word: &str, value: Option<&str>) -> Result<(), String> {
        if (word, value) == ("mate", Some("infinite")) || (word, value) == ("mate", None) {
            self.mate = Some(None);
            return Ok(());
        }
        let value = value.unwrap_or_default();
        let wrong = || format!("{word} takes a whole number, not {}", quoted(value));
        // Clocks of some front ends go below zero.
        let number: i64 = value.parse().map_err(|_| wrong())?;
        let number = number.max(0).unsigned_abs();
        let time = Duration::from_millis(number);
        match word {
            "btime" => self.left[Color::Black] = Some(time),
            "wtime" => self.left[Color::White] = Some(time),
            "binc" => self.increment[Color::Black] = time,
            "winc" => self.increment[Color::White] = time,
            "byoyomi" => self.byoyomi = time,
            "movetime" => self.movetime = Some(time),
            "nodes" => self.nodes = Some(number.max(1)),
            "depth" => self.depth = Some(u32::try_from(number.max(1)).unwrap_or(u32::MAX)),
            "mate" => self.mate = Some(Some(time)),
            _ => {}
        }
        Ok(())
    }

    /// Takes the times of a `ponderhit`, where it has some.
    pub(super) fn take_times(&mut self, other: &Self) {
        for color in Color::BOTH {
            if let Some(left) = other.left[color] {
                self.left[color] = Some(left);
                self.increment[color] = other.increment[color];
                self.byoyomi = other.byoyomi;
            }
        }
    }

    /// Tests if it has no end of its own.
    pub(super) const fn is_open(&self) -> bool {
        self.infinite || self.ponder || matches!(self.mate, Some(None))
    }

    /// Tests if it says itself what limits it, beside a clock.
    pub(super) const fn is_limited(&self) -> bool {
        self.movetime.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// The clock of a side: the system, the time that is left, and 1 if that is of its byoyomi. No time at all is no clock.
    pub(super) fn clock(&self, color: Color) -> Option<(TimeSystem, Duration, u32)> {
        let (main, increment) = (self.left[color].unwrap_or_default(), self.increment[color]);
        let (period, periods) = (self.byoyomi, 1);
        match (main.is_zero(), period.is_zero(), increment.is_zero()) {
            (true, true, true) => None,
            (none, false, _) => {
                let system = TimeSystem::Japanese {
                    main,
                    period,
                    periods,
                };
                Some((system, if none { period } else { main }, u32::from(none)))
            }
            (_, true, false) => {
                // Who has less than a move adds has not been given it yet.
                let left = if main < increment {
                    main + increment
                } else {
                    main
                };
                Some((TimeSystem::Fischer { main, increment }, left, 0))
            }
            (false, true, true) => Some((TimeSystem::Absolute { main }, main, 0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Request, Vec<String>) {
        Request::read(text, &Game::default())
    }

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn clocks_are_what_the_words_say() {
        let clock = |text: &str| read(text).0.clock(Color::Black);
        assert_eq!(clock("btime 0 wtime 5000"), None);
        assert_eq!(clock("btime -70 wtime 5000 byoyomi 0"), None);
        let absolute = TimeSystem::Absolute { main: seconds(60) };
        assert_eq!(
            clock("btime 60000 wtime 1"),
            Some((absolute, seconds(60), 0))
        );
        let late = clock("btime 0 wtime 0 byoyomi 10000");
        assert!(
            matches!(late, Some((TimeSystem::Japanese { .. }, left, 1)) if left == seconds(10))
        );
        let early = clock("btime 5000 wtime 0 byoyomi 10000");
        assert!(
            matches!(early, Some((TimeSystem::Japanese { .. }, left, 0)) if left == seconds(5))
        );
        let given = clock("btime 20000 wtime 0 binc 10000 winc 10000");
        assert!(
            matches!(given, Some((TimeSystem::Fischer { .. }, left, 0)) if left == seconds(20))
        );
        let not_yet = clock("btime 0 wtime 0 binc 10000 winc 10000");
        assert!(
            matches!(not_yet, Some((TimeSystem::Fischer { .. }, left, 0)) if left == seconds(10))
        );
    }

    #[test]
    fn words_that_cannot_be_heeded_are_told_and_the_rest_counts() {
        let (request, faults) = read("nodes x depth 3 searchmoves 7g7f 7f7e mate fly");
        assert_eq!((request.nodes, request.depth), (None, Some(3)));
        assert_eq!(request.moves, [Move::parse("7g7f").unwrap()]);
        assert_eq!(
            faults,
            [
                "nodes takes a whole number, not \"x\"",
                "searchmoves: \"7f7e\" is no legal move",
                "mate takes a whole number, not \"fly\"",
            ]
        );
        assert!(read("mate").0.mate == Some(None) && read("mate infinite").0.is_open());
        let (mate, faults) = read("mate 500");
        assert_eq!(
            (mate.mate, faults.len()),
            (Some(Some(Duration::from_millis(500))), 0)
        );
        assert_eq!(read("swim").1, ["go: \"swim\" is not known here"]);
    }
}
