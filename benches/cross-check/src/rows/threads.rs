//! A generator for several threads at once, each of which reads the system's clock for every
//! identifier: the time that all of them have on a processor.

use std::{
    hint::{black_box, spin_loop},
    sync::Barrier,
    thread,
    time::Duration,
};

use ferroid::generator::AtomicSnowflakeGenerator;
use ids_core::{Generator, SystemClock};

use super::sample::{SystemMillis, Wide, WideId, wait};
use crate::measure::{Row, thread_time};

/// Identifiers of a thread in one call.
const EACH: usize = 1000;
/// Calls in a turn at least: about as long as the operating system lets a thread run.
const LEAST: usize = 40;

/// How long `THREADS` threads work to make this number of thousands together.
fn together<const THREADS: usize>(thousands: usize, make: impl Fn() + Sync) -> Duration {
    let (begin, each) = (Barrier::new(THREADS), thousands.div_ceil(THREADS));
    thread::scope(|scope| {
        let run = || {
            begin.wait();
            let start = thread_time();
            for _ in 0..each * EACH {
                make();
            }
            thread_time() - start
        };
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
    })
}

pub fn system<const THREADS: usize>(row: Row) -> Row {
    let ferroid = AtomicSnowflakeGenerator::<WideId, _>::new(0, SystemMillis);
    let ids = Generator::shared(SystemClock, Wide);
    row.timed("ferroid", LEAST * EACH, move |calls| {
        together::<THREADS>(calls * LEAST, || {
            black_box(ferroid.next_id(|_| spin_loop()));
        })
    })
    .timed("ids", LEAST * EACH, move |calls| {
        together::<THREADS>(calls * LEAST, || {
            black_box(wait(|| ids.generate()));
        })
    })
}
