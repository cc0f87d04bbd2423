//! The commands on networks.

use std::path::Path;

use serde_json::{Value, json};
use tengen_net::random::Plan;
use tengen_net::{Isa, file};

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

/// The network's own words, as KataGo would put them: in White's view.
fn answer(said: &Value) -> Value {
    let turned = |x: &Value| json!(-x.as_f64().unwrap());
    let policy = said["policy"].as_array().unwrap();
    let ownership = said["ownership"].as_array().unwrap().iter().map(turned);
    json!({ "size": 9, "komi": 7.5, "rules": "chinese", "moves": [], "out": {
        "policy": policy[..81], "policyPass": policy[81],
        "whiteWin": said["loss"], "whiteLoss": said["win"],
        "whiteLead": turned(&said["lead"]), "whiteOwnership": ownership.collect::<Vec<_>>(),
    } })
}

#[test]
fn answers_are_compared_with_every_instruction_set() {
    let folder = Folder::new("compared");
    let path = folder.0.join("mine.bin.gz");
    file::save(&Plan::old(6, 1).model(), &path).unwrap();
    let path = path.to_str().unwrap();
    let game = folder.file("game.sgf", "(;GM[1]FF[4]SZ[9]KM[7.5]RU[Chinese])");
    let eval = |precision| {
        let precision = ["--precision", precision];
        let words = [
            &["net", "eval", "--json", "--net", path, &game],
            &precision[..],
        ];
        run(&words.concat())
    };
    let (code, said, err) = eval("single");
    assert_eq!((code, err.as_str()), (0, ""));
    let said: Value = serde_json::from_str(&said).unwrap();
    let same = answer(&said);
    let mut other = same.clone();
    let policy = other["out"]["policy"].as_array_mut().unwrap();
    policy[40] = json!(policy[40].as_f64().unwrap() + 0.5);
    let answers = folder.file("answers.jsonl", format!("{same}\n{other}\n"));
    let (code, out, err) = run(&["net", "compare", "--net", path, &answers]);
    assert_eq!((code, err.as_str()), (0, ""));
    let sets = Isa::all();
    let lines: Vec<Vec<&str>> = out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        lines.len(),
        2 + 2 * (sets.len() + usize::from(Isa::bfloat16().is_some()))
    );
    for (i, isa) in sets.into_iter().enumerate() {
        let (largest, mean) = (&lines[2 + 2 * i], &lines[3 + 2 * i]);
        assert_eq!(largest[..3], [&isa.to_string(), "largest", "5.0e-1"]);
        assert_eq!(largest[6..], ["0", "1"]);
        assert_eq!(mean[..2], ["mean", "2.5e-1"]);
    }
    // What a CPU lacks, and what there is not, is a sentence.
    let (code, out, err) = eval("bfloat16");
    match Isa::bfloat16() {
        Some(_) => assert_ne!(serde_json::from_str::<Value>(&out).unwrap(), said),
        None => assert_has(&err, "this CPU has no products of bfloat16"),
    }
    assert_eq!(code, i32::from(Isa::bfloat16().is_none()));
    let (code, _, err) = eval("double");
    assert_eq!(code, 1);
    assert_has(&err, "net.precision");
}
