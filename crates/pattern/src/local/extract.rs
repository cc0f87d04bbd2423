//! Games as samples for learning, by the very features that playouts use.

use std::ops::Range;

use tengen_go::board::{Black, Board, Features, Moments, Side, Vertex, White};
use tengen_go::{Color, Move, Stones};

use super::{Ataris, FEATURES, Proximity, SelfAtari, Shapes, Tactics, Team, WIDTH, is_open, lasts};
use crate::corpus::Game;
use crate::team::{Extract, Sample};

/// Turns games into samples of local features.
#[derive(Clone, Debug, Default)]
pub struct LocalExtract {
    shapes: Shapes,
    sample: Sample,
}

impl LocalExtract {
    /// An extractor.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The features of a move of `S` on the empty point `v`, `tactics` being those of the turn;
    /// `None` if playouts never play there: an illegal move or an own eye.
    #[must_use]
    pub fn team<S: Side, const W: usize, const V: usize, F>(
        &self,
        board: &Board<W, V, F>,
        last: Option<Vertex<W>>,
        tactics: &Tactics<W>,
        v: Vertex<W>,
    ) -> Option<Team>
    where
        F: Features<Liberties = Moments>,
    {
        let around = board.around(v);
        if !board.allows::<S>(v) {
            return None;
        }
        let ataris = Ataris::seen_by::<S>(lasts(board, v));
        is_open::<S>(around, ataris).then(|| Team {
            shape: self.shapes.class_for::<S>(around),
            ataris,
            self_atari: SelfAtari::of::<S, W, V, F>(board, v, ataris),
            place: Proximity::of(v, last),
            tactic: tactics.at(v),
        })
    }

    /// Makes the sample of a position in which `S` plays at `played`; false if that is a move that
    /// playouts never play, or the only one.
    fn look<S: Side>(
        &mut self,
        board: &Stones,
        last: Option<Vertex<26>>,
        played: Vertex<26>,
    ) -> bool {
        let tactics = Tactics::of::<S, 704, _>(board, last);
        self.sample.width = WIDTH;
        self.sample.ids.clear();
        let (mut number, mut found) = (0, None);
        for v in (0..board.empty_count()).filter_map(|i| board.empty(i)) {
            if let Some(team) = self.team::<S, 26, 704, _>(board, last, &tactics, v) {
                self.sample.ids.extend(team.ids());
                if v == played {
                    found = Some(number);
                }
                number += 1;
            }
        }
        self.sample.played = found.unwrap_or(0);
        found.is_some() && number > 1
    }
}

impl Extract for LocalExtract {
    fn features(&self) -> usize {
        FEATURES
    }

    fn replay(&mut self, game: &Game, moves: Range<usize>, sink: &mut dyn FnMut(usize, &Sample)) {
        let mut board = Stones::new(game.size);
        if !game
            .setup
            .iter()
            .all(|&(color, point)| board.place(color, point))
        {
            return;
        }
        // The last move with who made it: only the other side sees it, as `View` has it.
        let mut last: Option<(Color, Vertex<26>)> = None;
        for (number, &(color, mv)) in game.moves.iter().enumerate().take(moves.end) {
            let played = match mv {
                Move::Pass => None,
                Move::Play(point) => board.vertex(point),
            };
            let seen = last.filter(|&(by, _)| by != color).map(|(_, v)| v);
            if let Some(played) = played
                && moves.contains(&number)
                && match color {
                    Color::Black => self.look::<Black>(&board, seen, played),
                    Color::White => self.look::<White>(&board, seen, played),
                }
            {
                sink(number, &self.sample);
            }
            match mv {
                Move::Pass => board.pass(),
                Move::Play(point) if board.play(color, point) => {}
                Move::Play(_) => return,
            }
            last = played.map(|v| (color, v));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::first;
    use crate::scene::{PatternParams, Scene, Vocabulary};
    use crate::team::NONE;
    use tengen_go::{Point, Size};

    fn game(moves: &[(usize, usize)]) -> Game {
        let colors = Color::BOTH.into_iter().cycle();
        let points = moves
            .iter()
            .map(|&(column, row)| Point::new(column, row).unwrap());
        Game {
            id: "made up".to_owned(),
            size: Size::NINE,
            komi: None,
            winner: None,
            setup: Vec::new(),
            moves: colors.zip(points.map(Move::Play)).collect(),
        }
    }

    fn samples(game: &Game, moves: Range<usize>) -> Vec<(usize, Sample)> {
        let mut all = Vec::new();
        LocalExtract::new().replay(game, moves, &mut |number, sample| {
            all.push((number, sample.clone()));
        });
        all
    }

    #[test]
    fn every_legal_move_is_a_team_and_the_played_one_is_named() {
        let game = game(&[(2, 2), (2, 3), (3, 3), (1, 2), (2, 4), (3, 5)]);
        let all = samples(&game, 1..6);
        let numbers: Vec<usize> = all.iter().map(|s| s.0).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5]);
        for (number, sample) in &all {
            assert_eq!(sample.candidates(), 81 - number);
            assert!(sample.ids.iter().all(|&id| (id as usize) < FEATURES));
        }
        let played = |i: usize| all[i].1.teams().nth(all[i].1.played).unwrap();
        let place = |place: Proximity| (first::PLACE + place as usize - 1) as u32;
        assert_eq!(played(0)[3], place(Proximity::BesideLast));
        assert_eq!(played(1)[3], place(Proximity::BesideLast));
        // Two points or more from the last move, then diagonally next to it.
        assert_eq!(played(2)[3], NONE);
        assert_eq!(played(3)[3], NONE);
        assert_eq!(played(4)[3], place(Proximity::DiagonalToLast));
    }

    #[test]
    fn a_capture_of_the_last_move_is_seen() {
        // White plays into the corner, where Black takes the stone.
        let game = game(&[(1, 0), (0, 0), (0, 1)]);
        let all = samples(&game, 2..3);
        let sample = &all[0].1;
        let team = sample.teams().nth(sample.played).unwrap();
        assert_eq!(team[1], first::ATARIS as u32 + 1, "{team:?}");
        assert_eq!(
            team[4],
            (first::TACTIC + crate::local::Tactic::CaptureLast as usize) as u32
        );
    }

    /// White plays into the corner, Black takes the stone and moves again; then White twice, and a
    /// move after a pass.
    #[test]
    fn the_last_move_is_that_of_features_when_a_side_moves_twice() {
        let moves = [
            (Color::Black, Some((1, 0))),
            (Color::White, Some((0, 0))),
            (Color::Black, Some((0, 1))),
            (Color::Black, Some((1, 1))),
            (Color::White, Some((2, 2))),
            (Color::White, Some((2, 3))),
            (Color::Black, None),
            (Color::White, Some((3, 3))),
            (Color::Black, Some((4, 4))),
        ];
        let mut game = game(&[]);
        game.moves = moves
            .iter()
            .map(|&(color, at)| {
                let point = at.map(|(column, row)| Point::new(column, row).unwrap());
                (color, point.map_or(Move::Pass, Move::Play))
            })
            .collect();
        let all = samples(&game, 0..game.moves.len());
        assert_eq!(all.len(), moves.len() - 1, "all but the pass");
        let vocabulary = Vocabulary::new(PatternParams::default(), None, Vec::new());
        let mut scene = Scene::new(vocabulary.into(), game.size);
        scene.start(&game);
        let mut seen = Vec::new();
        for (number, &(color, mv)) in game.moves.iter().enumerate() {
            let [last, _] = scene.recent(color);
            if let Some((_, sample)) = all.iter().find(|(other, _)| *other == number) {
                let mut expected = Sample::default();
                let extract = LocalExtract::new();
                let board = scene.stones();
                let last = last.and_then(|point| board.vertex(point));
                assert!(last.is_none_or(|last| !board.is_empty(last)));
                let black = color == Color::Black;
                let tactics = if black {
                    Tactics::of::<Black, 704, _>(board, last)
                } else {
                    Tactics::of::<White, 704, _>(board, last)
                };
                for v in (0..board.empty_count()).filter_map(|i| board.empty(i)) {
                    let team = if black {
                        extract.team::<Black, 26, 704, _>(board, last, &tactics, v)
                    } else {
                        extract.team::<White, 26, 704, _>(board, last, &tactics, v)
                    };
                    expected.ids.extend(team.iter().flat_map(Team::ids));
                }
                assert_eq!(sample.ids, expected.ids, "move {number}");
                seen.push(last.is_some());
            }
            assert!(scene.play(color, mv));
        }
        let [no, yes] = [false, true];
        assert_eq!(seen, [no, yes, yes, no, yes, no, no, yes]);
    }

    #[test]
    fn a_game_ends_at_its_first_wrong_move() {
        let game = game(&[(2, 2), (2, 3), (2, 2), (5, 5)]);
        assert_eq!(samples(&game, 0..9).len(), 2);
    }
}
