//! Recipes: what is built in, and what users write.

use std::fs;
use std::path::PathBuf;

use tengen_go_engine::level::Rank;
use tengen_go_engine::parameters::PlayoutPolicy;
use tengen_go_engine::{Parameters, Recipe, RecipeError};
use tengen_params::{check_declarations, check_values};
use tengen_playout::tabu::{TabuEntries, TabuParams, TabuRedraw, TabuSchedule, TabuUpdate};
use tengen_search::params::{ChoiceRule, DynamicKomiParams, KomiKind, KomiSchedule, TreePolicy};

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
fn the_beginner_is_the_default_at_the_lowest_level() {
    let default = Recipe::find("default").unwrap().parameters;
    let mut beginner = Recipe::find("beginner").unwrap().parameters;
    assert_eq!(beginner.level.rank, Rank::Kyu20);
    beginner.recipe = default.recipe.clone();
    beginner.level = default.level.clone();
    assert_eq!(beginner, default);
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
fn the_recipes_of_tabu_lists_differ_in_their_lists_alone() {
    // The paper on tabu lists has the same search, with 8,000 playouts.
    let same = [("gnugo-uct", "uct"), ("gtabu0", "uct-threshold")];
    for (name, other) in same {
        let mut paper = Recipe::find(name).unwrap().parameters;
        assert_eq!(paper.budget.playouts, 8000);
        let other = Recipe::find(other).unwrap().parameters;
        (paper.recipe, paper.budget) = (other.recipe.clone(), other.budget.clone());
        assert_eq!(paper, other, "{name}");
    }
    for base in ["gtabu0", "tabu0-strong"] {
        let (stem, tail) = base.split_at(base.find('0').unwrap());
        let tail = &tail[1..];
        for (kind, entries, update) in [
            ("", TabuEntries::Moves, TabuUpdate::Sequential),
            ("-hash", TabuEntries::Positions, TabuUpdate::Sequential),
            ("-hash-win", TabuEntries::Positions, TabuUpdate::Lost),
        ] {
            let mut lists = Recipe::find(&format!("{stem}18{kind}{tail}")).unwrap();
            let expected = TabuParams {
                size: 18,
                depth: 5,
                entries,
                update,
                schedule: TabuSchedule::Paper,
                redraw: TabuRedraw::Paper,
                ..TabuParams::default()
            };
            assert_eq!(lists.parameters.tabu, expected);
            let without = Recipe::find(base).unwrap().parameters;
            lists.parameters.tabu = TabuParams::default();
            lists.parameters.recipe = without.recipe.clone();
            assert_eq!(lists.parameters, without, "{base} {kind}");
        }
    }
}

#[test]
fn the_recipes_of_dynamic_komi_are_the_default_player_otherwise() {
    let plain = DynamicKomiParams::default();
    let of = |kind| DynamicKomiParams {
        kind,
        ..plain.clone()
    };
    let score = DynamicKomiParams {
        schedule: KomiSchedule::Constant,
        rate: 0.5,
        ..of(KomiKind::Score)
    };
    for (name, expected) in [
        ("dakv-linear", of(KomiKind::Linear)),
        ("dakv-score", score),
        ("dakv-value", of(KomiKind::Value)),
    ] {
        let mut dakv = Recipe::find(name).unwrap().parameters;
        assert_eq!(dakv.search.dynamic_komi, expected, "{name}");
        let base = Recipe::find("playouts").unwrap().parameters;
        dakv.search.dynamic_komi = plain.clone();
        dakv.recipe = base.recipe.clone();
        assert_eq!(dakv, base, "{name}");
    }
}

#[test]
fn the_default_player_has_the_network_and_the_playouts_of_others() {
    let mut default = Recipe::find("default").unwrap().parameters;
    let net = Recipe::find("net").unwrap().parameters;
    assert!(default.net.is_on() && default.net.file.is_empty());
    assert_eq!(
        default.playout,
        Recipe::find("playouts").unwrap().parameters.playout
    );
    default.recipe = net.recipe.clone();
    assert_eq!(default, net);
}

#[test]
fn the_recipes_of_difference_games_differ_in_little_else() {
    let mut paper = Recipe::find("difference").unwrap().parameters;
    let plain = Recipe::find("plain-uniform").unwrap().parameters;
    assert!(paper.difference.on && !plain.difference.on);
    assert_eq!(plain.budget.playouts, 10_000);
    assert_eq!(plain.search.tree.policy, TreePolicy::Ucb);
    assert_eq!(plain.playout.policy, PlayoutPolicy::Uniform);
    paper.recipe = plain.recipe.clone();
    paper.difference.on = false;
    assert_eq!(paper, plain);
    let mut ours = Recipe::find("difference-default").unwrap().parameters;
    let base = Recipe::find("playouts").unwrap().parameters;
    assert!(ours.difference.on && !ours.search.tree.reuse);
    assert_eq!(ours.resign.threshold, 0.0);
    ours.recipe = base.recipe.clone();
    ours.resign = base.resign.clone();
    ours.search.tree.reuse = true;
    ours.difference.on = false;
    assert_eq!(ours, base);
    for recipe in Recipe::built_in() {
        assert_eq!(recipe.parameters.check(), Ok(()), "{}", recipe.name);
    }
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
