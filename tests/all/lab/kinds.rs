//! Problems, measurements and sweeps, from their files to their reports.

use serde_json::Value;

use crate::binary::assert_has;
use crate::lab::trial::Trial;

/// The files that every report has.
const FORMS: [&str; 4] = ["report.md", "report.html", "report.tex", "summary.json"];

/// Runs an experiment, checks what all of them have, and returns its report.
fn reported(trial: &Trial, results: u64) -> String {
    let (out, err) = trial.succeed("run", &["--workers", "2"]);
    assert!(!out.is_empty(), "{err}");
    let (out, err) = trial.succeed("report", &[]);
    assert_eq!(out, "");
    assert_has(&err, "report.html is the page");
    for form in FORMS {
        assert!(!trial.read(&format!("trial.lab/report/{form}")).is_empty());
    }
    let (out, _) = trial.succeed("verify", &["--again", "3"]);
    assert_has(&out, &format!("{results} results checked."));
    assert_has(&out, "3 units done again.\nAll is well.");
    let (out, _) = trial.succeed("check", &[]);
    assert_has(&out, " workers here.");
    // Programs read what the summary has, and where it is from.
    let (out, _) = trial.succeed("show", &["--json"]);
    let mut shown: Value = serde_json::from_str(&out).unwrap();
    let from = shown.as_object_mut().unwrap().remove("from").unwrap();
    assert!(from.as_str().unwrap().ends_with("results.sqlite"), "{from}");
    assert_eq!(
        shown.as_object_mut().unwrap().remove("left"),
        Some(Value::Null)
    );
    let mut summary: Value =
        serde_json::from_str(&trial.read("trial.lab/report/summary.json")).unwrap();
    // Each says by which command it was made.
    shown["origin"].take();
    summary["origin"].take();
    assert_eq!(shown, summary);
    trial.read("trial.lab/report/report.md")
}

#[test]
fn problems_are_answered_and_counted() {
    let text = "kind = \"problems\"\ntrials = 2\nbudget = { playouts = 60 }\n\n\
                [suite]\nfile = \"suite.jsonl\"\n\n[players.uct]\n\n[players.rave]\n";
    let trial = Trial::new("problems", text);
    // A chain in its last liberty, to be taken; and a point that saves one.
    let suite = r#"{"name":"take","size":5,"black":["B3","C4","D3","C5"],"white":["C3","B2","D2"],"turn":"B","komi":0.5,"right":["C2"],"groups":{"kind":"capture"}}
{"name":"nothing","size":5,"black":["A1"],"white":["E5"],"turn":"W","komi":0.5,"right":["pass"],"groups":{"kind":"pass"}}
"#;
    trial.folder.file("suite.jsonl", suite);
    let report = reported(&trial, 8);
    for part in ["capture", "pass", "uct", "rave"] {
        assert_has(&report, part);
    }
    let table = trial.read("trial.lab/report/tables/problems.csv");
    assert_eq!(table.lines().count(), 5, "{table}");
    assert_has(&table, "take");
    assert_has(&table, "nothing");
    assert_has(&trial.succeed("show", &[]).0, "uct");
    let (_, err) = trial.succeed("games", &[]);
    assert_eq!(err, "");
}

#[test]
fn searches_are_measured_over_a_sweep() {
    let text = "kind = \"measure\"\ntrials = 2\nsize = 5\nkomi = 0.5\n\
                budget = { playouts = 80 }\n\n[[positions]]\nname = \"empty\"\nmoves = \"\"\n\n\
                [[positions]]\nname = \"centre\"\nmoves = \"C3 B2\"\n\n\
                [players.uct.set]\n\"measure.duplicates\" = 5\n\n\
                [sweep]\nplayer = \"uct\"\nparameter = \"ucb.exploration\"\nvalues = [0.1, 0.5, 1]\n";
    let trial = Trial::new("measure", text);
    let report = reported(&trial, 12);
    for part in [r"uct\[0.1\]", r"uct\[1\]", "empty", "centre", "duplicate"] {
        assert_has(&report, part);
    }
}

#[test]
fn a_parameter_is_swept_in_a_match() {
    let text = "kind = \"match\"\ngames = 2\nsize = 5\nkomi = 0.5\nbudget = { playouts = 15 }\n\
                openings = { random = 2 }\n\n[players.rave]\n\n[players.uct]\n\n\
                [sweep]\nplayer = \"rave\"\nparameter = \"ucb.exploration\"\nfrom = 0.1\nto = 0.9\nsteps = 3\n";
    let trial = Trial::new("sweep", text);
    let report = reported(&trial, 6);
    for part in [
        r"rave\[0.1\]",
        r"rave\[0.5\]",
        r"rave\[0.9\]",
        "ucb.exploration",
    ] {
        assert_has(&report, part);
    }
    let table = trial.read("trial.lab/report/tables/results.csv");
    assert_eq!(table.lines().count(), 4, "{table}");
    let figures = std::fs::read_dir(trial.path("trial.lab/report/figures")).unwrap();
    let names: Vec<_> = figures
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        names.iter().any(|name| name.starts_with("curve")),
        "{names:?}"
    );
}
