//! The inputs that belong to no point: passes, komi, rules.

use tengen_go::{Ko, Move, Scoring, Size, Suicide};

use super::moment::Moment;
use crate::features::GLOBALS;

/// How far a komi may exceed the points of the board before it is cut off.
const KOMI_BEYOND: f32 = 20.0;

/// The global inputs of a moment.
pub(crate) fn globals(moment: &Moment) -> [f32; GLOBALS] {
    let mut globals = [0.0; GLOBALS];
    for (input, mv) in globals.iter_mut().zip(moment.seen()) {
        *input = flag(mv == Move::Pass);
    }
    let limit = moment.size.area() as f32 + KOMI_BEYOND;
    let komi = moment.own_komi().clamp(-limit, limit);
    globals[5] = komi / 20.0;
    let (superko, kind) = match moment.terms.ko {
        Ko::Simple => (0.0, 0.0),
        Ko::Positional => (1.0, 0.5),
        Ko::Situational => (1.0, -0.5),
    };
    globals[6] = superko;
    globals[7] = kind;
    globals[8] = flag(moment.terms.suicide == Suicide::Allowed);
    let territory = moment.terms.scoring == Scoring::Territory;
    globals[9] = flag(territory);
    // Points in seki count for nobody.
    globals[10] = flag(territory);
    globals[14] = flag(moment.shows_end());
    if !territory {
        globals[18] = wave(komi, moment.size);
    }
    globals
}

fn flag(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

/// What a half point more of komi is worth: a wave with a period of two points, which rises around the
/// komis that allow a drawn game (of the parity of the board) and falls between them.
fn wave(komi: f32, size: Size) -> f32 {
    let parity = (size.area() % 2) as f32;
    let drawn = ((komi - parity) / 2.0).floor() * 2.0 + parity;
    let above = (komi - drawn).clamp(0.0, 2.0);
    if above < 0.5 {
        above
    } else if above < 1.5 {
        1.0 - above
    } else {
        above - 2.0
    }
}
