//! GTP: the dialogues `tests/dialogues/*.gtp`, garbage, endings and repetitions.

use tengen_go::{Game, Komi, Rules, Size};
use tengen_go_engine::gtp::{self, Options};
use tengen_go_engine::{Parameters, Session};
use tengen_params::set;

use crate::dialogue::{Dice, Talk, dialogues, hold};

fn session(settings: &[(&str, &str)]) -> Session {
    let mut parameters = Parameters::default();
    parameters.budget.playouts = 50;
    for (name, value) in settings.iter().filter(|(name, _)| *name != "name") {
        set(&mut parameters, name, value).unwrap();
    }
    let game = Game::new(Size::NINE, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    Session::new(parameters, game)
}

fn start(session: Session, options: Options) -> Talk {
    Talk::start(move |input, output| {
        gtp::run(session, &options, input, output).unwrap();
    })
}

#[test]
fn dialogues_go_as_written() {
    let files = dialogues("gtp");
    assert!(files.len() >= 12, "dialogues are missing");
    for file in files {
        hold(&file, |settings| {
            let named = settings.iter().find(|(name, _)| *name == "name");
            let options = Options::default();
            let options = named.map_or(options.clone(), |(_, name)| options.named(name));
            start(session(settings), options)
        });
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
            let mut talk = start(session(&[]), Options::default());
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
