//! What is compared: the implementations of one operation on one format.

use std::{collections::BTreeSet, fmt::Debug, hint::black_box};

use ids_core::ManualClock;

use crate::samples::{Millis, STEP, clock};

/// Results of one iteration where there is no reason for another number.
pub const COUNT: usize = 1000;

/// `operation/format`, and what makes its implementations. Making them checks them.
#[derive(Debug)]
pub struct Group {
    pub operation: &'static str,
    pub format: &'static str,
    pub cases: fn() -> Cases,
}

/// Implementations of the same task. An iteration of each gives `count` results.
///
/// The report compares what is in one group, so all of a group do the same work on the same inputs. An
/// input has the type of the implementation that takes it: conversions are made before.
pub struct Cases {
    pub count: usize,
    pub list: Vec<Case>,
}

/// An implementation.
pub struct Case {
    pub name: &'static str,
    /// One iteration.
    pub run: Box<dyn FnMut()>,
}

/// What holds between one identifier and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    Ascending,
    Distinct,
}

impl Cases {
    /// No implementations yet. An iteration of each is to give `count` results.
    pub const fn new(count: usize) -> Self {
        Self { count, list: Vec::new() }
    }

    /// An iteration that makes all the results, checked by the caller.
    pub fn each<T>(mut self, name: &'static str, mut run: impl FnMut() -> T + 'static) -> Self {
        let run = Box::new(move || drop(black_box(run())));
        self.list.push(Case { name, run });
        self
    }

    /// A call that gives one result, any at all: for what has nothing to be checked.
    pub fn call<T>(self, name: &'static str, mut call: impl FnMut() -> T + 'static) -> Self {
        let count = self.count;
        self.each(name, move || {
            for _ in 0..count {
                black_box(call());
            }
        })
    }

    /// A call for each input, whose result has to be as expected.
    pub fn over<I: 'static, T>(
        self,
        name: &'static str,
        inputs: Vec<I>,
        expected: impl Fn(&I, &T) -> bool,
        mut call: impl FnMut(&I) -> T + 'static,
    ) -> Self {
        assert_eq!(inputs.len(), self.count, "{name}: inputs");
        for (index, input) in inputs.iter().enumerate() {
            assert!(expected(input, &call(input)), "{name}: wrong result for input {index}");
        }
        self.each(name, move || {
            for input in &inputs {
                black_box(call(black_box(input)));
            }
        })
    }

    /// A call that makes one identifier, whatever its clock reads.
    pub fn make<T: Ord>(
        self,
        name: &'static str,
        sequence: Sequence,
        mut call: impl FnMut() -> T + 'static,
    ) -> Self {
        check(name, sequence, (0..3 * self.count).map(|_| call()).collect());
        self.call(name, call)
    }

    /// The same, where `tick` moves the clock before every `PER_TICK` identifiers.
    pub fn ticking<const PER_TICK: usize, T: Ord>(
        self,
        name: &'static str,
        sequence: Sequence,
        mut tick: impl FnMut() + 'static,
        mut call: impl FnMut() -> T + 'static,
    ) -> Self {
        let ticks = self.count / PER_TICK;
        assert_eq!(ticks * PER_TICK, self.count, "{name}: whole ticks");
        let mut ids = Vec::new();
        for _ in 0..3 * ticks {
            tick();
            ids.extend((0..PER_TICK).map(|_| call()));
        }
        check(name, sequence, ids);
        self.each(name, move || {
            for _ in 0..ticks {
                tick();
                for _ in 0..PER_TICK {
                    black_box(call());
                }
            }
        })
    }

    /// An implementation on a clock of its own, which goes on to another tick before every `PER_TICK` identifiers.
    pub fn on_clock<const PER_TICK: usize, T: Ord, F: FnMut() -> T + 'static>(
        self,
        name: &'static str,
        sequence: Sequence,
        start: impl FnOnce(&'static ManualClock) -> F,
    ) -> Self {
        let clock = clock();
        self.ticking::<PER_TICK, T>(name, sequence, move || clock.advance(STEP), start(clock))
    }

    /// The same on ferroid's kind of clock.
    pub fn on_millis<const PER_TICK: usize, T: Ord, F: FnMut() -> T + 'static>(
        self,
        name: &'static str,
        sequence: Sequence,
        start: impl FnOnce(&'static Millis) -> F,
    ) -> Self {
        let millis = Millis::leaked();
        self.ticking::<PER_TICK, T>(name, sequence, move || millis.advance(), start(millis))
    }

    /// A call that makes an iteration's identifiers, into a slice that is used again.
    pub fn fill<T: Ord + Clone + 'static>(
        self,
        name: &'static str,
        sequence: Sequence,
        empty: T,
        mut fill: impl FnMut(&mut [T]) + 'static,
    ) -> Self {
        let mut ids = vec![empty; self.count];
        for _ in 0..2 {
            fill(&mut ids);
            check(name, sequence, ids.clone());
        }
        self.each(name, move || {
            fill(&mut ids);
            black_box(ids.as_ptr());
        })
    }
}

/// # Panics
/// Where two identifiers are the same, or out of the order that they promise.
fn check<T: Ord>(name: &str, sequence: Sequence, ids: Vec<T>) {
    match sequence {
        Sequence::Ascending => assert!(ids.is_sorted_by(|a, b| a < b), "{name}: out of order"),
        Sequence::Distinct => {
            let count = ids.len();
            assert_eq!(ids.into_iter().collect::<BTreeSet<_>>().len(), count, "{name}: twice");
        }
    }
}

/// What ferroid is to do where its millisecond is spent.
pub fn spent<T>(_: T) {
    unreachable!("a millisecond has room")
}

/// # Panics
/// Unless the whole slice was filled.
pub fn all<E: Debug>(filled: Result<usize, E>, count: usize) {
    assert_eq!(filled.expect("room"), count);
}
