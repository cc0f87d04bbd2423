//! Moves that give atari.

use super::contact::Contact;
use super::stones_names;

pub(super) const ABOUT: &str = "The move gives atari: to which chain, of how many stones, and whether it may be a threat for a \
     ko.";

/// The first that holds counts; then the same while a ko may not be retaken.
const WHOM: [&str; 6] = [
    "to two chains or more",
    "to the chain of the last move",
    "to another chain",
    "during a ko to two chains or more",
    "during a ko to the chain of the last move",
    "during a ko to another chain",
];

pub(super) fn names() -> Vec<String> {
    stones_names(&WHOM)
}

#[inline]
pub(super) fn value(contact: &Contact) -> u32 {
    let atari = &contact.atari;
    let whom = match (atari.chains, atari.last) {
        (0, _) => return 0,
        (1, true) => 1,
        (1, false) => 2,
        _ => 0,
    } + if contact.during_ko { 3 } else { 0 };
    1 + whom * 3 + Contact::size_class(atari.size)
}
