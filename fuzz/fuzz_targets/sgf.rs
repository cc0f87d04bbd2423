//! Any bytes as an SGF file: read, judged, written strictly, read again the same, and played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_record::{
    Diagnostics,
    sgf::{self, NodeId},
};

fuzz_target!(|bytes: &[u8]| {
    let Ok((collection, diagnostics)) = sgf::parse(bytes) else {
        return;
    };
    assert!(diagnostics.len() <= Diagnostics::KEPT + 1);
    for diagnostic in &diagnostics {
        assert!(diagnostic.place.line > 0 && diagnostic.place.column > 0);
    }
    let strict = collection.strict();
    let text = collection.to_sgf();
    let (again, diagnostics) = sgf::parse(text.as_bytes()).expect("what was written is read");
    assert!(
        diagnostics.is_empty(),
        "strict output has no faults: {diagnostics:?}"
    );
    assert_eq!(again, strict);
    assert_eq!(again.to_sgf(), text);
    for tree in &collection.games {
        for property in tree.node(NodeId::ROOT).properties() {
            let _ = (property.value().text(), property.value().simple_text());
        }
        let Ok(replay) = sgf::replay(tree) else {
            continue;
        };
        assert!(replay.illegal <= replay.moves);
        let saved = sgf::from_game(&replay.game, &replay.info);
        let replayed = sgf::replay(&saved.games[0]).expect("a saved game is replayed");
        assert_eq!(replayed.game.stones().hash(), replay.game.stones().hash());
        // Illegal moves that the board could take are saved with the game; others are left out.
        assert!(
            replayed.illegal <= replay.illegal,
            "{:?}",
            replayed.diagnostics
        );
    }
});
