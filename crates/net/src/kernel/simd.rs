//! Vectors of `f32`, for each instruction set.
//!
//! A `Simd` is a token: whoever holds one runs on a CPU that has its instructions, since tokens are made by
//! [`Isa::best`], [`Isa::all`] and [`Isa::bfloat16`] alone, which ask the CPU. That is why its operations are safe. A
//! `Kernel` is written once over any of them, and `Isa::run` enters it with the right instructions switched on.
//!
//! The factors of a product of matrices consist of *words*: each is a number or, where products are computed in bfloat16
//! (the upper half of an `f32`, so of 8 bits instead of 24), two neighbours of the inner dimension in the memory of one.

use std::fmt;

/// Vectors of one instruction set.
pub(crate) trait Simd: Copy {
    /// The numbers in a vector.
    const LANES: usize;
    /// The vectors that fit into registers.
    const REGISTERS: usize;
    /// The numbers in a word of a factor.
    const SHARE: usize = 1;
    /// A vector.
    type V: Copy;

    /// Reads a vector.
    ///
    /// # Safety
    /// `LANES` numbers may be read at `from`.
    unsafe fn load(self, from: *const f32) -> Self::V;
    /// Writes a vector.
    ///
    /// # Safety
    /// `LANES` numbers may be written at `to`.
    unsafe fn store(self, to: *mut f32, v: Self::V);
    /// Asks for the numbers at an address, which need not be one that may be read, before they are wanted.
    fn prefetch(self, from: *const f32);
    /// The same number in all lanes.
    fn splat(self, x: f32) -> Self::V;
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    fn div(self, a: Self::V, b: Self::V) -> Self::V;
    /// a·b + c.
    fn fma(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// `b` where `a` is positive, elsewhere 0.
    fn where_positive(self, a: Self::V, b: Self::V) -> Self::V;
    /// 2ⁿ for whole numbers n from −126 to 127.
    fn two_to(self, n: Self::V) -> Self::V;
    /// The nearest whole number.
    fn round(self, a: Self::V) -> Self::V;
    /// The sum of the lanes.
    fn total(self, a: Self::V) -> f32;

    /// Writes a vector of numbers as words.
    ///
    /// # Safety
    /// `LANES / SHARE` words may be written at `to`.
    #[inline(always)]
    unsafe fn store_words(self, to: *mut f32, v: Self::V) {
        // SAFETY: by the contract of this function.
        unsafe { self.store(to, v) }
    }
    /// The products of the numbers in two vectors of words, added to sums.
    #[inline(always)]
    fn dot(self, a: Self::V, b: Self::V, sums: Self::V) -> Self::V {
        self.fma(a, b, sums)
    }

    /// eˣ to about 1e-7 of its size, for x from −87 to 87; beyond, that of the nearest of these.
    #[inline(always)]
    fn exp(self, x: Self::V) -> Self::V {
        let x = self.max(self.min(x, self.splat(87.0)), self.splat(-87.0));
        let n = self.round(self.mul(x, self.splat(std::f32::consts::LOG2_E)));
        // ln 2 in two parts, so that what is left of x is exact.
        let r = self.fma(n, self.splat(-0.693_359_4), x);
        let r = self.fma(n, self.splat(2.121_944_4e-4), r);
        let mut p = self.splat(1.0 / 5040.0);
        for c in [
            1.0 / 720.0,
            1.0 / 120.0,
            1.0 / 24.0,
            1.0 / 6.0,
            0.5,
            1.0,
            1.0,
        ] {
            p = self.fma(p, r, self.splat(c));
        }
        self.mul(p, self.two_to(n))
    }
}

/// Something that is computed with vectors.
pub(crate) trait Kernel {
    /// What comes of it.
    type Output;
    /// Computes it. Implementations are `#[inline(always)]`, or they would not get their instructions.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// No vectors that one could name: arrays, which the compiler makes of what the target has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain(());

impl Plain {
    #[inline(always)]
    fn map(a: [f32; 8], b: [f32; 8], f: impl Fn(f32, f32) -> f32) -> [f32; 8] {
        std::array::from_fn(|i| f(a[i], b[i]))
    }
}

impl Simd for Plain {
    const LANES: usize = 8;
    const REGISTERS: usize = 8;
    type V = [f32; 8];

    #[inline(always)]
    unsafe fn load(self, from: *const f32) -> [f32; 8] {
        // SAFETY: by the contract of this function.
        unsafe { from.cast::<[f32; 8]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut f32, v: [f32; 8]) {
        // SAFETY: by the contract of this function.
        unsafe { to.cast::<[f32; 8]>().write_unaligned(v) }
    }
    #[inline(always)]
    fn prefetch(self, _: *const f32) {}
    #[inline(always)]
    fn splat(self, x: f32) -> [f32; 8] {
        [x; 8]
    }
    #[inline(always)]
    fn add(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        Self::map(a, b, |a, b| a + b)
    }
    #[inline(always)]
    fn sub(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        Self::map(a, b, |a, b| a - b)
    }
    #[inline(always)]
    fn mul(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        Self::map(a, b, |a, b| a * b)
    }
    #[inline(always)]
    fn div(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        Self::map(a, b, |a, b| a / b)
    }
    #[inline(always)]
    fn fma(self, a: [f32; 8], b: [f32; 8], c: [f32; 8]) -> [f32; 8] {
        std::array::from_fn(|i| a[i] * b[i] + c[i])
    }
    #[inline(always)]
    fn max(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        Self::map(a, b, |a, b| if a > b { a } else { b })
    }
    #[inline(always)]
    fn min(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        Self::map(a, b, |a, b| if a < b { a } else { b })
    }
    #[inline(always)]
    fn where_positive(self, a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
        Self::map(a, b, |a, b| if a > 0.0 { b } else { 0.0 })
    }
    #[inline(always)]
    fn two_to(self, n: [f32; 8]) -> [f32; 8] {
        n.map(|n| f32::from_bits(((n as i32 + 127) as u32) << 23))
    }
    #[inline(always)]
    fn round(self, a: [f32; 8]) -> [f32; 8] {
        // Adding and taking away 1.5·2²³ rounds to the nearest even number, as the vector instructions do.
        a.map(|a| (a + 12_582_912.0) - 12_582_912.0)
    }
    #[inline(always)]
    fn total(self, a: [f32; 8]) -> f32 {
        a.iter().sum()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use std::mem::transmute;

    use super::Simd;

    /// Vectors of 8 with fused multiplication and addition.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Avx2(pub(super) ());

    /// Vectors of 16, with `SHARE` numbers in a word. Tokens of two are made where the CPU has AVX-512 BF16, too.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Avx512<const SHARE: usize>(pub(super) ());

    /// Operations of a vector instruction each, in a token's name.
    macro_rules! operations {
        ($v:ty: $($name:ident($($arg:ident),+) = $body:expr;)+) => {$(
            #[inline(always)]
            fn $name(self, $($arg: $v),+) -> $v {
                // SAFETY: the token exists only where the CPU has the instructions.
                unsafe { $body }
            }
        )+};
    }

    impl Simd for Avx2 {
        const LANES: usize = 8;
        const REGISTERS: usize = 16;
        type V = __m256;

        #[inline(always)]
        unsafe fn load(self, from: *const f32) -> __m256 {
            // SAFETY: by the contract of this function, and the token's.
            unsafe { _mm256_loadu_ps(from) }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut f32, v: __m256) {
            // SAFETY: by the contract of this function, and the token's.
            unsafe { _mm256_storeu_ps(to, v) }
        }
        #[inline(always)]
        fn prefetch(self, from: *const f32) {
            // SAFETY: no address makes this instruction fail.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
        }
        #[inline(always)]
        fn splat(self, x: f32) -> __m256 {
            // SAFETY: the token exists only where the CPU has the instructions.
            unsafe { _mm256_set1_ps(x) }
        }
        operations! { __m256:
            add(a, b) = _mm256_add_ps(a, b);
            sub(a, b) = _mm256_sub_ps(a, b);
            mul(a, b) = _mm256_mul_ps(a, b);
            div(a, b) = _mm256_div_ps(a, b);
            fma(a, b, c) = _mm256_fmadd_ps(a, b, c);
            max(a, b) = _mm256_max_ps(a, b);
            min(a, b) = _mm256_min_ps(a, b);
            where_positive(a, b) = _mm256_and_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(a, _mm256_setzero_ps()), b);
            two_to(n) = _mm256_castsi256_ps(_mm256_slli_epi32::<23>(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127))));
            round(a) = _mm256_round_ps::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(a);
        }
        #[inline(always)]
        fn total(self, a: __m256) -> f32 {
            let mut lanes = [0.0; 8];
            // SAFETY: the array has eight numbers.
            unsafe { self.store(lanes.as_mut_ptr(), a) };
            lanes.iter().sum()
        }
    }

    impl<const SHARE: usize> Simd for Avx512<SHARE> {
        const LANES: usize = 16;
        const REGISTERS: usize = 32;
        const SHARE: usize = SHARE;
        type V = __m512;

        #[inline(always)]
        unsafe fn load(self, from: *const f32) -> __m512 {
            // SAFETY: by the contract of this function, and the token's.
            unsafe { _mm512_loadu_ps(from) }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut f32, v: __m512) {
            // SAFETY: by the contract of this function, and the token's.
            unsafe { _mm512_storeu_ps(to, v) }
        }
        #[inline(always)]
        fn prefetch(self, from: *const f32) {
            // SAFETY: no address makes this instruction fail.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
        }
        #[inline(always)]
        fn splat(self, x: f32) -> __m512 {
            // SAFETY: the token exists only where the CPU has the instructions.
            unsafe { _mm512_set1_ps(x) }
        }
        operations! { __m512:
            add(a, b) = _mm512_add_ps(a, b);
            sub(a, b) = _mm512_sub_ps(a, b);
            mul(a, b) = _mm512_mul_ps(a, b);
            div(a, b) = _mm512_div_ps(a, b);
            fma(a, b, c) = _mm512_fmadd_ps(a, b, c);
            max(a, b) = _mm512_max_ps(a, b);
            min(a, b) = _mm512_min_ps(a, b);
            where_positive(a, b) = _mm512_maskz_mov_ps(_mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, _mm512_setzero_ps()), b);
            two_to(n) = _mm512_castsi512_ps(_mm512_slli_epi32::<23>(_mm512_add_epi32(_mm512_cvtps_epi32(n), _mm512_set1_epi32(127))));
            round(a) = _mm512_roundscale_ps::<0>(a);
        }
        #[inline(always)]
        fn total(self, a: __m512) -> f32 {
            // SAFETY: the token exists only where the CPU has the instructions.
            unsafe { _mm512_reduce_add_ps(a) }
        }
        #[inline(always)]
        unsafe fn store_words(self, to: *mut f32, v: __m512) {
            // SAFETY: by the contract of this function, and the token's; sixteen numbers of two bytes are eight words.
            unsafe {
                match SHARE {
                    2 => to.cast::<__m256bh>().write_unaligned(_mm512_cvtneps_pbh(v)),
                    _ => self.store(to, v),
                }
            }
        }
        #[inline(always)]
        fn dot(self, a: __m512, b: __m512, sums: __m512) -> __m512 {
            match SHARE {
                // SAFETY: the token exists only where the CPU has the instructions, and vectors of bfloat16 are as
                // long as those of words, with no bits that mean nothing.
                2 => unsafe {
                    let a = transmute::<__m512, __m512bh>(a);
                    let b = transmute::<__m512, __m512bh>(b);
                    _mm512_dpbf16_ps(sums, a, b)
                },
                _ => self.fma(a, b, sums),
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

/// An instruction set that this CPU has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// See [`Plain`].
    Plain(Plain),
    /// AVX2 with FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512F.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512<1>),
    /// The same, with the products of convolutions in bfloat16.
    #[cfg(target_arch = "x86_64")]
    Bfloat16(Avx512<2>),
}

impl Isa {
    /// All that this CPU has for numbers of full length, the slowest first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(unused_mut, reason = "nothing is added")
        )]
        let mut all = vec![Self::Plain(Plain(()))];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                all.push(Self::Avx2(Avx2(())));
                if is_x86_feature_detected!("avx512f") {
                    all.push(Self::Avx512(Avx512(())));
                }
            }
        }
        all
    }

    /// The fastest that this CPU has.
    #[must_use]
    pub fn best() -> Self {
        let mut all = Self::all();
        all.pop().unwrap_or(Self::Plain(Plain(())))
    }

    /// The instructions that compute convolutions in bfloat16, if this CPU has them. They are never among [`Self::all`]: what
    /// they compute is less exact.
    #[must_use]
    pub fn bfloat16() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if matches!(Self::best(), Self::Avx512(_))
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512bf16")
        {
            return Some(Self::Bfloat16(Avx512(())));
        }
        None
    }

    /// Runs a kernel with these instructions, on numbers of full length.
    #[inline]
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Self::Plain(simd) => kernel.run(simd),
            // SAFETY: the token exists only where the CPU has the instructions.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(simd) => unsafe { with_avx2(simd, kernel) },
            // SAFETY: the token exists only where the CPU has the instructions.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(simd) => unsafe { with_avx512(simd, kernel) },
            // SAFETY: a token of words of two exists only where the CPU has the instructions for those of one, too.
            #[cfg(target_arch = "x86_64")]
            Self::Bfloat16(_) => unsafe { with_avx512(Avx512(()), kernel) },
        }
    }

    /// Runs a kernel on words of so many numbers: one, or as many as [`Self::share`] says.
    #[inline]
    pub(crate) fn run_on_words<K: Kernel>(self, share: usize, kernel: K) -> K::Output {
        match self {
            // SAFETY: the token exists only where the CPU has the instructions.
            #[cfg(target_arch = "x86_64")]
            Self::Bfloat16(simd) if share > 1 => unsafe { with_bfloat16(simd, kernel) },
            _ => self.run(kernel),
        }
    }

    /// The numbers in a word of a factor of a convolution.
    pub(crate) const fn share(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Bfloat16(_) => Avx512::<2>::SHARE,
            _ => 1,
        }
    }

    /// The numbers in a vector.
    pub(crate) const fn lanes(self) -> usize {
        match self {
            Self::Plain(_) => Plain::LANES,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Avx2::LANES,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => Avx512::<1>::LANES,
            #[cfg(target_arch = "x86_64")]
            Self::Bfloat16(_) => Avx512::<2>::LANES,
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<K: Kernel>(simd: Avx2, kernel: K) -> K::Output {
    kernel.run(simd)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx2,fma")]
fn with_avx512<K: Kernel>(simd: Avx512<1>, kernel: K) -> K::Output {
    kernel.run(simd)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512bf16,avx2,fma")]
fn with_bfloat16<K: Kernel>(simd: Avx512<2>, kernel: K) -> K::Output {
    kernel.run(simd)
}

/// `AVX-512`.
impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Plain(_) => "plain",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            Self::Bfloat16(_) => "AVX-512 BF16",
        })
    }
}
