//! Clocks, random sources and a node, the same each time. Both harnesses have them.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use chacha20::{
    ChaCha12Rng,
    rand_core::{Rng, SeedableRng},
};
use ids_core::{IdRng, ManualClock, SystemClock, UnixTime, clock::CachedClock};
use siq::DomainHash;
use snowflake::{Node, Twitter};

/// 2025-01-01.
pub const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);
/// A millisecond and a little: another tick of KUID each time.
pub const STEP: Duration = Duration::from_micros(1_100);
pub const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);
/// Datacenter 3 and worker 5 as the one number that other crates have for both.
pub const MACHINE: u64 = 3 << 5 | 5;

pub fn node() -> Node<Twitter> {
    Node::new(&[(Twitter::DATACENTER, 3), (Twitter::WORKER, 5)]).expect("both fit")
}

pub fn rng() -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(7)
}

/// The random source that users have.
pub fn users() -> IdRng {
    IdRng::from_os().expect("the system has some")
}

/// A clock for as long as the process runs, which the benchmark moves.
pub fn clock() -> &'static ManualClock {
    Box::leak(Box::new(ManualClock::new(NOW)))
}

/// A clock that a thread refreshes every millisecond for as long as it is used, as ferroid's is.
pub fn kept() -> Arc<CachedClock<SystemClock>> {
    let clock = Arc::new(CachedClock::new(SystemClock));
    clock.refresh().expect("after the Unix epoch");
    let kept = Arc::downgrade(&clock);
    thread::spawn(move || {
        while let Some(clock) = kept.upgrade() {
            clock.refresh().expect("after the Unix epoch");
            drop(clock);
            thread::sleep(Duration::from_millis(1));
        }
    });
    clock
}

ferroid::define_snowflake_id!(
    /// Room for four million in a millisecond.
    WideId, u64,
    reserved: 0,
    timestamp: 41,
    machine_id: 1,
    sequence: 22
);

/// Milliseconds since Twitter's epoch: ferroid's kind of clock, moved by the benchmark.
#[derive(Debug)]
pub struct Millis(Cell<u64>);

impl Millis {
    pub fn leaked() -> &'static Self {
        Box::leak(Box::new(Self(Cell::new(446_854_625_343))))
    }

    pub fn advance(&self) {
        self.0.set(self.0.get() + 1);
    }
}

impl ferroid::time::TimeSource<u64> for &Millis {
    fn current_millis(&self) -> u64 {
        self.0.get()
    }
}

impl ferroid::time::TimeSource<u128> for &Millis {
    fn current_millis(&self) -> u128 {
        self.0.get().into()
    }
}

/// Milliseconds of the system's clock since the Unix epoch: ferroid's kind of clock for a program that
/// keeps no thread for it.
#[derive(Clone, Copy, Debug)]
pub struct SystemMillis;

impl ferroid::time::TimeSource<u64> for SystemMillis {
    #[expect(clippy::disallowed_methods, reason = "what is compared")]
    fn current_millis(&self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after the Unix epoch");
        now.as_secs() * 1000 + u64::from(now.subsec_millis())
    }
}

/// The random source with a seed, as ferroid wants it.
#[derive(Debug)]
pub struct Seeded(RefCell<ChaCha12Rng>);

impl Default for Seeded {
    fn default() -> Self {
        Self(RefCell::new(rng()))
    }
}

impl ferroid::rand::RandSource<u128> for Seeded {
    fn rand(&self) -> u128 {
        let mut rng = self.0.borrow_mut();
        u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())
    }
}
