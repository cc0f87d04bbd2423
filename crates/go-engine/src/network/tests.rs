//! The parts on small boards, with a network that knows two things: where it wants to play, and who has more stones.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use tengen_game::{Position, Rng};
use tengen_go::board::{Board, Full};
use tengen_go::{Color, Game, Komi, Move, Point, Rules, Situation, Size, Symmetry};
use tengen_net::input::Moment;
use tengen_search::{
    Budget, Evaluate, Evaluation, Expand, Judgement, Leaf, Mcts, Parts, SearchParams, Seedling,
    Trace, Visit,
};

use super::adviser::{Adviser, Head, Request};
use super::cache::Cache;
use super::guided::{When, weigh};
use super::staff::{Maker, agree};
use super::*;
use crate::expand::{Best, Moves};
use crate::parameters::ExpansionParams;
use crate::root::situation;

type Place = Situation<10, 112, Full>;

/// Likes one move twice as much as every other, and counts stones.
struct Material {
    favourite: usize,
    asked: Arc<AtomicUsize>,
}

impl Evaluator for Material {
    fn evaluate(&mut self, moment: &Moment, symmetries: &[Symmetry]) -> Option<Opinion> {
        self.asked.fetch_add(symmetries.len(), SeqCst);
        let board = &moment.boards[0];
        let stones = |color| board.stones(color).len() as f32;
        let lead = stones(moment.turn) - stones(!moment.turn);
        let area = moment.size.area();
        let mut policy = vec![0.0; area + 1];
        policy[self.favourite] = 2.0_f32.ln();
        Some(Opinion {
            turn: moment.turn,
            policy: policy.into(),
            win_rate: 0.5 + (lead / 20.0).clamp(-0.5, 0.5),
            lead,
            ownership: vec![0.5; area].into(),
        })
    }
}

fn maker(favourite: usize) -> (Maker, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let make = move || -> Option<Box<dyn Evaluator>> {
        let asked = counted.clone();
        Some(Box::new(Material { favourite, asked }))
    };
    (Box::new(make), asked)
}

/// Black has two stones more than White.
fn game() -> Game {
    let mut game = Game::new(Size::new(5).unwrap(), Rules::CHINESE, Komi::ZERO);
    for label in ["C3", "pass", "D3", "pass", "B3", "C2"] {
        let mv = Move::parse(label, game.size()).unwrap();
        game.play(game.turn(), mv).unwrap();
    }
    game
}

/// Random moves to the end.
struct Random;

impl Leaf<Place> for Random {
    fn judge(
        &mut self,
        position: &mut Place,
        _: Visit<'_, Move>,
        _: &mut Trace,
        rng: &mut Rng,
    ) -> Judgement {
        for _ in 0..200 {
            if let Some(outcome) = position.outcome() {
                return outcome.into();
            }
            let mut moves = Vec::new();
            position.moves(|mv| moves.push(mv));
            position.play(moves[rng.below(moves.len() as u32) as usize]);
        }
        Evaluation::network(0.5, 0.0).into()
    }
}

fn expansion(board: &Board<10, 112, Full>) -> Box<dyn Expand<Place>> {
    Box::new(Moves::new(&ExpansionParams::default(), board))
}

/// A search of the game with these networks.
fn search(staff: &Staff, params: &SearchParams, threads: usize, game: &Game) -> Mcts<Place> {
    let board = Board::new(game.size());
    let parts = (0..threads).map(|_| {
        let guided = Guided::new(
            NetParams::default(),
            staff.when(),
            expansion(&board),
            expansion(&board),
            None,
            staff.client().unwrap(),
            staff.stance.clone(),
        );
        let leaf: Box<dyn Leaf<Place>> = match staff.values() {
            true => {
                let client = staff.client().unwrap();
                Box::new(Valued::new(Box::new(Random), client, staff.stance.clone()))
            }
            false => Box::new(Random),
        };
        Parts {
            expand: Box::new(Best::new(Box::new(guided), 8, 25)),
            leaf,
            observers: Vec::new(),
        }
    });
    let turn = game.turn();
    let root = situation(game, turn);
    let mut mcts = Mcts::new(params, root, Some(25), parts.collect(), 1);
    staff.stance.set(game, turn);
    let line = tengen_engine::tree_search::recent(game, turn);
    let root = situation(game, turn);
    mcts.set_root(root, &line, game.moves().len());
    mcts
}

fn think(mcts: &mut Mcts<Place>, playouts: u64) {
    let budget = Budget {
        playouts: Some(playouts),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
}

fn net(mode: NetMode) -> NetParams {
    NetParams {
        mode,
        threshold: 5,
        ..NetParams::default()
    }
}

#[test]
fn the_moment_of_a_leaf_is_that_of_the_game_played_on() {
    let mut game = game();
    let stance = stance::Stance::default();
    stance.set(&game, Color::Black);
    let start = stance.start().unwrap();
    let (root, is_root) = start.follow(&tengen_engine::tree_search::recent(&game, Color::Black));
    assert!(is_root);
    assert_eq!(root, Moment::of_game(&game).unwrap());
    let mut line = tengen_engine::tree_search::recent(&game, Color::Black);
    for label in ["D2", "D4", "pass"] {
        let mv = Move::parse(label, game.size()).unwrap();
        game.play(game.turn(), mv).unwrap();
        line.push(mv);
    }
    let (below, is_root) = start.follow(&line);
    assert!(!is_root);
    assert_eq!(below, Moment::of_game(&game).unwrap());
    // White's move in place of Black's: the past is no use.
    stance.set(&game, Color::Black);
    let (turned, _) = stance.start().unwrap().follow(&[]);
    assert_eq!(turned.turn, Color::Black);
    assert_eq!(turned.recent, [None; 5]);
}

#[test]
fn values_of_the_queue_are_counted_once_a_node_beside_playouts() {
    let game = game();
    for threads in [1, 3] {
        let params = net(NetMode::Queues);
        let ((policy, asked), (value, valued)) = (maker(0), maker(0));
        let staff = Staff::of(&params, policy, Some(value), threads, 7).unwrap();
        let mut search_params = SearchParams::default();
        search_params.tree.policy = tengen_search::params::TreePolicy::ActionValue;
        search_params.tree.threshold = 3;
        let mut mcts = search(&staff, &search_params, threads as usize, &game);
        think(&mut mcts, 2000);
        let counters = mcts.view().counters();
        let counter = |name: &str| counters.iter().find(|(n, _)| *n == name).map_or(0, |c| c.1);
        let moves = mcts.view().moves();
        assert!(moves.len() <= 9);
        let networks: u64 = moves.iter().map(|m| m.apart.unwrap().networks.count).sum();
        assert_eq!(networks, counter("values asked for"));
        assert_eq!(counter("late evaluations"), 0);
        assert_eq!(mcts.view().visits(), 2000);
        // Every expansion asked the policy, the root from eight sides, but what the cache knew.
        let expansions = counter("expansions") as usize;
        assert!(asked.load(SeqCst) > 8 && asked.load(SeqCst) <= expansions + 7);
        assert!(valued.load(SeqCst) > 0);
        let evaluated = asked.load(SeqCst) + valued.load(SeqCst);
        assert_eq!(counter("network evaluations") as usize, evaluated);
        // Priors are probabilities of all moves: the favourite's is 2/23, and 20 moves, the pass and it make 22 and 2.
        let favourite = moves.iter().find(|m| m.code == 0).unwrap();
        let legal = 25 - 4;
        assert!((favourite.prior - 2.0 / f64::from(legal + 2)).abs() < 1e-6);
    }
}

#[test]
fn nodes_that_matter_are_reviewed_and_one_seed_is_one_tree() {
    let game = game();
    let grown = |threshold| {
        let mut params = net(NetMode::Review);
        params.threshold = threshold;
        let (policy, asked) = maker(0);
        let staff = Staff::of(&params, policy, None, 1, 7).unwrap();
        let mut search_params = SearchParams::default();
        search_params.tree.policy = tengen_search::params::TreePolicy::ActionValue;
        search_params.tree.threshold = 1;
        let mut mcts = search(&staff, &search_params, 1, &game);
        think(&mut mcts, 1500);
        let counters = mcts.view().counters();
        let counter = |name: &str| counters.iter().find(|(n, _)| *n == name).unwrap().1;
        match threshold {
            // Every playout ends in a node that is new, and shown to the network, or in a game that is over.
            0 => {
                assert_eq!(counter("reviews"), counter("expansions"));
                let ends = counter("reviews") - 1 + counter("endings in the tree");
                assert_eq!(ends, mcts.view().visits());
            }
            _ => assert!(counter("reviews") < counter("expansions")),
        }
        let evaluated = counter("network evaluations") + counter("network cache hits");
        assert_eq!(evaluated, counter("reviews") + 7);
        assert_eq!(asked.load(SeqCst) as u64, counter("network evaluations"));
        let moves = mcts.view().moves();
        let networks: u64 = moves.iter().map(|m| m.apart.unwrap().networks.count).sum();
        assert_eq!(networks, counter("reviews") - 1);
        assert_eq!(staff.stance.opinion().unwrap().lead, 2.0);
        (mcts.shape(), moves)
    };
    for threshold in [0, 20] {
        assert_eq!(grown(threshold), grown(threshold));
    }
}

#[test]
fn shares_blend_policy_and_patterns() {
    let params = NetParams {
        temperature: 2.0,
        patterns: 1.0,
        ..NetParams::default()
    };
    // Probabilities 4, 16, 1 and the pass 4 of 25; strengths 3, 1 and 2.
    let likely = [4.0, 16.0, 1.0, 4.0].map(|p: f32| (p / 25.0).ln());
    let opinion = Opinion {
        turn: Color::White,
        policy: likely.into(),
        win_rate: 0.75,
        lead: 3.0,
        ownership: vec![0.5; 3].into(),
    };
    let strengths = [3.0_f32, 1.0, 2.0].map(f32::ln);
    let mut moves: Vec<Seedling> = (0..4).map(Seedling::new).collect();
    weigh(&params, &opinion, Some(&strengths), false, &mut moves);
    // Roots of the probabilities times strengths: 2·3, 4·1, 1·2; the pass has 2·e^s with the usual strength
    // s = (4·ln 3 + 16·ln 1 + ln 2) / 21, so 2·1.2744.
    let usual = ((4.0 * 3.0_f32.ln() + 2.0_f32.ln()) / 21.0).exp();
    let sum = 6.0 + 4.0 + 2.0 + 2.0 * usual;
    for (m, expected) in moves.iter().zip([6.0, 4.0, 2.0, 2.0 * usual]) {
        assert!((m.prior - expected / sum).abs() < 1e-4, "{m:?}");
    }
    assert!((usual - 1.2744).abs() < 1e-3);
    // A pass that the network is sure of leaves the stones their virtual playouts, and gets few won ones itself.
    let sure = Opinion {
        policy: [0.004, 0.006, 0.0, 0.99]
            .map(|p: f32| p.max(1e-9).ln())
            .into(),
        ..opinion.clone()
    };
    let plain = NetParams {
        playouts: 40.0,
        exponent: 0.5,
        ..NetParams::default()
    };
    let mut some: Vec<Seedling> = (0..4).map(Seedling::new).collect();
    weigh(&plain, &sure, None, false, &mut some);
    assert!((some[3].prior - 0.99).abs() < 1e-5);
    let won = |m: &Seedling| m.virtual_wins / m.virtual_visits;
    assert!(
        (won(&some[1]) - 1.0).abs() < 1e-5 && (won(&some[0]) - (2.0_f32 / 3.0).sqrt()).abs() < 1e-4
    );
    assert!((won(&some[3]) - 0.1).abs() < 0.01, "{}", won(&some[3]));
    // Values are Black's.
    assert_eq!(opinion.evaluation(), Evaluation::network(0.25, -3.0));
    assert_eq!(opinion.black(0), -0.5);
    // A pass that answers a pass is worth a look.
    weigh(&params, &opinion, None, true, &mut moves);
    assert!((moves[3].prior - moves[1].prior).abs() < 1e-6);
}

#[test]
fn symmetries_follow_from_key_and_seed_and_the_cache_knows_them() {
    let game = game();
    let (maker, asked) = maker(0);
    let cache = Arc::new(Cache::new(100));
    let mut adviser = Adviser::new(maker().unwrap(), None, cache, 8, 3);
    let request = |key: u64, is_root: bool| Request {
        head: Head::Policy,
        moment: Moment::of_game(&game).unwrap(),
        key,
        is_root,
    };
    for (key, is_root, evaluations) in [
        (1, false, 1),
        (1, false, 1),
        (1, true, 9),
        (1, true, 9),
        (2 << 40, false, 10),
    ] {
        assert!(adviser.evaluate(&request(key, is_root)).is_some());
        assert_eq!(asked.load(SeqCst), evaluations);
    }
}

#[test]
fn owners_that_both_name_are_as_sure_as_the_surer() {
    let opinion = Opinion {
        turn: Color::White,
        policy: Box::new([]),
        win_rate: 0.5,
        lead: 0.0,
        // White's view: in Black's it is the other way round.
        ownership: vec![-0.9, -0.5, 0.8].into(),
    };
    let mut ownership = [0.6, 0.95, 0.4];
    agree(&mut ownership, &opinion, 0.25);
    for (found, expected) in ownership.iter().zip([0.9, 0.95, -0.8 + 0.25 * 1.2]) {
        assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
    }
}

#[test]
fn the_best_moves_and_the_pass_enter_the_tree() {
    let size = Size::new(5).unwrap();
    let board = Board::<10, 112, Full>::new(size);
    let (policy, _) = maker(7);
    let staff = Staff::of(&net(NetMode::Queues), policy, None, 1, 1).unwrap();
    let game = Game::new(size, Rules::CHINESE, Komi::ZERO);
    staff.stance.set(&game, Color::Black);
    let guided = Guided::new(
        NetParams::default(),
        When::AtOnce,
        expansion(&board),
        expansion(&board),
        None,
        staff.client().unwrap(),
        staff.stance.clone(),
    );
    let mut best = Best::new(Box::new(guided), 3, 25);
    let mut moves = Vec::new();
    best.expand(&situation(&game, Color::Black), &[], &mut moves);
    let codes: Vec<u16> = moves.iter().map(|m| m.code).collect();
    assert_eq!(codes, [25, 7, 0, 1]);
    assert!(Point::from_index(7, size).is_some());
}

#[test]
fn a_precision_that_the_cpu_lacks_is_a_sentence() {
    let mut net = NetParams {
        precision: Precision::Bfloat16,
        ..NetParams::default()
    };
    let lacks = net.among(None).unwrap_err().to_string();
    assert!(
        lacks.contains("`net.precision`") && lacks.contains("AVX-512 BF16"),
        "{lacks}"
    );
    assert_eq!(net.among(Some(Isa::best())), Ok(Isa::best()));
    net.precision = Precision::Single;
    assert_eq!(net.among(None), Ok(Isa::best()));
    net.portable = true;
    assert_eq!(net.among(None), Ok(Isa::all()[0]));
}
