//! Whether each bit of the random part is as often one as zero.

use ids_core::format::Field;

/// More standard deviations than a fair bit is ever off: with 60 bits it happens to a good source
/// once in 8 million runs.
const BOUND: f64 = 6.0;

/// Fewer identifiers say nothing.
const LEAST: u64 = 1000;

/// Counts the ones of each bit of a field.
#[derive(Debug)]
pub(super) struct Balance {
    field: Field,
    ids: u64,
    ones: [u64; 64],
}

impl Balance {
    pub(super) const fn new(field: Field) -> Self {
        Self { field, ids: 0, ones: [0; 64] }
    }

    pub(super) fn add(&mut self, bits: u128) {
        let value = self.field.get(bits);
        self.ids += 1;
        for (place, ones) in self.ones.iter_mut().enumerate() {
            *ones += value >> place & 1;
        }
    }

    /// The bit that is furthest off, and by how many standard deviations.
    #[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
    fn worst(&self) -> (usize, f64) {
        let ids = self.ids as f64;
        let off = |ones: u64| (ones as f64 - ids / 2.0) / (ids / 4.0).sqrt();
        let width = self.field.width() as usize;
        let bits = self.ones[..width].iter().map(|ones| off(*ones)).enumerate();
        bits.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())).unwrap_or_default()
    }

    /// Nothing is known of too few.
    pub(super) fn holds(&self) -> Option<bool> {
        (self.ids >= LEAST).then(|| self.worst().1.abs() <= BOUND)
    }

    pub(super) fn says(&self) -> String {
        let ids = self.ids;
        if ids < LEAST {
            return format!("too few independent identifiers: {ids}, and {LEAST} are needed");
        }
        let (bit, off) = self.worst();
        let name = self.field.name();
        format!(
            "bit {bit} of {name} is the furthest off of {ids} identifiers, by {off:+.1} standard deviations"
        )
    }
}
