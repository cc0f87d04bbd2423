//! `cargo xtask callgrind`: how many instructions a move of a playout takes.
//!
//! Time depends on the machine and on what else it does; instructions hardly do. Each kind runs
//! twice with different numbers of playouts, and the difference of the instructions over the
//! difference of the moves leaves out what starting the program costs.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::shell::{self, cargo, target, works};
use crate::{Failure, Outcome};

const KINDS: [&str; 4] = ["light", "atari", "cascade", "gamma"];
/// Sides of boards, and how many playouts the shorter run has.
const SIZES: [(&str, u64); 2] = [("9", 200), ("19", 50)];
/// The longer run has this many times the playouts of the shorter.
const LONGER: u64 = 3;

/// Builds, counts, and prints a table.
pub(crate) fn run() -> Outcome {
    if !works(Command::new("valgrind").arg("--version")) {
        return Err(Failure::Failed(
            "valgrind is not installed; your system's packages have it, \
             for example `apt install valgrind` or `dnf install valgrind`"
                .to_owned(),
        ));
    }
    shell::run(&mut cargo(&["build", "--release", "--package", "tengen"]))?;
    let tengen = target().join("release").join("tengen");
    println!("{:<8} {:>6} {:>18}", "kind", "size", "instructions/move");
    for (size, playouts) in SIZES {
        for kind in KINDS {
            let short = count(&tengen, kind, size, playouts)?;
            let long = count(&tengen, kind, size, playouts * LONGER)?;
            let instructions = long.instructions.saturating_sub(short.instructions) as f64;
            let moves = long.moves.saturating_sub(short.moves).max(1) as f64;
            println!(
                "{kind:<8} {:>6} {:>18.1}",
                format!("{size}×{size}"),
                instructions / moves
            );
        }
    }
    Ok(())
}

struct Counts {
    instructions: u64,
    moves: u64,
}

fn count(tengen: &Path, kind: &str, size: &str, playouts: u64) -> Result<Counts, Failure> {
    let mut command = Command::new("valgrind");
    let profile = target().join(format!("callgrind.{kind}.{size}.out"));
    command
        .args(["--tool=callgrind", "--error-exitcode=99"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(tengen)
        .args(["bench", "--work", kind, "--size", size])
        .args(["--playouts", &playouts.to_string()])
        .stdin(Stdio::null());
    let name = shell::named(&command);
    let failed = |what: &str| Failure::Failed(format!("{what}; the command was `{name}`"));
    let output = command
        .output()
        .map_err(|error| Failure::Failed(format!("`{name}` cannot be run: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(Failure::Failed(format!("`{name}` failed:\n{said}")));
    }
    let moves = String::from_utf8_lossy(&output.stdout).trim().parse();
    Ok(Counts {
        instructions: collected(&said).ok_or_else(|| failed("valgrind told no instructions"))?,
        moves: moves.map_err(|_| failed("tengen told no moves"))?,
    })
}

/// The figure of `==123== Collected : 456789`.
fn collected(said: &str) -> Option<u64> {
    let line = said.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::collected;

    #[test]
    fn the_instructions_are_read() {
        let said = "==7== Events    : Ir\n==7== Collected : 456789\n==7== \n";
        assert_eq!(collected(said), Some(456_789));
        assert_eq!(collected("==7== nothing"), None);
    }
}
