//! Files of any version, as text or binary, written by the tests themselves and on purpose apart from the library:
//! a list of items that can be changed before it becomes bytes.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use tengen_net::Model;
use tengen_net::model::{Activation, Bias, Block, Conv, Matrix, Norm};

/// A word, or a list of weights.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Word(String),
    Weights(Vec<f32>),
}

/// A file that is not written yet.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) items: Vec<Item>,
    version: u32,
}

impl Script {
    pub(crate) fn of(model: &Model) -> Self {
        let mut script = Self {
            items: Vec::new(),
            version: model.version,
        };
        script.model(model);
        script
    }

    /// Replaces the word `after` words behind the first that is `name`.
    pub(crate) fn set(mut self, name: &str, after: usize, word: &str) -> Self {
        let at = self.find(name) + after;
        assert!(matches!(self.items[at], Item::Word(_)), "{name} {after}");
        self.items[at] = Item::Word(word.to_owned());
        self
    }

    /// Changes a weight of the list `list` (from 0) of the layer of this name.
    pub(crate) fn spoil(mut self, name: &str, list: usize, value: f32) -> Self {
        let at = self.find(name);
        let lists = self.items[at..].iter_mut().filter_map(|item| match item {
            Item::Weights(weights) => Some(weights),
            Item::Word(_) => None,
        });
        let weights = lists.into_iter().nth(list).unwrap();
        *weights.last_mut().unwrap() = value;
        self
    }

    pub(crate) fn find(&self, name: &str) -> usize {
        let is = |item: &Item| matches!(item, Item::Word(word) if word == name);
        self.items.iter().position(is).unwrap()
    }

    pub(crate) fn binary(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for item in &self.items {
            match item {
                Item::Word(word) => bytes.extend(word.as_bytes()),
                Item::Weights(weights) => {
                    bytes.extend(b"@BIN@");
                    bytes.extend(weights.iter().flat_map(|w| w.to_le_bytes()));
                }
            }
            bytes.push(b'\n');
        }
        bytes
    }

    pub(crate) fn text(&self) -> Vec<u8> {
        let mut text = String::new();
        for item in &self.items {
            match item {
                Item::Word(word) => text.push_str(word),
                Item::Weights(weights) => {
                    weights
                        .iter()
                        .for_each(|w| text.push_str(&format!("{w:e} ")));
                }
            }
            text.push('\n');
        }
        text.into_bytes()
    }

    fn word(&mut self, word: impl ToString) {
        self.items.push(Item::Word(word.to_string()));
    }

    fn words(&mut self, words: &[usize]) {
        words.iter().for_each(|word| self.word(word));
    }

    fn weights(&mut self, weights: &[f32]) {
        self.items.push(Item::Weights(weights.to_vec()));
    }

    fn conv(&mut self, conv: &Conv) {
        self.word(&conv.name);
        self.words(&[conv.side, conv.side, conv.inputs, conv.outputs, 1, 1]);
        self.weights(&conv.weights);
    }

    fn norm(&mut self, norm: &Norm) {
        let channels = norm.scale.len();
        self.word(&norm.name);
        self.word(channels);
        self.word("1e-20");
        self.words(&[1, 1]);
        self.weights(&vec![0.0; channels]);
        self.weights(&vec![1.0; channels]);
        self.weights(&norm.scale);
        self.weights(&norm.bias);
        self.activation(&norm.name, norm.activation);
    }

    fn activation(&mut self, layer: &str, activation: Activation) {
        self.word(format!("{layer}.act"));
        if self.version >= 11 {
            self.word(match activation {
                Activation::Identity => "ACTIVATION_IDENTITY",
                Activation::Relu => "ACTIVATION_RELU",
                Activation::Mish => "ACTIVATION_MISH",
                Activation::Silu => "ACTIVATION_SILU",
            });
        }
    }

    fn matrix(&mut self, matrix: &Matrix) {
        self.word(&matrix.name);
        self.words(&[matrix.inputs, matrix.outputs]);
        self.weights(&matrix.weights);
    }

    fn bias(&mut self, bias: &Bias) {
        self.word(&bias.name);
        self.word(bias.weights.len());
        self.weights(&bias.weights);
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Ordinary(block) => {
                self.word("ordinary_block");
                self.word(&block.name);
                self.norm(&block.norm1);
                self.conv(&block.conv1);
                self.norm(&block.norm2);
                self.conv(&block.conv2);
            }
            Block::Pooling(block) => {
                self.word("gpool_block");
                self.word(&block.name);
                self.norm(&block.norm1);
                self.conv(&block.regular);
                self.conv(&block.pooled);
                self.norm(&block.pooled_norm);
                self.matrix(&block.matrix);
                self.norm(&block.norm2);
                self.conv(&block.conv2);
            }
            Block::Nested(block) => {
                self.word("nested_bottleneck_block");
                self.word(&block.name);
                self.word(block.blocks.len());
                self.norm(&block.norm1);
                self.conv(&block.conv1);
                block.blocks.iter().for_each(|inner| self.block(inner));
                self.norm(&block.norm2);
                self.conv(&block.conv2);
            }
        }
    }

    fn model(&mut self, model: &Model) {
        self.word(&model.name);
        self.words(&[model.version as usize, 22, 19]);
        if model.version >= 13 {
            let by = model.multipliers;
            let all = [20.0, by.score_mean, by.score_deviation, by.lead];
            all.iter().for_each(|x| self.word(format!("{x:.1}")));
            ["40.0", "0.25", "150.0"].iter().for_each(|x| self.word(x));
        }
        if model.version >= 15 {
            self.words(&[0; 8]);
        }
        self.word(&model.trunk);
        let channels = model.channels();
        self.words(&[model.blocks.len(), channels, channels, channels, 1, 1]);
        if model.version >= 15 {
            self.words(&[0; 6]);
        }
        self.conv(&model.stem);
        self.matrix(&model.globals);
        model.blocks.iter().for_each(|block| self.block(block));
        self.norm(&model.tip);

        let head = &model.policy;
        self.word(&head.name);
        self.conv(&head.point_conv);
        self.conv(&head.pool_conv);
        self.norm(&head.pool_norm);
        self.matrix(&head.pool_matrix);
        self.norm(&head.norm);
        self.conv(&head.conv);
        self.matrix(&head.pass);
        if let Some((bias, activation, matrix)) = &head.pass2 {
            self.bias(bias);
            self.activation(&bias.name, *activation);
            self.matrix(matrix);
        }

        let head = &model.value;
        self.word(&head.name);
        self.conv(&head.conv);
        self.norm(&head.norm);
        self.matrix(&head.matrix);
        self.bias(&head.bias);
        self.activation(&head.bias.name, head.activation);
        self.matrix(&head.value);
        self.bias(&head.value_bias);
        self.matrix(&head.score);
        self.bias(&head.score_bias);
        self.conv(&head.ownership);
    }
}

/// The bytes packed by gzip.
pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}
