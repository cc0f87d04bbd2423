//! Experiment files: what is read, what is refused and in which words, what follows from them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use tengen_game::Rng;
use tengen_go_lab::GO;
use tengen_lab::experiment::{Bundle, Experiment, Fault, Maker, Work};
use tengen_params::get;

fn read(text: &str) -> Result<Experiment, Vec<Fault>> {
    let bundle = Bundle {
        name: "trial".to_owned(),
        text: text.to_owned(),
        files: Default::default(),
    };
    Experiment::unpack(bundle, GO)
}

/// All that is said about a text that is wrong.
fn faults(text: &str) -> Vec<String> {
    let faults = read(text).expect_err("the text should be refused");
    faults.iter().map(ToString::to_string).collect()
}

const MATCH: &str = r#"
kind = "match"
games = 4
size = 9
budget = { playouts = 50 }

[players.rave]

[players.uct]
set = { ucb = { exploration = 0.3 } }

[players.other]
command = "gnugo --mode gtp --seed {seed}"
"#;

#[test]
fn a_match_becomes_series_and_units_in_pairs() {
    let experiment = read(MATCH).unwrap();
    let names: Vec<String> = experiment.series().into_iter().map(|s| s.name).collect();
    assert_eq!(names, ["rave-vs-uct", "rave-vs-other", "uct-vs-other"]);
    let units = experiment.units();
    let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    let first = ["rave-vs-uct/1", "rave-vs-uct/2", "rave-vs-other/1"];
    assert_eq!(ids[..3], first);
    assert_eq!(units.len(), 12);
    let seeds: HashSet<u64> = units.iter().map(|unit| unit.seed).collect();
    assert_eq!(seeds.len(), 12);
}

#[test]
fn overrides_and_budgets_reach_the_parameters() {
    let experiment = read(MATCH).unwrap();
    let Maker::Own(player) = &experiment.players[1].maker else {
        panic!("uct is a recipe");
    };
    assert_eq!(player.budget().playouts, 50);
    let exploration = get(player.params(), "ucb.exploration").unwrap();
    assert_eq!(exploration.value.to_string(), "0.3");
    assert!(experiment.players[1].what.contains("ucb.exploration = 0.3"));
}

#[test]
fn seconds_reach_the_parameters_as_the_file_has_them() {
    let text = "kind = \"match\"\ngames = 2\nbudget = { seconds = 1.14 }\n\
                [players.uct]\n[players.rave]\n";
    let experiment = read(text).unwrap();
    let Maker::Own(player) = &experiment.players[0].maker else {
        panic!("it is a recipe");
    };
    assert_eq!(player.budget().seconds, 1.14);
    assert_eq!(experiment.outline().players[0].budget, "1.14 s a move");
}

#[test]
fn more_games_words_and_patience_leave_the_hash_alone_and_all_else_changes_it() {
    let hash = |from: &str, to: &str| {
        let text = MATCH.replacen(from, to, 1);
        assert!(from.is_empty() || text != MATCH, "{from}");
        read(&text).unwrap().hash
    };
    let same = hash("", "");
    let words = "games = 400\ntitle = \"X\"\ntimeout = 5";
    assert_eq!(same, hash("games = 4", words));
    assert_eq!(same, hash("size = 9", "# nine\nsize = 9"));
    assert_eq!(same, hash("size = 9", "size = 9\ngame = \"go\""));
    for (from, to) in [
        ("size = 9", "size = 13"),
        ("size = 9", "size = 9\nkomi = 6.5"),
        ("size = 9", "size = 9\nseed = 2"),
        ("size = 9", "size = 9\nopenings = { random = 2 }"),
        ("playouts = 50", "playouts = 51"),
        ("exploration = 0.3", "exploration = 0.4"),
        ("--seed {seed}", "--seed 1"),
        ("[players.rave]", "[players.raven]\nrecipe = \"rave\""),
    ] {
        assert_ne!(same, hash(from, to), "{to}");
    }
}

#[test]
fn more_games_keep_the_ids_seeds_and_places_of_those_before() {
    let few = read(MATCH).unwrap();
    let many = read(&MATCH.replace("games = 4", "games = 10")).unwrap();
    let n = few.units().len();
    assert_eq!(few.keys()[..], many.keys()[..n]);
    assert_eq!(few.units()[..], many.units()[..n]);
}

#[test]
fn the_two_games_of_a_pair_share_their_opening() {
    let text = MATCH.replace("size = 9", "size = 9\nopenings = { random = 4 }");
    let experiment = read(&text).unwrap();
    let Work::Match(task) = &experiment.work else {
        panic!("it is a match");
    };
    let opening = |number| task.opening(&experiment.hash, number);
    assert_eq!(opening(1).moves.len(), 4);
    assert_eq!(opening(1), opening(2));
    assert_ne!(opening(1), opening(3));
}

#[test]
fn gauntlets_and_given_pairings_say_who_plays_whom() {
    let names = |schedule: &str| -> Vec<String> {
        let text = MATCH.replace("size = 9", &format!("size = 9\n{schedule}"));
        let series = read(&text).unwrap().series().into_iter();
        series.map(|series| series.name).collect()
    };
    assert_eq!(
        names("schedule = \"gauntlet\"\nchampion = \"uct\""),
        ["uct-vs-rave", "uct-vs-other"]
    );
    let itself = names("pairings = [[\"other\", \"other\"]]");
    assert_eq!(itself, ["other-vs-other"]);
}

#[test]
fn a_sweep_makes_a_player_of_every_value() {
    let text = format!(
        "{MATCH}\n[sweep]\nplayer = \"uct\"\nparameter = \"ucb.exploration\"\n\
         from = 0.1\nto = 10\nsteps = 3\nscale = \"log\"\n"
    );
    let experiment = read(&text).unwrap();
    let names: Vec<&str> = experiment.players.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["rave", "uct[0.1]", "uct[1]", "uct[10]", "other"]);
    let series = experiment.series();
    assert_eq!(series.len(), 3 + 1 + 3, "{series:?}");
    assert_eq!(series[0].name, "rave-vs-uct[0.1]");
    assert_eq!(series[0].at.as_ref().unwrap().number, Some(0.1));
    let plain = series.iter().find(|s| s.name == "rave-vs-other").unwrap();
    assert!(plain.at.is_none());
}

#[test]
fn slips_are_told_with_their_line_and_the_nearest_name() {
    let cases = [
        (
            "size = 9",
            "siez = 9",
            "trial.toml:4:1: there is no `siez` (did you mean size?)",
        ),
        (
            "games = 4",
            "games = 5",
            "trial.toml:3:9: games come in pairs",
        ),
        ("games = 4", "", "trial.toml:1:1: `games` is missing here"),
        ("\"match\"", "\"mach\"", "`kind` is one of"),
        (
            "size = 9",
            "game = \"og\"",
            "4:8: `game` is one of go, not \"og\" (did you mean go?)",
        ),
        (
            "size = 9",
            "size = 99",
            "4:8: `size` takes a whole number from 2 to 25, not 99",
        ),
        ("size = 9", "komi = \"much\"", "`komi`"),
        ("size = 9", "komi = nan", "a text or a number, not nan"),
        (
            "size = 9",
            "komi = -inf",
            "a text or a number, not infinity",
        ),
        ("playouts = 50", "playuots = 50", "(did you mean playouts?)"),
        (
            "[players.rave]",
            "[players.rave]\nrecipe = \"ravee\"",
            "8:10: there is no recipe",
        ),
        ("exploration = 0.3", "exploratoin = 0.3", "ucb.exploration"),
        ("exploration = 0.3", "exploration = -1.0", "exploration"),
        ("command = ", "comand = ", "comand"),
        ("{seed}", "{sead}", "13:11:"),
        ("--mode gtp", "'--mode gtp", "quote"),
        (
            "size = 9",
            "pairings = [[\"rave\", \"utc\"]]",
            "did you mean uct?",
        ),
        ("size = 9", "openings = { lines = [\"D4 D4\"] }", "D4"),
        ("size = 9", "openings = { file = \"none.sgf\" }", "none.sgf"),
        ("size = 9", "stop = { elo0 = 5, elo1 = 5 }", "greater"),
        ("size = 9", "budget = 5", "TOML"),
        (
            "kind = \"match\"",
            "kind = \"match",
            "this is not valid TOML",
        ),
    ];
    for (from, to, told) in cases {
        let text = MATCH.replacen(from, to, 1);
        assert_ne!(text, MATCH);
        let all = faults(&text);
        assert!(all.iter().any(|line| line.contains(told)), "{to}: {all:#?}");
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let text = MATCH.replace("size = 9", "siez = 9");
    let text = text.replace("games = 4", "games = 0");
    assert_eq!(faults(&text).len(), 2);
}

#[test]
fn playouts_are_no_budget_for_a_program_that_does_not_take_them() {
    let own = MATCH.to_owned() + "budget = { playouts = 100 }\n";
    assert!(faults(&own)[0].contains("{playouts}"));
    let taken = own.replace("--seed {seed}", "--playouts {playouts}");
    assert!(read(&taken).is_ok());
}

#[test]
fn files_travel_with_the_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let openings = "size = 9\nopenings = { file = \"o.sgf\", moves = 1 }";
    let text = MATCH
        .replace("size = 9", openings)
        .replace("[players.rave]", "[players.rave]\nrecipe = \"mine.toml\"");
    write("trial.toml", &text);
    write("o.sgf", "(;SZ[9];B[dd];W[ee])");
    write("mine.toml", "[tree]\nthreshold = 5\n");
    let here = Experiment::open(&folder.path().join("trial.toml"), GO).unwrap();
    assert_eq!(here.bundle.files.len(), 2);
    let bundle: Bundle = serde_json::from_str(&here.header().bundle).unwrap();
    let there = Experiment::unpack(bundle, GO).unwrap();
    assert_eq!(here.hash, there.hash);
    assert_eq!(here.units(), there.units());
}

/// A text with some bytes changed, removed or doubled.
fn mangled(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() as u32) as usize;
        match rng.below(4) {
            0 => bytes[at] = b"\n\"[]{}=.,0-~"[rng.below(12) as usize],
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            _ => {
                let end = (at + rng.below(20) as usize).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.extend(piece);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mangled_files_are_read_or_refused_and_never_a_panic() {
    let mut rng = Rng::new(1);
    let measure = "kind = \"measure\"\nsize = 7\ntrials = 2\nbudget = { seconds = 0.5 }\n\
                   [players.uct]\n[[positions]]\nmoves = \"D4 E5\"\n[sweep]\nplayer = \"uct\"\n\
                   parameter = \"ucb.exploration\"\nvalues = [0.1, 1]\n[[claims]]\nsays = \"a\"\n\
                   series = \"uct[1]\"\ncount = \"nodes\"\nabove = 3\n";
    let mut read_well = 0;
    for round in 0..3000 {
        let text = mangled(if round % 2 == 0 { MATCH } else { measure }, &mut rng);
        match read(&text) {
            Ok(experiment) => {
                read_well += 1;
                assert!(!experiment.outline().series.is_empty(), "{text}");
            }
            Err(faults) => assert!(!faults.is_empty(), "{text}"),
        }
    }
    assert!(read_well > 100, "{read_well}");
}

#[test]
fn a_missing_file_is_a_fault() {
    let faults = Experiment::open(Path::new("no/such/file.toml"), GO).unwrap_err();
    assert!(faults[0].sentence.contains("cannot be read"));
    assert!(read("").is_err());
}
