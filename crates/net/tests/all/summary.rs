//! What networks amount to.

use tengen_go::Size;
use tengen_net::model::Kinds;
use tengen_net::random::{Kind, Plan};

/// A network whose figures are counted by hand: two channels, one block.
#[test]
fn figures_are_those_counted_by_hand() {
    let plan = Plan {
        blocks: vec![Kind::Ordinary],
        ..Plan::old(2, 1)
    };
    let model = plan.model();
    let (stem, globals, block) = (25 * 22 * 2, 19 * 2, 2 * 9 * 2 * 2);
    // Both convolutions of the policy and that of the value have one channel.
    let convs = stem + block + 2 + 2 + 1 + 2 + 1;
    let matrices = globals + 3 + 3 + 3 * 3 + 3 * 3 + 3 * 4;
    let norms = 2 * (2 + 2 + 2 + 1 + 1 + 1);
    let biases = 3 + 3 + 4;
    assert_eq!(model.weights(), convs + matrices + norms + biases);
    let cost = |area: usize| (convs * area + matrices) as u64;
    assert_eq!(model.multiplications(Size::NINE), cost(81));
    assert_eq!(model.multiplications(Size::NINETEEN), cost(361));
    assert_eq!(model.reach(), 2 + 2);
    assert_eq!(model.kinds().to_string(), "1 ordinary");
    assert_eq!((model.policies(), model.scores()), (1, 4));
}

#[test]
fn blocks_inside_others_are_counted_apart() {
    let model = Plan::recent(8, 1).model();
    let kinds = Kinds {
        nested: 2,
        inner_ordinary: 3,
        inner_pooling: 1,
        ..Kinds::default()
    };
    assert_eq!(model.kinds(), kinds);
    assert_eq!(
        kinds.to_string(),
        "2 nested (of 3 ordinary, 1 with pooling)"
    );
    assert_eq!(model.reach(), 1 + 4 * 2);
    assert_eq!((model.policies(), model.scores()), (2, 6));
    assert_eq!(model.activation().to_string(), "Mish");
}
