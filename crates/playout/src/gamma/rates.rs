//! The strengths of a model as whole numbers, in tables.
//!
//! Whole numbers make sums exact: whatever is added in one order and taken away in another, the
//! sums of a playout are those of its position, on every machine.

use tengen_go::board::{Black, Neighbourhood, Side, White};
use tengen_pattern::local::{
    Ataris, LocalModel, Proximity, SelfAtari, Shapes, Tactic, is_open, is_throw_in,
};
use tengen_pattern::portable::exp;

use super::GammaParams;

/// The largest weight of a point: that of the strongest shape with its ataris that can be drawn. 625 of them fit 32 bits.
pub(super) const TOP: u32 = 1 << 22;
/// The bits behind the point of what is added for a turn.
pub(super) const FINE: u32 = 12;
/// The most by which a turn can raise a weight.
const MOST: f32 = 4096.0;
/// The least to which place and tactic can lower a weight.
const LEAST: f32 = 1.0 / 64.0;
/// The bits behind the point of the factors of self-atari.
const FACTOR: u32 = 16;

/// The bits of a class of shapes.
const CLASS: u32 = 11;
/// The state of a cell where no stone can be drawn.
pub(super) const TAKEN: u16 = 4 << CLASS;
/// Places of the table of weights: by state and class.
const PLACES: usize = 2 * TAKEN as usize;

/// The state of an empty point that is the last liberty of these chains.
#[inline(always)]
pub(super) const fn state_of(lasts: u8) -> u16 {
    ((lasts & 3) as u16) << CLASS
}

/// The chains whose last liberty a cell in this state is, as two bits.
#[inline(always)]
pub(super) const fn lasts_in(state: u16) -> u8 {
    (state >> CLASS & 3) as u8
}

/// The effect of one turn on the weight of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    /// The number of times that the weight is added for this tactic, beyond what is added for the
    /// place; with [`FINE`] bits behind the point.
    pub(super) extra: u64,
    /// The chance in 2³² that a move drawn by the raised weight is kept: what lowers a weight
    /// works by this.
    pub(super) keep: u64,
}

/// Certainty, as [`Share::keep`] has it.
pub(super) const CERTAIN: u64 = 1 << 32;

/// The tables of a model.
#[derive(Clone, Debug)]
pub(super) struct Rates {
    shapes: Shapes,
    /// By state and class: Black's weight in the low half, White's in the high one. Nearly all
    /// points have no ataris; so theirs lie close together. Cells that are taken have a state too:
    /// eight cells are rated after a move, and which are empty cannot be predicted.
    pairs: Box<[u64; PLACES]>,
    /// At most 1, as a strength that is asked only of drawn moves cannot raise them; the first kind is
    /// in `pairs`.
    self_atari: [u32; SelfAtari::COUNT],
    shares: [[Share; Tactic::COUNT + 1]; Proximity::COUNT],
    /// True where a share can lower a weight: without tactics, with them.
    lowers: [bool; 2],
    /// True if chains of two liberties matter.
    deep: bool,
    /// The number subtracted from all scores, so that the largest weight is [`TOP`].
    #[cfg(test)]
    offset: f32,
}

impl Rates {
    pub(super) fn new(model: &LocalModel, params: &GammaParams) -> Self {
        const { assert!(Shapes::COUNT <= 1 << CLASS) }
        let shapes = Shapes::new();
        // As Black sees it; White sees the swapped class.
        let score = |class: usize, ataris: Ataris| {
            let thrown_in = is_throw_in::<Black>(shapes.example(class), ataris);
            let self_atari = model.self_atari(SelfAtari::ThrowIn) * f32::from(u8::from(thrown_in));
            params.sharpness * (model.shape(class) + model.ataris(ataris) + self_atari)
        };
        let is_open =
            |class: usize, ataris: Ataris| is_open::<Black>(shapes.example(class), ataris);
        let offset = (1..Shapes::COUNT)
            .flat_map(|class| ALL_ATARIS.map(|ataris| (class, ataris)))
            .filter(|&(class, ataris)| is_open(class, ataris))
            .map(|(class, ataris)| score(class, ataris))
            .fold(f32::MIN, f32::max);
        let weight = |class: usize, ataris: Ataris| {
            if !is_open(class, ataris) {
                return 0;
            }
            let weight = exp(score(class, ataris) - offset) * TOP as f32 + 0.5;
            u64::from((weight as u32).clamp(1, TOP))
        };
        let mut pairs = Box::new([0; PLACES]);
        // No board has the first class; its weight stays 0.
        for class in 1..Shapes::COUNT {
            for lasts in 0..4u8 {
                let low = weight(class, Ataris::seen_by::<Black>(lasts));
                let high = weight(shapes.swapped(class), Ataris::seen_by::<White>(lasts));
                pairs[usize::from(state_of(lasts)) | class] = low | high << 32;
            }
        }
        let shares = shares(model, params);
        Self {
            deep: params.tactics != 0.0
                && [Tactic::Catch, Tactic::Defend]
                    .iter()
                    .any(|&kind| model.tactic(kind) != 0.0),
            lowers: [1, Tactic::COUNT + 1].map(|kinds| {
                let mut shares = shares.iter().flat_map(|shares| &shares[..kinds]);
                shares.any(|share| share.keep != CERTAIN)
            }),
            self_atari: SelfAtari::ALL.map(|kind| {
                let factor = match kind {
                    SelfAtari::ThrowIn => 1.0,
                    _ => exp(params.sharpness * model.self_atari(kind)).min(1.0),
                };
                (factor * (1u32 << FACTOR) as f32 + 0.5) as u32
            }),
            shares,
            shapes,
            pairs,
            #[cfg(test)]
            offset,
        }
    }

    /// The weights of both sides at a cell in this state with this pattern.
    #[inline(always)]
    pub(super) fn pair(&self, around: Neighbourhood, state: u16) -> u64 {
        self.pairs[(usize::from(state) | self.shapes.class(around)) % PLACES]
    }

    /// The weight of a self-atari that would have this weight if it were none.
    #[inline]
    pub(super) fn of_self_atari(&self, kind: SelfAtari, weight: u32) -> u32 {
        let lowered = (u64::from(weight) * u64::from(self.self_atari[kind as usize])) >> FACTOR;
        (lowered as u32).max(1)
    }

    /// The weight that a turn adds for a place alone.
    #[inline(always)]
    pub(super) fn at(&self, place: Proximity) -> u64 {
        self.shares[place as usize][0].extra
    }

    /// The effect of a turn on a tactic at a place.
    #[inline(always)]
    pub(super) fn share(&self, place: Proximity, tactic: Option<Tactic>) -> Share {
        self.shares[place as usize][tactic.map_or(0, |kind| 1 + kind as usize)]
    }

    /// True if chains of two liberties matter.
    #[inline(always)]
    pub(super) const fn is_deep(&self) -> bool {
        self.deep
    }

    /// True if a place, or a tactic if there are any, can lower a weight.
    #[inline(always)]
    pub(super) const fn lowers(&self, tactics: bool) -> bool {
        self.lowers[tactics as usize]
    }

    /// The number subtracted from all scores.
    #[cfg(test)]
    pub(super) const fn offset(&self) -> f32 {
        self.offset
    }
}

const ALL_ATARIS: [Ataris; 4] = [
    Ataris::NONE,
    Ataris::new(true, false),
    Ataris::new(false, true),
    Ataris::new(true, true),
];

fn shares(
    model: &LocalModel,
    params: &GammaParams,
) -> [[Share; Tactic::COUNT + 1]; Proximity::COUNT] {
    Proximity::ALL.map(|place| {
        let of_place = params.near * model.place(place);
        let factor = |of_tactic: f32| {
            let factor = exp(params.sharpness * (of_place + of_tactic));
            factor.clamp(LEAST, MOST)
        };
        let here = factor(0.0).max(1.0);
        std::array::from_fn(|i| {
            let (factor, before) = match i.checked_sub(1) {
                None => (factor(0.0), 1.0),
                Some(kind) => (
                    factor(params.tactics * model.tactic(Tactic::ALL[kind])),
                    here,
                ),
            };
            let raised = factor.max(before);
            Share {
                extra: ((raised - before) * (1u32 << FINE) as f32 + 0.5) as u64,
                keep: (f64::from(factor / raised) * CERTAIN as f64) as u64,
            }
        })
    })
}

/// The half of a pair that belongs to `S`.
#[inline(always)]
pub(super) const fn half<S: Side>(pair: u64) -> u32 {
    if S::CODE == Black::CODE {
        pair as u32
    } else {
        (pair >> 32) as u32
    }
}

/// The pair with another half for `S`.
#[inline(always)]
pub(super) const fn with_half<S: Side>(pair: u64, weight: u32) -> u64 {
    if S::CODE == Black::CODE {
        pair >> 32 << 32 | weight as u64
    } else {
        pair & 0xffff_ffff | (weight as u64) << 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_pattern::local::FEATURES;

    /// Own eyes are the strongest by far here, but are never drawn.
    #[test]
    fn the_largest_weight_is_the_top_whatever_closed_points_weigh() {
        let shapes = Shapes::new();
        let mut weights = vec![0.0; FEATURES];
        let names = LocalModel::names();
        let mut eyes = 0;
        for class in 1..Shapes::COUNT {
            let name = shapes.name(class);
            let at = names.iter().position(|other| *other == name).unwrap();
            let eye = shapes.example(class).is_eye::<Black>();
            eyes += u32::from(eye);
            weights[at] = if eye { 20.0 } else { (class % 5) as f32 };
        }
        assert!(eyes > 0);
        let model = LocalModel::from_weights(&weights).unwrap();
        let rates = Rates::new(&model, &GammaParams::default());
        let pairs = rates.pairs.iter();
        let halves = pairs.flat_map(|&pair| [half::<Black>(pair), half::<White>(pair)]);
        assert_eq!(halves.max(), Some(TOP));
        assert!((rates.offset() - 4.0).abs() < 1e-6, "{}", rates.offset());
    }
}
