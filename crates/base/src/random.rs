//! Pseudo-random numbers that are the same on every machine.
//!
//! Invariant: the sequence is a function of the seed alone. The generator is not suitable for secrets.
//!
//! # Example
//!
//! ```
//! use trammel_base::random::SplitMix64;
//!
//! let mut numbers = SplitMix64::new(7);
//! let mut same = SplitMix64::new(7);
//! assert_eq!(numbers.next_u64(), same.next_u64());
//! assert!((0.0..1.0).contains(&numbers.next_fraction()));
//! ```

/// The SplitMix64 generator (Steele et al. 2014).
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Creates a generator with the sequence of `seed`.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Returns the next number of the sequence; all of its bits are random.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns the next number of the sequence as a fraction, from 0 up to but not including 1.
    pub fn next_fraction(&mut self) -> f64 {
        #[allow(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
        let fraction = (self.next_u64() >> 11) as f64;
        fraction / 9_007_199_254_740_992.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_matches_the_reference_implementation() {
        let mut random = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next_u64()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn fractions_are_at_least_0_and_below_1() {
        let mut random = SplitMix64::new(0);
        let fractions: Vec<f64> = (0..1_000).map(|_| random.next_fraction()).collect();
        assert!(fractions.iter().all(|fraction| (0.0..1.0).contains(fraction)));
        let mean = fractions.iter().sum::<f64>() / 1_000.0;
        assert!((0.45..0.55).contains(&mean), "{mean}");
    }
}
