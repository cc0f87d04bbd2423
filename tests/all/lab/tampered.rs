//! Results that were changed afterwards are found out.

use rusqlite::params;

use crate::binary::assert_has;
use crate::lab::trial::{Trial, assert_no_panic};

const SMALL: &str = r#"
kind = "match"
games = 4
size = 5
komi = 0.5
budget = { playouts = 15 }
openings = { random = 2 }

[players.rave]
[players.uct]
"#;

/// The words of `verify` after a change of the store.
fn found(name: &str, sql: &str, again: &str) -> String {
    let trial = Trial::new(name, SMALL);
    trial.succeed("run", &[]);
    trial.succeed("verify", &[]);
    let changed = trial.database().execute(sql, params![]).unwrap();
    assert!(changed > 0, "{sql}");
    let (code, _, err) = trial.run("verify", &["--again", again]);
    assert_eq!(code, 1, "{err}");
    assert_no_panic(&err);
    err
}

#[test]
fn a_changed_result_is_noticed() {
    let said = found(
        "result",
        "UPDATE result SET body = json_set(body, '$.body.game.result', 'B+99.5') \
         WHERE unit = 'rave-vs-uct/2'",
        "0",
    );
    assert_has(&said, "error: rave-vs-uct/2 has the result B+99.5");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn changed_moves_are_noticed() {
    let said = found(
        "moves",
        "UPDATE result SET body = json_set(body, '$.body.game.moves[3]', \
         json_extract(body, '$.body.game.moves[0]')) WHERE unit = 'rave-vs-uct/1'",
        "0",
    );
    assert_has(&said, "error: rave-vs-uct/1 ");
}

#[test]
fn a_result_of_another_unit_is_noticed() {
    let said = found(
        "swapped",
        "UPDATE result SET body = (SELECT body FROM result WHERE unit = 'rave-vs-uct/3'), \
         sgf = (SELECT sgf FROM result WHERE unit = 'rave-vs-uct/3') WHERE unit = 'rave-vs-uct/1'",
        "0",
    );
    assert_has(&said, "error: rave-vs-uct/1 has the seed");
}

#[test]
fn a_record_that_is_none_is_noticed() {
    let said = found(
        "none",
        "UPDATE result SET body = '{}' WHERE unit = 'rave-vs-uct/4'",
        "4",
    );
    assert_has(
        &said,
        "error: rave-vs-uct/4 has a record that cannot be read",
    );
}

/// A game that is legal and consistent, and yet not the one that these players play.
#[test]
fn a_game_that_was_not_played_is_noticed_when_played_again() {
    let trial = Trial::new("forged", SMALL);
    trial.succeed("run", &[]);
    let database = trial.database();
    let both: (String, String) = database
        .query_row(
            "SELECT body, sgf FROM result WHERE unit = 'rave-vs-uct/1'",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    let (body, sgf) = both;
    let mut record: serde_json::Value = serde_json::from_str(&body).unwrap();
    let result = record["body"]["game"]["result"]
        .as_str()
        .unwrap()
        .to_owned();
    let forged = if result == "B+R" { "W+R" } else { "B+R" };
    record["body"]["game"]["result"] = forged.into();
    let sgf = sgf.replace(&format!("RE[{result}]"), &format!("RE[{forged}]"));
    database
        .execute(
            "UPDATE result SET body = ?, sgf = ? WHERE unit = 'rave-vs-uct/1'",
            params![record.to_string(), sgf],
        )
        .unwrap();
    let (code, _, err) = trial.run("verify", &["--again", "4"]);
    assert_eq!(code, 1, "{err}");
    assert_has(&err, "error: rave-vs-uct/1 ");
}
