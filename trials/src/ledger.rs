//! Results on disk: one JSON object a line, appended as soon as it is known.
//!
//! A run that is broken off, by whatever, loses at most what was under way. The next run with the
//! same file reads what is there and goes on after it. A last line that was cut in the middle of
//! being written is dropped; any other line that is no object is a fault that somebody should see.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Failure;

/// The file of results, or only memory if nobody named a file.
#[derive(Debug)]
pub(crate) struct Ledger {
    file: Option<(PathBuf, File)>,
    entries: Vec<Value>,
}

impl Ledger {
    /// Opens the file, made if it is not there, and reads it.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self {
                file: None,
                entries: Vec::new(),
            });
        };
        let cannot = |error| Failure(format!("{} cannot be opened: {error}", path.display()));
        let mut options = OpenOptions::new();
        options.create(true).read(true).write(true).truncate(false);
        let mut file = options.open(path).map_err(cannot)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(cannot)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let entries = read(&text[..whole])
            .map_err(|line| Failure(format!("{}, line {line}: no JSON object", path.display())))?;
        file.set_len(whole as u64).map_err(cannot)?;
        file.seek(SeekFrom::End(0)).map_err(cannot)?;
        Ok(Self {
            file: Some((path.to_owned(), file)),
            entries,
        })
    }

    /// What is in it, in order.
    pub(crate) fn entries(&self) -> &[Value] {
        &self.entries
    }

    /// Refuses to go on if an entry was made with another value of one of these fields.
    pub(crate) fn must_agree(&self, fields: &Value) -> Result<(), Failure> {
        let Some((path, _)) = &self.file else {
            return Ok(());
        };
        for (name, wanted) in fields.as_object().into_iter().flatten() {
            let other = self.entries.iter().find(|entry| entry[name] != *wanted);
            if let Some(entry) = other {
                return Err(Failure(format!(
                    "{} was made with {name} = {}, but now it is {wanted}; \
                     give the same again or another file",
                    path.display(),
                    entry[name]
                )));
            }
        }
        Ok(())
    }

    /// Appends an entry and sees to it that it is on its way to the disk.
    pub(crate) fn append(&mut self, entry: Value) -> Result<(), Failure> {
        if let Some((path, file)) = &mut self.file {
            file.write_all(format!("{entry}\n").as_bytes())
                .and_then(|()| file.flush())
                .map_err(|error| {
                    Failure(format!("{} cannot be written: {error}", path.display()))
                })?;
        }
        self.entries.push(entry);
        Ok(())
    }
}

/// The objects, or the line that is none.
fn read(text: &str) -> Result<Vec<Value>, usize> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| {
            let value: Option<Value> = serde_json::from_str(line).ok();
            value.filter(Value::is_object).ok_or(index + 1)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A file of this test alone, gone when the test is over.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let name = format!("trials-ledger-{name}-{}.jsonl", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = std::fs::remove_file(&path);
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn what_was_appended_is_there_again() {
        let scratch = Scratch::new("again");
        let mut ledger = Ledger::open(Some(&scratch.0)).unwrap();
        ledger.append(json!({"game": 1})).unwrap();
        ledger.append(json!({"game": 2})).unwrap();
        drop(ledger);
        let mut ledger = Ledger::open(Some(&scratch.0)).unwrap();
        assert_eq!(ledger.entries(), [json!({"game": 1}), json!({"game": 2})]);
        ledger.append(json!({"game": 3})).unwrap();
        let text = std::fs::read_to_string(&scratch.0).unwrap();
        assert_eq!(text, "{\"game\":1}\n{\"game\":2}\n{\"game\":3}\n");
    }

    #[test]
    fn a_line_cut_short_is_dropped_and_nonsense_is_refused() {
        let scratch = Scratch::new("cut");
        std::fs::write(&scratch.0, "{\"game\":1}\n{\"game\":").unwrap();
        let mut ledger = Ledger::open(Some(&scratch.0)).unwrap();
        assert_eq!(ledger.entries().len(), 1);
        ledger.append(json!({"game": 2})).unwrap();
        let text = std::fs::read_to_string(&scratch.0).unwrap();
        assert_eq!(text, "{\"game\":1}\n{\"game\":2}\n");
        std::fs::write(&scratch.0, "{\"game\":1}\n[2]\n").unwrap();
        let error = Ledger::open(Some(&scratch.0)).unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
    }

    #[test]
    fn another_set_up_is_refused() {
        let scratch = Scratch::new("agree");
        let mut ledger = Ledger::open(Some(&scratch.0)).unwrap();
        ledger.append(json!({"game": 1, "size": 9})).unwrap();
        assert!(ledger.must_agree(&json!({"size": 9})).is_ok());
        let error = ledger.must_agree(&json!({"size": 19})).unwrap_err();
        assert!(error.to_string().contains("size = 9"), "{error}");
        assert!(
            Ledger::open(None)
                .unwrap()
                .must_agree(&json!({"size": 19}))
                .is_ok()
        );
    }
}
