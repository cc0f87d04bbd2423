//! What holds of any bytes that are read as records of Shogi.

use tengen_shogi::Move;
use tengen_shogi::record::{Encoding, Format, Record, Step, read, write};

fn moves(steps: &[Step]) -> Vec<Move> {
    steps.iter().map(|step| step.mv).collect()
}

/// Reads the bytes; what came of them is played, written in every format, and read again the same.
pub fn survive(bytes: &[u8], format: Format) {
    let Ok(readings) = read(bytes, Some(format)) else {
        return;
    };
    let _ = read(bytes, None);
    for reading in &readings {
        assert!(reading.faults.len() <= 102);
        for fault in &reading.faults {
            assert!(fault.line > 0 && fault.to_string().len() < 4000);
        }
    }
    // Thousands of short records are many times the same.
    let records = readings.into_iter().filter_map(|reading| reading.record);
    for record in records.take(20) {
        record.game(usize::MAX).expect("every move was checked");
        for format in [Format::Kif, Format::Csa, Format::Usi] {
            let text = write(&record, format, Encoding::Utf8).expect("UTF-8 has every character");
            let again = read(&text, Some(format)).expect("what was written is read");
            let again = again[0].record.as_ref().expect("a start stays one");
            assert_eq!(again.start, record.start);
            assert_eq!(moves(&again.steps), moves(&record.steps));
            let end = |record: &Record| record.close.as_ref().map(|c| c.end);
            if format == Format::Kif {
                assert_eq!(end(again), end(&record));
                assert_eq!(again.rules, record.rules);
            }
            let _ = write(&record, format, Encoding::ShiftJis);
        }
    }
}
