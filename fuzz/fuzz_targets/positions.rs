//! Any bytes as positions: SFEN alone, and with moves as USI writes them.
#![no_main]

mod shogi;

use libfuzzer_sys::fuzz_target;
use tengen_shogi::Board;
use tengen_shogi::record::Format;

fuzz_target!(|bytes: &[u8]| {
    shogi::survive(bytes, Format::Usi);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(board) = Board::from_sfen(text) {
        let again = Board::from_sfen(&board.sfen()).expect("what was written is read");
        assert_eq!(again, board);
    }
    let _ = Board::from_usi(text);
});
