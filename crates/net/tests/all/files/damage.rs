//! A wrong word or weight in a file.

use tengen_net::random::{Kind, Plan};

use super::sentence;
use crate::script::{Script, packed};

/// What is wrong, and a part of the sentence.
#[test]
fn every_damage_has_its_sentence() {
    let old = || Script::of(&Plan::old(4, 1).model());
    let new = |version| {
        Script::of(
            &Plan {
                version,
                ..Plan::recent(4, 1)
            }
            .model(),
        )
    };
    let deep = (0..5).fold(Kind::Ordinary, |kind, _| Kind::Nested(vec![kind]));
    let deep = Plan {
        channels: 64,
        blocks: vec![deep],
        ..Plan::recent(4, 1)
    };
    let cases = [
        // The header.
        (
            old().set("random-1", 1, "nine"),
            "no network of KataGo's: the version should be a number, not \"nine\"",
        ),
        (old().set("random-1", 1, "-8"), "no network of KataGo's"),
        (old().set("random-1", 1, "7"), "version 7, which is too old"),
        (
            old().set("random-1", 1, "17"),
            "version 17, which is too new and may have attention",
        ),
        (
            old().set("random-1", 1, "99999999999"),
            "version 99999999999, which is too new",
        ),
        (
            old().set("random-1", 2, "18"),
            "the number of planes is 18, but should be 22",
        ),
        (
            old().set("random-1", 3, "14"),
            "the number of global inputs is 14, but should be 19",
        ),
        (
            new(14).set("random-1", 5, "0.0"),
            "the multiplier of the score is 0, but should be positive",
        ),
        (
            new(14).set("random-1", 7, "NaN"),
            "the multiplier of the lead is NaN",
        ),
        (new(15).set("random-1", 11, "1"), "encoder"),
        (
            new(15).set("random-1", 12, "1"),
            "pass-alive areas is 1, but should be 0",
        ),
        (
            new(16).set("random-1", 18, "3"),
            "an option of the network is 3, but should be 0",
        ),
        // The trunk.
        (
            old().set("trunk", 1, "0"),
            "trunk: the number of blocks is 0, but should be 1 to 256",
        ),
        (
            old().set("trunk", 1, "257"),
            "trunk: the number of blocks is 257",
        ),
        (
            old().set("trunk", 2, "4096"),
            "trunk: the number of channels is 4096, but should be 1 to 2048",
        ),
        (
            old().set("trunk", 2, "5"),
            "conv1: the number of channels written is 4, but should be 5, as the trunk has",
        ),
        (
            new(15).set("trunk", 7, "1"),
            "another norm than a batch norm",
        ),
        (
            new(15).set("trunk", 8, "1"),
            "trunk: an option of the trunk is 1",
        ),
        (
            old().set("ordinary_block", 0, "transformer_attention_block"),
            "it is a transformer",
        ),
        (
            old().set("gpool_block", 0, "cake_block"),
            "\"cake_block\" is no kind of block",
        ),
        (
            new(14).set("rconv1", 1, "300"),
            "rconv1: the number of blocks is 300, but should be 1 to 256",
        ),
        (
            new(14).set("rconv1", 1, "255"),
            "rconv1/w1: the network would have more than 256 blocks",
        ),
        (
            Script::of(&deep.model()),
            "blocks are nested more than 4 deep",
        ),
        // Layers.
        (
            old().set("conv1", 1, "4"),
            "conv1: the width of the window is 5, but should be 4",
        ),
        (
            old().set("conv1", 1, "2").set("conv1", 2, "2"),
            "conv1: the height of the window is 2, but should be odd",
        ),
        (
            old().set("conv1", 1, "99999"),
            "conv1: the height of the window is 99999, but should be 1 to 5",
        ),
        (old().set("conv1", 3, "23"), "conv1"),
        (
            old().set("conv1", 5, "2"),
            "conv1: the dilation is 2, but should be 1",
        ),
        (
            old().set("conv1", 3, "x"),
            "conv1: the number of channels read should be a number, not \"x\"",
        ),
        (
            old().set("ginputw", 2, "0"),
            "ginputw: how many numbers are written is 0",
        ),
        (
            old().set("rconv1/norm1", 2, "-1"),
            "rconv1/norm1: epsilon is -1, but should be positive",
        ),
        (
            old().set("rconv1/norm1", 3, "2"),
            "rconv1/norm1: whether there are factors is 2",
        ),
        (
            new(14).set("trunk/norm.act", 1, "ACTIVATION_SINE"),
            "\"ACTIVATION_SINE\" is no activation",
        ),
        (
            old().set("sv3/b", 1, "18446744073709551616"),
            "sv3/b: the number of channels should be a number",
        ),
        // Weights.
        (
            old().spoil("rconv1/w1", 0, f32::NAN),
            "rconv1/w1: a weight is NaN, which is no finite number",
        ),
        (
            old().spoil("sv3/w", 0, f32::INFINITY),
            "sv3/w: a weight is inf",
        ),
        (
            old().spoil("rconv1/norm1", 1, -1.5),
            "rconv1/norm1: a variance is -1.5; it should be positive",
        ),
        (
            old().spoil("rconv1/norm1", 1, -1.0),
            "rconv1/norm1: a variance is -1",
        ),
        (
            old()
                .spoil("rconv1/norm1", 0, 3e38)
                .spoil("rconv1/norm1", 2, 10.0),
            "rconv1/norm1: a weight is -inf",
        ),
        (
            old().spoil("v1/norm", 3, f32::NEG_INFINITY),
            "v1/norm: a weight is -inf",
        ),
    ];
    for (script, part) in cases {
        for bytes in [script.binary(), script.text(), packed(&script.binary())] {
            let said = sentence(&bytes);
            assert!(said.contains(part), "{part:?} is not in {said:?}");
        }
    }
}
