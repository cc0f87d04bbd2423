//! Extensions of an own chain in atari.
//!
//! A ladder that catches the chain afterwards is for the feature of ladders; this one sees the
//! liberties alone.

use super::contact::Contact;

pub(super) const ABOUT: &str = "The move extends an own chain in atari: to how many liberties, since when it is in atari, and \
     how large it is.";

const AFTER: [&str; 3] = [
    "into atari again",
    "to 2 liberties",
    "to 3 liberties or more",
];
const SINCE: [&str; 2] = ["in atari since the last move", "in atari since before"];
const SIZE: [&str; 2] = ["one stone", "more stones"];

pub(super) fn names() -> Vec<String> {
    let mut names = Vec::new();
    for after in AFTER {
        for since in SINCE {
            names.extend(SIZE.map(|size| format!("{after}, {since}, {size}")));
        }
    }
    names
}

#[inline]
pub(super) fn value(contact: &Contact) -> u32 {
    let escape = &contact.escape;
    if escape.chains == 0 {
        return 0;
    }
    let after = contact.own_after.clamp(1, 3) - 1;
    let (since, size) = (u32::from(!escape.last), u32::from(escape.size > 1));
    1 + after * 4 + since * 2 + size
}
