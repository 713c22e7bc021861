//! Every operation, its implementations interleaved: each round runs all of a group once.

use std::time::{Duration, Instant};

use ids_benches::{formats::GROUPS, measure::thread_time};

use crate::{
    part::{Error, Scale},
    row::Row,
};

/// Those whose `operation/format` has the word.
pub fn run(scale: Scale, word: &str) -> Result<Vec<Row>, Error> {
    let (rounds, round) = scale.of((5, 200), (101, 1000), (501, 5000));
    let round = Duration::from_micros(round);
    let mut rows = Vec::new();
    for (index, group) in GROUPS.iter().enumerate() {
        if !format!("{}/{}", group.operation, group.format).contains(word) {
            continue;
        }
        let begun = Instant::now();
        let mut cases = (group.cases)();
        let mut plans = Vec::new();
        for case in &mut cases.list {
            let one = timed(1, &mut case.run).max(Duration::from_nanos(100));
            // Long iterations get fewer rounds, but never fewer than five.
            let times = (round.as_nanos() / one.as_nanos()).clamp(1, 100_000) as u32;
            plans.push((times, Vec::new()));
        }
        let slowest = plans
            .iter()
            .zip(&mut cases.list)
            .map(|((times, _), case)| timed(*times, &mut case.run));
        let whole: Duration = slowest.sum();
        let budget = round * 4 * rounds * cases.list.len() as u32;
        let rounds = (budget.as_nanos() / whole.as_nanos().max(1)).clamp(5, rounds.into());
        for _ in 0..rounds {
            for (case, (times, nanos)) in cases.list.iter_mut().zip(&mut plans) {
                let time = timed(*times, &mut case.run).as_nanos() as f64;
                nanos.push(time / f64::from(*times) / cases.count as f64);
            }
        }
        for (case, (_, nanos)) in cases.list.iter().zip(plans) {
            let names = [group.operation, group.format, case.name, "ns"];
            rows.push(Row::of(names, cases.count as f64, nanos));
        }
        eprintln!(
            "  {:>2}/{} {}/{}: {} implementations, {rounds} rounds, {:.1} s",
            index + 1,
            GROUPS.len(),
            group.operation,
            group.format,
            cases.list.len(),
            begun.elapsed().as_secs_f64(),
        );
    }
    if rows.is_empty() {
        return Err(format!("no `operation/format` has the word {word:?}").into());
    }
    Ok(rows)
}

/// The thread's own time for this number of iterations.
fn timed(times: u32, run: &mut dyn FnMut()) -> Duration {
    let begun = thread_time();
    for _ in 0..times {
        run();
    }
    thread_time() - begun
}
