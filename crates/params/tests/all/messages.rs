//! Error messages as users read them, word for word.

use crate::sample::player;
use tengen_params::{reset, set};

fn message(name: &str, text: &str) -> String {
    let mut changed = player();
    let error = set(&mut changed, name, text).unwrap_err();
    assert_eq!(changed, player());
    error.to_string()
}

#[test]
fn unknown_names() {
    for (name, expected) in [
        (
            "rave.equivalense",
            "there is no parameter `rave.equivalense`; did you mean `rave.equivalence`?",
        ),
        (
            "exploration",
            "there is no parameter `exploration`; did you mean `search.exploration`?",
        ),
        (
            "temperature",
            "there is no parameter `temperature`, and none with a name like it",
        ),
        ("", "there is no parameter ``, and none with a name like it"),
        (
            "a\nb",
            "there is no parameter `a\\nb`, and none with a name like it",
        ),
    ] {
        assert_eq!(message(name, "1"), expected);
        assert_eq!(
            reset(&mut player(), name).unwrap_err().to_string(),
            expected
        );
    }
}

#[test]
fn values_out_of_range() {
    for (name, text, expected) in [
        (
            "search.playouts",
            "0",
            "`search.playouts` takes a whole number from 1 to 1000000000, not `0`",
        ),
        (
            "search.playouts",
            "-5",
            "`search.playouts` takes a whole number from 1 to 1000000000, not `-5`",
        ),
        (
            "rave.equivalence",
            "0.5",
            "`rave.equivalence` takes a number from 1.0 to 1000000.0, not `0.5`",
        ),
        (
            "rave.bias",
            "nan",
            "`rave.bias` takes a number from -0.001 to 0.001, not `nan`",
        ),
        (
            "search.exploration",
            "inf",
            "`search.exploration` takes a number from 0.0 to 10.0, not `inf`",
        ),
        (
            "search.exploration",
            "1e99",
            "`search.exploration` takes a number from 0.0 to 10.0, not `1e99`",
        ),
    ] {
        assert_eq!(message(name, text), expected);
    }
}

#[test]
fn values_of_another_type() {
    for (name, text, expected) in [
        (
            "search.playouts",
            "many",
            "`search.playouts` takes a whole number from 1 to 1000000000, not `many`",
        ),
        (
            "search.playouts",
            "1.5",
            "`search.playouts` takes a whole number from 1 to 1000000000, not `1.5`",
        ),
        (
            "search.exploration",
            "",
            "`search.exploration` takes a number from 0.0 to 10.0, not ``",
        ),
        (
            "search.keep_tree",
            "perhaps",
            "`search.keep_tree` takes true or false, not `perhaps`",
        ),
    ] {
        assert_eq!(message(name, text), expected);
    }
}

#[test]
fn unknown_choices() {
    assert_eq!(
        message("search.policy", "uct"),
        "`search.policy` takes one of `ucb`, `ucb-rave` and `puct`, not `uct`; \
         did you mean `puct` or `ucb`?"
    );
    assert_eq!(
        message("search.policy", "alphabeta"),
        "`search.policy` takes one of `ucb`, `ucb-rave` and `puct`, not `alphabeta`"
    );
}

#[test]
fn long_input_makes_no_long_message() {
    let long = "x".repeat(1_000_000);
    assert!(message("search.playouts", &long).len() < 200);
    assert!(message(&long, "1").len() < 200);
}
