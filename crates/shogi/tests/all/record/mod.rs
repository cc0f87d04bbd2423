//! Records: what is read, what is said to be wrong, what is written.

mod csa;
mod hostile;
mod kif;
mod trips;
mod usi;

use tengen_shogi::record::{Format, Reading, Record, read};

/// The only record of a text.
fn reading(text: &str, format: Format) -> Reading {
    let mut readings = read(text.as_bytes(), Some(format)).unwrap();
    assert_eq!(readings.len(), 1);
    readings.remove(0)
}

/// A record in which nothing is wrong.
fn good(text: &str, format: Format) -> Record {
    let reading = reading(text, format);
    assert_eq!(reading.faults, []);
    reading.record.unwrap()
}

/// The moves in USI.
fn moves(record: &Record) -> String {
    let moves: Vec<String> = record.steps.iter().map(|s| s.mv.to_string()).collect();
    moves.join(" ")
}

/// All that is said to be wrong.
fn faults(reading: &Reading) -> Vec<String> {
    reading.faults.iter().map(ToString::to_string).collect()
}
