//! Players with networks: small random ones, in files as users have them.

use std::fs;
use std::path::PathBuf;

use tengen_go::{Color, Diagram, Game, Komi, Move, Point, Rules, Size};
use tengen_go_engine::network::{Evaluator, NetMode, NetModel, NetParams, Precision};
use tengen_go_engine::{
    Analysis, Counting, Limits, ModelFault, Models, Parameters, Recipe, Restriction, Session,
    Verdict,
};
use tengen_net::Isa;
use tengen_net::input::Moment;
use tengen_net::random::Plan;
use tengen_params::set;

/// The bytes of a small network.
fn bytes(seed: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    tengen_net::file::write(&Plan::old(4, seed).model(), &mut bytes).unwrap();
    bytes
}

/// A file for one test, with these bytes.
pub(crate) fn file(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The file of a small network for one test.
pub(crate) fn network(name: &str) -> String {
    file(name, &bytes(1))
}

/// A recipe with a small network, by one thread.
fn parameters(recipe: &str, file: &str, playouts: u64) -> Parameters {
    let mut parameters = Recipe::find(recipe).unwrap().parameters;
    parameters.budget.playouts = playouts;
    parameters.budget.seconds = 0.0;
    parameters.budget.threads = 1;
    parameters.net.file = file.to_owned();
    parameters
}

fn game(size: usize) -> Game {
    let size = Size::new(size).unwrap();
    Game::new(size, Rules::CHINESE, Komi::SEVEN_AND_A_HALF)
}

fn analyze(session: &mut Session, playouts: u64) -> Analysis {
    let limits = Limits {
        playouts: Some(playouts),
        ..Limits::default()
    };
    let turn = session.game().turn();
    session.analyze(turn, limits, &Restriction::default(), &mut ())
}

fn counter(analysis: &Analysis, name: &str) -> u64 {
    let mut counters = analysis.counters.iter();
    counters.find(|(n, _)| *n == name).map_or(0, |c| c.1)
}

/// What a search found, move by move.
fn found(analysis: &Analysis) -> Vec<(Move, u64, f64)> {
    let candidates = analysis.candidates.iter();
    candidates.map(|c| (c.mv, c.visits, c.winrate)).collect()
}

#[test]
fn one_thread_and_one_seed_are_one_tree() {
    let file = network("twice.bin.gz");
    for recipe in ["net", "cygo"] {
        let search = || {
            let mut session = Session::new(parameters(recipe, &file, 600), game(9));
            assert_eq!(session.fault(), None);
            let analysis = analyze(&mut session, 600);
            assert!(counter(&analysis, "network evaluations") > 8, "{recipe}");
            found(&analysis)
        };
        assert_eq!(search(), search(), "{recipe}");
        let mut other = parameters(recipe, &file, 600);
        other.net.file = self::file("other.bin.gz", &bytes(2));
        let other = analyze(&mut Session::new(other, game(9)), 600);
        assert_ne!(found(&other), search(), "{recipe}");
    }
}

#[test]
fn the_paper_s_search_gives_every_node_its_value_once() {
    let file = network("values.bin.gz");
    for threads in [1, 3] {
        let mut parameters = parameters("cygo", &file, 800);
        parameters.budget.threads = threads;
        parameters.net.value = self::file(&format!("value{threads}.bin.gz"), &bytes(3));
        let mut session = Session::new(parameters, game(9));
        assert_eq!(session.fault(), None);
        let analysis = analyze(&mut session, 800);
        assert_eq!(analysis.visits, 800);
        // Twenty moves at most, and the pass.
        assert!(analysis.candidates.len() <= 21);
        let asked = counter(&analysis, "values asked for");
        // On a busy machine most playouts of other threads may be over before the root has its policy.
        assert!(asked > 10 || threads > 1, "{asked}");
        let evaluated = counter(&analysis, "network evaluations");
        let known = counter(&analysis, "network cache hits");
        let expansions = counter(&analysis, "expansions");
        assert_eq!(evaluated + known, asked + expansions, "{threads} threads");
        assert_eq!(counter(&analysis, "late evaluations"), 0);
    }
}

#[test]
fn without_its_networks_the_paper_s_search_is_its_opponent_but_for_the_prior() {
    let mut cygo = Recipe::find("cygo").unwrap().parameters;
    let opponent = Recipe::find("cygo-playouts").unwrap().parameters;
    assert_eq!(cygo.budget.playouts, 6000);
    assert_eq!(cygo.budget.threads, 2);
    assert_eq!(cygo.search.tree.threshold, 20);
    assert_eq!(cygo.search.mixture.lambda, 0.7);
    assert_eq!(cygo.expansion.best, 20);
    assert_eq!(cygo.net.mode, NetMode::Queues);
    assert!(!cygo.search.tree.reuse && !cygo.search.choice.early_stop);
    assert_eq!(cygo.resign.threshold, 0.0);
    cygo.recipe = opponent.recipe.clone();
    cygo.prior = opponent.prior.clone();
    cygo.net = opponent.net.clone();
    assert_eq!(cygo, opponent);
    assert!(opponent.prior.on && opponent.prior.playouts == 0.0);
}

#[test]
fn a_player_with_a_network_plays_a_game_keeps_its_tree_and_counts() {
    let file = network("game.bin.gz");
    let mut parameters = parameters("net", &file, 60);
    parameters.net.threshold = 6;
    parameters.resign.threshold = 0.0;
    let mut session = Session::new(parameters, game(5));
    let mut moves = 0;
    while !session.game().is_over() && moves < 40 {
        let turn = session.game().turn();
        let decision = session.genmove(turn, &Restriction::default(), &mut ());
        assert!(matches!(decision.verdict, Verdict::Play(_)));
        assert!(counter(&decision.analysis, "reviews") > 0);
        moves += 1;
    }
    assert!(moves >= 10);
    session.dead_stones();
    session.final_score();
}

/// Ownership at the end of a game has the network's say, and stones that playouts know to live still do.
#[test]
fn certain_life_does_not_depend_on_a_network() {
    let diagram = ". X . X O . .
                   X X X X O O O
                   . X . X O . .
                   X X X X O O O
                   . X . X O . O
                   X X X X O O .
                   . X . X O O O";
    let stones = Diagram::parse(diagram).unwrap().stones;
    let game = Game::from_position(stones, Color::Black, Rules::CHINESE, Komi::ZERO);
    let file = network("settled.bin.gz");
    let mut session = Session::new(parameters("net", &file, 200), game);
    assert!(session.dead_stones().is_empty());
}

#[test]
fn boards_that_are_too_large_for_a_network_are_played_by_the_best_recipe_without() {
    let file = network("large.bin.gz");
    for (side, largest) in [(21, 19), (9, 8)] {
        let search = |recipe| {
            let mut parameters = parameters(recipe, &file, 50);
            parameters.net.largest = largest;
            analyze(&mut Session::new(parameters, game(side)), 50)
        };
        let analysis = search("net");
        assert_eq!(counter(&analysis, "network evaluations"), 0);
        assert_eq!(found(&analysis), found(&search("playouts")), "{side}");
    }
}

#[test]
fn a_network_that_was_named_is_not_left_out_without_a_word() {
    let mut net = parameters("net", "mine.bin.gz", 1).net;
    let said = |net: &NetParams, side| net.left_out(Size::new(side).unwrap());
    assert_eq!(said(&net, 19), None);
    let sentence = "The network mine.bin.gz is left out on 21×21, where the recipe playouts plays: \
                    networks know boards up to 19×19.";
    assert_eq!(said(&net, 21).as_deref(), Some(sentence));
    net.largest = 9;
    let sentence = said(&net, 13).unwrap();
    assert!(sentence.ends_with("net.largest is 9."), "{sentence}");
    net.file.clear();
    assert_eq!(said(&net, 13), None);
    let queues = parameters("cygo", "mine.bin.gz", 1).net;
    assert!(said(&queues, 21).unwrap().contains("playouts are alone"));
}

#[test]
fn what_is_wrong_with_a_network_is_a_sentence() {
    let whole = bytes(1);
    let mut parameters = parameters("net", "nowhere.bin.gz", 10);
    let fault = |parameters: &Parameters| Models::load(parameters).unwrap_err();
    let missing = fault(&parameters);
    assert!(matches!(&missing, ModelFault::Unknown { .. }), "{missing}");
    assert!(missing.to_string().contains("`net.file`"), "{missing}");
    parameters.net.file = file("cut.bin.gz", &whole[..whole.len() / 2]);
    let cut = fault(&parameters);
    assert!(matches!(&cut, ModelFault::Wrong { .. }), "{cut}");
    parameters.net.file = file("words.bin.gz", b"This is no network.");
    assert!(matches!(fault(&parameters), ModelFault::Wrong { .. }));
    parameters.net.file = file("whole.bin.gz", &whole);
    assert!(Models::load(&parameters).is_ok());
    // Networks judge at the real komi, and so do endings in the tree, which count beside them.
    set(&mut parameters, "dynamic_komi.kind", "score").unwrap();
    let clash = fault(&parameters).to_string();
    assert!(clash.contains("`dynamic_komi.kind`"), "{clash}");
    parameters.difference.on = true;
    let clash = fault(&parameters).to_string();
    assert!(
        clash.contains("`net.mode`") && clash.contains("`difference.on`"),
        "{clash}"
    );
}

/// A player computes in bfloat16 where the CPU can, and where it cannot, says so before the game.
#[test]
fn the_precision_is_followed_or_refused() {
    let file = network("short.bin.gz");
    let mut parameters = parameters("net", &file, 40);
    let single = analyze(&mut Session::new(parameters.clone(), game(9)), 40);
    parameters.net.precision = Precision::Bfloat16;
    let mut session = Session::new(parameters.clone(), game(9));
    if Isa::bfloat16().is_some() {
        assert_eq!(session.fault(), None);
        assert_ne!(found(&analyze(&mut session, 40)), found(&single));
    } else {
        let fault = session.fault().unwrap();
        assert!(matches!(fault, ModelFault::Lacks(_)), "{fault}");
    }
    parameters.net.portable = true;
    let clash = Models::load(&parameters).unwrap_err().to_string();
    assert!(
        clash.contains("`net.precision`") && clash.contains("`net.portable`"),
        "{clash}"
    );
    // Without networks it does not matter.
    parameters.net.mode = NetMode::Off;
    assert!(Models::load(&parameters).is_ok());
}

/// Whichever way a board is turned, the opinion is on the board as it is: that of the turned game, turned back.
#[test]
fn opinions_are_turned_back() {
    use tengen_go::Symmetry;
    let model = NetModel::read(&bytes(5)).unwrap();
    let size = Size::new(7).unwrap();
    let mut evaluator = model.evaluator(size, Isa::all()[0]).unwrap();
    let play = |symmetry: Symmetry| {
        let mut game = game(7);
        for label in ["C3", "E4", "B5", "F2", "D6"] {
            let mv = symmetry.mv(Move::parse(label, size).unwrap(), size);
            game.play(game.turn(), mv).unwrap();
        }
        Moment::of_game(&game).unwrap()
    };
    let plain = play(Symmetry::IDENTITY);
    let (mut win_rate, mut lead) = (0.0, 0.0);
    for symmetry in Symmetry::ALL {
        let turned = evaluator
            .evaluate(&play(symmetry), &[Symmetry::IDENTITY])
            .unwrap();
        let back = evaluator.evaluate(&plain, &[symmetry]).unwrap();
        assert!((turned.win_rate - back.win_rate).abs() < 1e-5);
        win_rate += back.win_rate / 8.0;
        lead += back.lead / 8.0;
        assert!((turned.policy[49] - back.policy[49]).abs() < 1e-4);
        for point in Point::all(size) {
            let (at, image) = (point.index(size), symmetry.point(point, size).index(size));
            assert!((turned.policy[image] - back.policy[at]).abs() < 1e-4);
            assert!((turned.ownership[image] - back.ownership[at]).abs() < 1e-5);
        }
    }
    // The mean of all, evaluated together, is that of each by itself, and the same however the board is turned.
    let all = evaluator.evaluate(&plain, &Symmetry::ALL).unwrap();
    assert!((all.win_rate - win_rate).abs() < 1e-5 && (all.lead - lead).abs() < 1e-3);
    let of_turned = evaluator.evaluate(&play(Symmetry::ALL[5]), &Symmetry::ALL);
    let of_turned = of_turned.unwrap();
    assert!((all.win_rate - of_turned.win_rate).abs() < 1e-5);
    assert!((all.lead - of_turned.lead).abs() < 1e-3);
}
