//! Dynamic komi on games that are nothing but their tree.

use tengen_game::tree::{At, Tree, leaf, node};
use tengen_game::{Color, Position, Rng};
use tengen_search::params::{KomiKind, KomiSchedule};
use tengen_search::{
    AllMoves, Balance, Budget, Judgement, Leaf, Mcts, Parts, RootMove, SearchParams, Stage, Trace,
    Visit,
};

/// Plays any move until the game is over.
struct AnyMove;

impl Leaf<At> for AnyMove {
    fn judge(&mut self, at: &mut At, _: Visit<'_, u16>, _: &mut Trace, rng: &mut Rng) -> Judgement {
        loop {
            if let Some(outcome) = at.outcome() {
                return outcome.into();
            }
            let mut count = 0;
            at.moves(|_| count += 1);
            at.play(rng.below(count) as u16);
        }
    }
}

fn search(params: &SearchParams, tree: &Tree, threads: usize) -> Mcts<At> {
    let parts = (0..threads).map(|_| Parts {
        expand: Box::new(AllMoves),
        leaf: Box::new(AnyMove),
        observers: Vec::new(),
    });
    Mcts::new(params, tree.root(), None, parts.collect(), 1)
}

fn think(mcts: &mut Mcts<At>, playouts: u64) {
    let budget = Budget {
        playouts: Some(playouts),
        ..Budget::default()
    };
    mcts.think(&budget, &mut |_| true);
}

fn balance(mcts: &Mcts<At>) -> Balance {
    mcts.view().balance().unwrap()
}

fn params(kind: KomiKind) -> SearchParams {
    let mut params = SearchParams::default();
    params.ucb.exploration = 0.3;
    params.dynamic_komi.kind = kind;
    params.dynamic_komi.schedule = KomiSchedule::Constant;
    params.dynamic_komi.interval = 20;
    params
}

/// Black wins whatever he plays: by 21, 33 or 25.
fn won() -> Tree {
    Tree::new(node([leaf(21), leaf(33), leaf(25)]))
}

#[test]
fn without_it_all_moves_win_alike() {
    let mut mcts = search(&params(KomiKind::Off), &won(), 1);
    think(&mut mcts, 3000);
    let view = mcts.view();
    assert_eq!(view.balance(), None);
    for m in view.moves() {
        assert_eq!((m.mean, m.visits, m.plain), (1.0, 1000, None));
    }
    assert!(
        view.counters()
            .iter()
            .all(|(name, _)| !name.contains("komi"))
    );
}

#[test]
fn by_value_the_largest_win_is_found_and_what_it_is_worth_is_not_forgotten() {
    for threads in [1, 2] {
        let mut mcts = search(&params(KomiKind::Value), &won(), threads);
        think(&mut mcts, 3000);
        let view = mcts.view();
        let moves = view.moves();
        assert_eq!(view.visits(), 3000);
        assert_eq!(moves[0].code, 1);
        assert!(moves[0].visits > 2000, "{}", moves[0].visits);
        assert!(moves[0].mean > moves[1].mean && moves[1].mean < 0.95);
        // Under the komi the losing moves count; without it all win, and every playout is there.
        let plain = moves.iter().map(|m| m.plain.unwrap());
        assert!(
            plain
                .clone()
                .all(|plain| plain.mean == 1.0 && plain.lcb > 0.9)
        );
        assert_eq!(plain.map(|plain| plain.visits).sum::<u64>(), 3000);
        let Balance { komi, plain, .. } = balance(&mcts);
        // At 33 the best move is a draw, and all others lose.
        assert!((32.0..=33.0).contains(&komi), "{komi}");
        assert_eq!(plain, Some(1.0));
        let adjustments = view.counters();
        let adjustments = adjustments
            .iter()
            .find(|(name, _)| *name == "komi adjustments");
        assert!(adjustments.unwrap().1 >= 32);
    }
}

#[test]
fn by_score_the_komi_follows_the_mean() {
    let mut mcts = search(&params(KomiKind::Score), &won(), 1);
    think(&mut mcts, 3000);
    let best: Vec<RootMove> = mcts.view().moves();
    assert_eq!(best[0].code, 1);
    let komi = balance(&mcts).komi;
    assert!((28.0..=33.0).contains(&komi), "{komi}");
    // The mean score is without it.
    assert!(mcts.view().score() > 28.0);
}

#[test]
fn the_side_that_is_behind_takes_points() {
    // White, to move in the second ply, loses least by the first answer. Black has one move.
    let tree = Tree::new(node([node([leaf(21), leaf(33), leaf(25)])]));
    let mut mcts = search(&params(KomiKind::Value), &tree, 1);
    let mut second = tree.root();
    second.play(0);
    mcts.set_root(second, &[0], 1);
    assert_eq!(mcts.view().balance().unwrap().komi, 0.0);
    think(&mut mcts, 3000);
    let view = mcts.view();
    assert_eq!(view.moves()[0].code, 0);
    let Balance { komi, plain, .. } = balance(&mcts);
    assert!((20.0..=26.0).contains(&komi), "{komi}");
    assert_eq!(plain, Some(0.0));
    assert_eq!(view.moves()[0].plain.unwrap().mean, 0.0);
}

#[test]
fn linearly_it_is_that_of_the_move() {
    // 28 points for four stones at the beginning: 14 are left at the root after half of the moves,
    // 12.25 one ply on, where a score of 12 is a draw at 12 whole points, and 10.5 (11) two plies on,
    // where it wins.
    let mut params = params(KomiKind::Linear);
    params.dynamic_komi.moves = 16;
    let tree = Tree::new(node([node([leaf(12)]), leaf(12)]));
    let mut mcts = search(&params, &tree, 1);
    mcts.set_root(tree.root(), &[], 8);
    mcts.set_stage(Stage {
        handicap: 4.0,
        phase: 0.0,
    });
    assert_eq!(balance(&mcts).komi, 14.0);
    think(&mut mcts, 200);
    let mut moves = mcts.view().moves();
    moves.sort_by_key(|m| m.code);
    assert_eq!(moves[1].mean, 0.5);
    assert!(moves[0].mean > 0.9, "{}", moves[0].mean);
    assert_eq!(moves[1].plain.unwrap().mean, 1.0);
}

#[test]
fn it_goes_on_with_the_game_and_starts_anew_with_another_root() {
    let tree = Tree::new(node([node([node([leaf(30), leaf(20)]), leaf(40)])]));
    let mut params = params(KomiKind::Value);
    params.tree.reuse = true;
    let mut mcts = search(&params, &tree, 1);
    think(&mut mcts, 2000);
    let found = balance(&mcts).komi;
    assert!(found > 15.0, "{found}");
    let mut at = tree.root();
    at.play(0);
    assert!(mcts.advance(&[0], at.clone(), &[0], 1));
    let Balance { komi, plain, .. } = balance(&mcts);
    assert_eq!((komi, plain), (found, None));
    assert_eq!(at.turn(), Color::White);
    mcts.set_root(at, &[0], 1);
    assert_eq!(balance(&mcts).komi, 0.0);
}

#[test]
fn one_seed_gives_one_search() {
    for kind in [KomiKind::Linear, KomiKind::Score, KomiKind::Value] {
        let run = || {
            let mut mcts = search(&params(kind), &won(), 1);
            think(&mut mcts, 1234);
            (mcts.view().moves(), balance(&mcts))
        };
        assert_eq!(run(), run());
    }
}
