//! A record onto a board.
//!
//! The main line is followed node by node: setup stones first, then moves. What the rules refuse
//! is reported with its place and move number, and the replay goes on as far as that makes sense:
//! a stone on an occupied point or beside the board is left out; a stone that only the past forbids
//! (ko, superko) or that would be suicide is put there all the same, since the players did.
//!
//! A record that names no rules may have been played by any. What some of them allow is not called
//! illegal: longer repetitions, and the suicide of several stones, which gets a warning.

use tengen_go::{Color, Game, Ko, Move, Point, Rules};

use super::{GameTree, Ident, Info, NodeId, Property, rectangle::Rectangle};
use crate::{Diagnostic, Diagnostics, excerpt::shorten, move_from_pair};

/// The number of points that the setups of a record may change altogether. Editors of positions
/// stay far below; a file made to keep a reader busy does not.
const MAX_SETUP: usize = 200_000;

/// A record that has been played through.
#[derive(Clone)]
pub struct Replay {
    /// The facts of the root.
    pub info: Info,
    /// The game after the last move.
    pub game: Game,
    /// The number of moves in the record up to there, those that were refused included.
    pub moves: usize,
    /// The number of these that are illegal.
    pub illegal: usize,
    /// Faults, in the order of the record.
    pub diagnostics: Vec<Diagnostic>,
}

/// Plays the main line of a record to its end.
///
/// # Errors
/// If there is no board to play it on: see [`Info::read`].
pub fn replay(tree: &GameTree) -> Result<Replay, Diagnostic> {
    replay_to(tree, usize::MAX)
}

/// Plays the main line of a record up to this many moves. The setup of the node that holds the
/// last of them is played, a later one is not.
///
/// # Errors
/// If there is no board to play it on: see [`Info::read`].
pub fn replay_to(tree: &GameTree, moves: usize) -> Result<Replay, Diagnostic> {
    let mut found = Diagnostics::default();
    let info = Info::gather(tree, &mut found)?;
    // Without rules named, a repetition other than a ko may have been legal.
    let rules = info.rules.unwrap_or(Rules {
        ko: Ko::Simple,
        ..Rules::default()
    });
    let mut game = Game::new(info.size, rules, info.komi_under(rules));
    game.set_handicap(info.handicap);
    let mut player = Player {
        game,
        found,
        limit: moves,
        moves: 0,
        illegal: 0,
        handicap: info.handicap,
        rules_are_known: info.rules.is_some(),
        turn_is_known: false,
        setup: 0,
    };
    player.imply_handicap(tree);
    for id in tree.main_line() {
        if !player.node(tree, id) {
            break;
        }
    }
    Ok(Replay {
        info,
        game: player.game,
        moves: player.moves,
        illegal: player.illegal,
        diagnostics: player.found.finish(),
    })
}

struct Player {
    game: Game,
    found: Diagnostics,
    limit: usize,
    moves: usize,
    illegal: usize,
    handicap: usize,
    rules_are_known: bool,
    turn_is_known: bool,
    /// The number of points that setups have changed.
    setup: usize,
}

impl Player {
    /// Plays a node; whether the limit lets the replay go on.
    fn node(&mut self, tree: &GameTree, id: NodeId) -> bool {
        let node = tree.node(id);
        let has_move = node.properties().iter().any(|p| p.ident().is_move());
        if self.moves >= self.limit && (has_move || self.moves > 0) {
            return false;
        }
        self.setup(node.properties());
        if let Some(turn) = node.get(&Ident::PL) {
            self.set_turn(turn);
        } else if id == NodeId::ROOT && self.handicap > 1 {
            self.game.set_turn(Color::White);
            self.turn_is_known = node.get(&Ident::AB).is_some();
        }
        for property in node.properties() {
            let color = match property.ident().as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            if self.moves >= self.limit {
                return false;
            }
            self.play(color, property);
        }
        true
    }

    /// Puts handicap stones on their usual points if the record counts some, sets nothing up, not
    /// even whose turn it is, and lets White begin.
    fn imply_handicap(&mut self, tree: &GameTree) {
        let Some(property) = tree.root().get(&Ident::HA) else {
            return;
        };
        let first = tree
            .main_line()
            .flat_map(|id| tree.node(id).properties())
            .find(|p| p.ident().is_move() || p.ident().is_setup());
        if self.handicap < 2 || first.is_none_or(|p| *p.ident() != Ident::W) {
            return;
        }
        let stones = self.handicap;
        let given = self.game.fixed_handicap(stones);
        self.found.warning(property.place(), || match given {
            Ok(_) => format!("HA counts {stones} stones, AB names none: put on their usual points"),
            Err(error) => format!("HA counts {stones} stones, AB names none: {error}"),
        });
    }

    fn set_turn(&mut self, property: &Property) {
        let color = match property.value().trimmed() {
            "B" | "b" | "1" | "Black" | "black" => Color::Black,
            "W" | "w" | "2" | "White" | "white" => Color::White,
            other => {
                self.found.error(property.place(), || {
                    format!("PL is B or W, not {:?}", shorten(other))
                });
                return;
            }
        };
        self.game.set_turn(color);
        self.turn_is_known = true;
    }

    fn play(&mut self, color: Color, property: &Property) {
        self.moves += 1;
        let number = self.moves;
        let size = self.game.size();
        let place = property.place();
        let text = property.value().trimmed();
        let Some(mv) = move_from_pair(text.as_bytes(), size) else {
            self.illegal += 1;
            self.found.error(place, || {
                let text = shorten(text);
                format!("move {number}, {text:?}, is no point of a {size} board and is left out")
            });
            return;
        };
        if self.turn_is_known && color != self.game.turn() && number > self.handicap {
            self.found.warning(place, || {
                format!("move {number}: {color} plays out of turn")
            });
        }
        self.turn_is_known = true;
        let Err(illegal) = self.game.play(color, mv) else {
            return;
        };
        let prisoners = self.game.captures(!color);
        let forced = match mv {
            Move::Pass => false,
            Move::Play(point) => self.game.force(color, point).is_ok(),
        };
        // One stone changes nothing on the board, which the rules that know suicide call repetition.
        let lost = self.game.captures(!color) - prisoners;
        if lost > 1 && !self.rules_are_known {
            self.found.warning(place, || {
                format!(
                    "move {number} takes {lost} stones of {color} off by suicide, which some rules \
                     allow and others forbid; the record names none"
                )
            });
            return;
        }
        self.illegal += 1;
        self.found.error(place, || {
            let fate = if forced {
                "played all the same"
            } else {
                "left out"
            };
            format!("move {number} is illegal and {fate}: {illegal}")
        });
    }

    /// Puts and removes the setup stones of a node.
    fn setup(&mut self, properties: &[Property]) {
        if self.setup > MAX_SETUP {
            return;
        }
        let size = self.game.size();
        let mut wanted: Vec<Option<Option<Color>>> = Vec::new();
        let mut place = None;
        for property in properties {
            let stone = match property.ident().as_str() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            place.get_or_insert(property.place());
            wanted.resize(size.area(), None);
            for value in property.values() {
                if value.trimmed().is_empty() {
                    continue;
                }
                let Some(rectangle) = Rectangle::read(value, size) else {
                    self.found.error(property.place(), || {
                        let (name, text) = (property.ident(), shorten(value.trimmed()));
                        format!("{name} names {text:?}, which is no point of a {size} board")
                    });
                    continue;
                };
                for point in rectangle.points() {
                    wanted[point.index(size)] = Some(stone);
                }
            }
        }
        let Some(place) = place else { return };
        let edits: Vec<(Point, Option<Color>)> = Point::all(size)
            .zip(wanted)
            .filter_map(|(point, wanted)| wanted.map(|stone| (point, stone)))
            .filter(|&(point, stone)| self.game.at(point) != stone)
            .collect();
        if edits.is_empty() {
            return;
        }
        self.setup += edits.len();
        if self.setup > MAX_SETUP {
            self.found.error(place, || {
                format!(
                    "the setups change more than {MAX_SETUP} points: from here they are left out"
                )
            });
            return;
        }
        if let Err(illegal) = self.game.setup(edits) {
            self.found.error(place, || {
                format!("the setup of this node is left out: {illegal}")
            });
        }
    }
}
