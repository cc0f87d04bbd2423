//! Recipes: players as data.
//!
//! A recipe is a TOML file of parameters with a name. Those that come with the project are part of a
//! game's kit; a user's own are read in the same way. Whatever a recipe leaves out has the declared
//! default, which is the plain search of the papers.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use tengen_params::toml;
use thiserror::Error;

use crate::{Groups, Kit};

/// A player as data.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe<K: Kit> {
    /// Its name, by its own words or else by its file.
    pub name: String,
    /// Its parameters; what it does not set is default.
    pub parameters: K::Parameters,
}

/// The reason why there is no such recipe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecipeError {
    /// No built-in recipe, and no file either.
    #[error("there is no recipe {name:?} and no such file; the built-in ones are {known}")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A file that cannot be read.
    #[error("the recipe {file} cannot be read: {reason}")]
    Unreadable {
        /// The path.
        file: String,
        /// The message of the operating system.
        reason: String,
    },
    /// A file that says something wrong, a line for each fault.
    #[error("{0}")]
    Wrong(String),
}

impl<K: Kit> Recipe<K> {
    /// The names of the built-in recipes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        K::RECIPES.iter().map(|&(name, _)| name)
    }

    /// All built-in recipes.
    #[must_use]
    pub fn built_in() -> Vec<Self> {
        Self::names()
            .filter_map(|name| Self::find(name).ok())
            .collect()
    }

    /// The built-in recipe of this name, or else the recipe in the file of this path.
    ///
    /// # Errors
    /// If there is neither, or the file is wrong.
    pub fn find(name: &str) -> Result<Self, RecipeError> {
        if let Some(&(stem, text)) = K::RECIPES.iter().find(|(stem, _)| *stem == name) {
            return Self::parse(text, stem);
        }
        let path = Path::new(name);
        if path.is_file() {
            return Self::read(path);
        }
        Err(RecipeError::Unknown {
            name: name.to_owned(),
            known: Self::names().collect::<Vec<_>>().join(", "),
        })
    }

    /// Reads a recipe from a file.
    ///
    /// # Errors
    /// If the file cannot be read or is wrong.
    pub fn read(path: &Path) -> Result<Self, RecipeError> {
        let file = path.display().to_string();
        let unreadable = |reason: String| RecipeError::Unreadable {
            file: file.clone(),
            reason,
        };
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(toml::LONGEST as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| unreadable(error.to_string()))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| unreadable("it is not text in UTF-8, as TOML has to be".to_owned()))?;
        Self::parse(&text, &file)
    }

    /// Reads a recipe from its text; `file` is the name of the file in faults.
    ///
    /// # Errors
    /// If the text is wrong: a line for each fault.
    pub fn parse(text: &str, file: &str) -> Result<Self, RecipeError> {
        let mut parameters = K::Parameters::default();
        toml::read(&mut parameters, text, file).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            RecipeError::Wrong(lines.join("\n"))
        })?;
        let stem = Path::new(file).file_stem().unwrap_or_default();
        if parameters.recipe().name == K::Parameters::default().recipe().name {
            parameters.recipe_mut().name = stem.to_string_lossy().into_owned();
        }
        Ok(Self {
            name: parameters.recipe().name.clone(),
            parameters,
        })
    }

    /// The recipe as TOML with every parameter, that [`Recipe::parse`] reads back.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::write(&self.parameters)
    }
}
