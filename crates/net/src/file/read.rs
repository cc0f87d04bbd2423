//! A whole file: the header, the trunk and the heads.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::parts::Parts;
use super::words::Words;
use super::{BLOCKS, Fault, FileError, NEWEST, OLDEST};
use crate::features::{GLOBALS, PLANES};
use crate::model::check::CHANNELS;
use crate::model::{Model, Multipliers};

/// Reads a network from a file.
///
/// # Errors
/// With a sentence that names the file, and the layer where something is wrong.
pub fn read(path: &Path) -> Result<Model, FileError> {
    let model = File::open(path).map_err(unopened).and_then(parse);
    model.map_err(|error| error.of(path))
}

fn unopened(error: io::Error) -> FileError {
    match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing,
        _ => FileError::Read(error),
    }
}

/// Reads a network from the bytes of a file: binary or text, packed by gzip or not.
///
/// # Errors
/// With a sentence that names the layer where something is wrong.
pub fn parse(bytes: impl Read) -> Result<Model, FileError> {
    let mut words = Words::new(bytes)?;
    if words.is_over()? {
        return Err(FileError::Empty);
    }
    let (name, version) = begin(&mut words)?;
    let mut parts = Parts::new(words, version);
    let words = &mut parts.words;
    words.within("the number of planes", PLANES, PLANES)?;
    words.within("the number of global inputs", GLOBALS, GLOBALS)?;
    let multipliers = multipliers(words, version)?;
    if version >= 15 {
        options(words)?;
    }
    let trunk = words.name("the name of the trunk")?;
    let (blocks, channels) = dimensions(words, version)?;
    let stem = parts.conv()?;
    if stem.outputs != channels {
        return Err(parts.words.fault(Fault::Range {
            what: "the number of channels written",
            found: stem.outputs.to_string(),
            expected: format!("{channels}, as the trunk has"),
        }));
    }
    let globals = parts.matrix()?;
    let model = Model {
        name,
        version,
        multipliers,
        stem,
        globals,
        blocks: {
            parts.words.back_to(&trunk);
            parts.blocks(blocks, 0)?
        },
        trunk,
        tip: parts.norm()?,
        policy: parts.policy_head()?,
        value: parts.value_head()?,
    };
    parts.words.end()?;
    model.check()?;
    Ok(model)
}

/// The name and the version. Whatever is no network is found out here.
fn begin<R: Read>(words: &mut Words<R>) -> Result<(String, u32), FileError> {
    let name = words.name("the name of a network").map_err(foreign)?;
    let version = words.whole("the version").map_err(foreign)?;
    match u32::try_from(version) {
        Ok(small) if (OLDEST..=NEWEST).contains(&small) => Ok((name, small)),
        Ok(small) if small < OLDEST => Err(FileError::Old(version)),
        _ => Err(FileError::New(version)),
    }
}

fn foreign(error: FileError) -> FileError {
    match error {
        FileError::Layer { fault, .. } => FileError::Foreign(fault.to_string()),
        FileError::Short { last } if last.is_empty() => FileError::Empty,
        FileError::Short { .. } => {
            FileError::Foreign("it ends where the version should stand".to_owned())
        }
        other => other,
    }
}

/// The factors of scores, which are in the file from version 13 on.
fn multipliers<R: Read>(words: &mut Words<R>, version: u32) -> Result<Multipliers, FileError> {
    if version < 13 {
        return Ok(Multipliers::default());
    }
    words.positive("the multiplier of scores in the near future")?;
    let multipliers = Multipliers {
        score_mean: words.positive("the multiplier of the score")?,
        score_deviation: words.positive("the multiplier of the score's deviation")?,
        lead: words.positive("the multiplier of the lead")?,
    };
    words.positive("the multiplier of the time")?;
    words.positive("the multiplier of the value's error")?;
    words.positive("the multiplier of the score's error")?;
    Ok(multipliers)
}

/// What networks may want besides, from version 15 on.
fn options<R: Read>(words: &mut Words<R>) -> Result<(), FileError> {
    if words.whole("the version of the encoder of metadata")? != 0 {
        return Err(FileError::Unsupported(
            "it imitates people of a given rank and has an encoder of such data, which cannot be \
             evaluated here; networks without can"
                .to_owned(),
        ));
    }
    words.within("the option on pass-alive areas", 0, 0)?;
    for _ in 0..6 {
        words.within("an option of the network", 0, 0)?;
    }
    Ok(())
}

/// The blocks and channels of the trunk. What else stands there, each block says again.
fn dimensions<R: Read>(words: &mut Words<R>, version: u32) -> Result<(usize, usize), FileError> {
    let blocks = words.within("the number of blocks", 1, BLOCKS)?;
    let channels = words.within("the number of channels", 1, CHANNELS)?;
    for what in [
        "the number of channels inside blocks",
        "the number of regular channels",
        "the number of dilated channels",
        "the number of pooled channels",
    ] {
        words.within(what, 0, CHANNELS)?;
    }
    if version >= 15 {
        if words.whole("the kind of the last norm")? != 0 {
            return Err(FileError::Unsupported(
                "its trunk ends in another norm than a batch norm, which cannot be evaluated here"
                    .to_owned(),
            ));
        }
        for _ in 0..5 {
            words.within("an option of the trunk", 0, 0)?;
        }
    }
    Ok((blocks, channels))
}
