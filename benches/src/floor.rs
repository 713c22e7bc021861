//! A Snowflake generator as a careful program writes it for itself: Twitter's layout, no policy, no bound
//! for jumps, no word on when to try again. It makes no identifier twice, and none for a spent
//! millisecond, before the epoch or after the end.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ids_core::Clock;

const EPOCH: u64 = 1_288_834_974_657;
const SEQUENCES: u64 = 1 << 12;

fn millisecond(clock: &impl Clock) -> Option<u64> {
    let now = clock.now().ok()?;
    let millis = now.as_secs() * 1000 + u64::from(now.subsec_millis());
    millis.checked_sub(EPOCH).filter(|millis| *millis < 1 << 41)
}

/// One thread's own: the last millisecond, and how many it has given.
#[derive(Debug)]
pub struct Owned<C> {
    clock: C,
    machine: u64,
    last: u64,
    issued: u64,
}

impl<C: Clock> Owned<C> {
    pub const fn new(clock: C, machine: u64) -> Self {
        Self { clock, machine, last: 0, issued: 0 }
    }

    #[inline]
    pub fn generate(&mut self) -> Option<u64> {
        let now = millisecond(&self.clock)?;
        if now > self.last {
            (self.last, self.issued) = (now, 0);
        } else if now < self.last || self.issued == SEQUENCES {
            return None;
        }
        let sequence = self.issued;
        self.issued += 1;
        Some(now << 22 | self.machine << 12 | sequence)
    }
}

/// Of all threads: both in one word, moved by compare and exchange.
#[derive(Debug)]
pub struct Shared<C> {
    clock: C,
    machine: u64,
    last: AtomicU64,
}

impl<C: Clock> Shared<C> {
    pub const fn new(clock: C, machine: u64) -> Self {
        Self { clock, machine, last: AtomicU64::new(0) }
    }

    #[inline]
    pub fn generate(&self) -> Option<u64> {
        let now = millisecond(&self.clock)?;
        let mut last = self.last.load(Relaxed);
        loop {
            let next = if now > last >> 12 { now << 12 } else { last + 1 };
            if next >> 12 != now {
                return None;
            }
            match self.last.compare_exchange_weak(last, next, Relaxed, Relaxed) {
                Ok(_) => return Some(now << 22 | self.machine << 12 | next & (SEQUENCES - 1)),
                Err(seen) => last = seen,
            }
        }
    }
}
