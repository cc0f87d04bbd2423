//! Numbers as `FF[4]` spells them.
//!
//! A Number is digits after an optional sign; a Real may have a point and more digits after that.
//! People also write a comma for the point, leave out the nought before it, or write `2.0` for 2.

use super::{Ident, Property, Value};

/// The first value of a property, spelled rightly if it is a number.
pub(super) fn spelled(property: &Property) -> Value {
    let value = property.value();
    respelled(property.ident(), value).unwrap_or_else(|| value.clone())
}

/// The value spelled rightly, if the property has numbers and this one can only be meant one way;
/// `None` if there is nothing to change or it is no number.
pub(super) fn respelled(ident: &Ident, value: &Value) -> Option<Value> {
    let spelled = match ident.as_str() {
        "KM" | "TM" | "BL" | "WL" | "V" => real(value.trimmed())?,
        "HA" | "SZ" | "OB" | "OW" | "MN" | "PM" | "ST" => whole(value.trimmed())?,
        _ => return None,
    };
    (spelled != value.raw()).then(|| Value::from_raw(&spelled))
}

fn real(text: &str) -> Option<String> {
    let (sign, whole, fraction) = split(text)?;
    Some(if fraction.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{fraction}")
    })
}

fn whole(text: &str) -> Option<String> {
    let (sign, whole, fraction) = split(text)?;
    let is_whole = fraction.bytes().all(|b| b == b'0');
    is_whole.then(|| format!("{sign}{whole}"))
}

/// Sign, digits before the point (at least one) and digits after it.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    let digits = text.trim_start_matches(['+', '-']);
    let sign = &text[..text.len() - digits.len()];
    let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    let plain = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if sign.len() > 1 || !plain(whole) || !plain(fraction) || (whole.len() + fraction.len() == 0) {
        return None;
    }
    Some((sign, if whole.is_empty() { "0" } else { whole }, fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spelled_rightly_and_nothing_else_is_touched() {
        for (ident, written, strict) in [
            ("KM", "7,5", "7.5"),
            ("KM", " 6.50 ", "6.50"),
            ("KM", "-,5", "-0.5"),
            ("KM", "7.", "7"),
            ("TM", "1800 ", "1800"),
            ("BL", "12,25", "12.25"),
            ("HA", " 2", "2"),
            ("HA", "2.0", "2"),
            ("SZ", "19,0", "19"),
            ("OB", "3.", "3"),
        ] {
            let ident = Ident::read(ident).unwrap();
            let value = respelled(&ident, &Value::from_raw(written)).unwrap();
            assert_eq!(value.raw(), strict, "{ident} {written:?}");
            assert_eq!(respelled(&ident, &value), None, "once is enough");
        }
        for (ident, written) in [
            ("KM", "7.5"),
            ("KM", "+7"),
            ("KM", ""),
            ("KM", "."),
            ("KM", "--7"),
            ("KM", "1,000,0"),
            ("KM", "7.5 points"),
            ("HA", "2.5"),
            ("HA", "two"),
            ("SZ", "19:13"),
            ("C", "7,5"),
        ] {
            let ident = Ident::read(ident).unwrap();
            assert_eq!(
                respelled(&ident, &Value::from_raw(written)),
                None,
                "{written:?}"
            );
        }
    }
}
