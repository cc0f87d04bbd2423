//! Layers that do not fit each other, or not into a file of version 8.

use std::io;

use tengen_net::Model;
use tengen_net::file::{self, FileError};
use tengen_net::model::{Activation, Block};
use tengen_net::random::{Kind, Plan};

use super::sentence;
use crate::script::Script;

/// Layers whose sizes are right and do not fit each other.
#[test]
fn what_does_not_fit_is_named() {
    let other = Plan::old(6, 2).model();
    type Change = fn(&mut Model, &Model);
    let cases: &[(Change, &str)] = &[
        (
            |m, o| m.globals = o.globals.clone(),
            "ginputw: the numbers that it writes should be 4, not 6",
        ),
        (
            |m, o| m.tip = o.tip.clone(),
            "trunk/norm: the number of channels should be 4, not 6",
        ),
        (
            |m, o| m.blocks[1] = o.blocks[1].clone(),
            "rconv2/norm1: the number of channels should be 4, not 6",
        ),
        (
            |m, o| m.policy.point_conv = o.policy.point_conv.clone(),
            "p1/w: the channels that it reads should be 4, not 6",
        ),
        (
            |m, o| m.policy.pool_matrix = o.policy.pool_matrix.clone(),
            "matmulg2w: the numbers that it reads should be 6, not 9",
        ),
        (
            |m, o| m.policy.conv = o.policy.conv.clone(),
            "p2/w: the channels that it reads should be 2, not 3",
        ),
        (
            |m, o| m.policy.pass = o.policy.pass.clone(),
            "matmulpass: the numbers that it reads should be 6, not 9",
        ),
        (
            |m, o| m.value.bias = o.value.bias.clone(),
            "v2/b: the number of channels should be 5, not 7",
        ),
        (
            |m, o| m.value.ownership = o.value.ownership.clone(),
            "vownership/w: the channels that it reads should be 2, not 3",
        ),
        (
            |m, _| m.value.value_bias.weights.truncate(2),
            "v3/b: the number of channels should be 3, not 2",
        ),
        (
            |m, _| m.value.score_bias.weights.push(0.0),
            "sv3/b: the number of channels should be 4, not 5",
        ),
        (
            |m, _| m.version = 9,
            "sv3/w: the numbers that it writes should be 6, not 4",
        ),
        (
            |m, _| m.version = 12,
            "p2/w: the channels that it writes should be 2, not 1",
        ),
    ];
    for (change, part) in cases {
        let mut model = Plan::old(4, 1).model();
        change(&mut model, &other);
        let said = model.check().unwrap_err().to_string();
        assert_eq!(&said, part);
        if model.version < 11 {
            assert_eq!(sentence(&Script::of(&model).binary()), said);
        }
        assert!(file::write(&model, io::sink()).is_err());
    }
}

#[test]
fn a_model_made_by_hand_is_checked_too() {
    type Change = fn(&mut Model);
    let cases: &[(Change, &str)] = &[
        (|m| m.blocks.clear(), "trunk: it has no blocks"),
        (
            |m| m.stem.side = 7,
            "conv1: the window should be 1×1, 3×3 or 5×5, not 7×7",
        ),
        (
            |m| m.stem.side = 3,
            "conv1: the number of weights should be 792, not 2200",
        ),
        (
            |m| m.value.matrix.outputs = 0,
            "v2/w: it has 0 channels; 1 to 2048 are possible",
        ),
        (
            |m| m.tip.bias.clear(),
            "trunk/norm: the number of weights should be 4, not 0",
        ),
        (
            |m| m.tip.bias[0] = f32::NAN,
            "trunk/norm: a weight is NaN, which is no finite number",
        ),
        (
            |m| m.multipliers.lead = 0.0,
            "random-1: the multipliers of scores should be positive numbers",
        ),
        (
            |m| m.version = 15,
            "p2/w: the channels that it writes should be 2, not 1",
        ),
        (
            |m| {
                m.policy.pass2 = Some((
                    m.value.bias.clone(),
                    Activation::Relu,
                    m.value.value.clone(),
                ));
            },
            "policyhead: the pass has the layers of another version than 8",
        ),
    ];
    for (change, part) in cases {
        let mut model = Plan::old(4, 1).model();
        change(&mut model);
        assert_eq!(&model.check().unwrap_err().to_string(), part);
    }
}

#[test]
fn what_version_8_cannot_hold_is_not_written() {
    let refused = |model: &Model| {
        let error = file::write(model, io::sink()).unwrap_err();
        assert!(matches!(error, FileError::Unwritable(_)));
        error.to_string()
    };
    let named = |name: &str| Model {
        name: name.to_owned(),
        ..Plan::old(4, 1).model()
    };
    for name in ["", "a b", "a.b", &"x".repeat(97)] {
        assert!(
            refused(&named(name)).contains("KataGo wants a name"),
            "{name}"
        );
    }
    assert!(
        refused(
            &Plan {
                version: 9,
                ..Plan::old(4, 1)
            }
            .model()
        )
        .contains("6 scores, not 4")
    );
    assert!(
        refused(
            &Plan {
                version: 12,
                ..Plan::old(4, 1)
            }
            .model()
        )
        .contains("2 channels of policy")
    );
    let nested = vec![Kind::Nested(vec![Kind::Ordinary])];
    let nested = Plan {
        blocks: nested,
        ..Plan::old(4, 1)
    };
    assert!(refused(&nested.model()).contains("nested blocks"));
    let mish = Plan {
        activation: Activation::Mish,
        ..Plan::old(4, 1)
    };
    assert!(refused(&mish.model()).contains("rconv1/norm1 has the activation Mish, not ReLU"));
    let mut model = named("good");
    model.multipliers.lead = 10.0;
    assert!(refused(&model).contains("multipliers of scores are not 20"));
    let mut model = named("good");
    if let Block::Ordinary(block) = &mut model.blocks[0] {
        block.name = "two words".to_owned();
    }
    assert!(refused(&model).contains("\"two words\" cannot be the name of a layer"));
}
