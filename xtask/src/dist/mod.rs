//! `cargo xtask dist`: a release, which is an archive of one program with what belongs to it, and its checksum.
//!
//! The program is linked statically where that can be done with the toolchain alone. Whatever else the archive has comes from
//! the program itself (manual, completions), from the sources, or from the crates it is made of (licences). The same
//! program gives the same archive, to the last byte.

mod archive;
mod licences;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::shell::{self, cargo, named, program, root, target};
use crate::{Failure, Outcome};
use archive::Archive;
use licences::Licences;

/// What is taken from the sources as it is.
const SOURCES: [&str; 8] = [
    "README.md",
    "CHANGELOG.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs",
    "models/README.md",
];

/// Shells, and how their files of completions are called.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "tengen.bash"),
    ("elvish", "tengen.elv"),
    ("fish", "tengen.fish"),
    ("powershell", "_tengen.ps1"),
    ("zsh", "_tengen"),
];

/// What was asked for.
struct Options {
    /// The profile that the program is built with.
    profile: String,
    /// A program that is there already.
    binary: Option<PathBuf>,
    /// The folder that the archive is written to.
    out: PathBuf,
    /// True if only the names of its files are printed.
    list: bool,
}

impl Options {
    fn read(args: &[String]) -> Result<Self, Failure> {
        let mut options = Self {
            profile: "release".to_owned(),
            binary: None,
            out: target().join("dist"),
            list: false,
        };
        let mut args = args.iter();
        while let Some(flag) = args.next() {
            let missing = || Failure::Usage(format!("{flag} takes a value"));
            let mut value = || args.next().cloned().ok_or_else(missing);
            match flag.as_str() {
                "--profile" => options.profile = value()?,
                "--binary" => options.binary = Some(value()?.into()),
                "--out" => options.out = value()?.into(),
                "--list" => options.list = true,
                other => {
                    let flags = ["--profile", "--binary", "--out", "--list"];
                    return Err(Failure::Usage(crate::unknown("flag", other, &flags)));
                }
            }
        }
        Ok(options)
    }
}

/// Builds the program unless there is one, and packs it.
pub(crate) fn run(args: &[String]) -> Outcome {
    let options = Options::read(args)?;
    let host = host()?;
    // Nothing is built that could not be packed.
    let licences = licences::files(&host)?;
    let binary = match options.binary {
        Some(binary) => binary,
        None => build(&host, &options.profile)?,
    };
    let name = format!("tengen-{}-{host}", version(&binary)?);
    let archive = pack(&binary, licences)?;
    if options.list {
        archive.names().for_each(|file| println!("{name}/{file}"));
        return Ok(());
    }
    let bytes = archive.write(&name, time())?;
    fs::create_dir_all(&options.out).map_err(told(&options.out))?;
    let path = options.out.join(format!("{name}.tar.gz"));
    fs::write(&path, &bytes).map_err(told(&path))?;
    let sum: String = Sha256::digest(&bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let line = format!("{sum}  {name}.tar.gz\n");
    let sums = options.out.join(format!("{name}.tar.gz.sha256"));
    fs::write(&sums, line).map_err(told(&sums))?;
    println!("{}\n{}", path.display(), sums.display());
    Ok(())
}

/// The platform of this computer.
fn host() -> Result<String, Failure> {
    let text = output(&mut program("rustc", &["-vV"]))?;
    let text = String::from_utf8_lossy(&text);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| Failure::Failed("`rustc -vV` does not say the host".to_owned()))
}

/// The version that a program says it has.
fn version(binary: &Path) -> Result<String, Failure> {
    let text = output(Command::new(binary).arg("--version"))?;
    let text = String::from_utf8_lossy(&text);
    let version = text
        .strip_prefix("tengen ")
        .and_then(|rest| rest.split(' ').next());
    version.map(str::to_owned).ok_or_else(|| {
        Failure::Failed(format!(
            "{} is no tengen: it says {text:?}",
            binary.display()
        ))
    })
}

/// Builds the program, with the C library in it where that is glibc's.
fn build(host: &str, profile: &str) -> Result<PathBuf, Failure> {
    let mut command = cargo(&[
        "build",
        "--package",
        "tengen",
        "--profile",
        profile,
        "--target",
        host,
    ]);
    if is_glibc(host) {
        let set = std::env::var("RUSTFLAGS").unwrap_or_default();
        command.env("RUSTFLAGS", format!("{set} -C target-feature=+crt-static"));
    }
    shell::run(&mut command)?;
    // The profile of development has a folder of another name.
    let folder = match profile {
        "dev" | "test" => "debug",
        other => other,
    };
    let file = format!("tengen{}", std::env::consts::EXE_SUFFIX);
    Ok(target().join(host).join(folder).join(file))
}

/// Tests if programs of this platform use glibc, which can be linked statically.
fn is_glibc(host: &str) -> bool {
    host.ends_with("-linux-gnu")
}

/// The time of the last commit: what is packed again is the same.
fn time() -> u64 {
    let text = output(&mut program("git", &["log", "-1", "--format=%ct"])).unwrap_or_default();
    String::from_utf8_lossy(&text).trim().parse().unwrap_or(0)
}

/// All that belongs to a program.
fn pack(binary: &Path, licences: Licences) -> Result<Archive, Failure> {
    let mut archive = Archive::default();
    let name = format!("tengen{}", std::env::consts::EXE_SUFFIX);
    archive.program(&name, fs::read(binary).map_err(told(binary))?);
    for source in SOURCES {
        archive.copy(&root().join(source), source)?;
    }
    for (shell, file) in COMPLETIONS {
        let script = output(Command::new(binary).args(["completions", shell]))?;
        archive.file(&format!("completions/{file}"), script);
    }
    let pages = target().join(format!("manual-{}", std::process::id()));
    let written = output(Command::new(binary).args([
        OsStr::new("man"),
        OsStr::new("--dir"),
        pages.as_os_str(),
    ]))
    .and_then(|_| archive.copy(&pages, "man/man1"));
    let _left = fs::remove_dir_all(&pages);
    written?;
    for (name, bytes) in licences {
        archive.file(name, bytes);
    }
    Ok(archive)
}

/// What a program prints.
fn output(command: &mut Command) -> Result<Vec<u8>, Failure> {
    let name = named(command);
    match command.output() {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(Failure::Failed(format!("`{name}` failed: {}", said.trim())))
        }
        Err(error) => Err(Failure::Failed(format!("`{name}` cannot be run: {error}"))),
    }
}

/// The sentence on a file that cannot be read or written.
fn told(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    let name = path.display().to_string();
    move |error| Failure::Failed(format!("{name}: {error}"))
}
