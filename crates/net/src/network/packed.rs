//! Matrices of a network, packed for the product.

use crate::kernel::filled;
use crate::kernel::matrix::{Multiply, Packing, Words};
use crate::kernel::simd::Isa;
use crate::model::{Conv, Matrix};

/// A matrix that is packed.
#[derive(Debug)]
pub(super) struct Packed {
    packing: Packing,
    data: Vec<f32>,
}

impl Packed {
    /// Packs the numbers of a matrix, given by row and column, for rows and columns in whole groups or not.
    pub(super) fn new(
        isa: Isa,
        rows: usize,
        columns: usize,
        number: impl Fn(usize, usize) -> f32,
    ) -> Self {
        Self::by(Packing::new(isa, rows, filled(columns)), columns, number)
    }

    fn by(packing: Packing, columns: usize, number: impl Fn(usize, usize) -> f32) -> Self {
        let mut data = vec![0.0; packing.len()];
        packing.pack(&mut data, |row, column| {
            if column < columns {
                number(row, column)
            } else {
                0.0
            }
        });
        Self { packing, data }
    }

    pub(super) fn of(isa: Isa, matrix: &Matrix) -> Self {
        Self::new(isa, matrix.inputs, matrix.outputs, |row, column| {
            matrix.weights[row * matrix.outputs + column]
        })
    }

    /// The rows: what is summed over.
    pub(super) const fn rows(&self) -> usize {
        self.packing.inner
    }

    /// The columns, in whole groups.
    pub(super) const fn columns(&self) -> usize {
        self.packing.columns
    }

    /// The product of rows of words with it.
    pub(super) fn multiply(
        &self,
        isa: Isa,
        rows: usize,
        from: &[f32],
        stride: usize,
        to: &mut [f32],
    ) {
        let multiply = Multiply {
            a: from,
            a_stride: stride,
            b: &self.data,
            packing: self.packing,
            c: to,
            c_stride: self.packing.columns,
            rows,
        };
        isa.run_on_words(self.packing.share, multiply);
    }

    /// The product of rows of numbers that lie side by side with it; `memory` has room for their words.
    pub(super) fn multiply_numbers(
        &self,
        isa: Isa,
        rows: usize,
        from: &[f32],
        memory: &mut [f32],
        to: &mut [f32],
    ) {
        let words = match self.packing.share {
            1 => from,
            share => {
                isa.run_on_words(share, Words { from, to: memory });
                memory
            }
        };
        self.multiply(isa, rows, words, self.packing.words(), to);
    }
}

/// A 1×1 convolution as a matrix, with inputs in whole groups.
pub(super) fn pointwise(isa: Isa, conv: &Conv) -> Packed {
    let packing = Packing::of_convolution(isa, filled(conv.inputs), filled(conv.outputs));
    Packed::by(packing, conv.outputs, |row, column| {
        if row < conv.inputs {
            conv.weights[row * conv.outputs + column]
        } else {
            0.0
        }
    })
}

/// A matrix from three numbers of each pooled channel, each of the three in whole groups.
pub(super) fn pooled_matrix(isa: Isa, matrix: &Matrix) -> Packed {
    let channels = matrix.inputs / 3;
    let width = filled(channels);
    Packed::new(isa, 3 * width, matrix.outputs, |row, column| {
        let (which, channel) = (row / width, row % width);
        if channel < channels {
            matrix.weights[(which * channels + channel) * matrix.outputs + column]
        } else {
            0.0
        }
    })
}
