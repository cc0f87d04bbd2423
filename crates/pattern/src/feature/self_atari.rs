//! Moves that put the own chain into atari without capturing.

use super::contact::Contact;
use super::stones_names;

pub(super) const ABOUT: &str =
    "The move captures nothing and leaves its own chain one liberty: how many stones.";

pub(super) fn names() -> Vec<String> {
    stones_names(&["one liberty left"])
}

#[inline]
pub(super) fn value(contact: &Contact) -> u32 {
    if contact.captured.stones > 0 || contact.own_after > 1 {
        return 0;
    }
    1 + Contact::size_class(contact.own_stones)
}
