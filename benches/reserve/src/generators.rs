//! One identifier through a grant, beside the same generator without one.

use std::{convert::Infallible, error::Error, sync::atomic::AtomicU64, time::Duration};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_core::{
    Clock, Generator, Limits, ManualClock, SystemClock, UnixTime,
    clock::ForkGuard,
    format::{Counter, Scheme},
};
use ids_reserve::{KeyOptions, MemoryStore, Options, StoreError, SysRng};
use luuid::{Group, Keys};
use siq::{DomainHash, Qualifier};
use snowflake::{Node, Twitter};

use crate::measure::{HEAD, Row};

/// Identifiers after which the clock moves on.
const COUNT: usize = 1000;
const NOW: UnixTime = UnixTime::from_secs(1_767_225_600);
const AHEAD: Limits = Limits::ahead(Duration::from_secs(7 * 86_400));

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("one identifier, ns of the thread's own time\n\n{HEAD}");
    let (snowflake, kuid) = (Node::<Twitter>::numbered(101)?, kuid::Node::<8>::numbered(101)?);
    let siq = siq::Node::new(DomainHash::DEVELOPMENT, 1, Qualifier::User);
    let stopped: &'static ManualClock = Box::leak(Box::new(ManualClock::new(NOW)));
    let step = || stopped.advance(Duration::from_millis(2));
    scheme("snowflake, stopped clock", stopped, snowflake, step)?;
    scheme("kuid, stopped clock", stopped, kuid, step)?;
    scheme("siq, stopped clock", stopped, siq, step)?;
    scheme("snowflake, system's clock", SystemClock, snowflake, || {})?;
    scheme("kuid, system's clock", SystemClock, kuid, || {})?;
    scheme("siq, system's clock", SystemClock, siq, || {})?;
    luuids()
}

fn row(name: &'static str) -> Row {
    Row::new(name, 2000)
}

/// Prints the rows of a scheme: an owner beside an owner, shared beside shared.
fn scheme<C: Clock + Copy + 'static, N: Scheme<Id: Into<u128>> + Copy + 'static>(
    name: &'static str,
    clock: C,
    node: N,
    step: impl Fn() + Copy + 'static,
) -> Result<(), StoreError> {
    let lease = || {
        // Longer than the measurement.
        let ahead = Duration::from_secs(100 * 365 * 86_400);
        let options =
            Options { wanted: Some(0), segment: ahead, max_ahead: ahead, ..Options::new("bench")? };
        let node = |_| Ok::<_, Infallible>(node);
        Ok::<_, StoreError>(options.claim(MemoryStore::new(clock), clock, SysRng, 1, node)?.1)
    };
    let shared: [&'static AtomicU64; 2] =
        [(); 2].map(|()| &*Box::leak(Box::new(AtomicU64::new(0))));
    let guarded = ForkGuard::of(clock);
    row(name)
        .counted("owner", Generator::new(clock, node), step)
        .counted("owner, fork guard", Generator::new(guarded, node), step)
        .counted("owner, fork guard, grant", lease()?.generator(), step)
        .print();
    row(name)
        .counted("shared", Generator::with_counter(clock, node, shared[0]), step)
        .counted("shared, fork guard", Generator::with_counter(guarded, node, shared[1]), step)
        .counted("shared, fork guard, grant", Box::leak(Box::new(lease()?)).handle(), step)
        .print();
    Ok(())
}

impl Row {
    fn counted<C: Clock + 'static, N: Scheme + 'static, H: Counter + 'static>(
        self,
        name: &'static str,
        generator: Generator<C, N, H>,
        step: impl Fn() + 'static,
    ) -> Self {
        let mut generator = generator.with_limits(AHEAD);
        self.each(name, COUNT, step, move || generator.generate().expect("room"))
    }

    fn keys<H: Counter + 'static>(self, name: &'static str, keys: Keys<H>) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(7);
        let mut generator = luuid::Generator::new(keys, rng, Group::from_name("person"));
        self.call(name, move || generator.generate().expect("a key"))
    }
}

fn luuids() -> Result<(), Box<dyn Error>> {
    let blocks = |seed| {
        // One block lasts for the whole measurement: what is timed is taking keys.
        let options = KeyOptions { blocks: 1 << 40..=1 << 40, ..KeyOptions::new("person")? };
        let (store, clock) = (MemoryStore::new(NOW), NOW);
        let (mut keeper, keys) = options.keys(store, clock, ChaCha8Rng::seed_from_u64(seed))?;
        keeper.extend()?;
        // It would give the keys back.
        std::mem::forget(keeper);
        Ok::<_, ids_reserve::StoreError>(keys)
    };
    let shared = Box::leak(Box::new(Keys::counter().shared()));
    let shared_guarded = Box::leak(Box::new(Keys::counter().with_fork_guard().shared()));
    row("luuid")
        .keys("owner", Keys::counter())
        .keys("owner, fork guard", Keys::counter().with_fork_guard())
        .keys("owner, fork guard, blocks", Keys::with_counter(blocks(1)?))
        .print();
    row("luuid")
        .keys("shared", shared.handle())
        .keys("shared, fork guard", shared_guarded.handle())
        .keys("shared, fork guard, blocks", Keys::with_counter(blocks(2)?.shared()))
        .print();
    Ok(())
}
