//! The side of a board on the command line.

use tengen_go::Size;

/// Reads the side of a board from the command line.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let side: usize = text
        .trim()
        .parse()
        .map_err(|_| "a board has a side from 2 to 25".to_owned())?;
    Size::new(side).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_a_sentence_for_the_rest() {
        assert_eq!(size("19"), Ok(Size::NINETEEN));
        assert_eq!(
            size("26").unwrap_err(),
            "a board has a side from 2 to 25, not 26"
        );
        assert!(size("large").is_err());
    }
}
