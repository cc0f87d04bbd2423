//! The models of players of ours.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use tengen_go_engine::network::NetModel;
use tengen_go_engine::{Models, Parameters};
use tengen_lab::hash;
use tengen_lab::player::identity::sha256;
use tengen_lab::run::ModelFile;

/// The models that a player uses, with their hashes: a file may change under its name, and so may a
/// built-in one from version to version.
pub(crate) fn files(parameters: &Parameters, models: &Models) -> BTreeMap<String, ModelFile> {
    let networks = |models: Vec<&Arc<NetModel>>| {
        let keys = models.iter().flat_map(|model| model.key().to_le_bytes());
        (!models.is_empty()).then(|| keys.collect())
    };
    let made = [
        (
            "net.file",
            &parameters.net.file,
            networks(models.nets().collect()),
        ),
        (
            "net.value",
            &parameters.net.value,
            networks(models.value_net().into_iter().collect()),
        ),
        (
            "prior.model",
            &parameters.prior.model,
            models.prior().map(|model| model.write()),
        ),
        (
            "gamma.model",
            &parameters.gamma.model,
            models.gamma().map(|model| model.to_bytes()),
        ),
    ];
    let mut files = BTreeMap::new();
    for (parameter, name, bytes) in made {
        let Some(bytes) = bytes else { continue };
        let known = Models::built_in();
        let is_built_in = name.is_empty()
            || known
                .iter()
                .any(|(of, names)| *of == parameter && names.contains(&name.as_str()));
        let file = sha256(Path::new(name)).filter(|_| !is_built_in);
        let model = ModelFile {
            name: name.clone(),
            sha256: file.unwrap_or_else(|| hash::hex(&bytes)),
        };
        files.insert(parameter.to_owned(), model);
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_known_by_their_hashes() {
        let mut parameters = Parameters::default();
        parameters.prior.on = true;
        let of = |parameters: &Parameters| {
            let models = Models::load(parameters).unwrap();
            files(parameters, &models)["prior.model"].clone()
        };
        let named = |name: &str| {
            let mut parameters = parameters.clone();
            parameters.prior.model = name.to_owned();
            of(&parameters)
        };
        let built_in = named("patterns");
        assert_eq!(built_in.name, "patterns");
        assert_eq!(named("patterns"), built_in);
        assert_ne!(named("patterns-ordinary").sha256, built_in.sha256);
        // No name stands for the first.
        assert_eq!(named("").sha256, built_in.sha256);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/patterns.tpm");
        let file = named(path.to_str().unwrap());
        assert_eq!(Some(file.sha256), sha256(&path));
        parameters.prior.on = false;
        let models = Models::load(&parameters).unwrap();
        assert_eq!(files(&parameters, &models), BTreeMap::new());
    }
}
