//! A whole game for people: the worst moves, what was better, and how each side played.
//!
//! A move has lost what the best move of the position before was worth and the best answer after it
//! leaves, win rate and points both in the view of who moved. The move that the search itself would
//! have played has lost nothing: what its values differ by is chance. A move that ends the game is
//! not judged: after it there is no answer that a search could find.

use std::io::Write;

use anstyle::Style;
use tengen_engine::Candidate;
use tengen_go::{Color, Move, Size, State};

use super::position::Searched;
use crate::failure::Failure;
use crate::screen::{Screen, count};
use crate::wording::{FULL, line, percent};

const STRONG: Style = Style::new().bold();

/// So many moves are named.
const NAMED: usize = 10;
/// Smaller losses of win rate are not worth naming.
const NOTEWORTHY: f64 = 0.02;
/// So many moves of a better line are shown.
const FORESIGHT: usize = 8;

/// A move and what it has lost.
struct Judged<'a> {
    number: usize,
    color: Color,
    mv: Move,
    /// The win rate before and after it.
    winrates: (f64, f64),
    points: f64,
    better: Option<&'a Candidate>,
}

impl Judged<'_> {
    fn loss(&self) -> f64 {
        (self.winrates.0 - self.winrates.1).max(0.0)
    }
}

/// Judges every move that is legal, has a searched position before and after it, and does not end
/// the game.
fn judge(all: &[Searched]) -> Vec<Judged<'_>> {
    let judged = all.windows(2).filter_map(|pair| {
        let [before, after] = pair else { return None };
        let (color, mv) = before.position.played?;
        if after.position.game.state() != State::Running {
            return None;
        }
        let best = before.analysis.best()?;
        let (winrate, score) = before.value(color);
        let (left, score_left) = after.value(color);
        let same = best.mv == mv;
        Some(Judged {
            number: after.position.number,
            color,
            mv,
            winrates: (winrate, if same { winrate } else { left }),
            points: if same {
                0.0
            } else {
                (score - score_left).max(0.0)
            },
            better: Some(best).filter(|_| !same),
        })
    });
    judged.collect()
}

/// Tells what the searches of all positions of a game say about its moves.
pub(super) fn tell(title: &str, all: &[Searched], screen: &mut Screen) -> Result<(), Failure> {
    let Some(first) = all.first() else {
        return Ok(());
    };
    let game = &first.position.game;
    let size = game.size();
    let judged = judge(all);
    let playouts: u64 = all.iter().map(|searched| searched.analysis.playouts).sum();
    writeln!(
        screen,
        "{STRONG}{title}: {size}, {} rules, komi {}, {}.{STRONG:#}",
        game.rules(),
        game.komi(),
        count(all.len() as u64 - 1, "move"),
    )?;
    let mean = playouts / all.len() as u64;
    let mean = count(mean, "playout");
    writeln!(
        screen,
        "{} searched, {mean} each.",
        count(all.len() as u64, "position")
    )?;
    let full = all.iter().filter(|searched| searched.analysis.full).count();
    if full > 0 {
        writeln!(screen, "In {full} of them {FULL}.")?;
    }
    writeln!(screen)?;
    worst(&judged, size, screen)?;
    writeln!(screen)?;
    for color in Color::BOTH {
        let own: Vec<&Judged<'_>> = judged.iter().filter(|j| j.color == color).collect();
        writeln!(screen, "{STRONG}{color:<5}{STRONG:#}  {}", summary(&own))?;
    }
    Ok(())
}

fn worst(judged: &[Judged<'_>], size: Size, screen: &mut Screen) -> Result<(), Failure> {
    let mut named: Vec<&Judged<'_>> = judged.iter().filter(|j| j.loss() >= NOTEWORTHY).collect();
    named.sort_by(|a, b| b.loss().total_cmp(&a.loss()).then(a.number.cmp(&b.number)));
    named.truncate(NAMED);
    if named.is_empty() {
        let most = percent(NOTEWORTHY);
        writeln!(screen, "No move has lost {most} of win rate or more.")?;
        return Ok(());
    }
    writeln!(
        screen,
        "{STRONG}{:>4}  {:<10}  {:>7}  {:>6}  {:>17}  {:<6}  Line{STRONG:#}",
        "Move", "Worst", "Lost", "Points", "Win rate", "Better"
    )?;
    for judged in named {
        let (before, after) = judged.winrates;
        let better = judged.better;
        writeln!(
            screen,
            "{:>4}  {:<10}  {:>7}  {:>6.1}  {:>17}  {:<6}  {}",
            judged.number,
            format!("{} {}", judged.color, judged.mv.label(size)),
            percent(judged.loss()),
            judged.points,
            format!("{} → {}", percent(before), percent(after)),
            better.map_or_else(String::new, |better| better.mv.label(size)),
            better.map_or_else(String::new, |better| line(&better.pv, size, FORESIGHT)),
        )?;
    }
    Ok(())
}

/// How a side played.
fn summary(own: &[&Judged<'_>]) -> String {
    if own.is_empty() {
        return "no move to judge.".to_owned();
    }
    let n = own.len() as f64;
    let loss = own.iter().map(|j| j.loss()).sum::<f64>() / n;
    let points = own.iter().map(|j| j.points).sum::<f64>() / n;
    let same = own.iter().filter(|j| j.better.is_none()).count();
    format!(
        "{}: {} and {points:.1} points lost a move; {same} as the search would play.",
        count(own.len() as u64, "move"),
        percent(loss),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_engine::Analysis;
    use tengen_go::{Game, Komi, Rules};

    use super::super::position::Position;
    use super::*;

    /// A position whose best move is `best`, with its win rate and score for the side to move.
    fn searched(number: usize, played: &str, best: &str, winrate: f64, score: f64) -> Searched {
        let size = Size::NINE;
        let turn = Color::BOTH[number % 2];
        let mv = |text: &str| Move::parse(text, size);
        let mut game = Game::new(size, Rules::CHINESE, Komi::ZERO);
        game.set_turn(turn);
        let candidates = mv(best).into_iter().map(|mv| Candidate {
            mv,
            visits: 10,
            winrate,
            score,
            lcb: winrate,
            prior: 0.0,
            rave: (0, 0.0),
            pv: vec![mv],
            pv_visits: vec![10],
        });
        let candidates = candidates.collect();
        Searched {
            position: Position {
                number,
                game,
                played: mv(played).map(|mv| (turn, mv)),
            },
            analysis: Analysis {
                turn,
                candidates,
                playouts: 10,
                visits: 10,
                winrate,
                score,
                dynamic_komi: None,
                exact: None,
                score_stdev: 1.0,
                ownership: Vec::new(),
                criticality: Vec::new(),
                counters: Vec::new(),
                elapsed: Duration::ZERO,
                full: false,
            },
        }
    }

    #[test]
    fn a_move_has_lost_what_the_best_one_was_worth_more() {
        let game = [
            searched(0, "A1", "E5", 0.6, 4.0),
            // After Black's A1 White has 0.7, so Black is left with 0.3.
            searched(1, "C3", "C3", 0.7, 5.0),
            searched(2, "", "D4", 0.4, -1.0),
        ];
        let judged = judge(&game);
        assert_eq!(judged.len(), 2);
        assert_eq!((judged[0].number, judged[0].color), (1, Color::Black));
        assert!((judged[0].loss() - 0.3).abs() < 1e-9);
        assert!((judged[0].points - 9.0).abs() < 1e-9);
        assert_eq!(
            judged[0].better.map(|c| c.mv),
            Move::parse("E5", Size::NINE)
        );
        // What the search would play itself has lost nothing.
        assert!(judged[1].better.is_none());
        assert!(judged[1].loss() == 0.0 && judged[1].points == 0.0);
        let own: Vec<&Judged<'_>> = judged.iter().take(1).collect();
        assert_eq!(
            summary(&own),
            "1 move: 30.0 % and 9.0 points lost a move; 0 as the search would play."
        );
        assert_eq!(summary(&[]), "no move to judge.");
    }

    #[test]
    fn a_move_that_ends_the_game_is_not_judged() {
        let mut game = [
            searched(0, "pass", "E5", 0.6, 4.0),
            searched(1, "pass", "E5", 0.7, 5.0),
            searched(2, "", "E5", 0.9, 9.0),
        ];
        assert_eq!(judge(&game).len(), 2);
        for color in Color::BOTH {
            game[2].position.game.play(color, Move::Pass).unwrap();
        }
        let judged = judge(&game);
        assert_eq!(judged.len(), 1, "the second pass is not judged");
        assert_eq!(judged[0].number, 1);
    }

    #[test]
    fn moves_that_are_illegal_or_last_are_not_judged() {
        let game = [
            searched(0, "", "E5", 0.6, 4.0),
            searched(1, "C3", "", 0.5, 0.0),
            searched(2, "C3", "D4", 0.5, 0.0),
        ];
        assert!(judge(&game).is_empty());
        assert!(judge(&[]).is_empty());
    }
}
