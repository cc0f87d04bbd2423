//! The built-in recipes, which are in `recipes/`.

/// The recipes that come with the project: the file's stem and its text.
pub(crate) const RECIPES: &[(&str, &str)] = &[
    ("default", include_str!("../recipes/default.toml")),
    ("network", include_str!("../recipes/network.toml")),
    ("material", include_str!("../recipes/material.toml")),
    ("beginner", include_str!("../recipes/beginner.toml")),
    ("shogi-uct", include_str!("../recipes/shogi-uct.toml")),
];
