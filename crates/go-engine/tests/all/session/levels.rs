//! The ladder of levels: whole games, the table of each board, stronger and weaker.

use tengen_engine::Kit;
use tengen_go::{Color, Game, Komi, Move, Rules, Size};
use tengen_go_engine::level::Rank;
use tengen_go_engine::{Counting, Go, Parameters, Recipe, Session, Verdict};

use super::{free, game, mv};

fn at(rank: Rank, seed: u64) -> Parameters {
    let mut parameters = Recipe::find("default").unwrap().parameters;
    parameters.level.rank = rank;
    parameters.budget.seed = seed;
    parameters
}

/// The players of a game below full strength, who take seconds where nothing else limits them.
fn below() -> impl Iterator<Item = Rank> {
    Rank::ALL.into_iter().filter(|&rank| rank != Rank::Full)
}

/// A game of a level with itself: its moves and who won. Everything that no player should do is a panic.
fn game_of(rank: Rank, seed: u64) -> (Vec<(Color, Move)>, Option<Color>) {
    let size = Size::new(7).unwrap();
    let new = || Game::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF);
    let mut players = [seed, seed + 1].map(|seed| Session::new(at(rank, seed), new()));
    let name = rank.name();
    let mut passed = false;
    for number in 0..3 * size.area() {
        let color = Color::BOTH[number % 2];
        let [black, white] = &mut players;
        let (own, other) = match color {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        let before = own.game().clone();
        let mv = match own.genmove(color, &free(), &mut ()).verdict {
            Verdict::Play(mv) => mv,
            Verdict::Resign => {
                assert!(
                    number >= size.area() / 3,
                    "{name} gives up at move {number}"
                );
                return (before.moves().collect(), Some(!color));
            }
        };
        assert!(before.check(color, mv).is_ok(), "{name}: {mv:?}");
        if mv == Move::Pass {
            assert!(number >= size.area() / 3, "{name} passes at move {number}");
        }
        other.play(color, mv).unwrap();
        if passed && mv == Move::Pass {
            let winner = own.final_score().winner();
            return (own.game().moves().collect(), winner);
        }
        passed = mv == Move::Pass;
    }
    panic!("{name}: this game does not end");
}

#[test]
fn every_level_plays_a_whole_game_and_the_same_one_again() {
    for rank in below() {
        let (moves, winner) = game_of(rank, 11);
        assert!(winner.is_some(), "{}", rank.name());
        assert_eq!(game_of(rank, 11), (moves, winner), "{}", rank.name());
    }
}

#[test]
fn a_strong_level_beats_the_lowest() {
    let mut won = 0;
    for number in 0..6 {
        let strong = Color::BOTH[number % 2];
        let new = || game(9, Rules::CHINESE);
        let player = |color| match color == strong {
            true => at(Rank::Dan1, number as u64),
            false => at(Rank::Kyu20, number as u64),
        };
        let mut players = Color::BOTH.map(|color| Session::new(player(color), new()));
        let winner = loop {
            let color = players[0].game().turn();
            let other = usize::from(color == Color::Black);
            let verdict = players[1 - other].genmove(color, &free(), &mut ()).verdict;
            let Verdict::Play(mv) = verdict else {
                break Some(!color);
            };
            players[other].play(color, mv).unwrap();
            if players[0].game().is_over() {
                let strong = usize::from(strong == Color::White);
                break players[strong].final_score().winner();
            }
            assert!(players[0].game().moves().len() < 400, "no end");
        };
        won += usize::from(winner == Some(strong));
    }
    assert!(won >= 5, "{won} of 6");
}

#[test]
fn the_board_decides_what_a_level_comes_to() {
    let mut session = Session::new(at(Rank::Kyu9, 1), game(9, Rules::CHINESE));
    let small = session.seated().clone();
    assert_eq!(session.parameters(), &at(Rank::Kyu9, 1));
    assert_ne!(&small, session.parameters());
    session.new_game(game(19, Rules::CHINESE));
    let large = session.seated().clone();
    assert_ne!(
        (&large.instinct, &large.budget),
        (&small.instinct, &small.budget)
    );
    session.edit(|edited| *edited = game(9, Rules::CHINESE));
    assert_eq!(session.seated(), &small);
    session.set("level.rank", "full").unwrap();
    assert_eq!(session.seated(), session.parameters());
}

#[test]
fn levels_of_one_board_differ_and_are_named_and_numbered() {
    for size in [9, 13, 19] {
        let board = game(size, Rules::CHINESE);
        let seated: Vec<Parameters> = Rank::ALL
            .into_iter()
            .map(|rank| {
                let mut seated = Go::seated(&at(rank, 1), &board);
                seated.level.rank = Rank::Full;
                seated
            })
            .collect();
        for (n, one) in seated.iter().enumerate() {
            assert!(
                !seated[..n].contains(one),
                "{size}: {}",
                Rank::ALL[n].name()
            );
        }
    }
    for (n, rank) in Rank::ALL.into_iter().enumerate() {
        assert_eq!(rank.number(), n + 1);
        assert_eq!(Rank::of(rank.name()), Ok(rank));
        assert_eq!(Rank::of(&rank.name().to_uppercase()), Ok(rank));
        assert_eq!(Rank::of(&(n + 1).to_string()), Ok(rank));
    }
    for wrong in ["", "0", "11", "03", "2k", "strong"] {
        assert!(Rank::of(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_level_needs_a_network() {
    let mut session = Session::new(
        Recipe::find("uct").unwrap().parameters,
        game(9, Rules::CHINESE),
    );
    let error = session.set("level.rank", "9k").unwrap_err().to_string();
    assert!(
        error.contains("net.mode") && error.contains("level.rank"),
        "{error}"
    );
}

#[test]
fn beyond_the_networks_a_level_plays_by_patterns() {
    let mut session = Session::new(at(Rank::Kyu12, 3), game(21, Rules::CHINESE));
    for _ in 0..4 {
        let color = session.game().turn();
        let decision = session.genmove(color, &free(), &mut ());
        assert!(matches!(decision.verdict, Verdict::Play(Move::Play(_))));
        assert!(decision.analysis.findings.opinion.is_none());
        assert!(decision.analysis.playouts >= 100);
    }
}

#[test]
fn a_lost_game_is_given_up_but_not_at_once() {
    let komi = Komi::new(60.5).unwrap();
    let new = Game::new(Size::new(7).unwrap(), Rules::CHINESE, komi);
    for rank in [Rank::Kyu20, Rank::Kyu5, Rank::Dan1] {
        let mut session = Session::new(at(rank, 1), new.clone());
        let last = loop {
            let color = session.game().turn();
            let verdict = session.genmove(color, &free(), &mut ()).verdict;
            if verdict == Verdict::Resign || session.game().is_over() {
                break (color, verdict);
            }
        };
        assert_eq!(last, (Color::Black, Verdict::Resign), "{}", rank.name());
        let played = session.game().moves().len();
        assert!(
            (16..=24).contains(&played),
            "{}: move {played}",
            rank.name()
        );
    }
}

#[test]
fn a_pass_after_a_few_moves_ends_no_game() {
    for rank in below() {
        let mut new = game(9, Rules::CHINESE);
        for label in ["E5", "pass", "C3", "pass"] {
            let color = new.turn();
            new.play(color, mv(label, &new)).unwrap();
        }
        let mut session = Session::new(at(rank, 1), new);
        let verdict = session.genmove(Color::Black, &free(), &mut ()).verdict;
        assert_ne!(verdict, Verdict::Play(Move::Pass), "{}", rank.name());
    }
}
