//! Every interleaving of a keeper that extends the window and of counters that take from it.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p ids-reserve --test loom --release`
#![cfg(loom)]

use core::{
    convert::Infallible,
    ops::Range,
    sync::atomic::Ordering::{self, Acquire, Relaxed, Release},
    time::Duration,
};

use ids_core::{
    GenerateError, Limits, UnixTime,
    format::{Counter, Positions, Ticks},
};
use ids_reserve::{KeyOptions, MemoryStore};
use loom::{
    model::Builder,
    sync::{Arc, atomic::AtomicU64},
    thread,
};
use rand_core::TryRng;

#[path = "../src/counter.rs"]
#[allow(dead_code, unreachable_pub, reason = "what no user sees is tested here")]
mod counter;

use counter::{GrantedCounter, Window};

/// Four positions in each tick, and as far ahead of the clock as is wanted.
fn positions() -> Positions {
    Positions::new(Ticks::per_second(UnixTime::EPOCH, 1), 2, 1000)
        .with_limits(Limits::ahead(Duration::from_secs(1000)))
}

/// At least and at most this number, while the clock is in tick 1.
type Want = (u64, u64);

fn take(counter: &mut impl Counter, (least, most): Want) -> Result<Range<u64>, GenerateError> {
    let now = UnixTime::from_secs(1);
    counter.advance(|next, granted| positions().step(next, granted, now, least..=most))
}

type Taken = Vec<Result<Range<u64>, GenerateError>>;

/// The positions of the granted ticks, in this order.
const GRANTS: [Range<u64>; 3] = [1..2, 5..6, 6..7];

fn check(taken: &[Taken]) {
    let granted = |range: &Range<u64>| {
        // A step may go from one grant to the next where they touch.
        let ticks = range.start >> 2..=(range.end - 1) >> 2;
        ticks.into_iter().all(|tick| GRANTS.iter().any(|grant| grant.contains(&tick)))
    };
    let mut all = Vec::new();
    for answer in taken.iter().flatten() {
        match answer {
            Ok(range) => {
                assert!(granted(range), "{range:?} was not granted");
                all.push(range.clone());
            }
            Err(refusal) => assert_eq!(*refusal, GenerateError::Spent),
        }
    }
    all.sort_by_key(|range| range.start);
    assert!(all.is_sorted_by(|a, b| a.end <= b.start), "twice: {all:?}");
}

#[test]
fn an_owner_beside_its_keeper() {
    loom::model(|| {
        let window = Arc::new(Window::default());
        window.extend(GRANTS[0].clone());
        let theirs = Arc::clone(&window);
        let keeper = thread::spawn(move || {
            theirs.extend(GRANTS[1].clone());
            theirs.extend(GRANTS[2].clone());
        });
        let mut counter = GrantedCounter::new(0, &*window);
        let wants = [(3, 3), (1, 4), (2, 2), (1, 9)];
        let taken = wants.map(|want| take(&mut counter, want));
        keeper.join().unwrap();
        let rest = take(&mut counter, (1, 99));
        let last = taken.iter().chain([&rest]).flatten().last().map(|range| range.end);
        assert_eq!(last, Some(7 << 2), "it sees the last grant");
        check(&[taken.into()]);
    });
}

#[test]
fn threads_beside_their_keeper() {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(|| {
        let shared = Arc::new((Window::default(), AtomicU64::new(0)));
        shared.0.extend(GRANTS[0].clone());
        let run = |shared: &(Window, AtomicU64), wants: &[Want]| -> Taken {
            let mut counter = GrantedCounter::new(&shared.1, &shared.0);
            wants.iter().map(|want| take(&mut counter, *want)).collect()
        };
        let other = Arc::clone(&shared);
        let other = thread::spawn(move || run(&other, &[(1, 3)]));
        let theirs = Arc::clone(&shared);
        let keeper = thread::spawn(move || {
            theirs.0.extend(GRANTS[1].clone());
            theirs.0.extend(GRANTS[2].clone());
        });
        let ours = run(&shared, &[(3, 3), (1, 4)]);
        keeper.join().unwrap();
        check(&[ours, other.join().unwrap()]);
    });
}

#[test]
fn a_closed_window_stays_empty() {
    loom::model(|| {
        let window = Arc::new(Window::default());
        window.extend(GRANTS[0].clone());
        let theirs = Arc::clone(&window);
        let keeper = thread::spawn(move || theirs.close());
        let mut counter = GrantedCounter::new(0, &*window);
        let taken = take(&mut counter, (1, 1));
        keeper.join().unwrap();
        check(&[vec![taken]]);
        let closed = take(&mut counter, (1, 1));
        assert_eq!(closed, Err(GenerateError::Spent));
    });
}

/// The window in miniature: the order of its two stores, and of its two loads.
fn in_this_order(limit_stored_first: bool, from_loaded_first: bool, order: [Ordering; 2]) {
    let [store, load] = order;
    loom::model(move || {
        let window = Arc::new((AtomicU64::new(1), AtomicU64::new(2)));
        let theirs = Arc::clone(&window);
        let keeper = thread::spawn(move || {
            if limit_stored_first {
                theirs.1.store(6, store);
                theirs.0.store(5, store);
            } else {
                theirs.0.store(5, Relaxed);
                theirs.1.store(6, store);
            }
        });
        let (from, limit) = if from_loaded_first {
            let from = window.0.load(load);
            (from, window.1.load(load))
        } else {
            let limit = window.1.load(load);
            (window.0.load(Relaxed), limit)
        };
        // Ticks 2 to 4 are another holder's.
        assert!(from >= limit || GRANTS.contains(&(from..limit)), "not granted: {from}..{limit}");
        keeper.join().unwrap();
    });
}

#[test]
fn the_order_of_the_window() {
    in_this_order(false, false, [Release, Acquire]);
}

#[test]
#[should_panic(expected = "not granted")]
fn a_limit_before_its_start_is_found() {
    in_this_order(true, false, [Release, Acquire]);
}

#[test]
#[should_panic(expected = "not granted")]
fn a_start_read_before_the_limit_is_found() {
    in_this_order(false, true, [Release, Acquire]);
}

#[test]
#[should_panic(expected = "not granted")]
fn relaxed_orders_are_found() {
    in_this_order(false, false, [Relaxed, Relaxed]);
}

/// Random enough for the names of requests: each is another one.
struct Counting(u64);

impl TryRng for Counting {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| word as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 += 1;
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(0);
        Ok(())
    }
}

/// Blocks of two keys; between them are the blocks of another.
#[test]
fn takers_beside_the_keeper_of_blocks() {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(|| {
        let clock = UnixTime::from_secs(1_735_689_600);
        let store = MemoryStore::new(clock);
        let new = |seed| {
            let options = KeyOptions { blocks: 2..=2, ..KeyOptions::new("keys").unwrap() };
            options.keys(store.clone(), clock, Counting(seed)).unwrap()
        };
        let ((mut keeper, keys), (mut other, mut others)) = (new(0), new(1 << 32));
        keeper.extend().unwrap();
        other.extend().unwrap();
        let (mut one, taken_by_other) = (keys.shared(), others.take_many(2).unwrap());
        let mut two = one.clone();
        let taker = thread::spawn(move || [two.take_many(2), two.take_many(2)]);
        let keeper = thread::spawn(move || {
            keeper.extend().unwrap();
            keeper
        });
        let mut taken = vec![one.take().map(|key| key..key + 1)];
        taken.extend(taker.join().unwrap());
        let keeper = keeper.join().unwrap();
        let mut all = vec![taken_by_other];
        for answer in taken {
            match answer {
                Ok(keys) => all.push(keys),
                Err(error) => assert_eq!(error, GenerateError::Spent),
            }
        }
        all.sort_by_key(|keys| keys.start);
        assert!(all.is_sorted_by(|a, b| a.end <= b.start), "twice, or another's: {all:?}");
        drop(keeper);
    });
}
