//! Which program it is that plays: its own words, and the hashes of its files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tengen_process::{Engine, Fault, Filling, shorten};
use tengen_progress::StopFlag;

use super::{Failing, OutsideSpec};
use crate::record::Cause;

/// Files that are larger are not hashed.
const LARGEST: u64 = 1 << 32;

/// What a program says of itself, and what its files are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its answer to `name`.
    pub name: Option<String>,
    /// Its answer to `version`.
    pub version: Option<String>,
    /// Its answer to `protocol_version`.
    pub protocol: Option<String>,
    /// Where the program lies.
    pub program: Option<PathBuf>,
    /// The SHA-256 of the program, in hexadecimal digits.
    pub sha256: Option<String>,
    /// The SHA-256 of every file that its command line names: a script, a network, a
    /// configuration.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

/// Starts a program, asks who it is, and hashes its files. The word `halt` ends every wait.
///
/// # Errors
/// If it cannot be started or does not answer; what it refuses to tell is left out.
pub fn identify(spec: &OutsideSpec, halt: &StopFlag) -> Result<Identity, Failing> {
    ask(spec, halt).map_err(|fault| Failing::Void {
        cause: Cause::from(&fault),
        reason: fault.to_string(),
    })
}

fn ask(spec: &OutsideSpec, halt: &StopFlag) -> Result<Identity, Fault> {
    let line = spec
        .line()
        .map_err(|error| Fault::Start(error.to_string()))?;
    let filling = trial_filling();
    let mut engine = Engine::start(&line, filling.clone(), spec.timeout)?;
    engine.halted_by(halt);
    let mut told = |command: &str| -> Result<Option<String>, Fault> {
        let reply = engine.ask(command)?;
        Ok(reply.success.then(|| shorten(&reply.text)))
    };
    let mut identity = Identity {
        name: told("name")?,
        version: told("version")?,
        protocol: told("protocol_version")?,
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

/// What is filled in where no game is played.
pub(super) fn trial_filling() -> Filling {
    Filling {
        seed: 1,
        size: Some(9),
        komi: Some("7.5".to_owned()),
        playouts: Some(100),
    }
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
        let path = std::env::temp_dir().join(format!("tengen-hash-{}", std::process::id()));
        std::fs::write(&path, "abc").unwrap();
        let hash = sha256(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(
            hash.unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(sha256(&std::env::temp_dir()), None);
        assert_eq!(sha256(&path), None);
    }
}
