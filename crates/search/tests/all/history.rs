//! Trees out of playouts: by hand, and against maps that keep every sequence.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tengen_game::Color::{Black, White};
use tengen_game::{Color, Outcome, Position, Rng};
use tengen_search::history::{
    Choice, GameTree, Memory, Merging, NodeNumber, Recorder, Step, Thresholds,
};
use tengen_search::parts::NO_CODE;
use tengen_search::{AllMoves, Budget, Judgement, Leaf, Mcts, Parts, SearchParams, Trace, Visit};

const CODES: usize = 10;
const MERGINGS: [Merging; 2] = [Merging::Sequences, Merging::Transpositions];

fn memory(playouts: &[(&[u16], Option<Color>)]) -> Memory {
    let mut memory = Memory::new(1000, CODES, 40);
    for (codes, winner) in playouts {
        memory.push(Black, codes.iter().copied(), *winner);
    }
    memory
}

fn grown(memory: &Memory, merging: Merging) -> GameTree {
    let mut tree = GameTree::new(CODES);
    tree.grow(memory, Black, merging, |_| true);
    tree
}

fn codes(way: &[Step]) -> Vec<u16> {
    way.iter().map(|step| step.code).collect()
}

/// Every stored node with the way to it.
fn nodes(tree: &GameTree, memory: &Memory) -> BTreeMap<Vec<u16>, (u32, u32)> {
    let stored = tree.stored();
    stored
        .map(|node| (codes(&tree.way(memory, node)), tree.counts(node)))
        .collect()
}

fn thresholds(generated: u32, won: u32) -> Thresholds {
    Thresholds { generated, won }
}

fn six() -> Memory {
    memory(&[
        (&[1, 2, 3], Some(Black)),
        (&[1, 2, 4], Some(White)),
        (&[1, 2, 3, 5], Some(Black)),
        (&[1, 3], None),
        (&[2, 1, 3], Some(Black)),
        (&[4], Some(White)),
    ])
}

#[test]
fn six_playouts_are_counted_as_by_hand() {
    let memory = six();
    let tree = grown(&memory, Merging::Sequences);
    let expected = [
        (vec![1], (4, 2)),
        (vec![1, 2], (3, 2)),
        (vec![1, 2, 3], (2, 2)),
        (vec![2], (1, 1)),
        (vec![4], (1, 0)),
    ];
    assert_eq!(nodes(&tree, &memory), BTreeMap::from(expected));
    let census = tree.census();
    // 1, 12, 123, 1235, 124, 13; 2, 21, 213; 4.
    assert_eq!((census.nodes, census.paths, census.merged), (10, 10, 0));
    assert_eq!((census.playouts, census.older, census.shared), (6, 0, 2));
    let first: Vec<_> = tree.first(&memory).map(|(code, _)| code).collect();
    assert_eq!(first, [1, 2, 4]);
}

#[test]
fn the_best_feature_point_leads_back_to_its_first_move() {
    let memory = six();
    let tree = grown(&memory, Merging::Sequences);
    let Some(Choice::Feature(node)) = tree.choose(thresholds(2, 2)) else {
        panic!("there are feature points");
    };
    assert_eq!(tree.counts(node), (2, 2));
    let way = tree.way(&memory, node);
    let step = |code, generated| Step { code, generated };
    assert_eq!(way, [step(1, 4), step(2, 3), step(3, 2)]);
    // A threshold on generations, and one on wins.
    let best = |generated, won| {
        let choice = tree.choose(thresholds(generated, won)).unwrap();
        codes(&tree.way(&memory, choice.node()))
    };
    assert_eq!(best(3, 1), [1, 2]);
    assert_eq!(best(4, 1), [1]);
    assert_eq!(tree.features(thresholds(2, 3)).count(), 0);
    assert_eq!(tree.features(thresholds(0, 0)).count(), 3);
}

#[test]
fn ties_go_to_the_larger_then_to_the_earlier() {
    let won = Some(Black);
    let larger = memory(&[
        (&[1, 2], won),
        (&[1, 3], won),
        (&[5, 2], won),
        (&[5, 3], won),
        (&[5, 4], won),
    ]);
    let even = memory(&[
        (&[7, 2], won),
        (&[7, 2], won),
        (&[3, 2], won),
        (&[3, 2], won),
    ]);
    for (memory, expected) in [(&larger, 5), (&even, 3)] {
        let tree = grown(memory, Merging::Sequences);
        let choice = tree.choose(thresholds(2, 1)).unwrap();
        assert_eq!(codes(&tree.way(memory, choice.node())), [expected]);
    }
}

#[test]
fn without_a_feature_point_the_most_wins_decide() {
    let memory = six();
    let tree = grown(&memory, Merging::Sequences);
    let choice = tree.choose(thresholds(50, 25)).unwrap();
    assert!(matches!(choice, Choice::MostWins(_)));
    assert_eq!(codes(&tree.way(&memory, choice.node())), [1]);
    let nothing = Memory::new(5, CODES, 5);
    assert_eq!(
        grown(&nothing, Merging::Sequences).choose(thresholds(2, 1)),
        None
    );
}

#[test]
fn the_same_moves_in_another_order_are_a_transposition() {
    let memory = memory(&[
        (&[1, 2, 3, 6], Some(Black)),
        (&[3, 2, 1, 6], Some(Black)),
        (&[3, 2, 1, 7], Some(White)),
        // The sides have changed their moves: something else.
        (&[2, 1, 3], Some(White)),
    ]);
    let tree = grown(&memory, Merging::Transpositions);
    let at = |generation, counts| {
        let fits =
            |&node: &NodeNumber| tree.generation(node) == generation && tree.counts(node) == counts;
        tree.stored().find(fits).unwrap()
    };
    // 1 2 3 and 3 2 1 meet. The way back goes where most came from.
    let way = tree.way(&memory, at(3, (3, 2)));
    assert_eq!(codes(&way), [3, 2, 1]);
    assert_eq!(codes(&tree.way(&memory, at(4, (2, 2)))), [3, 2, 1, 6]);
    let census = tree.census();
    // 1, 12; 3, 32; 2, 21, 213; {123}, {1236}, {1237}.
    assert_eq!((census.nodes, census.paths), (10, 11));
    assert_eq!((census.shared, census.merged), (3, 1));
    assert_eq!(grown(&memory, Merging::Sequences).census().nodes, 12);
}

#[test]
fn paths_that_were_alone_may_merge_and_the_way_back_is_kept() {
    let memory = memory(&[
        (&[1, 2, 3, 4, 5], Some(Black)),
        (&[1, 4, 5, 2, 3], Some(Black)),
    ]);
    let tree = grown(&memory, Merging::Transpositions);
    let Some(Choice::Feature(node)) = tree.choose(thresholds(2, 2)) else {
        panic!("there are feature points");
    };
    assert_eq!(tree.counts(node), (2, 2));
    // The first move is as good and comes earlier; the last of all is reached by both, by the first one's way.
    assert_eq!(codes(&tree.way(&memory, node)), [1]);
    let last = tree.stored().last().unwrap();
    assert_eq!(tree.generation(last), 5);
    let way = tree.way(&memory, last);
    assert_eq!(codes(&way), [1, 2, 3, 4, 5]);
    let generated: Vec<u32> = way.iter().map(|step| step.generated).collect();
    assert_eq!(generated, [2, 1, 1, 1, 2]);
}

#[test]
fn what_is_not_admitted_is_not_there() {
    let memory = six();
    let mut tree = GameTree::new(CODES);
    let admits = |slot| memory.code(slot, 0) != Some(1);
    tree.grow(&memory, Black, Merging::Sequences, admits);
    let first: Vec<_> = tree.first(&memory).map(|(code, _)| code).collect();
    assert_eq!(first, [2, 4]);
}

#[test]
fn older_playouts_count_where_they_match_the_game() {
    let mut memory = six();
    memory.follow(1);
    memory.push(White, [2, 3], Some(White));
    let mut tree = GameTree::new(CODES);
    tree.grow(&memory, White, Merging::Sequences, |_| true);
    let expected = [(vec![2], (4, 2)), (vec![2, 3], (3, 1)), (vec![3], (1, 0))];
    assert_eq!(nodes(&tree, &memory), BTreeMap::from(expected));
    assert_eq!((tree.census().playouts, tree.census().older), (5, 4));
}

/// Each node by what leads to it: how often generated and won, and its parents.
type Naive = BTreeMap<Vec<u16>, (u32, u32, BTreeSet<Vec<u16>>)>;

fn naive(playouts: &[(Vec<u16>, Option<Color>)], merging: Merging) -> Naive {
    // What was played by each side, in order of code, is the same in any order.
    let name = |codes: &[u16]| {
        let mut name: Vec<u16> = codes.to_vec();
        if merging == Merging::Transpositions {
            let sides = name.iter().zip(0..).map(|(&code, i)| (i % 2, code));
            let mut sides: Vec<(u16, u16)> = sides.collect();
            sides.sort_unstable();
            name = sides
                .iter()
                .map(|&(side, code)| 100 * side + code)
                .collect();
        }
        name
    };
    let mut nodes = Naive::new();
    for (codes, winner) in playouts {
        for end in 1..=codes.len() {
            let node = nodes.entry(name(&codes[..end])).or_default();
            node.0 += 1;
            node.1 += u32::from(*winner == Some(Black));
            node.2.insert(name(&codes[..end - 1]));
        }
    }
    nodes
}

#[test]
fn counts_are_those_of_maps_that_keep_everything() {
    let mut rng = Rng::new(7);
    for round in 0..60 {
        let spread = 2 + rng.below(8);
        let playouts: Vec<(Vec<u16>, Option<Color>)> = (0..rng.below(300))
            .map(|_| {
                let length = rng.below(9);
                let codes = (0..length).map(|_| rng.below(spread) as u16).collect();
                let winner = [Some(Black), Some(White), None][rng.below(3) as usize];
                (codes, winner)
            })
            .collect();
        let mut memory = Memory::new(400, CODES, 40);
        for (codes, winner) in &playouts {
            memory.push(Black, codes.iter().copied(), *winner);
        }
        for merging in MERGINGS {
            let expected = naive(&playouts, merging);
            let tree = grown(&memory, merging);
            let census = tree.census();
            assert_eq!(census.nodes, expected.len() as u64, "{round} {merging:?}");
            let paths: usize = expected.values().map(|node| node.2.len()).sum();
            assert_eq!(census.paths, paths as u64, "{round} {merging:?}");
            let merged = expected.values().filter(|node| node.2.len() > 1);
            assert_eq!(census.merged, merged.count() as u64, "{round} {merging:?}");
            let kept = expected
                .iter()
                .filter(|(name, n)| name.len() == 1 || n.0 > 1);
            let mut counts: Vec<_> = kept.map(|(name, n)| (name.len(), n.0, n.1)).collect();
            counts.sort_unstable();
            let stored = tree.stored().map(|node| {
                let (generated, won) = tree.counts(node);
                (tree.generation(node), generated, won)
            });
            let mut stored: Vec<_> = stored.collect();
            stored.sort_unstable();
            assert_eq!(stored, counts, "{round} {merging:?}");
            // The way to a node leads to it.
            for node in tree.stored() {
                let way = codes(&tree.way(&memory, node));
                let found = naive(&[(way.clone(), None)], merging);
                let (name, _) = found.iter().find(|(n, _)| n.len() == way.len()).unwrap();
                let (generated, won, _) = expected[name];
                assert_eq!(tree.counts(node), (generated, won), "{round} {way:?}");
            }
        }
    }
}

#[test]
fn one_history_makes_one_tree() {
    let memory = six();
    for merging in MERGINGS {
        let mut tree = GameTree::new(CODES);
        tree.grow(&memory, White, Merging::Transpositions, |_| true);
        tree.grow(&memory, Black, merging, |_| true);
        assert_eq!(
            nodes(&tree, &memory),
            nodes(&grown(&memory, merging), &memory)
        );
    }
}

/// Some move each time, and a pass.
struct Guess;

impl<P: Position> Leaf<P> for Guess {
    fn judge(
        &mut self,
        _: &mut P,
        _: Visit<'_, P::Move>,
        trace: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        trace.extend([rng.below(3) as u16, NO_CODE]);
        let lost = Outcome {
            winner: Some(White),
            score: 0.0,
        };
        lost.into()
    }
}

mod game {
    use super::*;

    /// A game in which nothing ever happens.
    #[derive(Clone)]
    pub(super) struct Idle;

    impl Position for Idle {
        type Move = usize;

        fn codes(&self) -> usize {
            CODES
        }

        fn code(&self, mv: usize) -> usize {
            mv
        }

        fn decode(&self, code: usize) -> usize {
            code
        }

        fn turn(&self) -> Color {
            White
        }

        fn moves(&self, mut each: impl FnMut(usize)) {
            (0..CODES).for_each(&mut each);
        }

        fn play(&mut self, _: usize) {}

        fn outcome(&self) -> Option<Outcome> {
            None
        }

        fn hash(&self) -> u64 {
            0
        }
    }
}

#[test]
fn a_recorder_keeps_playouts_of_the_root_within_the_budget() {
    let kept = Arc::new(Mutex::new(Memory::new(100, CODES, 40)));
    let parts = Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(Guess),
        observers: vec![Box::new(Recorder::new(kept.clone(), 9))],
    };
    let mut mcts = Mcts::new(
        &SearchParams::default(),
        game::Idle,
        Some(9),
        vec![parts],
        1,
    );
    let budget = |playouts, time| Budget {
        playouts,
        time,
        early_stop: false,
    };
    mcts.sample(&budget(Some(13), None), &mut |_| true);
    assert_eq!(mcts.view().playouts, 13);
    let first: Vec<_> = {
        let memory = kept.lock().unwrap();
        assert_eq!(memory.len(), 13);
        for slot in memory.matching() {
            assert_eq!(memory.turn(slot), White);
            assert_eq!(memory.winner(slot), Some(White));
            assert_eq!((memory.rest(slot), memory.code(slot, 1)), (2, Some(9)));
        }
        let slots = memory.matching();
        slots.map(|slot| memory.code(slot, 0)).collect()
    };
    // The next ones are others: the random numbers go on.
    mcts.sample(&budget(Some(13), None), &mut |_| true);
    {
        let memory = kept.lock().unwrap();
        let next: Vec<_> = (13..26).map(|slot| memory.code(slot, 0)).collect();
        assert_ne!(first, next);
    }
    mcts.sample(&budget(None, Some(Duration::from_millis(5))), &mut |_| true);
    assert!(mcts.view().elapsed >= Duration::from_millis(5));
    mcts.sample(&budget(None, None), &mut |_| false);
    assert!(mcts.view().playouts > 0);
}
