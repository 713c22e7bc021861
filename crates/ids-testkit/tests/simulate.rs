//! Generators under the clock simulator, and proof that it would notice.

use core::time::Duration;
use std::{panic::catch_unwind, rc::Rc, sync::Mutex};

use ids_core::{Clock, GenerateError, Generator, Limits, UnixTime, format::Ticks};
use ids_testkit::{
    Plain, Report, SimClock, hold_scheme, hold_walk, simulate,
    threads::{THREADS, each_once, increasing},
};
use uuid::{ContextV7, Timestamp, Uuid};

const START: UnixTime = UnixTime::from_secs(1_700_000_000);
const EPOCH: UnixTime = UnixTime::from_secs(1_420_070_400);
const MILLIS: Ticks = Ticks::per_second(EPOCH, 1000);
const SNOWFLAKE: Plain = Plain { ticks: MILLIS, bits: 12, last: (1 << 42) - 1 };
const SECOND: Duration = Duration::from_secs(1);

#[test]
fn every_unit() {
    for (ticks, bits) in [
        (Ticks::per_second(EPOCH, 100), 8),
        (Ticks::per_second(EPOCH, 1), 13),
        (Ticks::per_second(EPOCH, 1_000_000), 0),
        (Ticks::per_second(EPOCH, 65_536), 8),
        (Ticks::within_second(EPOCH, 1_024_000), 14),
        (Ticks::every(EPOCH, Duration::from_millis(7)), 3),
    ] {
        let plain = Plain { ticks, bits, last: (1 << 48) - 1 };
        hold_scheme(plain, |id| ticks.start(id >> bits));
    }
}

/// Resuming after any identifier that was given, old or new, on a generator that is at work; and after the last one on a
/// new generator.
#[test]
fn resumed() {
    for seed in 200..220 {
        let time = |id| MILLIS.start(id >> 12);
        hold_walk(seed, START, Duration::ZERO, time, |clock| {
            let fresh = |clock: &Rc<SimClock>| Generator::new(Rc::clone(clock), SNOWFLAKE);
            let (mut kept, mut old, mut last) = (fresh(&clock), 0, 0);
            move || {
                if clock.once_in(100) {
                    let (mut generator, is_new) = (fresh(&clock), clock.once_in(2));
                    if !is_new {
                        core::mem::swap(&mut generator, &mut kept);
                    }
                    let after = if !is_new && clock.once_in(2) { old } else { last };
                    (kept, old) = (generator.resume_after(after), last);
                }
                kept.generate().inspect(|id| last = *id)
            }
        });
    }
}

#[test]
fn before_the_epoch_and_at_the_end() {
    for seed in 300..320 {
        let last = (1 << 20) - 1;
        let scheme = Plain { last, ..SNOWFLAKE };
        let time = |id| MILLIS.start(id >> 12);
        let run = |start: UnixTime, max_ahead| {
            let clock = SimClock::new(seed, start);
            let limits = Limits::ahead(max_ahead);
            let mut generator = Generator::new(&clock, scheme).with_limits(limits);
            let generate = || generator.generate();
            (simulate(&clock, 1 << 40, generate, time, max_ahead), clock)
        };
        let before = EPOCH.saturating_sub(SECOND);
        let end = MILLIS.start(last).saturating_sub(SECOND);
        for (start, max_ahead) in [(before, SECOND), (end, SECOND), (end, Duration::ZERO)] {
            let (report, clock) = run(start, max_ahead);
            assert_eq!(report.violations(), 0, "{clock:?} {report:?}");
            assert!(report.exhausted && report.acknowledged > 0, "{clock:?} {report:?}");
        }
    }
}

#[test]
fn the_same_seed_is_the_same_walk() {
    let run = |seed| {
        let clock = SimClock::new(seed, START);
        let (mut generator, mut sum) = (Generator::new(&clock, SNOWFLAKE), 0_u64);
        let generate = || generator.generate().inspect(|id| sum = sum.wrapping_mul(31) ^ id);
        let report = simulate(&clock, 100_000, generate, |_| UnixTime::EPOCH, SECOND);
        (report, sum, format!("{clock:?}").contains(&format!("seed: {seed}")))
    };
    assert_eq!(run(1), run(1));
    assert!(run(1) != run(2) && run(42).2, "another walk, and its seed");
}

#[test]
fn it_counts_what_is_wrong() {
    let clock = SimClock::new(1, START);
    let mut ids = [3, 5, 5, 4, 9].into_iter();
    let generate = || Ok(ids.next().unwrap_or(10));
    let report = simulate(&clock, 5, generate, |_| UnixTime::MAX, Duration::ZERO);
    let (attempted, acknowledged, duplicated, reordered, ahead) = (5, 5, 1, 1, 5);
    let expected =
        Report { attempted, acknowledged, duplicated, reordered, ahead, ..Report::default() };
    assert_eq!((report, report.violations()), (expected, 7));
    let never = || Err::<u64, _>(GenerateError::Wait { until: clock.last() });
    let report = simulate(&clock, 5, never, |_| UnixTime::EPOCH, Duration::ZERO);
    assert!(report.broken > 0 && report.acknowledged == 0, "{report:?}");
}

/// So does the law of several threads, of which each takes two.
#[test]
fn threads_that_repeat_each_other() {
    let holds = |ids: [[u64; 2]; THREADS]| {
        let left = Mutex::new(ids.to_vec());
        let take = |taken: &mut Vec<u64>| {
            taken.extend(left.lock().expect("no poison").pop().expect("a pair for each"));
            Ok(())
        };
        catch_unwind(|| each_once(2, take, increasing)).is_ok()
    };
    assert!(holds([[0, 1], [2, 3], [4, 5], [6, 7]]));
    assert!(!holds([[0, 1], [2, 3], [4, 5], [5, 7]]), "one in two threads");
    assert!(!holds([[0, 1], [2, 3], [5, 4], [6, 7]]), "one that goes back");
    let fails = |_: &mut Vec<u64>| Err(GenerateError::Entropy);
    assert!(catch_unwind(|| each_once(1, fails, increasing)).is_err(), "another error");
}

/// The context of this release lets a smaller identifier through when the clock has gone back
/// across a second and returns.
#[test]
fn it_notices_uuid_1_24() {
    let clock = SimClock::new(1, START);
    let context = ContextV7::new();
    let v7 = || {
        let now = clock.now()?;
        // It does not refuse what it cannot represent.
        if !(EPOCH..UnixTime::MAX).contains(&now) {
            return Err(GenerateError::Spent);
        }
        let time = Timestamp::from_unix(&context, now.as_secs(), now.subsec_nanos());
        Ok(Uuid::new_v7(time).as_u128())
    };
    let report = simulate(&clock, 3_000_000, v7, |_| UnixTime::EPOCH, Duration::ZERO);
    assert!(report.reordered > 0, "{report:?}");
}
