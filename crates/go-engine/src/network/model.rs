//! A network that was read from a file, and made ready for boards as they are wanted.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_go::Size;
use tengen_net::{Isa, Model, Network, Unfit};

use super::evaluator::OnNetwork;

/// See the module's head. Threads and games share it.
pub struct NetModel {
    model: Model,
    /// A number that tells its file from others.
    key: u64,
    ready: Mutex<Vec<Ready>>,
}

/// A network that was made of a model.
struct Ready {
    network: Arc<Network>,
    /// Somebody wanted it. The first is made to see that it can be.
    wanted: bool,
}

impl fmt::Debug for NetModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NetModel").field(&self.model.name).finish()
    }
}

impl NetModel {
    /// Reads a network from the bytes of a file, of those kinds that KataGo knows.
    ///
    /// # Errors
    /// With a sentence, if it is none or cannot run here.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let model = tengen_net::file::parse(bytes).map_err(|error| error.to_string())?;
        let mix = |key: u64, &byte: &u8| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let network = Self {
            model,
            key: bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix),
            ready: Mutex::new(Vec::new()),
        };
        // What runs on one board runs on all, and this one is small.
        let runs = network.on(Size::NINE, Isa::best());
        runs.map_err(|unfit| unfit.to_string())?;
        for ready in &mut *network.lock() {
            ready.wanted = false;
        }
        Ok(network)
    }

    /// A number that tells its file from others.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The layers.
    #[must_use]
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// The network on boards of a size, computed with these instructions.
    ///
    /// # Errors
    /// If it cannot run there.
    pub fn on(&self, size: Size, isa: Isa) -> Result<Arc<Network>, Unfit> {
        let mut ready = self.lock();
        let suits = |made: &&mut Ready| (made.network.size(), made.network.isa()) == (size, isa);
        if let Some(found) = ready.iter_mut().find(suits) {
            found.wanted = true;
            return Ok(found.network.clone());
        }
        ready.retain(|made| made.wanted);
        let network = Arc::new(Network::new(&self.model, size, isa)?);
        // A laboratory changes boards now and then; few of them are kept.
        if ready.len() >= KEPT {
            ready.remove(0);
        }
        ready.push(Ready {
            network: network.clone(),
            wanted: true,
        });
        Ok(network)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Ready>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory for one thread to evaluate positions on boards of a size.
    ///
    /// # Errors
    /// If it cannot run there.
    pub fn evaluator(&self, size: Size, isa: Isa) -> Result<OnNetwork, Unfit> {
        Ok(OnNetwork::new(self.on(size, isa)?))
    }
}

/// The number of sizes for which a network is kept ready.
const KEPT: usize = 4;

#[cfg(test)]
mod tests {
    use tengen_net::random::Plan;

    use super::*;

    #[test]
    fn networks_that_nobody_wants_are_not_kept() {
        let mut bytes = Vec::new();
        tengen_net::file::write(&Plan::old(8, 1).model(), &mut bytes).unwrap();
        let sizes = |model: &NetModel| -> Vec<usize> {
            let ready = model.lock();
            ready.iter().map(|made| made.network.size().get()).collect()
        };
        let model = NetModel::read(&bytes).unwrap();
        model.on(Size::MIN, Isa::best()).unwrap();
        assert_eq!(sizes(&model), [Size::MIN.get()]);
        let model = NetModel::read(&bytes).unwrap();
        model.on(Size::NINE, Isa::best()).unwrap();
        model.on(Size::MIN, Isa::best()).unwrap();
        assert_eq!(sizes(&model), [9, Size::MIN.get()]);
    }
}
