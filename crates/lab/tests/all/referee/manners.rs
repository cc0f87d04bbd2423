//! Dealings with engines: what they are told, and what is found out about them.

use std::thread;
use std::time::Duration;

use tengen_go::{Game, Komi, Rules, Size};
use tengen_go_lab::{Go, GoBoard, Gtp};
use tengen_lab::game::{Board, Discipline};
use tengen_lab::player::{Budget, Failing, Identity, OutsideSpec};
use tengen_lab::record::End;
use tengen_progress::StopFlag;

use super::shell::{Folder, is_gone, outside};
use super::{against, setting};

fn check(spec: &OutsideSpec, board: &dyn Board, halt: &StopFlag) -> Vec<String> {
    tengen_lab::player::check(spec, &mut Gtp::default(), board, Budget::Free, halt)
}

fn identify(spec: &OutsideSpec, halt: &StopFlag) -> Result<Identity, Failing> {
    tengen_lab::player::identify(spec, &mut Gtp::default(), &*Go.usual_board(), halt)
}

#[test]
fn everything_is_told_in_order_and_filled_in() {
    let folder = Folder::new();
    let spec = OutsideSpec {
        start: vec![
            "level {size} {playouts}".to_owned(),
            "seed {seed}".to_owned(),
        ],
        ..folder.engine("echo '= pass'; echo; continue", "")
    };
    let mut player = outside(spec, Budget::Playouts(50), (1 << 40) + 7);
    let record = against(&mut player, &setting(Rules::CHINESE, "C3"), "").unwrap();
    drop(player);
    assert_eq!(record.end, End::Score);
    let heard = folder.read("heard");
    let heard: Vec<&str> = heard.lines().map(str::trim).collect();
    assert_eq!(
        heard,
        [
            "boardsize 5",
            "clear_board",
            "komi 0.5",
            "known_command kata-set-rules",
            "level 5 50",
            "seed 7",
            "play b C3",
            "play w pass",
            "genmove b",
            "final_status_list dead",
            "quit",
        ]
    );
}

#[test]
fn rules_and_clocks_are_told_to_those_who_know_them() {
    let told = |budget| {
        let folder = Folder::new();
        let spec = folder.engine("", "known_command) echo '= true'; echo ;;");
        let mut player = outside(spec, budget, 1);
        against(&mut player, &setting(Rules::JAPANESE, ""), "resign").unwrap();
        folder.read("heard")
    };
    let heard = told(Budget::Seconds(3.0));
    assert!(heard.contains("kata-set-rules japanese"), "{heard}");
    assert!(heard.contains("\ntime_settings 0 3\n") || heard.contains("time_settings 0 3 1"));
    assert!(!heard.contains("time_left"), "{heard}");
    let heard = told(Budget::Seconds(0.5));
    assert!(
        heard.contains("kata-time_settings canadian 0 0.5 1"),
        "{heard}"
    );
    let heard = told(Budget::Clock {
        main: 60.0,
        period: 30.0,
        stones: 5,
    });
    assert!(heard.contains("\ntime_settings 60 30 5"), "{heard}");
    assert!(heard.contains("time_left b 60 0\ngenmove b"), "{heard}");
}

#[test]
fn a_program_is_identified_by_its_words_and_its_files() {
    let folder = Folder::new();
    let cases = "name) echo '= Test'; echo ;;
        version) echo '= 0.1'; echo ;;
        protocol_version) echo '? what'; echo ;;";
    let identity = identify(&folder.engine("", cases), &StopFlag::new()).unwrap();
    assert_eq!(identity.name.as_deref(), Some("Test"));
    assert_eq!(identity.version.as_deref(), Some("0.1"));
    assert_eq!(identity.protocol, None);
    assert!(identity.program.unwrap().ends_with("sh"));
    assert_eq!(identity.sha256.unwrap().len(), 64);
    let files: Vec<&String> = identity.files.keys().collect();
    assert_eq!(files, ["engine.sh"]);
    assert!(
        identify(
            &OutsideSpec::new("no-such-engine-anywhere"),
            &StopFlag::new()
        )
        .is_err()
    );
}

#[test]
fn check_says_what_is_wrong() {
    let board = Go.usual_board();
    let check = |spec: &OutsideSpec| check(spec, &*board, &StopFlag::new());
    let folder = Folder::new();
    let listed = |commands: &str| {
        format!(
            "list_commands) printf '= {commands}\\n\\n' ;;\nprotocol_version) echo '= 2'; echo ;;"
        )
    };
    let all = listed("boardsize\\nclear_board\\nkomi\\nplay\\ngenmove");
    let problems = check(&folder.engine("", &all));
    assert!(problems.is_empty(), "{problems:?}");
    let few = listed("boardsize\\nkomi\\nplay\\ngenmove");
    let problems = check(&folder.engine("n=77", &few));
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].contains("does not know `clear_board`"));
    assert!(problems[1].contains("A77 is not on a 9×9 board"));
    let refusing = format!("{all}\nkomi) echo '? too much'; echo ;;");
    let problems = check(&folder.engine("", &refusing));
    assert_eq!(problems, ["It refused `komi 7.5`: too much."]);
    let silent = OutsideSpec {
        timeout: Duration::from_millis(200),
        ..OutsideSpec::new("sleep 600")
    };
    let problems = check(&silent);
    assert_eq!(
        problems,
        ["It did not answer `protocol_version` within 0.2 s."]
    );
    let missing = OutsideSpec::new("no-such-engine-anywhere");
    let problems = check(&missing);
    assert!(problems[0].contains("found in the PATH"), "{problems:?}");
}

#[test]
fn check_tells_the_rules_of_the_game() {
    let folder = Folder::new();
    let spec = folder.engine("", "known_command) echo '= true'; echo ;;");
    let game = Game::new(Size::NINE, Rules::JAPANESE, Komi::ZERO);
    let _ = check(&spec, &GoBoard(game), &StopFlag::new());
    let heard = folder.read("heard");
    assert!(heard.contains("kata-set-rules japanese"), "{heard}");
}

/// Sets the stop flag as soon as the engine has written the number of its child.
fn halted<T>(folder: &Folder, act: impl FnOnce(&StopFlag) -> T) -> T {
    let halt = StopFlag::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            while folder.read("child").is_empty() {
                thread::sleep(Duration::from_millis(20));
            }
            halt.now();
        });
        act(&halt)
    })
}

#[test]
fn a_word_ends_what_is_asked_before_games_and_the_program_with_its_children() {
    let hang = "sleep 600 & echo $! >child; wait";
    let patient = |spec: OutsideSpec| OutsideSpec {
        timeout: Duration::from_secs(500),
        ..spec
    };
    let folder = Folder::new();
    let board = Go.usual_board();
    let spec = patient(folder.engine(hang, ""));
    let problems = halted(&folder, |halt| check(&spec, &*board, halt));
    let last = problems.last().unwrap();
    assert_eq!(last, "It was not waited for: the run ends.");
    assert!(is_gone(&folder.read("child")));
    let folder = Folder::new();
    let spec = patient(folder.engine("", &format!("version) {hang} ;;")));
    let identity = halted(&folder, |halt| identify(&spec, halt));
    assert!(identity.unwrap_err().to_string().contains("the run ends"));
    assert!(is_gone(&folder.read("child")));
}
