//! A PostgreSQL server of the tests' own: in a temporary folder, reached by a socket in it, run by an
//! unprivileged user, killed at the end, also if a test panics.

// Every test program that includes this uses what it needs.
#![allow(dead_code)]

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The variable that lets tests pass without PostgreSQL.
const SKIP: &str = "TENGEN_SKIP_POSTGRES";

/// The owner of the databases.
const OWNER: &str = "tester";

/// A running server.
pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
    /// The user that runs it, if we may not: PostgreSQL refuses to be run by root.
    user: Option<(u32, u32)>,
    process: Option<Child>,
}

impl Server {
    /// Starts a server; `None`, with a line that says so, if the tests are to do without.
    ///
    /// # Panics
    /// If PostgreSQL is not installed or does not start.
    pub(crate) fn start() -> Option<Self> {
        if std::env::var_os(SKIP).is_some_and(|value| value == "1") {
            eprintln!("skipped: {SKIP} is 1");
            return None;
        }
        let Some(programs) = programs() else {
            panic!(
                "PostgreSQL is not installed: `cargo xtask test` installs it, or set {SKIP}=1 to \
                 do without these tests"
            );
        };
        let folder = TempDir::with_prefix("tengen-postgres-").unwrap();
        let user = rustix::process::geteuid().is_root().then(unprivileged);
        if let Some((user, group)) = user {
            std::os::unix::fs::chown(&folder, Some(user), Some(group)).unwrap();
        }
        let mut server = Self {
            folder,
            programs,
            user,
            process: None,
        };
        server.make();
        server.run();
        Some(server)
    }

    fn make(&self) {
        let mut initdb = self.program("initdb");
        initdb.args(["--pgdata=data", "--auth=trust", "--no-sync"]);
        initdb.args(["--encoding=UTF8", "--no-locale", "--username", OWNER]);
        self.become_user(&mut initdb);
        succeed(&mut initdb);
    }

    /// Starts the server again after [`Server::kill`], and waits until it answers.
    pub(crate) fn run(&mut self) {
        assert!(self.process.is_none(), "the server runs already");
        self.process = Some(self.spawn());
        let start = Instant::now();
        while !self.answers() {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "the server does not start: {}",
                fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
            );
            std::thread::sleep(Duration::from_millis(30));
            // On a busy machine processes of a server that was killed hold its memory a little longer.
            if self.process.as_mut().unwrap().try_wait().unwrap().is_some() {
                self.process = Some(self.spawn());
            }
        }
    }

    fn spawn(&self) -> Child {
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"))
            .unwrap();
        let mut postgres = self.program("postgres");
        postgres.args(["-D", "data", "-c", "listen_addresses=", "-c", "fsync=on"]);
        postgres.arg("-k").arg(self.folder.path());
        postgres.stdout(log.try_clone().unwrap()).stderr(log);
        self.become_user(&mut postgres);
        postgres.spawn().unwrap()
    }

    /// Makes an empty database; returns its address.
    pub(crate) fn database(&self, name: &str) -> String {
        let mut createdb = self.program("createdb");
        createdb.args(["--username", OWNER, "--host"]);
        succeed(createdb.arg(self.folder.path()).arg(name));
        self.url(name)
    }

    /// The address of a database.
    pub(crate) fn url(&self, database: &str) -> String {
        let folder = self.folder.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://{OWNER}@{folder}/{database}")
    }

    /// Kills the server with all of its processes, at once.
    pub(crate) fn kill(&mut self) {
        let Some(mut process) = self.process.take() else {
            return;
        };
        let children = children(process.id());
        let _ = process.kill();
        for child in children {
            if let Some(pid) = rustix::process::Pid::from_raw(child.cast_signed()) {
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
        let _ = process.wait();
    }

    fn answers(&self) -> bool {
        let mut ready = self.program("pg_isready");
        ready.args(["--quiet", "--host"]).arg(self.folder.path());
        ready.status().is_ok_and(|status| status.success())
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.env("LC_ALL", "C").env_remove("PGPORT");
        command
    }

    fn become_user(&self, command: &mut Command) {
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Asked to end at once, it waits for its own processes, which a killed one leaves behind.
        if let Some(process) = &mut self.process
            && let Some(pid) = rustix::process::Pid::from_raw(process.id().cast_signed())
        {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::QUIT);
            let start = Instant::now();
            while let Ok(None) = process.try_wait()
                && start.elapsed() < Duration::from_secs(5)
            {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        self.kill();
    }
}

/// The folder of PostgreSQL's programs: Debian has them outside of the path.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path)
        .filter_map(|folder| folder.join("initdb").canonicalize().ok())
        .filter_map(|initdb| Some(initdb.parent()?.to_owned()))
        .collect();
    let mut versions: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .collect();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    let complete = |folder: &PathBuf| {
        let needed = ["initdb", "postgres", "createdb", "pg_isready"];
        needed.iter().all(|name| folder.join(name).exists())
    };
    folders.into_iter().find(complete)
}

/// A user and a group without privileges.
fn unprivileged() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let find = |name: &str| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(name))?;
        let mut words = line.split(':').skip(2);
        Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    let found = find("postgres").or_else(|| find("nobody"));
    found.expect("there is neither a user postgres nor a user nobody")
}

fn children(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|process| parent_of(*process) == Some(parent))
        .collect()
}

fn parent_of(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("stat"));
    let stat = stat.ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

fn succeed(command: &mut Command) {
    let Output { status, stderr, .. } = command.output().unwrap();
    let said = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?} failed: {said}");
}
