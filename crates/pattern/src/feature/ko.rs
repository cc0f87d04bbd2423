//! Kos: taking one, ending one, and captures while one may not be retaken.

use super::contact::Contact;

pub(super) const ABOUT: &str =
    "The move takes or fills a ko, or captures elsewhere while a ko may not be retaken.";

const VALUES: [&str; 4] = [
    "takes a ko",
    "fills the ko that the own move before took",
    "fills a ko",
    "captures while a ko may not be retaken",
];

pub(super) fn names() -> Vec<String> {
    VALUES.map(str::to_owned).to_vec()
}

#[inline]
pub(super) fn value(contact: &Contact) -> u32 {
    if contact.in_theirs && contact.captured.stones == 1 {
        1
    } else if contact.in_own && contact.escape.chains == 1 && contact.escape.size == 1 {
        // The opponent would take this stone from here, and nothing else.
        if contact.escape_before { 2 } else { 3 }
    } else if contact.during_ko && contact.captured.stones > 0 {
        4
    } else {
        0
    }
}
