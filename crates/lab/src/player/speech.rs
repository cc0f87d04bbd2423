//! What is said to a program before it plays, and what its answers mean.

use tengen_go::{Game, Move, Point, PointSet, Size};
use tengen_process::{Engine, Fault, shorten};

use super::{Action, Budget, Failing};
use crate::record::Cause;

/// Tells a program size, komi and, if it wants to hear them, the rules.
pub(super) fn set_board(engine: &mut Engine, game: &Game) -> Result<(), Fault> {
    engine.tell(&format!("boardsize {}", game.size().get()))?;
    engine.tell("clear_board")?;
    set_terms(engine, game)
}

/// Tells a program komi and, if it wants to hear them, the rules.
pub(super) fn set_terms(engine: &mut Engine, game: &Game) -> Result<(), Fault> {
    engine.tell(&format!("komi {}", game.komi()))?;
    if engine.knows("kata-set-rules")? {
        engine.tell(&format!("kata-set-rules {}", game.rules().name))?;
    }
    Ok(())
}

/// Tells a program its time. GTP has whole seconds; broken ones need the command of KataGo, and are
/// rounded down where it is not known (but not to nothing, which means no limit).
pub(super) fn set_clock(engine: &mut Engine, budget: Budget) -> Result<(), Fault> {
    let (main, period, stones) = match budget {
        Budget::Seconds(seconds) => (0.0, seconds, 1),
        Budget::Clock {
            main, stones: 0, ..
        } => (main, 0.0, 0),
        Budget::Clock {
            main,
            period,
            stones,
        } => (main, period, stones),
        Budget::Free | Budget::Playouts(_) | Budget::Cpu(_) => return Ok(()),
    };
    let broken = main.fract() != 0.0 || period.fract() != 0.0;
    if broken && engine.knows("kata-time_settings")? {
        let settings = match stones {
            0 => format!("kata-time_settings absolute {main}"),
            _ => format!("kata-time_settings canadian {main} {period} {stones}"),
        };
        return engine.tell(&settings).map(drop);
    }
    if engine.knows("time_settings")? {
        let whole = |seconds: f64| match seconds {
            s if s > 0.0 => s.floor().max(1.0),
            _ => 0.0,
        };
        let (main, period) = (whole(main), whole(period));
        engine.tell(&format!("time_settings {main} {period} {stones}"))?;
    }
    Ok(())
}

/// What an answer to `genmove` means.
pub(super) fn action(said: &str, size: Size) -> Result<Action, Failing> {
    let word = said.split_whitespace().next().unwrap_or_default();
    if word.eq_ignore_ascii_case("resign") {
        return Ok(Action::Resign);
    }
    if let Some(mv) = Move::parse(word, size) {
        return Ok(Action::Play(mv));
    }
    let mut letters = word.chars();
    let letter = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    let number = letters.as_str();
    if letter && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Failing::Illegal(format!(
            "{} is not on a {size} board",
            shorten(word)
        )));
    }
    Err(Failing::Void {
        cause: Cause::Protocol,
        reason: format!(
            "answered `genmove` with {:?}, which is no move",
            shorten(said)
        ),
    })
}

/// The points of a list; `None` if something else is in it.
pub(super) fn points(list: &str, size: Size) -> Option<PointSet> {
    let mut all = PointSet::EMPTY;
    for word in list.split_whitespace() {
        all.insert(Point::parse(word, size)?);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_moves_resignations_illegal_or_nonsense() {
        let said = |text: &str| action(text, Size::NINE);
        let d4 = Point::parse("D4", Size::NINE).unwrap();
        assert_eq!(said("d4"), Ok(Action::Play(Move::Play(d4))));
        assert_eq!(said("PASS"), Ok(Action::Play(Move::Pass)));
        assert_eq!(said("Resign"), Ok(Action::Resign));
        for outside in ["T19", "i5", "A0", "A100", "Z9"] {
            let lost = said(outside);
            assert!(matches!(lost, Err(Failing::Illegal(_))), "{outside}");
        }
        for nonsense in ["", "banana", "D", "44", "D4x", "é4"] {
            let void = said(nonsense);
            assert!(matches!(void, Err(Failing::Void { .. })), "{nonsense}");
        }
    }

    #[test]
    fn lists_of_points_are_read_whole_or_not_at_all() {
        let read = |text: &str| points(text, Size::NINE).map(|set| set.len());
        assert_eq!(read(""), Some(0));
        assert_eq!(read("A1 B2\nC3"), Some(3));
        assert_eq!(read("A1 dead"), None);
    }
}
