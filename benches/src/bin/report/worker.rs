//! Workers that make identifiers in threads of their own, and how fast they are together.

use std::{
    hint::black_box,
    sync::{
        Barrier,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use ids_benches::measure::process_time;

/// Makes identifiers until told to stop, and says how many.
pub type Worker = Box<dyn FnMut(&AtomicBool) -> u64 + Send>;

/// The implementations that are compared, each with its workers for a number of threads.
pub type Contender = (&'static str, &'static str, fn(usize) -> Vec<Worker>);

/// A worker that makes one identifier after another; it looks for the end after every 64.
pub fn worker<T>(mut make: impl FnMut() -> T + Send + 'static) -> Worker {
    Box::new(move |end| {
        let mut count = 0;
        while !end.load(Relaxed) {
            for _ in 0..64 {
                black_box(make());
            }
            count += 64;
        }
        count
    })
}

/// Identifiers a second and the processors' share of the time, by these workers together.
pub fn run_for(time: Duration, workers: Vec<Worker>) -> (f64, f64) {
    let (end, made) = (AtomicBool::new(false), AtomicU64::new(0));
    let start = Barrier::new(workers.len() + 1);
    let (passed, busy) = thread::scope(|scope| {
        for mut worker in workers {
            let (end, made, start) = (&end, &made, &start);
            scope.spawn(move || {
                start.wait();
                made.fetch_add(worker(end), Relaxed);
            });
        }
        start.wait();
        let (begun, busy) = (Instant::now(), process_time());
        thread::sleep(time);
        end.store(true, Relaxed);
        let (passed, busy) = (begun.elapsed(), process_time() - busy);
        (passed.as_secs_f64(), busy.as_secs_f64())
    });
    (made.load(Relaxed) as f64 / passed, busy / passed)
}
