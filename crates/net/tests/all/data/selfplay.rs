//! Games by a policy.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use tengen_go::{Game as Board, Ko, Komi, Rules, Size};
use tengen_net::data::labels::{Matter, Origin, open};
use tengen_net::data::selfplay::{Kept, SelfPlay};
use tengen_net::data::table::Manner;
use tengen_net::data::{Desk, Games, Labels, Pool};
use tengen_net::random::Plan;
use tengen_net::{Isa, Network};

fn play(path: &Path, to: u64, threads: usize) {
    let size = Size::new(5).unwrap();
    let model = Plan::old(8, 2).model();
    let origin = Origin {
        net: "random".to_owned(),
        matter: Matter::SelfPlay {
            play: "by chance".to_owned(),
        },
        size,
        seed: 9,
    };
    let mut before = 0;
    let mut journal = open(path, &origin, |_| before += 1).unwrap();
    let play = SelfPlay {
        network: Arc::new(Network::new(&model, size, Isa::best()).unwrap()),
        kept: Kept::Judgements,
        manner: Manner::default(),
        seed: 9,
        threads,
    };
    let go_on = |_| ControlFlow::Continue(());
    assert_eq!(play.run(&mut journal, before, to, go_on).unwrap(), to);
}

#[test]
fn games_are_legal_judged_and_the_same_whoever_plays_them() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    play(&one, 24, 1);
    play(&two, 10, 2);
    play(&two, 24, 2);
    let (one, two) = (Labels::read(&one).unwrap(), Labels::read(&two).unwrap());
    assert_eq!((one.games.len(), one.len()), (24, two.len()));
    assert_eq!(one.games.positions(), one.len() as u64);
    let rules = Rules {
        ko: Ko::Simple,
        ..Rules::CHINESE
    };
    let mut komis = std::collections::HashSet::new();
    for (game, other) in one.games.iter().zip(two.games.iter()) {
        let moves: Vec<_> = game.first(999).collect();
        assert_eq!(moves, other.first(999).collect::<Vec<_>>());
        let mut board = Board::new(game.size(), rules, Komi::ZERO);
        for &(color, mv) in &moves {
            assert_eq!(color, board.turn());
            board.play(color, mv).unwrap();
        }
        assert!(board.is_over() || moves.len() >= 62, "{}", moves.len());
        komis.insert((2.0 * game.komi()) as i32);
    }
    assert!(komis.len() > 4);
    for n in 0..one.len() {
        assert_eq!(one.get(n), two.get(n));
    }
    let pool = Pool::of_labels(&one, &Arc::new(Games::new()));
    let sample = pool.sample(1, 5, &mut Desk::default()).unwrap();
    assert_eq!(sample.targets.played, None);
    assert_eq!(sample.targets.teacher.unwrap().ownership.len(), 25);
}
