//! KataGo's protocol for the analysis of many positions: one object of JSON a line in and out.
//!
//! One thread reads lines and answers what needs no search, some workers search positions, each by a session of its
//! own, and the caller's thread writes. Replies come as they are ready, told apart by their ids. Each position of a
//! query gets exactly one final reply: from whoever takes it out of the queue.
//!
//! Read in this order: `fields` and `settings`, `record` (the game of a query), `query` (all of it), `queue` (the
//! positions that wait), `desk` (a line comes in), `worker` (a position is searched), `policy`, `reply` and `letter`
//! (what goes out).
//! How it differs from KataGo is in `docs/analysis-protocol.md`.

mod desk;
mod fields;
mod letter;
mod policy;
mod query;
mod queue;
mod record;
mod reply;
mod settings;
mod worker;

use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use serde_json::{Value, json};
use tengen_go::{Game, Komi, Rules, Size};

pub use settings::{Heed, Settings, View};

use crate::{Models, Parameters, Session};
use desk::Desk;
use query::Query;
use queue::Queue;

/// The engine as clients see it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The version it tells.
    pub version: String,
    /// The commit it tells.
    pub commit: String,
    /// The number of positions that are searched at a time.
    pub workers: NonZeroUsize,
    /// True if what waits at the end of the input is still searched.
    pub finish: bool,
    /// The settings of queries that name no others.
    pub settings: Settings,
}

/// Answers queries to this player until the input ends.
///
/// # Errors
/// If the output cannot be written any more, or no thread can be started.
pub fn run(
    mut parameters: Parameters,
    options: Options,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    parameters.measure.moves_ownership = true;
    let models = Models::load(&parameters).unwrap_or_default();
    let queue = Arc::new(Queue::default());
    let (sender, replies) = channel();
    let desk = Desk {
        options,
        queue: queue.clone(),
        replies: sender,
        models: told(&models),
    };
    for number in 0..desk.options.workers.get() {
        start_worker(number, &parameters, &models, &desk)?;
    }
    let reader = thread::Builder::new().name("analysis input".to_owned());
    reader.spawn(move || desk.serve(input))?;
    for letter in replies {
        if let Err(error) = letter.write(&mut output) {
            queue.terminate(None, None);
            queue.end();
            return Err(error);
        }
    }
    Ok(())
}

/// The number of positions that a line asks for, if it is a query.
///
/// # Errors
/// With a sentence, if it is refused.
pub fn asked(line: &[u8], settings: &Settings) -> Result<usize, String> {
    let (id, object) = desk::object(line)?;
    let read = Query::read(id, object, settings);
    let (query, _) = read.map_err(|remark| format!("{}: {}", remark.field, remark.sentence))?;
    Ok(query.turns.len())
}

fn start_worker(
    number: usize,
    parameters: &Parameters,
    models: &Models,
    desk: &Desk,
) -> io::Result<()> {
    let (parameters, models) = (parameters.clone(), models.clone());
    let (queue, replies) = (desk.queue.clone(), desk.replies.clone());
    let work = move || {
        let game = Game::new(Size::NINETEEN, Rules::default(), Komi::SEVEN_AND_A_HALF);
        let session = Session::with_models(parameters, models, game);
        worker::work(session, &queue, &replies);
    };
    let thread = thread::Builder::new().name(format!("analysis {number}"));
    thread.spawn(work).map(|_| ())
}

/// The networks of a player, in the words of KataGo.
fn told(models: &Models) -> Value {
    let networks = models.nets().chain(models.value_net());
    let told = networks.map(|network| {
        let model = network.model();
        json!({
            "name": model.name,
            "internalName": model.name,
            "version": model.version,
            "maxBatchSize": 1,
            "usesHumanSLProfile": false,
            "usingFP16": "false",
        })
    });
    told.collect()
}
