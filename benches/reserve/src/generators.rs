//! One identifier through a grant, beside the same generator without one.

use std::{
    error::Error,
    hint::black_box,
    sync::{Arc, atomic::AtomicU64},
    time::Duration,
};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_core::{
    Clock, Generator, ManualClock, Policy, SystemClock, UnixTime,
    clock::ForkGuard,
    format::{Counter, Scheme},
};
use ids_reserve::{GrantedCounter, KeyOptions, MemoryStore, Window};
use luuid::{Group, Keys};
use siq::{DomainHash, Qualifier};
use snowflake::{Node, Twitter};

use crate::rounds::{Case, take_turns, thread_time};

/// Identifiers in one turn.
const COUNT: usize = 1000;
const ROUNDS: usize = 2000;
const NOW: UnixTime = UnixTime::from_secs(1_767_225_600);
const AHEAD: Policy = Policy::Borrow { max_ahead: Duration::from_secs(7 * 86_400) };

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("one identifier, ns of the thread's own time, {ROUNDS} rounds of {COUNT} in turn\n");
    println!("| format | clock | case | least | median | beside the first: median | least |");
    println!("|---|---|---|---|---|---|---|");
    let snowflake = || Node::<Twitter>::numbered(101);
    let kuid = || kuid::Node::<8>::numbered(101);
    let siq =
        |_| siq::Generator::new(SystemClock, DomainHash::DEVELOPMENT, 1).node(Qualifier::User);
    let stopped: &'static ManualClock = Box::leak(Box::new(ManualClock::new(NOW)));
    table("snowflake", "stopped", stopped_cases(stopped, snowflake()?));
    table("kuid", "stopped", stopped_cases(stopped, kuid()?));
    table("siq", "stopped", stopped_cases(stopped, siq(())));
    table("snowflake", "system", cases(SystemClock, snowflake()?, || {}));
    table("kuid", "system", cases(SystemClock, kuid()?, || {}));
    table("siq", "system", cases(SystemClock, siq(()), || {}));
    table("luuid", "none", luuid_cases()?);
    Ok(())
}

fn stopped_cases<N: Scheme + Copy + 'static>(clock: &'static ManualClock, node: N) -> [Case; 6] {
    cases(clock, node, || clock.advance(Duration::from_millis(2)))
}

fn table(format: &str, clock: &str, cases: impl AsMut<[Case]>) {
    let mut cases = cases;
    let cases = cases.as_mut();
    // An owner beside an owner, shared beside shared.
    for cases in cases.chunks_mut(3) {
        let rows = take_turns(cases, ROUNDS, COUNT, thread_time);
        let fastest = rows[0].0;
        for (case, (least, median, ratio)) in cases.iter().zip(rows) {
            let (name, beside) = (case.name, least / fastest);
            println!(
                "| {format} | {clock} | {name} | {least:.2} | {median:.2} | {ratio:.3} | {beside:.3} |"
            );
        }
    }
}

/// A turn of a generator over this counter.
fn turn<C: Clock + 'static, N: Scheme + 'static, H: Counter + 'static>(
    name: &'static str,
    clock: C,
    node: N,
    counter: H,
    before: impl Fn() + 'static,
) -> Case {
    let mut generator = Generator::with_counter(clock, node, counter).with_policy(AHEAD);
    Case::new(name, move || {
        before();
        for _ in 0..COUNT {
            black_box(generator.generate().expect("room"));
        }
    })
}

fn cases<C: Clock + Copy + 'static, N: Scheme + Copy + 'static>(
    clock: C,
    node: N,
    before: impl Fn() + Copy + 'static,
) -> [Case; 6] {
    // The same code as `Lease::generator`, over a grant without an end.
    let window = || {
        let window = Window::default();
        window.extend(0..node.positions().last());
        window
    };
    let shared: [&'static AtomicU64; 3] =
        [(); 3].map(|()| &*Box::leak(Box::new(AtomicU64::new(0))));
    let guarded = ForkGuard::of(clock);
    let granted = GrantedCounter::new(0, Arc::new(window()));
    let lent: &'static Window = Box::leak(Box::new(window()));
    let shared_granted = GrantedCounter::new(shared[2], lent);
    [
        turn("owner", clock, node, 0, before),
        turn("owner, fork guard", guarded, node, 0, before),
        turn("owner, fork guard, grant", guarded, node, granted, before),
        turn("shared", clock, node, shared[0], before),
        turn("shared, fork guard", guarded, node, shared[1], before),
        turn("shared, fork guard, grant", guarded, node, shared_granted, before),
    ]
}

fn luuid_cases() -> Result<[Case; 6], Box<dyn Error>> {
    let rng = || ChaCha8Rng::seed_from_u64(7);
    let blocks = |seed| {
        // One block lasts for the whole measurement: what is timed is taking keys.
        let options = KeyOptions::new("person")?.with_blocks(1 << 40..=1 << 40);
        let (store, clock) = (MemoryStore::new(NOW), NOW);
        let (mut keeper, keys) = options.keys(store, clock, ChaCha8Rng::seed_from_u64(seed))?;
        keeper.extend()?;
        // It would give the keys back.
        std::mem::forget(keeper);
        Ok::<_, ids_reserve::StoreError>(keys)
    };
    let shared = Box::leak(Box::new(Keys::counter().shared()));
    let shared_guarded = Box::leak(Box::new(Keys::counter().with_fork_guard().shared()));
    Ok([
        keys("owner", Keys::counter(), rng()),
        keys("owner, fork guard", Keys::counter().with_fork_guard(), rng()),
        keys("owner, fork guard, blocks", Keys::with_counter(blocks(1)?), rng()),
        keys("shared", shared.handle(), rng()),
        keys("shared, fork guard", shared_guarded.handle(), rng()),
        keys("shared, fork guard, blocks", Keys::with_counter(blocks(2)?.shared()), rng()),
    ])
}

fn keys<H: Counter + 'static>(name: &'static str, keys: Keys<H>, rng: ChaCha8Rng) -> Case {
    let mut generator = luuid::Generator::new(keys, rng, Group::from_name("person"));
    Case::new(name, move || {
        for _ in 0..COUNT {
            black_box(generator.generate().expect("a key"));
        }
    })
}
