//! The change of liberties that a move causes: what it does to the own chain, together with what
//! it leaves the weakest opposing chain beside it.
//!
//! The paper on broad patterns names this feature without defining it. Two readings:
//!
//! * *change*, one column: how many liberties more or fewer the own chain has than the weakest of
//!   the chains that it was made of had (from one fewer to three more), or how many a stone on its
//!   own has (one to four); crossed with the liberties left to the weakest opposing chain beside it
//!   (captured, one to three, four or more, or no such chain).
//! * *before-after*, two columns: the own chain's liberties before (the weakest, up to five; or none
//!   beside) crossed with those after (one to six); and what is left to the weakest opposing chain
//!   crossed with what is left to the next weakest. (Before the move each has one more.)
//!
//! A move that touches no stone has no value.

use super::contact::{Contact, GAIN, MANY};

const LEFT: [&str; 6] = [
    "no opposing chain beside",
    "the weakest opposing chain captured",
    "1 left to the weakest opposing chain",
    "2 left to the weakest opposing chain",
    "3 left to the weakest opposing chain",
    "4 or more left to the weakest opposing chain",
];

const OWN: [&str; 9] = [
    "a stone alone with 1 liberty",
    "a stone alone with 2 liberties",
    "a stone alone with 3 liberties",
    "a stone alone with 4 liberties or more",
    "1 liberty fewer",
    "as many liberties",
    "1 liberty more",
    "2 liberties more",
    "3 liberties more or better",
];

/// The class of the liberties that a move leaves: 0 for a capture, 4 for four or more.
#[inline]
fn left(liberties: u32) -> u32 {
    liberties.min(4)
}

/// Both in one column.
pub(super) mod change {
    use super::{Contact, GAIN, LEFT, OWN, left};

    pub(in super::super) const ABOUT: &str = "How the liberties of the own chain change, and how many \
                                              are left to the weakest opposing chain beside.";

    pub(in super::super) fn names() -> Vec<String> {
        let own = OWN.iter();
        own.flat_map(|own| LEFT.iter().map(move |left| format!("{own}, {left}")))
            .collect()
    }

    #[inline]
    pub(in super::super) fn value(contact: &Contact) -> u32 {
        let own = if contact.own == 0 {
            contact.own_after.clamp(1, 4) - 1
        } else {
            // The weakest loses at most the liberty that is played on.
            (contact.own_after + 1)
                .saturating_sub(contact.own_before)
                .min(GAIN)
                + 4
        };
        let theirs = if contact.theirs == 0 {
            0
        } else {
            1 + left(contact.theirs_after[0])
        };
        1 + own * LEFT.len() as u32 + theirs
    }
}

/// The own chain before and after.
pub(super) mod own {
    use super::{Contact, MANY};

    pub(in super::super) const ABOUT: &str =
        "The liberties of the weakest own chain beside before the move, and of the chain after it.";

    /// The most liberties told apart before and after.
    const MOST: [u32; 2] = [5, MANY];

    pub(in super::super) fn names() -> Vec<String> {
        let more = |n, most| if n == most { " or more" } else { "" };
        let mut names = Vec::new();
        for before in 0..=MOST[0] {
            for after in 1..=MOST[1] {
                let was = match before {
                    0 => "none beside".to_owned(),
                    n => format!("{n}{}", more(n, MOST[0])),
                };
                names.push(format!("{was}, then {after}{}", more(after, MOST[1])));
            }
        }
        names
    }

    #[inline]
    pub(in super::super) fn value(contact: &Contact) -> u32 {
        let before = contact.own_before.min(MOST[0]);
        before * MOST[1] + contact.own_after.clamp(1, MOST[1])
    }
}

/// The two weakest opposing chains.
pub(super) mod opposing {
    use super::{Contact, left};

    pub(in super::super) const ABOUT: &str = "The liberties that the move leaves the weakest and the next weakest opposing chain beside.";

    pub(in super::super) fn names() -> Vec<String> {
        let name = |n| match n {
            0 => "captured".to_owned(),
            4 => "4 or more left".to_owned(),
            n => format!("{n} left"),
        };
        let mut names: Vec<String> = (0..=4).map(|n| format!("{}, no other", name(n))).collect();
        for next in 0..=4 {
            for weakest in 0..=next {
                names.push(format!("{}, the next: {}", name(weakest), name(next)));
            }
        }
        names
    }

    #[inline]
    pub(in super::super) fn value(contact: &Contact) -> u32 {
        let [weakest, next] = contact.theirs_after.map(left);
        match contact.theirs {
            0 => 0,
            1 => 1 + weakest,
            // Pairs in order, a triangle of them.
            _ => 6 + next * (next + 1) / 2 + weakest,
        }
    }
}
