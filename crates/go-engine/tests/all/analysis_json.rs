//! KataGo's JSON protocol: the dialogues `tests/dialogues/*.json-lines`, and what every query is promised.

use std::collections::HashMap;
use std::io::{self, BufReader, Cursor, Read};
use std::num::NonZeroUsize;

use serde_json::{Value, json};
use tengen_go_engine::Parameters;
use tengen_go_engine::analysis_json::{self, Options, Settings};
use tengen_params::set;

use crate::dialogue::{Dice, Talk, dialogues, hold};
use crate::network::network;

fn parameters(settings: &[(&str, &str)]) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.budget.playouts = 50;
    for (name, value) in settings {
        set(&mut parameters, name, value).unwrap();
    }
    parameters
}

fn options(workers: usize) -> Options {
    Options {
        version: "1.2.3".to_owned(),
        commit: "abc".to_owned(),
        workers: NonZeroUsize::new(workers).unwrap(),
        finish: true,
        settings: Settings::default(),
    }
}

/// The replies to some lines.
fn replies(parameters: Parameters, options: Options, text: String) -> Vec<Value> {
    let mut output = Vec::new();
    let input = Cursor::new(text.into_bytes());
    analysis_json::run(parameters, options, input, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A query about 5×5 as a line.
fn query(id: &str, fields: Value) -> String {
    let mut object = json!({
        "id": id, "boardXSize": 5, "boardYSize": 5, "rules": "chinese", "komi": 0.5,
        "maxVisits": 20, "moves": [["B", "C3"], ["W", "C4"], ["B", "B4"]]
    });
    let whole = object.as_object_mut().unwrap();
    whole.extend(fields.as_object().unwrap().clone());
    format!("{object}\n")
}

#[test]
fn dialogues_go_as_written() {
    let files = dialogues("json-lines");
    assert!(files.len() >= 3, "dialogues are missing");
    for file in files {
        hold(&file, |settings| {
            let parameters = parameters(settings);
            Talk::start(|input, output| {
                analysis_json::run(parameters, options(1), input, output).unwrap();
            })
        });
    }
}

#[test]
fn positions_of_one_game_share_the_tree_and_forget_it_when_they_are_told() {
    let reuse = [("tree.reuse", "true"), ("tree.threshold", "0")];
    let text = query("a", json!({"maxVisits": 200, "analyzeTurns": [0, 1, 2, 3]}));
    let said = replies(parameters(&reuse), options(1), text.clone());
    let visits = |reply: &Value| reply["rootInfo"]["visits"].as_u64().unwrap();
    let turns: Vec<&Value> = said.iter().map(|reply| &reply["turnNumber"]).collect();
    assert_eq!(turns, [0, 1, 2, 3]);
    assert_eq!(visits(&said[0]), 200);
    assert!(
        said[1..].iter().any(|reply| visits(reply) > 200),
        "{said:?}"
    );
    let text = query("a", json!({"maxVisits": 200}));
    let clear = "{\"id\":\"c\",\"action\":\"clear_cache\"}\n";
    let mut talk = Talk::start(move |input, output| {
        analysis_json::run(parameters(&reuse), options(1), input, output).unwrap();
    });
    let mut ask = |line: &str| {
        talk.send(line.as_bytes());
        let reply = talk.next(line).unwrap();
        serde_json::from_str::<Value>(&reply).unwrap()
    };
    assert_eq!(visits(&ask(&text)), 200);
    assert_eq!(visits(&ask(&text)), 400);
    assert_eq!(ask(clear)["action"], "clear_cache");
    assert_eq!(visits(&ask(&text)), 200);
}

#[test]
fn all_that_was_asked_for_is_told_of_every_point() {
    let all = json!({
        "includeOwnership": true, "includeMovesOwnership": true, "includePolicy": true,
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"}
    });
    let file = network("analysis.bin.gz");
    let with_network = [("net.mode", "review"), ("net.file", file.as_str())];
    // On larger boards another player takes the place of the network's.
    let too_large = [&with_network[..], &[("net.largest", "4")]].concat();
    for settings in [&[][..], &with_network[..], &too_large] {
        let by_network = settings.len() == with_network.len();
        let said = replies(parameters(settings), options(1), query("a", all.clone()));
        let [reply] = said.as_slice() else {
            panic!("{said:?}");
        };
        let policy = reply["policy"].as_array().unwrap();
        assert_eq!(
            (policy.len(), reply["ownership"].as_array().unwrap().len()),
            (26, 25)
        );
        let likely: Vec<f64> = policy.iter().map(|p| p.as_f64().unwrap()).collect();
        // C4, C3 and B4 are taken; the rows are counted from above.
        assert_eq!([likely[7], likely[12], likely[6]], [-1.0; 3]);
        let sum: f64 = likely.iter().filter(|&&p| p >= 0.0).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        assert_eq!(likely[25] > 0.0, by_network, "patterns foretell no passes");
        let moves = reply["moveInfos"].as_array().unwrap();
        let visits: u64 = moves.iter().map(|m| m["visits"].as_u64().unwrap()).sum();
        assert!((15..=20).contains(&visits), "{visits}");
        // The ownership of the position is the mean of that behind its moves.
        let mean = |point: usize| -> f64 {
            let owned =
                |m: &Value| m["ownership"][point].as_f64().unwrap() * m["visits"].as_f64().unwrap();
            moves.iter().map(owned).sum::<f64>() / visits as f64
        };
        // A network has a say in the ownership of the position, and the first visit may be of no move.
        for point in 0..25 {
            let whole = reply["ownership"][point].as_f64().unwrap();
            let near = (mean(point) - whole).abs() < 0.11;
            assert!(near || by_network, "{point} {whole} {}", mean(point));
        }
    }
}

#[test]
fn the_network_is_named() {
    let file = network("named.bin.gz");
    let settings = [("net.mode", "review"), ("net.file", file.as_str())];
    let ask = "{\"id\":\"m\",\"action\":\"query_models\"}\n".to_owned();
    let said = replies(parameters(&settings), options(1), ask.clone());
    assert_eq!(said[0]["models"].as_array().unwrap().len(), 1);
    assert!(said[0]["models"][0]["name"].is_string());
    assert_eq!(
        replies(parameters(&[]), options(1), ask)[0]["models"],
        json!([])
    );
}

#[test]
fn what_waits_at_the_end_is_searched_or_told_to_be_without_results() {
    let text = query("a", json!({"analyzeTurns": [0, 1, 2, 3]}));
    let said = replies(parameters(&[]), options(2), text);
    assert!(said.iter().all(|reply| reply.get("noResults").is_none()));
    assert_eq!(said.len(), 4);
    let endless = query(
        "b",
        json!({"maxVisits": 1_000_000_000, "analyzeTurns": [0, 1, 2, 3]}),
    );
    let hurried = Options {
        finish: false,
        ..options(2)
    };
    let said = replies(parameters(&[]), hurried, endless);
    assert_eq!(said.len(), 4);
    assert!(
        said.iter()
            .filter(|reply| reply["noResults"] == true)
            .count()
            >= 2
    );
}

/// An input that panics.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        panic!("an input that panics");
    }
}

#[test]
fn nobody_waits_for_a_reader_that_is_no_more() {
    let text = query("a", json!({"analyzeTurns": [0, 1]}));
    let input = BufReader::new(Cursor::new(text.into_bytes()).chain(Broken));
    let mut output = Vec::new();
    analysis_json::run(parameters(&[]), options(2), input, &mut output).unwrap();
    assert_eq!(output.split(|&byte| byte == b'\n').count(), 3);
}

/// A line of a client that loses its mind now and then.
fn line(dice: &mut Dice, number: usize) -> String {
    let other = dice.roll(number + 1);
    match dice.roll(10) {
        0 => dice
            .pick(&[
                "{",
                "[]",
                "7",
                "{\"id\":1}",
                "\u{1}",
                "{\"id\":\"x\",\"action\":[]}",
                "nonsense",
            ])
            .to_owned(),
        1 | 2 => format!(r#"{{"id":"stop","action":"terminate","terminateId":"{other}"}}"#),
        3 if dice.roll(4) == 0 => r#"{"id":"stop","action":"terminate_all"}"#.to_owned(),
        4 => query(
            &number.to_string(),
            json!({"moves": [["B", "C3"], ["W", "C3"]]}),
        ),
        _ => query(
            &number.to_string(),
            json!({
                "analyzeTurns": [dice.roll(4), dice.roll(4)],
                "priority": dice.roll(3),
                "maxVisits": 1 + dice.roll(300),
                "reportDuringSearchEvery": 0.001,
                "xyzzy": true,
            }),
        ),
    }
}

#[test]
fn every_position_gets_one_final_reply_whatever_comes() {
    for seed in 0..3 {
        let mut dice = Dice(seed);
        let lines: Vec<String> = (0..120).map(|number| line(&mut dice, number)).collect();
        let mut owed: HashMap<(String, u64), usize> = HashMap::new();
        for object in lines
            .iter()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        {
            for turn in object["analyzeTurns"].as_array().into_iter().flatten() {
                let id = object["id"].as_str().unwrap().to_owned();
                owed.insert((id, turn.as_u64().unwrap()), 0);
            }
        }
        let said = replies(parameters(&[]), options(3), lines.join("\n"));
        for reply in said.iter().filter(|reply| reply["isDuringSearch"] == false) {
            let key = (
                reply["id"].as_str().unwrap().to_owned(),
                reply["turnNumber"].as_u64().unwrap(),
            );
            *owed.get_mut(&key).unwrap() += 1;
        }
        assert!(
            owed.values().all(|&times| times == 1),
            "seed {seed}: {owed:?}"
        );
        let illegal = |reply: &&Value| {
            let sentence = reply["error"].as_str();
            sentence.is_some_and(|sentence| sentence.starts_with("Illegal move"))
        };
        let wrong = lines
            .iter()
            .filter(|line| line.contains(r#"["W","C3"]"#))
            .count();
        assert_eq!(said.iter().filter(illegal).count(), wrong, "seed {seed}");
        assert!(
            said.iter()
                .all(|reply| !reply.to_string().contains("internal error"))
        );
    }
}
