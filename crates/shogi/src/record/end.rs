//! How a game ended.

use tengen_game::Color;

use crate::Ending;

/// How a game ended; what is said of a side is said of the one to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// It resigned.
    Resigned,
    /// It is mated.
    Mate,
    /// It declared the game won.
    Declared,
    /// Its time ran out.
    Timeout,
    /// It broke a rule, and lost.
    Foul,
    /// The other side broke a rule with the move before, and lost.
    OpponentsFoul,
    /// It did not come to the board, and lost.
    Default,
    /// The other side did not come to the board, and lost.
    Walkover,
    /// The position came for the fourth time.
    Repetition,
    /// Both kings entered: a draw by points.
    Impasse,
    /// A draw that was agreed on or adjudged.
    Drawn,
    /// The game was as long as it may be: a draw.
    TooLong,
    /// It was broken off.
    Stopped,
    /// There is no mate: the end of a problem.
    NoMate,
}

/// Each end with its words in KIF and CSA; what CSA has no word for is broken off there.
const WORDS: [(End, &str, &str); 14] = [
    (End::Resigned, "投了", "TORYO"),
    (End::Mate, "詰み", "TSUMI"),
    (End::Declared, "入玉勝ち", "KACHI"),
    (End::Timeout, "切れ負け", "TIME_UP"),
    (End::Foul, "反則負け", "ILLEGAL_MOVE"),
    (End::OpponentsFoul, "反則勝ち", "ILLEGAL_ACTION"),
    (End::Default, "不戦敗", "CHUDAN"),
    (End::Walkover, "不戦勝", "CHUDAN"),
    (End::Repetition, "千日手", "SENNICHITE"),
    (End::Impasse, "持将棋", "JISHOGI"),
    (End::Drawn, "引き分け", "HIKIWAKE"),
    (End::TooLong, "最大手数", "MAX_MOVES"),
    (End::Stopped, "中断", "CHUDAN"),
    (End::NoMate, "不詰", "FUZUMI"),
];

/// Other words that are read.
const OTHERS: [(&str, End); 12] = [
    ("詰", End::Mate),
    ("宣言勝ち", End::Declared),
    ("入玉宣言勝ち", End::Declared),
    ("入玉宣言", End::Declared),
    ("時間切れ", End::Timeout),
    ("時間切れ負け", End::Timeout),
    ("反則行為", End::Foul),
    ("引分", End::Drawn),
    ("引分け", End::Drawn),
    ("手数超過", End::TooLong),
    ("封じ手", End::Stopped),
    ("不詰み", End::NoMate),
];

impl End {
    /// The last word of a game that ended by the rules, whoever is to move.
    #[must_use]
    pub fn of(ending: Ending, turn: Color) -> Self {
        match ending {
            Ending::Mate(_) => Self::Mate,
            Ending::Declared(_) => Self::Declared,
            Ending::Repetition => Self::Repetition,
            Ending::PerpetualCheck(winner) if winner == turn => Self::OpponentsFoul,
            Ending::PerpetualCheck(_) => Self::Foul,
            Ending::TooLong => Self::TooLong,
        }
    }

    /// The side that won, if one did.
    #[must_use]
    pub fn winner(self, turn: Color) -> Option<Color> {
        match self {
            Self::Resigned | Self::Mate | Self::Timeout | Self::Foul | Self::Default => Some(!turn),
            Self::Declared | Self::OpponentsFoul | Self::Walkover => Some(turn),
            Self::Repetition | Self::Impasse | Self::Drawn | Self::TooLong => None,
            Self::Stopped | Self::NoMate => None,
        }
    }

    /// The end for people: `Black resigned`.
    #[must_use]
    pub fn name(self, turn: Color) -> String {
        let other = !turn;
        match self {
            Self::Resigned => format!("{turn} resigned"),
            Self::Mate => format!("{turn} is mated"),
            Self::Declared => format!("{turn} declared the game won"),
            Self::Timeout => format!("{turn} ran out of time"),
            Self::Foul => format!("{turn} broke a rule"),
            Self::OpponentsFoul => format!("{other} broke a rule"),
            Self::Default => format!("{turn} did not come"),
            Self::Walkover => format!("{other} did not come"),
            Self::Repetition => "draw by repetition".to_owned(),
            Self::Impasse => "draw by impasse".to_owned(),
            Self::Drawn => "draw".to_owned(),
            Self::TooLong => "draw, as long as a game may be".to_owned(),
            Self::Stopped => "broken off".to_owned(),
            Self::NoMate => "no mate".to_owned(),
        }
    }

    pub(super) fn kif(self) -> &'static str {
        let row = WORDS.iter().find(|(end, ..)| *end == self);
        row.map_or("中断", |(_, kif, _)| kif)
    }

    pub(super) fn from_kif(word: &str) -> Option<Self> {
        let row = WORDS.iter().find(|(_, kif, _)| *kif == word);
        let other = || OTHERS.iter().find(|(kif, _)| *kif == word);
        row.map(|row| row.0).or_else(|| Some(other()?.1))
    }

    /// The word of CSA after its `%`; that of a foul of the side before names the side.
    pub(super) fn csa(self, turn: Color) -> String {
        let row = WORDS.iter().find(|(end, ..)| *end == self);
        let word = row.map_or("CHUDAN", |(.., csa)| csa);
        match (self, turn) {
            (Self::OpponentsFoul, Color::Black) => format!("-{word}"),
            (Self::OpponentsFoul, Color::White) => format!("+{word}"),
            _ => word.to_owned(),
        }
    }

    pub(super) fn from_csa(word: &str, turn: Color) -> Option<Self> {
        let fouled = |color| match color == turn {
            true => Self::Foul,
            false => Self::OpponentsFoul,
        };
        match word {
            "+ILLEGAL_ACTION" => Some(fouled(Color::Black)),
            "-ILLEGAL_ACTION" => Some(fouled(Color::White)),
            "CHUDAN" | "MATTA" | "ERROR" => Some(Self::Stopped),
            "ILLEGAL_ACTION" => None,
            _ => {
                let row = WORDS.iter().find(|(.., csa)| *csa == word);
                row.map(|row| row.0)
            }
        }
    }
}
