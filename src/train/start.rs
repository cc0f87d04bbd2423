//! The network that a training begins with, or goes on with.

use std::path::{Path, PathBuf};

use tengen_net::train::{Settings, Shape, Trainer, widen};
use tengen_net::{Isa, Model};
use tengen_pattern::file::remove;

use super::course::failure;
use crate::failure::Failure;

/// The usual shape, and the paper's sixteen layers: seven blocks of two convolutions, the first layer and the last.
const USUAL: (u16, u16) = (6, 64);
const PAPER: (u16, u16) = (7, 192);

/// Which network is trained.
#[derive(clap::Args)]
#[group(skip)]
pub(crate) struct Start {
    /// The number of residual blocks [default: 6].
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=40))]
    blocks: Option<u16>,
    /// The number of channels, a multiple of 16 [default: 64].
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(16..=512))]
    channels: Option<u16>,
    /// Begin with the weights of this network instead of random ones; it has its own blocks, and its own channels unless
    /// --channels asks for more: then it says the same at first.
    #[arg(long, value_name = "FILE", conflicts_with = "blocks")]
    from: Option<PathBuf>,
    /// Take the numbers of the paper (Cygo) wherever none is given.
    #[arg(long)]
    pub(crate) paper: bool,
    /// Begin anew even if the checkpoint is there.
    #[arg(long)]
    fresh: bool,
}

/// Where a training is kept and how it runs.
pub(crate) struct Place<'a> {
    pub(crate) out: &'a Path,
    pub(crate) checkpoint: &'a Path,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
}

impl Start {
    /// The numbers of blocks and channels.
    pub(crate) fn shape(&self) -> (u16, u16) {
        let (blocks, channels) = if self.paper { PAPER } else { USUAL };
        (
            self.blocks.unwrap_or(blocks),
            self.channels.unwrap_or(channels),
        )
    }

    /// The trainer, where it was when it was stopped.
    ///
    /// # Errors
    /// If the checkpoint or the network cannot be read or trained.
    pub(crate) fn trainer(
        &self,
        settings: Settings,
        place: &Place<'_>,
    ) -> Result<Trainer, Failure> {
        if self.fresh {
            remove(place.checkpoint)?;
        }
        if let Some(trainer) = resumed(settings, place)? {
            return Ok(trainer);
        }
        let (blocks, channels) = self.shape();
        if channels % 16 != 0 {
            let sentence = format!("--channels is a multiple of 16, not {channels}");
            return Err(Failure::Usage(sentence));
        }
        let model = match &self.from {
            Some(path) => self.widened(read(path)?, place.seed)?,
            None => {
                Shape::new(usize::from(blocks), usize::from(channels)).fresh("tengen", place.seed)
            }
        };
        begun(model, settings, place)
    }

    /// The network with as many channels as are asked for.
    fn widened(&self, model: Model, seed: u64) -> Result<Model, Failure> {
        match self.channels.map(usize::from) {
            None => Ok(model),
            Some(channels) if channels == model.stem.outputs => Ok(model),
            Some(channels) => widen::widened(&model, channels, seed)
                .map_err(|error| Failure::Failed(format!("--channels: {error}"))),
        }
    }
}

/// Reads a network.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read(path: &Path) -> Result<Model, Failure> {
    tengen_net::file::read(path).map_err(|error| Failure::Failed(error.to_string()))
}

/// The trainer of a checkpoint, if there is one.
///
/// # Errors
/// If it is there and cannot be read.
pub(crate) fn resumed(settings: Settings, place: &Place<'_>) -> Result<Option<Trainer>, Failure> {
    let trainer = Trainer::resume(place.checkpoint, Isa::best(), place.threads);
    let mut trainer = trainer.map_err(failure)?;
    if let Some(trainer) = &mut trainer {
        trainer.set_settings(settings);
    }
    Ok(trainer)
}

/// A trainer that begins with a network, which gets the name of its file.
///
/// # Errors
/// If it has layers that are not trained here.
pub(crate) fn begun(
    mut model: Model,
    settings: Settings,
    place: &Place<'_>,
) -> Result<Trainer, Failure> {
    model.name = name(place.out);
    Trainer::new(model, settings, Isa::best(), place.threads).map_err(failure)
}

/// The name of a network: that of its file, as far as KataGo takes it.
fn name(out: &Path) -> String {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let name = name.split('.').next().unwrap_or_default();
    let plain = |c: char| match c.is_ascii_alphanumeric() || c == '-' || c == '_' {
        true => c,
        false => '-',
    };
    match name {
        "" => "tengen".to_owned(),
        name => name.chars().take(64).map(plain).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_named_as_katago_takes_it() {
        let named = |path: &str| name(Path::new(path));
        assert_eq!(named("models/tengen-b6c64.bin.gz"), "tengen-b6c64");
        assert_eq!(named("my net é.bin.gz"), "my-net--");
        assert_eq!(named(".bin.gz"), "tengen");
    }
}
