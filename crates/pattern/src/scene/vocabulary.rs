//! The features that are known by name.

use tengen_go::Size;

use crate::broad::BroadParams;
use crate::feature::{FeatureParams, FeatureSet};
use crate::learn::LearnParams;
use crate::shape::{Dictionary, ShapeParams};

tengen_params::parts! {
    /// Everything that learning is told.
    pub struct PatternParams {
        /// Stone patterns of nested sizes.
        shape: ShapeParams,
        /// The broad pattern.
        broad: BroadParams,
        /// Tactics and place.
        features: FeatureParams,
        /// How strengths are found.
        learn: LearnParams,
    }
}

/// The features that a model has, each with its number. Number 0 is none; stone patterns come first,
/// then broad patterns, then the rest.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    params: PatternParams,
    shapes: Option<Dictionary>,
    /// The codes of broad patterns, in order.
    codes: Vec<u32>,
    /// The same, to be found fast: the number of a code, or nothing.
    slots: Vec<(u32, u32)>,
    others: usize,
}

/// No code is this.
const NO_CODE: u32 = u32::MAX;

impl Vocabulary {
    /// These stone patterns and these codes of broad patterns, and whatever else the parameters ask for.
    #[must_use]
    pub fn new(params: PatternParams, shapes: Option<Dictionary>, mut codes: Vec<u32>) -> Self {
        codes.sort_unstable();
        codes.dedup();
        let shapes = shapes.filter(|_| params.shape.size > 0);
        let others = FeatureSet::new(&params.features, Size::NINETEEN).count();
        let places = (codes.len() * 2).next_power_of_two().max(4);
        let mut slots = vec![(NO_CODE, 0); places];
        let first = shapes.as_ref().map_or(0, Dictionary::len);
        for (&code, number) in codes.iter().zip(first + 1..) {
            let mut place = spread(code, places);
            while slots[place].0 != NO_CODE {
                place = (place + 1) & (places - 1);
            }
            slots[place] = (code, u32::try_from(number).unwrap_or(0));
        }
        Self {
            params,
            shapes,
            codes,
            slots,
            others,
        }
    }

    /// The parameters that it was made from.
    #[must_use]
    pub const fn params(&self) -> &PatternParams {
        &self.params
    }

    /// The stone patterns.
    #[must_use]
    pub const fn shapes(&self) -> Option<&Dictionary> {
        self.shapes.as_ref()
    }

    /// The codes of the broad patterns, in order.
    #[must_use]
    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// True if there is a column for broad patterns.
    #[must_use]
    pub const fn has_broad(&self) -> bool {
        self.params.broad.on
    }

    /// The number of weights: one for each feature, and one for none.
    #[must_use]
    pub fn len(&self) -> usize {
        self.before_others() + self.others + 1
    }

    /// True if nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The last number before those of the other features.
    #[must_use]
    pub fn before_others(&self) -> usize {
        self.shapes.as_ref().map_or(0, Dictionary::len) + self.codes.len()
    }

    /// The number of a broad pattern; 0 if it is not known.
    #[inline]
    #[must_use]
    pub fn broad(&self, code: u32) -> u32 {
        let mask = self.slots.len() - 1;
        let mut place = spread(code, self.slots.len());
        loop {
            let (known, number) = self.slots[place];
            if known == code {
                return number;
            }
            if known == NO_CODE {
                return 0;
            }
            place = (place + 1) & mask;
        }
    }
}

const fn spread(code: u32, places: usize) -> usize {
    (code.wrapping_mul(0x9e37_79b1) >> 8) as usize & (places - 1)
}
