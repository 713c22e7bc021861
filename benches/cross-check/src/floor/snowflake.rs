//! Twitter's Snowflake: 41 bits of milliseconds, 10 of machine, 12 of sequence.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ids_core::{Clock, UnixTime};

const EPOCH: u64 = 1_288_834_974_657;

/// Milliseconds since the epoch, unless a moment is out of range.
#[inline]
fn tick(now: UnixTime) -> Option<u64> {
    let millis = now.as_secs() * 1000 + u64::from(now.subsec_nanos() / 1_000_000);
    let tick = millis.checked_sub(EPOCH)?;
    (tick < 1 << 41).then_some(tick)
}

/// The last millisecond, and how many it has given.
pub struct Owned<C> {
    clock: C,
    machine: u64,
    last: u64,
    issued: u64,
}

impl<C: Clock> Owned<C> {
    pub fn new(clock: C, machine: u64) -> Self {
        Self { clock, machine: machine << 12, last: 0, issued: 0 }
    }

    #[inline]
    pub fn generate(&mut self) -> Option<u64> {
        let now = tick(self.clock.now().ok()?)?;
        if now > self.last {
            (self.last, self.issued) = (now, 0);
        } else if now < self.last || self.issued == 4096 {
            return None;
        }
        let number = self.issued;
        self.issued += 1;
        Some(now << 22 | self.machine | number)
    }
}

pub struct Shared<C> {
    clock: C,
    machine: u64,
    next: AtomicU64,
}

impl<C: Clock> Shared<C> {
    pub fn new(clock: C, machine: u64) -> Self {
        Self { clock, machine: machine << 12, next: AtomicU64::new(0) }
    }

    #[inline]
    pub fn generate(&self) -> Option<u64> {
        let start = tick(self.clock.now().ok()?)? << 12;
        let mut next = self.next.load(Relaxed);
        loop {
            let position = start.max(next);
            if position >= start + 4096 {
                return None;
            }
            match self.next.compare_exchange_weak(next, position + 1, Relaxed, Relaxed) {
                Ok(_) => return Some(start << 10 | self.machine | position & 0xfff),
                Err(seen) => next = seen,
            }
        }
    }
}
