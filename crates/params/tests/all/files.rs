//! Parameters in TOML files.

use crate::sample::{Net, Player, Rave, Search, TreePolicy, player};
use proptest::prelude::*;
use tengen_params::{Domain, Params, Scale, Slot, Spec, Value, fingerprint, list, toml};

/// The messages of a text that is refused; nothing changes.
fn faults(text: &str) -> Vec<String> {
    let mut changed = player();
    let errors = toml::read(&mut changed, text, "my.toml").unwrap_err();
    assert_eq!(changed, player());
    errors.iter().map(ToString::to_string).collect()
}

fn read(text: &str) -> Player {
    let mut changed = player();
    toml::read(&mut changed, text, "my.toml").unwrap();
    changed
}

#[test]
fn the_written_form() {
    let text = toml::write(&player());
    assert_eq!(text, FORM);
    assert_eq!(read(&text), player());
}

#[test]
fn what_a_text_would_set_is_told_in_its_order() {
    let text = "[rave]\nbias = 0\n[search]\nkeep-tree = false\n";
    let settings = toml::settings(&player(), text, "my.toml").unwrap();
    let told: Vec<_> = settings
        .iter()
        .map(|set| (set.spec.name, &set.value))
        .collect();
    let right = [
        ("rave.bias", &Value::Double(0.0)),
        ("search.keep_tree", &Value::Switch(false)),
    ];
    assert_eq!(told, right);
    assert!(toml::settings(&player(), "[rave]\nbais = 0\n", "my.toml").is_err());
}

const FORM: &str = r#"[search]
# How the tree chooses a move.
# Takes one of `ucb`, `ucb-rave` and `puct`; default "ucb-rave".
# - ucb: Upper confidence bounds alone.
# - ucb-rave: Upper confidence bounds and all moves as first.
# - puct: Priors and values.
policy = "ucb-rave"
# The number of playouts for a move.
# Takes a whole number from 1 to 1000000000 (log scale); default 10000.
playouts = 10000
# Where the random numbers start.
# Takes a whole number from 0 to 18446744073709551615; default 1.
seed = 1
# The weight of what is not yet known: small values look deep, large values look wide, and
# zero trusts the means.
# Takes a number from 0.0 to 10.0; default 0.7.
exploration = 0.7
# Whether the tree is kept between moves.
# Takes true or false; default true.
keep_tree = true

[rave]
# The number of playouts at which both means weigh the same.
# Takes a number from 1.0 to 1000000.0 (log scale); default 1000.0.
equivalence = 1000.0
# The bias of the first-move mean.
# Takes a number from -0.001 to 0.001; default -1e-7.
bias = -1e-7

[net]
# The file of the model; none if empty.
# Takes a text; default "".
model = ""
"#;

#[test]
fn all_spellings_of_toml_are_read() {
    for text in [
        "[search]\nplayouts = 255\nkeep_tree = false\n[rave]\nequivalence = 30",
        "search.playouts = 0xff\nsearch.keep-tree = false\nrave.equivalence = 3_0.0",
        "search = { playouts = 0b1111_1111, keep_tree = false }\nrave = { equivalence = 3e1 }",
        "\"search\".'playouts' = \"255\"\nsearch.keep_tree = false\nrave.equivalence = +30.0",
        "\u{feff}[rave]\r\nequivalence = 30.0 # enough\r\n[search]\r\nplayouts = 255\r\nkeep_tree = false",
    ] {
        let (search, rave, _) = read(text);
        assert_eq!(
            (search.playouts, search.keep_tree, rave.equivalence),
            (255, false, 30.0),
            "{text}"
        );
    }
    assert_eq!(read(""), player());
    assert_eq!(read("[search]"), player());
}

#[test]
fn single_precision_is_rounded_once() {
    // Just above the middle of 1 and its successor: by way of f64 this would round to 1.
    let text = "[rave]\nequivalence = 1.00000005960464477539062500000000000001";
    assert_eq!(read(text).1.equivalence, 1.0_f32.next_up());
}

#[test]
fn every_fault_is_told_where_it_stands() {
    let text = "[search]\nplayouts = 0\npolicy = \"pukt\"\nkeep_tree = \"true\"\n\
                seed = -1\n  \"ééé\" = 1\nexploration = [1.0]\n\n[rave]\nequivalense = 5.0\n";
    assert_eq!(
        faults(text),
        [
            "my.toml:2:12: `search.playouts` takes a whole number from 1 to 1000000000, not `0`",
            "my.toml:3:10: `search.policy` takes one of `ucb`, `ucb-rave` and `puct`, not `pukt`; \
             did you mean `puct`?",
            "my.toml:4:13: `search.keep_tree` takes true or false, not the text `true`",
            "my.toml:5:8: `search.seed` takes a whole number from 0 to 18446744073709551615, not `-1`",
            "my.toml:6:3: there is no parameter `search.ééé`, and none with a name like it",
            "my.toml:7:15: `search.exploration` takes a number from 0.0 to 10.0, not an array",
            "my.toml:10:1: there is no parameter `rave.equivalense`; did you mean `rave.equivalence`?",
        ]
    );
}

#[test]
fn wrong_shapes() {
    for (text, expected) in [
        (
            "rave = 5",
            "1:1: `rave` is a group of parameters and takes a table such as [rave], not a number",
        ),
        (
            "[[rave]]\nbias = 0.0",
            "1:3: `rave` is a group of parameters and takes a table such as [rave], \
             not an array of tables",
        ),
        (
            "rave.bias.x = 1",
            "1:6: `rave.bias` takes a number from -0.001 to 0.001, not a table",
        ),
        (
            "[rave.bias]",
            "1:1: `rave.bias` takes a number from -0.001 to 0.001, not a table",
        ),
        (
            "rave.bias = {}",
            "1:13: `rave.bias` takes a number from -0.001 to 0.001, not a table",
        ),
        (
            "net.model = 1979-05-27",
            "1:13: `net.model` takes a text, not a date",
        ),
        ("net.model = 5", "1:13: `net.model` takes a text, not 5"),
        (
            "net.model = true",
            "1:13: `net.model` takes a text, not true",
        ),
        (
            "rave.bias = nan",
            "1:13: `rave.bias` takes a number from -0.001 to 0.001, not `nan`",
        ),
        (
            "[raev]\nx = 1\ny = 2",
            "1:2: there is no group of parameters `raev`; did you mean `rave`?",
        ),
        (
            "[other]",
            "1:2: there is no group of parameters `other`, and none with a name like it",
        ),
        (
            "[other]\nbias = 1",
            "2:1: there is no parameter `other.bias`; did you mean `rave.bias`?",
        ),
        (
            "bias = 0.0",
            "1:1: there is no parameter `bias`; did you mean `rave.bias`?",
        ),
        (
            "[search]\nkeep_tree = true\n\nkeep-tree = false",
            "4:1: `search.keep_tree` is given twice, first in line 2",
        ),
        (
            "[search",
            "1:8: this is not valid TOML: unclosed table, expected `]`",
        ),
        (
            "[net]\nmodel = here",
            "2:9: this is not valid TOML: string values must be quoted, expected literal string",
        ),
        (
            "[net]\nmodel = \"\"\nmodel = \"\"",
            "3:1: this is not valid TOML: duplicate key",
        ),
    ] {
        assert_eq!(faults(text), [format!("my.toml:{expected}")], "{text}");
    }
}

#[test]
fn many_faults_are_told_up_to_twenty() {
    let text: String = (0..50_000).map(|n| format!("other{n} = 1\n")).collect();
    let faults = faults(&text);
    assert_eq!(faults.len(), 21);
    assert_eq!(
        faults[20],
        "my.toml:20:1: there are more faults after this place; the first 20 are told"
    );
}

#[test]
fn huge_and_deep_texts_are_refused() {
    assert_eq!(
        faults(&" ".repeat(toml::LONGEST + 1)),
        ["my.toml:1:1: a file of parameters has at most 1048576 bytes, and this one has 1048577"]
    );
    assert_eq!(
        faults(&"{.".repeat(2001)),
        [
            "my.toml:1:1: a file with more than 2000 dots has at most 32 signs `{`; \
          write groups as tables with a head such as [search]"
        ]
    );
    let dots = vec!["a"; 79].join(".");
    for text in [
        format!("x = {}", "[".repeat(500_000)),
        format!("x = {}", "{a=".repeat(300_000)),
        format!("x = {}1{}", "[".repeat(500_000), "]".repeat(500_000)),
        format!("{}x = 1", "a.".repeat(500_000)),
        format!("[{}x]", "a.".repeat(500_000)),
        format!(
            "[{dots}]\n{dots} = {}1{}",
            format!("{{{dots} = ").repeat(79),
            "}".repeat(79)
        ),
        format!(
            "[{dots}]\n{dots} = {}1{}",
            format!("{{{dots} = [").repeat(39),
            "]}".repeat(39)
        ),
        format!(
            "[{dots}]\n{dots} = {}1{}",
            format!("{{{dots} = ").repeat(32),
            "}".repeat(32)
        ),
        format!("[rave]\nbias = {}", "9".repeat(900_000)),
        format!("net.model = \"{}", "x".repeat(900_000)),
    ] {
        let faults = faults(&text);
        assert!(
            !faults.is_empty() && faults.iter().all(|fault| fault.len() < 300),
            "{faults:?}"
        );
    }
}

/// A place of 32 bits that is declared to hold more.
struct Belied(u32);

const BELIED: &Spec = &Spec {
    name: "belied.size",
    doc: "Too large for its place.",
    domain: Domain::Count {
        default: 1,
        min: 0,
        max: u64::MAX,
        scale: Scale::Linear,
    },
};

impl Params for Belied {
    fn visit(&self, each: &mut dyn FnMut(&'static Spec, Value)) {
        each(BELIED, Value::from(&self.0));
    }

    fn visit_mut(&mut self, each: &mut dyn FnMut(&'static Spec, Slot<'_>)) {
        each(BELIED, Slot::from(&mut self.0));
    }
}

#[test]
fn a_place_that_belies_its_declaration_undoes_the_rest() {
    let mut parts = (Rave::default(), Belied(1));
    let text = "[rave]\nequivalence = 5.0\n[belied]\nsize = 4294967296";
    let errors = toml::read(&mut parts, text, "my.toml").unwrap_err();
    assert_eq!((errors.len(), errors[0].line), (1, 4));
    assert_eq!((parts.0, parts.1.0), (Rave::default(), 1));
}

fn any_player() -> impl Strategy<Value = Player> {
    let policy = prop_oneof![
        Just(TreePolicy::Ucb),
        Just(TreePolicy::UcbRave),
        Just(TreePolicy::Puct)
    ];
    let search = (
        policy,
        1..=1_000_000_000_u32,
        any::<u64>(),
        0.0..=10.0_f32,
        any::<bool>(),
    );
    let search = search.prop_map(|(policy, playouts, seed, exploration, keep_tree)| Search {
        policy,
        playouts,
        seed,
        exploration,
        keep_tree,
    });
    // By their bits, so that all magnitudes occur.
    let small = (0..=1e-3_f64.to_bits()).prop_map(f64::from_bits);
    let bias = (small, any::<bool>()).prop_map(|(x, minus)| if minus { -x } else { x });
    let rave = (1.0..=1e6_f32, bias);
    let rave = rave.prop_map(|(equivalence, bias)| Rave { equivalence, bias });
    let net = any::<String>().prop_map(|model| Some(Net { model }));
    (search, rave, net)
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(written in any_player()) {
        let back = read(&toml::write(&written));
        prop_assert_eq!(&back, &written);
        prop_assert_eq!(fingerprint(&back), fingerprint(&written));
    }

    #[test]
    fn the_text_of_a_value_gives_the_value(player in any_player()) {
        for entry in list(&player) {
            let text = entry.value.to_string();
            if entry.spec.kind() == "real" {
                prop_assert!(text.contains(['.', 'e']), "{}", text);
            }
            prop_assert_eq!(entry.spec.parse(&text), Ok(entry.value));
        }
    }

    #[test]
    fn any_text_is_read_whole_or_refused(
        text in "([\\[\\]{}=.\"'#,\n -]|search|rave|net|model|seed|policy|bias|true|[0-9]|\\PC){0,60}",
    ) {
        let mut changed = player();
        if toml::read(&mut changed, &text, "my.toml").is_err() {
            prop_assert_eq!(changed, player());
        }
    }
}
