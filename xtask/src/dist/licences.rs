//! The licences of all that a program is made of besides our own code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{is_glibc, output, told};
use crate::Failure;
use crate::shell::{cargo, program};

/// How files of licences begin.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

/// What crates bring along that is not theirs, or no crate brings.
const HEAD: &str = "\
Tengen is licensed under MIT or Apache-2.0, as you choose. The program contains the works of others that are listed
here, each with its licence; where MIT is among those to choose from, it is taken. SQLite, which libsqlite3-sys
brings along, is in the public domain. The Rust standard library is licensed under MIT or Apache-2.0; the notices
of its parts are in THIRD-PARTY-rust.html.
";

/// Where systems keep the licence of glibc.
const LGPL: [&str; 3] = [
    "/usr/share/common-licenses/LGPL-2.1",
    "/usr/share/licenses/glibc/COPYING.LIB",
    "/usr/share/licenses/spdx/LGPL-2.1-or-later.txt",
];

const GLIBC: &str = "\
The GNU C Library, version 2.1 or later of the GNU Lesser General Public License; it is linked statically. The
sources of Tengen are free and complete: whoever wants another version of the library builds the program with it.
";

/// A crate of others.
struct Dependency {
    title: String,
    licence: String,
    folder: PathBuf,
}

/// Files of licences: their names, and what is in them.
pub(super) type Licences = [(&'static str, Vec<u8>); 2];

/// The licences that have to go with a program for this platform.
pub(super) fn files(host: &str) -> Result<Licences, Failure> {
    Ok([
        ("THIRD-PARTY.txt", text(host)?.into_bytes()),
        ("THIRD-PARTY-rust.html", of_the_standard_library()?),
    ])
}

/// The licences of all crates, and of the C library.
fn text(host: &str) -> Result<String, Failure> {
    let dependencies = dependencies(host)?;
    let mut text = format!("{HEAD}\n");
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for dependency in &dependencies {
        let Dependency {
            title,
            licence,
            folder,
        } = dependency;
        text.push_str(&format!("{title}: {licence}\n"));
        let files = in_folder(folder)?;
        if files.is_empty() {
            let sentence = format!("{title} has no file with its licence, {licence}");
            return Err(Failure::Failed(sentence));
        }
        for file in files {
            let bytes = fs::read(&file).map_err(told(&file))?;
            let lines = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            let titles = texts.entry(lines.trim().to_owned()).or_default();
            titles.push(title);
        }
    }
    let mut texts: Vec<_> = texts
        .iter()
        .map(|(text, titles)| (titles.join(", "), text.as_str()))
        .collect();
    texts.sort_unstable();
    let lgpl = is_glibc(host).then(|| lgpl(&LGPL)).transpose()?;
    if let Some(lgpl) = &lgpl {
        text.push_str(&format!("\n{GLIBC}"));
        texts.push(("The GNU C Library".to_owned(), lgpl));
    }
    for (titles, licence) in texts {
        let rule = "-".repeat(80);
        text.push_str(&format!("\n{rule}\n{titles}\n{rule}\n\n{licence}\n"));
    }
    Ok(text)
}

/// The text of the LGPL, from one of these files.
fn lgpl(files: &[&str]) -> Result<String, Failure> {
    let text = files.iter().find_map(|file| fs::read_to_string(file).ok());
    text.ok_or_else(|| {
        Failure::Failed(format!(
            "the text of the LGPL, which has to go with a program that has glibc in it, is in none of {}; put it there",
            files.join(", ")
        ))
    })
}

/// The notices of the standard library, which a toolchain brings along.
fn of_the_standard_library() -> Result<Vec<u8>, Failure> {
    let sysroot = output(&mut program("rustc", &["--print", "sysroot"]))?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot).trim());
    notices(&sysroot)
}

fn notices(sysroot: &Path) -> Result<Vec<u8>, Failure> {
    let file = sysroot.join("share/doc/rust/COPYRIGHT-library.html");
    fs::read(&file).map_err(|error| {
        Failure::Failed(format!(
            "the notices of the standard library, which have to go with the program, cannot be read: {}: {error}; \
             toolchains of rustup have them",
            file.display()
        ))
    })
}

/// The crates of others that end up in the program, or in what it is compiled from.
fn dependencies(host: &str) -> Result<Vec<Dependency>, Failure> {
    let args = [
        "metadata",
        "--locked",
        "--format-version",
        "1",
        "--filter-platform",
        host,
    ];
    // What is here already is enough for a program that was built here, but maybe not for one that was not.
    let offline = [&args[..], &["--offline"]].concat();
    let metadata = output(&mut cargo(&offline)).or_else(|_| output(&mut cargo(&args)))?;
    let metadata: Value = serde_json::from_slice(&metadata)
        .map_err(|error| Failure::Failed(format!("`cargo metadata` is not understood: {error}")))?;
    let packages = by_id(&metadata["packages"]);
    let nodes = by_id(&metadata["resolve"]["nodes"]);
    let ours = packages
        .iter()
        .filter(|(_, package)| package["name"] == "tengen");
    let mut waiting: Vec<&str> = ours.map(|(&id, _)| id).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if seen.insert(id) {
            let needed = nodes.get(id).map_or(&Value::Null, |node| &node["deps"]);
            let linked = entries(needed).filter(|needed| is_linked(needed));
            waiting.extend(linked.filter_map(|needed| needed["pkg"].as_str()));
        }
    }
    let packages = seen.iter().filter_map(|id| packages.get(id));
    // What has no source is in this workspace.
    let others = packages.filter(|package| package["source"].is_string());
    let mut dependencies: Vec<_> = others.filter_map(|package| dependency(package)).collect();
    dependencies.sort_by(|one, other| one.title.cmp(&other.title));
    Ok(dependencies)
}

fn entries(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn by_id(list: &Value) -> BTreeMap<&str, &Value> {
    let pairs = entries(list).filter_map(|entry| Some((entry["id"].as_str()?, entry)));
    pairs.collect()
}

/// Tests if this is not for builds or tests alone: those have a kind.
fn is_linked(needed: &Value) -> bool {
    entries(&needed["dep_kinds"]).any(|kind| kind["kind"].is_null())
}

fn dependency(package: &Value) -> Option<Dependency> {
    let text = |key: &str| package[key].as_str();
    Some(Dependency {
        title: format!("{} {}", text("name")?, text("version")?),
        licence: text("license").unwrap_or("see its text").to_owned(),
        folder: Path::new(text("manifest_path")?).parent()?.to_owned(),
    })
}

/// The files of licences in the folder of a crate, and of what others wrote in folders below it. Without those that
/// MIT makes unnecessary.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = named(folder, &NAMES)?;
    if files.iter().any(|file| name(file).contains("MIT")) {
        files.retain(|file| !name(file).contains("APACHE"));
    }
    for entry in fs::read_dir(folder).map_err(told(folder))? {
        let path = entry.map_err(told(folder))?.path();
        if path.is_dir() {
            files.extend(named(&path, &NAMES[..1])?);
        }
    }
    files.sort();
    Ok(files)
}

/// The files of a folder whose names begin so.
fn named(folder: &Path, starts: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(told(folder))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let begins = |file: &PathBuf| starts.iter().any(|start| name(file).starts_with(start));
    Ok(paths.filter(|path| path.is_file()).filter(begins).collect())
}

/// The name of a file in capital letters.
fn name(file: &Path) -> String {
    file.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence<T>(outcome: Result<T, Failure>) -> String {
        match outcome {
            Err(Failure::Failed(sentence)) => sentence,
            _ => panic!("this fails"),
        }
    }

    #[test]
    fn without_a_licence_there_is_no_archive() {
        let nowhere = "/no/such/folder";
        let said = sentence(lgpl(&[nowhere]));
        assert!(said.contains("LGPL") && said.contains(nowhere), "{said}");
        let said = sentence(notices(Path::new(nowhere)));
        assert!(
            said.contains("standard library") && said.contains(nowhere),
            "{said}"
        );
    }
}
