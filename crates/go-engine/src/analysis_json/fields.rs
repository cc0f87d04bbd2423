//! The fields of an object, taken one after the other; those that are left are unknown.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::input::quoted;

/// A field that is wrong, or that is not heeded, and the sentence about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Remark {
    /// The field of the query.
    pub(super) field: String,
    /// The sentence.
    pub(super) sentence: String,
}

impl Remark {
    pub(super) fn new(field: &str, sentence: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            sentence: sentence.into(),
        }
    }
}

/// A result that is refused with a remark.
pub(super) type Read<T> = Result<T, Remark>;

/// Fields that have not been taken yet.
#[derive(Clone, Debug)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) const fn new(fields: Map<String, Value>) -> Self {
        Self(fields)
    }

    /// The value of a field; that of `null` is none.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// True or false; false if it is not there.
    pub(super) fn flag(&mut self, name: &str) -> Read<bool> {
        self.take(name).map_or(Ok(false), |value| {
            let wrong = || Remark::new(name, format!("it is true or false, not {}", short(&value)));
            value.as_bool().ok_or_else(wrong)
        })
    }

    /// A text.
    pub(super) fn text(&mut self, name: &str) -> Read<Option<String>> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(value) => {
                let sentence = format!("it is a text, not {}", short(&value));
                Err(Remark::new(name, sentence))
            }
        }
    }

    /// A number within a range.
    pub(super) fn number(&mut self, name: &str, range: RangeInclusive<f64>) -> Read<Option<f64>> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        let number = value.as_f64().filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| {
            let (least, most) = range.into_inner();
            let sentence = format!(
                "it is a number from {least} to {most}, not {}",
                short(&value)
            );
            Remark::new(name, sentence)
        })
    }

    /// A whole number within a range.
    pub(super) fn whole(&mut self, name: &str, range: RangeInclusive<i64>) -> Read<Option<i64>> {
        let value = self.take(name);
        value.map(|value| whole(name, &value, range)).transpose()
    }

    /// A list.
    pub(super) fn list(&mut self, name: &str) -> Read<Option<Vec<Value>>> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(value) => {
                let sentence = format!("it is a list, not {}", short(&value));
                Err(Remark::new(name, sentence))
            }
        }
    }

    /// A list of whole numbers within a range.
    pub(super) fn wholes(
        &mut self,
        name: &str,
        range: RangeInclusive<i64>,
    ) -> Read<Option<Vec<i64>>> {
        let Some(list) = self.list(name)? else {
            return Ok(None);
        };
        let each = list.iter().map(|value| whole(name, value, range.clone()));
        each.collect::<Read<_>>().map(Some)
    }

    /// The names of the fields that are left.
    pub(super) fn left(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// A whole number, which some clients write with a decimal point.
#[expect(
    clippy::cast_possible_truncation,
    reason = "ranges are of whole numbers that floats can tell apart"
)]
fn whole(name: &str, value: &Value, range: RangeInclusive<i64>) -> Read<i64> {
    let float = || value.as_f64().filter(|x| x.fract() == 0.0);
    let number = value.as_i64().or_else(|| float().map(|x| x as i64));
    number.filter(|n| range.contains(n)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        let sentence = format!(
            "it is a whole number from {least} to {most}, not {}",
            short(value)
        );
        Remark::new(name, sentence)
    })
}

/// A value as it can be repeated.
pub(super) fn short(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Fields {
        Fields::new(serde_json::from_str(text).unwrap())
    }

    #[test]
    fn fields_are_taken_once_and_the_rest_is_left() {
        let mut fields = fields(
            r#"{"on":true,"id":"a","komi":7.5,"visits":500.0,"turns":[1,2],"nothing":null,"x":1,"y":2}"#,
        );
        assert_eq!(fields.flag("on"), Ok(true));
        assert_eq!(fields.flag("on"), Ok(false));
        assert_eq!(fields.text("id"), Ok(Some("a".to_owned())));
        assert_eq!(fields.number("komi", -1.0..=10.0), Ok(Some(7.5)));
        assert_eq!(fields.whole("visits", 1..=1000), Ok(Some(500)));
        assert_eq!(fields.wholes("turns", 0..=9), Ok(Some(vec![1, 2])));
        assert_eq!(fields.list("nothing"), Ok(None));
        assert_eq!(fields.left().collect::<Vec<_>>(), ["x", "y"]);
    }

    #[test]
    fn what_is_wrong_is_said_of_its_field() {
        let text = r#"{"a":1,"b":"x","c":[1,"2"],"d":1.5,"e":1e300,"f":{}}"#;
        let said = |remark: Remark| format!("{}: {}", remark.field, remark.sentence);
        let flag = said(fields(text).flag("a").unwrap_err());
        assert_eq!(flag, "a: it is true or false, not 1");
        let number = said(fields(text).number("b", 0.0..=1.0).unwrap_err());
        assert_eq!(number, "b: it is a number from 0 to 1, not \"x\"");
        let list = said(fields(text).wholes("c", 0..=5).unwrap_err());
        assert_eq!(list, "c: it is a whole number from 0 to 5, not \"2\"");
        for (name, most) in [("d", 5), ("e", i64::MAX), ("f", 5)] {
            assert!(fields(text).whole(name, 0..=most).is_err() || name == "e");
        }
        assert!(fields(text).list("f").is_err() && fields(text).text("f").is_err());
    }
}
