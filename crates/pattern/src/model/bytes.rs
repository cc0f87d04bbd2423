//! Numbers and texts as bytes.

use super::ModelError;

/// Appends to a body.
#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    /// A whole number, seven bits a byte.
    pub(crate) fn number(&mut self, mut n: u64) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn floats(&mut self, floats: &[f32]) {
        self.number(floats.len() as u64);
        for f in floats {
            self.0.extend_from_slice(&f.to_le_bytes());
        }
    }
}

/// Reads a body again.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], ModelError> {
        let Some((bytes, rest)) = self.0.split_at_checked(count) else {
            return Err(ModelError::damaged("it ends too early"));
        };
        self.0 = rest;
        Ok(bytes)
    }

    pub(crate) fn number(&mut self) -> Result<u64, ModelError> {
        let mut n = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.bytes(1)?[0];
            n |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(ModelError::damaged("a number in it has no end"))
    }

    /// A number of things that take at least `least` bits each: so the memory taken is bounded by the length
    /// of the body.
    pub(crate) fn count(&mut self, least: usize) -> Result<usize, ModelError> {
        let n = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if n.saturating_mul(least) / 8 > self.0.len() {
            return Err(ModelError::damaged("it announces more than it holds"));
        }
        Ok(n)
    }

    pub(crate) fn text(&mut self) -> Result<&'a str, ModelError> {
        let length = self.count(8)?;
        std::str::from_utf8(self.bytes(length)?)
            .map_err(|_| ModelError::damaged("a text in it is not UTF-8"))
    }

    pub(crate) fn floats(&mut self) -> Result<Vec<f32>, ModelError> {
        let count = self.count(32)?;
        let bytes = self.bytes(4 * count)?;
        let floats = bytes.chunks_exact(4).map(|b| {
            let f = f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            if f.is_finite() { f } else { 0.0 }
        });
        Ok(floats.collect())
    }

    pub(crate) fn end(&self) -> Result<(), ModelError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(ModelError::damaged(
                "there is more in it than there should be",
            ))
        }
    }
}
