//! Dialogues over GTP, as front ends and testers hold them, played against the engine.
//!
//! A dialogue is a transcript in `tests/dialogues/*.gtp`:
//! - `> text` is sent as a line; `\t`, `\r`, `\\` and `\xHH` are escapes, `{dir}` is a folder for
//!   files;
//! - `! group.name=value` sets a parameter before the engine starts, `! name=value` the engine's name;
//! - `; text` is a comment;
//! - `~ pattern` stands for any number of lines like it that are not blank;
//! - anything else, blank lines too, is the next line that the engine has to write; `*` stands for
//!   any text in it.
//!
//! A line is sent as soon as all that stands before it has come, so what follows the first `info`
//! line of an analysis arrives while the analysis runs. In the end the input is closed, and nothing
//! more may come.

use std::fs;
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use tengen_go::{Game, Komi, Rules, Size};
use tengen_go_engine::gtp::{self, Options};
use tengen_go_engine::{Parameters, Session};
use tengen_params::set;

/// After so long without a word the engine hangs.
const PATIENCE: Duration = Duration::from_secs(120);

fn session(settings: &[(&str, &str)]) -> Session {
    let mut parameters = Parameters::default();
    parameters.budget.playouts = 50;
    for (name, value) in settings.iter().filter(|(name, _)| *name != "name") {
        set(&mut parameters, name, value).unwrap();
    }
    let game = Game::new(Size::NINE, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    Session::new(parameters, game)
}

struct Talk {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    /// A line that was read too early.
    ahead: Option<String>,
}

impl Talk {
    fn start(session: Session, options: Options) -> Self {
        let (reader, input) = pipe().unwrap();
        let (output, writer) = pipe().unwrap();
        thread::spawn(move || {
            gtp::run(session, &options, BufReader::new(reader), writer).unwrap();
        });
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            input: Some(input),
            lines,
            ahead: None,
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            // After `quit` nobody reads any more.
            let _unheard = input.write_all(bytes);
        }
    }

    /// The next line; `None` at the end.
    fn next(&mut self, place: &str) -> Option<String> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        self.ahead
            .take()
            .or_else(|| match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => Some(line),
                Err(Disconnected) => None,
                Err(Timeout) => panic!("{place}: the engine says nothing"),
            })
    }
}

/// Tests if a text matches a pattern, in which `*` stands for any text.
fn is_like(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        let Some(place) = rest.find(part) else {
            return false;
        };
        rest = &rest[place + part.len()..];
    }
    rest.ends_with(last)
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend(plain.as_bytes());
        let (byte, used) = match escape.as_bytes() {
            [b't', ..] => (b'\t', 1),
            [b'r', ..] => (b'\r', 1),
            [b'x', ..] => (u8::from_str_radix(&escape[1..3], 16).unwrap(), 3),
            _ => (b'\\', 1),
        };
        bytes.push(byte);
        rest = &escape[used..];
    }
    bytes.extend(rest.as_bytes());
    bytes.push(b'\n');
    bytes
}

fn hold(file: &Path) {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dialogues");
    fs::create_dir_all(&dir).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let text = text.replace("{dir}", &dir.display().to_string());
    let settings: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("! ")?.split_once('='))
        .collect();
    let named = settings.iter().find(|(name, _)| *name == "name");
    let options = named.map_or_else(Options::default, |(_, name)| Options::default().named(name));
    let mut talk = Talk::start(session(&settings), options);
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", file.display(), number + 1);
        if let Some(sent) = line.strip_prefix("> ") {
            talk.send(&unescaped(sent));
        } else if let Some(pattern) = line.strip_prefix("~ ") {
            let mut next = talk.next(&place);
            while next
                .as_ref()
                .is_some_and(|said| !said.is_empty() && is_like(said, pattern))
            {
                next = talk.next(&place);
            }
            talk.ahead = next;
        } else if !line.starts_with(['!', ';']) {
            let said = talk.next(&place);
            let said = said.unwrap_or_else(|| panic!("{place}: {line:?} expected, not the end"));
            assert!(
                is_like(&said, line),
                "{place}: {line:?} expected, not {said:?}"
            );
        }
    }
    talk.input = None;
    let more = talk.next(&file.display().to_string());
    assert_eq!(more, None, "{}: more was said", file.display());
}

#[test]
fn dialogues_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "gtp"))
        .collect();
    files.sort();
    assert!(files.len() >= 12, "dialogues are missing");
    for file in files {
        hold(&file);
    }
}

#[test]
fn patterns_match_as_they_should() {
    for (text, pattern) in [
        ("", ""),
        ("= D4", "= D4"),
        ("= D4", "= *"),
        ("= D4", "*"),
        ("info move D4 pv D4 E5", "info move * pv *5"),
    ] {
        assert!(is_like(text, pattern), "{text:?} {pattern:?}");
    }
    for (text, pattern) in [("=", ""), ("= D4", "= D"), ("= D4", "*D"), ("ab", "a*ab")] {
        assert!(!is_like(text, pattern), "{text:?} {pattern:?}");
    }
}

/// A small generator of its own, so that the garbage is the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.roll(words.len())]
    }
}

const COMMANDS: &str = "boardsize boardsize clear_board komi play play play play genmove undo \
    gg-undo showboard fixed_handicap place_free_handicap set_free_handicap time_settings \
    kgs-time_settings kata-time_settings time_left final_score final_status_list kata-set-rules \
    kata-get-rules lz-analyze kata-analyze lz-genmove_analyze kata-genmove_analyze stop \
    tengen-param tengen-counters kata-get-param gogui-setup gogui-play_sequence \
    gogui-setup_player tengen-gfx-visits tengen-ownership tengen-winrates reg_genmove \
    kgs-genmove_cleanup is_legal all_legal color captures last_move printsgf loadsgf known_command \
    set_random_seed clear_cache gomill-explain_last_move help xyzzy";

const WORDS: &str = "b w black WHITE B D4 e5 a1 pass resign Z99 i5 2 5 9 0 -1 1 19 26 999999999999 \
    7.5 1e999 NaN true false interval 10 ownership maxmoves avoid allow D4,E5 none byoyomi canadian \
    fischer absolute dead alive seki japanese {} {\"ko\":\"SIMPLE\"} {\"ko\":[[[ tengen.param \
    budget.seed empty \\ \u{1}\u{7f} \u{e9}";

/// A line of commands, or of nothing that makes sense; and whether a reply must come.
fn garbage(dice: &mut Dice, id: usize) -> (Vec<u8>, bool) {
    let commands: Vec<&str> = COMMANDS.split_whitespace().collect();
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    if dice.roll(12) == 0 {
        let nothing = dice.pick(&["", "# a comment", " \t ", "\x01\x02", "# interrupt"]);
        return (nothing.as_bytes().to_vec(), false);
    }
    let command = dice.pick(&commands);
    let mut line = format!("{id} {command}").into_bytes();
    // A record is only printed, never written to wherever the garbage says.
    let most = if command == "printsgf" { 1 } else { 5 };
    for _ in 0..dice.roll(most) {
        line.extend(dice.pick(&[" ", "\t", "  "]).as_bytes());
        line.extend(dice.pick(&words).as_bytes());
        if dice.roll(30) == 0 {
            line.push(0xff);
        }
    }
    (line, true)
}

#[test]
fn garbage_gets_one_reply_a_command_in_order() {
    for seed in 0..4 {
        let mut dice = Dice(seed);
        let mut input = Vec::new();
        let mut ids = Vec::new();
        for id in 1..400 {
            let (line, answered) = garbage(&mut dice, id);
            input.extend(line);
            input.push(b'\n');
            ids.extend(answered.then(|| id.to_string()));
        }
        let settings = [("budget.playouts", "10")];
        let mut output = Vec::new();
        let input = std::io::Cursor::new(input);
        gtp::run(session(&settings), &Options::default(), input, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.ends_with("\n\n"));
        let replies: Vec<&str> = text.trim_end_matches('\n').split("\n\n").collect();
        assert_eq!(replies.len(), ids.len(), "seed {seed}");
        for (reply, id) in replies.iter().zip(&ids) {
            let rest = reply.strip_prefix(['=', '?']);
            let rest = rest.and_then(|rest| rest.strip_prefix(id.as_str()));
            let whole = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']));
            assert!(whole, "seed {seed}: {reply:?} is no reply to {id}");
            assert!(!reply.contains("internal error"), "seed {seed}: {reply}");
        }
    }
}

#[test]
fn quitting_and_closing_end_the_engine_at_any_time() {
    for end in ["quit\n", "", "# interrupt\nquit\n"] {
        for command in [
            "",
            "kata-analyze 1\n",
            "kata-genmove_analyze b 1\n",
            "genmove b\n",
        ] {
            let mut talk = Talk::start(session(&[]), Options::default());
            talk.send(command.as_bytes());
            talk.send(end.as_bytes());
            talk.input = None;
            while talk.next(command).is_some() {}
        }
    }
}

/// The replies to some lines, without their marks.
fn replies(text: &str, settings: &[(&str, &str)]) -> Vec<String> {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(text.as_bytes().to_vec());
    gtp::run(session(settings), &Options::default(), input, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let replies = text.trim_end().split("\n\n");
    replies.map(|reply| reply[1..].trim().to_owned()).collect()
}

#[test]
fn a_regression_test_gets_the_same_answer_whatever_went_before() {
    let ask = "reg_genmove w\n";
    let text = format!("play b C3\n{ask}{ask}genmove w\nundo\ntime_settings 0 1 25\n{ask}");
    let settings = [("tree.reuse", "true"), ("budget.seconds", "0.01")];
    let said = replies(&text, &settings);
    assert_eq!((&said[1], &said[1]), (&said[2], &said[6]), "{said:?}");
    assert_eq!(replies(&text, &settings)[1], said[1]);
}

#[test]
fn one_thread_and_one_seed_play_the_same_game() {
    let text = "boardsize 7\n".to_owned() + &"genmove b\ngenmove w\n".repeat(10);
    let game = replies(&text, &[]);
    assert_eq!(replies(&text, &[]), game);
    assert_ne!(replies(&text, &[("budget.seed", "2")]), game);
}

#[test]
fn thousands_of_moves_are_refused_or_taken_back_at_once() {
    let moves = "b pass w pass ".repeat(10_000);
    let text = format!(
        "play b C3\ngogui-play_sequence {moves} w C3\nmove_history\ngogui-play_sequence {moves}\n\
         gg-undo 19999\nmove_history\ngg-undo 3\ngg-undo 2\nmove_history\n"
    );
    let said = replies(&text, &[]);
    assert!(said[1].starts_with("illegal move: "), "{}", said[1]);
    assert!(said[1].ends_with("(move 20001 of the sequence)"));
    assert_eq!(said[2], "black C3");
    assert_eq!(said[5], "black pass\nblack C3");
    assert!(said[6].starts_with("cannot undo: 3 moves asked for, 2 played"));
    assert_eq!((said[7].as_str(), said[8].as_str()), ("", ""));
}
