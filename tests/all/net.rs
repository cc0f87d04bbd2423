//! The commands on networks.

use std::path::Path;

use serde_json::Value;
use tengen_net::file;
use tengen_net::random::Plan;

use crate::binary::{Folder, assert_has, run};

#[test]
fn a_network_is_shown() {
    let folder = Folder::new("network");
    let path = folder.0.join("mine.bin.gz");
    let model = Plan::old(6, 1).model();
    file::save(&model, &path).unwrap();
    let path = path.to_str().unwrap();
    let (code, out, err) = run(&["net", "show", path]);
    assert_eq!((code, err.as_str()), (0, ""));
    for line in [
        "Name        random-1\n",
        "Version     8\n",
        "Blocks      2: 1 ordinary, 1 with pooling\n",
        "Channels    6\n",
        "Activation  ReLU\n",
        "Boards      2×2 to 19×19\n",
        "Cost 9×9    0.4 million multiplications and additions an evaluation\n",
    ] {
        assert_has(&out, line);
    }
    let (code, out, err) = run(&["net", "show", "--json", path]);
    assert_eq!((code, err.as_str()), (0, ""));
    let object: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(object["weights"], model.weights());
    assert_eq!(object["blocks"]["pooling"], 1);
    assert_eq!(object["bytes"], Path::new(path).metadata().unwrap().len());
    let cost = model.multiplications(tengen_go::Size::NINETEEN);
    assert_eq!(object["multiplications"]["19"], cost);
}

#[test]
fn what_is_no_network_gets_a_sentence() {
    let folder = Folder::new("no-network");
    let (code, out, err) = run(&["net", "show", "no-such.bin.gz"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_eq!(err, "error: no-such.bin.gz: it does not exist\n");
    let game = folder.file("game.sgf", "(;GM[1]FF[4]SZ[9] ;B[cc])");
    let (code, _, err) = run(&["net", "show", &game]);
    assert_eq!(code, 1);
    assert_has(&err, "game.sgf: it is no network of KataGo's: ");
    let mut bytes = Vec::new();
    file::write(&Plan::old(4, 1).model(), &mut bytes).unwrap();
    let short = folder.file("short.bin.gz", &bytes[..bytes.len() / 2]);
    let (code, out, err) = run(&["net", "show", "--json", &short]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_has(&err, "short.bin.gz: it ends too early");
    assert_eq!(run(&["net", "show"]).0, 2);
}
