//! The identity of a program that plays: its own words, and the hashes of its files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tengen_process::{Engine, Fault, Filling};
use tengen_progress::StopFlag;

use super::{Failing, OutsideSpec};
use crate::game::{Board, Introduction, Protocol};
use crate::record::Cause;

/// Files that are larger are not hashed.
const LARGEST: u64 = 1 << 32;

/// A program's words on itself, and its files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// The version of the protocol that it speaks.
    pub protocol: Option<String>,
    /// The path of the program.
    pub program: Option<PathBuf>,
    /// The SHA-256 of the program, in hexadecimal digits.
    pub sha256: Option<String>,
    /// The SHA-256 of every file that its command line names: a script, a network, a
    /// configuration.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

/// Starts a program, asks who it is, and hashes its files; the board is for its command line alone.
/// `halt` ends every wait.
///
/// # Errors
/// If it cannot be started or does not answer; what it refuses to tell is left out.
pub fn identify(
    spec: &OutsideSpec,
    protocol: &mut dyn Protocol,
    board: &dyn Board,
    halt: &StopFlag,
) -> Result<Identity, Failing> {
    ask(spec, protocol, board, halt).map_err(|fault| Failing::Void {
        cause: Cause::from(&fault),
        reason: fault.to_string(),
    })
}

fn ask(
    spec: &OutsideSpec,
    protocol: &mut dyn Protocol,
    board: &dyn Board,
    halt: &StopFlag,
) -> Result<Identity, Fault> {
    let line = spec
        .line()
        .map_err(|error| Fault::Start(error.to_string()))?;
    let filling = trial_filling(board);
    let mut engine = Engine::start(&line, filling.clone(), spec.timeout)?;
    engine.halted_by(halt);
    let Introduction {
        name,
        version,
        protocol,
    } = protocol.introduce(&mut engine)?;
    let mut identity = Identity {
        name,
        version,
        protocol,
        program: line.program(&filling),
        ..Identity::default()
    };
    engine.quit();
    identity.sha256 = identity.program.as_deref().and_then(sha256);
    for word in line.words(&filling).unwrap_or_default().iter().skip(1) {
        // A network may be large.
        if halt.is_now() {
            return Err(Fault::Halted);
        }
        // Options such as --model=FILE name files too.
        let name = word.split_once('=').map_or(word.as_str(), |(_, name)| name);
        if let Some(hash) = sha256(&line.located(name)) {
            identity.files.insert(name.to_owned(), hash);
        }
    }
    Ok(identity)
}

/// The values that are filled in where no game is played.
pub(super) fn trial_filling(board: &dyn Board) -> Filling {
    let mut filling = Filling {
        playouts: Some(100),
        ..Filling::from(1)
    };
    board.fill(&mut filling);
    filling
}

/// The SHA-256 of a file in hexadecimal digits; `None` if there is none or it is very large.
#[must_use]
pub fn sha256(path: &Path) -> Option<String> {
    // A pipe or a device would never end.
    let length = path.metadata().ok().filter(|data| data.is_file())?.len();
    if length > LARGEST {
        return None;
    }
    let mut file = File::open(path).ok()?.take(LARGEST);
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => hasher.update(&chunk[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    let digest = hasher.finalize();
    Some(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_hashed_and_folders_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        let hash = sha256(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(
            hash.unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(sha256(folder.path()), None);
        assert_eq!(sha256(&path), None);
    }
}
