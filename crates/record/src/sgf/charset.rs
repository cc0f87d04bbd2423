//! Bytes to text.
//!
//! The property CA names the charset of the file it stands in, so it is looked for before anything
//! is decoded, and everything is decoded before it is parsed: in Shift_JIS, Big5 and GB18030 the
//! second byte of a character may look like `]` or `\`.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// A decoded file.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// The charset it was in.
    pub charset: &'static str,
    /// Faults of the charset, as sentences.
    pub warnings: Vec<String>,
}

/// Decodes a file by its byte order mark, by its CA, as UTF-8 if it is that, or else as Latin-1,
/// which SGF names as the default.
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded {
    if let Some((encoding, bytes)) = by_mark(bytes) {
        return finish(bytes, encoding, Vec::new());
    }
    let utf8 = std::str::from_utf8(bytes).is_ok();
    let label = label(bytes).or_else(|| if utf8 { None } else { lost_label(bytes) });
    let Some(label) = label else {
        return without_label(bytes, utf8, None);
    };
    // A label that was found byte by byte cannot be that of UTF-16, and REPLACEMENT reads nothing.
    let encoding = Encoding::for_label(label)
        .filter(|encoding| ![REPLACEMENT, UTF_16BE, UTF_16LE].contains(encoding));
    let Some(encoding) = encoding else {
        return without_label(bytes, utf8, Some(label));
    };
    let decoded = finish(bytes, encoding, Vec::new());
    if utf8 && !decoded.warnings.is_empty() {
        let warning = format!("CA says {}, but the file is UTF-8", encoding.name());
        return finish(bytes, UTF_8, vec![warning]);
    }
    decoded
}

fn without_label(bytes: &[u8], utf8: bool, unknown: Option<&[u8]>) -> Decoded {
    let encoding = if utf8 { UTF_8 } else { WINDOWS_1252 };
    let warning = match unknown {
        Some(label) => {
            let label = String::from_utf8_lossy(&label[..label.len().min(40)]).into_owned();
            Some(format!(
                "CA names a charset that is not known here, {label:?}: read as {}",
                encoding.name()
            ))
        }
        None if utf8 => None,
        None => Some("the file names no charset (CA) and is not UTF-8: read as Latin-1".to_owned()),
    };
    finish(bytes, encoding, warning.into_iter().collect())
}

fn finish(bytes: &[u8], encoding: &'static Encoding, mut warnings: Vec<String>) -> Decoded {
    let (text, malformed) = encoding.decode_without_bom_handling(bytes);
    if malformed {
        warnings.push(format!(
            "the file has bytes that are not {}: each is read as \u{FFFD}",
            encoding.name()
        ));
    }
    Decoded {
        text: text.into_owned(),
        charset: encoding.name(),
        warnings,
    }
}

/// UTF-8 and UTF-16 by their byte order mark, UTF-16 also by how `(;` looks in it.
fn by_mark(bytes: &[u8]) -> Option<(&'static Encoding, &[u8])> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return Some((encoding, &bytes[length..]));
    }
    match bytes {
        [b'(', 0, b';', 0, ..] => Some((UTF_16LE, bytes)),
        [0, b'(', 0, b';', ..] => Some((UTF_16BE, bytes)),
        _ => None,
    }
}

/// The label in CA where the file can be followed byte by byte: not inside another value.
fn label(bytes: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'[' => at += bracketed(&bytes[at..]).map_or(bytes.len(), |raw| raw.len() + 2),
            b'C' => match label_here(bytes, at) {
                Some(label) => return Some(label),
                None => at += 1,
            },
            _ => at += 1,
        }
    }
    None
}

/// The label in anything that looks like CA, for a file whose text before CA cannot be followed.
fn lost_label(bytes: &[u8]) -> Option<&[u8]> {
    (0..bytes.len()).find_map(|at| label_here(bytes, at))
}

fn label_here(bytes: &[u8], at: usize) -> Option<&[u8]> {
    const LONGEST: usize = 64;
    let rest = bytes[at..].strip_prefix(b"CA")?;
    if at > 0 && bytes[at - 1].is_ascii_alphanumeric() {
        return None;
    }
    let spaces = rest
        .iter()
        .take(LONGEST)
        .take_while(|b| b.is_ascii_whitespace())
        .count();
    let rest = &rest[spaces..];
    if rest.first() != Some(&b'[') {
        return None;
    }
    let raw = bracketed(&rest[..rest.len().min(LONGEST)])?;
    (!raw.contains(&b'\\')).then(|| raw.trim_ascii())
}

/// The bytes between a `[` and its `]`; `None` if that is missing.
fn bracketed(bytes: &[u8]) -> Option<&[u8]> {
    let mut escaped = false;
    for (at, &byte) in bytes.iter().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => return Some(&bytes[1..at]),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], text: &str, charset: &str, warnings: usize) {
        let decoded = decode(bytes);
        assert_eq!(decoded.text, text);
        assert_eq!(decoded.charset, charset);
        assert_eq!(decoded.warnings.len(), warnings, "{:?}", decoded.warnings);
    }

    #[test]
    fn second_bytes_that_look_like_syntax_are_decoded_first() {
        // 0x83 0x5C is ソ in Shift_JIS, 0x81 0x5D is 乚 in GB18030.
        check(
            b"(;PB[\x83\x5c]CA[Shift_JIS]C[\x83\x5c])",
            "(;PB[ソ]CA[Shift_JIS]C[ソ])",
            "Shift_JIS",
            0,
        );
        check(
            b"(;CA[GB18030]C[\xb9\xfa\x81\x5d])",
            "(;CA[GB18030]C[国乚])",
            "gb18030",
            0,
        );
    }

    #[test]
    fn marks_come_before_labels() {
        check(
            b"\xef\xbb\xbf(;CA[Big5]C[\xc3\xa9])",
            "(;CA[Big5]C[é])",
            "UTF-8",
            0,
        );
        check(b"\xff\xfe(\0;\0)\0", "(;)", "UTF-16LE", 0);
        check(b"\0(\0;\0)", "(;)", "UTF-16BE", 0);
    }

    #[test]
    fn without_a_label_it_is_utf8_or_latin_1() {
        check(b"(;C[\xc3\xa9])", "(;C[é])", "UTF-8", 0);
        check(b"(;C[\xe9])", "(;C[é])", "windows-1252", 1);
        check(b"(;C[CA[Big5\\]\xc3\xa9])", "(;C[CA[Big5\\]é])", "UTF-8", 0);
    }

    #[test]
    fn wrong_labels_are_remarked() {
        check(
            b"(;CA[klingon]C[\xc3\xa9])",
            "(;CA[klingon]C[é])",
            "UTF-8",
            1,
        );
        check(
            b"(;CA[klingon]C[\xe9])",
            "(;CA[klingon]C[é])",
            "windows-1252",
            1,
        );
        check(
            b"(;CA[UTF-8]C[\xe9])",
            "(;CA[UTF-8]C[\u{FFFD}])",
            "UTF-8",
            1,
        );
        check(b"(;CA[utf-16]C[\xc3\xa9])", "(;CA[utf-16]C[é])", "UTF-8", 1);
        check(b"(;CA[]C[a])", "(;CA[]C[a])", "UTF-8", 1);
    }
}
