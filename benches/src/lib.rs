//! What the benchmarks share: they count the thread's own time on the processor, so that a busy
//! machine disturbs them little, and they make a thousand of everything at a time.
//!
//! Names are `operation/format/implementation`. Every implementation's result is checked before it
//! is timed. `README.md` says how to run them and what they have shown.

use std::{hint::black_box, time::Duration};

use criterion::{
    BenchmarkGroup, Criterion, Throughput,
    measurement::{Measurement, ValueFormatter, WallTime},
};
use nix::time::{ClockId, clock_gettime};

/// Identifiers made, written or read by one iteration.
pub const COUNT: usize = 1000;

/// Time that this thread has spent on a processor.
#[derive(Debug)]
pub struct ThreadTime;

impl Measurement for ThreadTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("Linux has this clock").into()
    }

    fn end(&self, start: Duration) -> Duration {
        self.start() - start
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// The benchmarks' configuration: short and repeatable.
pub fn criterion() -> Criterion<ThreadTime> {
    Criterion::default()
        .with_measurement(ThreadTime)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args()
}

/// The implementations of one operation on one format, each timed for a number of results.
pub struct Group<'a> {
    group: BenchmarkGroup<'a, ThreadTime>,
    count: usize,
}

impl<'a> Group<'a> {
    /// The group `operation/format`; one iteration gives `count` results.
    pub fn new(criterion: &'a mut Criterion<ThreadTime>, name: &str, count: usize) -> Self {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(count as u64));
        Self { group, count }
    }

    /// Times a call that gives one result.
    pub fn call<T>(&mut self, implementation: &str, mut call: impl FnMut() -> T) -> &mut Self {
        let count = self.count;
        self.each(implementation, || {
            for _ in 0..count {
                black_box(call());
            }
        })
    }

    /// Times a call for each of the inputs.
    pub fn over<I, T>(
        &mut self,
        implementation: &str,
        inputs: &[I],
        mut call: impl FnMut(&I) -> T,
    ) -> &mut Self {
        assert_eq!(inputs.len(), self.count);
        self.each(implementation, || {
            for input in inputs {
                black_box(call(black_box(input)));
            }
        })
    }

    /// Times a call that gives all the results of an iteration.
    pub fn each<T>(&mut self, implementation: &str, mut call: impl FnMut() -> T) -> &mut Self {
        self.group.bench_function(implementation, |bencher| bencher.iter(&mut call));
        self
    }
}
