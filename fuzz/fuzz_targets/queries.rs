//! Any bytes as a line of KataGo's JSON protocol: a query of so many positions, or refused with a sentence.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_go_engine::analysis_json::{Settings, asked};

fuzz_target!(|line: &[u8]| {
    match asked(line, &Settings::default()) {
        // A position is named by a number, and a move takes more than two bytes.
        Ok(positions) => assert!(positions <= line.len() / 2),
        Err(sentence) => assert!(!sentence.is_empty() && sentence.len() < 1000, "{sentence}"),
    }
});
