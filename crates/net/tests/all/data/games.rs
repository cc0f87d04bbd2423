//! Games in memory, and positions of them.

use tengen_go::{Color, Game as Board, Ko, Komi, Move, Point, Rules, Size};
use tengen_net::data::Games;
use tengen_net::data::games::USUAL_KOMI;
use tengen_net::data::replay::Scene;
use tengen_net::input::Moment;

use super::{corner, game};

#[test]
fn a_game_comes_out_as_it_went_in() {
    let mut games = Games::new();
    let long = game(Size::NINE, 60, 1);
    let mut odd = game(Size::new(5).unwrap(), 10, 2);
    odd.setup = vec![(Color::White, Point::new(2, 2).unwrap())];
    odd.moves.retain(|(_, mv)| mv.point() != Point::new(2, 2));
    odd.moves.insert(3, (Color::White, Move::Pass));
    odd.komi = None;
    odd.winner = None;
    games.push(7, &odd);
    games.push(3, &long);
    games.push(9, &game(Size::new(21).unwrap(), 4, 3));
    games.sort();
    assert_eq!((games.len(), games.large), (2, 1));
    let all = (long.moves.len() + odd.moves.len()) as u64;
    assert_eq!(games.positions(), all);
    let view = games.get(games.find(3).unwrap()).unwrap();
    assert_eq!((view.size(), view.komi()), (Size::NINE, 6.5));
    assert_eq!(view.winner(), Some(Color::White));
    assert_eq!(view.first(1000).collect::<Vec<_>>(), long.moves);
    let view = games.get(games.find(7).unwrap()).unwrap();
    assert_eq!((view.komi(), view.winner()), (USUAL_KOMI, None));
    assert_eq!(view.setup().count(), 1);
    assert_eq!(view.mv(3), Some((Color::White, Move::Pass)));
    assert_eq!(view.mv(odd.moves.len()), None);
    assert_eq!(games.find(8), None);
}

#[test]
fn a_wild_komi_is_unknown() {
    let mut slip = game(Size::NINE, 3, 1);
    slip.komi = Some(Komi::new(65.0).unwrap());
    let mut games = Games::new();
    games.push(0, &slip);
    assert_eq!(games.get(0).unwrap().komi(), USUAL_KOMI);
}

#[test]
fn games_that_are_put_together_keep_their_moves() {
    let (first, second) = (game(Size::NINE, 20, 1), game(Size::NINE, 25, 2));
    let mut games = Games::new();
    games.push(1, &second);
    let mut more = Games::new();
    more.push(0, &first);
    games.append(more);
    games.sort();
    let moves = |place: usize| games.get(place).unwrap().first(99).collect::<Vec<_>>();
    assert_eq!((moves(0), moves(1)), (first.moves, second.moves));
}

/// A replay that begins a few moves before a position sees what one from the first move sees.
#[test]
fn a_position_is_what_the_whole_game_makes_of_it() {
    let rules = Rules {
        ko: Ko::Simple,
        ..Rules::CHINESE
    };
    for seed in 0..6 {
        let played = game(Size::NINE, 90, seed);
        let mut games = Games::new();
        games.push(0, &played);
        let view = games.get(0).unwrap();
        for ply in [0, 1, 4, 6, 7, 30, 89] {
            let mut board = Board::new(Size::NINE, rules, Komi::SIX_AND_A_HALF);
            for &(color, mv) in &played.moves[..ply] {
                board.play(color, mv).unwrap();
            }
            let scene = Scene::before(&view, ply).unwrap();
            assert_eq!(
                scene.moment,
                Moment::of_game(&board).unwrap(),
                "{seed} {ply}"
            );
            let legal = board.legal_moves(board.turn());
            let legal = legal.into_iter().filter_map(Move::point);
            let places: Vec<usize> = legal.map(|point| point.index(Size::NINE)).collect();
            assert_eq!(scene.legal().collect::<Vec<_>>(), places);
        }
    }
}

#[test]
fn whoever_moved_is_to_move() {
    let mut twice = game(Size::NINE, 0, 1);
    twice.moves = vec![(Color::White, corner()), (Color::White, Move::Pass)];
    let mut games = Games::new();
    games.push(0, &twice);
    let scene = Scene::before(&games.get(0).unwrap(), 1).unwrap();
    assert_eq!(scene.moment.turn, Color::White);
    assert_eq!(scene.moment.recent, [None; 5]);
}
