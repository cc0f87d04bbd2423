//! Commands that are stopped, and go on.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::binary::{Folder, assert_has, command, run, told};
use crate::learn::lesson::{games, learn, lesson};

/// Waits until something is so; a minute is more than it takes.
fn until(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never came");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_stopped_command_goes_on_as_if_nothing_had_been() {
    let folder = Folder::new("learn-stopped");
    let data = folder.file("games.tsv", games(40, 8));
    let out = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (whole, stopped) = (out("whole.tpm"), out("stopped.tpm"));
    let passes = ["--set", "learn.passes=60", "--set", "broad.on=false"];
    assert_eq!(learn(&data, &whole, &passes).0, 0);
    let args = lesson(&data, &stopped, &passes);
    let child = command(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let part = format!("{stopped}.part");
    until(|| Path::new(&part).exists());
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let (code, _, err) = told(child.wait_with_output().unwrap());
    // On a machine that is quick enough there was nothing left to stop.
    if code != 0 {
        assert_eq!(code, 1, "{err}");
        assert_has(&err, "the same command goes on");
        let (code, _, err) = learn(&data, &stopped, &["--set", "learn.passes=61"]);
        assert_eq!(code, 1);
        assert_has(
            &err,
            "it was begun with other parameters or other games; --fresh",
        );
        let (code, _, err) = learn(&data, &stopped, &passes);
        assert_eq!(code, 0, "{err}");
        assert_has(&err, "Going on with");
    }
    assert_eq!(fs::read(&stopped).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn judging_can_be_stopped_and_the_model_stays() {
    let folder = Folder::new("learn-judging");
    let data = folder.file("games.tsv", games(20, 30).repeat(600));
    let out = folder.0.join("a.playout").to_str().unwrap().to_owned();
    let mut args = vec!["learn", "playout", "--data", &data, "--out", &out];
    args.extend(["--games", "0..10", "--validate", "10.."]);
    let child = command(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until(|| Path::new(&out).exists());
    let pid = rustix::process::Pid::from_raw(i32::try_from(child.id()).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let (code, _, err) = told(child.wait_with_output().unwrap());
    assert_eq!(code, 1, "{err}");
    assert_has(
        &err,
        "stopped while the model was judged; it is complete and in",
    );
    assert_has(&err, "the same command goes on from there");
    let model = fs::read(&out).unwrap();
    let mut again = args.clone();
    let place = again.len() - 1;
    again[place] = "10..40";
    let (code, said, err) = run(&again);
    assert_eq!(code, 0, "{err}");
    assert_has(&err, "Going on with");
    assert_has(&said, "match rate");
    assert_eq!(fs::read(&out).unwrap(), model);
}
