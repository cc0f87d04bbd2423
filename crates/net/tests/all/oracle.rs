//! The oracle itself, put to the test.

use tengen_go::{Point, Size, Symmetry};
use tengen_net::Features;
use tengen_net::model::Block;
use tengen_net::random::{Kind, Plan};

use crate::reference::{evaluate, scene};

/// One channel everywhere and all weights 1, so that every number can be had by hand.
#[test]
fn a_network_of_ones_says_what_was_reckoned_by_hand() {
    let plan = Plan {
        blocks: vec![Kind::Ordinary],
        stem: 3,
        ..Plan::old(2, 1)
    };
    let mut model = plan.model();
    model.stem.weights.fill(0.0);
    // Plane 1 is seen at its own point by the first channel, and nothing by the second.
    model.stem.weights[(4 * 22 + 1) * 2] = 1.0;
    model.globals.weights.fill(0.0);
    model.globals.weights[5 * 2] = 4.0;
    let Block::Ordinary(block) = &mut model.blocks[0] else {
        panic!("an ordinary block was asked for");
    };
    block.conv2.weights.fill(0.0);
    for norm in [
        &mut model.tip,
        &mut model.policy.pool_norm,
        &mut model.policy.norm,
        &mut model.value.norm,
    ] {
        norm.scale.fill(1.0);
        norm.bias.fill(0.0);
    }
    let (policy, value) = (&mut model.policy, &mut model.value);
    for conv in [
        &mut policy.point_conv,
        &mut policy.pool_conv,
        &mut policy.conv,
        &mut value.conv,
        &mut value.ownership,
    ] {
        conv.weights.fill(1.0);
    }
    for matrix in [&mut policy.pool_matrix, &mut policy.pass, &mut value.matrix] {
        matrix.weights.fill(1.0);
    }
    for bias in [
        &mut value.bias,
        &mut value.value_bias,
        &mut value.score_bias,
    ] {
        bias.weights.fill(0.0);
    }
    value.value.weights.fill(1.0);
    value.score.weights.fill(0.01);

    // 2×2, one stone in the corner: the trunk is 1.5 there and 0.5 elsewhere, its mean 0.75.
    let mut features = Features::new(Size::MIN);
    features.planes[0] = 1 << 1;
    features.globals[5] = 0.125;
    let output = evaluate(&model, &features);
    let near = |x: f32, y: f64| assert!((f64::from(x) - y).abs() < 1e-6, "{x} is not {y}");
    let pooled = 0.75 + 0.75 * -1.2 + 1.5;
    near(output.pass, pooled);
    near(output.policy[0], 1.5 + pooled);
    near(output.policy[3], 0.5 + pooled);
    let hidden = 0.75 - 0.75 * 1.2 + 0.75 * (1.44 - 0.1);
    output.value.iter().for_each(|&x| near(x, 3.0 * hidden));
    near(output.lead, 20.0 * 0.03 * hidden);
    near(output.score[0], 20.0 * 0.03 * hidden);
    near(output.score[1], 20.0 * (0.03 * hidden).exp().ln_1p());
    near(output.ownership[0], 1.5_f64.tanh());
    near(output.ownership[2], 0.5_f64.tanh());
    assert_eq!(output.policy[4], 0.0);
}

/// Convolutions whose windows are symmetric see no difference between a position and its image.
#[test]
fn a_symmetric_network_turns_with_the_board() {
    let mut model = Plan::recent(6, 3).model();
    let convs = [&mut model.stem].into_iter();
    let nested = model.blocks.iter_mut().flat_map(|block| match block {
        Block::Nested(nested) => nested.blocks.iter_mut(),
        _ => [].iter_mut(),
    });
    let inner = nested.flat_map(|block| match block {
        Block::Ordinary(block) => vec![&mut block.conv1, &mut block.conv2],
        Block::Pooling(block) => vec![&mut block.regular, &mut block.pooled, &mut block.conv2],
        Block::Nested(_) => Vec::new(),
    });
    for conv in convs.chain(inner) {
        let channels = conv.inputs * conv.outputs;
        let (corner, edge) = (
            conv.weights[..channels].to_vec(),
            conv.weights[channels..2 * channels].to_vec(),
        );
        for at in [0, 2, 6, 8] {
            conv.weights[at * channels..][..channels].copy_from_slice(&corner);
        }
        for at in [1, 3, 5, 7] {
            conv.weights[at * channels..][..channels].copy_from_slice(&edge);
        }
    }
    let size = Size::new(7).unwrap();
    let features = scene(size, 5);
    let plain = evaluate(&model, &features);
    for symmetry in Symmetry::ALL {
        let turned = evaluate(&model, &features.turned(symmetry));
        assert!((turned.lead - plain.lead).abs() < 1e-4);
        assert!((turned.pass - plain.pass).abs() < 1e-5);
        for point in Point::all(size) {
            let image = symmetry.point(point, size).index(size);
            let difference = turned.policy[image] - plain.policy[point.index(size)];
            assert!(difference.abs() < 1e-5, "{symmetry:?} {point:?}");
        }
    }
}

/// The outputs of random networks are in the range of those that were learned.
#[test]
fn random_networks_say_something() {
    for plan in [Plan::old(12, 1), Plan::recent(12, 2)] {
        let output = evaluate(&plan.model(), &scene(Size::NINE, 1));
        let policy = &output.policy[..81];
        let (low, high) = policy
            .iter()
            .fold((f32::MAX, f32::MIN), |(a, b), &x| (a.min(x), b.max(x)));
        assert!(high - low > 0.3 && high - low < 50.0, "{low} {high}");
        assert!(output.lead.abs() < 1000.0);
        let owned = output.ownership[..81].iter().filter(|x| x.abs() < 0.99);
        assert!(owned.count() > 10);
    }
}
