//! Any bytes as lines of USI, with `quit` behind them: every search is ended, and every `go` is answered.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use tengen_shogi::Game;
use tengen_shogi_engine::usi::{Options, run};
use tengen_shogi_engine::{Parameters, Session};

fuzz_target!(|text: &[u8]| {
    let mut parameters = Parameters::default();
    parameters.budget.playouts = 20;
    parameters.alphabeta.hash = 1;
    let session = Session::new(parameters, Game::default());
    // The lines of options are not fuzzed for how much memory a machine has.
    let lines = text.split(|&byte| byte == b'\n');
    let kept = lines.filter(|line| {
        !line
            .to_ascii_lowercase()
            .windows(9)
            .any(|w| w == b"setoption")
    });
    let mut input = kept.collect::<Vec<_>>().join(&b'\n');
    input.extend(b"\nquit\n");
    let mut output = Vec::new();
    run(
        session,
        &Options::default(),
        Cursor::new(input),
        &mut output,
    )
    .expect("a list takes all");
    let said = String::from_utf8(output).expect("text");
    assert!(!said.contains("internal error"), "{said}");
});
