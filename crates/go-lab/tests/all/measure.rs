//! Searches of recipes, measured.

use tengen_go::{Game, Komi, Rules, Size};
use tengen_go_engine::Recipe;
use tengen_go_lab::{GoBoard, GoPlayer};
use tengen_lab::game::{Board, OwnPlayer, Position};
use tengen_lab::suite::measure;

fn position() -> Position {
    let size = Size::new(5).unwrap();
    let mut board = GoBoard(Game::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF));
    for mv in ["C3", "C4"] {
        board.play(board.turn(), mv).unwrap();
    }
    Position {
        name: "five".to_owned(),
        board: Box::new(board),
    }
}

fn player(recipe: &str, playouts: u64) -> Box<dyn OwnPlayer> {
    let mut parameters = Recipe::find(recipe).unwrap().parameters;
    parameters.budget.limit_playouts(playouts);
    parameters.search.choice.early_stop = false;
    parameters.measure.duplicates = 5;
    GoPlayer::of(parameters)
}

#[test]
fn the_numbers_of_a_search_fit_together() {
    for recipe in ["uct", "playouts"] {
        let record = measure(recipe, player(recipe, 600), &position(), 3, &mut || false).unwrap();
        let count = |name: &str| record.counts[name];
        let sum = |name: &str| record.rows[name].iter().sum::<f64>();
        assert_eq!((count("playouts"), count("visits")), (600.0, 600.0));
        assert_eq!(record.spent.playouts, Some(600));
        assert_eq!(
            (record.player.as_str(), record.position.as_str()),
            (recipe, "five")
        );
        assert_eq!(sum("root-visits"), 600.0);
        assert_eq!(record.rows["root-visits"].len() as f64, count("root moves"));
        assert_eq!(sum("depths"), count("nodes"));
        assert_eq!(record.rows["depths"].len() as f64, count("deepest") + 1.0);
        assert_eq!(record.rows["depths"][..2], [1.0, count("root moves")]);
        assert_eq!(count("expanded nodes"), count("expansions"));
        assert_eq!(count("nodes"), count("expanded nodes") + count("leaves"));
        assert!((1.0..=count("deepest")).contains(&count("mean depth")));
        assert!((1.0..=count("root moves")).contains(&count("effective root moves")));
        assert!((0.0..=1.0).contains(&count("best share")) && count("full") == 0.0);
        assert!(record.best.starts_with(|c: char| c.is_ascii_uppercase()));
        // Every playout from a board that empty makes five moves.
        let judged = count("playouts") - count("endings in the tree");
        assert_eq!(count("playout positions"), 5.0 * judged);
        let commonest = &record.rows["playout-positions"];
        assert!(commonest.len() == 50 && commonest[0] > 1.0);
        assert!(count("repeated playout positions") >= sum("playout-positions") - 50.0);
    }
}

#[test]
fn all_but_the_times_follows_from_the_seed() {
    let run = |seed| {
        let mut record =
            measure("uct", player("uct", 300), &position(), seed, &mut || false).unwrap();
        record.counts.retain(|name, _| !name.contains("second"));
        record.spent = Default::default();
        record
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}
