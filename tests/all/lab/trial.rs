//! An experiment in a folder of its own, and what came of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rustix::process::{Pid, Signal, kill_process};
use tengen_record::sgf;

use crate::binary::{Folder, command, run};

/// No wait of a test is longer: whatever takes so long hangs.
const LONGEST: Duration = Duration::from_secs(120);

/// An experiment in a folder of its own.
pub(crate) struct Trial {
    pub(crate) folder: Folder,
    /// The experiment's file.
    pub(crate) file: String,
}

/// The outcome of an experiment, without what differs from run to run: times and machines.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// The table of results, as the report has it.
    pub(crate) table: String,
    /// Result and moves of every game, by the name of its file.
    pub(crate) games: BTreeMap<String, (String, Vec<String>)>,
}

impl Trial {
    /// Writes the experiment's file.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let folder = Folder::new(&format!("lab-{name}"));
        let file = folder.file("trial.toml", text);
        Self { folder, file }
    }

    /// The arguments of `tengen lab COMMAND FILE …`.
    fn args<'a>(&'a self, command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        [&["lab", command, &self.file], more].concat()
    }

    /// Runs a command to its end: exit code, standard output, standard error.
    pub(crate) fn run(&self, command: &str, more: &[&str]) -> (i32, String, String) {
        run(&self.args(command, more))
    }

    /// As [`Self::run`], of what has to succeed: standard output and standard error.
    pub(crate) fn succeed(&self, command: &str, more: &[&str]) -> (String, String) {
        let (code, out, err) = self.run(command, more);
        assert_eq!(code, 0, "lab {command} {more:?}:\n{out}\n{err}");
        (out, err)
    }

    /// Starts a command; what it says goes to files `NAME.out` and `NAME.err`.
    pub(crate) fn start(&self, name: &str, command: &str, more: &[&str]) -> Process {
        Process::start(&self.folder, name, &self.args(command, more))
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    /// A path in the folder, as an argument.
    pub(crate) fn arg(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// A file in the folder.
    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The store in a file, where it is by default.
    pub(crate) fn database(&self) -> Connection {
        let connection = Connection::open(self.path("trial.lab/results.sqlite")).unwrap();
        connection.busy_timeout(Duration::from_secs(30)).unwrap();
        connection
    }

    /// The results in the store of the default place: units and what is kept of them.
    pub(crate) fn kept(&self) -> BTreeSet<(String, String)> {
        let connection = self.database();
        let mut rows = connection.prepare("SELECT unit, body FROM result").unwrap();
        let kept = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        kept.unwrap().map(Result::unwrap).collect()
    }

    /// The number of results so far; none before there is a store.
    fn done(&self) -> u32 {
        let path = self.path("trial.lab/results.sqlite");
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE;
        let count = Connection::open_with_flags(path, flags)
            .and_then(|c| c.query_row("SELECT COUNT(*) FROM result", [], |row| row.get(0)));
        count.unwrap_or(0)
    }

    /// Waits until there are so many results.
    pub(crate) fn wait_for(&self, results: u32) {
        wait(&format!("{results} results"), || self.done() >= results);
    }

    /// Its outcome, with the arguments that say where the results are.
    pub(crate) fn outcome(&self, place: &[&str]) -> Outcome {
        let (report, games) = (self.arg("report"), self.arg("games"));
        let _old = fs::remove_dir_all(&games);
        self.succeed("report", &[place, &["--out", &report]].concat());
        self.succeed("games", &[place, &["--out", &games]].concat());
        let read = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().unwrap();
            let game = game(&fs::read_to_string(entry.path()).unwrap());
            (name, game)
        };
        let files = fs::read_dir(&games).unwrap().map(Result::unwrap);
        Outcome {
            table: self.read("report/tables/results.csv"),
            games: files.map(read).collect(),
        }
    }
}

/// The result and the moves of a record.
fn game(text: &str) -> (String, Vec<String>) {
    let (collection, _) = sgf::parse_text(text).unwrap();
    let replay = sgf::replay(&collection.games[0]).unwrap();
    let result = replay.info.result.map(|result| result.to_string());
    let size = replay.game.size();
    let moves = replay.game.moves().map(|(_, mv)| mv.label(size));
    (result.unwrap_or_default(), moves.collect())
}

/// A command under way, killed when dropped.
pub(crate) struct Process {
    child: Child,
    said: PathBuf,
}

impl Process {
    /// Starts the binary; what it says goes to files `NAME.out` and `NAME.err`.
    pub(crate) fn start(folder: &Folder, name: &str, args: &[&str]) -> Self {
        let file = |end: &str| fs::File::create(folder.0.join(format!("{name}.{end}"))).unwrap();
        let mut command = command(args);
        let child = command
            .stdout(Stdio::from(file("out")))
            .stderr(Stdio::from(file("err")))
            .spawn()
            .unwrap();
        Self {
            child,
            said: folder.0.join(format!("{name}.err")),
        }
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.child.id().cast_signed()).unwrap();
        kill_process(pid, signal).unwrap();
        // Another one at once would pass for the echo of this one.
        thread::sleep(Duration::from_millis(100));
    }

    /// Its output so far.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(&self.said).unwrap_or_default()
    }

    /// Waits until it says something.
    pub(crate) fn wait_to_say(&self, words: &str) {
        wait(words, || self.said().contains(words));
    }

    /// Waits for its end.
    pub(crate) fn wait(mut self) -> ExitStatus {
        let mut ended = None;
        wait("the end", || {
            ended = self.child.try_wait().unwrap();
            ended.is_some()
        });
        ended.unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}

/// Waits until something is so.
pub(crate) fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < LONGEST, "waited in vain for {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Fails if a text tells of a bug of the program, or of a failure in its inner words.
pub(crate) fn assert_no_panic(text: &str) {
    for word in ["bug", "panick", "RUST_BACKTRACE", "unwrap", "Err("] {
        assert!(!text.contains(word), "{word:?} is in:\n{text}");
    }
}
