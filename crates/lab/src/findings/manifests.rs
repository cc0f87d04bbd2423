//! Conditions under which results were made: whether by the same programs, on the same machines.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::units::Sorted;

/// Manifests are not looked into deeper than this.
const DEEPEST: usize = 8;
/// So many values of something are named.
const NAMED: usize = 4;

/// A sentence for everything that matters and differs among the manifests of results.
pub(super) fn differences(sorted: &Sorted<'_>, manifests: &[(String, Value)]) -> Vec<String> {
    let mut uses: BTreeMap<&str, u64> = BTreeMap::new();
    for done in sorted.results() {
        *uses.entry(&done.manifest).or_default() += 1;
    }
    // Place in the manifest → value → results.
    let mut seen: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for (key, manifest) in manifests {
        if let Some(&uses) = uses.get(key.as_str()) {
            let mut leaves = Vec::new();
            collect(manifest, String::new(), 0, &mut leaves);
            for (place, value) in leaves {
                *seen.entry(place).or_default().entry(value).or_default() += uses;
            }
        }
    }
    seen.into_iter()
        .filter(|(place, values)| values.len() > 1 && matters(place))
        .map(|(place, values)| sentence(&place, &values))
        .collect()
}

/// The manifests of results, in the order of their keys.
fn used<'a>(
    sorted: &Sorted<'_>,
    manifests: &'a [(String, Value)],
) -> impl Iterator<Item = &'a Value> {
    let keys: BTreeSet<String> = sorted.results().map(|d| d.manifest.clone()).collect();
    let used = manifests.iter().filter(move |(key, _)| keys.contains(key));
    used.map(|(_, manifest)| manifest)
}

/// Adds what is not there yet.
fn note(list: &mut Vec<String>, text: String) {
    if !text.is_empty() && !list.contains(&text) {
        list.push(text);
    }
}

/// The words that are not empty, in a row.
fn joined(words: &[&str]) -> String {
    let words: Vec<&str> = words.iter().copied().filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

/// The programs that played under a player's name: name, version, and the beginning of the
/// binary's hash.
pub(super) fn versions(
    player: &str,
    sorted: &Sorted<'_>,
    manifests: &[(String, Value)],
) -> Vec<String> {
    let mut versions = Vec::new();
    for manifest in used(sorted, manifests) {
        let text = |value: &'_ Value, field: &str| value[field].as_str().unwrap_or("").to_owned();
        let make = &manifest["players"][player];
        let (name, version, binary) = if make["outside"].is_object() {
            let outside = &make["outside"];
            (
                text(outside, "name"),
                text(outside, "version"),
                text(outside, "binary"),
            )
        } else if make["own"].is_object() {
            let version = text(&manifest["tengen"], "version");
            ("tengen".to_owned(), version, text(manifest, "binary"))
        } else {
            continue;
        };
        let binary = match brief(&binary) {
            "" => String::new(),
            hash => format!("({hash})"),
        };
        note(&mut versions, joined(&[&name, &version, &binary]));
    }
    versions
}

/// The machines that results come from, each with its processor.
pub(super) fn machines(sorted: &Sorted<'_>, manifests: &[(String, Value)]) -> Vec<String> {
    let mut machines = Vec::new();
    for manifest in used(sorted, manifests) {
        let host = manifest["host"].as_str().unwrap_or("");
        let processor = match manifest["processor"].as_str() {
            Some(processor) if !processor.is_empty() => format!("({processor})"),
            _ => String::new(),
        };
        note(&mut machines, joined(&[host, &processor]));
    }
    machines
}

/// All values in a manifest, with the names that lead to them.
fn collect(value: &Value, place: String, depth: usize, leaves: &mut Vec<(String, String)>) {
    let below = |name: &str| match place.as_str() {
        "" => name.to_owned(),
        place => format!("{place}.{name}"),
    };
    match value {
        Value::Object(fields) if depth < DEEPEST => {
            for (name, value) in fields {
                collect(value, below(name), depth + 1, leaves);
            }
        }
        Value::Array(items) if depth < DEEPEST => {
            for (at, value) in items.iter().enumerate() {
                collect(value, below(&at.to_string()), depth + 1, leaves);
            }
        }
        Value::String(text) => leaves.push((place, text.clone())),
        value => leaves.push((place, value.to_string())),
    }
}

/// Tests if a difference there makes results less comparable.
fn matters(place: &str) -> bool {
    let words = ["commit", "host", "binary", "sha256", "version", "processor"];
    words.contains(&last(place))
}

/// The last of the names that lead to a place.
fn last(place: &str) -> &str {
    place.rsplit('.').next().unwrap_or(place)
}

/// A value that people can read: of a long hash its beginning.
fn brief(value: &str) -> &str {
    let is_hash = value.len() >= 40 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { &value[..12] } else { value }
}

fn sentence(place: &str, values: &BTreeMap<String, u64>) -> String {
    let mut named: Vec<String> = values
        .iter()
        .take(NAMED)
        .map(|(value, uses)| format!("{} ({uses})", brief(value)))
        .collect();
    if values.len() > NAMED {
        named.push(format!("{} more", values.len() - NAMED));
    }
    let (n, named) = (values.len(), named.join(", "));
    match last(place) {
        "commit" => format!("The results were made by {n} different commits: {named}."),
        "host" => format!(
            "The results were made on {n} different hosts, so their times cannot be compared: \
             {named}."
        ),
        "binary" if place == "binary" => {
            format!("The results were made by {n} different binaries of this program: {named}.")
        }
        _ => format!("The results were made with {n} different values of {place}: {named}."),
    }
}
