//! The arithmetic of the network, in whole numbers, for each instruction set.

use super::isa::Isa;
use super::network::{CHUNK, HIDDEN, Layer, Row, WIDTH};

/// Adds and subtracts rows of the first layer.
#[inline]
pub(crate) fn update(
    isa: Isa,
    from: &Row,
    to: &mut Row,
    gone: [Option<&Row>; 2],
    come: [Option<&Row>; 2],
) {
    match isa {
        Isa::Plain => update_plain(from, to, gone, come),
        // SAFETY: `Isa` names only what this CPU has.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { update_avx2(from, to, gone, come) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { update_avx512(from, to, gone, come) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn update_avx2(from: &Row, to: &mut Row, gone: [Option<&Row>; 2], come: [Option<&Row>; 2]) {
    update_plain(from, to, gone, come);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn update_avx512(from: &Row, to: &mut Row, gone: [Option<&Row>; 2], come: [Option<&Row>; 2]) {
    update_plain(from, to, gone, come);
}

#[inline(always)]
fn update_plain(from: &Row, to: &mut Row, gone: [Option<&Row>; 2], come: [Option<&Row>; 2]) {
    match (gone, come) {
        ([Some(a), None], [Some(b), None]) => {
            for i in 0..WIDTH {
                to.0[i] = from.0[i].wrapping_sub(a.0[i]).wrapping_add(b.0[i]);
            }
        }
        ([Some(a), Some(c)], [Some(b), Some(d)]) => {
            for i in 0..WIDTH {
                let left = from.0[i].wrapping_sub(a.0[i]).wrapping_sub(c.0[i]);
                to.0[i] = left.wrapping_add(b.0[i]).wrapping_add(d.0[i]);
            }
        }
        _ => {
            *to = from.clone();
            for row in gone.into_iter().flatten() {
                for i in 0..WIDTH {
                    to.0[i] = to.0[i].wrapping_sub(row.0[i]);
                }
            }
            for row in come.into_iter().flatten() {
                for i in 0..WIDTH {
                    to.0[i] = to.0[i].wrapping_add(row.0[i]);
                }
            }
        }
    }
}

/// The sums of a row, cut to 0..=127.
#[inline]
pub(crate) fn clip(isa: Isa, sums: &Row, to: &mut [u8; WIDTH]) {
    match isa {
        Isa::Plain => clip_plain(sums, to),
        // SAFETY: `Isa` names only what this CPU has.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { clip_avx2(sums, to) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { clip_avx512(sums, to) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn clip_avx2(sums: &Row, to: &mut [u8; WIDTH]) {
    clip_plain(sums, to);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn clip_avx512(sums: &Row, to: &mut [u8; WIDTH]) {
    clip_plain(sums, to);
}

#[inline(always)]
fn clip_plain(sums: &Row, to: &mut [u8; WIDTH]) {
    for (to, sum) in to.iter_mut().zip(&sums.0) {
        *to = (*sum).clamp(0, 127) as u8;
    }
}

/// The sums of a layer for inputs up to 127.
#[inline]
pub(crate) fn affine(isa: Isa, layer: &Layer, input: &[[u8; 4]]) -> [i32; HIDDEN] {
    debug_assert_eq!(layer.weights.len(), input.len());
    match isa {
        Isa::Plain => affine_plain(layer, input),
        // SAFETY: `Isa` names only what this CPU has.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { x86::affine_avx2(layer, input) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { x86::affine_avx512(layer, input) },
    }
}

fn affine_plain(layer: &Layer, input: &[[u8; 4]]) -> [i32; HIDDEN] {
    let mut sums = layer.bias;
    for (chunk, four) in layer.weights.iter().zip(input) {
        if *four == [0; 4] {
            continue;
        }
        for (sum, weights) in sums.iter_mut().zip(chunk.0.as_chunks::<4>().0) {
            for (&weight, &x) in weights.iter().zip(four) {
                *sum += i32::from(weight) * i32::from(x);
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{CHUNK, HIDDEN, Layer};

    const _: () = assert!(HIDDEN == 32 && CHUNK == 128);

    #[target_feature(enable = "avx2")]
    pub(super) fn affine_avx2(layer: &Layer, input: &[[u8; 4]]) -> [i32; HIDDEN] {
        let ones = _mm256_set1_epi16(1);
        let mut sums = [_mm256_setzero_si256(); 4];
        for (n, sum) in sums.iter_mut().enumerate() {
            // SAFETY: the bias has 32 numbers, and n is less than four.
            *sum = unsafe { _mm256_loadu_si256(layer.bias.as_ptr().add(8 * n).cast()) };
        }
        for (chunk, four) in layer.weights.iter().zip(input) {
            let four = i32::from_le_bytes(*four);
            if four == 0 {
                continue;
            }
            let x = _mm256_set1_epi32(four);
            for (n, sum) in sums.iter_mut().enumerate() {
                // SAFETY: a chunk has 128 bytes, and n is less than four.
                let w = unsafe { _mm256_loadu_si256(chunk.0.as_ptr().add(32 * n).cast()) };
                // Two products of at most 127·127 fit into 16 bits.
                let pairs = _mm256_maddubs_epi16(x, w);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
        let mut out = [0; HIDDEN];
        for (n, sum) in sums.into_iter().enumerate() {
            // SAFETY: `out` has 32 numbers, and n is less than four.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().add(8 * n).cast(), sum) };
        }
        out
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) fn affine_avx512(layer: &Layer, input: &[[u8; 4]]) -> [i32; HIDDEN] {
        // SAFETY: the bias has 32 numbers.
        let (mut a, mut b) = unsafe {
            let bias: *const i32 = layer.bias.as_ptr();
            (
                _mm512_loadu_si512(bias.cast()),
                _mm512_loadu_si512(bias.add(16).cast()),
            )
        };
        for (chunk, four) in layer.weights.iter().zip(input) {
            let four = i32::from_le_bytes(*four);
            if four == 0 {
                continue;
            }
            let x = _mm512_set1_epi32(four);
            // SAFETY: a chunk has 128 bytes.
            let (u, v) = unsafe {
                let weights = chunk.0.as_ptr();
                (
                    _mm512_loadu_si512(weights.cast()),
                    _mm512_loadu_si512(weights.add(64).cast()),
                )
            };
            a = _mm512_dpbusd_epi32(a, x, u);
            b = _mm512_dpbusd_epi32(b, x, v);
        }
        let mut out = [0; HIDDEN];
        // SAFETY: `out` has 32 numbers.
        unsafe {
            _mm512_storeu_si512(out.as_mut_ptr().cast(), a);
            _mm512_storeu_si512(out.as_mut_ptr().add(16).cast(), b);
        }
        out
    }
}
