//! Four threads take, two keepers run, one store.

use core::ops::Range;
use std::thread;

use ids_reserve::{GenerateError, KeyBlocks, KeyOptions};

use crate::{EACH, begun, holder, memory, options};

const THREADS: usize = 4;

/// What a thread takes: one at a time, and up to seven.
fn take(mut keys: KeyBlocks<true>) -> Vec<u64> {
    let mut all = Vec::with_capacity(EACH + 7);
    while all.len() < EACH {
        let many = all.len() % 5 == 0;
        let taken = if many { keys.take_many(7) } else { keys.take().map(|key| key..key + 1) };
        match taken {
            Ok(keys) => all.extend(keys),
            Err(GenerateError::Spent) => thread::yield_now(),
            Err(error) => panic!("{error}"),
        }
    }
    all
}

#[test]
fn no_key_twice_among_threads_and_holders() {
    let store = memory();
    let mut all: Vec<u64> = thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..2 {
            let (mut keeper, keys) = holder(&store, options(10..=5_000));
            let keys = keys.shared();
            scope.spawn(move || keeper.run(|_| ()).unwrap());
            threads.extend((0..THREADS / 2).map(|_| {
                let keys = keys.clone();
                scope.spawn(move || take(keys))
            }));
        }
        threads
            .into_iter()
            .flat_map(|thread| {
                let keys = thread.join().unwrap();
                assert!(keys.is_sorted_by(|a, b| a < b), "the keys of each thread increase");
                keys
            })
            .collect()
    });
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
    // Both keepers gave back what was left: all but that was taken.
    let used: u64 = crate::spans(&store)
        .into_iter()
        .filter(|(_, state)| state.name() == "used")
        .map(|(keys, _)| keys.end - keys.start)
        .sum();
    assert_eq!(used, u64::try_from(count).unwrap());
}

/// A keeper that runs out of keys goes on when another holder gives some back.
#[test]
fn a_running_keeper_hears_of_keys_that_are_given_back() {
    let store = memory();
    let few = || KeyOptions { keys: 1..21, ..options(10..=10) };
    let (mut keeper, mut keys) = begun(&store, few());
    let (mut other, others) = begun(&store, few());
    let until = |wanted: fn(&Result<Range<u64>, GenerateError>) -> bool, keys: &mut KeyBlocks| loop {
        let answer = keys.take_many(10);
        if wanted(&answer) {
            return answer;
        }
        thread::yield_now();
    };
    thread::scope(|scope| {
        scope.spawn(|| keeper.run(|_| ()).unwrap());
        let _no_key = until(|answer| *answer == Err(GenerateError::Exhausted), &mut keys);
        drop(others);
        assert!(!other.extend().unwrap());
        assert_eq!(until(Result::is_ok, &mut keys), Ok(11..21));
        drop(keys);
    });
}
