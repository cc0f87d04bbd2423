//! Networks written as version 8, the format of KataGo's g170 networks.

use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use tengen_pattern::file;

use super::FileError;
use crate::features::{GLOBALS, PLANES};
use crate::model::check::{policies, scores};
use crate::model::{
    Activation, Bias, Block, Conv, Layer, Matrix, Model, Multipliers, Norm, PolicyHead, ValueHead,
};

/// The version that is written.
const VERSION: u32 = 8;
/// The longest name of a network that KataGo takes.
const LONGEST: usize = 96;

/// Writes a network to a file, in place of one that may be there. KataGo wants its name to end in `.bin.gz`.
///
/// # Errors
/// If version 8 cannot hold the network, or if the file cannot be written; one that was there is then still there.
pub fn save(model: &Model, path: &Path) -> Result<(), FileError> {
    let mut bytes = Vec::new();
    let written = write(model, &mut bytes)
        .and_then(|()| file::replace(path, &bytes).map_err(|error| FileError::Write(error.source)));
    written.map_err(|error| error.of(path))
}

/// Writes a network as a binary file of version 8, packed by gzip.
///
/// # Errors
/// If version 8 cannot hold the network, or if the stream fails.
pub fn write(model: &Model, stream: impl Write) -> Result<(), FileError> {
    model.check()?;
    refuse(model).map_or(Ok(()), |reason| Err(FileError::Unwritable(reason)))?;
    let mut sink = Sink(GzEncoder::new(stream, Compression::default()));
    let written = sink.model(model).and_then(|()| sink.0.finish()?.flush());
    written.map_err(FileError::Write)
}

impl FileError {
    /// The same with the file that it is about.
    pub(super) fn of(self, path: &Path) -> Self {
        Self::Named {
            path: path.to_owned(),
            source: Box::new(self),
        }
    }
}

/// Why version 8 cannot hold a network.
fn refuse(model: &Model) -> Option<String> {
    let name_fits = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c == b'-';
    if !(1..=LONGEST).contains(&model.name.len()) || !model.name.bytes().all(name_fits) {
        return Some(format!(
            "KataGo wants a name of 1 to {LONGEST} letters, digits, - and _, not {:?}",
            model.name
        ));
    }
    if model.multipliers != Multipliers::default() {
        return Some("its multipliers of scores are not 20".to_owned());
    }
    if model.policies() != policies(VERSION) {
        return Some(format!(
            "it has {} channels of policy, not 1",
            model.policies()
        ));
    }
    if model.scores() != scores(VERSION) {
        return Some(format!("it has {} scores, not 4", model.scores()));
    }
    if model.kinds().nested > 0 {
        return Some("it has nested blocks".to_owned());
    }
    let hidden = [("the value head", model.value.activation)];
    let norms = model.layers().into_iter().filter_map(|layer| match layer {
        Layer::Norm(norm) => Some((norm.name.as_str(), norm.activation)),
        _ => None,
    });
    if let Some((layer, other)) = norms.chain(hidden).find(|(_, a)| *a != Activation::Relu) {
        return Some(format!("{layer} has the activation {other}, not ReLU"));
    }
    let heads = [&model.trunk, &model.policy.name, &model.value.name];
    let blocks = model.blocks.iter().map(Block::name);
    let mut names = model.layers().into_iter().map(Layer::name);
    let mut names = names
        .by_ref()
        .chain(blocks)
        .chain(heads.into_iter().map(String::as_str));
    let bad = names.find(|name| name.is_empty() || !name.bytes().all(|c| c.is_ascii_graphic()));
    bad.map(|name| format!("{name:?} cannot be the name of a layer"))
}

/// A stream that takes the parts of a network.
struct Sink<W: Write>(W);

impl<W: Write> Sink<W> {
    fn numbers(&mut self, numbers: &[usize]) -> io::Result<()> {
        numbers.iter().try_for_each(|n| writeln!(self.0, "{n}"))
    }

    fn name(&mut self, name: &str) -> io::Result<()> {
        writeln!(self.0, "{name}")
    }

    fn weights(&mut self, weights: &[f32]) -> io::Result<()> {
        self.0.write_all(b"@BIN@")?;
        let mut bytes = Vec::with_capacity(1 << 14);
        for chunk in weights.chunks(1 << 12) {
            bytes.clear();
            bytes.extend(chunk.iter().flat_map(|weight| weight.to_le_bytes()));
            self.0.write_all(&bytes)?;
        }
        self.0.write_all(b"\n")
    }

    fn conv(&mut self, conv: &Conv) -> io::Result<()> {
        self.name(&conv.name)?;
        self.numbers(&[conv.side, conv.side, conv.inputs, conv.outputs, 1, 1])?;
        self.weights(&conv.weights)
    }

    fn matrix(&mut self, matrix: &Matrix) -> io::Result<()> {
        self.name(&matrix.name)?;
        self.numbers(&[matrix.inputs, matrix.outputs])?;
        self.weights(&matrix.weights)
    }

    fn bias(&mut self, bias: &Bias) -> io::Result<()> {
        self.name(&bias.name)?;
        self.numbers(&[bias.weights.len()])?;
        self.weights(&bias.weights)
    }

    fn activation(&mut self, layer: &str) -> io::Result<()> {
        writeln!(self.0, "{layer}/actv")
    }

    /// With a mean of 0 and a variance of 1, to which this epsilon adds nothing, factor and summand are read again
    /// as they are here.
    fn norm(&mut self, norm: &Norm) -> io::Result<()> {
        let channels = norm.scale.len();
        self.name(&norm.name)?;
        self.numbers(&[channels])?;
        self.name("1e-20")?;
        self.numbers(&[1, 1])?;
        self.weights(&vec![0.0; channels])?;
        self.weights(&vec![1.0; channels])?;
        self.weights(&norm.scale)?;
        self.weights(&norm.bias)?;
        self.activation(&norm.name)
    }

    fn block(&mut self, block: &Block) -> io::Result<()> {
        match block {
            Block::Ordinary(block) => {
                self.name("ordinary_block")?;
                self.name(&block.name)?;
                self.norm(&block.norm1)?;
                self.conv(&block.conv1)?;
                self.norm(&block.norm2)?;
                self.conv(&block.conv2)
            }
            Block::Pooling(block) => {
                self.name("gpool_block")?;
                self.name(&block.name)?;
                self.norm(&block.norm1)?;
                self.conv(&block.regular)?;
                self.conv(&block.pooled)?;
                self.norm(&block.pooled_norm)?;
                self.matrix(&block.matrix)?;
                self.norm(&block.norm2)?;
                self.conv(&block.conv2)
            }
            Block::Nested(_) => Err(io::Error::other("nested blocks are refused before")),
        }
    }

    fn policy_head(&mut self, head: &PolicyHead) -> io::Result<()> {
        self.name(&head.name)?;
        self.conv(&head.point_conv)?;
        self.conv(&head.pool_conv)?;
        self.norm(&head.pool_norm)?;
        self.matrix(&head.pool_matrix)?;
        self.norm(&head.norm)?;
        self.conv(&head.conv)?;
        self.matrix(&head.pass)
    }

    fn value_head(&mut self, head: &ValueHead) -> io::Result<()> {
        self.name(&head.name)?;
        self.conv(&head.conv)?;
        self.norm(&head.norm)?;
        self.matrix(&head.matrix)?;
        self.bias(&head.bias)?;
        self.activation(&head.bias.name)?;
        self.matrix(&head.value)?;
        self.bias(&head.value_bias)?;
        self.matrix(&head.score)?;
        self.bias(&head.score_bias)?;
        self.conv(&head.ownership)
    }

    fn model(&mut self, model: &Model) -> io::Result<()> {
        self.name(&model.name)?;
        self.numbers(&[VERSION as usize, PLANES, GLOBALS])?;
        self.name(&model.trunk)?;
        let [middle, regular, pooled] = widths(model);
        // Channels of dilated convolutions were given up long ago; KataGo skips the number.
        let trunk = [model.blocks.len(), model.channels(), middle, regular];
        self.numbers(&trunk)?;
        self.numbers(&[pooled, pooled])?;
        self.conv(&model.stem)?;
        self.matrix(&model.globals)?;
        model
            .blocks
            .iter()
            .try_for_each(|block| self.block(block))?;
        self.norm(&model.tip)?;
        self.policy_head(&model.policy)?;
        self.value_head(&model.value)
    }
}

/// The channels inside ordinary blocks, the regular and the pooled ones of others: the header gives them though
/// each block does. Where there is no such block, any number will do that is positive.
fn widths(model: &Model) -> [usize; 3] {
    let mut widths = [None; 3];
    for block in &model.blocks {
        match block {
            Block::Ordinary(block) => widths[0] = Some(block.conv1.outputs),
            Block::Pooling(block) => {
                widths[1] = Some(block.regular.outputs);
                widths[2] = Some(block.pooled.outputs);
            }
            Block::Nested(_) => {}
        }
    }
    widths.map(|width| width.unwrap_or(model.channels()))
}
