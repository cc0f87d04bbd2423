//! Commands that are killed, and go on.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::binary::{Folder, assert_has, command, run};
use crate::train::lesson::{games, lesson};

#[test]
fn a_killed_training_goes_on_as_if_nothing_had_been() {
    let folder = Folder::new("train-killed");
    let data = folder.file("games.sgf", games(30));
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (whole, killed) = (path("net.bin.gz"), path("killed/net.bin.gz"));
    let more = ["--positions", "640", "--report", "160"];
    assert_eq!(run(&lesson(&data, &whole, &more)).0, 0);
    let mut child = command(&lesson(&data, &killed, &more))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let part = format!("{killed}.part");
    let start = Instant::now();
    while !Path::new(&part).exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never came");
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, _, err) = run(&lesson(&data, &killed, &more));
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "Going on with");
    assert_eq!(fs::read(&killed).unwrap(), fs::read(&whole).unwrap());
    let points = |out: &str| {
        let text = fs::read_to_string(format!("{out}.curve.jsonl")).unwrap();
        let lines = text.lines().skip(1);
        lines
            .map(|line| line.split("\"positions\":").nth(1).unwrap().to_owned())
            .map(|rest| rest.split(',').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(points(&killed), points(&whole));
}
