//! A wider network that says what a narrower one says.
//!
//! T. Chen, I. Goodfellow and J. Shlens, "Net2Net: accelerating learning via knowledge transfer", 2016. Where they copy
//! channels and halve what is read of them, the new channels here begin with random weights, and nothing reads them: the
//! old channels, and so all outputs, stay what they were, and training finds out what the new ones are good for.

use super::Shape;
use crate::model::{Block, Conv, Matrix, Model, Norm, Ordinary, PolicyHead, Pooling, ValueHead};

/// The reason why a network cannot be widened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwidened {
    /// It has as many channels or more.
    #[error("the network has {0} channels already, so it cannot be widened to {1}")]
    Wide(usize, usize),
    /// Its layers are others than those of [`Shape`].
    #[error("only networks in the shape of those that are trained here can be widened")]
    Foreign,
}

/// The network with so many channels in its trunk, its new weights drawn by a seed.
///
/// # Errors
/// If it is no network of [`Shape`], or not narrower.
pub fn widened(model: &Model, channels: usize, seed: u64) -> Result<Model, Unwidened> {
    let old = model.stem.outputs;
    if old >= channels {
        return Err(Unwidened::Wide(old, channels));
    }
    let mut wide = Shape::new(model.blocks.len(), channels).fresh(&model.name, seed);
    let narrow = Shape::new(model.blocks.len(), old).fresh("", seed);
    if !alike(model, &narrow) {
        return Err(Unwidened::Foreign);
    }
    conv(&model.stem, &mut wide.stem);
    matrix(&model.globals, &mut wide.globals, 1);
    for (old, new) in model.blocks.iter().zip(&mut wide.blocks) {
        block(old, new);
    }
    norm(&model.tip, &mut wide.tip);
    policy(&model.policy, &mut wide.policy);
    value(&model.value, &mut wide.value);
    Ok(wide)
}

/// True if two networks have layers of the same kinds and sizes.
fn alike(one: &Model, other: &Model) -> bool {
    let sizes = |model: &Model| -> Vec<[usize; 2]> {
        let layers = model.layers();
        layers
            .iter()
            .map(|l| l.numbers().map(<[f32]>::len))
            .collect()
    };
    let pools = |model: &Model| -> Vec<bool> {
        let pools = |block: &Block| matches!(block, Block::Pooling(_));
        model.blocks.iter().map(pools).collect()
    };
    one.version == other.version && pools(one) == pools(other) && sizes(one) == sizes(other)
}

fn block(old: &Block, new: &mut Block) {
    match (old, new) {
        (Block::Ordinary(old), Block::Ordinary(new)) => ordinary(old, new),
        (Block::Pooling(old), Block::Pooling(new)) => pooling(old, new),
        _ => {}
    }
}

fn ordinary(old: &Ordinary, new: &mut Ordinary) {
    norm(&old.norm1, &mut new.norm1);
    conv(&old.conv1, &mut new.conv1);
    norm(&old.norm2, &mut new.norm2);
    conv(&old.conv2, &mut new.conv2);
}

fn pooling(old: &Pooling, new: &mut Pooling) {
    norm(&old.norm1, &mut new.norm1);
    conv(&old.regular, &mut new.regular);
    conv(&old.pooled, &mut new.pooled);
    norm(&old.pooled_norm, &mut new.pooled_norm);
    matrix(&old.matrix, &mut new.matrix, 3);
    norm(&old.norm2, &mut new.norm2);
    conv(&old.conv2, &mut new.conv2);
}

fn policy(old: &PolicyHead, new: &mut PolicyHead) {
    let (mut points, mut pool) = (new.point_conv.clone(), new.pool_conv.clone());
    conv(&old.point_conv, &mut points);
    conv(&old.pool_conv, &mut pool);
    *new = PolicyHead {
        point_conv: points,
        pool_conv: pool,
        ..old.clone()
    };
}

fn value(old: &ValueHead, new: &mut ValueHead) {
    let mut first = new.conv.clone();
    conv(&old.conv, &mut first);
    *new = ValueHead {
        conv: first,
        ..old.clone()
    };
}

/// The weight of a wider layer: the old one between old channels, nothing from a new channel to an old one, and what was
/// drawn to a new one.
fn weight(old: Option<f32>, to_old: bool, drawn: f32) -> f32 {
    match (old, to_old) {
        (Some(weight), true) => weight,
        (None, true) => 0.0,
        (_, false) => drawn,
    }
}

fn conv(old: &Conv, new: &mut Conv) {
    let (inputs, outputs) = (new.inputs, new.outputs);
    for (n, number) in new.weights.iter_mut().enumerate() {
        let (place, input, output) = (n / outputs / inputs, n / outputs % inputs, n % outputs);
        let place = (place * old.inputs + input) * old.outputs + output;
        let known = (input < old.inputs && output < old.outputs).then(|| old.weights[place]);
        *number = weight(known, output < old.outputs, *number);
    }
}

/// A matrix whose inputs are so many parts of as many channels each.
fn matrix(old: &Matrix, new: &mut Matrix, parts: usize) {
    let (before, now) = (old.inputs / parts, new.inputs / parts);
    for (n, number) in new.weights.iter_mut().enumerate() {
        let (row, output) = (n / new.outputs, n % new.outputs);
        let (part, channel) = (row / now, row % now);
        let place = (part * before + channel) * old.outputs + output;
        let known = (channel < before && output < old.outputs).then(|| old.weights[place]);
        *number = weight(known, output < old.outputs, *number);
    }
}

fn norm(old: &Norm, new: &mut Norm) {
    new.scale[..old.scale.len()].copy_from_slice(&old.scale);
    new.bias[..old.bias.len()].copy_from_slice(&old.bias);
}
