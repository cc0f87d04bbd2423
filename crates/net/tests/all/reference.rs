//! The oracle: a network evaluated as its definition says, in double precision and as slowly as that is.

use tengen_game::Rng;
use tengen_go::Size;
use tengen_net::model::{Activation, Block, Conv, Matrix, Norm, Pooling};
use tengen_net::{Features, Model, Output};

/// Channels of a board: one list of points for each.
type Planes = Vec<Vec<f64>>;

/// What a network says of a position.
pub(crate) fn evaluate(model: &Model, features: &Features) -> Output {
    let side = features.size.get();
    let bits = &features.planes[..features.size.area()];
    let plane = |k| bits.iter().map(|b| f64::from(b >> k & 1)).collect();
    let planes: Planes = (0..model.stem.inputs).map(plane).collect();
    let globals: Vec<f64> = features.globals.iter().map(|&x| f64::from(x)).collect();

    let mut trunk = conv(&model.stem, &planes, side);
    add(&mut trunk, &product(&model.globals, &globals));
    blocks(&model.blocks, &mut trunk, side);
    let trunk = norm(&model.tip, &trunk);
    let mut output = Output::default();

    let head = &model.policy;
    let pooled = norm(&head.pool_norm, &conv(&head.pool_conv, &trunk, side));
    let pooled = pool(&pooled, side, false);
    let mut points = conv(&head.point_conv, &trunk, side);
    add(&mut points, &product(&head.pool_matrix, &pooled));
    let policy = &conv(&head.conv, &norm(&head.norm, &points), side)[0];
    let mut pass = product(&head.pass, &pooled);
    if let Some((bias, function, second)) = &head.pass2 {
        pass = product(second, &hidden(&pass, &bias.weights, *function));
    }
    output.pass = pass[0] as f32;
    for (to, from) in output.policy.iter_mut().zip(policy) {
        *to = *from as f32;
    }

    let head = &model.value;
    let planes = norm(&head.norm, &conv(&head.conv, &trunk, side));
    let layer = product(&head.matrix, &pool(&planes, side, true));
    let layer = hidden(&layer, &head.bias.weights, head.activation);
    let linear = |matrix: &Matrix, bias: &[f32]| {
        hidden(&product(matrix, &layer), bias, Activation::Identity)
    };
    let value = linear(&head.value, &head.value_bias.weights);
    output.value = [0, 1, 2].map(|k| value[k] as f32);
    let score = linear(&head.score, &head.score_bias.weights);
    let by = model.multipliers;
    let deviation = softplus(score[1]) * f64::from(by.score_deviation);
    output.score = [
        (score[0] * f64::from(by.score_mean)) as f32,
        deviation as f32,
    ];
    output.lead = (score[2] * f64::from(by.lead)) as f32;
    let owners = &conv(&head.ownership, &planes, side)[0];
    for (to, from) in output.ownership.iter_mut().zip(owners) {
        *to = from.tanh() as f32;
    }
    output
}

fn blocks(blocks: &[Block], trunk: &mut Planes, side: usize) {
    for block in blocks {
        let change = match block {
            Block::Ordinary(block) => {
                let x = conv(&block.conv1, &norm(&block.norm1, trunk), side);
                conv(&block.conv2, &norm(&block.norm2, &x), side)
            }
            Block::Pooling(block) => pooling(block, trunk, side),
            Block::Nested(block) => {
                let mut x = conv(&block.conv1, &norm(&block.norm1, trunk), side);
                self::blocks(&block.blocks, &mut x, side);
                conv(&block.conv2, &norm(&block.norm2, &x), side)
            }
        };
        for (to, from) in trunk.iter_mut().flatten().zip(change.iter().flatten()) {
            *to += from;
        }
    }
}

fn pooling(block: &Pooling, trunk: &Planes, side: usize) -> Planes {
    let x = norm(&block.norm1, trunk);
    let pooled = norm(&block.pooled_norm, &conv(&block.pooled, &x, side));
    let mut regular = conv(&block.regular, &x, side);
    add(
        &mut regular,
        &product(&block.matrix, &pool(&pooled, side, false)),
    );
    conv(&block.conv2, &norm(&block.norm2, &regular), side)
}

fn conv(conv: &Conv, planes: &Planes, side: usize) -> Planes {
    let mut result = vec![vec![0.0; side * side]; conv.outputs];
    let half = conv.side / 2;
    for (dy, dx) in (0..conv.side).flat_map(|dy| (0..conv.side).map(move |dx| (dy, dx))) {
        let window = &conv.weights[(dy * conv.side + dx) * conv.inputs * conv.outputs..];
        for y in (0..side).filter(|y| (half..side + half).contains(&(y + dy))) {
            for x in (0..side).filter(|x| (half..side + half).contains(&(x + dx))) {
                let from = (y + dy - half) * side + (x + dx - half);
                for (plane, row) in planes.iter().zip(window.chunks(conv.outputs)) {
                    for (to, &weight) in result.iter_mut().zip(row) {
                        to[y * side + x] += plane[from] * f64::from(weight);
                    }
                }
            }
        }
    }
    result
}

fn norm(norm: &Norm, planes: &Planes) -> Planes {
    let channel = |((plane, &scale), &bias): ((&Vec<f64>, &f32), &f32)| {
        let one = |&x| activate(norm.activation, x * f64::from(scale) + f64::from(bias));
        plane.iter().map(one).collect()
    };
    let channels = planes.iter().zip(&norm.scale).zip(&norm.bias);
    channels.map(channel).collect()
}

/// Three numbers of each channel: first all means, then all means by size of the board, then all maxima, or in the
/// value head all means by the square of that.
fn pool(planes: &Planes, side: usize, value: bool) -> Vec<f64> {
    let area = (side * side) as f64;
    let means: Vec<f64> = planes
        .iter()
        .map(|p| p.iter().sum::<f64>() / area)
        .collect();
    let larger = (side as f64 - 14.0) / 10.0;
    let second = means.iter().map(|mean| mean * larger);
    let third: Vec<f64> = if value {
        means
            .iter()
            .map(|mean| mean * (larger * larger - 0.1))
            .collect()
    } else {
        let largest = |plane: &Vec<f64>| plane.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        planes.iter().map(largest).collect()
    };
    means.iter().copied().chain(second).chain(third).collect()
}

fn product(matrix: &Matrix, row: &[f64]) -> Vec<f64> {
    let mut result = vec![0.0; matrix.outputs];
    for (x, weights) in row.iter().zip(matrix.weights.chunks(matrix.outputs)) {
        for (to, &weight) in result.iter_mut().zip(weights) {
            *to += x * f64::from(weight);
        }
    }
    result
}

fn hidden(row: &[f64], bias: &[f32], function: Activation) -> Vec<f64> {
    let both = row.iter().zip(bias);
    both.map(|(x, &b)| activate(function, x + f64::from(b)))
        .collect()
}

fn add(planes: &mut Planes, biases: &[f64]) {
    for (plane, bias) in planes.iter_mut().zip(biases) {
        plane.iter_mut().for_each(|x| *x += bias);
    }
}

fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn activate(function: Activation, x: f64) -> f64 {
    match function {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * softplus(x).tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
    }
}

/// A position with some stones and everything that random bits can be.
pub(crate) fn scene(size: Size, seed: u64) -> Features {
    let mut rng = Rng::new(seed);
    let mut features = Features::new(size);
    for bits in &mut features.planes[..size.area()] {
        *bits = (rng.bits() & rng.bits()) as u32 & 0x3f_fffe | 1;
    }
    for global in &mut features.globals {
        *global = rng.unit() as f32 - 0.5;
    }
    features
}
