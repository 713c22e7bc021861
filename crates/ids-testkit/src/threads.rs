//! What holds for identifiers that several threads take at once.

use core::{
    fmt::Debug,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};
use std::{sync::Barrier, thread};

use ids_core::{Clock, ClockError, GenerateError, UnixTime};

/// How many threads there are.
pub const THREADS: usize = 4;

/// How many identifiers each thread takes: ten million in all where the code is optimised, a million
/// otherwise, few under Miri.
pub const EACH: usize = if cfg!(miri) {
    200
} else if cfg!(debug_assertions) {
    250_000
} else {
    2_500_000
};

/// A clock that all threads push: on with each reading, and back now and then.
#[derive(Debug)]
pub struct Unsteady {
    start: UnixTime,
    step: Duration,
    back: Duration,
    readings: AtomicU64,
}

impl Unsteady {
    /// A clock that starts at `start` and goes on by `step` with each reading. Of each ten thousand
    /// readings, the first hundred are `back` behind that.
    pub const fn new(start: UnixTime, step: Duration, back: Duration) -> Self {
        Self { start, step, back, readings: AtomicU64::new(0) }
    }
}

impl Clock for Unsteady {
    fn now(&self) -> Result<UnixTime, ClockError> {
        let reading = self.readings.fetch_add(1, Relaxed);
        let nanos = self.step.as_nanos() * u128::from(reading);
        let time = self.start + Duration::from_nanos(nanos.try_into().expect("centuries"));
        let behind = reading % 10_000 < 100;
        Ok(if behind { time.saturating_sub(self.back) } else { time })
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

/// Takes identifiers from [`THREADS`] threads, and returns all of them, sorted.
///
/// `start` is called in each thread, with its number, and returns what takes one identifier or more.
/// A thread ends when it has `each`, or when there are no more: [`GenerateError::Exhausted`].
///
/// # Panics
/// If an identifier was issued twice, if those of one thread are not `in_order`, or at any error but
/// [`GenerateError::Wait`] and `Exhausted`.
pub fn each_once<I, F>(
    each: usize,
    start: impl Fn(usize) -> F + Sync,
    in_order: impl Fn(&[I]) -> bool,
) -> Vec<I>
where
    I: Copy + Ord + Debug + Send,
    F: FnMut(&mut Vec<I>) -> Result<(), GenerateError>,
{
    let run = |thread| {
        let (mut take, mut ids) = (start(thread), Vec::new());
        while ids.len() < each {
            match take(&mut ids) {
                Ok(()) => {}
                // The tick is spent or the clock is back: each reading brings it on.
                Err(GenerateError::Wait { .. }) => thread::yield_now(),
                Err(GenerateError::Exhausted) => break,
                Err(error) => panic!("{error}"),
            }
        }
        ids
    };
    let runs = at_once(THREADS, run);
    assert!(runs.iter().all(|ids| in_order(ids)), "each thread's own are in order");
    let mut all = runs.concat();
    all.sort_unstable();
    for pair in all.windows(2) {
        assert!(pair[0] < pair[1], "{:?} twice", pair[0]);
    }
    all
}

/// Whether each identifier is greater than the one before it.
pub fn increasing<I: Ord>(ids: &[I]) -> bool {
    ids.is_sorted_by(|a, b| a < b)
}
