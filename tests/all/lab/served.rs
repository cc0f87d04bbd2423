//! Many workers and a server, any of which may die.

use std::time::Duration;

use rustix::process::Signal;

use crate::binary::{assert_has, command as command_of, run, told};
use crate::lab::even::{GAMES, MATCH, undisturbed};
use crate::lab::rogues::engine;
use crate::lab::server::Server;
use crate::lab::trial::{Process, Trial, wait};

/// The number of results on the server so far.
fn results(trial: &Trial, url: &str) -> u64 {
    let (_, out, _) = trial.run("verify", &["--store", url]);
    let number = out.split_whitespace().next().unwrap_or_default();
    number.parse().unwrap_or(0)
}

#[test]
fn workers_and_the_server_die_and_every_game_counts_once() {
    let Some(mut server) = Server::start() else {
        return;
    };
    let url = server.database("lab");
    let trial = Trial::new("served", MATCH);
    let crew = ["--workers", "1", "--lease", "2"];
    let place = ["--store", url.as_str()];
    let mut first = vec![trial.start("first", "run", &[&place[..], &crew].concat())];
    wait("the first result", || results(&trial, &url) > 0);
    let worker = |name: &str| {
        let args = [&["lab", "worker"], &place[..], &crew].concat();
        Process::start(&trial.folder, name, &args)
    };
    let (killed, frozen, sound) = (worker("killed"), worker("frozen"), worker("sound"));
    for process in [&killed, &frozen, &sound] {
        process.wait_to_say("at a time");
    }
    killed.signal(Signal::KILL);
    frozen.signal(Signal::STOP);
    server.kill();
    std::thread::sleep(Duration::from_millis(300));
    server.run();
    // Longer than its lease: somebody else does its game.
    std::thread::sleep(Duration::from_millis(2500));
    frozen.signal(Signal::CONT);
    assert_eq!(killed.wait().code(), None);
    first.extend([frozen, sound]);
    for process in first {
        let said = process.said();
        let status = process.wait();
        assert_eq!(status.code(), Some(0), "{said}");
    }
    assert_eq!(results(&trial, &url), GAMES);
    assert_eq!(trial.outcome(&place), *undisturbed());
    let (out, _) = trial.succeed("verify", &[&place[..], &["--again", "2"]].concat());
    assert!(out.contains("All is well."), "{out}");
}

/// A worker has no file: what was asked for later is its work, too.
#[test]
fn workers_do_what_was_asked_for_later_and_stop_when_told() {
    let Some(server) = Server::start() else {
        return;
    };
    let url = server.database("lab");
    let place = ["--store", url.as_str(), "--workers", "1", "--lease", "2"];
    let trial = Trial::new("later", &MATCH.replace("games = 24", "games = 2"));
    trial.succeed("run", &place);
    trial.folder.file("trial.toml", MATCH);
    let process = trial.start("killed", "run", &place);
    wait("more results", || results(&trial, &url) > 2);
    process.signal(Signal::KILL);
    assert_eq!(process.wait().code(), None);

    let args = [&["lab", "worker"], &place[..]].concat();
    let worker = Process::start(&trial.folder, "stopped", &args);
    worker.wait_to_say("at a time");
    worker.signal(Signal::INT);
    worker.wait_to_say("Stopping after the units in flight.");
    assert_eq!(worker.wait().code(), Some(1));
    assert_has(&trial.read("stopped.err"), "left; the same command goes on");

    let (code, _, err) = run(&args);
    assert_eq!(code, 0, "{err}");
    assert_eq!(trial.outcome(&place[..2]), *undisturbed());
    let (code, _, err) = run(&[&args[..], &["--experiment", "another"]].concat());
    assert_eq!(code, 1);
    assert_has(&err, "the server has no experiment called \"another\"");
}

#[test]
fn a_worker_says_what_it_does_not_find() {
    let (code, _, err) = run(&["lab", "worker", "--store", "results.sqlite"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("--store takes the address of a server"),
        "{err}"
    );
    let Some(server) = Server::start() else {
        return;
    };
    let url = server.database("empty");
    let (code, _, err) = run(&["lab", "worker", "--store", &url]);
    assert_eq!(code, 1);
    assert!(err.contains("the server has no experiment"), "{err}");
    let trial = Trial::new("unserved", MATCH);
    let (code, _, err) = trial.run("show", &["--store", &url]);
    assert_eq!(code, 1);
    assert!(err.starts_with("error: "), "{err}");
    assert!(!err.contains(url.as_str()), "{err}");
}

/// A machine that lacks an engine must not use up the attempts of every unit.
#[test]
fn a_worker_without_the_programs_leaves_units_to_others() {
    let Some(server) = Server::start() else {
        return;
    };
    let url = server.database("lab");
    let place = ["--store", url.as_str(), "--workers", "1"];
    let trial = Trial::new("lacking", "");
    let command = engine(&trial.folder, "passes", "sleep 0.2; echo '= pass'; echo");
    let text = format!(
        "kind = \"match\"\ngames = 20\nsize = 5\n[players.uct]\n[players.passes]\n\
         command = '{command}'\n"
    );
    trial.folder.file("trial.toml", text);
    let process = trial.start("killed", "run", &place);
    process.wait_to_say("at a time");
    process.signal(Signal::KILL);
    process.wait();
    let args = [&["lab", "worker"], &place[..]].concat();
    let lacking = command_of(&args).env("PATH", "/nowhere").output();
    let (code, _, err) = told(lacking.unwrap());
    assert_eq!(code, 1, "{err}");
    assert_has(&err, "player passes: no program sh is found in the PATH");
    assert_has(&err, "trial is left to others.");
    let (out, _) = trial.succeed("show", &place[..2]);
    assert!(!out.contains("void"), "{out}");
}
