//! The pairs that have names: made by hand, or picked out of thousands drawn by chance.
//!
//! The names are those of the problems of the paper on difference games, whose positions are lost: P1,
//! P2, and 1 to 12, from easy to tricky. P1 is its worked example, rebuilt from what the paper says of it:
//! two areas with the temperatures 1 and 1/2, the right move 7 points to 6 and the wrong one 6 to 6 in
//! version A, and 21 to 6, 15 points against 14, in version B. A tie is no loss, so our version A has a
//! komi of half a point, as all pairs have. The other positions are ours, in the same spirit; from 7 on
//! the right move is incomparable with some other.

use tengen_go::{Color, Diagram, Komi};

use super::{Pair, Refusal, Stand};
use crate::endgame::Limits;

/// A pair with a name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// The lesson, in a sentence or two.
    pub lesson: &'static str,
    /// The side to move.
    pub turn: Color,
    /// The winner of version B.
    pub stand: Stand,
    /// The komi of version B where it is not the usual one.
    pub lopsided: Option<i16>,
    /// The board as a diagram.
    pub board: &'static str,
}

impl Named {
    /// The pair, proved.
    ///
    /// # Errors
    /// If it is none within the limits.
    pub fn pair(&self, limits: &Limits) -> Result<Pair, Refusal> {
        let stones = Diagram::parse(self.board)?.stones;
        let mut pair = Pair::judge(&stones, self.turn, self.stand, limits)?;
        if let Some(points) = self.lopsided {
            pair.lopsided = Komi::new(points.into()).map_err(|_| Refusal::Komi)?;
        }
        Ok(pair)
    }
}

/// All of them, easy ones first.
pub const NAMED: [Named; 14] = [
    Named {
        name: "P1",
        lesson: "The larger move first: the capture at D3 gains a point, closing the corridor at D5 half \
                 a point.",
        turn: Color::Black,
        stand: Stand::Ahead,
        lopsided: Some(-14),
        board: ".X.XO.OO.
                XXXXOOOOO
                X.XXOOO.O
                XXXXOOOOO
                XX..OO.OO
                X.XXOOOOO
                XXX.OO.OO
                .XXOXOOOO
                XXXXXOO.O",
    },
    Named {
        name: "P2",
        lesson: "Sente first: C5 threatens five points, White answers at D5, and the half point at G6 is \
                 still there.",
        turn: Color::Black,
        stand: Stand::Behind,
        lopsided: None,
        board: "X.X.XXXXX
                XXXXXXXXX
                XXX.XXXXX
                XXOOXX.OX
                XX..OO.OO
                OOOOOOOOO
                OOOOOOOOO
                OOOOOOOOO
                OOOOO.O.O",
    },
    Named {
        name: "1",
        lesson: "Saving two stones at D4 gains two points, entering the corridor at D6 half a point.",
        turn: Color::White,
        stand: Stand::Ahead,
        lopsided: None,
        board: ".XXXOO.
                XX..OOO
                XXXXOOO
                XXX.OOO
                XXXOXOO
                X.XOXOO
                XXXXXO.",
    },
    Named {
        name: "2",
        lesson: "Of several corridors enter the longest: the longer it is, the closer a move there comes \
                 to a whole point.",
        turn: Color::White,
        stand: Stand::Behind,
        lopsided: None,
        board: ".X.XXXXXOO.
                XXXXXXXXOOO
                XXXX....OOO
                XXXXXXXXOOO
                XXXXXXXXOOO
                XXXXX...OOO
                XXXXXXXXOOO
                XXXXXXXXOOO
                XXXXXX..OOO
                XXXXXXXXOOO
                XXXXXXXXOO.",
    },
    Named {
        name: "3",
        lesson: "Reverse sente: White's next move beside D5 would threaten two points, so Black's own \
                 gains a whole one; the corridors at B5 and G4 are half a point each.",
        turn: Color::Black,
        stand: Stand::Ahead,
        lopsided: None,
        board: "X.X.XXXXX
                XXXXXXXXX
                XXXXXXXXX
                XXX.OXXXX
                O.O.XXXXX
                O.OOOO.OO
                OOOOOO.OO
                OOOOOOOOO
                OOOOO.O.O",
    },
    Named {
        name: "4",
        lesson: "Sente before gote, even where the gote is hotter: C5 (temperature 1) threatens five \
                 points and is answered at D5; to play H6 (temperature 3/2) first leaves C5 to White.",
        turn: Color::Black,
        stand: Stand::Behind,
        lopsided: None,
        board: "X.X.XXXXX
                XXXXXXXXX
                XXX.XX.OX
                XXOOXXX.X
                XX..OOOOO
                OOOOOOOOO
                OOOOOOOOO
                OOOOOOOOO
                OOOOO.O.O",
    },
    Named {
        name: "5",
        lesson: "The hottest area first: E7 gains a point and a half, B6 and K5 a point each, H6 half a \
                 point.",
        turn: Color::White,
        stand: Stand::Ahead,
        lopsided: None,
        board: "X.X.XXXXXXXXX
                XXXXXXXXXXXXX
                XXXXXXXXXXXXX
                XXXXXXXXXXXXX
                XXXXXXXXXXXXX
                XXXXOXXXXXXXX
                ..X..XXXXXXXX
                O.XXOOO.XXXXX
                O.OOOOO.O.XOO
                O.OOOOOOOXOOO
                OOOOOOOOOOOOO
                OOOOOOOOOOOOO
                OOOOOOOO.O.OO",
    },
    Named {
        name: "6",
        lesson: "E6 takes a stone and gains a point and a half; a step along the edge at A5 gains one \
                 point, the corridor at H6 half a point.",
        turn: Color::Black,
        stand: Stand::Behind,
        lopsided: None,
        board: "X.X.XXXXX
                XXXXXXXXX
                .OX.OXX.X
                .XXX.XX.X
                .XOOOOOOO
                OOOOOOOOO
                OOOOOOOOO
                OOOOOOOOO
                OOOOO.O.O",
    },
    Named {
        name: "7",
        lesson: "Of two moves with the same temperature take the gote at F5: White's C5 is sente, and can \
                 be answered. Neither move is the larger on every board.",
        turn: Color::Black,
        stand: Stand::Ahead,
        lopsided: None,
        board: "X.X.XXXXX
                XXXXXXXXX
                XXXXXXXXX
                X...XOXXX
                XX.XX.XXO
                OOOOOOOOO
                OOOOOOOOO
                OOOOOOOOO
                OOOOO.O.O",
    },
    Named {
        name: "8",
        lesson: "The gote at J4 comes first, since Black's E4 is sente and can be answered; E4 has the \
                 same temperature, and neither is the larger on every board.",
        turn: Color::White,
        stand: Stand::Behind,
        lopsided: None,
        board: "X.X.XXXXXX
                XXXXXXXXXX
                .XXXXXXXXX
                .XXXXXXXXX
                OXXXX.XXXX
                OOXXX.XXXX
                OOOO.OXO..
                OOO..OOOXO
                OOOOXOOOOO
                OOOOOO.O.O",
    },
    Named {
        name: "9",
        lesson: "The hottest area is not the right one: Black's B7 (temperature 2) can be answered at A7, \
                 so the gote at M6 (temperature 3/2) comes first. Neither is the larger on every board.",
        turn: Color::White,
        stand: Stand::Ahead,
        lopsided: None,
        board: "X.X.XXXXXXXX
                XXXXXXXXXXXX
                XXXXXXXXXXXX
                XXXXXXXXXXXX
                OOXXXXXXXXXX
                ..XX.XXXXXXX
                O.OX.XXXXOO.
                OOOX.OXXXO.X
                OOOOOOO.OOOO
                OOOOOO..OOOO
                OOOOOOOOOOOO
                OOOOOOOO.O.O",
    },
    Named {
        name: "10",
        lesson: "B6 gains two points. K9 would keep White from a sente that threatens four, and loses two \
                 points here; on some other board it is the better move.",
        turn: Color::Black,
        stand: Stand::Behind,
        lopsided: None,
        board: "X.X.XXXXXXX
                XXXXXXXXXXX
                XXX..XXXO..
                XXX..XXXOXX
                XXX.OO.OOOO
                ..OOO..OOOO
                OXOOOOOOOOO
                OXOOOOOOOOO
                OOOOOOOOOOO
                OOOOOOOOOOO
                OOOOOOO.O.O",
    },
    Named {
        name: "11",
        lesson: "Two moves in one area: D8 reaches further, and the plain connection at E7 loses a point \
                 here; on some other board it is the better move.",
        turn: Color::White,
        stand: Stand::Ahead,
        lopsided: None,
        board: "X.X.XXXXXXXX
                XXXXXXXXXXXX
                XXXXXXXXXXXX
                XXX.XXXXXXXX
                XXX.OXXXXXXX
                XOO..XXXXXXX
                .OOXOO.XXXXX
                .OOOOO.OXXXX
                OOOOOOOOO.OO
                OOOOOOOOO.XO
                OOOOOOOOOOOO
                OOOOOOOO.O.O",
    },
    Named {
        name: "12",
        lesson: "Both areas have follow-ups: H5 (temperature 11/8) comes before C5 (temperature 1), which \
                 loses a point here; on some other board it is the better move.",
        turn: Color::White,
        stand: Stand::Behind,
        lopsided: None,
        board: "X.X.XXXXX
                XXXXXXXXX
                XXXXXXXXX
                X.XXXXX.X
                X..OOXX.O
                OO.OOOO.O
                O.XOOO..O
                OOOOOOOOO
                OOOOO.O.O",
    },
];
