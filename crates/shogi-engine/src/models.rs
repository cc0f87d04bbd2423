//! The network of a player, loaded once.

use std::fs::File;
use std::io::Read;
use std::sync::{Arc, OnceLock};

use tengen_alphabeta::eval::{Network, NetworkError};
use thiserror::Error;

use crate::Parameters;

/// The network that comes with the program.
const BUILT_IN: &[u8] = include_bytes!("../../../models/shogi.nnue");
/// More bytes than any network has.
const LARGEST: u64 = 64 << 20;

/// The reason why a network cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelFault {
    /// The file cannot be read.
    #[error("the network {file} (eval.network) cannot be read: {reason}")]
    Unreadable {
        /// The path.
        file: String,
        /// The message of the operating system.
        reason: String,
    },
    /// The file is no network.
    #[error("the network {file} (eval.network) cannot be used: {reason}")]
    Unusable {
        /// The path, or what it is.
        file: String,
        /// What is wrong with it.
        reason: NetworkError,
    },
}

/// See the module's head.
#[derive(Clone, Debug, Default)]
pub struct Models {
    network: Option<Arc<Network>>,
    /// The file that it came from; empty for the built-in one.
    file: String,
}

impl Models {
    /// The network; none where none is wanted.
    #[must_use]
    pub const fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// Loads what these parameters want.
    ///
    /// # Errors
    /// If the file of the network cannot be read, or is none.
    pub fn load(parameters: &Parameters) -> Result<Self, ModelFault> {
        if !parameters.wants_network() {
            return Ok(Self::default());
        }
        let file = parameters.eval.network.clone();
        let network = match file.as_str() {
            "" => built_in()?,
            file => read(file)?,
        };
        Ok(Self {
            network: Some(network),
            file,
        })
    }

    /// Tests if these are the models that parameters want.
    #[must_use]
    pub fn suit(&self, parameters: &Parameters) -> bool {
        match (&self.network, parameters.wants_network()) {
            (Some(_), true) => self.file == parameters.eval.network,
            (None, wanted) => !wanted,
            // A network that is not wanted now may be wanted again.
            (Some(_), false) => true,
        }
    }
}

fn built_in() -> Result<Arc<Network>, ModelFault> {
    static NETWORK: OnceLock<Result<Arc<Network>, NetworkError>> = OnceLock::new();
    let network = NETWORK.get_or_init(|| Network::read(BUILT_IN).map(Arc::new));
    network.clone().map_err(|reason| ModelFault::Unusable {
        file: "of this program".to_owned(),
        reason,
    })
}

fn read(file: &str) -> Result<Arc<Network>, ModelFault> {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|open| open.take(LARGEST).read_to_end(&mut bytes));
    read.map_err(|error| ModelFault::Unreadable {
        file: file.to_owned(),
        reason: error.to_string(),
    })?;
    let network = Network::read(&bytes).map_err(|reason| ModelFault::Unusable {
        file: file.to_owned(),
        reason,
    })?;
    Ok(Arc::new(network))
}
