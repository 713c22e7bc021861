//! Ways of one row in turn, each in time that this thread has on a processor. `reserve` measures by this, too.

use std::{hint::black_box, time::Duration};

use nix::time::{ClockId, clock_gettime};

/// How long a way runs in a turn, about.
const TURN: Duration = Duration::from_micros(120);

pub const HEAD: &str = "| row | way | ns | ratio | quartiles |\n|---|---|---|---|---|";
pub const CSV_HEAD: &str = "operation,format,implementation,x,unit,median,low,high,runs";

/// What was found of one way: nanoseconds, and the quartiles of its ratio to the row's first way.
struct Found {
    row: &'static str,
    way: &'static str,
    nanos: f64,
    ratio: [f64; 3],
}

/// The ways to do one thing that are held against the first of them.
pub struct Row {
    name: &'static str,
    /// How often the ways take turns.
    rounds: usize,
    ways: Vec<Way>,
}

struct Way {
    name: &'static str,
    /// Identifiers of one call, or texts, or records.
    count: usize,
    /// How long this number of calls takes.
    time: Box<dyn FnMut(usize) -> Duration>,
}

impl Row {
    /// No ways yet, which are to take turns this number of times.
    pub const fn new(name: &'static str, rounds: usize) -> Self {
        Self { name, rounds, ways: Vec::new() }
    }

    /// One more way, with a time of its own. Each call makes `count` identifiers.
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

    /// One more way: `make` makes an identifier, under a clock that goes on by itself.
    pub fn call<T>(self, name: &'static str, make: impl FnMut() -> T + 'static) -> Self {
        self.each(name, 1000, || (), make)
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

    /// One more way: `make` makes a string of each of the inputs in turn, which is freed after the next
    /// three. Of one that is freed at once the allocator reads what was just written, and how long that
    /// takes depends on where the string happens to lie.
    pub fn strings<I: 'static>(
        self,
        name: &'static str,
        inputs: Vec<I>,
        mut make: impl FnMut(&I) -> String + 'static,
    ) -> Self {
        let mut kept = [const { String::new() }; 4];
        self.way(name, inputs.len(), move || {
            for (index, input) in inputs.iter().enumerate() {
                kept[index % 4] = black_box(make(black_box(input)));
            }
        })
    }

    /// One more way: `encode` returns the text of each of the inputs in turn, which stays where it is.
    pub fn encode<I: 'static, T>(
        self,
        name: &'static str,
        inputs: Vec<I>,
        mut encode: impl FnMut(&I) -> T + 'static,
    ) -> Self {
        self.way(name, inputs.len(), move || {
            for input in &inputs {
                black_box(&encode(black_box(input)));
            }
        })
    }

    /// One more way: `write` puts the text of each of the inputs in turn into one buffer, where it stays.
    pub fn write<I: 'static, B: 'static>(
        self,
        name: &'static str,
        inputs: Vec<I>,
        mut buffer: B,
        mut write: impl for<'b> FnMut(&I, &'b mut B) -> &'b [u8] + 'static,
    ) -> Self {
        self.way(name, inputs.len(), move || {
            for input in &inputs {
                black_box(write(black_box(input), &mut buffer));
            }
        })
    }

    /// Measures all ways and prints a line of a table for each.
    pub fn print(self) {
        for Found { row, way, nanos, ratio: [low, median, high] } in self.found() {
            println!("| {row} | {way} | {nanos:.2} | {median:.2} | {low:.2} to {high:.2} |");
        }
    }

    /// The ratios, as the report of `benches` keeps its figures.
    pub fn print_csv(self) {
        let rounds = self.rounds;
        for Found { row, way, ratio: [low, median, high], .. } in self.found() {
            let [row, way] = [row, way].map(|name| name.replace(',', ";"));
            println!(
                "cross_check,{row},{way},{rounds},ratio,{median:.4},{low:.4},{high:.4},{rounds}"
            );
        }
    }

    fn found(mut self) -> Vec<Found> {
        let times = self.measure();
        let found = self.ways.iter().enumerate().map(|(index, way)| {
            let own = sorted(times.iter().map(|round| round[index]).collect());
            let ratios = sorted(times.iter().map(|round| round[index] / round[0]).collect());
            let quartiles = [self.rounds / 4, self.rounds / 2, self.rounds * 3 / 4];
            Found {
                row: self.name,
                way: way.name,
                nanos: own[self.rounds / 2],
                ratio: quartiles.map(|at| ratios[at]),
            }
        });
        found.collect()
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
        (0..self.rounds).map(&mut round).collect()
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
