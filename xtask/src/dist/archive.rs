//! The files of an archive, packed so that the same files give the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use flate2::{Compression, GzBuilder};
use tar::{Builder, Header};

use super::told;
use crate::{Failure, Outcome};

/// Who may do what with a file.
const READ: u32 = 0o644;
const RUN: u32 = 0o755;

/// Files by name, with what may be done with them.
#[derive(Default)]
pub(super) struct Archive {
    files: BTreeMap<String, (u32, Vec<u8>)>,
}

impl Archive {
    /// Adds a program.
    pub(super) fn program(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), (RUN, bytes));
    }

    /// Adds a file.
    pub(super) fn file(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), (READ, bytes));
    }

    /// Adds a file, or a folder with all that is in it, by this name.
    pub(super) fn copy(&mut self, path: &Path, name: &str) -> Outcome {
        if !path.is_dir() {
            self.file(name, fs::read(path).map_err(told(path))?);
            return Ok(());
        }
        for entry in fs::read_dir(path).map_err(told(path))? {
            let entry = entry.map_err(told(path))?;
            let inner = entry.file_name().to_string_lossy().into_owned();
            self.copy(&entry.path(), &format!("{name}/{inner}"))?;
        }
        Ok(())
    }

    /// The names of the files, in their order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The archive, in which all files are in a folder of this name and were made at this time, in seconds since 1970.
    pub(super) fn write(&self, folder: &str, time: u64) -> Result<Vec<u8>, Failure> {
        let packed = || {
            let gzip = GzBuilder::new().write(Vec::new(), Compression::best());
            let mut archive = Builder::new(gzip);
            for (name, (mode, bytes)) in &self.files {
                let mut header = Header::new_gnu();
                header.set_size(bytes.len() as u64);
                header.set_mode(*mode);
                header.set_mtime(time);
                archive.append_data(&mut header, format!("{folder}/{name}"), &bytes[..])?;
            }
            archive.into_inner()?.finish()
        };
        packed().map_err(|error| Failure::Failed(format!("the archive cannot be packed: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn files_come_out_as_they_went_in() {
        let mut archive = Archive::default();
        archive.file("b/read.txt", b"to be read".to_vec());
        archive.program("a", b"to be run".to_vec());
        let Ok(bytes) = archive.write("folder", 7) else {
            panic!("not packed");
        };
        let mut read = tar::Archive::new(GzDecoder::new(&bytes[..]));
        let mut found = Vec::new();
        for entry in read.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let path = entry.path().unwrap().display().to_string();
            let header = entry.header();
            found.push((path, header.mode().unwrap(), header.mtime().unwrap(), text));
        }
        let file = |name: &str, mode, text: &str| (name.to_owned(), mode, 7, text.to_owned());
        let right = [
            file("folder/a", RUN, "to be run"),
            file("folder/b/read.txt", READ, "to be read"),
        ];
        assert_eq!(found, right);
        assert!(archive.write("folder", 7).is_ok_and(|again| again == bytes));
    }
}
