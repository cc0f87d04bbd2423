//! The signatures of the recipes.

use tengen_go::{Color, Rules, Size};
use tengen_go_engine::{Recipe, Session};

use super::{free, game, playouts, recipe};
use crate::network::network;

/// The whole of what a search of each recipe finds, as a number: it changes when the search does
/// something else than before, and is the same on every machine. Networks are small random ones, computed alike
/// everywhere: what ships may be trained further.
#[test]
fn the_searches_have_their_signatures() {
    let network = network("signature.bin.gz");
    let digest = |name: &str| {
        let mut parameters = recipe(name, 2000);
        parameters.budget.threads = 1;
        if parameters.net.is_on() {
            parameters.net.file.clone_from(&network);
            parameters.net.portable = true;
        }
        let mut session = Session::new(parameters, game(9, Rules::CHINESE));
        assert_eq!(session.fault(), None);
        let analysis = session.analyze(Color::Black, playouts(2000), &free(), &mut ());
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for candidate in &analysis.candidates {
            let code = candidate.mv.point().map_or(81, |p| p.index(Size::NINE)) as u64;
            for word in [code, candidate.visits, (candidate.winrate * 1e9) as u64] {
                hash = (hash ^ word).wrapping_mul(0x0100_0000_01b3);
            }
        }
        format!("{name} {hash:016x}")
    };
    let found: Vec<String> = Recipe::names().map(digest).collect();
    assert_eq!(found, SIGNATURES);
}

const SIGNATURES: [&str; 31] = [
    "default ad36817e55f18c32",
    "net ad36817e55f18c32",
    "playouts 1b44ad3dd2f70fdc",
    "beginner 5e84f39a14fe5cfe",
    "handmade 8753eece6004967a",
    "rave 0019df5697193e4c",
    "uct cdf209d6818b9a00",
    "uct-threshold eb8bc4a0c3767051",
    "gnugo-uct cdf209d6818b9a00",
    "gtabu0 eb8bc4a0c3767051",
    "gtabu18 484bae209e6f62f7",
    "gtabu18-hash 08201159992c235a",
    "gtabu18-hash-win 63871ab00d6cedf2",
    "tabu0-strong 054ce79af84e5a1a",
    "tabu18-strong a630f1010fab239e",
    "tabu18-hash-strong ad9793c0d28a2a38",
    "tabu18-hash-win-strong 74dd42ca8e9ce3f2",
    "dakv-linear 1b44ad3dd2f70fdc",
    "dakv-score e68fbce1d3b809a5",
    "dakv-value ead32ee365fb3296",
    "plain-uniform d09b5e5d7c4f6482",
    "difference 5a05d99f3d759b4a",
    "difference-default c209a9d7ce206b42",
    "endgame 1b44ad3dd2f70fdc",
    "history a3c6c9e37494d06f",
    "history-improved faff21f4652daac1",
    "mcts-plain ff966483bc284f0e",
    "history-hybrid 4403384a6ef89f86",
    "cygo 456cf9d12cb7fb80",
    "cygo-playouts 7de9d12f816d77ac",
    "cygo-policy fe5b5f1e95738d5c",
];
