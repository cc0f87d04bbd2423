//! Notes to be read before the figures are trusted.

use super::Body;
use super::answers::Answers;
use super::models;
use super::pairing::Pairing;
use super::pairs::PairVerdict;
use super::units::{Units, Voids};
use crate::record::{Cause, End, Side};

/// The notes, the gravest first.
pub(super) fn notes(units: &Units, body: &Body) -> Vec<String> {
    let mut notes = Vec::new();
    let (one, many) = names(body);
    if units.counted == 0 {
        notes.push(format!("No {one} counts yet: there are no results."));
    }
    if let Body::Match { pairings, .. } = body {
        pairings
            .iter()
            .for_each(|pairing| repeats(pairing, &mut notes));
        early(pairings, &mut notes);
    }
    if units.open > 0 && units.counted > 0 {
        let said = amount(units.open, one, many);
        let planned = units.planned;
        notes.push(format!(
            "Not finished: {said} of {planned} are still to come."
        ));
    }
    voids(units, body, (one, many), &mut notes);
    match body {
        Body::Match { pairings, .. } => bad_ends(pairings, &mut notes),
        Body::Problems { answers, .. } => repeated_trials(answers, &mut notes),
        Body::Measure { .. } => {}
        Body::Learn { models, .. } => models::notes(models, &mut notes),
    }
    if units.beyond > 0 {
        let said = amount(units.beyond, "result", "results");
        notes.push(format!(
            "{said} left out: the experiment plans fewer {many} by now, and their numbers are \
             beyond that."
        ));
    }
    if units.left_out > 0 {
        let said = amount(units.left_out, "result", "results");
        notes.push(format!(
            "{said} left out: of no series of this experiment, of another kind, or of a unit that \
             has one already."
        ));
    }
    notes
}

const fn names(body: &Body) -> (&'static str, &'static str) {
    match body {
        Body::Match { .. } => ("game", "games"),
        Body::Problems { .. } => ("answer", "answers"),
        Body::Measure { .. } => ("search", "searches"),
        Body::Learn { .. } => ("model", "models"),
    }
}

/// A number and its noun.
fn amount(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn repeats(pairing: &Pairing, notes: &mut Vec<String>) {
    let repeats = pairing.repeats;
    if repeats.repeated > 0 {
        let repeated = amount(repeats.repeated, "game", "games");
        let verb = if repeats.repeated == 1 {
            "repeats"
        } else {
            "repeat"
        };
        notes.push(format!(
            "In {} the number of distinct games is {}: {repeated} of {} {verb} an earlier one move \
             for move. Intervals and tests take all games for independent, so they claim too much.",
            pairing.series,
            repeats.distinct,
            repeats.distinct + repeats.repeated,
        ));
    }
}

/// So many series that stopped early are named one by one.
const NAMED: usize = 3;

fn early(pairings: &[Pairing], notes: &mut Vec<String>) {
    let stopped: Vec<&Pairing> = pairings.iter().filter(|p| p.ended_early).collect();
    let bias = "A share from a run that stopped early leans towards the side that won the test.";
    if stopped.len() > NAMED {
        let (n, all) = (stopped.len(), pairings.len());
        notes.push(format!(
            "{n} of {all} series stopped early, when their test had come to a verdict. {bias}"
        ));
        return;
    }
    for pairing in stopped {
        let verdict = match pairing.sprt.map(|sprt| sprt.verdict) {
            Some(PairVerdict::Null) => "accepted the null hypothesis",
            Some(PairVerdict::Alternative) => "accepted the alternative",
            _ => "had come to a verdict",
        };
        notes.push(format!(
            "{} stopped early, after {} of {} games, when its test {verdict}. {bias}",
            pairing.series, pairing.games, pairing.planned
        ));
    }
}

fn voids(units: &Units, body: &Body, (one, many): (&str, &str), notes: &mut Vec<String>) {
    if units.void_attempts == 0 {
        return;
    }
    let all: Vec<&Voids> = match body {
        Body::Match { pairings, .. } => pairings.iter().map(|p| &p.voids).collect(),
        Body::Problems { answers, .. } => answers.iter().map(|a| &a.voids).collect(),
        Body::Measure { measures } => measures.iter().map(|m| &m.voids).collect(),
        Body::Learn { models, .. } => models.iter().map(|m| &m.voids).collect(),
    };
    let mut causes: Vec<(String, u64)> = Vec::new();
    for count in all.iter().flat_map(|voids| &voids.attempts) {
        let cause = cause(count.cause);
        let who = count.player.as_ref();
        let said = who.map_or_else(|| cause.to_owned(), |player| format!("{player} {cause}"));
        match causes.iter_mut().find(|(known, _)| *known == said) {
            Some((_, n)) => *n += count.attempts,
            None => causes.push((said, count.attempts)),
        }
    }
    let causes: Vec<String> = causes
        .iter()
        .map(|(said, n)| format!("{said} ({n})"))
        .collect();
    let verb = if units.void_attempts == 1 {
        "attempt"
    } else {
        "attempts"
    };
    notes.push(format!(
        "{} void {verb}, which no figure counts: {}.",
        units.void_attempts,
        causes.join(", ")
    ));
    if units.given_up > 0 {
        let list: Vec<&str> = all
            .iter()
            .flat_map(|v| &v.given_up)
            .map(String::as_str)
            .collect();
        let shown = list.iter().take(5).copied().collect::<Vec<_>>().join(", ");
        let more = if list.len() > 5 { " and others" } else { "" };
        let verb = if units.given_up == 1 { "was" } else { "were" };
        notes.push(format!(
            "{} {verb} given up, all attempts being void: {shown}{more}.",
            amount(units.given_up, one, many)
        ));
    }
}

/// The words for a cause after the player's name.
const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Start => "could not be started",
        Cause::Crash => "crashed",
        Cause::Hang => "did not answer in time",
        Cause::Protocol => "broke the protocol",
        Cause::Fault => "failed by a fault of this program",
        Cause::Data => "could not be learned or judged",
    }
}

fn bad_ends(pairings: &[Pairing], notes: &mut Vec<String>) {
    for (end, how) in [
        (End::Forfeit, "by an illegal move (forfeit)"),
        (End::Time, "on time"),
    ] {
        let mut losers: Vec<(&str, u64)> = Vec::new();
        for pairing in pairings {
            let sides = [
                (Side::First, &pairing.first),
                (Side::Second, &pairing.second),
            ];
            for (side, player) in sides {
                let lost = pairing.lost(side, end);
                match losers.iter_mut().find(|(known, _)| known == player) {
                    Some((_, n)) => *n += lost,
                    None => losers.push((player, lost)),
                }
            }
        }
        for (player, lost) in losers.into_iter().filter(|&(_, lost)| lost > 0) {
            let games = amount(lost, "game", "games");
            notes.push(format!("{player} lost {games} {how}."));
        }
    }
    let sum = |of: &dyn Fn(&Pairing) -> u64| pairings.iter().map(of).sum::<u64>();
    let long = sum(&|pairing| {
        let lost = Side::BOTH.map(|side| pairing.lost(side, End::Length));
        let drawn = pairing
            .drawn_by
            .iter()
            .filter(|count| count.end == End::Length);
        lost.iter().sum::<u64>() + drawn.map(|count| count.games).sum::<u64>()
    });
    if long > 0 {
        let games = amount(long, "game", "games");
        notes.push(format!(
            "{games} reached the limit of moves, counted as the board stood."
        ));
    }
    let disputed: Vec<String> = pairings
        .iter()
        .filter(|pairing| pairing.disputes > 0)
        .map(|p| {
            format!(
                "{} of {} in {}",
                p.disputes,
                amount(p.games, "game", "games"),
                p.series
            )
        })
        .collect();
    if !disputed.is_empty() {
        notes.push(format!(
            "The players did not agree on the count, and the referee judged: {}.",
            disputed.join(", ")
        ));
    }
    let unknown = sum(&|pairing| pairing.unknown);
    if unknown > 0 {
        let games = amount(unknown, "game", "games");
        notes.push(format!("Left out for want of a readable result: {games}."));
    }
}

fn repeated_trials(answers: &[Answers], notes: &mut Vec<String>) {
    let trials = answers.iter().map(Answers::trials).max().unwrap_or(0);
    if trials > 1 {
        notes.push(format!(
            "Every problem was tried up to {trials} times. Trials of the same problem are alike, so \
             intervals and tests over all answers are narrower than a new set of problems would \
             bear out."
        ));
    }
}
