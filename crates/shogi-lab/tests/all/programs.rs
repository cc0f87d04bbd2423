//! Programs that speak USI: what they are told, what their answers mean, and what becomes of games with them. They are
//! scripts of the shell in a folder of the test's own.

use std::collections::VecDeque;
use std::time::Duration;
use std::{fs, thread};

use tempfile::TempDir;
use tengen_game::Color;
use tengen_lab::game::{Board, Discipline};
use tengen_lab::player::{Action, Budget, Failing, Outside, OutsideSpec, Player, Turn};
use tengen_lab::record::{Cause, End, GameRecord, PerSide, Side, VoidRecord};
use tengen_lab::referee::{Setting, play};
use tengen_progress::StopFlag;
use tengen_shogi_lab::{Shogi, Usi};

/// A folder with a program, which goes when the test does.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A program that moves its rook to and fro, unless the script does something else: `go` is done at its turn, where
    /// `n` is the number of the move, and `cases` come before all others. Every line it reads goes to the file `heard`.
    fn engine(&self, go: &str, cases: &str) -> OutsideSpec {
        let script = format!(
            "n=0\n\
             echo 'Test, a program'\n\
             while read -r command rest; do\n\
             echo \"$command $rest\" >>heard\n\
             case \"$command\" in\n\
             {cases}\n\
             usi) echo 'id name Test 0.1'; echo 'option name Move Overhead type spin default 3'; echo usiok ;;\n\
             isready) echo; echo readyok ;;\n\
             go) n=$((n+1))\n\
             {go}\n\
             echo 'info depth 1 score cp 3 pv 2h3h'\n\
             case $((n%2)) in 1) echo 'bestmove 2h3h ponder 8b7b' ;; *) echo 'bestmove 3h2h' ;; esac ;;\n\
             quit) exit 0 ;;\n\
             esac\n\
             done\n"
        );
        fs::write(self.0.path().join("engine.sh"), script).unwrap();
        OutsideSpec {
            directory: Some(self.0.path().to_owned()),
            timeout: Duration::from_secs(30),
            extra: Duration::ZERO,
            ..OutsideSpec::new("sh engine.sh")
        }
    }

    fn heard(&self) -> Vec<String> {
        let text = fs::read_to_string(self.0.path().join("heard")).unwrap_or_default();
        text.lines().map(|line| line.trim().to_owned()).collect()
    }
}

/// A player that plays what it is told to, and then resigns.
struct Scripted {
    moves: VecDeque<&'static str>,
    /// The time that it takes for a move.
    pause: Duration,
}

impl Player for Scripted {
    fn begin(&mut self, _: &dyn Board) -> Result<(), Failing> {
        Ok(())
    }

    fn hear(&mut self, _: Color, _: &str) -> Result<(), Failing> {
        Ok(())
    }

    fn choose(&mut self, _: Color) -> Result<Turn, Failing> {
        thread::sleep(self.pause);
        let mv = self.moves.pop_front();
        Ok(Turn {
            action: mv.map_or(Action::Resign, |mv| Action::Play(mv.to_owned())),
            winrate: None,
            playouts: None,
        })
    }

    fn claim(&mut self) -> Result<Option<String>, Failing> {
        Ok(None)
    }

    fn thought(&self) -> Duration {
        Duration::ZERO
    }

    fn cpu_seconds(&self) -> Option<f64> {
        None
    }
}

/// The usual start, or another one.
fn setting(start: Option<&str>) -> Setting {
    let usual = Shogi.usual_board();
    let board = start.map_or_else(|| Ok(usual.clone()), |start| usual.started(start));
    Setting {
        start: start.map(str::to_owned),
        ..Setting::new(board.unwrap())
    }
}

/// A game of the program as Black against one that plays these moves and then resigns.
fn against(
    spec: OutsideSpec,
    budget: Budget,
    setting: &Setting,
    moves: &'static str,
) -> Result<GameRecord, VoidRecord> {
    let mut program = Outside::new(spec, Box::new(Usi::default()), budget, 7);
    let other = Scripted {
        moves: moves.split_whitespace().collect(),
        pause: Duration::ZERO,
    };
    met(&mut program, other, setting)
}

fn met(
    program: &mut Outside,
    mut other: Scripted,
    setting: &Setting,
) -> Result<GameRecord, VoidRecord> {
    let names = PerSide {
        first: "one".to_owned(),
        second: "two".to_owned(),
    };
    play(setting, program, &mut other, &names, Side::First)
}

const SECONDS: Budget = Budget::Seconds(20.0);

#[test]
fn everything_is_told_in_order_and_filled_in() {
    let folder = Folder::new();
    let spec = OutsideSpec {
        start: vec![
            "setoption name Move Overhead value {seed}".to_owned(),
            "go nodes {playouts}".to_owned(),
        ],
        ..folder.engine("", "")
    };
    let mut setting = setting(Some(
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL b - 1",
    ));
    setting.opening = vec!["7g7f".to_owned(), "3c3d".to_owned()];
    let game = against(spec, Budget::Playouts(50), &setting, "8b7b").unwrap();
    assert_eq!((game.result.as_str(), game.end), ("B+R", End::Resignation));
    let sfen = setting.start.unwrap();
    let position = format!("position sfen {sfen} moves 7g7f 3c3d");
    assert_eq!(
        folder.heard(),
        [
            "usi",
            "setoption name Move Overhead value 7",
            "isready",
            "usinewgame",
            &position,
            "go nodes 50",
            &format!("{position} 2h3h 8b7b"),
            "go nodes 50",
            "quit",
        ]
    );
}

#[test]
fn time_is_told_by_budget_and_by_clock() {
    let questions = |budget, start: &[&str]| {
        let folder = Folder::new();
        let start = start.iter().map(|&line| line.to_owned()).collect();
        let spec = OutsideSpec {
            start,
            ..folder.engine("", "")
        };
        against(spec, budget, &setting(None), "").unwrap();
        let heard = folder.heard().into_iter();
        heard
            .filter(|line| line.starts_with("go"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        questions(SECONDS, &[]),
        ["go btime 0 wtime 0 byoyomi 20000"]
    );
    assert_eq!(questions(SECONDS, &["go movetime"]), ["go movetime 20000"]);
    assert_eq!(questions(Budget::Playouts(9), &[]), ["go nodes 9"]);
    let clock = Budget::Clock {
        main: 60.0,
        period: 30.0,
        stones: 1,
    };
    assert_eq!(
        questions(clock, &[]),
        ["go btime 60000 wtime 60000 byoyomi 30000"]
    );
}

#[test]
fn games_end_by_repetition_declaration_and_resignation() {
    let folder = Folder::new();
    let to_and_fro = "8b7b 7b8b 8b7b 7b8b 8b7b 7b8b";
    let drawn = against(folder.engine("", ""), SECONDS, &setting(None), to_and_fro).unwrap();
    assert_eq!((drawn.result.as_str(), drawn.end), ("0", End::Score));
    assert_eq!(drawn.moves.len(), 12);
    assert!(drawn.note.unwrap().contains("fourth time"));
    let resigns = folder.engine("echo 'bestmove resign'; continue", "");
    let lost = against(resigns, SECONDS, &setting(None), "").unwrap();
    assert_eq!((lost.result.as_str(), lost.end), ("W+R", End::Resignation));
    let wins = || folder.engine("echo 'bestmove win'; continue", "");
    let entered = "+R+RKGGG3/GSSSS4/+B+BPPP4/9/9/9/9/9/8k b 10P 1";
    let won = against(wins(), SECONDS, &setting(Some(entered)), "").unwrap();
    assert_eq!((won.result.as_str(), won.end), ("B+", End::Score));
    assert_eq!(won.moves, ["win"]);
    let early = against(wins(), SECONDS, &setting(None), "").unwrap();
    assert_eq!((early.result.as_str(), early.end), ("W+F", End::Forfeit));
}

#[test]
fn illegal_and_late_moves_lose() {
    let folder = Folder::new();
    for mv in ["5i5e", "7g7f+", "P*5e", "7j7k"] {
        let spec = folder.engine(&format!("echo 'bestmove {mv}'; continue"), "");
        let lost = against(spec, SECONDS, &setting(None), "").unwrap();
        assert_eq!(
            (lost.result.as_str(), lost.end),
            ("W+F", End::Forfeit),
            "{mv}"
        );
        assert!(lost.note.unwrap().contains("illegal move as move 1"));
    }
    let late = folder.engine("sleep 1", "");
    let lost = against(late, Budget::Seconds(0.05), &setting(None), "").unwrap();
    assert_eq!((lost.result.as_str(), lost.end), ("W+T", End::Time));
}

#[test]
fn programs_that_fail_make_games_void() {
    let folder = Folder::new();
    let void = |spec| against(spec, SECONDS, &setting(None), "8b7b 7b8b").unwrap_err();
    assert_eq!(void(folder.engine("exit 3", "")).cause, Cause::Crash);
    let hangs = OutsideSpec {
        timeout: Duration::from_millis(500),
        ..folder.engine("", "isready) sleep 600 ;;")
    };
    let silent = void(hangs);
    assert_eq!(silent.cause, Cause::Hang);
    assert!(
        silent.reason.contains("did not answer `isready`"),
        "{}",
        silent.reason
    );
    let nonsense = void(folder.engine("echo 'bestmove banana'; continue", ""));
    assert_eq!(nonsense.cause, Cause::Protocol);
    let free = against(folder.engine("", ""), Budget::Free, &setting(None), "").unwrap_err();
    assert!(free.reason.contains("has no budget"), "{}", free.reason);
}

#[test]
fn an_answer_without_a_question_breaks_the_protocol() {
    let folder = Folder::new();
    let spec = folder.engine("echo 'bestmove 2h3h'; echo 'bestmove 2h3h'; continue", "");
    let mut program = Outside::new(spec, Box::new(Usi::default()), SECONDS, 7);
    // So that the second answer has come.
    let other = Scripted {
        moves: ["8b7b"].into(),
        pause: Duration::from_secs(1),
    };
    let void = met(&mut program, other, &setting(None)).unwrap_err();
    assert_eq!(void.cause, Cause::Protocol);
    assert!(void.reason.contains("\"bestmove 2h3h\""), "{}", void.reason);
}

#[test]
fn check_says_what_is_wrong_and_what_nobody_asked_for() {
    let folder = Folder::new();
    let check = |spec: &OutsideSpec, budget| {
        let board = Shogi.usual_board();
        let usi = &mut Usi::default();
        tengen_lab::player::check(spec, usi, &*board, budget, &StopFlag::new())
    };
    let well = check(&folder.engine("", ""), SECONDS);
    assert!(well.is_empty(), "{well:?}");
    let odd = OutsideSpec {
        start: vec!["setoption name Thread value 1".to_owned()],
        ..folder.engine("", "setoption) echo 'No such option' ;;")
    };
    assert_eq!(
        check(&odd, SECONDS),
        [
            "It lists no option Thread, which `start` sets.",
            "It said \"No such option\", which nobody had asked for.",
        ]
    );
    let illegal = folder.engine("echo 'bestmove 5i5e'; continue", "");
    let told = check(&illegal, SECONDS);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("Its first move is illegal"), "{told:?}");
    let told = check(&folder.engine("", ""), Budget::Free);
    assert!(told[0].contains("has no budget"), "{told:?}");
    let other = OutsideSpec {
        timeout: Duration::from_millis(300),
        ..folder.engine("", "usi) echo '? unknown command' ;;")
    };
    assert_eq!(
        check(&other, SECONDS),
        ["It did not answer `usi` within 0.3 s."]
    );
}

#[test]
fn a_program_answers_problems() {
    let folder = Folder::new();
    let spec = folder.engine("echo 'bestmove G*5b'; continue", "");
    let mut program = Outside::new(spec, Box::new(Usi::default()), SECONDS, 7);
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    let board = Shogi.usual_board().started(sfen).unwrap();
    let answer = program
        .consider(&*board, &folder.0.path().join("position.kif"))
        .unwrap();
    assert_eq!(answer, "G*5b");
    drop(program);
    assert!(folder.heard().contains(&format!("position sfen {sfen}")));
}
