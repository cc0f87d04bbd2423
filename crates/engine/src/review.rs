//! A record under review: what a search says about each position, and what each move has lost.
//!
//! A move has lost what the best move of the position before was worth and the best answer after it
//! leaves, win rate and points both in the view of who moved. The move that the search itself would
//! have played has lost nothing: what its values differ by is chance. A move that ends the game is
//! not judged: after it there is no answer that a search could find.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use tengen_go::{Color, Game, Komi, Move, Rules, State};
use tengen_record::Diagnostic;
use tengen_record::sgf::{GameTree, Info, replay_to};

use crate::analysis::{letter, rounded};
use crate::{Analysis, Candidate, Control, Limits, Parameters, Restriction, Session};

/// A position of a record.
#[derive(Clone, Debug)]
pub struct Position {
    /// The number of moves that were played before it.
    pub number: usize,
    /// The game up to there.
    pub game: Game,
    /// The move that the record plays next, if it has one and that is legal.
    pub played: Option<(Color, Move)>,
}

impl Position {
    /// The position after so many moves of the main line, under the rules and the komi that were
    /// asked for ([`adopt`]).
    ///
    /// # Errors
    /// If the record is of no game on a board.
    pub fn of(
        tree: &GameTree,
        number: usize,
        rules: Option<Rules>,
        komi: Option<Komi>,
    ) -> Result<Self, Diagnostic> {
        let now = replay_to(tree, number)?;
        let next = replay_to(tree, number.saturating_add(1))?;
        let legal = next.moves > now.moves && next.illegal == now.illegal;
        let mut game = adopt(now.game, &now.info, rules, komi);
        let played = next.game.last_move().filter(|_| legal);
        if let Some((color, _)) = played {
            game.set_turn(color);
        }
        Ok(Self {
            number,
            game,
            played,
        })
    }

    /// Searches the position with all that the player may spend on a move; `watch` makes what hears
    /// of the search from its limits.
    ///
    /// The player is made anew for it: what it found elsewhere, and how far its random numbers are,
    /// must not matter.
    pub fn search<C: Control>(
        self,
        parameters: &Parameters,
        watch: impl FnOnce(Limits) -> C,
    ) -> Searched {
        let mut session = Session::new(parameters.clone(), self.game.clone());
        let turn = self.game.turn();
        let limits = Limits {
            // What is not the best move should be known as well as that allows.
            early_stop: false,
            ..session.limits(turn)
        };
        let none = Restriction::default();
        let analysis = session.analyze(turn, limits, &none, &mut watch(limits));
        Searched {
            position: self,
            analysis,
        }
    }
}

/// The game of a record, with the rules and the komi that were asked for, those of the record where
/// none were, and the usual ones where it has none either.
#[must_use]
pub fn adopt(mut game: Game, info: &Info, rules: Option<Rules>, komi: Option<Komi>) -> Game {
    game.set_rules(rules.or(info.rules).unwrap_or_default());
    let komi = komi.or(info.komi);
    game.set_komi(komi.unwrap_or_else(|| game.rules().usual_komi()));
    game
}

/// A position that was searched.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The position.
    pub position: Position,
    /// The findings of the search there.
    pub analysis: Analysis,
}

impl Searched {
    /// The win rate and the score of the best move, in the view of a side; those of the position
    /// where no move was tried.
    #[must_use]
    pub fn value(&self, view: Color) -> (f64, f64) {
        let analysis = &self.analysis;
        let root = (analysis.winrate, analysis.score);
        let (winrate, score) = analysis
            .best()
            .map_or(root, |best| (best.winrate, best.score));
        if analysis.turn == view {
            (winrate, score)
        } else {
            (1.0 - winrate, -score)
        }
    }
}

impl Serialize for Searched {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<'a> {
            #[serde(rename = "move")]
            number: usize,
            played: Option<String>,
            #[serde(flatten)]
            analysis: &'a Analysis,
        }
        let (position, analysis) = (&self.position, &self.analysis);
        let played = position.played.map(|(_, mv)| mv.label(analysis.size));
        let number = position.number;
        Object {
            number,
            played,
            analysis,
        }
        .serialize(serializer)
    }
}

/// A move and what it has lost.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// Its number, from 1 on.
    pub number: usize,
    /// Who played it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The win rate before and after it, in the view of who played it.
    pub winrates: (f64, f64),
    /// The points that it has lost.
    pub points: f64,
    /// The move that the search would have played, with its line, if it is another.
    pub better: Option<&'a Candidate>,
    /// The position before it.
    before: &'a Searched,
}

impl Judged<'_> {
    /// The win rate that it has lost.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.winrates.0 - self.winrates.1).max(0.0)
    }
}

impl Serialize for Judged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.before.analysis.size;
        let (before, after) = self.winrates;
        let mut object = serializer.serialize_struct("Judged", 8)?;
        object.serialize_field("move", &self.number)?;
        object.serialize_field("turn", letter(self.color))?;
        object.serialize_field("played", &self.mv.label(size))?;
        object.serialize_field("before", &rounded(before))?;
        object.serialize_field("after", &rounded(after))?;
        object.serialize_field("loss", &rounded(self.loss()))?;
        object.serialize_field("points", &rounded(self.points))?;
        object.serialize_field("better", &self.better.map(|better| better.on(size)))?;
        object.end()
    }
}

/// Judges every move that is legal, has a searched position before and after it, and does not end
/// the game.
#[must_use]
pub fn judge(all: &[Searched]) -> Vec<Judged<'_>> {
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
            before,
        })
    });
    judged.collect()
}

/// The worst moves, worst first: at most so many, and none that has lost less win rate than `least`.
#[must_use]
pub fn worst<'a, 'b>(judged: &'a [Judged<'b>], least: f64, most: usize) -> Vec<&'a Judged<'b>> {
    let mut named: Vec<&Judged<'_>> = judged.iter().filter(|j| j.loss() >= least).collect();
    named.sort_by(|a, b| b.loss().total_cmp(&a.loss()).then(a.number.cmp(&b.number)));
    named.truncate(most);
    named
}

/// The play of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sums {
    /// The moves that were judged.
    pub moves: usize,
    /// The win rate that they have lost, a move.
    pub loss: f64,
    /// The points that they have lost, a move.
    pub points: f64,
    /// The moves that the search would play, too.
    pub same: usize,
}

impl Sums {
    /// Sums the moves of a side up, if there are some.
    #[must_use]
    pub fn of(judged: &[Judged<'_>], color: Color) -> Option<Self> {
        let own = || judged.iter().filter(|j| j.color == color);
        let moves = own().count();
        let n = moves as f64;
        (moves > 0).then(|| Self {
            moves,
            loss: own().map(Judged::loss).sum::<f64>() / n,
            points: own().map(|j| j.points).sum::<f64>() / n,
            same: own().filter(|j| j.better.is_none()).count(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_go::Size;

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
                size,
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
        let black = Sums::of(&judged, Color::Black).unwrap();
        assert_eq!((black.moves, black.same), (1, 0));
        assert!((black.loss - 0.3).abs() < 1e-9 && (black.points - 9.0).abs() < 1e-9);
        let told = serde_json::to_value(&judged[0]).unwrap();
        assert_eq!(
            (&told["turn"], &told["played"]),
            (&"B".into(), &"A1".into())
        );
        assert_eq!((&told["loss"], &told["points"]), (&0.3.into(), &9.0.into()));
        assert_eq!(told["better"]["move"], "E5");
        assert!(Sums::of(&[], Color::Black).is_none());
    }

    #[test]
    fn a_position_is_serialized_with_its_search() {
        let told = serde_json::json!(searched(0, "A1", "E5", 0.600_04, 4.0));
        assert_eq!(
            told.to_string(),
            r#"{"candidates":[{"lcb":0.6,"move":"E5","prior":0.0,"pv":["E5"],"score":4.0,"visits":10,"winrate":0.6}],"full":false,"move":0,"ownership":[],"played":"A1","playouts":10,"score":4.0,"turn":"B","winrate":0.6}"#
        );
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
