//! Captures: of what, and of how much.

use super::contact::Contact;
use super::stones_names;

pub(super) const ABOUT: &str = "The move captures: why that matters most, and how many stones.";

/// The first that holds counts.
const WHY: [&str; 4] = [
    "a chain that holds an own one in atari",
    "the chain of the last move",
    "a chain that could get away",
    "a chain that cannot get away",
];

pub(super) fn names() -> Vec<String> {
    stones_names(&WHY)
}

#[inline]
pub(super) fn value(contact: &Contact) -> u32 {
    let captured = &contact.captured;
    if captured.stones == 0 {
        return 0;
    }
    let why = match (captured.threat, captured.last, captured.loose) {
        (true, ..) => 0,
        (_, true, _) => 1,
        (_, _, true) => 2,
        _ => 3,
    };
    1 + why * 3 + Contact::size_class(captured.stones)
}
