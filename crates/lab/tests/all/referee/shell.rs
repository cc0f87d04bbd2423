//! Engines that are scripts of the shell, written into a folder of the test's own.

use std::time::{Duration, Instant};
use std::{fs, thread};

use tempfile::TempDir;
use tengen_go_lab::Gtp;
use tengen_lab::player::{Budget, Outside, OutsideSpec};

/// A folder that goes when the test does.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// An engine that plays A1, A2 and so on, unless the script does something else: `genmove` is
    /// done at its turn, where `n` is the number of the move, and `cases` come before all others.
    /// Every line it reads goes to the file `heard`.
    pub(crate) fn engine(&self, genmove: &str, cases: &str) -> OutsideSpec {
        let script = format!(
            "n=0\n\
             while read -r command a b; do\n\
             echo \"$command $a $b\" >>heard\n\
             case \"$command\" in\n\
             {cases}\n\
             known_command) echo '= false'; echo ;;\n\
             genmove) n=$((n+1))\n{genmove}\necho \"= A$n\"; echo ;;\n\
             quit) echo =; echo; exit 0 ;;\n\
             *) echo =; echo ;;\n\
             esac\n\
             done\n"
        );
        fs::write(self.0.path().join("engine.sh"), script).unwrap();
        OutsideSpec {
            directory: Some(self.0.path().to_owned()),
            timeout: Duration::from_secs(30),
            extra: Duration::ZERO,
            ..OutsideSpec::new("sh engine.sh")
        }
    }

    /// The text that the engine has written to a file.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap_or_default()
    }
}

/// The player of an engine, with no budget.
pub(crate) fn free(spec: OutsideSpec) -> Outside {
    outside(spec, Budget::Free, 7)
}

/// The player of an engine.
pub(crate) fn outside(spec: OutsideSpec, budget: Budget, seed: u64) -> Outside {
    Outside::new(spec, Box::new(Gtp::default()), budget, seed)
}

/// True if a process is gone within some seconds; one that only waits to be taken is gone.
pub(crate) fn is_gone(pid: &str) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(5) {
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        let state = stat.ok().and_then(|stat| {
            let (_, fields) = stat.rsplit_once(')')?;
            fields.split_whitespace().next().map(str::to_owned)
        });
        if matches!(state.as_deref(), None | Some("Z" | "X")) {
            return true;
        }
        thread::sleep(Duration::from_millis(20));
    }
    false
}
