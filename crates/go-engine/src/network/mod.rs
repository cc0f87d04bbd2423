//! Policy and value networks in the search.
//!
//! Two ways to use them, both with playouts beside them (`mixture.lambda`):
//!
//! - `queues`, the search of the program Cygo, which is AlphaGo on one machine with heuristic playouts (D. Silver et
//!   al., "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016): a node's children
//!   are chosen by the policy when it is expanded, and its value is asked for when it is first visited. One thread
//!   evaluates, and serves expansions first.
//! - `review`, our own: nodes are expanded by cheaper knowledge (learned patterns, rules), and one whose visits
//!   reach a second threshold is shown to a network with two heads, in the thread that comes by. It gives the
//!   children their priors and the node its value. So a slow network is asked about what matters.
//!
//! Read in this order: [`evaluator`] (a network as the engine sees it), `cache`, `stance` (from the root of a
//! search to the moment that a network is shown), `adviser` (a request and its answer), `guided` (priors of a
//! node's moves), `valued` (values beside playouts), `staff` (who answers whom in one search).

mod adviser;
mod cache;
pub mod evaluator;
mod guided;
mod model;
mod staff;
mod stance;
mod valued;

#[cfg(test)]
mod tests;

pub use evaluator::{Evaluator, Opinion};
pub use model::NetModel;

pub(crate) use guided::Guided;
pub(crate) use staff::{Observed, Staff};
pub(crate) use valued::Valued;

use tengen_go::Size;
use tengen_net::{Isa, Model};
use tengen_params::{choice, params};

use crate::prior::PriorForm;

choice! {
    /// How networks take part in a search.
    pub enum NetMode {
        /// Not at all.
        Off = "off",
        /// One network of two heads looks at nodes whose visits reach `net.threshold`: priors and value.
        Review = "review",
        /// The policy chooses the children of every node, its value is asked for beside the first playout.
        Queues = "queues",
    }
}

choice! {
    /// The numbers that convolutions multiply.
    pub enum Precision {
        /// Those of 32 bits.
        Single = "single",
        /// Those of 16, added up in 32: faster and less exact, for CPUs with AVX-512 BF16.
        Bfloat16 = "bfloat16",
    }
}

params! {
    /// Policy and value networks.
    pub struct NetParams as net {
        /// How they take part in the search.
        mode: NetMode = NetMode::Off;
        /// The network: the name of a built-in one, or else a file of KataGo's format; nothing is the usual one of the board: net-6x64 up
        /// to 11×11, net-6x96 on larger ones.
        file: String = "";
        /// The network that gives values where it is another (mode `queues`); nothing is the same one.
        value: String = "";
        /// Mode `review`: the visits after which a node is shown to the network, and the root at once. 0: every node, when it is
        /// first visited.
        threshold: u32 = 20, 0..=1_000_000;
        /// Mode `review`: the side of the largest board that the network plays on; on larger ones the recipe `playouts`
        /// takes its place.
        largest: u32 = 19, 2..=19;
        /// Logarithms of the policy's probabilities are divided by this: below 1 its best moves stand out more.
        temperature: f32 = 1.0, 0.05..=20.0, Log;
        /// By what the logarithms of the strengths of `prior.model` are multiplied before they are added to those of
        /// the policy; 0 leaves the policy alone.
        patterns: f32 = 0.0, 0.0..=10.0;
        /// Virtual playouts of a move by the policy, on top of those of the knowledge; 0 leaves it to bias and
        /// action value.
        playouts: f32 = 0.0, 0.0..=500.0;
        /// Which of them are won.
        form: PriorForm = PriorForm::Rate;
        /// The exponent of the form.
        exponent: f32 = 0.2, 0.0..=10.0;
        /// The symmetries of the board over which the root is averaged; elsewhere one is drawn. With 0 no board is
        /// ever turned.
        symmetries: u32 = 8, 0..=8;
        /// The number of positions whose evaluations are remembered.
        cache: u32 = 4096, 0..=1_000_000;
        /// Mode `queues`: the most nodes that wait for their values; a search of one thread has them evaluated
        /// whenever so many wait.
        queue: u32 = 32, 1..=256;
        /// Whether the network is computed without vectors: slower, and the same on every machine.
        portable: bool = false;
        /// The numbers that convolutions multiply.
        precision: Precision = Precision::Single;
    }
}

/// A CPU without the instructions that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`net.precision`: this CPU has no products of bfloat16 (AVX-512 BF16); set net.precision to single"
)]
pub struct LacksBfloat16;

impl NetParams {
    /// True if networks take part.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.mode != NetMode::Off
    }

    /// The side of the largest board that they play on.
    pub(crate) fn largest(&self) -> usize {
        match self.mode {
            NetMode::Review => self.largest as usize,
            NetMode::Off | NetMode::Queues => Model::LARGEST.get(),
        }
    }

    /// A sentence if a network was named and boards of this size are too large for it.
    #[must_use]
    pub fn left_out(&self, size: Size) -> Option<String> {
        let largest = self.largest();
        if !self.is_on() || self.file.is_empty() || size.get() <= largest {
            return None;
        }
        let why = match largest == Model::LARGEST.get() {
            true => format!("networks know boards up to {}", Model::LARGEST),
            false => format!("net.largest is {largest}"),
        };
        let instead = match self.mode {
            NetMode::Review => "the recipe playouts plays",
            NetMode::Off | NetMode::Queues => "playouts are alone",
        };
        Some(format!(
            "The network {} is left out on {size}, where {instead}: {why}.",
            self.file
        ))
    }

    /// The instructions that networks are computed with.
    ///
    /// # Errors
    /// If this CPU has none for the precision.
    pub fn isa(&self) -> Result<Isa, LacksBfloat16> {
        self.among(Isa::bfloat16())
    }

    fn among(&self, bfloat16: Option<Isa>) -> Result<Isa, LacksBfloat16> {
        match self.precision {
            Precision::Bfloat16 => bfloat16.ok_or(LacksBfloat16),
            Precision::Single if self.portable => Ok(Isa::all()[0]),
            Precision::Single => Ok(Isa::best()),
        }
    }
}
