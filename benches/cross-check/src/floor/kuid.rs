//! A local KUID: millions of seconds, seconds, ticks of 1.024 ms inside the second, 14 bits of
//! sequence.

use ids_core::Clock;

pub struct Kuid<C> {
    clock: C,
    next: u64,
}

impl<C: Clock> Kuid<C> {
    pub fn new(clock: C) -> Self {
        Self { clock, next: 0 }
    }

    #[inline]
    pub fn generate(&mut self) -> Option<[u8; 8]> {
        let now = self.clock.now().ok()?;
        let seconds = now.as_secs();
        let (mega, second) = (seconds / 1_000_000, seconds % 1_000_000);
        if mega >= 1 << 20 {
            return None;
        }
        let fraction = u64::from(now.subsec_nanos() / 1_024_000);
        let start = mega << 44 | second << 24 | fraction << 14;
        let id = start.max(self.next);
        // The identifier itself is the state: within a tick it only counts.
        if id >> 14 != start >> 14 {
            return None;
        }
        self.next = id + 1;
        Some(id.to_be_bytes())
    }
}
