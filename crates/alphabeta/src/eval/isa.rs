//! The instruction sets that the arithmetic is compiled for.
//!
//! What is written once as an inlined function is compiled for each set; whole numbers give the same sums in all of them,
//! and so do floating-point ones, since the compiler neither reorders nor fuses their operations.

/// An instruction set that this CPU has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    /// What every CPU of the target has.
    Plain,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with its byte products (VNNI).
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Isa {
    /// The sets of this CPU, the best first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                all.insert(0, Self::Avx2);
                let wide = std::arch::is_x86_feature_detected!("avx512f")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vnni");
                if wide {
                    all.insert(0, Self::Avx512);
                }
            }
        }
        all
    }

    /// The best set of this CPU.
    #[must_use]
    pub fn best() -> Self {
        Self::all()[0]
    }
}
