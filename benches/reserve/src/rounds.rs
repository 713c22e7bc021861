//! Cases that take turns, and what came of them.

use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// Something that is done this number of times in one turn.
pub struct Case {
    pub name: &'static str,
    pub turn: Box<dyn FnMut()>,
}

impl Case {
    pub fn new(name: &'static str, turn: impl FnMut() + 'static) -> Self {
        Self { name, turn: Box::new(turn) }
    }
}

/// Time that this thread has spent on a processor.
pub fn thread_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("Linux has this clock").into()
}

/// Nanoseconds of each case for one of `count` things: the least and the median of all rounds, and
/// the median of its ratios to the first case of the same round.
pub fn take_turns(
    cases: &mut [Case],
    rounds: usize,
    count: usize,
    time: impl Fn() -> Duration,
) -> Vec<(f64, f64, f64)> {
    let mut taken = vec![Vec::with_capacity(rounds); cases.len()];
    for round in 0..rounds + rounds / 10 {
        for (case, taken) in cases.iter_mut().zip(&mut taken) {
            let before = time();
            (case.turn)();
            let nanos = (time() - before).as_nanos() as f64 / count as f64;
            // The first rounds warm up.
            if round >= rounds / 10 {
                taken.push(nanos);
            }
        }
    }
    let first = taken[0].clone();
    let of = |taken: Vec<f64>| {
        let ratios = taken.iter().zip(&first).map(|(nanos, first)| nanos / first).collect();
        let least = taken.iter().copied().fold(f64::INFINITY, f64::min);
        (least, median(taken), median(ratios))
    };
    taken.into_iter().map(of).collect()
}

pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
