//! A query: positions of one game, the limits of their searches, and what is to be told of them.

use std::time::Duration;

use serde_json::{Map, Value};
use tengen_go::{Game, Move, Size};

use super::fields::{Fields, Read, Remark, short};
use super::record::{self, mv, player};
use super::settings::{Heed, MOST_VISITS, Settings, View};
use crate::{Ban, Limits, Restriction};

/// A query.
#[derive(Clone, Debug)]
pub(super) struct Query {
    /// The name by which its replies are told from others.
    pub(super) id: String,
    /// The game after all of its moves.
    pub(super) game: Game,
    /// The positions, each by the number of moves before it, with its priority.
    pub(super) turns: Vec<(usize, i64)>,
    /// The limits of each search; those of the player if there are none.
    pub(super) limits: Option<Limits>,
    /// The moves that searches leave out.
    pub(super) restriction: Restriction,
    /// The time until the first report, and between two of them, if any are wanted.
    pub(super) reports: Option<(Duration, Duration)>,
    /// The content of its replies.
    pub(super) content: Content,
}

/// The content of replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    /// The view of values.
    pub(super) view: View,
    /// True if the ownership of points is told.
    pub(super) ownership: bool,
    /// True if it is told of each move, too.
    pub(super) moves_ownership: bool,
    /// True if it is told how likely each move is before any search.
    pub(super) policy: bool,
    /// True if the visits of each move of a line are told.
    pub(super) pv_visits: bool,
    /// The most moves of a line.
    pub(super) longest: usize,
}

/// Fields that are known and not heeded, unless they are false.
const UNHEEDED: [&str; 5] = [
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "rootPolicyTemperature",
    "rootFpuReductionMax",
];
/// The longest line of moves that a search finds.
const LONGEST_LINE: i64 = 1000;
/// The most seconds between two reports.
const LONGEST_WAIT: f64 = 1e6;
/// Priorities are not larger than this.
const MOST_URGENT: i64 = 1 << 62;

impl Query {
    /// Reads a query, and says what in it is not heeded. Settings that it does not name are those given.
    pub(super) fn read(
        id: String,
        object: Map<String, Value>,
        settings: &Settings,
    ) -> Read<(Self, Vec<Remark>)> {
        let mut fields = Fields::new(object);
        fields.take("id");
        let mut warnings = Vec::new();
        let game = record::game(&mut fields)?;
        let moves = game.moves().len();
        let settings = overridden(&mut fields, settings.clone(), &mut warnings)?;
        let query = Self {
            turns: turns(&mut fields, moves)?,
            limits: limits(&mut fields, settings.clone())?,
            restriction: restriction(&mut fields, game.size())?,
            reports: reports(&mut fields)?,
            content: Content {
                view: settings.view,
                ownership: fields.flag("includeOwnership")?,
                moves_ownership: fields.flag("includeMovesOwnership")?,
                policy: fields.flag("includePolicy")?,
                pv_visits: fields.flag("includePVVisits")?,
                longest: fields
                    .whole("analysisPVLen", 1..=LONGEST_LINE)?
                    .map_or(usize::MAX, |moves| moves as usize),
            },
            game,
            id,
        };
        for name in UNHEEDED {
            let asked = fields
                .take(name)
                .filter(|value| *value != Value::Bool(false));
            warnings.extend(asked.map(|_| Remark::new(name, "it is not heeded")));
        }
        let unknown = fields
            .left()
            .map(|name| Remark::new(name, "it is not known"));
        warnings.extend(unknown);
        Ok((query, warnings))
    }
}

/// The settings with those that a query overrides.
fn overridden(
    fields: &mut Fields,
    mut settings: Settings,
    warnings: &mut Vec<Remark>,
) -> Read<Settings> {
    const NAME: &str = "overrideSettings";
    let given = match fields.take(NAME) {
        None => return Ok(settings),
        Some(Value::Object(given)) => given,
        Some(value) => {
            let sentence = format!("it is an object, not {}", short(&value));
            return Err(Remark::new(NAME, sentence));
        }
    };
    for (name, value) in given {
        let text = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        match settings.set(&name, &text) {
            Ok(Heed::Yes) => {}
            Ok(Heed::No(reason)) => warnings.push(Remark::new(NAME, reason)),
            Err(sentence) => return Err(Remark::new(NAME, sentence)),
        }
    }
    Ok(settings)
}

fn limits(fields: &mut Fields, mut settings: Settings) -> Read<Option<Limits>> {
    if let Some(visits) = fields.whole("maxVisits", 1..=MOST_VISITS)? {
        settings.visits = Some(visits.unsigned_abs());
    }
    Ok(settings.limits())
}

/// The positions in the order of the game, each once; the last one if none are named.
fn turns(fields: &mut Fields, moves: usize) -> Read<Vec<(usize, i64)>> {
    let range = -MOST_URGENT..=MOST_URGENT;
    let priority = fields.whole("priority", range.clone())?;
    let priorities = fields.wholes("priorities", range)?;
    let last = i64::try_from(moves).unwrap_or(i64::MAX);
    let turns = fields.wholes("analyzeTurns", 0..=last)?;
    let refuse = |sentence| Err(Remark::new("priorities", sentence));
    match (&turns, &priorities) {
        (_, Some(_)) if priority.is_some() => return refuse("there is a priority beside them"),
        (Some(turns), Some(each)) if turns.len() != each.len() => {
            return refuse("there are not as many of them as of analyzeTurns");
        }
        (None, Some(_)) => return refuse("they go with analyzeTurns, which is missing"),
        _ => {}
    }
    let turns = turns.unwrap_or_else(|| vec![last]);
    let priorities = priorities.unwrap_or_else(|| vec![priority.unwrap_or(0); turns.len()]);
    let numbers = turns.into_iter().map(|turn| turn as usize);
    let mut turns: Vec<(usize, i64)> = numbers.zip(priorities).collect();
    turns.sort_by_key(|&(turn, _)| turn);
    turns.dedup_by_key(|&mut (turn, _)| turn);
    Ok(turns)
}

fn reports(fields: &mut Fields) -> Read<Option<(Duration, Duration)>> {
    let mut wait = |name| {
        let seconds = fields.number(name, 0.001..=LONGEST_WAIT)?;
        Ok(seconds.map(Duration::from_secs_f64))
    };
    let every = wait("reportDuringSearchEvery")?;
    let first = wait("firstReportDuringSearchAfter")?;
    let once = Duration::from_secs_f64(LONGEST_WAIT);
    Ok(first.or(every).map(|first| (first, every.unwrap_or(once))))
}

fn restriction(fields: &mut Fields, size: Size) -> Read<Restriction> {
    let mut restriction = Restriction::default();
    for (name, only) in [("avoidMoves", false), ("allowMoves", true)] {
        for entry in fields.list(name)?.unwrap_or_default() {
            restriction.bans.push(ban(name, entry, only, size)?);
        }
    }
    let both = [true, false].map(|only| restriction.bans.iter().any(|ban| ban.only == only));
    if both == [true, true] {
        let sentence = "there are avoidMoves beside them; take one of the two";
        return Err(Remark::new("allowMoves", sentence));
    }
    Ok(restriction)
}

fn ban(name: &str, entry: Value, only: bool, size: Size) -> Read<Ban> {
    let Value::Object(entry) = entry else {
        let sentence = format!(
            "each is an object of player, moves and untilDepth, not {}",
            short(&entry)
        );
        return Err(Remark::new(name, sentence));
    };
    let mut fields = Fields::new(entry);
    let missing = |part: &str| Remark::new(name, format!("{part} is missing in an entry"));
    // What is wrong within is said of the field of the query.
    let within =
        |remark: Remark| Remark::new(name, format!("{}: {}", remark.field, remark.sentence));
    let color = fields.text("player").map_err(within)?;
    let moves = fields.list("moves").map_err(within)?;
    let plies = fields
        .whole("untilDepth", 1..=1_000_000_000)
        .map_err(within)?;
    let each = moves.ok_or_else(|| missing("moves"))?;
    let label = |value: &Value| {
        let wrong = || Remark::new(name, format!("a move is a text, not {}", short(value)));
        mv(name, value.as_str().ok_or_else(wrong)?, size)
    };
    Ok(Ban {
        color: player(name, &color.ok_or_else(|| missing("player"))?)?,
        moves: each.iter().map(label).collect::<Read<Vec<Move>>>()?,
        only,
        plies: plies.ok_or_else(|| missing("untilDepth"))? as usize,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tengen_go::Color;

    fn read(fields: Value) -> Read<(Query, Vec<Remark>)> {
        let mut object = json!({
            "id": "a", "boardXSize": 9, "boardYSize": 9, "rules": "japanese",
            "moves": [["B", "C3"], ["W", "G7"], ["B", "E5"]]
        });
        let whole = object.as_object_mut().unwrap();
        whole.extend(fields.as_object().unwrap().clone());
        Query::read("a".to_owned(), whole.clone(), &Settings::default())
    }

    fn query(fields: Value) -> Query {
        let (query, warnings) = read(fields).unwrap();
        assert_eq!(warnings, []);
        query
    }

    #[test]
    fn positions_are_in_the_order_of_the_game() {
        assert_eq!(query(json!({})).turns, [(3, 0)]);
        let some = json!({"analyzeTurns": [2, 0, 2], "priority": -1});
        assert_eq!(query(some).turns, [(0, -1), (2, -1)]);
        let each = json!({"analyzeTurns": [3, 1], "priorities": [5, 9]});
        assert_eq!(query(each).turns, [(1, 9), (3, 5)]);
        for wrong in [
            json!({"analyzeTurns": [4]}),
            json!({"analyzeTurns": [-1]}),
            json!({"priorities": [1]}),
            json!({"analyzeTurns": [1], "priorities": [1, 2]}),
            json!({"analyzeTurns": [1], "priorities": [1], "priority": 1}),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moves_are_avoided_or_allowed_down_to_a_depth() {
        let play = |label: &str| Move::parse(label, Size::NINE).unwrap();
        let avoid = json!({"avoidMoves": [
            {"player": "B", "moves": ["D4", "pass"], "untilDepth": 1},
            {"player": "W", "moves": ["D4"], "untilDepth": 3},
        ]});
        let restriction = query(avoid).restriction;
        assert!(!restriction.allows(Color::Black, Move::Pass, 0));
        assert!(restriction.allows(Color::Black, play("D4"), 1));
        assert!(!restriction.allows(Color::White, play("D4"), 2));
        let allow = json!({"allowMoves": [{"player": "B", "moves": ["D4"], "untilDepth": 1}]});
        let restriction = query(allow).restriction;
        assert!(restriction.allows(Color::Black, play("D4"), 0));
        assert!(!restriction.allows(Color::Black, play("A1"), 0));
        for wrong in [
            json!({"avoidMoves": {}}),
            json!({"avoidMoves": ["D4"]}),
            json!({"avoidMoves": [{"player": "B", "moves": ["D4"]}]}),
            json!({"avoidMoves": [{"player": "B", "moves": ["Z9"], "untilDepth": 1}]}),
            json!({"avoidMoves": [{"player": "B", "moves": [1], "untilDepth": 1}]}),
            json!({"avoidMoves": [{"player": "B", "moves": [], "untilDepth": 0}]}),
        ] {
            assert_eq!(read(wrong).unwrap_err().field, "avoidMoves");
        }
    }

    #[test]
    fn limits_are_those_of_the_query_alone() {
        assert_eq!(query(json!({})).limits, None);
        let given = json!({"maxVisits": 500, "overrideSettings": {"maxTime": "8.0"}});
        let limits = query(given).limits.unwrap();
        assert_eq!(limits.playouts, Some(500));
        assert_eq!(limits.time, Some(Duration::from_secs(8)));
        assert!(!limits.early_stop);
        for (visits, playouts, least) in [(500, 40, 40), (30, 400, 30)] {
            let both = json!({"maxVisits": visits, "overrideSettings": {"maxPlayouts": playouts}});
            assert_eq!(query(both).limits.unwrap().playouts, Some(least));
        }
        assert!(read(json!({"maxVisits": 0})).is_err());
        assert!(read(json!({"overrideSettings": {"maxTime": true}})).is_err());
        let usual = Settings {
            visits: Some(9),
            ..Settings::default()
        };
        let object = json!({
            "boardXSize": 9, "boardYSize": 9, "rules": "aga", "moves": [],
            "overrideSettings": {"maxVisits": 50}
        });
        let object = object.as_object().unwrap().clone();
        let (query, _) = Query::read("a".to_owned(), object, &usual).unwrap();
        assert_eq!(query.limits.unwrap().playouts, Some(50));
    }

    #[test]
    fn reports_and_contents_are_as_asked() {
        let seconds = Duration::from_secs;
        let reports = |fields| query(fields).reports;
        assert_eq!(reports(json!({})), None);
        let every = json!({"reportDuringSearchEvery": 2});
        assert_eq!(reports(every), Some((seconds(2), seconds(2))));
        let first = json!({"reportDuringSearchEvery": 2, "firstReportDuringSearchAfter": 1});
        assert_eq!(reports(first), Some((seconds(1), seconds(2))));
        let content = query(json!({
            "includeOwnership": true, "includeMovesOwnership": true, "includePolicy": true,
            "includePVVisits": true, "analysisPVLen": 3,
            "overrideSettings": {"reportAnalysisWinratesAs": "WHITE"}
        }));
        let all = Content {
            view: View::White,
            ownership: true,
            moves_ownership: true,
            policy: true,
            pv_visits: true,
            longest: 3,
        };
        assert_eq!(content.content, all);
    }

    #[test]
    fn what_is_not_heeded_is_warned_of_and_costs_nothing() {
        let fields = json!({
            "xyzzy": 1, "includeOwnershipStdev": true, "includeNoResultValue": false,
            "overrideSettings": {"wideRootNoise": 0.04, "antiMirror": false, "cpuct": 1}
        });
        let (_, warnings) = read(fields).unwrap();
        let fields: Vec<&str> = warnings.iter().map(|w| w.field.as_str()).collect();
        let expected = [
            "overrideSettings",
            "overrideSettings",
            "includeOwnershipStdev",
            "xyzzy",
        ];
        assert_eq!(fields, expected);
    }
}
