//! USI: the dialogues `tests/dialogues/*.usi`, whole games, garbage, endings and repetitions.

use tengen_game::Game as _;
use tengen_params::set;
use tengen_shogi::{Game, Move};
use tengen_shogi_engine::usi::{self, Options};
use tengen_shogi_engine::{Recipe, Session};

use crate::dialogue::{Dice, Talk, dialogues, hold};

fn session(settings: &[(&str, &str)]) -> Session {
    let mut parameters = Recipe::find("default").unwrap().parameters;
    parameters.budget.limit_playouts(500);
    parameters.alphabeta.hash = 2;
    for (name, value) in settings {
        set(&mut parameters, name, value).unwrap();
    }
    Session::new(parameters, Game::default())
}

fn start(settings: &[(&str, &str)]) -> Talk {
    let session = session(settings);
    Talk::start(move |input, output| {
        usi::run(session, &Options::default(), input, output).unwrap();
    })
}

/// All that is said to some lines.
fn said(text: &str, settings: &[(&str, &str)]) -> Vec<String> {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(text.as_bytes().to_vec());
    usi::run(session(settings), &Options::default(), input, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn dialogues_go_as_written() {
    let files = dialogues("usi");
    assert!(files.len() >= 6, "dialogues are missing");
    for file in files {
        hold(&file, start);
    }
}

#[test]
fn the_engine_plays_whole_games_against_itself() {
    for settings in [
        &[("budget.playouts", "300"), ("eval.judge", "material")][..],
        &[("budget.playouts", "300"), ("alphabeta.lines", "3")],
        &[
            ("player.search", "uct"),
            ("budget.playouts", "3"),
            ("playout.longest", "5"),
            ("rules.moves", "60"),
        ],
    ] {
        let mut talk = start(settings);
        let mut game = Game::default();
        let mut moves = String::new();
        talk.send(b"usi\nisready\nusinewgame\n");
        while game.ending().is_none() && game.moves().len() < 400 {
            talk.send(format!("position startpos moves{moves}\ngo\n").as_bytes());
            let mut line = talk.next(&moves).unwrap();
            while !line.starts_with("bestmove") {
                assert!(!line.contains("internal error"), "{line} {moves}");
                line = talk.next(&moves).unwrap();
            }
            let word = line.split(' ').nth(1).unwrap();
            if word == "resign" {
                break;
            }
            let played = game.play(game.turn(), Move::parse(word).unwrap());
            assert_eq!(played, Ok(()), "{line} {moves}");
            moves = format!("{moves} {word}");
        }
        assert!(game.moves().len() > 20, "{moves}");
    }
}

#[test]
fn one_thread_and_positions_give_the_same_answers() {
    let text = "position startpos moves 7g7f\ngo nodes 3000\nposition startpos moves 7g7f 3c3d\ngo nodes 3000\n";
    let answers = |settings: &[(&str, &str)]| {
        let mut lines = said(text, settings);
        lines.retain(|line| line.starts_with("bestmove"));
        lines
    };
    assert_eq!(answers(&[]).len(), 2);
    assert_eq!(answers(&[]), answers(&[]));
}

const WORDS: &str = "startpos sfen moves 7g7f 3c3d 8h2b+ P*5e win resign btime wtime byoyomi binc winc 0 -5 1 7 \
    20 x nodes depth movetime mate ponder searchmoves 2g2f 7f7e name value USI_Hash multipv Threads eval.judge \
    material network alphabeta.proof budget.ponder true false <empty> 99999999999999999999 lance b w - 1 \
    lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL 4k4/9/4P4/9/9/9/9/9/4K4 4k4/9/9/9/9/9/9/9/9 G2g \
    9/9/9/9/9/9/9/9/9 kkkkkkkkk/9/9/9/9/9/9/9/K8 recipe.name \u{1}\u{7f} \u{e9} rules.declaration 24 rules.moves 3";

const STARTS: [&str; 6] = [
    "position startpos moves 7g7f 3c3d 2g2f",
    "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
    "position sfen k8/9/1+R6p/9/9/9/9/9/4K4 w G 1",
    "position sfen 4k4/9/4G4/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1",
    "position sfen k8/9/9/9/9/9/9/R8/8K w - 49990 moves 9a8a 9h8h 8a9a 8h9h",
    "position sfen +R+RKGGG3/GSSSS4/+B+BPPP4/9/9/9/9/9/8k b 10P 1",
];

/// A line that may make sense.
fn garbage(dice: &mut Dice) -> Vec<u8> {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let commands = [
        "position",
        "position",
        "position startpos moves",
        "position sfen",
        "go",
        "go nodes",
        "go depth",
        "go mate",
        "go movetime",
        "go infinite",
        "go ponder",
        "stop",
        "ponderhit",
        "gameover win",
        "setoption name",
        "setoption name MultiPV value",
        "isready",
        "usi",
        "usinewgame",
        "xyzzy",
        "",
    ];
    if dice.roll(4) == 0 {
        return dice.pick(&STARTS).as_bytes().to_vec();
    }
    let mut line = dice.pick(&commands).as_bytes().to_vec();
    for _ in 0..dice.roll(6) {
        line.extend(dice.pick(&[" ", "\t", "  "]).as_bytes());
        line.extend(dice.pick(&words).as_bytes());
        if dice.roll(40) == 0 {
            line.push(0xff);
        }
    }
    line
}

#[test]
fn garbage_gets_one_answer_to_every_go() {
    for seed in 0..4 {
        let mut dice = Dice(seed);
        let mut input = Vec::new();
        let mut asked = 0;
        for _ in 0..300 {
            let line = garbage(&mut dice);
            let word: Vec<u8> = line
                .iter()
                .copied()
                .take_while(|b| !b.is_ascii_whitespace())
                .collect();
            let go = word == b"go";
            asked += usize::from(go);
            input.extend(line);
            input.extend(if go {
                &b" movetime 9 depth 4\n"[..]
            } else {
                b"\n"
            });
        }
        let mut output = Vec::new();
        let settings = [("budget.playouts", "50")];
        let input = std::io::Cursor::new(input);
        usi::run(session(&settings), &Options::default(), input, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(!text.contains("internal error"), "seed {seed}: {text}");
        let answers = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        assert_eq!(
            answers("bestmove ") + answers("checkmate "),
            asked,
            "seed {seed}: {text}"
        );
    }
}

#[test]
fn stopping_quitting_and_closing_end_any_search() {
    for end in ["stop\n", "quit\n", "", "gameover lose\nquit\n"] {
        for command in [
            "go infinite",
            "go ponder byoyomi 1000",
            "go mate infinite",
            "go movetime 100000000",
        ] {
            if end.is_empty() && command.contains("movetime") {
                // The end of the input ends no search that has an end of its own.
                continue;
            }
            let mut talk = start(&[]);
            talk.send(format!("{command}\n{end}").as_bytes());
            talk.input = None;
            let mut answers = 0;
            while let Some(line) = talk.next(command) {
                answers +=
                    usize::from(line.starts_with("bestmove") || line.starts_with("checkmate"));
            }
            assert_eq!(answers, 1, "{command}, {end}");
        }
    }
}
