//! Every interleaving of threads that share commits, as far as the preemption bound goes.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p evently-ledger --test loom --release`
#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::convert::Infallible;

use evently_ledger::{Appender, MemoryStore, NewEvent, UnixTime, parallel::Verification};
use loom::{model::Builder, sync::Arc, thread};

const NOW: UnixTime = UnixTime::from_secs(1_735_689_600);
const EVENT: &[u8] = br#"{"event":"e","entities":{},"meta":{},"data":null}"#;

/// Each thread appends the number of events of its plan, one after the other; a commit has at most `most`.
fn explore(preemptions: Option<usize>, most: usize, plans: &'static [usize]) {
    let mut builder = Builder::new();
    builder.preemption_bound = preemptions;
    builder.check(move || {
        let ledger = Appender::begin(MemoryStore::new(), &NOW, NewEvent::new(EVENT)).unwrap();
        let open = || -> Result<_, Infallible> { Ok(MemoryStore::new()) };
        let shared = Arc::new(ledger.shared(NOW, open).with_most(most, usize::MAX));
        let threads: Vec<_> = plans
            .iter()
            .map(|count| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    let ids: Vec<_> =
                        (0..*count).map(|_| shared.append(NewEvent::new(EVENT)).unwrap()).collect();
                    assert!(ids.is_sorted());
                    ids
                })
            })
            .collect();
        let mut ids: Vec<_> =
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
        ids.sort_unstable();
        ids.dedup();
        let all: usize = plans.iter().sum();
        assert_eq!((ids.len(), shared.waiting()), (all, 0));
        let shared = Arc::try_unwrap(shared).expect("the threads have ended");
        let mut store = shared.into_store().expect("no store has failed");
        let (report, ended) = Verification::default().run_store(&mut store);
        assert_eq!((report.events, report.first, ended), (all as u64 + 1, None, Ok(())));
    });
}

#[test]
fn two_threads() {
    explore(Some(3), 1024, &[1, 1]);
    explore(Some(2), 1024, &[2, 1]);
}

#[test]
fn three_threads() {
    explore(Some(2), 1024, &[1, 1, 1]);
}

/// Each leads, and hands the turn on.
#[test]
fn one_event_a_commit() {
    explore(Some(2), 1, &[1, 1, 1]);
}
