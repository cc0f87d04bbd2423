//! Matrices of a network, packed for the product.

use crate::kernel::filled;
use crate::kernel::matrix::{Multiply, Packing};
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
        let packing = Packing::new(isa, rows, filled(columns));
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

    /// The columns, in whole groups.
    pub(super) const fn columns(&self) -> usize {
        self.packing.columns
    }

    /// The product of rows with it.
    pub(super) fn multiply(
        &self,
        isa: Isa,
        rows: usize,
        from: &[f32],
        stride: usize,
        to: &mut [f32],
    ) {
        isa.run(Multiply {
            a: from,
            a_stride: stride,
            b: &self.data,
            packing: self.packing,
            c: to,
            c_stride: self.packing.columns,
            rows,
        });
    }
}

/// A 1×1 convolution as a matrix, with inputs in whole groups.
pub(super) fn pointwise(isa: Isa, conv: &Conv) -> Packed {
    Packed::new(isa, filled(conv.inputs), conv.outputs, |row, column| {
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
