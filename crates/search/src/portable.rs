//! Logarithm and exponential that give the same bits on every machine.
//!
//! A decision of the tree must not depend on the mathematics library of the platform; square roots,
//! sums and products are exact everywhere by IEEE 754.

/// The natural logarithm.
#[inline]
#[must_use]
pub fn ln(x: f32) -> f32 {
    libm::logf(x)
}

/// The exponential.
#[inline]
#[must_use]
pub fn exp(x: f32) -> f32 {
    libm::expf(x)
}

/// x to the power of y.
#[inline]
#[must_use]
pub fn pow(x: f32, y: f32) -> f32 {
    libm::powf(x, y)
}
