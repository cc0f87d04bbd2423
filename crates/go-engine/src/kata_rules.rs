//! Rules as KataGo names them, in one word or piece by piece.

use serde_json::{Map, Value, json};
use tengen_go::{Compensation, Ko, Rules, Scoring, Suicide};

use crate::input::quoted;

/// The rules of this name, or a sentence about it.
pub(crate) fn named(text: &str) -> Result<Rules, String> {
    let lower = text.to_ascii_lowercase();
    // Servers' variants of Chinese rules differ in nothing that our rules tell apart.
    let name = lower
        .strip_suffix("-ogs")
        .or_else(|| lower.strip_suffix("-kgs"))
        .unwrap_or(&lower);
    name.parse().map_err(|_| {
        let error = text.parse::<Rules>().err();
        error.map_or_else(String::new, |error| error.to_string())
    })
}

/// All pieces of the rules.
pub(crate) fn to_json(rules: Rules) -> Value {
    let ko = match rules.ko {
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
    };
    let (scoring, tax) = match rules.scoring {
        Scoring::Area => ("AREA", "NONE"),
        Scoring::Territory => ("TERRITORY", "SEKI"),
    };
    let bonus = match rules.compensation {
        Compensation::None => "0",
        Compensation::PerStone => "N",
        Compensation::PerStoneButFirst => "N-1",
    };
    json!({
        "friendlyPassOk": rules != Rules::TROMP_TAYLOR,
        "hasButton": false,
        "ko": ko,
        "scoring": scoring,
        "suicide": rules.suicide == Suicide::Allowed,
        "tax": tax,
        "whiteHandicapBonus": bonus,
    })
}

/// The rules with the pieces changed that are named.
pub(crate) fn from_json(mut rules: Rules, pieces: &Map<String, Value>) -> Result<Rules, String> {
    for (key, value) in pieces {
        piece(&mut rules, key, value).ok_or_else(|| {
            format!(
                "the rules cannot have {} as {}",
                quoted(&value.to_string()),
                quoted(key)
            )
        })?;
    }
    // The set that plays so keeps its name.
    let same = |set: &Rules| {
        Rules {
            name: rules.name,
            ..*set
        } == rules
    };
    let name = if Rules::ALL.contains(&rules) {
        rules.name
    } else {
        Rules::ALL
            .iter()
            .find(|set| same(set))
            .map_or("custom", |set| set.name)
    };
    Ok(Rules { name, ..rules })
}

fn piece(rules: &mut Rules, key: &str, value: &Value) -> Option<()> {
    let text = value.as_str().unwrap_or_default().to_ascii_uppercase();
    match key {
        "ko" => {
            rules.ko = match text.as_str() {
                "SIMPLE" => Ko::Simple,
                "POSITIONAL" => Ko::Positional,
                "SITUATIONAL" => Ko::Situational,
                _ => return None,
            }
        }
        "scoring" | "score" => {
            rules.scoring = match text.as_str() {
                "AREA" => Scoring::Area,
                "TERRITORY" => Scoring::Territory,
                _ => return None,
            }
        }
        "suicide" | "multiStoneSuicideLegal" => {
            rules.suicide = if value.as_bool()? {
                Suicide::Allowed
            } else {
                Suicide::Forbidden
            }
        }
        "whiteHandicapBonus" => {
            rules.compensation = match text.as_str() {
                "N" => Compensation::PerStone,
                "N-1" => Compensation::PerStoneButFirst,
                "0" => Compensation::None,
                _ if value.as_u64() == Some(0) => Compensation::None,
                _ => return None,
            }
        }
        "hasButton" => return (!value.as_bool()?).then_some(()),
        "friendlyPassOk" => {
            value.as_bool()?;
        }
        // Territory in seki counts as the scoring says.
        "tax" => return ["NONE", "SEKI"].contains(&text.as_str()).then_some(()),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_survives_its_json() {
        for rules in Rules::ALL {
            let Value::Object(pieces) = to_json(rules) else {
                unreachable!("rules are an object");
            };
            for from in Rules::ALL {
                assert_eq!(from_json(from, &pieces), Ok(rules), "{from} {rules}");
            }
        }
    }

    #[test]
    fn names_of_servers_are_known() {
        assert_eq!(named("chinese-ogs"), Ok(Rules::CHINESE));
        assert_eq!(named("Tromp-Taylor"), Ok(Rules::TROMP_TAYLOR));
        assert_eq!(named("new_zealand"), Ok(Rules::NEW_ZEALAND));
        assert!(named("checkers").unwrap_err().contains("\"checkers\""));
    }
}
