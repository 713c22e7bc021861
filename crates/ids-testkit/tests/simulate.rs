//! Generators under the clock simulator, and proof that it would notice.

#[path = "../examples/simulate.rs"]
#[expect(dead_code, reason = "the program is run by a lane")]
mod formats;

use core::time::Duration;

use ids_core::{Generator, Policy, UnixTime, format::Ticks};
use ids_testkit::{Plain, Report, SimClock, simulate};
use uuid::{ContextV7, Timestamp, Uuid};

const START: UnixTime = UnixTime::from_secs(1_700_000_000);
const EPOCH: UnixTime = UnixTime::from_secs(1_420_070_400);
const MILLIS: Ticks = Ticks::per_second(EPOCH, 1000);
const SNOWFLAKE: Plain = Plain { ticks: MILLIS, bits: 12, last: (1 << 42) - 1 };
const SECOND: Duration = Duration::from_secs(1);

fn clean(clock: &SimClock, report: Report, count: u64) {
    assert_eq!((report.acknowledged, report.violations()), (count, 0), "{clock:?} {report}");
}

/// What `ci/nightly simulate` runs a thousand times as long.
#[test]
fn every_format() {
    for (name, run) in formats::FORMATS {
        for seed in 1..=2 {
            assert_eq!(run(1_000_000, seed), 0, "{name}, seed {seed}");
        }
    }
}

#[test]
fn every_unit_and_policy() {
    let units = [
        (Ticks::per_second(EPOCH, 100), 8),
        (Ticks::per_second(EPOCH, 1), 13),
        (Ticks::per_second(EPOCH, 1_000_000), 0),
        (Ticks::per_second(EPOCH, 65_536), 8),
        (Ticks::within_second(EPOCH, 1_024_000), 14),
        (Ticks::every(EPOCH, Duration::from_millis(7)), 3),
    ];
    let mut seed = 100;
    for (ticks, bits) in units {
        for max_ahead in [Duration::ZERO, SECOND, 60 * SECOND] {
            seed += 1;
            let clock = SimClock::new(seed, START);
            let scheme = Plain { ticks, bits, last: u64::MAX };
            let rolling = u32::try_from(seed % 4).unwrap_or_default();
            let mut generator = Generator::new(&clock, scheme)
                .with_policy(Policy::Borrow { max_ahead })
                .with_rolling_start(rolling);
            let time = |id: u64| ticks.start(id >> bits);
            let count = 200_000;
            clean(&clock, simulate(&clock, count, || generator.generate(), time, max_ahead), count);
        }
    }
}

#[test]
fn shared_and_restarted() {
    for seed in 200..210 {
        let clock = SimClock::new(seed, START);
        let time = |id| MILLIS.start(id >> 12);
        let shared = Generator::shared(&clock, SNOWFLAKE);
        let report = simulate(&clock, 100_000, || shared.generate(), time, Duration::ZERO);
        clean(&clock, report, 100_000);
        let mut generator = Generator::new(&clock, SNOWFLAKE);
        let mut last = None;
        let restarted = || {
            if last.is_some() && clock.once_in(100) {
                generator = Generator::new(&clock, SNOWFLAKE).resume_after(last.unwrap_or(0));
            }
            last = Some(generator.generate()?);
            Ok(last.unwrap_or(0))
        };
        clean(&clock, simulate(&clock, 100_000, restarted, time, Duration::ZERO), 100_000);
    }
}

/// Resuming after any identifier that was given, old or new, on a generator that is at work.
#[test]
fn resumed_at_work() {
    for seed in 210..220 {
        let clock = SimClock::new(seed, START);
        let time = |id| MILLIS.start(id >> 12);
        let mut generator = Some(Generator::new(&clock, SNOWFLAKE));
        let (mut old, mut last) = (0, 0);
        let resumed = || {
            let mut current = generator.take().unwrap();
            if clock.once_in(100) {
                current = current.resume_after(if clock.once_in(2) { old } else { last });
                old = last;
            }
            let answer = generator.insert(current).generate();
            last = answer.unwrap_or(last);
            answer
        };
        clean(&clock, simulate(&clock, 100_000, resumed, time, Duration::ZERO), 100_000);
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
            let policy = Policy::Borrow { max_ahead };
            let mut generator = Generator::new(&clock, scheme).with_policy(policy);
            let generate = || generator.generate();
            (simulate(&clock, 1 << 40, generate, time, max_ahead), clock)
        };
        let before = EPOCH.saturating_sub(SECOND);
        let end = MILLIS.start(last).saturating_sub(SECOND);
        for (start, max_ahead) in [(before, SECOND), (end, SECOND), (end, Duration::ZERO)] {
            let (report, clock) = run(start, max_ahead);
            assert_eq!(report.violations(), 0, "{clock:?} {report}");
            assert!(report.exhausted && report.acknowledged > 0, "{clock:?} {report}");
        }
    }
}

#[test]
fn the_same_seed_is_the_same_walk() {
    let run = |seed| {
        let clock = SimClock::new(seed, START);
        let mut generator = Generator::new(&clock, SNOWFLAKE);
        let mut sum = 0_u64;
        let generate = || generator.generate().inspect(|id| sum = sum.wrapping_mul(31) ^ id);
        let report = simulate(&clock, 100_000, generate, |_| UnixTime::EPOCH, SECOND);
        (report, sum)
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
    let text = format!("{:?}", SimClock::new(42, START));
    assert!(text.contains("seed: 42"), "{text}");
}

#[test]
fn it_counts_what_is_wrong() {
    let clock = SimClock::new(1, START);
    let mut ids = [3, 5, 5, 4, 9].into_iter();
    let generate = || Ok(ids.next().unwrap_or(10));
    let report = simulate(&clock, 5, generate, |_| UnixTime::MAX, Duration::ZERO);
    let expected = Report {
        attempted: 5,
        acknowledged: 5,
        duplicated: 1,
        reordered: 1,
        ahead: 5,
        ..Report::default()
    };
    assert_eq!(report, expected);
    let never = || Err::<u64, _>(ids_core::GenerateError::Wait { until: clock.last() });
    let report = simulate(&clock, 5, never, |_| UnixTime::EPOCH, Duration::ZERO);
    assert!(report.broken > 0 && report.acknowledged == 0, "{report}");
}

/// What a naive generator does: the clock's tick, and a counter that starts again when it changes.
#[test]
fn it_notices_a_naive_generator() {
    use ids_core::Clock;
    let clock = SimClock::new(1, START);
    let (mut tick, mut number) = (0, 0);
    let naive = || {
        let now = MILLIS.at(clock.now()?)?;
        number = if now == tick { number + 1 } else { 0 };
        tick = now;
        Ok(now << 12 | number & 0xfff)
    };
    let report = simulate(&clock, 100_000, naive, |_| UnixTime::EPOCH, Duration::ZERO);
    assert!(report.duplicated + report.reordered > 0, "{report}");
}

/// The context of this release lets a smaller identifier through when the clock has gone back
/// across a second and returns.
#[test]
fn it_notices_uuid_1_24() {
    use ids_core::Clock;
    let clock = SimClock::new(1, START).within_reason();
    let context = ContextV7::new();
    let v7 = || {
        let now = clock.now()?;
        let time = Timestamp::from_unix(&context, now.as_secs(), now.subsec_nanos());
        Ok(Uuid::new_v7(time).as_u128())
    };
    let report = simulate(&clock, 3_000_000, v7, |_| UnixTime::EPOCH, Duration::ZERO);
    println!("uuid 1.24: {report}");
    assert!(report.reordered > 0, "{report}");
    // The same walk on ours.
    let clock = SimClock::new(1, START).within_reason();
    let mut generator = Generator::new(&clock, SNOWFLAKE);
    let time = |id| MILLIS.start(id >> 12);
    let report = simulate(&clock, 1_000_000, || generator.generate(), time, Duration::ZERO);
    clean(&clock, report, 1_000_000);
}
