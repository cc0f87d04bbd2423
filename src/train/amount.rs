//! Large numbers on the command line.

/// Reads `40000000`, `40_000_000`, `40M`, `250k` or `1.5M`.
///
/// # Errors
/// If it is no such number.
pub(crate) fn amount(text: &str) -> Result<u64, String> {
    let wrong = || format!("it takes a number such as 250000, 250k or 40M, not {text:?}");
    let plain = text.trim().replace(['_', ','], "");
    let (digits, unit) = match plain.char_indices().last() {
        Some((at, 'k' | 'K')) => (&plain[..at], 1e3),
        Some((at, 'M')) => (&plain[..at], 1e6),
        Some((at, 'G')) => (&plain[..at], 1e9),
        _ => return plain.parse().map_err(|_| wrong()),
    };
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    match number * unit {
        whole if (0.0..1e18).contains(&whole) => Ok(whole.round() as u64),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, number) in [
            ("17", 17),
            ("40_000", 40_000),
            ("250k", 250_000),
            ("1.5M", 1_500_000),
            ("2G", 2_000_000_000),
        ] {
            assert_eq!(amount(text), Ok(number));
        }
        for text in ["", "M", "-3k", "1.5", "NaNM", "1e30G", "ten"] {
            assert!(amount(text).unwrap_err().contains("such as"), "{text}");
        }
    }
}
