//! The fingerprint is the same everywhere and changes with any value.

use crate::sample::{Net, Rave, Search, player};
use tengen_params::{fingerprint, list, set};

#[test]
fn the_fingerprint_of_the_sample() {
    assert_eq!(fingerprint(&player()), 0x1879_ebcc_83d6_a7c7);
    assert_eq!(fingerprint(&()), 0xcbf2_9ce4_8422_2325);
}

#[test]
fn the_order_of_declaration_does_not_matter() {
    let shuffled = (Net::default(), Rave::default(), Search::default());
    assert_eq!(fingerprint(&shuffled), fingerprint(&player()));
}

#[test]
fn every_parameter_matters() {
    let mut seen = vec![fingerprint(&player())];
    for entry in list(&player()) {
        let text = match entry.spec.kind() {
            "choice" => "puct",
            "switch" => "false",
            "real" => "0.001",
            _ => "7",
        };
        let text = if entry.spec.name == "rave.equivalence" {
            "7"
        } else {
            text
        };
        let mut changed = player();
        set(&mut changed, entry.spec.name, text).unwrap();
        seen.push(fingerprint(&changed));
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 9);
}

#[test]
fn both_zeros_are_one() {
    let (mut plus, mut minus) = (player(), player());
    plus.1.bias = 0.0;
    minus.1.bias = -0.0;
    assert_eq!(fingerprint(&plus), fingerprint(&minus));
    set(&mut minus, "rave.bias", "-0").unwrap();
    assert!(minus.1.bias.is_sign_positive());
}
