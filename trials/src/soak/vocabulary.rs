//! Random command lines: what GUIs send, what they should not send, and noise.
//!
//! Every line is such that GTP says whether a reply is due. A line is noise without a reply if it
//! is empty or a comment once control characters are gone; any other one gets exactly one reply.
//!
//! Nothing here asks for long thinking: the budget is set to few playouts first, and all that could
//! raise it sets small numbers or nonsense.

use std::path::Path;

use tengen_game::Rng;

/// The reply that is due for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// One reply.
    Reply,
    /// One reply, which ends only when something else is sent.
    Stream,
    /// Nothing.
    Nothing,
}

/// A line to send, without id and line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The bytes.
    pub(crate) bytes: Vec<u8>,
    /// The reply that is due.
    pub(crate) due: Due,
}

/// Draws lines.
pub(crate) struct Vocabulary {
    rng: Rng,
    /// Files to be loaded, sound and broken ones.
    files: Vec<String>,
    /// A file that may be written.
    scratch: String,
    side: u32,
}

const COLORS: [&str; 9] = ["b", "w", "B", "W", "black", "white", "BLACK", "red", ""];
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "7.5",
    "-3",
    "6.5",
    "1e9",
    "nan",
    "inf",
    "-1",
    "99999999999999999999",
    "x",
    "",
    "0x10",
];
const RULES: [&str; 9] = [
    "chinese",
    "japanese",
    "tromp-taylor",
    "aga",
    "new-zealand",
    "korean",
    "{\"ko\":\"SIMPLE\"}",
    "{",
    "none",
];
const PLAIN: [&str; 22] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "clear_board",
    "undo",
    "undo",
    "showboard",
    "final_score",
    "final_status_list dead",
    "final_status_list alive",
    "final_status_list seki",
    "final_status_list",
    "kata-get-rules",
    "kata-list-params",
    "gogui-analyze_commands",
    "gomill-explain_last_move",
    "cputime",
    "printsgf",
    "get_komi",
    "tengen-param",
    "stop",
];
const ANALYSES: [&str; 8] = [
    "lz-analyze",
    "kata-analyze",
    "lz-analyze 1",
    "kata-analyze interval 1",
    "lz-analyze b 5",
    "kata-analyze w 10 ownership true",
    "kata-analyze b interval 2 pvVisits true rootInfo true",
    "lz-analyze interval 0",
];
const SILLY: [&str; 16] = [
    "kata-analyze allow",
    "lz-analyze avoid b",
    "lz-analyze avoid b D4,E5 1",
    "kata-analyze allow w A1,B2 9999 avoid b C3 3",
    "lz-analyze interval -5",
    "kata-analyze minmoves 3 maxmoves -2",
    "lz-analyze z",
    "kata-analyze interval interval",
    "kata-analyze 1 ownership maybe",
    "lz-analyze 99999999999999999999",
    "kata-analyze nan",
    "lz-analyze avoid b pass 5",
    "kata-analyze allow b Z99 5",
    "lz-analyze b w b w",
    "kata-analyze ownership",
    "lz-analyze 1 2 3",
];
const THINKING: [&str; 9] = [
    "genmove",
    "genmove",
    "genmove",
    "reg_genmove",
    "kgs-genmove_cleanup",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
    "kata-search_cancellable",
    "genmove_analyze",
];

impl Vocabulary {
    /// With files to load and one to write.
    pub(crate) fn new(seed: u64, files: Vec<String>, scratch: &Path) -> Self {
        Self {
            rng: Rng::new(seed),
            files,
            scratch: scratch.display().to_string(),
            side: 19,
        }
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.rng.below(n)
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.rng.below(words.len() as u32) as usize]
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> Line {
        let text = match self.rng.below(100) {
            0..24 => return self.analysis(),
            24..30 => return self.noise(),
            30..33 => return self.silence(),
            33..52 => {
                let vertex = self.vertex();
                format!("play {} {vertex}", self.pick(&COLORS))
            }
            52..64 => format!("{} {}", self.pick(&THINKING), self.pick(&COLORS)),
            64..68 => self.board_size(),
            68..76 => self.pick(&PLAIN).to_owned(),
            76..81 => self.clock(),
            81..85 => self.handicap(),
            85..90 => self.file(),
            90..96 => self.setting(),
            _ => format!(
                "{} {}",
                self.pick(&["known_command", "gg-undo"]),
                self.word()
            ),
        };
        Line {
            bytes: text.into_bytes(),
            due: Due::Reply,
        }
    }

    /// Streams until something else is sent, or says at once why not.
    fn analysis(&mut self) -> Line {
        let text = match self.rng.below(3) {
            0 => self.pick(&SILLY),
            _ => self.pick(&ANALYSES),
        };
        Line {
            bytes: text.as_bytes().to_vec(),
            due: Due::Stream,
        }
    }

    /// Bytes that begin with a letter, so that they are a command, though none that there is.
    fn noise(&mut self) -> Line {
        let length = match self.rng.below(12) {
            0 => 1 << 20,
            1..3 => 70_000,
            _ => self.rng.below(60),
        };
        let mut bytes = vec![b'q'];
        for _ in 0..length {
            let byte = self.rng.below(256) as u8;
            bytes.push(if byte == b'\n' { b' ' } else { byte });
        }
        Line {
            bytes,
            due: Due::Reply,
        }
    }

    fn silence(&mut self) -> Line {
        let text = self.pick(&[
            "",
            "   ",
            "\t",
            "# interrupt",
            "  # genmove b",
            "\r",
            "\u{1}\u{2}",
        ]);
        Line {
            bytes: text.as_bytes().to_vec(),
            due: Due::Nothing,
        }
    }

    fn vertex(&mut self) -> String {
        match self.rng.below(20) {
            0 => "pass".to_owned(),
            1 => self
                .pick(&["resign", "I5", "Z99", "A0", "", "é3", "D", "4D", "PASS"])
                .to_owned(),
            _ => {
                let column = self.rng.below(self.side.clamp(1, 25)) as usize;
                let letter = char::from(b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[column]);
                format!("{letter}{}", 1 + self.rng.below(self.side))
            }
        }
    }

    fn board_size(&mut self) -> String {
        if self.rng.below(5) == 0 {
            let size = self.pick(&["0", "1", "26", "-9", "x", "", "9 13", "1000000000000"]);
            return format!("boardsize {size}");
        }
        self.side = match self.rng.below(4) {
            0 => 2 + self.rng.below(24),
            1 => [2, 3, 5, 25][self.rng.below(4) as usize],
            _ => [9, 9, 13, 19][self.rng.below(4) as usize],
        };
        format!("boardsize {}", self.side)
    }

    fn clock(&mut self) -> String {
        let mut number = || self.pick(&["0", "1", "5", "30", "600", "x", "-4", "1e300", "3 4", ""]);
        let (a, b, c) = (number(), number(), number());
        match self.rng.below(6) {
            0 => format!("time_settings {a} {b} {c}"),
            1 => format!(
                "kgs-time_settings {} {a} {b} {c}",
                self.pick(&["byoyomi", "canadian"])
            ),
            2 => format!(
                "kgs-time_settings {} {a}",
                self.pick(&["none", "absolute", "sand"])
            ),
            3 => format!(
                "kata-time_settings {} {a} {b} {c}",
                self.pick(&["fischer", "none", "byoyomi"])
            ),
            _ => format!("time_left {} {a} {b}", self.pick(&COLORS)),
        }
    }

    fn handicap(&mut self) -> String {
        let n = self.pick(&["2", "3", "9", "0", "1", "50", "x", "-1"]);
        match self.rng.below(3) {
            0 => format!("fixed_handicap {n}"),
            1 => format!("place_free_handicap {n}"),
            _ => {
                let stones: Vec<String> = (0..self.rng.below(6)).map(|_| self.vertex()).collect();
                format!("set_free_handicap {}", stones.join(" "))
            }
        }
    }

    fn file(&mut self) -> String {
        match self.rng.below(8) {
            0 => format!("printsgf {}", self.scratch),
            1 => "loadsgf".to_owned(),
            n => {
                let count = self.files.len().max(1) as u32;
                let chosen = self.rng.below(count) as usize;
                let file = self.files.get(chosen).cloned().unwrap_or_default();
                let number = self.pick(&NUMBERS);
                match n {
                    2 => format!("loadsgf {file} {number}"),
                    _ => format!("loadsgf {file}"),
                }
            }
        }
    }

    fn setting(&mut self) -> String {
        let number = self.pick(&NUMBERS);
        let few = 1 + self.rng.below(60);
        match self.rng.below(9) {
            0 => format!("komi {number}"),
            1 => format!("kata-set-rules {}", self.pick(&RULES)),
            2 => format!("tengen-param budget.playouts {few}"),
            3 => format!(
                "tengen-param budget.playouts {}",
                self.pick(&["-1", "x", "nan", "0.5"])
            ),
            4 => format!("tengen-param {} {number}", self.word()),
            5 => format!("kata-set-param maxVisits {few}"),
            6 => format!("kata-set-param {} {number}", self.word()),
            7 => format!("kata-get-param {}", self.word()),
            _ => format!("gogui-setup b {} w {}", self.vertex(), self.vertex()),
        }
    }

    fn word(&mut self) -> String {
        let known = [
            "genmove",
            "lz-analyze",
            "3",
            "-3",
            "1000",
            "budget.playout",
            "x.y.z",
            "",
            "playouts",
            "a=b",
            "\"",
            "[]",
        ];
        self.pick(&known).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(seed: u64) -> Vec<Line> {
        let files = vec!["a.sgf".to_owned()];
        let mut vocabulary = Vocabulary::new(seed, files, Path::new("out.sgf"));
        (0..3_000).map(|_| vocabulary.line()).collect()
    }

    #[test]
    fn lines_follow_from_the_seed() {
        assert_eq!(lines(1), lines(1));
        assert_ne!(lines(1), lines(2));
    }

    /// The rule of the protocol, written down once more.
    #[test]
    fn a_reply_is_due_for_exactly_the_lines_that_say_something() {
        for line in lines(3) {
            assert!(!line.bytes.contains(&b'\n'));
            let said = line.bytes.iter().take_while(|&&byte| byte != b'#');
            let says = said
                .into_iter()
                .any(|byte| !byte.is_ascii_control() && *byte != b' ');
            assert_eq!(says, line.due != Due::Nothing, "{line:?}");
        }
    }

    #[test]
    fn everything_comes_up() {
        let lines = lines(4);
        for start in [
            "play",
            "genmove",
            "boardsize 25",
            "boardsize 2",
            "loadsgf",
            "time_settings",
        ] {
            let found = lines
                .iter()
                .any(|line| line.bytes.starts_with(start.as_bytes()));
            assert!(found, "{start}");
        }
        assert!(lines.iter().any(|line| line.bytes.len() > 1_000_000));
        assert!(lines.iter().any(|line| line.due == Due::Stream));
        assert!(lines.iter().all(|line| !line.bytes.starts_with(b"quit")));
    }
}
