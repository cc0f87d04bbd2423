//! Engines that break down in every way: the run goes on, and says what happened.

use std::fs;

use rustix::process::Signal;

use crate::binary::{Folder, assert_has};
use crate::lab::trial::{Trial, assert_no_panic, wait};

/// An engine that passes, but does something else when it is asked for a move.
pub(crate) fn engine(folder: &Folder, name: &str, genmove: &str) -> String {
    let script = format!(
        "while read -r command argument rest; do\n\
         case \"$command\" in\n\
         name) echo '= {name}'; echo ;;\n\
         protocol_version) echo '= 2'; echo ;;\n\
         known_command) echo '= false'; echo ;;\n\
         list_commands)\n\
         printf '= name\\nboardsize\\nclear_board\\nkomi\\nplay\\ngenmove\\nquit\\n\\n' ;;\n\
         genmove)\n{genmove}\n ;;\n\
         quit) echo =; echo; exit 0 ;;\n\
         *) echo =; echo ;;\n\
         esac\n\
         done\n"
    );
    format!("sh {}", folder.file(&format!("{name}.sh"), script))
}

/// A gauntlet of a recipe against an engine of every bad kind.
fn gauntlet(name: &str) -> Trial {
    let trial = Trial::new(name, "");
    let rogues = [
        ("crashes", "echo falling over >&2; exit 3"),
        ("hangs", "sleep 1000"),
        ("cheats", "echo '= A1'; echo"),
        ("babbles", "echo 'I would rather not'; echo"),
        (
            "floods",
            "i=0; while [ $i -lt 3000 ]; do \
             echo 'a line of noise that nobody wants to keep, and there are many of them' >&2; \
             i=$((i+1)); done; echo '= pass'; echo",
        ),
    ];
    let mut text =
        "kind = \"match\"\ngames = 2\nsize = 5\nkomi = 0.5\nbudget = { playouts = 10 }\n\
                    timeout = 1.5\nattempts = 2\nschedule = \"gauntlet\"\n\n[players.uct]\n"
            .to_owned();
    for (rogue, genmove) in rogues {
        let command = engine(&trial.folder, rogue, genmove);
        text = format!("{text}\n[players.{rogue}]\ncommand = '{command}'\n");
    }
    trial.folder.file("trial.toml", text);
    trial
}

#[test]
fn the_run_goes_on_to_its_end_and_the_report_tells() {
    let trial = gauntlet("rogues");
    let (out, err) = trial.succeed("run", &["--workers", "4"]);
    assert_no_panic(&err);
    assert_has(&out, "void");
    trial.succeed("report", &[]);
    let report = trial.read("trial.lab/report/report.md");
    for sentence in [
        "12 void attempts, which no figure counts: ",
        "crashes crashed (4)",
        "hangs did not answer in time (4)",
        "babbles broke the protocol (4)",
        "6 games were given up, all attempts being void: ",
        "cheats lost 2 games by an illegal move (forfeit).",
    ] {
        assert_has(&report, sentence);
    }
    assert!(!report.contains("floods crashed"), "{report}");
    let results = trial.read("trial.lab/report/tables/results.csv");
    let row = |player: &str| {
        let rows = results.lines();
        let mut rows = rows.filter(|row| row.starts_with(&format!("uct,{player},")));
        rows.next().unwrap_or_default()
    };
    assert!(
        row("cheats").starts_with("uct,cheats,2,2,0,0,"),
        "{results}"
    );
    assert!(row("floods").starts_with("uct,floods,2,"), "{results}");
    assert!(!row("hangs").starts_with("uct,hangs,2,"), "{results}");
    assert_has(&err, "6 units given up as void; --replay-void tries again.");
    let again = trial.succeed("run", &[]).1;
    assert_has(&again, "10 games, 4 done");
}

#[test]
fn void_games_keep_their_record_and_the_last_words() {
    let trial = gauntlet("void");
    trial.succeed("run", &["--workers", "4"]);
    let (out, _) = trial.succeed("games", &[]);
    assert_has(&out, "16 games in");
    for attempt in [1, 2] {
        let void = trial.read(&format!(
            "trial.lab/games/uct-vs-crashes-1.void-{attempt}.sgf"
        ));
        assert_has(&void, "RE[Void]");
        assert_has(&void, "falling over");
    }
    let forfeit = trial.read("trial.lab/games/uct-vs-cheats-2.sgf");
    assert_has(&forfeit, "RE[W+F]");
    let attempts = |unit: &str| -> u32 {
        let count = "SELECT COUNT(*) FROM void_attempt WHERE unit = ?";
        let database = trial.database();
        database.query_row(count, [unit], |row| row.get(0)).unwrap()
    };
    assert_eq!(attempts("uct-vs-hangs/1"), 2);
    let (_, err) = trial.succeed("run", &["--replay-void", "--workers", "4"]);
    assert_has(&err, "6 void units tried again.");
    assert!(attempts("uct-vs-hangs/1") > 2);
}

#[test]
fn check_names_every_problem() {
    let trial = gauntlet("checked");
    let (code, _, err) = trial.run("check", &[]);
    assert_eq!(code, 1);
    assert_no_panic(&err);
    for sentence in [
        "player crashes: It ended at `genmove b`",
        "falling over",
        "player hangs: It did not answer `genmove b` within 1.5 s.",
        "player babbles: It broke the protocol at `genmove b`: it said \"I would rather not\"",
    ] {
        assert_has(&err, sentence);
    }
    for sound in ["uct", "floods", "cheats"] {
        assert!(!err.contains(&format!("player {sound}:")), "{err}");
    }
    trial.succeed("check", &["--dry"]);
}

#[test]
fn they_answer_no_problems_either() {
    let trial = gauntlet("unsolved");
    let players = trial.read("trial.toml");
    let players = &players[players.find("[players.crashes]").unwrap()..];
    let text = format!(
        "kind = \"problems\"\ntimeout = 1.5\nattempts = 2\n\n[suite]\nfile = \"suite.jsonl\"\n\n\
         {players}"
    );
    trial.folder.file("trial.toml", text);
    let suite = r#"{"name":"corner","size":5,"black":["A1"],"turn":"W","right":["C3"]}"#;
    trial.folder.file("suite.jsonl", suite);
    let (out, err) = trial.succeed("run", &["--workers", "4"]);
    assert_no_panic(&err);
    assert_has(&out, "2 of 5 answers count");
    assert_has(&out, "6 void attempts");
    assert_has(&err, "3 units given up as void");
    trial.succeed("verify", &[]);
}

/// A user who wants an end at once does not wait for an engine that hangs, and leaves none behind.
#[test]
fn a_hanging_engine_holds_nobody_up() {
    let trial = gauntlet("hanging");
    let script = "echo $$ >pid; sleep 1000";
    let command = engine(&trial.folder, "hangs", script);
    let folder = trial.folder.0.display();
    let text = format!(
        "kind = \"match\"\ngames = 2\nsize = 5\ntimeout = 3600\n\n[players.uct]\n\n\
         [players.hangs]\ncommand = '{command}'\ndirectory = '{folder}'\n"
    );
    trial.folder.file("trial.toml", text);
    let process = trial.start("run", "run", &["--workers", "1"]);
    wait("the engine to hang", || {
        fs::read_to_string(trial.path("pid")).is_ok_and(|pid| pid.ends_with('\n'))
    });
    process.signal(Signal::INT);
    process.wait_to_say("Again to stop at once.");
    process.signal(Signal::INT);
    assert_eq!(process.wait().code(), Some(1));
    assert_has(&trial.read("run.err"), "stopped with 2 units left");
    let engine = trial.read("pid");
    let stat = format!("/proc/{}/stat", engine.trim());
    wait("the engine's end", || {
        fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "))
    });
}
