//! The clients that people use, where one can be driven without a window: KaTrain.
//!
//! It runs where a Python has KaTrain (`pip install katrain`): `python3`, or the one that `TENGEN_KATRAIN` names.

use std::process::Command;

use crate::binary::{plain, told};

/// What the script exits with where there is no KaTrain.
const ABSENT: i32 = 77;

#[test]
fn katrain_reviews_ponders_and_plays() {
    let named = std::env::var("TENGEN_KATRAIN").ok();
    let python = named.as_deref().unwrap_or("python3");
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/clients/katrain_client.py"
    );
    let engine = concat!("'", env!("CARGO_BIN_EXE_tengen"), "' analysis --seed 1");
    let mut client = Command::new(python);
    plain(&mut client);
    let (code, out, err) = match client.args([script, engine]).output() {
        Ok(output) => told(output),
        Err(error) => (ABSENT, String::new(), error.to_string()),
    };
    if code == ABSENT && named.is_none() {
        eprintln!("skipped: python3 has no KaTrain; TENGEN_KATRAIN may name a Python that has");
        return;
    }
    assert_eq!(code, 0, "{out}{err}");
    eprint!("{out}");
}
