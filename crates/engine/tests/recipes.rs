//! Recipes: what is built in, and what users write.

use std::fs;
use std::path::PathBuf;

use tengen_engine::parameters::PlayoutPolicy;
use tengen_engine::{Parameters, Recipe, RecipeError};
use tengen_params::{check_declarations, check_values};
use tengen_search::params::{ChoiceRule, TreePolicy};

#[test]
fn the_declarations_are_sound() {
    assert_eq!(check_declarations(&Parameters::default()), Ok(()));
}

#[test]
fn every_built_in_recipe_reads_and_prints_and_reads_again() {
    let recipes = Recipe::built_in();
    assert_eq!(recipes.len(), Recipe::names().count());
    for (recipe, name) in recipes.iter().zip(Recipe::names()) {
        assert_eq!(recipe.name, name);
        assert!(recipe.parameters.recipe.about.ends_with('.'), "{name}");
        assert_eq!(check_values(&recipe.parameters), Ok(()));
        let again = Recipe::parse(&recipe.to_toml(), "again.toml").unwrap();
        assert_eq!(&again, recipe);
    }
}

#[test]
fn the_papers_presets_are_literal() {
    for (name, threshold) in [("uct", 1), ("uct-threshold", 30)] {
        let Parameters {
            search,
            playout,
            resign,
            knowledge,
            ..
        } = Recipe::find(name).unwrap().parameters;
        assert_eq!(search.tree.policy, TreePolicy::Ucb);
        assert_eq!(search.tree.threshold, threshold);
        assert_eq!(search.ucb.exploration, 1.5);
        assert_eq!(search.choice.rule, ChoiceRule::WinRate);
        assert_eq!(playout.policy, PlayoutPolicy::Uniform);
        assert!(!search.tree.reuse && !search.choice.early_stop && !playout.lgrf);
        assert!(!search.widening.on && !knowledge.on);
        assert_eq!(resign.threshold, 0.0);
    }
    // Whatever else there is, `uct` is made of the declared defaults.
    let mut uct = Recipe::find("uct").unwrap().parameters;
    uct.recipe = Parameters::default().recipe;
    assert_eq!(uct, Parameters::default());
}

#[test]
fn a_file_is_a_recipe_and_faults_have_their_place() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("mine.toml");
    fs::write(&path, "[tree]\nthreshold = 7\n").unwrap();
    let recipe = Recipe::find(path.to_str().unwrap()).unwrap();
    assert_eq!(
        (
            recipe.name.as_str(),
            recipe.parameters.search.tree.threshold
        ),
        ("mine", 7)
    );
    fs::write(&path, "[tree]\nthreshhold = 7\n").unwrap();
    let error = Recipe::find(path.to_str().unwrap()).unwrap_err();
    assert!(error.to_string().contains(":2:1"), "{error}");
    assert!(error.to_string().contains("tree.threshold"), "{error}");
}

#[test]
fn what_is_no_recipe_is_told_the_names() {
    let error = Recipe::find("utc").unwrap_err();
    assert!(matches!(error, RecipeError::Unknown { .. }));
    assert!(error.to_string().contains("uct"), "{error}");
}
