//! Networks in files: what is written is read again, and whatever is wrong is a sentence.

mod damage;
mod fit;
mod stream;

use std::fs;
use std::io::{self, Cursor, Read};

use tengen_net::file::{self, parse};
use tengen_net::model::{Activation, Layer};
use tengen_net::random::Plan;
use tengen_net::{Features, Model};

use crate::reference::evaluate;
use crate::script::{Item, Script, packed};

/// All bits of all weights.
fn bits(model: &Model) -> Vec<u32> {
    let lists = model.layers().into_iter().flat_map(Layer::numbers);
    lists.flatten().map(|weight| weight.to_bits()).collect()
}

fn sentence(bytes: &[u8]) -> String {
    match parse(bytes) {
        Ok(model) => panic!("{} was read", model.name),
        Err(error) => error.to_string(),
    }
}

/// Networks of all versions, with every kind of block and activation.
fn all() -> Vec<Model> {
    let mut models: Vec<Model> = (8..=10)
        .map(|version| {
            Plan {
                version,
                ..Plan::old(5, u64::from(version))
            }
            .model()
        })
        .collect();
    let functions = [
        Activation::Mish,
        Activation::Relu,
        Activation::Silu,
        Activation::Identity,
    ];
    models.extend(
        (11..=16)
            .zip(functions.into_iter().cycle())
            .map(|(version, activation)| {
                let plan = Plan::recent(6, u64::from(version));
                Plan {
                    version,
                    activation,
                    ..plan
                }
                .model()
            }),
    );
    models
}

#[test]
fn what_is_written_is_read_again_to_the_bit() {
    let mut model = Plan::old(7, 1).model();
    let zeros = [0.0, -0.0, 1e-42, -3.4e38];
    model.tip.scale[..4].copy_from_slice(&[-1.5, -1.5, -2e-38, 1.0]);
    model.tip.bias[..4].copy_from_slice(&zeros);
    let mut bytes = Vec::new();
    file::write(&model, &mut bytes).unwrap();
    let again = parse(&bytes[..]).unwrap();
    assert_eq!(again, model);
    assert_eq!(bits(&again), bits(&model));
    let mut twice = Vec::new();
    file::write(&again, &mut twice).unwrap();
    assert_eq!(twice, bytes, "the same network is the same file");
}

#[test]
fn what_is_written_is_what_katago_expects() {
    let mut packed = Vec::new();
    file::write(&Plan::old(4, 1).model(), &mut packed).unwrap();
    let mut bytes = Vec::new();
    let mut gzip = flate2::read::GzDecoder::new(&packed[..]);
    gzip.read_to_end(&mut bytes).unwrap();
    let head = b"random-1\n8\n22\n19\ntrunk\n2\n4\n4\n3\n1\n1\nconv1\n5\n5\n22\n4\n1\n1\n@BIN@";
    assert!(
        bytes.starts_with(head),
        "{}",
        String::from_utf8_lossy(&bytes[..90])
    );
    let end = &bytes[head.len() + 25 * 22 * 4 * 4..];
    assert!(end.starts_with(b"\nginputw\n19\n4\n@BIN@"));
    let norm = b"\nordinary_block\nrconv1\nrconv1/norm1\n4\n1e-20\n1\n1\n@BIN@";
    assert!(end[19 + 19 * 4 * 4..].starts_with(norm));
    assert_eq!(bytes.last(), Some(&b'\n'));
}

#[test]
fn every_version_is_read_as_text_and_binary_packed_and_not() {
    for model in all() {
        let script = Script::of(&model);
        let (binary, text) = (script.binary(), script.text());
        for bytes in [&binary, &text, &packed(&binary), &packed(&text)] {
            let read = parse(&bytes[..]).unwrap();
            assert_eq!(read, model);
            assert_eq!(bits(&read), bits(&model), "version {}", model.version);
        }
        let trailing = [&binary[..], b" \r\n\n\t"].concat();
        assert_eq!(parse(&packed(&trailing)[..]).unwrap(), model);
    }
}

/// A reader that delivers one byte at a time.
struct Drop(Cursor<Vec<u8>>);

impl Read for Drop {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let end = buffer.len().min(1);
        self.0.read(&mut buffer[..end])
    }
}

#[test]
fn a_slow_stream_is_as_good_as_a_file() {
    let model = Plan::old(3, 1).model();
    for bytes in [
        Script::of(&model).text(),
        packed(&Script::of(&model).binary()),
    ] {
        assert_eq!(parse(Drop(Cursor::new(bytes))).unwrap(), model);
    }
}

#[test]
fn a_batch_norm_is_folded() {
    let mut script = Script::of(&Plan::old(2, 1).model());
    let at = script.find("trunk/norm");
    script.items[at + 2] = Item::Word("0.25".to_owned());
    let lists = [[3.0, -1.0], [0.75, 3.75], [2.0, 6.0], [10.0, 20.0]];
    for (list, after) in lists.iter().zip(5..) {
        script.items[at + after] = Item::Weights(list.to_vec());
    }
    let read = parse(&script.binary()[..]).unwrap();
    assert_eq!(read.tip.scale, [2.0, 3.0]);
    assert_eq!(read.tip.bias, [10.0 - 2.0 * 3.0, 20.0 + 3.0]);
    // The same without factors and summands.
    let mut bare = script.set("trunk/norm", 3, "0").set("trunk/norm", 4, "0");
    bare.items.drain(at + 7..at + 9);
    let read = parse(&bare.binary()[..]).unwrap();
    assert_eq!(read.tip.scale, [1.0, 0.5]);
    assert_eq!(read.tip.bias, [-3.0, 0.5]);
}

#[test]
fn multipliers_of_scores_are_those_of_the_file() {
    let mut model = Plan::recent(4, 1).model();
    model.multipliers.lead = 30.0;
    model.multipliers.score_mean = 10.0;
    let read = parse(&Script::of(&model).binary()[..]).unwrap();
    assert_eq!(read, model);
    let features = Features::new(tengen_go::Size::NINE);
    let usual = Plan::recent(4, 1).model();
    let (usual, other) = (evaluate(&usual, &features), evaluate(&read, &features));
    assert!((other.lead - 1.5 * usual.lead).abs() < 1e-4);
    assert!((other.score[0] - 0.5 * usual.score[0]).abs() < 1e-4);
}

#[test]
fn files_have_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.bin.gz");
    let said = file::read(&path).unwrap_err().to_string();
    assert!(said.ends_with("mine.bin.gz: it does not exist"), "{said}");
    let said = file::read(folder.path()).unwrap_err().to_string();
    assert!(said.contains("it cannot be read: "), "{said}");
    let model = Plan::old(4, 1).model();
    file::save(&model, &path).unwrap();
    assert_eq!(file::read(&path).unwrap(), model);
    // One that cannot be written leaves the old one as it was.
    let other = Plan::recent(4, 1).model();
    let said = file::save(&other, &path).unwrap_err().to_string();
    assert!(
        said.contains("mine.bin.gz: a file of version 8 cannot hold"),
        "{said}"
    );
    assert_eq!(file::read(&path).unwrap(), model);
    let nowhere = folder.path().join("no/such/folder.bin.gz");
    let said = file::save(&model, &nowhere).unwrap_err().to_string();
    assert!(said.contains("it cannot be written"), "{said}");
    // The name says nothing, the content everything.
    let misnamed = folder.path().join("mine.txt");
    fs::write(&misnamed, Script::of(&model).binary()).unwrap();
    assert_eq!(file::read(&misnamed).unwrap(), model);
}
