//! A SIQ identifier of the qualifier `message`: 56 bits of time in ticks of 2^-16 s, a shard, a
//! domain, 12 bits of serial number, the qualifier's 4.

use ids_core::Clock;

pub struct Siq<C> {
    clock: C,
    /// Shard and domain, and the qualifier's bits.
    node: u128,
    next: u64,
}

impl<C: Clock> Siq<C> {
    pub fn new(clock: C, shard: u8, domain: u32, suffix: u16) -> Self {
        let node = u128::from(shard) << 48 | u128::from(domain) << 16 | u128::from(suffix);
        Self { clock, node, next: 0 }
    }

    #[inline]
    pub fn generate(&mut self) -> Option<[u8; 14]> {
        let now = self.clock.now().ok()?;
        let seconds = now.as_secs();
        if seconds >= 1 << 36 {
            return None;
        }
        let fraction = (u64::from(now.subsec_nanos()) << 16) / 1_000_000_000;
        let start = (seconds << 16 | fraction) << 12;
        let position = start.max(self.next);
        if position >= start + 4096 {
            return None;
        }
        self.next = position + 1;
        let id = u128::from(position >> 12) << 56 | self.node | u128::from(position & 0xfff) << 4;
        let [_, _, bytes @ ..] = id.to_be_bytes();
        Some(bytes)
    }
}
