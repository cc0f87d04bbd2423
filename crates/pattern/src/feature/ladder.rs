//! Ladders, read to their end within the limit of nodes.
//!
//! A ladder that is not read to its end counts as one that does not work. Threats to own chains of
//! two liberties are read only where the last move touches them: older ones were left alone.

use super::contact::Contact;

pub(super) const ABOUT: &str =
    "What a ladder makes of the move: an extension, an atari, or the guard of a threatened chain.";

/// The first that holds counts.
const VALUES: [&str; 6] = [
    "extends a chain that is caught all the same",
    "starts one that catches a stone",
    "starts one that catches more stones",
    "extends a chain, which gets away",
    "extends a chain that one threatens since the last move",
    "gives an atari that starts none",
];

pub(super) fn names() -> Vec<String> {
    VALUES.map(str::to_owned).to_vec()
}

#[inline]
pub(super) fn value(contact: &Contact) -> u32 {
    let (escape, atari) = (&contact.escape, &contact.atari);
    // Who captures gets away, or tries to, by other means than running.
    if escape.chains > 0 && escape.caught && contact.captured.stones == 0 {
        1
    } else if atari.chains > 0 && atari.caught {
        2 + u32::from(atari.size > 1)
    } else if escape.chains > 0 {
        4
    } else if contact.guards {
        5
    } else if atari.chains > 0 {
        6
    } else {
        0
    }
}
