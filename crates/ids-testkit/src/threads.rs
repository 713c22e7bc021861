//! Several threads at once, and what holds for the identifiers that they take.

use core::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::{sync::Barrier, thread};

use ids_core::{Clock, ClockError, GenerateError, UnixTime};

/// How many threads there are.
pub const THREADS: usize = 4;

/// A clock that all threads push: on by `step` from `start` with each reading. Of each ten thousand readings the first
/// hundred are `back` behind that.
#[derive(Debug)]
pub struct Unsteady {
    /// The time of the first reading, but for `back`.
    pub start: UnixTime,
    /// From one reading to the next.
    pub step: Duration,
    /// How far it goes back.
    pub back: Duration,
    /// How often it was read.
    pub readings: AtomicU64,
}

impl Clock for Unsteady {
    fn now(&self) -> Result<UnixTime, ClockError> {
        let reading = self.readings.fetch_add(1, Relaxed);
        let nanos = self.step.as_nanos() * u128::from(reading);
        let time = self.start + Duration::from_nanos(nanos.try_into().expect("centuries"));
        Ok(if reading % 10_000 < 100 { time.saturating_sub(self.back) } else { time })
    }
}

/// What this answers in each of several threads, which begin at once. It is told the number of its thread.
///
/// # Panics
/// If one of them does.
pub fn at_once<T: Send>(threads: usize, run: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (run, barrier) = (&run, &Barrier::new(threads));
    thread::scope(|scope| {
        let start = |thread| {
            scope.spawn(move || {
                barrier.wait();
                run(thread)
            })
        };
        let threads: Vec<_> = (0..threads).map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread that ends")).collect()
    })
}

/// The identifiers, sorted, that [`THREADS`] threads take, each until it has as many as these. `take` takes one or more.
///
/// # Panics
/// If an identifier was issued twice, if those of one thread are not `in_order`, or at any error but
/// [`GenerateError::Wait`].
pub fn each_once<I: Copy + Ord + Send>(
    each: usize,
    take: impl Fn(&mut Vec<I>) -> Result<(), GenerateError> + Sync,
    in_order: impl Fn(&[I]) -> bool,
) -> Vec<I> {
    let runs = at_once(THREADS, |_| {
        let mut ids = Vec::new();
        while ids.len() < each {
            match take(&mut ids) {
                // The tick is spent or the clock is back: each reading brings it on.
                Err(GenerateError::Wait { .. }) => thread::yield_now(),
                answer => answer.expect("an identifier"),
            }
        }
        ids
    });
    assert!(runs.iter().all(|ids| in_order(ids)), "out of order in a thread");
    let mut all = runs.concat();
    all.sort_unstable();
    assert!(increasing(&all), "an identifier twice");
    all
}

/// Whether each identifier is greater than the one before it.
pub fn increasing<I: Ord>(ids: &[I]) -> bool {
    ids.is_sorted_by(|a, b| a < b)
}
