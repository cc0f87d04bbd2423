//! Packed streams: gzip and zstd are recognised by their first bytes, all else is taken as it is.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::read::MultiGzDecoder;

/// The number of bytes that are read at a time.
const BUFFER: usize = 64 << 10;

/// The largest window that a zstd file may ask for is 2 to this power: 128 MiB.
const MAX_WINDOW_LOG: u32 = 27;

/// The contents of a stream that may be packed by gzip or zstd.
///
/// # Errors
/// If the first bytes cannot be read or there is no memory for a decoder.
pub fn unpacked(mut stream: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    const GZIP: &[u8] = &[0x1f, 0x8b];
    const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
    let mut magic = Vec::with_capacity(ZSTD.len());
    stream
        .by_ref()
        .take(ZSTD.len() as u64)
        .read_to_end(&mut magic)?;
    let is_gzip = magic.starts_with(GZIP);
    let is_zstd = magic == ZSTD;
    let whole = BufReader::with_capacity(BUFFER, Cursor::new(magic).chain(stream));
    Ok(if is_gzip {
        Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(whole)))
    } else if is_zstd {
        let mut decoder = zstd::Decoder::with_buffer(whole)?;
        decoder.window_log_max(MAX_WINDOW_LOG)?;
        Box::new(BufReader::with_capacity(BUFFER, decoder))
    } else {
        Box::new(whole)
    })
}
