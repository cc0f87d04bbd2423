//! A tree that is written is read back the same, whatever the tree and whatever was done to the
//! text.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tengen_record::sgf::{self, Collection, GameTree, Ident, NodeId, Property, Value};

/// A property as names and values come: known and unknown names, any text, points, rectangles.
fn property() -> impl Strategy<Value = Property> {
    let name = prop_oneof![
        "(B|W|AB|AW|AE|C|N|PL|KM|SZ|LB|TR|RE|FF|GM|CA|HA)",
        "[A-Z]{1,3}[0-9]{0,1}",
    ];
    let value = prop_oneof![
        "[a-s]{2}".prop_map(|text| Value::from_raw(&text)),
        Just(Value::from_raw("tt")),
        Just(Value::default()),
        "[a-i]{2}:[a-i]{2}".prop_map(|text| Value::from_raw(&text)),
        "[ +-]?[0-9]{0,2}[.,]?[0-9]{0,2}".prop_map(|text| Value::from_raw(&text)),
        "[0-9]{1,2}(:[0-9]{1,2})?".prop_map(|text| Value::from_raw(&text)),
        any::<String>().prop_map(|text| Value::from_text(&text)),
        any::<String>().prop_map(|text| Value::from_raw(&text)),
        r"[\[\]\\:;()\r\n a]{0,8}".prop_map(|text| Value::from_raw(&text)),
        (any::<String>(), any::<String>()).prop_map(|(a, b)| Value::compose(&a, &b)),
    ];
    (name, prop::collection::vec(value, 0..4))
        .prop_map(|(name, values)| Property::with_values(Ident::read(&name).unwrap(), values))
}

/// A tree whose every node hangs under any earlier one.
fn tree() -> impl Strategy<Value = GameTree> {
    let node = (
        any::<prop::sample::Index>(),
        prop::collection::vec(property(), 0..5),
    );
    prop::collection::vec(node, 1..30).prop_map(|nodes| {
        let mut tree = GameTree::new();
        let mut ids = vec![NodeId::ROOT];
        for (n, (parent, properties)) in nodes.into_iter().enumerate() {
            let id = if n == 0 {
                NodeId::ROOT
            } else {
                tree.add(ids[parent.index(ids.len())])
            };
            ids.push(id);
            tree.node_mut(id).properties_mut().extend(properties);
        }
        tree
    })
}

fn collection() -> impl Strategy<Value = Collection> {
    prop::collection::vec(tree(), 1..4).prop_map(|games| Collection { games })
}

/// Writes and reads; the strict collection must come back without a fault.
fn check(collection: &Collection) {
    let text = collection.to_sgf();
    let (again, diagnostics) = sgf::parse(text.as_bytes()).unwrap();
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    assert_eq!(again, collection.strict(), "{text}");
    assert_eq!(again.strict(), again, "strict twice is strict once");
    assert_eq!(again.to_sgf(), text);
}

/// Bytes that change what a text means.
const SYNTAX: &[u8] = b"()[];\\:BW\r\nCA\xe3";

#[test]
fn a_file_may_begin_with_any_byte_instead_of_its_bracket() {
    let games = vec![GameTree::new()];
    for &byte in SYNTAX {
        let mut bytes = Collection {
            games: games.clone(),
        }
        .to_sgf()
        .into_bytes();
        bytes[0] = byte;
        let (collection, _) = sgf::parse(&bytes).unwrap();
        check(&collection);
        assert!(sgf::replay(&collection.games[0]).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_tree_survives(collection in collection()) {
        check(&collection);
    }

    #[test]
    fn any_text_survives_as_text(text in any::<String>()) {
        let value = Value::from_text(&text);
        let plain = |c: char| if c.is_whitespace() && c != '\n' { ' ' } else { c };
        if !text.contains('\r') {
            prop_assert_eq!(value.text(), text.chars().map(plain).collect::<String>());
        }
        prop_assert_eq!(Value::from_raw(value.raw()), value);
    }

    #[test]
    fn mutated_texts_are_read_and_survive(
        collection in collection(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3, any::<u8>()), 1..20),
    ) {
        let mut bytes = collection.to_sgf().into_bytes();
        for (at, kind, byte) in edits {
            let at = at.index(bytes.len());
            let byte = if byte < 128 { SYNTAX[usize::from(byte) % SYNTAX.len()] } else { byte };
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { if bytes.len() > 1 { bytes.remove(at); } }
            }
        }
        if let Ok((collection, _)) = sgf::parse(&bytes) {
            check(&collection);
            for tree in &collection.games {
                if let Ok(replay) = sgf::replay(tree) {
                    prop_assert!(replay.illegal <= replay.moves);
                }
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>()) {
        if let Ok((collection, _)) = sgf::parse(&bytes) {
            check(&collection);
        }
    }
}
