//! Twitter's Snowflake: 41 bits of milliseconds, 10 of machine, 12 of sequence.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use ids_core::Clock;

const EPOCH: u64 = 1_288_834_974_657;

/// The position of a moment's first identifier, `millisecond << 12`, unless it is out of range.
#[inline]
fn start(now: Duration) -> Option<u64> {
    let millis = now.as_secs() * 1000 + u64::from(now.subsec_millis());
    let tick = millis.checked_sub(EPOCH)?;
    (tick < 1 << 41).then_some(tick << 12)
}

/// The first position not yet issued, unless the tick has no more: what a step is.
#[inline]
fn position(start: u64, next: u64) -> Option<u64> {
    let position = start.max(next);
    (position < start + 4096).then_some(position)
}

#[inline]
fn id(position: u64, machine: u64) -> u64 {
    position >> 12 << 22 | machine | position & 0xfff
}

pub struct Owned<C> {
    clock: C,
    machine: u64,
    next: u64,
}

impl<C: Clock> Owned<C> {
    pub fn new(clock: C, machine: u64) -> Self {
        Self { clock, machine: machine << 12, next: 0 }
    }

    #[inline]
    pub fn generate(&mut self) -> Option<u64> {
        let position = position(start(self.clock.now().ok()?)?, self.next)?;
        self.next = position + 1;
        Some(id(position, self.machine))
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
        let start = start(self.clock.now().ok()?)?;
        let mut next = self.next.load(Relaxed);
        loop {
            let position = position(start, next)?;
            match self.next.compare_exchange_weak(next, position + 1, Relaxed, Relaxed) {
                Ok(_) => return Some(id(position, self.machine)),
                Err(seen) => next = seen,
            }
        }
    }
}
