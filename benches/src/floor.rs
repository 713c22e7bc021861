//! A Snowflake generator as a careful program writes it for itself: Twitter's layout, no limits to
//! choose, no word on when to try again. It makes no identifier twice, and none for a spent
//! millisecond, before the epoch or after the end.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ids_core::Clock;

const EPOCH: u64 = 1_288_834_974_657;
const SEQUENCES: u64 = 1 << 12;

#[inline]
fn millisecond(clock: &impl Clock) -> Option<u64> {
    let now = clock.now().ok()?;
    let millis = now.as_secs() * 1000 + u64::from(now.subsec_nanos() / 1_000_000);
    let millis = millis.checked_sub(EPOCH)?;
    (millis < 1 << 41).then_some(millis)
}

/// One thread's own: the last millisecond, and how many it has given.
#[derive(Debug)]
pub struct Owned<C> {
    clock: C,
    /// In its place.
    machine: u64,
    last: u64,
    issued: u64,
}

impl<C: Clock> Owned<C> {
    pub const fn new(clock: C, machine: u64) -> Self {
        Self { clock, machine: machine << 12, last: 0, issued: 0 }
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
        Some(now << 22 | self.machine | sequence)
    }
}

/// Of all threads: the next millisecond and number in one word, moved by compare and exchange.
#[derive(Debug)]
pub struct Shared<C> {
    clock: C,
    /// In its place.
    machine: u64,
    next: AtomicU64,
}

impl<C: Clock> Shared<C> {
    pub const fn new(clock: C, machine: u64) -> Self {
        Self { clock, machine: machine << 12, next: AtomicU64::new(0) }
    }

    #[inline]
    pub fn generate(&self) -> Option<u64> {
        let start = millisecond(&self.clock)? << 12;
        let mut next = self.next.load(Relaxed);
        loop {
            let place = start.max(next);
            if place >= start + SEQUENCES {
                return None;
            }
            match self.next.compare_exchange_weak(next, place + 1, Relaxed, Relaxed) {
                Ok(_) => return Some(start << 10 | self.machine | place & (SEQUENCES - 1)),
                Err(seen) => next = seen,
            }
        }
    }
}
