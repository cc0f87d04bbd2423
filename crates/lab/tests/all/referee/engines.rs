//! Engines that misbehave in every way: what becomes of the game, and of them.

use std::time::Duration;

use tengen_go::Rules;
use tengen_lab::player::{Budget, OutsideSpec};
use tengen_lab::record::{Cause, End, GameRecord, VoidRecord};

use super::shell::{Folder, free, is_gone, outside};
use super::{against, setting};

const OTHER: &str = "B1 B2 B3 B4 B5";

/// A game of an engine that does this at its turn.
fn game(folder: &Folder, genmove: &str) -> Result<GameRecord, VoidRecord> {
    play(folder.engine(genmove, ""), Budget::Free)
}

/// The same with little patience.
fn brief_game(folder: &Folder, genmove: &str) -> Result<GameRecord, VoidRecord> {
    let spec = OutsideSpec {
        timeout: Duration::from_millis(1500),
        ..folder.engine(genmove, "")
    };
    play(spec, Budget::Free)
}

fn play(spec: OutsideSpec, budget: Budget) -> Result<GameRecord, VoidRecord> {
    let mut player = outside(spec, budget, 7);
    against(&mut player, &setting(Rules::CHINESE, ""), OTHER)
}

#[test]
fn one_that_crashes() {
    let folder = Folder::new();
    let crash = "if [ $n = 3 ]; then echo 'out of luck' >&2; exit 3; fi";
    let void = game(&folder, crash).unwrap_err();
    assert_eq!(void.cause, Cause::Crash);
    assert_eq!(void.player.unwrap(), "one");
    assert!(
        void.reason
            .contains("one (Black) ended at `genmove b` (exit status: 3)")
    );
    assert_eq!(void.last_words.unwrap(), "out of luck");
    assert_eq!(void.moves, ["ae", "be", "ad", "bd"]);
    let void = game(&folder, "exec >&- 2>&-; sleep 600").unwrap_err();
    assert_eq!(void.cause, Cause::Crash);
    assert!(void.reason.contains("closed its output at `genmove b`"));
}

#[test]
fn one_that_hangs_with_a_child_and_does_not_want_to_go() {
    let folder = Folder::new();
    let hang = "trap '' TERM INT HUP; sleep 600 & echo $! >child; echo $$ >own; \
                echo thinking >&2; while :; do wait; sleep 1; done";
    let void = brief_game(&folder, hang).unwrap_err();
    assert_eq!(void.cause, Cause::Hang);
    assert!(
        void.reason
            .contains("did not answer `genmove b` within 1.5 s")
    );
    assert_eq!(void.last_words.unwrap(), "thinking");
    for name in ["own", "child"] {
        let pid = folder.read(name);
        assert!(!pid.is_empty() && is_gone(&pid), "{name} {pid} lives");
    }
}

#[test]
fn one_that_leaves_children_behind_after_a_good_game() {
    let folder = Folder::new();
    let spec = folder.engine(
        "sleep 600 >/dev/null 2>&1 & echo $! >child; echo '= resign'; echo; continue",
        "",
    );
    let record = play(spec, Budget::Free).unwrap();
    assert_eq!(record.result, "W+R");
    assert!(is_gone(&folder.read("child")));
}

#[test]
fn one_that_plays_what_it_must_not() {
    let folder = Folder::new();
    let record = game(&folder, "echo oops >&2; if [ $n = 2 ]; then n=1; fi").unwrap();
    assert_eq!((record.result.as_str(), record.end), ("W+F", End::Forfeit));
    assert!(record.note.unwrap().contains("as move 3: A1 is occupied"));
    assert!(record.last_words.first.unwrap().contains("oops"));
    let record = game(&folder, "n=99").unwrap();
    assert_eq!(record.end, End::Forfeit);
    assert!(record.note.unwrap().contains("A99 is not on a 5×5 board"));
    let corner = setting(Rules::TROMP_TAYLOR, "C3 A2 D4 B1");
    let record = against(&mut free(folder.engine("", "")), &corner, "").unwrap();
    assert_eq!((record.result.as_str(), record.end), ("W+F", End::Forfeit));
    assert!(record.note.unwrap().contains("superko"));
}

#[test]
fn one_that_does_not_speak_the_protocol() {
    let folder = Folder::new();
    let void = game(&folder, "echo 'I think that A1 is nice'").unwrap_err();
    assert_eq!(void.cause, Cause::Protocol);
    assert!(
        void.reason.contains("\"I think that A1 is nice\""),
        "{}",
        void.reason
    );
    let void = game(&folder, "echo '= banana'; echo; continue").unwrap_err();
    assert_eq!(void.cause, Cause::Protocol);
    assert!(void.reason.contains("answered `genmove` with \"banana\""));
    let void = game(&folder, "echo '? I do not know'; echo; continue").unwrap_err();
    assert_eq!(void.cause, Cause::Protocol);
    let void = play(
        folder.engine("", "play) echo '? never'; echo ;;"),
        Budget::Free,
    )
    .unwrap_err();
    assert_eq!(void.cause, Cause::Protocol);
    assert_eq!(void.reason, "one (Black) refused `play w B1`: never");
    assert_eq!(void.moves.len(), 2);
}

#[test]
fn one_that_floods_its_errors_and_plays_on() {
    let folder = Folder::new();
    let flood = "head -c 30000000 /dev/zero | tr '\\0' x >&2; printf '\\033[1m\\007end' >&2
        if [ $n = 3 ]; then exit 1; fi";
    let void = game(&folder, flood).unwrap_err();
    assert_eq!(void.cause, Cause::Crash);
    assert_eq!(void.moves.len(), 4);
    let words = void.last_words.unwrap();
    assert!(words.len() < 5000);
    assert!(words.ends_with("x\u{fffd}[1m\u{fffd}end"));
}

#[test]
fn one_that_floods_its_output() {
    let folder = Folder::new();
    let void = game(&folder, "yes").unwrap_err();
    assert_eq!(void.cause, Cause::Protocol);
    // Within a reply that has no end, in one line that has none, and before any reply.
    for flood in [
        "printf '= '; yes",
        "printf '= '; tr '\\0' x </dev/zero",
        "yes ''",
    ] {
        let void = brief_game(&folder, flood).unwrap_err();
        assert_eq!(void.cause, Cause::Hang, "{flood}");
    }
}

#[test]
fn one_that_never_reads() {
    let folder = Folder::new();
    let mut spec = OutsideSpec {
        timeout: Duration::from_millis(300),
        ..OutsideSpec::new("sleep 600")
    };
    let void = play(spec.clone(), Budget::Free).unwrap_err();
    assert_eq!(void.cause, Cause::Hang);
    assert!(void.reason.contains("`boardsize 5`"), "{}", void.reason);
    // More than a pipe holds, to one that stops reading after it was asked for the komi.
    spec = OutsideSpec {
        start: vec!["x".repeat(1_000_000)],
        timeout: Duration::from_millis(1500),
        ..folder.engine("", "komi) echo =; echo; echo '= false'; echo; sleep 600 ;;")
    };
    let void = play(spec, Budget::Free).unwrap_err();
    assert_eq!(void.cause, Cause::Hang);
    assert!(void.reason.contains("`xxx"), "{}", void.reason);
    assert!(void.reason.len() < 500);
}

#[test]
fn one_that_cannot_be_started() {
    let void = play(
        OutsideSpec::new("no-such-engine-anywhere --gtp"),
        Budget::Free,
    )
    .unwrap_err();
    assert_eq!(void.cause, Cause::Start);
    assert_eq!(
        void.reason,
        "one (Black) cannot be started: no program no-such-engine-anywhere is found in the PATH; \
         install it, or give its path"
    );
    let nowhere = OutsideSpec {
        directory: Some("/no/such/folder".into()),
        ..OutsideSpec::new("sh")
    };
    let void = play(nowhere, Budget::Free).unwrap_err();
    assert!(
        void.reason
            .contains("there is no directory /no/such/folder")
    );
    let void = play(OutsideSpec::new("sh -c {what}"), Budget::Free).unwrap_err();
    assert_eq!(void.cause, Cause::Start);
    assert!(
        void.reason
            .contains("{what} cannot be filled in; there are {seed}")
    );
    let void = play(OutsideSpec::new("sh -c 'exit 9'"), Budget::Free).unwrap_err();
    assert_eq!(void.cause, Cause::Crash);
}

#[test]
fn one_that_is_too_slow() {
    let folder = Folder::new();
    let slow = folder.engine("sleep 0.4", "");
    let clock = Budget::Clock {
        main: 0.1,
        period: 0.0,
        stones: 0,
    };
    for budget in [Budget::Seconds(0.1), clock] {
        let record = play(slow.clone(), budget).unwrap();
        assert_eq!(
            (record.result.as_str(), record.end),
            ("W+T", End::Time),
            "{budget:?}"
        );
        let note = record.note.unwrap();
        assert!(note.starts_with("one (Black) took "), "{note}");
        assert!(note.contains("0.10 s allowed"), "{note}");
        assert!(record.moves.is_empty());
        assert!(record.spent.first.wall >= 0.4);
    }
    let patient = OutsideSpec {
        extra: Duration::from_secs(60),
        ..slow
    };
    let record = play(patient, Budget::Seconds(0.1)).unwrap();
    assert_eq!(record.end, End::Forfeit);
}

#[test]
fn one_that_is_late_loses_however_short_the_patience() {
    let folder = Folder::new();
    let late = |timeout, extra| OutsideSpec {
        timeout: Duration::from_millis(timeout),
        extra: Duration::from_millis(extra),
        ..folder.engine("sleep 3.5", "")
    };
    let clock = Budget::Clock {
        main: 2.5,
        period: 0.0,
        stones: 0,
    };
    // As long as the limit, and shorter, with and without extra time.
    for (timeout, extra, budget) in [
        (2500, 0, Budget::Seconds(2.5)),
        (1500, 500, Budget::Seconds(2.5)),
        (2000, 0, clock),
    ] {
        let record = play(late(timeout, extra), budget).unwrap();
        assert_eq!(
            (record.result.as_str(), record.end),
            ("W+T", End::Time),
            "{timeout} {budget:?}"
        );
    }
}

#[test]
fn one_that_says_nothing_after_its_time_hangs() {
    let folder = Folder::new();
    let silent = OutsideSpec {
        timeout: Duration::from_millis(1000),
        extra: Duration::from_millis(250),
        ..folder.engine("sleep 600", "")
    };
    for (seconds, waited) in [(0.25, "within 1.5 s"), (1.5, "within 2.75 s")] {
        let void = play(silent.clone(), Budget::Seconds(seconds)).unwrap_err();
        assert_eq!(void.cause, Cause::Hang);
        assert!(void.reason.contains(waited), "{}", void.reason);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn one_whose_children_work_too_much() {
    let folder = Folder::new();
    let idle = "sleep 0.6; if [ $n = 2 ]; then echo '= resign'; echo; continue; fi";
    let record = play(folder.engine(idle, ""), Budget::Cpu(0.5)).unwrap();
    assert_eq!(record.end, End::Resignation);
    let busy = "i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done";
    for work in [busy.to_owned(), format!("({busy}); :")] {
        let record = play(folder.engine(&work, ""), Budget::Cpu(0.02)).unwrap();
        assert_eq!(record.end, End::Time, "{work}");
        assert!(record.note.unwrap().contains("processor s"));
        assert!(record.spent.first.cpu.unwrap() > 0.02);
    }
}
