//! Networks at many tables at once: the positions that one of them is asked about are evaluated together.

use std::sync::Arc;

use super::table::Table;
use crate::features::Features;
use crate::input::{Scratch, fill};
use crate::network::{Evaluator, Network};
use crate::output::Output;

/// Room to evaluate the positions of several games.
#[derive(Debug)]
pub struct Arena {
    evaluators: Vec<Evaluator>,
    scratch: Scratch,
    /// Inputs and outputs of the tables, in their order.
    inputs: Vec<Features>,
    outputs: Vec<Output>,
    /// The same of one network, and whose they are.
    asked: Vec<Features>,
    said: Vec<Output>,
    whose: Vec<usize>,
}

impl Arena {
    /// Room for networks at so many tables.
    #[must_use]
    pub fn new(networks: &[Arc<Network>], tables: usize) -> Self {
        let size = networks.first().map_or(tengen_go::Size::NINE, |n| n.size());
        Self {
            evaluators: networks
                .iter()
                .map(|network| Evaluator::new(Arc::clone(network), tables.clamp(1, 32)))
                .collect(),
            scratch: Scratch::new(),
            inputs: vec![Features::new(size); tables],
            outputs: vec![Output::default(); tables],
            asked: vec![Features::new(size); tables],
            said: vec![Output::default(); tables],
            whose: Vec::with_capacity(tables),
        }
    }

    /// Evaluates the positions of tables, each turned by its symmetry, by the network with the number beside it. What they
    /// saw and what they said, in the order of the tables; of as many tables as there is room for.
    pub fn evaluate<'a, 't>(
        &'a mut self,
        tables: impl ExactSizeIterator<Item = (&'t Table, usize)> + Clone,
    ) -> (&'a [Features], &'a [Output]) {
        let count = tables.len().min(self.inputs.len());
        for ((table, _), input) in tables.clone().zip(&mut self.inputs) {
            fill(&table.moment, &mut self.scratch, input);
            *input = input.turned(table.symmetry());
        }
        for (network, evaluator) in self.evaluators.iter_mut().enumerate() {
            self.whose.clear();
            let tables = tables.clone().take(count).enumerate();
            let own = tables.filter(|(_, (_, who))| *who == network);
            self.whose.extend(own.map(|(place, _)| place));
            for (&place, asked) in self.whose.iter().zip(&mut self.asked) {
                asked.clone_from(&self.inputs[place]);
            }
            let own = self.whose.len();
            evaluator.evaluate(&self.asked[..own], &mut self.said[..own]);
            for (&place, said) in self.whose.iter().zip(&self.said) {
                self.outputs[place].clone_from(said);
            }
        }
        (&self.inputs[..count], &self.outputs[..count])
    }
}
