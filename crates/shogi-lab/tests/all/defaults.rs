//! The hash of an experiment leaves out parameters at their defaults, so a default that changes would
//! make another player of the same hash. This test holds every default against the list of them: a new
//! parameter is added to the list, and where a default changes, so does `VERSION` in the laboratory's
//! `experiment/mod.rs`, together with its line in the list.

use std::collections::BTreeMap;

use tengen_params::list;
use tengen_shogi_engine::Parameters;

const LIST: &str = include_str!("../defaults.txt");

#[test]
fn no_default_changes_unnoticed() {
    let declared: BTreeMap<String, String> = list(&Parameters::default())
        .into_iter()
        .map(|entry| {
            let value = entry.spec.default_value().to_string();
            (entry.spec.name.to_owned(), value)
        })
        .collect();
    let listed: BTreeMap<String, String> = LIST
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let lines: String = declared
        .iter()
        .map(|(name, value)| format!("{name} = {value}\n"))
        .collect();
    assert_eq!(
        listed, declared,
        "a new parameter belongs into defaults.txt; a changed default needs another VERSION in \
         the laboratory's experiment/mod.rs as well. The whole list would be:\n{lines}"
    );
}
