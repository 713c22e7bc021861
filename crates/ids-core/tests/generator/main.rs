//! Generators under a clock that the test moves.
#![cfg_attr(
    miri,
    allow(dead_code, unused_imports, reason = "laws of safe integer code stay out of Miri")
)]

use core::time::Duration;

use std::sync::Arc;

use ids_core::{
    Clock, ClockError, Generate, GenerateError, Generator, Limits, ManualClock, RangeError,
    UnixTime,
    format::{Positions, Scheme, Ticks},
};
use ids_testkit::Plain;
use proptest::prelude::*;
use tenths::{AHEAD, EPOCH, LAST, TENTHS, Ticking, Waiting, at, wait};

mod jump;
mod restart;
mod tenths;
mod waiting;

/// Its identifiers are what was kept for it: 1 and the position before. 7 where nothing is.
struct Keeping;

impl Scheme for Keeping {
    type Id = u128;
    fn positions(&self) -> Positions {
        TENTHS.positions()
    }
    fn id(&self, _: u64) -> u128 {
        7
    }
    fn next_id(&self, kept: &mut u128, position: u64) -> u128 {
        core::mem::replace(kept, 1 << 64 | u128::from(position))
    }
    fn position(&self, _: u128) -> u64 {
        0
    }
}

#[test]
fn an_owner_keeps_a_number_for_its_scheme() {
    let (clock, first) = (at(5), 1 << 64 | 5 << 2);
    let mut owned = Generator::new(clock, &Keeping);
    assert_eq!(owned.generate(), Ok(0));
    assert_eq!(owned.generate(), Ok(first));
    // Runs are made otherwise.
    assert_eq!(owned.reserve(1).map(Iterator::last), Ok(Some(7)));
    assert_eq!(owned.generate(), Ok(first + 1));
    assert_eq!(owned.generate(), wait(6));
    let mut owned = owned.with_limits(AHEAD);
    assert_eq!(owned.generate(), Ok(first + 3));

    let shared = Generator::shared(clock, Keeping);
    assert_eq!(shared.generate(), Ok(7));
    let mut handle = shared.handle();
    assert_eq!(handle.generate(), Ok(0));
    assert_eq!(handle.generate(), Ok(first + 1));
}

#[cfg(not(miri))]
proptest! {
    #![proptest_config(ids_testkit::cases(1))]

    /// One after the other is what the pure rule says, wherever in a tick the clock is read.
    #[test]
    fn one_at_a_time_as_the_rules_say(
        ticks in prop::sample::select(vec![
            // From the middle of a second on, uneven, of no whole nanoseconds, across seconds.
            Ticks::per_second(UnixTime::from_millis(1_288_834_974_657), 1000),
            Ticks::per_second(UnixTime::from_nanos(1_288_834_974_657_123), 1000),
            Ticks::within_second(UnixTime::EPOCH, 1_024_000),
            Ticks::within_second(EPOCH, 999_999_999),
            Ticks::per_second(EPOCH, 65_536),
            Ticks::per_second(UnixTime::from_millis(1_500), 3),
            Ticks::every(EPOCH, Duration::from_millis(1_700)),
        ]),
        start in 0..3000_u64,
        ahead in 0..4_u64,
        bits in 0..3_u32,
        steps in prop::collection::vec((0..3_u64, -3_000_000..3_000_000_i64, 0..4), 1..200),
    ) {
        let clock = ManualClock::new(ticks.start(start));
        let max_ahead = ticks.start(ahead).duration_since(ticks.epoch());
        let limits = Limits { rolling_start: bits, ..Limits::ahead(max_ahead) };
        let scheme = Plain { ticks, bits: 2, last: LAST };
        let positions = scheme.positions().with_limits(limits);
        let mut owner = Generator::new(&clock, scheme).with_limits(limits);
        let shared = Generator::shared(&clock, scheme).with_limits(limits);
        let mut counter = 0;
        for (count, nanos, edge) in steps {
            let now = clock.now().unwrap();
            let moved = now.saturating_add(Duration::from_nanos(nanos.max(0).unsigned_abs()));
            clock.set(moved.saturating_sub(Duration::from_nanos(nanos.min(0).unsigned_abs())));
            // To the first or the last nanosecond of the tick, or the first of the next.
            if let (1.., Ok(tick)) = (edge, ticks.at(clock.now().unwrap())) {
                let [next, begun] = [tick + 1, tick].map(|tick| ticks.start(tick));
                let last = next.saturating_sub(Duration::from_nanos(1));
                clock.set(match edge { 1 => begun, 2 => last, _ => next });
            }
            for _ in 0..=count {
                let now = clock.now().unwrap();
                let expected = positions.step(counter, 0..u64::MAX, now, 1..=1).map(|run| {
                    counter = run.end;
                    run.start
                });
                prop_assert_eq!(owner.generate(), expected);
                prop_assert_eq!(shared.generate(), expected);
            }
        }
    }
}

/// How many of three numbers a tick are available at once, in the last of which the clock stands.
#[test]
fn limits_count_in_whole_ticks() {
    let ahead = |millis| Limits::ahead(Duration::from_millis(millis));
    let longest = Limits::ahead(Duration::MAX);
    let rows =
        [(Limits::default(), 1), (ahead(99), 1), (ahead(100), 2), (AHEAD, 3), (longest, LAST - 4)];
    for (limits, ticks) in rows {
        let mut generator = Generator::new(at(5), TENTHS).with_limits(limits);
        let most = usize::try_from(4 * ticks).unwrap();
        assert_eq!(generator.fill(&mut vec![0; 40_000]), Ok(most), "{limits:?}");
    }
}

#[test]
fn other_limits_count_at_once() {
    let clock = at(5);
    let mut generator = Generator::new(clock, TENTHS).with_limits(AHEAD);
    assert_eq!(generator.generate(), Ok(20));
    let mut generator = generator.with_limits(Limits::default());
    assert_eq!(generator.reserve(3).map(Iterator::last), Ok(Some(23)));
    assert_eq!(generator.generate(), wait(6));
    let mut generator = generator.with_limits(AHEAD);
    assert_eq!(generator.generate(), Ok(24));
    assert_eq!(generator.resume_after(26).generate(), Ok(27));
}

#[test]
fn times_outside_the_format() {
    let clock = ManualClock::new(UnixTime::EPOCH);
    let mut generator = Generator::new(&clock, TENTHS);
    let before = RangeError::BeforeEpoch { epoch: EPOCH };
    assert_eq!(generator.generate(), Err(before.into()));
    clock.set(EPOCH);
    assert_eq!(generator.generate(), Ok(0));
    let after = RangeError::AfterEnd { last: at(LAST) };
    for time in [at(LAST + 1), UnixTime::from_secs(u64::MAX / 20), UnixTime::MAX] {
        clock.set(time);
        assert_eq!(generator.generate(), Err(after.into()), "{time:?}");
    }
    clock.set(at(LAST));
    assert_eq!(
        generator.reserve(4).map(Iterator::collect),
        Ok(vec![39_996, 39_997, 39_998, 39_999])
    );
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
    clock.set(EPOCH);
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_clock_in_a_box_or_shared() {
    let boxed: Box<dyn Clock> = Box::new(at(5));
    assert_eq!(Generator::new(boxed, TENTHS).generate(), Ok(20));
    let clock: Arc<dyn Clock + Send + Sync> = Arc::new(at(6));
    let (mut one, two) = (Generator::new(Arc::clone(&clock), TENTHS), clock);
    let other = std::thread::spawn(|| Generator::new(two, TENTHS).generate());
    assert_eq!((one.generate(), other.join().unwrap()), (Ok(24), Ok(24)));
}

#[test]
fn a_clock_that_fails() {
    struct Broken;
    impl Clock for Broken {
        fn now(&self) -> Result<UnixTime, ClockError> {
            Err(ClockError::BeforeUnixEpoch)
        }
    }
    let error = GenerateError::Range(RangeError::BeforeEpoch { epoch: UnixTime::EPOCH });
    let mut generator = Generator::new(Broken, TENTHS);
    assert_eq!(generator.generate(), Err(error));
    assert_eq!(generator.reserve(2).map(drop), Err(error));
    assert_eq!(generator.fill(&mut [0; 2]), Err(error));
    // Nor can a wait say how long it would be.
    let mut waiting = Waiting { clock: &Broken, until: EPOCH };
    assert_eq!(waiting.blocking(Duration::MAX).generate(), Err(error));
}

#[test]
fn reserves_in_one_step() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, TENTHS);
    let mut ids = generator.reserve(3).unwrap();
    assert_eq!(ids.size_hint(), (3, Some(3)));
    assert_eq!(ids.next(), Some(20));
    assert_eq!((ids.next_back(), ids.next(), ids.next()), (Some(22), Some(21), None));
    assert_eq!(generator.reserve(2).map(drop), wait(6), "one is left");
    assert_eq!(generator.generate(), Ok(23), "and still is");
    assert_eq!(generator.reserve(5).map(drop), Err(GenerateError::TooMany { max: 4 }));
    assert_eq!(generator.reserve(0).map(Iterator::count), Ok(0));
}

#[test]
fn asking_for_none_changes_nothing() {
    let clock = ManualClock::new(at(3600));
    let mut owner = Generator::new(&clock, TENTHS);
    let shared = Generator::shared(&clock, TENTHS);
    assert_eq!(owner.reserve(0).map(Iterator::count), Ok(0));
    assert_eq!(shared.reserve(0).map(Iterator::count), Ok(0));
    assert_eq!((owner.fill(&mut []), shared.handle().fill(&mut [])), (Ok(0), Ok(0)));
    clock.set(at(5));
    assert_eq!((owner.generate(), shared.generate()), (Ok(20), Ok(20)), "the clock is set right");
    clock.set(UnixTime::EPOCH);
    assert_eq!(owner.reserve(0).map(Iterator::count), Ok(0), "nor does the clock matter");
    assert_eq!((owner.fill(&mut []), shared.handle().fill(&mut [])), (Ok(0), Ok(0)));
}

#[test]
fn fills_what_it_can() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, TENTHS);
    let mut ids = [0; 3];
    assert_eq!((generator.fill(&mut ids), ids), (Ok(3), [20, 21, 22]));
    assert_eq!((generator.fill(&mut ids), ids), (Ok(1), [23, 21, 22]));
    assert_eq!((generator.fill(&mut ids), ids), (wait(6), [23, 21, 22]));
    assert_eq!(generator.fill(&mut []), Ok(0));
    clock.set(at(6));
    assert_eq!((generator.fill(&mut ids), ids), (Ok(3), [24, 25, 26]));
}

#[test]
fn starts_where_the_last_tick_ended() {
    let clock = ManualClock::new(at(5));
    let rolling = |rolling_start| Limits { rolling_start, ..Limits::default() };
    let mut generator = Generator::new(&clock, TENTHS).with_limits(rolling(2));
    let mut low_bits = Vec::new();
    for tick in 5..10 {
        clock.set(at(tick));
        low_bits.push(generator.generate().unwrap() & 3);
    }
    assert_eq!(low_bits, [0, 1, 2, 3, 0]);
    assert_eq!(generator.reserve(2).map(Iterator::collect), Ok(vec![37, 38]));
    let too_many = GenerateError::TooMany { max: 1 };
    assert_eq!(generator.reserve(2).map(drop), Err(too_many), "the next tick may begin with 3");
    let mut plain = Generator::new(&clock, TENTHS).with_limits(rolling(u32::MAX));
    assert_eq!(plain.generate(), Ok(36), "as many bits as there are");
}

#[test]
fn shared_does_the_same() {
    let clock = ManualClock::new(at(5));
    let shared = Generator::shared(&clock, TENTHS).with_limits(AHEAD).resume_after(20);
    assert_eq!(shared.generate(), Ok(21));
    assert_eq!(shared.reserve(3).map(Iterator::collect), Ok(vec![22, 23, 24]));
    assert_eq!(shared.handle().blocking(Duration::ZERO).generate(), Ok(25));
    let mut ids = [0; 9];
    assert_eq!(shared.handle().fill(&mut ids), Ok(6));
    assert_eq!(ids[..6], [26, 27, 28, 29, 30, 31]);
    assert_eq!(shared.generate(), wait(6));
    assert_eq!(shared.reserve(13).map(drop), Err(GenerateError::TooMany { max: 12 }));
    let timed_out = GenerateError::TimedOut { until: at(6) };
    assert_eq!(shared.handle().blocking(Duration::ZERO).generate(), Err(timed_out));
    clock.set(UnixTime::MAX);
    let after = RangeError::AfterEnd { last: at(LAST) };
    assert_eq!(shared.generate(), Err(after.into()));
    assert_eq!(shared.clock().now(), Ok(UnixTime::MAX));
    assert_eq!(shared.scheme().positions().bits(), 2);
}

#[cfg(target_has_atomic = "64")]
#[test]
fn shared_reads_the_clock_again_when_another_thread_was_faster() {
    // The first reading is of a tick that is spent meanwhile, the second is of the next.
    let shared = Generator::shared(Ticking::default(), TENTHS).resume_after(3);
    assert_eq!(shared.generate(), Ok(4), "no wait that is over already");
    let mut owner = Generator::new(Ticking::default(), TENTHS).resume_after(3);
    assert_eq!(owner.generate(), wait(1), "no other handle can have moved the owner's counter");
}
