//! Ways of one row in turn, each in time that this thread has on a processor.

use std::{hint::black_box, time::Duration};

use nix::time::{ClockId, clock_gettime};

/// How often the ways take turns.
const ROUNDS: usize = 41;
/// How long a way runs in a turn, about.
const TURN: Duration = Duration::from_micros(120);

/// The ways to do one thing that are held against the first of them.
pub struct Row {
    name: &'static str,
    ways: Vec<Way>,
}

struct Way {
    name: &'static str,
    /// Identifiers of one call, or texts, or records.
    count: usize,
    /// How long so many calls take.
    time: Box<dyn FnMut(usize) -> Duration>,
}

impl Row {
    pub const fn new(name: &'static str) -> Self {
        Self { name, ways: Vec::new() }
    }

    /// One more way, with a time of its own: so many calls, each of which makes `count` identifiers.
    pub fn timed(
        mut self,
        name: &'static str,
        count: usize,
        time: impl FnMut(usize) -> Duration + 'static,
    ) -> Self {
        self.ways.push(Way { name, count, time: Box::new(time) });
        self
    }

    /// One more way: each call of `run` makes `count` identifiers.
    pub fn way(self, name: &'static str, count: usize, mut run: impl FnMut() + 'static) -> Self {
        self.timed(name, count, move |calls| {
            let start = thread_time();
            for _ in 0..calls {
                run();
            }
            thread_time() - start
        })
    }

    /// One more way: `step` moves the clock, then `make` makes `count` identifiers, one a call.
    pub fn each<T>(
        self,
        name: &'static str,
        count: usize,
        mut step: impl FnMut() + 'static,
        mut make: impl FnMut() -> T + 'static,
    ) -> Self {
        self.way(name, count, move || {
            step();
            for _ in 0..count {
                black_box(make());
            }
        })
    }

    /// One more way: `call` takes each of the inputs in turn.
    pub fn over<I: 'static, T>(
        self,
        name: &'static str,
        inputs: Vec<I>,
        mut call: impl FnMut(&I) -> T + 'static,
    ) -> Self {
        self.way(name, inputs.len(), move || {
            for input in &inputs {
                black_box(call(black_box(input)));
            }
        })
    }

    /// Measures all ways and prints a line of a table for each.
    pub fn print(mut self) {
        let times = self.measure();
        for (index, way) in self.ways.iter().enumerate() {
            let own = sorted(times.iter().map(|round| round[index]).collect());
            let ratios = sorted(times.iter().map(|round| round[index] / round[0]).collect());
            println!(
                "| {} | {} | {:.2} | {:.2} | {:.2} to {:.2} |",
                self.name,
                way.name,
                own[ROUNDS / 2],
                ratios[ROUNDS / 2],
                ratios[ROUNDS / 4],
                ratios[ROUNDS * 3 / 4],
            );
        }
    }

    /// Nanoseconds for one of them, of each round and way.
    fn measure(&mut self) -> Vec<Vec<f64>> {
        let calls: Vec<_> = self.ways.iter_mut().map(Way::calls).collect();
        let mut round = |first: usize| {
            let mut times = vec![0.0; self.ways.len()];
            // Another way begins each round, so that none always follows the same one.
            for turn in 0..self.ways.len() {
                let index = (first + turn) % self.ways.len();
                let way = &mut self.ways[index];
                let made = (calls[index] * way.count) as f64;
                times[index] = (way.time)(calls[index]).as_secs_f64() * 1e9 / made;
            }
            times
        };
        (0..ROUNDS).map(&mut round).collect()
    }
}

impl Way {
    /// How many calls fill a turn.
    fn calls(&mut self) -> usize {
        let mut calls = 1;
        while (self.time)(calls) < TURN / 2 {
            calls *= 2;
        }
        calls
    }
}

fn sorted(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers
}

pub fn thread_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("Linux has this clock").into()
}
