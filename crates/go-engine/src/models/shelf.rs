//! The models of one kind: those that come with the program, and how one is read from a file.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::ModelFault;

/// The source of a built-in model.
pub(super) enum Source<M> {
    /// The file, which is part of the program.
    File(&'static [u8]),
    /// The program itself.
    Made(fn() -> M),
}

/// A model with its name.
pub(super) type BuiltIn<M> = (&'static str, Source<M>);

/// The models of one kind.
pub(super) struct Shelf<M: 'static> {
    /// The parameter that names one.
    pub(super) parameter: &'static str,
    /// Those that come with the program; the first is the default.
    pub(super) built_in: &'static [BuiltIn<M>],
    /// Files of more bytes are none.
    pub(super) largest: u64,
    /// Reads one, or says what is wrong.
    pub(super) read: fn(&[u8]) -> Result<M, String>,
    /// The built-in ones that were loaded so far; they depend on the program alone.
    pub(super) opened: Mutex<Vec<(&'static str, Arc<M>)>>,
}

impl<M> Shelf<M> {
    /// The built-in model of this name, or else the one in the file of this path.
    pub(super) fn find(&self, name: &str) -> Result<Arc<M>, ModelFault> {
        let parameter = self.parameter;
        let mut built_in = self.built_in.iter();
        let known = match name {
            "" => built_in.next(),
            _ => built_in.find(|(known, _)| *known == name),
        };
        if let Some((name, source)) = known {
            return self.open(name, source);
        }
        if name.is_empty() {
            return Err(ModelFault::Unnamed { parameter });
        }
        let path = Path::new(name);
        if !path.exists() {
            return Err(ModelFault::Unknown {
                parameter,
                name: name.to_owned(),
                known: self.known(),
            });
        }
        let bytes = bytes(path, self.largest).map_err(|reason| ModelFault::Unreadable {
            parameter,
            file: name.to_owned(),
            reason,
        })?;
        self.parse(name, &bytes).map(Arc::new)
    }

    fn open(&self, name: &'static str, source: &Source<M>) -> Result<Arc<M>, ModelFault> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, model)) = opened.iter().find(|(other, _)| *other == name) {
            return Ok(model.clone());
        }
        let model = Arc::new(match source {
            Source::File(bytes) => self.parse(name, bytes)?,
            Source::Made(make) => make(),
        });
        opened.push((name, model.clone()));
        Ok(model)
    }

    fn parse(&self, name: &str, bytes: &[u8]) -> Result<M, ModelFault> {
        (self.read)(bytes).map_err(|reason| ModelFault::Wrong {
            parameter: self.parameter,
            file: name.to_owned(),
            reason,
        })
    }

    pub(super) fn names(&self) -> (&'static str, Vec<&'static str>) {
        let names = self.built_in.iter().map(|(name, _)| *name);
        (self.parameter, names.collect())
    }

    /// The built-in ones that are files, by name.
    pub(super) fn files(&self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        let files = self.built_in.iter();
        files.filter_map(|(name, source)| match source {
            Source::File(bytes) => Some((*name, *bytes)),
            Source::Made(_) => None,
        })
    }

    fn known(&self) -> String {
        let (_, names) = self.names();
        match names.as_slice() {
            [] => "no model of this kind is built in".to_owned(),
            [name] => format!("the built-in one is {name}"),
            _ => format!("the built-in ones are {}", names.join(", ")),
        }
    }
}

/// The content of a file, if it is one and not too large; a pipe or a device would never end.
fn bytes(path: &Path, largest: u64) -> Result<Vec<u8>, String> {
    let said = |error: std::io::Error| error.to_string();
    let file = File::open(path).map_err(said)?;
    let data = file.metadata().map_err(said)?;
    if !data.is_file() {
        return Err("it is not a file".to_owned());
    }
    if data.len() > largest {
        let most = largest >> 20;
        return Err(format!("it is larger than {most} MiB, as no model is"));
    }
    let mut bytes = Vec::new();
    file.take(largest).read_to_end(&mut bytes).map_err(said)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kind of model that is a number.
    fn shelf(built_in: &'static [BuiltIn<u32>]) -> Shelf<u32> {
        Shelf {
            parameter: "part.model",
            built_in,
            largest: 1 << 20,
            read: |bytes| {
                let text = String::from_utf8_lossy(bytes);
                text.parse().map_err(|_| "it is no number".to_owned())
            },
            opened: Mutex::new(Vec::new()),
        }
    }

    #[test]
    fn built_in_models_are_read_once_and_shared() {
        let shelf = shelf(&[
            ("seven", Source::File(b"7")),
            ("eight", Source::Made(|| 8)),
            ("broken", Source::File(b"x")),
        ]);
        let first = shelf.find("").unwrap();
        assert_eq!(*first, 7);
        assert!(Arc::ptr_eq(&first, &shelf.find("seven").unwrap()));
        assert_eq!(*shelf.find("eight").unwrap(), 8);
        assert_eq!(
            shelf.find("broken").unwrap_err().to_string(),
            "`part.model`: the model broken cannot be used: it is no number"
        );
        assert_eq!(
            shelf.find("nine").unwrap_err().to_string(),
            "`part.model`: there is no model \"nine\" and no such file; \
             the built-in ones are seven, eight, broken"
        );
    }

    #[test]
    fn what_is_not_built_in_is_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("number");
        std::fs::write(&path, "12").unwrap();
        let shelf = shelf(&[]);
        assert_eq!(*shelf.find(path.to_str().unwrap()).unwrap(), 12);
        let error = shelf.find(folder.path().to_str().unwrap()).unwrap_err();
        assert!(matches!(error, ModelFault::Unreadable { .. }), "{error}");
        let large = folder.path().join("large");
        std::fs::write(&large, vec![b'1'; (1 << 20) + 1]).unwrap();
        let error = shelf.find(large.to_str().unwrap()).unwrap_err();
        assert!(error.to_string().contains("larger than 1 MiB"), "{error}");
        folder.close().unwrap();
        let error = shelf.find(path.to_str().unwrap()).unwrap_err();
        assert!(matches!(error, ModelFault::Unknown { .. }), "{error}");
        assert_eq!(
            shelf.find("").unwrap_err().to_string(),
            "`part.model` has to name a file: no model of this kind is built in"
        );
    }
}
