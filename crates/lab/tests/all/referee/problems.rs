//! Problems that are put to programs: the same manners as in games.

use std::path::Path;
use std::time::Duration;

use tengen_go_lab::GO;
use tengen_lab::experiment::{Bundle, Experiment, Work};
use tengen_lab::game::Problem;
use tengen_lab::player::{Budget, Failing, OutsideSpec};
use tengen_lab::record::{AnswerRecord, Cause};
use tengen_lab::suite::ask;

use super::shell::{Folder, outside};

const LINE: &str = r#"{"name":"one","size":5,"black":["B2","C2"],"white":["B3"],"turn":"W","komi":-3.5,"right":["A2","E5"]}"#;
/// A file that no program can be told to look at.
const NOWHERE: &str = "no file.sgf";

fn problem() -> Problem {
    let text = "kind = \"problems\"\nsuite = { file = \"a.jsonl\" }\n[players.uct]\n";
    let bundle = Bundle {
        name: "problems".to_owned(),
        text: text.to_owned(),
        files: [("a.jsonl".to_owned(), LINE.to_owned())].into(),
    };
    match Experiment::unpack(bundle, GO).unwrap().work {
        Work::Problems(mut task) => task.suite.problems.remove(0),
        other => panic!("{other:?}"),
    }
}

fn put(spec: OutsideSpec, budget: Budget, file: &Path) -> Result<AnswerRecord, Failing> {
    let mut program = outside(spec, budget, 7);
    ask("other", &mut program, &problem(), file)
}

/// The result of this answer to `genmove`.
fn answered(said: &str) -> Result<AnswerRecord, Failing> {
    let folder = Folder::new();
    let spec = folder.engine(&format!("echo '= {said}'; echo; continue"), "");
    put(spec, Budget::Free, Path::new(NOWHERE))
}

fn heard(folder: &Folder) -> Vec<String> {
    let heard = folder.read("heard");
    heard.lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn answers_mean_what_they_mean_in_games() {
    for (said, answer, right) in [
        ("a2", "A2", true),
        ("E5 0.53 visits 12", "E5", true),
        ("C5 0.53 visits 12", "C5", false),
        ("B2", "B2", false),
        ("PASS", "pass", false),
        ("resign", "resign", false),
        ("T19", "T19", false),
    ] {
        let record = answered(said).unwrap();
        assert_eq!(record.answer.to_lowercase(), answer.to_lowercase());
        assert_eq!(record.right, right, "{said}");
        assert_eq!((record.spent.moves, record.spent.playouts), (1, None));
    }
    for said in ["banana", "", "I resign because of many things"] {
        let failing = answered(said).unwrap_err();
        assert_eq!(failing.cause(), Cause::Protocol, "{said}");
        assert!(failing.to_string().contains("which is no move"));
    }
}

#[test]
fn a_program_is_set_up_as_for_a_game() {
    let folder = Folder::new();
    let spec = OutsideSpec {
        start: vec!["level {size}".to_owned()],
        ..folder.engine("", "")
    };
    // One that does not know of time is not told, and may be slower than it says.
    put(spec, Budget::Seconds(0.001), Path::new(NOWHERE)).unwrap();
    assert_eq!(
        heard(&folder)[..12],
        [
            "boardsize 5",
            "clear_board",
            "komi -3.5",
            "known_command kata-set-rules",
            "level 5",
            "known_command kata-time_settings",
            "known_command time_settings",
            "play w B3",
            "play b B2",
            "play b C2",
            "known_command reg_genmove",
            "genmove w",
        ]
    );
}

#[test]
fn a_program_that_loads_files_gets_one() {
    let folder = Folder::new();
    let cases = "known_command) echo '= true'; echo ;;
        loadsgf) cat \"$a\" >loaded; echo =; echo ;;
        reg_genmove) echo '= A2'; echo ;;";
    let given = tempfile::tempdir().unwrap();
    let file = given.path().join("problem.sgf");
    let record = put(folder.engine("", cases), Budget::Seconds(2.0), &file).unwrap();
    assert_eq!((record.answer.as_str(), record.right), ("A2", true));
    assert!(!file.exists());
    let text = folder.read("loaded");
    assert!(
        text.contains("SZ[5]") && text.contains("KM[-3.5]"),
        "{text}"
    );
    assert!(text.contains("AB[bd][cd]AW[bc]PL[W]"), "{text}");
    let heard = heard(&folder);
    let place = |what: &str| heard.iter().position(|line| line.starts_with(what));
    assert!(place("time_settings 0 2") < place("loadsgf"), "{heard:?}");
    assert!(place("time_settings 0 2").is_some());
    let after = &heard[place("loadsgf").unwrap() + 1..];
    assert_eq!(after[0], "komi -3.5");
    assert!(
        after.iter().any(|line| line == "reg_genmove w"),
        "{after:?}"
    );
}

#[test]
fn an_answer_is_waited_for_as_long_as_a_move() {
    let folder = Folder::new();
    let slow = |genmove| OutsideSpec {
        timeout: Duration::from_millis(1500),
        ..folder.engine(genmove, "")
    };
    let record = put(
        slow("sleep 2.5; n=2"),
        Budget::Seconds(2.0),
        Path::new(NOWHERE),
    );
    assert_eq!(record.unwrap().answer, "A2");
    let failing = put(slow("sleep 600"), Budget::Seconds(0.5), Path::new(NOWHERE)).unwrap_err();
    assert_eq!(failing.cause(), Cause::Hang);
    assert!(failing.to_string().contains("`genmove w` within 2 s"));
}
