//! The network that judges.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tengen_go::Size;
use tengen_net::{Isa, Model, Network};
use tengen_pattern::corpus::Source;

use crate::failure::Failure;
use crate::learn::data::unread;

/// A network that judges positions.
pub(crate) struct Teacher {
    /// Its name, and of which file it is.
    pub(crate) name: String,
    pub(crate) model: Model,
}

impl Teacher {
    /// Reads it from its file.
    ///
    /// # Errors
    /// If that cannot be read or is no network.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let model =
            tengen_net::file::read(path).map_err(|error| Failure::Failed(error.to_string()))?;
        let file = Source {
            path: PathBuf::from(path),
            bytes: 0,
        };
        let hash = file.sha256().map_err(unread)?;
        let name = format!("{} (SHA-256 {}…)", model.name, &hash[..16]);
        Ok(Self { name, model })
    }

    /// Makes it ready for boards of a size.
    ///
    /// # Errors
    /// If it cannot play on them.
    pub(crate) fn network(&self, size: Size) -> Result<Arc<Network>, Failure> {
        Network::new(&self.model, size, Isa::best())
            .map(Arc::new)
            .map_err(|unfit| Failure::Failed(format!("{}: {unfit}", self.name)))
    }
}
