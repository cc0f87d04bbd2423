//! The referee of a game between two players, who trusts neither.
//!
//! Moves are checked by our own rules. A game ends
//! - by its rules: with a result, or with what its [`Board`] makes of the players' claims;
//! - by resignation;
//! - by an illegal move, which loses ([`End::Forfeit`]), or by lateness, which loses too
//!   ([`End::Time`]), each with the reason in the note;
//! - at the limit of moves ([`End::Length`]).
//!
//! A player that crashes, hangs or breaks the protocol while the game runs makes it void. Once it is
//! over, nothing does: what one of them fails to say is left unsaid.

use std::time::Instant;

use tengen_game::{Color, PerColor};

use crate::game::{Board, BoardStatus};
use crate::player::{Action, Failing, Player, Turn};
use crate::record::{Cause, End, GameRecord, PerSide, Side, Spent, VoidRecord};

/// The board and the rules of a game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The board at the start, with its rules.
    pub board: Box<dyn Board>,
    /// The position there in words, if it is not the one where games of the experiment begin.
    pub start: Option<String>,
    /// The moves that both players are given.
    pub opening: Vec<String>,
    /// After so many moves, the opening included, the game ends and what stands is counted.
    pub longest: usize,
}

impl Setting {
    /// A game without an opening, with the usual limit of moves.
    #[must_use]
    pub fn new(board: Box<dyn Board>) -> Self {
        Self {
            longest: board.lengths().limit,
            opening: Vec::new(),
            start: None,
            board,
        }
    }
}

/// Plays a game; `black` says which player of the series is Black.
///
/// # Errors
/// If the game is void.
pub fn play(
    setting: &Setting,
    first: &mut dyn Player,
    second: &mut dyn Player,
    names: &PerSide<String>,
    black: Side,
) -> Result<GameRecord, VoidRecord> {
    let sides = black.as_black();
    let mut table = Table {
        board: setting.board.clone(),
        made: 0,
        players: PerSide { first, second },
        names,
        sides,
        seconds: Vec::new(),
        winrates: Vec::new(),
        spent: PerSide::default(),
    };
    table.seat(setting)?;
    let ending = table.run(setting)?;
    Ok(table.record(setting, ending))
}

/// The end of a game.
struct Ending {
    result: String,
    end: End,
    note: Option<String>,
    dispute: Option<String>,
    /// The player whose last words are worth keeping.
    guilty: Option<Color>,
}

impl Ending {
    fn new(result: String, end: End) -> Self {
        Self {
            result,
            end,
            note: None,
            dispute: None,
            guilty: None,
        }
    }

    /// A side loses, by what the letter says.
    fn loss(loser: Color, letter: char, end: End) -> Self {
        let winner = (!loser).letter().to_ascii_uppercase();
        Self::new(format!("{winner}+{letter}"), end)
    }

    fn noted(mut self, note: String) -> Self {
        self.note = Some(note);
        self
    }

    fn blamed(mut self, guilty: Color) -> Self {
        self.guilty = Some(guilty);
        self
    }
}

/// The players at the board.
struct Table<'a> {
    board: Box<dyn Board>,
    /// The number of moves made.
    made: usize,
    players: PerSide<&'a mut dyn Player>,
    names: &'a PerSide<String>,
    sides: PerColor<Side>,
    seconds: Vec<f32>,
    winrates: Vec<Option<f32>>,
    spent: PerSide<Spent>,
}

impl Table<'_> {
    fn player(&mut self, color: Color) -> &mut dyn Player {
        &mut **self.players.of_mut(self.sides[color])
    }

    /// `gnugo (White)`.
    fn named(&self, color: Color) -> String {
        format!("{} ({color})", self.names.of(self.sides[color]))
    }

    fn play(&mut self, color: Color, mv: &str) -> Result<(), String> {
        self.board.play(color, mv)?;
        self.made += 1;
        Ok(())
    }

    /// Both sit down and hear the opening.
    fn seat(&mut self, setting: &Setting) -> Result<(), VoidRecord> {
        for color in Color::BOTH {
            let begun = self.player(color).begin(&*setting.board);
            begun.map_err(|failing| self.void(color, &failing))?;
        }
        for (index, mv) in setting.opening.iter().enumerate() {
            let turn = self.board.turn();
            if let Err(illegal) = self.play(turn, mv) {
                return Err(VoidRecord {
                    cause: Cause::Fault,
                    player: None,
                    reason: format!("move {} of the opening is illegal: {illegal}", index + 1),
                    last_words: None,
                    moves: self.board.kept(),
                });
            }
            for color in Color::BOTH {
                let heard = self.player(color).hear(turn, mv);
                heard.map_err(|failing| self.void(color, &failing))?;
            }
        }
        Ok(())
    }

    fn run(&mut self, setting: &Setting) -> Result<Ending, VoidRecord> {
        loop {
            match self.board.status() {
                BoardStatus::Running => {}
                BoardStatus::Claimed { .. } => return Ok(self.counted()),
                BoardStatus::Over { result, note, .. } => {
                    let mut ending = Ending::new(result, End::Score);
                    ending.note = note;
                    return Ok(ending);
                }
            }
            if self.made >= setting.longest {
                let result = self.board.broken_off();
                let note = format!("ended after {} moves, the limit", setting.longest);
                return Ok(Ending::new(result, End::Length).noted(note));
            }
            if let Some(ending) = self.turn()? {
                return Ok(ending);
            }
        }
    }

    /// One player's turn; the ending if it ends the game otherwise than by a move.
    fn turn(&mut self) -> Result<Option<Ending>, VoidRecord> {
        let color = self.board.turn();
        let start = Instant::now();
        let chosen = self.player(color).choose(color);
        let seconds = start.elapsed().as_secs_f32();
        let named = self.named(color);
        let turn = match chosen {
            Ok(turn) => turn,
            Err(Failing::Illegal(reason)) => {
                return Ok(Some(self.forfeit(color, &reason)));
            }
            Err(Failing::Time(reason)) => {
                let ending = Ending::loss(color, 'T', End::Time).noted(format!("{named} {reason}"));
                return Ok(Some(ending.blamed(color)));
            }
            Err(failing) => return Err(self.void(color, &failing)),
        };
        self.tally(color, &turn);
        let Action::Play(mv) = turn.action else {
            return Ok(Some(Ending::loss(color, 'R', End::Resignation)));
        };
        if let Err(illegal) = self.play(color, &mv) {
            return Ok(Some(self.forfeit(color, &illegal)));
        }
        self.seconds.push(seconds);
        self.winrates.push(turn.winrate.map(|rate| rate as f32));
        let heard = self.player(!color).hear(color, &mv);
        match heard {
            // The game is over, and a player that fails now can only lose its say.
            Err(_) if self.board.status() != BoardStatus::Running => Ok(None),
            Err(failing) => Err(self.void(!color, &failing)),
            Ok(()) => Ok(None),
        }
    }

    fn forfeit(&self, color: Color, reason: &str) -> Ending {
        let number = self.made + 1;
        let named = self.named(color);
        let note = format!("{named} played an illegal move as move {number}: {reason}");
        Ending::loss(color, 'F', End::Forfeit)
            .noted(note)
            .blamed(color)
    }

    fn tally(&mut self, color: Color, turn: &Turn) {
        let spent = self.spent.of_mut(self.sides[color]);
        spent.moves += 1;
        if let Some(playouts) = turn.playouts {
            *spent.playouts.get_or_insert(0) += playouts;
        }
    }

    fn counted(&mut self) -> Ending {
        // One that fails now has nothing to say.
        let claims = PerSide {
            first: self.players.first.claim().ok().flatten(),
            second: self.players.second.claim().ok().flatten(),
        };
        let count = self.board.count(&claims, self.names);
        let mut ending = Ending::new(count.result, End::Score);
        ending.note = count.note;
        ending.dispute = count.dispute;
        ending
    }

    /// The record of a game that this player made void.
    fn void(&mut self, color: Color, failing: &Failing) -> VoidRecord {
        VoidRecord {
            cause: failing.cause(),
            player: Some(self.names.of(self.sides[color]).clone()),
            reason: format!("{} {failing}", self.named(color)),
            last_words: self.player(color).last_words(),
            moves: self.board.kept(),
        }
    }

    fn record(mut self, setting: &Setting, ending: Ending) -> GameRecord {
        let mut last_words = PerSide::default();
        if let Some(color) = ending.guilty {
            *last_words.of_mut(self.sides[color]) = self.player(color).last_words();
        }
        for side in Side::BOTH {
            let player = self.players.of(side);
            let (wall, cpu) = (player.thought().as_secs_f64(), player.cpu_seconds());
            let spent = self.spent.of_mut(side);
            (spent.wall, spent.cpu) = (wall, cpu);
        }
        GameRecord {
            players: self.names.clone(),
            black: self.sides.black,
            result: ending.result,
            end: ending.end,
            note: ending.note,
            dispute: ending.dispute,
            start: setting.start.clone(),
            white_begins: setting.board.turn() == Color::White,
            moves: self.board.kept(),
            opening: setting.opening.len(),
            seconds: self.seconds,
            winrates: self.winrates,
            spent: self.spent,
            last_words,
        }
    }
}
