//! Numbers of what a search does in a position.

use super::lack::seated;
use crate::game::{OwnPlayer, Position};
use crate::record::{MeasurementRecord, VoidRecord};

/// Runs one search on a position under the budget of the parameters, and says what it counted; to
/// that come `cpu seconds`, the processor time, where one thread searches and the system tells.
///
/// With one thread and a budget of playouts all but the times follows from the seed.
///
/// # Errors
/// If a model that the parameters want is not there: the attempt does not count.
pub fn measure(
    name: &str,
    mut player: Box<dyn OwnPlayer>,
    position: &Position,
    seed: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Result<MeasurementRecord, Box<VoidRecord>> {
    player.budget_mut().seed = seed;
    let mut sitting = seated(name, &*player, &*position.board)?;
    let mut measured = sitting.measure(stop);
    if let Some(seconds) = measured.spent.cpu {
        measured.counts.insert("cpu seconds".to_owned(), seconds);
    }
    Ok(MeasurementRecord {
        player: name.to_owned(),
        position: position.name.clone(),
        best: measured.best,
        counts: measured.counts,
        rows: measured.rows,
        spent: measured.spent,
    })
}
