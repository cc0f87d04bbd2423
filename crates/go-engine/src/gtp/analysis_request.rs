//! The arguments of an analysis command, in the words of Leela Zero and KataGo.

use std::time::Duration;

use tengen_go::{Color, Game, Size};

use super::arguments::{Arguments, color, mv, quoted};
use crate::{Ban, Restriction};

/// The arguments of an analysis command.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AnalysisRequest {
    /// The side whose move is sought; the side to move, unless said otherwise.
    pub(super) color: Color,
    /// The time between two reports.
    pub(super) interval: Duration,
    /// The most moves of a report.
    pub(super) most: usize,
    /// True if reports have the ownership of points.
    pub(super) ownership: bool,
    /// True if reports have the visits of each move of a line.
    pub(super) pv_visits: bool,
    /// True if reports have the values of the whole search.
    pub(super) root: bool,
    /// The moves that the search must leave out.
    pub(super) restriction: Restriction,
}

/// The time between two reports by default.
const INTERVAL: Duration = Duration::from_millis(500);
/// The unit in which intervals are given.
const CENTISECOND: Duration = Duration::from_millis(10);
/// The longest line of moves that `allow` and `avoid` may name.
const MOST_MOVES: usize = 1000;

/// Arguments that are accepted and ignored: front ends send them, and no search here supports them.
const UNHEEDED: [&str; 5] = [
    "movesownership",
    "ownershipstdev",
    "movesownershipstdev",
    "pvedgevisits",
    "noresultvalue",
];

impl AnalysisRequest {
    /// Reads the arguments, in any order: a colour, an interval, and keys with their values.
    pub(super) fn read(mut arguments: Arguments<'_>, game: &Game) -> Result<Self, String> {
        let mut request = Self {
            color: game.turn(),
            interval: INTERVAL,
            most: usize::MAX,
            ownership: false,
            pv_visits: false,
            root: false,
            restriction: Restriction::default(),
        };
        while let Some(word) = arguments.word() {
            if let Some(color) = color(word) {
                request.color = color;
            } else if word.starts_with(|c: char| c.is_ascii_digit()) {
                request.interval = interval(word)?;
            } else {
                request.key(word, &mut arguments, game.size())?;
            }
        }
        Ok(request)
    }

    fn key(&mut self, word: &str, arguments: &mut Arguments<'_>, size: Size) -> Result<(), String> {
        let key = word.to_ascii_lowercase();
        match key.as_str() {
            "interval" => self.interval = interval(arguments.need("the interval")?)?,
            // Moves that were never tried cannot be reported on, however many are asked for.
            "minmoves" => {
                arguments.count("minmoves")?;
            }
            "maxmoves" => self.most = arguments.count("maxmoves")? as usize,
            "ownership" => self.ownership = arguments.switch("ownership")?,
            "pvvisits" => self.pv_visits = arguments.switch("pvVisits")?,
            "rootinfo" => self.root = arguments.switch("rootInfo")?,
            "allow" => self.ban(arguments, size, true)?,
            "avoid" => self.ban(arguments, size, false)?,
            key if UNHEEDED.contains(&key) => {
                arguments.switch(word)?;
            }
            _ => {
                return Err(format!(
                    "syntax error: {} is no colour, interval or key of an analysis",
                    quoted(word)
                ));
            }
        }
        Ok(())
    }

    /// `COLOR VERTEX,VERTEX,... DEPTH`.
    fn ban(&mut self, arguments: &mut Arguments<'_>, size: Size, only: bool) -> Result<(), String> {
        let color = arguments.color()?;
        let list = arguments.need("vertices with commas between them")?;
        let mut moves = list
            .split(',')
            .take(MOST_MOVES)
            .map(|word| mv(word, size))
            .collect::<Result<Vec<_>, _>>()?;
        let plies = arguments.count("the depth")? as usize;
        if plies == 0 {
            return Err("the depth is at least 1".to_owned());
        }
        // Several lists of allowed moves are joined.
        let bans = &mut self.restriction.bans;
        let known = bans
            .iter_mut()
            .find(|ban| only && ban.only && ban.color == color && ban.plies == plies);
        match known {
            Some(ban) => ban.moves.append(&mut moves),
            None => bans.push(Ban {
                color,
                moves,
                only,
                plies,
            }),
        }
        Ok(())
    }
}

fn interval(word: &str) -> Result<Duration, String> {
    let number: Option<f64> = word.parse().ok().filter(|n: &f64| *n >= 0.0);
    let centiseconds = number.ok_or_else(|| {
        format!(
            "the interval is a number of centiseconds, not {}",
            quoted(word)
        )
    })?;
    // Nobody reads faster than every centisecond, nor waits longer than a day.
    let centiseconds = centiseconds.clamp(1.0, 8_640_000.0);
    Ok(CENTISECOND.mul_f64(centiseconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_go::{Komi, Move, Point, Rules};

    fn read(text: &str) -> Result<AnalysisRequest, String> {
        let game = Game::new(Size::NINE, Rules::CHINESE, Komi::ZERO);
        AnalysisRequest::read(Arguments::new(text), &game)
    }

    #[test]
    fn arguments_come_in_any_order() {
        let requests = [
            "w 50 ownership true maxmoves 3",
            "maxmoves 3 interval 50 ownership true white",
            "50 W ownership TRUE minmoves 2 maxmoves 3 movesOwnership true",
        ]
        .map(|text| read(text).unwrap());
        assert_eq!(requests[0], requests[1]);
        assert_eq!(requests[0], requests[2]);
        assert_eq!(requests[0].color, Color::White);
        assert_eq!(requests[0].interval, Duration::from_millis(500));
        assert_eq!(read("").unwrap().color, Color::Black);
        assert_eq!(read("0").unwrap().interval, CENTISECOND);
    }

    #[test]
    fn moves_are_allowed_and_avoided_down_to_a_depth() {
        let request = read("b 10 avoid w D4,pass 2 allow b C3 1 allow b E5 1").unwrap();
        let play = |label: &str| Move::Play(Point::parse(label, Size::NINE).unwrap());
        let allows = |color, mv, ply| request.restriction.allows(color, mv, ply);
        assert!(!allows(Color::White, play("D4"), 1) && allows(Color::White, play("D4"), 2));
        assert!(!allows(Color::White, Move::Pass, 0));
        assert!(allows(Color::Black, play("C3"), 0) && allows(Color::Black, play("E5"), 0));
        assert!(!allows(Color::Black, play("A1"), 0) && allows(Color::Black, play("A1"), 1));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in [
            "red",
            "interval",
            "interval x",
            "-5",
            "ownership maybe",
            "maxmoves",
            "avoid b",
            "avoid b D4",
            "avoid b D4 0",
            "avoid b D4,,E5 1",
            "avoid b T19 1",
            "1e",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
