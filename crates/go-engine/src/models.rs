//! Models: what was learned beforehand, built in or from a file.
//!
//! A parameter such as `prior.model` names a model: one of those that come with the program, or else
//! a file. Nothing has to be set up for the built-in ones, which are in the program itself; each is
//! read once, when it is first wanted, and shared. Whatever else is wanted is read when the
//! parameters are given to a session, so that a file that is missing or damaged is known before a
//! game begins.
//!
//! A new kind of model needs a `Shelf`, a field in [`Models`] and a line in `Wanted::by`.

mod shelf;

use std::sync::{Arc, Mutex};

use tengen_go::Size;
use tengen_pattern::local::LocalModel;
use tengen_pattern::model::Model;
use thiserror::Error;

use crate::Parameters;
use crate::network::{LacksBfloat16, NetModel};
use crate::parameters::{Clash, PlayoutPolicy};
use shelf::{Shelf, Source};

/// Files that are larger are no patterns.
const LARGEST: u64 = 1 << 29;

/// The reason why there is no such model, or no such player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelFault {
    /// Parameters that do not go together.
    #[error(transparent)]
    Clash(#[from] Clash),
    /// Parameters that this CPU cannot follow.
    #[error(transparent)]
    Lacks(#[from] LacksBfloat16),
    /// No built-in model, and no file either.
    #[error("`{parameter}`: there is no model {name:?} and no such file; {known}")]
    Unknown {
        /// The parameter that names it.
        parameter: &'static str,
        /// The name that was asked for.
        name: String,
        /// The names there are, in words.
        known: String,
    },
    /// None was named, and none is built in.
    #[error("`{parameter}` has to name a file: no model of this kind is built in")]
    Unnamed {
        /// The parameter that should name it.
        parameter: &'static str,
    },
    /// A file that cannot be read.
    #[error("`{parameter}`: the model {file} cannot be read: {reason}")]
    Unreadable {
        /// The parameter that names it.
        parameter: &'static str,
        /// The path.
        file: String,
        /// The message of the operating system.
        reason: String,
    },
    /// A file that holds something else, is damaged, or is of another version.
    #[error("`{parameter}`: the model {file} cannot be used: {reason}")]
    Wrong {
        /// The parameter that names it.
        parameter: &'static str,
        /// The path, or the name of a built-in one.
        file: String,
        /// The fault.
        reason: String,
    },
}

/// Models of moves, for priors.
static PATTERNS: Shelf<Model> = Shelf {
    parameter: "prior.model",
    built_in: &[
        (
            "patterns",
            Source::File(include_bytes!("../../../models/patterns.tpm")),
        ),
        (
            "patterns-ordinary",
            Source::File(include_bytes!("../../../models/patterns-ordinary.tpm")),
        ),
    ],
    largest: LARGEST,
    read: |bytes| Model::read(bytes).map_err(|error| error.to_string()),
    opened: Mutex::new(Vec::new()),
};

/// Models of moves of playouts.
static LOCAL: Shelf<LocalModel> = Shelf {
    parameter: "gamma.model",
    built_in: &[
        (
            "playout",
            Source::File(include_bytes!("../../../models/playout.tpm")),
        ),
        ("by-hand", Source::Made(LocalModel::by_hand)),
    ],
    largest: LARGEST,
    read: |bytes| {
        // Lines of weights and names do without a frame, so that people can write them; no lines at
        // all are more likely a mistake.
        if bytes.is_empty() {
            return Err("it is empty; it should be lines of a number and a name".to_owned());
        }
        LocalModel::from_bytes(bytes).map_err(|error| error.to_string())
    },
    opened: Mutex::new(Vec::new()),
};

/// The usual network of larger boards: at equal time it is the stronger one there, and the weaker one on small boards.
const WIDE: &str = "net-6x96";
/// The side of the largest board on which the first network is the usual one.
const NARROW: usize = 11;

/// Policy and value networks.
static NETS: Shelf<NetModel> = networks("net.file");

/// The same where values are another network's.
static VALUE_NETS: Shelf<NetModel> = networks("net.value");

const fn networks(parameter: &'static str) -> Shelf<NetModel> {
    Shelf {
        parameter,
        built_in: &[
            (
                "net-6x64",
                Source::File(include_bytes!("../../../models/net-6x64.bin.gz")),
            ),
            (
                WIDE,
                Source::File(include_bytes!("../../../models/net-6x96.bin.gz")),
            ),
        ],
        largest: tengen_net::file::MOST,
        read: NetModel::read,
        opened: Mutex::new(Vec::new()),
    }
}

/// The names of the models that parameters want; empty names are the built-in ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Wanted {
    prior: Option<String>,
    gamma: Option<String>,
    net: Option<String>,
    value: Option<String>,
}

impl Wanted {
    /// A model is wanted if it is used, and tried if it is named.
    fn by(parameters: &Parameters) -> Self {
        let wanted = |used: bool, name: &String| {
            let tried = used || !name.is_empty();
            tried.then(|| name.clone())
        };
        let Parameters {
            prior,
            gamma,
            playout,
            net,
            ..
        } = parameters;
        let blends = net.is_on() && net.patterns > 0.0;
        Self {
            prior: wanted(prior.on || blends, &prior.model),
            net: wanted(net.is_on(), &net.file),
            value: wanted(false, &net.value),
            gamma: wanted(playout.policy == PlayoutPolicy::Gamma, &gamma.model),
        }
    }
}

/// The models of a player.
#[derive(Clone, Debug, Default)]
pub struct Models {
    wanted: Wanted,
    prior: Option<Arc<Model>>,
    gamma: Option<Arc<LocalModel>>,
    net: Option<Arc<NetModel>>,
    /// The usual network of larger boards, where none is named.
    wide: Option<Arc<NetModel>>,
    value_net: Option<Arc<NetModel>>,
}

impl Models {
    /// Those that parameters want.
    ///
    /// # Errors
    /// If one of them is not there, or cannot be used, or the parameters do not go together, or not with this CPU.
    pub fn load(parameters: &Parameters) -> Result<Self, ModelFault> {
        Self::check(parameters)?;
        let wanted = Wanted::by(parameters);
        let prior = wanted.prior.as_deref().map(|name| PATTERNS.find(name));
        let gamma = wanted.gamma.as_deref().map(|name| LOCAL.find(name));
        let net = wanted.net.as_deref().map(|name| NETS.find(name));
        let usual = wanted.net.as_deref() == Some("");
        let wide = usual.then(|| NETS.find(WIDE));
        let value_net = wanted.value.as_deref().map(|name| VALUE_NETS.find(name));
        Ok(Self {
            prior: prior.transpose()?,
            gamma: gamma.transpose()?,
            net: net.transpose()?,
            wide: wide.transpose()?,
            value_net: value_net.transpose()?,
            wanted,
        })
    }

    /// Tests if parameters go together and this CPU can follow them.
    pub(crate) fn check(parameters: &Parameters) -> Result<(), ModelFault> {
        parameters.check()?;
        if parameters.net.is_on() {
            parameters.net.isa()?;
        }
        Ok(())
    }

    /// Tests if they are those that parameters want.
    pub(crate) fn suit(&self, parameters: &Parameters) -> bool {
        self.wanted == Wanted::by(parameters)
    }

    /// The model of moves, if there is one.
    #[must_use]
    pub const fn prior(&self) -> Option<&Arc<Model>> {
        self.prior.as_ref()
    }

    /// The model of moves of playouts, if there is one.
    #[must_use]
    pub const fn gamma(&self) -> Option<&Arc<LocalModel>> {
        self.gamma.as_ref()
    }

    /// The network on boards of a size, if there is one.
    #[must_use]
    pub fn net(&self, size: Size) -> Option<&Arc<NetModel>> {
        let wide = self.wide.as_ref().filter(|_| size.get() > NARROW);
        wide.or(self.net.as_ref())
    }

    /// The networks of all boards.
    pub fn nets(&self) -> impl Iterator<Item = &Arc<NetModel>> {
        self.net.iter().chain(&self.wide)
    }

    /// The network that gives values, if it is another.
    #[must_use]
    pub const fn value_net(&self) -> Option<&Arc<NetModel>> {
        self.value_net.as_ref()
    }

    /// The model of moves that `prior.model` names, whether priors are used or not.
    ///
    /// # Errors
    /// If it is not there, or cannot be used.
    pub fn moves(&self, parameters: &Parameters) -> Result<Arc<Model>, ModelFault> {
        match &self.prior {
            Some(model) => Ok(model.clone()),
            None => PATTERNS.find(&parameters.prior.model),
        }
    }

    /// The model of moves of playouts that `gamma.model` names, whether playouts use it or not.
    ///
    /// # Errors
    /// If it is not there, or cannot be used.
    pub fn local(parameters: &Parameters) -> Result<Arc<LocalModel>, ModelFault> {
        LOCAL.find(&parameters.gamma.model)
    }

    /// The built-in models that foretell moves, patterns and networks: their names, and what their files hold.
    #[must_use]
    pub fn predictors() -> Vec<(&'static str, &'static [u8])> {
        PATTERNS.files().chain(NETS.files()).collect()
    }

    /// The built-in models: the parameter that takes them, and their names.
    #[must_use]
    pub fn built_in() -> Vec<(&'static str, Vec<&'static str>)> {
        vec![
            PATTERNS.names(),
            LOCAL.names(),
            NETS.names(),
            VALUE_NETS.names(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::NetMode;

    #[test]
    fn larger_boards_have_a_wider_network_unless_one_is_named() {
        let mut parameters = Parameters::default();
        parameters.net.mode = NetMode::Review;
        let mut keys = |file: &str| {
            file.clone_into(&mut parameters.net.file);
            let models = Models::load(&parameters).unwrap();
            assert_eq!(models.nets().count(), if file.is_empty() { 2 } else { 1 });
            let sizes = [Size::NINE, Size::NINETEEN];
            sizes.map(|size| models.net(size).unwrap().key())
        };
        let [narrow, wide] = keys("");
        assert_ne!(narrow, wide);
        assert_eq!(keys("net-6x64"), [narrow; 2]);
        assert_eq!(keys(WIDE), [wide; 2]);
    }

    #[test]
    fn every_built_in_model_can_be_read() {
        for (parameter, names) in Models::built_in() {
            for name in names {
                let mut parameters = Parameters::default();
                tengen_params::set(&mut parameters, parameter, name).unwrap();
                assert!(Models::load(&parameters).is_ok(), "{parameter} {name}");
                assert!(!name.contains(['.', '/']), "{name} looks like a file");
            }
        }
    }
}
