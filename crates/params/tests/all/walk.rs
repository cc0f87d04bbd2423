//! Every declared parameter can be listed, set and reset, and nothing out of range goes in.

use crate::sample::{Player, player};
use tengen_params::{
    Domain, ParamError, Spec, Value, check_declarations, check_values, get, list, reset, reset_all,
    set,
};

/// The texts just below and just above the range.
fn beyond(spec: &Spec) -> Vec<String> {
    match spec.domain {
        Domain::Single { min, max, .. } => {
            vec![
                format!("{:?}", min.next_down()),
                format!("{:?}", max.next_up()),
            ]
        }
        Domain::Double { min, max, .. } => {
            vec![
                format!("{:?}", min.next_down()),
                format!("{:?}", max.next_up()),
            ]
        }
        Domain::Count { min, max, .. } => {
            vec![
                (i128::from(min) - 1).to_string(),
                (i128::from(max) + 1).to_string(),
            ]
        }
        Domain::Switch { .. } | Domain::Choice { .. } | Domain::Text { .. } => Vec::new(),
    }
}

fn value(player: &Player, name: &str) -> Value {
    get(player, name).unwrap().value
}

#[test]
fn the_sample_is_declared_well() {
    assert_eq!(check_declarations(&player()), Ok(()));
    assert_eq!(check_values(&player()), Ok(()));
}

#[test]
fn all_are_listed_with_their_defaults() {
    let entries = list(&player());
    let names: Vec<&str> = entries.iter().map(|entry| entry.spec.name).collect();
    assert_eq!(
        names,
        [
            "search.policy",
            "search.playouts",
            "search.seed",
            "search.exploration",
            "search.keep_tree",
            "rave.equivalence",
            "rave.bias",
            "net.model"
        ]
    );
    assert!(entries.iter().all(tengen_params::Entry::is_default));
}

#[test]
fn every_parameter_takes_its_default() {
    let mut player = player();
    for entry in list(&player) {
        let text = entry.spec.default_value().to_string();
        set(&mut player, entry.spec.name, &text).unwrap();
        assert_eq!(value(&player, entry.spec.name), entry.spec.default_value());
    }
}

#[test]
fn every_range_is_closed_and_kept() {
    let mut player = player();
    let mut ranges = 0;
    for entry in list(&player) {
        let (spec, name) = (entry.spec, entry.spec.name);
        let Some((min, max)) = spec.range() else {
            continue;
        };
        for bound in [min, max] {
            set(&mut player, name, &bound.to_string()).unwrap();
            assert_eq!(value(&player, name), bound);
        }
        let before = player.clone();
        for text in beyond(spec)
            .iter()
            .map(String::as_str)
            .chain(["9".repeat(400).as_str()])
        {
            let error = set(&mut player, name, text).unwrap_err();
            assert!(matches!(error, ParamError::OutOfRange { .. }), "{error}");
            let message = error.to_string();
            assert!(
                message.contains(&spec.expects()) && message.contains(name),
                "{message}"
            );
        }
        assert_eq!(player, before);
        ranges += 1;
    }
    assert_eq!(ranges, 5);
}

#[test]
fn every_choice_and_both_sides_of_every_switch_can_be_set() {
    let mut player = player();
    for entry in list(&player) {
        for variant in entry.spec.choices() {
            set(&mut player, entry.spec.name, variant.name).unwrap();
            assert_eq!(value(&player, entry.spec.name), Value::Choice(variant.name));
        }
        if let Domain::Switch { .. } = entry.spec.domain {
            for (text, on) in [("true", true), ("off", false), ("yes", true), ("0", false)] {
                set(&mut player, entry.spec.name, text).unwrap();
                assert_eq!(value(&player, entry.spec.name), Value::Switch(on));
            }
        }
    }
}

#[test]
fn reset_restores_one_or_all() {
    let mut changed = player();
    changed.0.playouts = 5;
    changed.1.bias = 0.0;
    changed.2.as_mut().unwrap().model = "large.bin".to_owned();
    reset(&mut changed, "search.playouts").unwrap();
    assert_eq!(changed.0.playouts, 10_000);
    assert_ne!(changed, player());
    reset_all(&mut changed);
    assert_eq!(changed, player());
}

#[test]
fn a_hyphen_stands_for_an_underscore() {
    let mut player = player();
    set(&mut player, "search.keep-tree", "false").unwrap();
    assert!(!player.0.keep_tree);
    set(&mut player, "search.policy", "ucb_rave").unwrap();
    assert_eq!(value(&player, "search.policy").to_string(), "ucb-rave");
}

#[test]
fn spaces_matter_only_in_texts() {
    let mut player = player();
    set(&mut player, " search.playouts ", " 7 ").unwrap();
    set(&mut player, "net.model", " a b ").unwrap();
    assert_eq!(player.0.playouts, 7);
    assert_eq!(value(&player, "net.model"), Value::Text(" a b ".to_owned()));
}

#[test]
fn values_set_by_code_can_be_checked() {
    let mut player = player();
    player.0.exploration = f32::NAN;
    assert_eq!(
        check_values(&player).unwrap_err().to_string(),
        "`search.exploration` takes a number from 0.0 to 10.0, not `NaN`"
    );
}

#[test]
fn front_ends_see_plain_text() {
    let info: Vec<_> = list(&player())
        .iter()
        .map(|entry| entry.spec.info())
        .collect();
    let range = |low: &str, high: &str| Some((low.to_owned(), high.to_owned()));
    let kinds: Vec<&str> = info.iter().map(|info| info.kind).collect();
    assert_eq!(
        kinds,
        [
            "choice", "count", "count", "real", "switch", "real", "real", "text"
        ]
    );
    assert_eq!(info[0].choices[1].name, "ucb-rave");
    assert_eq!(
        info[0].choices[1].doc,
        "Upper confidence bounds and all moves as first."
    );
    assert_eq!(info[0].range, None);
    assert_eq!(info[1].range, range("1", "1000000000"));
    assert_eq!(
        info[1].scale.map(|scale| scale.to_string()),
        Some("log".to_owned())
    );
    assert_eq!(info[1].default, "10000");
    assert_eq!(info[6].range, range("-0.001", "0.001"));
    assert_eq!(info[6].default, "-1e-7");
    assert_eq!(info[6].doc, "The bias of the first-move mean.");
}
