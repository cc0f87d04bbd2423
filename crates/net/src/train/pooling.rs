//! Pooling: what the numbers of each channel are over the whole board, and the way back.
//!
//! As in KataGo: the mean, the mean times how much larger or smaller the board is than 14×14, and the largest number; in the
//! value head the mean times the square of the former instead of the largest.

use crate::kernel::GROUP;
use crate::kernel::gradient::Rows;
use crate::kernel::pointwise::Norm;

/// The factors of the mean in the pooled numbers: of blocks and of the policy head, and of the value head.
pub(super) fn factors(side: usize) -> [f32; 3] {
    let far = (side as f32 - 14.0) / 10.0;
    [1.0, far, far * far - 0.1]
}

/// The mean and the largest number of each channel, and the point that has it, of what a norm and a ReLU make of them.
/// There are `stride` channels, of which those from `first` on are taken.
pub(super) fn pool(
    norm: &Norm,
    from: &[f32],
    rows: Rows,
    stride: usize,
    first: usize,
    to: (&mut [f32], &mut [f32], &mut [u32]),
) {
    let (mean, largest, at) = to;
    let share = 1.0 / (rows.side * rows.side) as f32;
    for channel in (0..norm.scale.len()).step_by(GROUP) {
        let scale: &[f32; GROUP] = group(&norm.scale, channel);
        let bias: &[f32; GROUP] = group(&norm.bias, channel);
        let (mut sums, mut most, mut points) = ([0.0; GROUP], [0.0f32; GROUP], [0u32; GROUP]);
        let mut point = 0;
        for row in 0..rows.side {
            for column in 0..rows.side {
                let x: &[f32; GROUP] =
                    group(from, rows.place(row, column) * stride + first + channel);
                for lane in 0..GROUP {
                    let y = (x[lane] * scale[lane] + bias[lane]).max(0.0);
                    sums[lane] += y;
                    let more = y > most[lane];
                    most[lane] = if more { y } else { most[lane] };
                    points[lane] = if more { point } else { points[lane] };
                }
                point += 1;
            }
        }
        for lane in 0..GROUP {
            mean[channel + lane] = sums[lane] * share;
        }
        largest[channel..channel + GROUP].copy_from_slice(&most);
        at[channel..channel + GROUP].copy_from_slice(&points);
    }
}

fn group(numbers: &[f32], at: usize) -> &[f32; GROUP] {
    numbers[at..]
        .first_chunk()
        .expect("channels come in whole groups")
}

/// From the gradients of the mean and the largest number to those of each point, side by side.
pub(super) fn unpool(area: usize, mean: &[f32], largest: &[f32], at: &[u32], to: &mut [f32]) {
    let channels = mean.len();
    let share = 1.0 / area as f32;
    for point in to[..area * channels].chunks_exact_mut(channels) {
        for (to, mean) in point.iter_mut().zip(mean) {
            *to = mean * share;
        }
    }
    for (channel, (&point, d)) in at.iter().zip(largest).enumerate() {
        to[point as usize * channels + channel] += d;
    }
}

/// Adds a row of numbers times a matrix.
pub(super) fn times(x: &[f32], matrix: &[f32], to: &mut [f32]) {
    for (x, row) in x.iter().zip(matrix.chunks_exact(to.len())) {
        for (to, weight) in to.iter_mut().zip(row) {
            *to += x * weight;
        }
    }
}

/// The gradients of [`times`]: adds that of the matrix and that of the row of numbers.
pub(super) fn untimes(x: &[f32], matrix: &[f32], d: &[f32], dx: &mut [f32], to: &mut [f32]) {
    let rows = matrix
        .chunks_exact(d.len())
        .zip(to.chunks_exact_mut(d.len()));
    for ((x, dx), (row, to)) in x.iter().zip(dx).zip(rows) {
        let mut sum = 0.0;
        for ((weight, to), d) in row.iter().zip(to).zip(d) {
            sum += weight * d;
            *to += x * d;
        }
        *dx += sum;
    }
}
