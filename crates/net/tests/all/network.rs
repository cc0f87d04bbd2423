//! Networks as they run, against the naive forward pass, with every instruction set of this CPU.

use std::sync::Arc;

use tengen_go::Size;
use tengen_net::random::Plan;
use tengen_net::{Evaluator, Features, Isa, Network, Output, Unfit};

use crate::reference::{evaluate, scene};

/// The numbers of an output that mean something.
fn numbers(output: &Output, size: Size) -> Vec<f32> {
    let mut numbers = output.policy[..size.area()].to_vec();
    numbers.push(output.pass);
    numbers.extend(output.value);
    numbers.extend(output.score);
    numbers.push(output.lead);
    numbers.extend(&output.ownership[..size.area()]);
    numbers
}

#[track_caller]
fn assert_near(ours: &Output, theirs: &Output, size: Size, tolerance: f32, what: &str) {
    for (i, (a, b)) in numbers(ours, size)
        .iter()
        .zip(numbers(theirs, size))
        .enumerate()
    {
        assert!(
            (a - b).abs() < tolerance * (1.0 + b.abs()),
            "{what}, number {i}: {a} is not {b}"
        );
    }
}

#[test]
fn every_instruction_set_says_what_the_naive_pass_says() {
    // Channels in whole groups and not; tiles of 3 and of 4, with and without an overhang.
    let plans = [Plan::old(16, 1), Plan::old(22, 2), Plan::recent(40, 3)];
    for (plan, sides) in plans.iter().zip([[9, 19], [5, 13], [7, 9]]) {
        let model = plan.model();
        for side in sides {
            let size = Size::new(side).unwrap();
            let positions: Vec<Features> = (0..3).map(|seed| scene(size, seed)).collect();
            let expected: Vec<Output> = positions.iter().map(|p| evaluate(&model, p)).collect();
            for isa in Isa::all() {
                let network = Arc::new(Network::new(&model, size, isa).unwrap());
                // Batches that fit, that do not, and one at a time.
                for batch in [1, 2, 3] {
                    let mut evaluator = Evaluator::new(network.clone(), batch);
                    let mut outputs = vec![Output::default(); 3];
                    evaluator.evaluate(&positions, &mut outputs);
                    for (ours, theirs) in outputs.iter().zip(&expected) {
                        let what = format!("{isa}, {size}, batch {batch}");
                        assert_near(ours, theirs, size, 1e-4, &what);
                    }
                }
            }
        }
    }
}

/// Numbers of 8 bits are off by at most 2⁻⁹ of their size; the transformations of a tile and the layers multiply that.
#[test]
fn bfloat16_says_nearly_what_the_naive_pass_says() {
    let Some(isa) = Isa::bfloat16() else {
        eprintln!("skipped: this CPU has no AVX-512 BF16");
        return;
    };
    // Ordinary, pooling and nested blocks; tiles of 3 and of 4.
    for plan in [Plan::old(22, 2), Plan::recent(40, 3)] {
        let model = plan.model();
        for size in [Size::NINE, Size::NINETEEN] {
            let position = scene(size, 1);
            let expected = evaluate(&model, &position);
            let evaluated = |isa| {
                let network = Arc::new(Network::new(&model, size, isa).unwrap());
                let mut outputs = [Output::default()];
                let mut evaluator = Evaluator::new(network, 1);
                evaluator.evaluate(std::slice::from_ref(&position), &mut outputs);
                let [output] = outputs;
                output
            };
            let (ours, single) = (evaluated(isa), evaluated(Isa::best()));
            assert_near(&ours, &expected, size, 0.03, &format!("{isa}, {size}"));
            assert_ne!(numbers(&ours, size), numbers(&single, size), "{size}");
        }
    }
}

#[test]
fn a_position_is_judged_alike_whatever_came_before() {
    let model = Plan::old(32, 5).model();
    let network = Network::new(&model, Size::NINE, Isa::best()).unwrap();
    let mut evaluator = Evaluator::new(Arc::new(network), 2);
    let [a, b] = [1, 2].map(|seed| scene(Size::NINE, seed));
    let mut outputs = vec![Output::default(); 2];
    evaluator.evaluate(std::slice::from_ref(&a), &mut outputs);
    let alone = outputs[0].clone();
    evaluator.evaluate(&[b, a], &mut outputs);
    assert_eq!(
        numbers(&outputs[1], Size::NINE),
        numbers(&alone, Size::NINE)
    );
}

#[test]
fn what_cannot_run_is_said() {
    let model = Plan::old(16, 1).model();
    let large = Size::new(20).unwrap();
    let refused = Network::new(&model, large, Isa::best()).unwrap_err();
    assert_eq!(refused, Unfit::Size(large));
    assert_eq!(
        refused.to_string(),
        "networks play on boards up to 19×19, not on 20×20"
    );
}
