//! The exponential of scores, the same bits on every machine and fit for vectors.

/// e to the power of x, to about five digits; that of −87 below it and that of 88 above it.
#[must_use]
#[inline]
pub fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    // 2 to the power of a whole number by its bits, and a polynomial for the rest in −0.5..=0.5.
    let t = x * std::f32::consts::LOG2_E;
    let whole = (t + 12_582_912.0) - 12_582_912.0;
    let rest = t - whole;
    let polynomial = 1.0
        + rest
            * (std::f32::consts::LN_2
                + rest
                    * (0.240_226_5
                        + rest * (0.055_504_1 + rest * (0.009_618_13 + rest * 0.001_333_55))));
    let exponent = (whole as i32 + 127) << 23;
    polynomial * f32::from_bits(exponent.cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_close_to_the_exponential() {
        for i in -8000..=8000 {
            let x = i as f32 * 0.01;
            let expected = f64::from(x).exp();
            let error = (f64::from(exp(x)) / expected - 1.0).abs();
            assert!(error < 2e-5, "{x}: {error}");
        }
        assert!(exp(-1000.0) < 1e-37);
        assert!(exp(1000.0).is_finite());
    }
}
