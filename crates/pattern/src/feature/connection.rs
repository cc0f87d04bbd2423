//! Connections and cuts: how many chains meet at the point.

use super::contact::Contact;

pub(super) const ABOUT: &str =
    "The move connects own chains, or keeps opposing ones from connecting here.";

const VALUES: [&str; 5] = [
    "connects two chains",
    "connects three chains or more",
    "cuts two chains",
    "cuts three chains or more",
    "connects and cuts",
];

pub(super) fn names() -> Vec<String> {
    VALUES.map(str::to_owned).to_vec()
}

#[inline]
pub(super) fn value(contact: &Contact) -> u32 {
    match (contact.own, contact.theirs) {
        (2.., 2..) => 5,
        (2, _) => 1,
        (3.., _) => 2,
        (_, 2) => 3,
        (_, 3..) => 4,
        _ => 0,
    }
}
