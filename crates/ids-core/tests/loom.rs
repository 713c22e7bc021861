//! Every interleaving of threads on one shared sequencer, as far as the preemption bound goes.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p ids-core --test loom --release`
#![cfg(loom)]

use core::{ops::Range, time::Duration};

use ids_core::{
    GenerateError, Limits, UnixTime,
    format::{Counter, Positions, Ticks},
};
use loom::{
    model::Builder,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

/// Four positions in each tick, at most two ticks ahead.
fn positions() -> Positions {
    Positions::new(Ticks::per_second(UnixTime::EPOCH, 1), 2, 100)
        .with_limits(Limits::ahead(Duration::from_secs(2)))
}

/// At least and at most this number.
type Want = (u64, u64);

type Taken = Vec<Result<Range<u64>, GenerateError>>;

fn take(
    mut counter: &AtomicU64,
    tick: u64,
    (least, most): Want,
) -> Result<Range<u64>, GenerateError> {
    let now = UnixTime::from_secs(tick);
    counter.advance(|next, granted| positions().step(next, granted, now, least..=most))
}

/// What each thread takes, as (tick that its clock reads, want), one after the other.
fn explore(preemptions: Option<usize>, plans: &'static [&'static [(u64, Want)]]) {
    let mut builder = Builder::new();
    builder.preemption_bound = preemptions;
    builder.check(move || {
        let shared = Arc::new(AtomicU64::new(0));
        let run = |plan: &'static [(u64, Want)], shared: &Arc<AtomicU64>| -> Taken {
            plan.iter().map(|(tick, want)| take(shared, *tick, *want)).collect()
        };
        let others: Vec<_> = plans[1..]
            .iter()
            .map(|plan| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || run(plan, &shared))
            })
            .collect();
        let mut all = vec![run(plans[0], &shared)];
        all.extend(others.into_iter().map(|thread| thread.join().unwrap()));
        check(plans, &all, shared.load(Relaxed));
    });
}

fn check(plans: &[&[(u64, Want)]], all: &[Taken], word: u64) {
    let mut given = Vec::new();
    for (plan, taken) in plans.iter().zip(all) {
        let mut next = 0;
        for ((tick, want), answer) in plan.iter().zip(taken) {
            match answer {
                Ok(range) => {
                    assert!(range.start >= next, "strictly increasing for each thread");
                    assert!(range.start >= tick << 2, "not before the clock's tick");
                    assert!(positions().tick(range.end - 1) <= tick + 2, "not too far ahead");
                    assert!((want.0..=want.1).contains(&(range.end - range.start)));
                    next = range.end;
                    given.push(range.clone());
                }
                // Refused by a word that some interleaving can have brought about.
                Err(GenerateError::Wait { until }) => assert!(until.as_secs() > *tick),
                Err(error) => panic!("{error}"),
            }
        }
    }
    given.sort_by_key(|range| range.start);
    assert!(given.is_sorted_by(|a, b| a.end <= b.start), "no position twice: {given:?}");
    assert_eq!(given.last().map(|range| range.end), Some(word), "the word is the last end");
    // The clock does not run ahead of the others' here, so what is given has no hole inside.
    let ticks = plans.iter().flat_map(|plan| plan.iter().map(|(tick, _)| tick));
    if ticks.clone().min() == ticks.max() {
        assert!(given.is_sorted_by(|a, b| a.end == b.start), "none is lost: {given:?}");
    }
}

#[test]
fn two_threads() {
    explore(None, &[&[(5, (1, 1)), (5, (3, 3))], &[(5, (2, 2)), (5, (1, 1))]]);
}

#[test]
fn two_threads_fill_what_there_is() {
    explore(None, &[&[(5, (1, 9)), (5, (1, 2))], &[(5, (1, 7)), (5, (4, 4))]]);
}

#[test]
fn two_threads_with_different_clocks() {
    explore(None, &[&[(5, (1, 1)), (7, (2, 2))], &[(6, (3, 3)), (4, (1, 1))]]);
}

#[test]
fn three_threads() {
    explore(None, &[&[(5, (1, 1))], &[(5, (2, 2))], &[(5, (3, 3))]]);
}

#[test]
fn three_threads_twice_each() {
    explore(
        Some(3),
        &[&[(5, (1, 1)), (5, (1, 2))], &[(5, (3, 3)), (6, (1, 1))], &[(4, (2, 2)), (5, (1, 9))]],
    );
}
