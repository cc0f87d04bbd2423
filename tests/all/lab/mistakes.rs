//! Mistakes are named in sentences, with the place and what would be right.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;

use rustix::process::geteuid;

use crate::binary::{assert_has, command, told};
use crate::lab::even::MATCH;
use crate::lab::trial::{Trial, assert_no_panic};

/// The words of `check` about a wrong file.
fn complaint(name: &str, text: &str) -> String {
    let trial = Trial::new(name, text);
    let said = ["check", "run", "show"].map(|command| {
        let (code, out, err) = trial.run(command, &[]);
        assert_eq!((code, out.as_str()), (1, ""), "{command}: {err}");
        assert_no_panic(&err);
        err
    });
    assert_eq!(said[0], said[1], "check and run say the same");
    assert!(!trial.path("trial.lab").exists(), "nothing was begun");
    said[0].clone()
}

#[test]
fn wrong_files_are_refused_with_lines_and_suggestions() {
    let text = "kind = \"match\"\ngames = 3\nsize = 5\nkomy = 0.5\nschedule = \"gauntlet\"\n\
                champion = \"uctt\"\n\n[players.uct]\n\n[players.rave]\nrecipe = \"rav\"\n\n\
                [players.fast]\nrecipe = \"uct\"\nset = { \"ucb.exploraton\" = 0.3 }\n";
    let said = complaint("wrong", text);
    for part in [
        "trial.toml:2:",
        "games come in pairs",
        "trial.toml:4:",
        "there is no `komy` (did you mean komi?)",
        "trial.toml:6:",
        "there is no player \"uctt\" (did you mean uct?)",
        "trial.toml:11:",
        "(did you mean rave?)",
        "trial.toml:15:",
        "did you mean `ucb.exploration`",
    ] {
        assert_has(&said, part);
    }
}

#[test]
fn a_missing_program_is_named_with_its_line_before_anything_runs() {
    let text = "kind = \"match\"\ngames = 2\nsize = 5\n[players.uct]\n[players.lost]\n\
                command = 'ssh-keygne --mode gtp'\n[players.gone]\ncommand = './no/engine'\n";
    let trial = Trial::new("missing", text);
    for command in ["check", "run"] {
        let (code, _, err) = trial.run(command, &[]);
        assert_eq!(code, 1, "{err}");
        assert_has(
            &err,
            "trial.toml:6:11: player lost: no program ssh-keygne is found",
        );
        assert_has(
            &err,
            "trial.toml:8:11: player gone: there is no program ./no/engine",
        );
    }
    assert!(!trial.path("trial.lab").exists(), "nothing was begun");
}

#[test]
fn a_program_that_cannot_be_started_stops_the_run_before_it_spoils_units() {
    let trial = Trial::new("damaged", "");
    let damaged = trial.folder.file("damaged", "#!/no/such/interpreter\n");
    fs::set_permissions(&damaged, fs::Permissions::from_mode(0o755)).unwrap();
    let text = format!(
        "kind = \"match\"\ngames = 2\nsize = 5\n[players.uct]\n[players.damaged]\n\
         command = '{damaged}'\n"
    );
    trial.folder.file("trial.toml", text);
    for command in ["check", "run"] {
        let (code, _, err) = trial.run(command, &[]);
        assert_eq!(code, 1, "{err}");
        assert_has(&err, "player damaged: ");
        assert_has(&err, "what it has to be run by is not");
    }
    assert!(!trial.path("trial.lab/results.sqlite").exists());
}

#[test]
fn a_missing_model_stops_the_run_before_it_spoils_units() {
    let text = "kind = \"match\"\ngames = 2\nsize = 5\n[players.uct]\n[players.blind]\n\
                recipe = \"uct\"\nset = { prior = { on = true, model = \"no-such.model\" } }\n";
    let trial = Trial::new("no-model", text);
    for command in ["check", "run"] {
        let (code, _, err) = trial.run(command, &[]);
        assert_eq!(code, 1, "{err}");
        assert_has(&err, "player blind: ");
        assert_has(&err, "there is no model \"no-such.model\" and no such file");
        assert_no_panic(&err);
    }
    assert!(!trial.path("trial.lab/results.sqlite").exists());
}

#[test]
fn counts_that_nobody_counts_are_refused() {
    let text = "kind = \"measure\"\nsize = 5\nbudget = { playouts = 10 }\ncounts = [\"nods\"]\n\
                [players.uct]\n[[positions]]\nmoves = \"\"\n";
    let trial = Trial::new("counts", text);
    for command in ["check", "run"] {
        let (code, _, err) = trial.run(command, &[]);
        assert_eq!(code, 1, "{err}");
        assert_has(&err, "no player counts \"nods\" (did you mean nodes?)");
    }
}

#[test]
fn one_fault_brings_no_others() {
    let text = "kind = \"problems\"\n[suite]\nfile = \"s.jsonl\"\n[players.uct]\nrecipe = \"uctt\"\n\
                set = { ucb = { exploration = 0.5 } }\n[paper]\nquick = 2\n";
    let trial = Trial::new("chain", text);
    trial.folder.file("s.jsonl", "{}\n");
    let (_, _, err) = trial.run("check", &["--dry"]);
    assert_eq!(err.lines().count(), 2, "{err}");
    assert_has(&err, "(did you mean uct?)");
    assert_has(&err, "s.jsonl:1");
}

#[test]
fn files_that_are_no_experiments_are_refused() {
    for (name, text, part) in [
        ("no-toml", "kind = \"match\"\n= 3\n", "trial.toml:2:"),
        ("empty", "", "kind"),
        ("kind", "kind = \"matches\"\n", "match"),
        (
            "budget",
            "kind = \"match\"\ngames = 2\nbudget = { playouts = 0 }\n[players.uct]\n[players.rave]\n",
            "trial.toml:3:",
        ),
        (
            "alone",
            "kind = \"match\"\ngames = 2\n[players.uct]\n",
            "two players",
        ),
        (
            "suite",
            "kind = \"problems\"\n[suite]\nfile = \"none.jsonl\"\n[players.uct]\n",
            "none.jsonl",
        ),
        (
            "both",
            "kind = \"match\"\ngames = 2\n[players.uct]\n[players.x]\nrecipe = \"uct\"\ncommand = \"gnugo\"\n",
            "both a recipe and a command",
        ),
    ] {
        assert_has(&complaint(name, text), part);
    }
    let trial = Trial::new("nowhere", MATCH);
    fs::remove_file(trial.path("trial.toml")).unwrap();
    let (code, _, err) = trial.run("check", &[]);
    assert_eq!(code, 1);
    assert_has(&err, "trial.toml");
    let bytes = trial.folder.file("trial.toml", [0xff, 0xfe, 0x00]);
    assert_eq!(bytes, trial.file);
    let (code, _, err) = trial.run("check", &[]);
    assert_eq!(code, 1, "{err}");
    assert_no_panic(&err);
}

#[test]
fn nothing_is_shown_before_a_run() {
    let trial = Trial::new("unrun", MATCH);
    for command in ["show", "report", "verify", "games"] {
        let (code, out, err) = trial.run(command, &[]);
        assert_eq!((code, out.as_str()), (1, ""), "{command}");
        assert_has(&err, "results.sqlite");
        assert_no_panic(&err);
        assert!(
            !trial.path("trial.lab/results.sqlite").exists(),
            "{command}"
        );
    }
}

#[test]
fn a_place_has_one_experiment() {
    let small = MATCH.replace("games = 24", "games = 2");
    let trial = Trial::new("place", &small);
    trial.succeed("run", &[]);
    let kept = trial.kept();
    trial.folder.file(
        "trial.toml",
        small.replace("playouts = 60", "playouts = 61"),
    );
    for command in ["run", "show", "report", "verify", "games"] {
        let (code, _, err) = trial.run(command, &[]);
        assert_eq!(code, 1, "{command}");
        assert_has(&err, "another version");
        assert_no_panic(&err);
    }
    assert_eq!(trial.kept(), kept);
    trial.succeed("run", &["--dir", &trial.arg("elsewhere")]);
    trial.folder.file("trial.toml", small);
    trial.succeed("verify", &[]);
}

#[test]
fn a_broken_store_is_said_to_be() {
    let trial = Trial::new("broken", MATCH);
    fs::create_dir(trial.path("trial.lab")).unwrap();
    let store = trial.path("trial.lab/results.sqlite");
    fs::write(&store, "This is no database. ".repeat(1000)).unwrap();
    for command in ["run", "show", "report", "verify"] {
        let (code, _, err) = trial.run(command, &[]);
        assert_eq!(code, 1, "{command}");
        assert_has(&err, "results.sqlite");
        assert_no_panic(&err);
    }
    fs::remove_file(&store).unwrap();
    fs::create_dir(&store).unwrap();
    let (code, _, err) = trial.run("run", &[]);
    assert_eq!(code, 1);
    assert_has(&err, "results.sqlite");
    assert_no_panic(&err);
}

#[test]
fn a_directory_that_cannot_be_written_is_said_to_be() {
    let trial = Trial::new("locked", MATCH);
    let locked = trial.path("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    for dir in [trial.arg("locked"), trial.arg("locked/inside")] {
        let mut command = command(&["lab", "run", &trial.file, "--dir", &dir]);
        if geteuid().is_root() {
            // Nothing is locked for root.
            command.uid(65_534).gid(65_534);
        }
        let (code, _, err) = told(command.output().unwrap());
        assert_eq!(code, 1, "{err}");
        assert_has(&err, "locked");
        assert_no_panic(&err);
    }
    let file = trial.arg("trial.toml");
    let (code, _, err) = trial.run("run", &["--dir", &file]);
    assert_eq!(code, 1);
    assert_has(&err, "cannot be made");
}

#[test]
fn wrong_usage_exits_with_2() {
    let trial = Trial::new("usage", MATCH);
    for args in [
        &["--workers", "0"][..],
        &["--lease", "0"],
        &["--workers", "many"],
        &["--shard", "1/2", "--store", "a.sqlite"],
        &["--wrokers", "2"],
    ] {
        let (code, _, err) = trial.run("run", args);
        assert_eq!(code, 2, "{args:?}: {err}");
        assert_no_panic(&err);
    }
}
