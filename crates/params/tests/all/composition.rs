//! Parts put together show the parameters of all of them.

use crate::sample::{Net, Player, Rave, Search, player};
use tengen_params::{DeclarationError, Params, check_declarations, list, set};

#[test]
fn a_list_of_any_parts() {
    let (mut search, mut rave) = (Search::default(), Rave::default());
    let mut parts: Vec<&mut dyn Params> = vec![&mut search, &mut rave];
    set(&mut parts, "rave.equivalence", "50").unwrap();
    set(&mut parts, "search.seed", "18446744073709551615").unwrap();
    assert_eq!(list(&parts).len(), 7);
    assert_eq!((rave.equivalence, search.seed), (50.0, u64::MAX));
}

#[test]
fn boxes_arrays_and_nothing() {
    let mut parts: [Box<dyn Params>; 3] = [
        Box::new(Rave::default()),
        Box::new(()),
        Box::new((Net::default(),)),
    ];
    set(&mut parts, "net.model", "small.bin").unwrap();
    let values: Vec<String> = list(&parts)
        .iter()
        .map(|entry| entry.value.to_string())
        .collect();
    assert_eq!(values, ["1000.0", "-1e-7", "small.bin"]);
}

#[test]
fn an_absent_part_has_no_parameters() {
    let mut player: Player = (Search::default(), Rave::default(), None);
    assert_eq!(list(&player).len(), 7);
    assert_eq!(
        set(&mut player, "net.model", "x").unwrap_err().to_string(),
        "there is no parameter `net.model`, and none with a name like it"
    );
}

#[test]
fn a_name_that_is_declared_twice_is_told() {
    let errors = check_declarations(&(player(), Net::default())).unwrap_err();
    assert_eq!(errors, [DeclarationError::Twice("net.model")]);
    assert_eq!(errors[0].to_string(), "`net.model` is declared twice");
}
