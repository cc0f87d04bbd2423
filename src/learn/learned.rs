//! A model that has just been learned: kept, judged, described, told about.

use std::io::Write;

use tengen_params::Params;
use tengen_pattern::catalogue::Group;
use tengen_pattern::corpus::RecordTally;
use tengen_pattern::file::{remove, with};
use tengen_pattern::learn::Pass;
use tengen_pattern::team::Extract;

use super::assignment::{Args, Ground};
use super::card::Card;
use super::data::tell_bad;
use super::output;
use crate::failure::Failure;
use crate::screen::Screen;

/// A model that has been learned.
pub(crate) struct Learned<'a> {
    /// As it is in its file.
    pub(crate) bytes: Vec<u8>,
    pub(crate) weights: &'a [f32],
    /// The games it was learned from.
    pub(crate) tally: RecordTally,
    pub(crate) positions: u64,
    pub(crate) passes: &'a [Pass],
    pub(crate) params: &'a dyn Params,
    pub(crate) groups: Vec<Group>,
    /// The name of a feature, and its kind.
    pub(crate) name: &'a dyn Fn(u32) -> String,
    pub(crate) group: &'a dyn Fn(u32) -> String,
}

impl Learned<'_> {
    /// Writes the model, judges it if games were named for that, writes its card, and tells how it
    /// went. The checkpoint is kept until all of this is done.
    ///
    /// # Errors
    /// If something cannot be written, or judging was stopped.
    pub(crate) fn keep<E: Extract>(
        self,
        args: &Args,
        ground: &Ground,
        extract: impl Fn() -> E + Sync,
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        output::replace(&args.out, &self.bytes)?;
        let judged = args.judged(ground, self.weights, extract)?;
        let card = Card {
            path: &args.out,
            data: &ground.data,
            tally: self.tally,
            positions: self.positions,
            params: self.params,
            method: args.method(),
            passes: self.passes,
            judged: judged.as_ref(),
            groups: self.groups,
            weights: self.weights,
            name: self.name,
            group: self.group,
        };
        output::replace(&with(&args.out, ".md"), card.write().as_bytes())?;
        remove(&ground.part)?;
        tell_bad(&card.tally);
        write!(screen, "{}", card.summary())?;
        Ok(())
    }
}
