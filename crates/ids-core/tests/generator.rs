//! Generators under a clock that the test moves.
#![cfg_attr(
    miri,
    allow(dead_code, unused_imports, reason = "laws of safe integer code stay out of Miri")
)]

use core::{
    cell::{Cell, RefCell},
    future::{Future, ready},
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use std::sync::Arc;

use ids_core::{
    Clock, ClockError, FixedClock, Generate, GenerateError, Generator, ManualClock, Policy,
    TimeError,
    format::{Positions, Refusal, Scheme, Ticks, Want},
};
use proptest::prelude::*;

const EPOCH: Duration = Duration::from_secs(1000);
const LAST: u64 = 9_999;

/// Ten ticks a second, four numbers in each; the identifier is the position.
#[derive(Debug)]
struct Tenths;

impl Scheme for Tenths {
    type Id = u64;
    fn ticks(&self) -> Ticks {
        Ticks::per_second(EPOCH, 10)
    }
    fn positions(&self) -> Positions {
        Positions::new(2, LAST)
    }
    fn id(&self, position: u64) -> u64 {
        position
    }
    fn position(&self, id: u64) -> u64 {
        id
    }
}

const fn at(tick: u64) -> Duration {
    EPOCH.saturating_add(Duration::from_millis(100 * tick))
}

const fn wait<T>(tick: u64) -> Result<T, GenerateError> {
    Err(GenerateError::Wait { until: at(tick) })
}

const BORROW: Policy = Policy::Borrow { max_ahead: Duration::from_millis(250) };

/// Four numbers in a tick of any kind.
#[derive(Clone, Copy, Debug)]
struct Any(Ticks);

impl Scheme for Any {
    type Id = u64;
    fn ticks(&self) -> Ticks {
        self.0
    }
    fn positions(&self) -> Positions {
        Positions::new(2, LAST)
    }
    fn id(&self, position: u64) -> u64 {
        position
    }
    fn position(&self, id: u64) -> u64 {
        id
    }
}

/// As [`Any`], until the end of the word.
#[derive(Clone, Copy, Debug)]
struct Long(Ticks);

impl Scheme for Long {
    type Id = u64;
    fn ticks(&self) -> Ticks {
        self.0
    }
    fn positions(&self) -> Positions {
        Positions::new(2, u64::MAX)
    }
    fn id(&self, position: u64) -> u64 {
        position
    }
    fn position(&self, id: u64) -> u64 {
        id
    }
}

#[cfg(not(miri))]
proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// One after the other is what the pure rule says, wherever in a tick the clock is read.
    #[test]
    fn one_at_a_time_as_the_rules_say(
        ticks in prop::sample::select(vec![
            // From the middle of a second on, uneven, of no whole nanoseconds, across seconds.
            Ticks::per_second(Duration::from_millis(1_288_834_974_657), 1000),
            Ticks::per_second(Duration::from_nanos(1_288_834_974_657_123), 1000),
            Ticks::within_second(Duration::ZERO, 1_024_000),
            Ticks::within_second(EPOCH, 999_999_999),
            Ticks::per_second(EPOCH, 65_536),
            Ticks::per_second(Duration::from_millis(1_500), 3),
            Ticks::every(EPOCH, Duration::from_millis(1_700)),
        ]),
        start in 0..3000_u64,
        ahead in 0..4_u64,
        bits in 0..3_u32,
        steps in prop::collection::vec((0..3_u64, -3_000_000..3_000_000_i64, 0..4), 1..200),
    ) {
        let clock = ManualClock::new(ticks.start(start));
        let policy = Policy::Borrow { max_ahead: ticks.start(ahead).saturating_sub(ticks.epoch()) };
        let ahead = ticks.count(ticks.start(ahead).saturating_sub(ticks.epoch()));
        let positions = Any(ticks).positions().ahead(ahead).rolling(bits);
        let mut owner =
            Generator::new(&clock, Any(ticks)).with_policy(policy).with_rolling_start(bits);
        let shared =
            Generator::shared(&clock, Any(ticks)).with_policy(policy).with_rolling_start(bits);
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
                let expected = match ticks.at(clock.now().unwrap()) {
                    Ok(tick) => match positions.step(counter, tick, Want::Exactly(1)) {
                        Ok(run) => { counter = run.end; Ok(run.start) }
                        Err(Refusal::Wait { tick }) =>
                            Err(GenerateError::Wait { until: ticks.start(tick) }),
                        Err(refusal) => panic!("{refusal}"),
                    },
                    Err(error) => Err(error.into()),
                };
                prop_assert_eq!(owner.generate(), expected);
                prop_assert_eq!(shared.generate(), expected);
            }
        }
    }
}

#[test]
fn policies_in_ticks() {
    let ticks = Tenths.ticks();
    let borrow = |millis| Policy::Borrow { max_ahead: Duration::from_millis(millis) };
    let rows = [(Policy::Wait, 0), (borrow(99), 0), (borrow(100), 1), (BORROW, 2)];
    for (policy, ahead) in rows {
        assert_eq!(policy.ahead(ticks), ahead, "{policy:?}");
    }
    let longest = Policy::Borrow { max_ahead: Duration::MAX };
    assert_eq!(longest.ahead(ticks), u64::MAX);
}

#[test]
fn another_policy_counts_at_once() {
    let clock = FixedClock::new(at(5));
    let mut generator = Generator::new(clock, Tenths).with_policy(BORROW);
    assert_eq!(generator.generate(), Ok(20));
    let mut generator = generator.with_policy(Policy::Wait);
    assert_eq!(generator.reserve(3).map(Iterator::last), Ok(Some(23)));
    assert_eq!(generator.generate(), wait(6));
    let mut generator = generator.with_policy(BORROW);
    assert_eq!(generator.generate(), Ok(24));
    assert_eq!(generator.resume_after(26).generate(), Ok(27));
}

#[test]
fn waits() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, Tenths);
    for id in 20..24 {
        assert_eq!(generator.generate(), Ok(id));
    }
    assert_eq!(generator.generate(), wait(6));
    clock.advance(Duration::from_millis(99));
    assert_eq!(generator.generate(), wait(6));
    clock.advance(Duration::from_millis(1));
    assert_eq!(generator.generate(), Ok(24));
    clock.set(at(3));
    assert_eq!(generator.generate(), wait(6));
    clock.set(at(6));
    assert_eq!(generator.generate(), Ok(25));
    clock.set(at(60));
    assert_eq!(generator.generate(), Ok(240));
}

#[test]
fn borrows() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, Tenths).with_policy(BORROW);
    for id in 20..32 {
        assert_eq!(generator.generate(), Ok(id), "two ticks ahead");
    }
    assert_eq!(generator.generate(), wait(6));
    clock.set(at(4));
    assert_eq!(generator.generate(), wait(6));
    clock.set(at(6));
    assert_eq!(generator.generate(), Ok(32));
    let mut short = Generator::new(&clock, Tenths)
        .with_policy(Policy::Borrow { max_ahead: Duration::from_millis(99) });
    assert_eq!(short.reserve(5).map(drop), Err(GenerateError::TooMany { max: 4 }));
    assert_eq!(Policy::default(), Policy::Wait);
}

#[test]
fn times_outside_the_format() {
    let clock = ManualClock::new(Duration::ZERO);
    let mut generator = Generator::new(&clock, Tenths);
    let before = TimeError::BeforeEpoch { epoch: EPOCH };
    assert_eq!(generator.generate(), Err(before.into()));
    clock.set(EPOCH);
    assert_eq!(generator.generate(), Ok(0));
    let after = TimeError::AfterEnd { last: at(LAST) };
    for time in [at(LAST + 1), Duration::from_secs(u64::MAX / 20), Duration::MAX] {
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
fn a_clock_in_a_box_or_shared() {
    let boxed: Box<dyn Clock> = Box::new(FixedClock::new(at(5)));
    assert_eq!(Generator::new(boxed, Tenths).generate(), Ok(20));
    let clock: Arc<dyn Clock + Send + Sync> = Arc::new(FixedClock::new(at(6)));
    let (mut one, two) = (Generator::new(Arc::clone(&clock), Tenths), clock);
    let other = std::thread::spawn(|| Generator::new(two, Tenths).generate());
    assert_eq!((one.generate(), other.join().unwrap()), (Ok(24), Ok(24)));
}

#[test]
fn a_clock_that_fails() {
    struct Broken;
    impl Clock for Broken {
        fn now(&self) -> Result<Duration, ClockError> {
            Err(ClockError::BeforeUnixEpoch)
        }
    }
    let error = GenerateError::Time(TimeError::BeforeEpoch { epoch: Duration::ZERO });
    let mut generator = Generator::new(Broken, Tenths);
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
    let mut generator = Generator::new(&clock, Tenths);
    let mut ids = generator.reserve(3).unwrap();
    assert_eq!((ids.len(), ids.is_empty(), ids.size_hint()), (3, false, (3, Some(3))));
    assert_eq!(ids.next(), Some(20));
    assert_eq!(ids.by_ref().collect::<Vec<_>>(), [21, 22]);
    assert_eq!((ids.len(), ids.is_empty(), ids.next()), (0, true, None));
    assert_eq!(generator.reserve(2).map(drop), wait(6), "one is left");
    assert_eq!(generator.generate(), Ok(23), "and still is");
    assert_eq!(generator.reserve(5).map(drop), Err(GenerateError::TooMany { max: 4 }));
    assert_eq!(generator.reserve(0).map(|ids| ids.len()), Ok(0));
}

#[test]
fn asking_for_none_changes_nothing() {
    let clock = ManualClock::new(at(3600));
    let mut owner = Generator::new(&clock, Tenths);
    let shared = Generator::shared(&clock, Tenths);
    assert_eq!(owner.reserve(0).map(Iterator::count), Ok(0));
    assert_eq!(shared.reserve(0).map(Iterator::count), Ok(0));
    assert_eq!((owner.fill(&mut []), shared.fill(&mut [])), (Ok(0), Ok(0)));
    clock.set(at(5));
    assert_eq!((owner.generate(), shared.generate()), (Ok(20), Ok(20)), "the clock is set right");
    clock.set(Duration::ZERO);
    assert_eq!(owner.reserve(0).map(Iterator::count), Ok(0), "nor does the clock matter");
    assert_eq!((owner.fill(&mut []), shared.fill(&mut [])), (Ok(0), Ok(0)));
}

#[test]
fn fills_what_it_can() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, Tenths);
    let mut ids = [0; 3];
    assert_eq!((generator.fill(&mut ids), ids), (Ok(3), [20, 21, 22]));
    assert_eq!((generator.fill(&mut ids), ids), (Ok(1), [23, 21, 22]));
    assert_eq!((generator.fill(&mut ids), ids), (wait(6), [23, 21, 22]));
    assert_eq!(generator.fill(&mut []), Ok(0));
    clock.set(at(6));
    assert_eq!((generator.fill(&mut ids), ids), (Ok(3), [24, 25, 26]));
}

#[test]
fn resumes_after_the_last() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, Tenths).resume_after(21);
    assert_eq!(generator.generate(), Ok(22));
    let mut generator = Generator::new(&clock, Tenths).resume_after(30);
    assert_eq!(generator.generate(), wait(7), "the clock was set back meanwhile");
    let mut generator = Generator::new(&clock, Tenths).with_policy(BORROW).resume_after(30);
    assert_eq!(generator.generate(), Ok(31));
    let mut generator = Generator::new(&clock, Tenths).resume_after(3);
    assert_eq!(generator.generate(), Ok(20));
    let mut generator = Generator::new(&clock, Tenths).resume_after(u64::MAX);
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
}

/// A generator that is at work already is never moved back over what it has given.
#[test]
fn resumes_upwards_only() {
    let mut owned = Generator::new(FixedClock::new(at(5)), Tenths);
    let given = [owned.generate(), owned.generate()].map(Result::unwrap);
    assert_eq!(given, [20, 21]);
    for (last, next) in [(20, 22), (3, 23)] {
        owned = owned.resume_after(last);
        assert_eq!(owned.generate(), Ok(next), "after {last}");
    }
    let shared = Generator::shared(FixedClock::new(at(5)), Tenths).with_policy(BORROW);
    let given = [shared.generate(), shared.generate()].map(Result::unwrap);
    assert_eq!(given, [20, 21]);
    let mut shared = shared;
    for (last, next) in [(20, 22), (3, 23), (26, 27), (26, 28), (0, 29)] {
        shared = shared.resume_after(last);
        assert_eq!(shared.generate(), Ok(next), "after {last}");
    }
}

/// What a restart under a perfect clock repeats when nothing is kept, and what it does not: the
/// predecessor's policy, how many it has made, and where the clock stands when it starts anew.
#[test]
fn restarts_where_nothing_is_kept() {
    let rows = [
        (Policy::Wait, 2, 0, "inside the tick"),
        (BORROW, 12, 100, "one tick later, within max_ahead"),
        (BORROW, 12, 299, "in the last tick that was borrowed from"),
    ];
    for (policy, made, later, what) in rows {
        let clock = ManualClock::new(at(5));
        let fresh = || Generator::new(&clock, Tenths).with_policy(policy);
        let mut before = fresh();
        let given: Vec<_> = (0..made).map(|_| before.generate().unwrap()).collect();
        clock.advance(Duration::from_millis(later));
        assert!(given.contains(&fresh().generate().unwrap()), "repeats {what}");
        let shared = || Generator::shared(&clock, Tenths).with_policy(policy);
        let mut owner = fresh().resume_after_now().unwrap();
        let shared = shared().resume_after_now().unwrap();
        let until = at(5 + later / 100 + 1);
        let wait = Err(GenerateError::Wait { until });
        assert_eq!((owner.generate(), shared.generate()), (wait, wait), "{what}");
        clock.set(until);
        let first = owner.generate().unwrap();
        assert!(given.iter().all(|id| *id < first), "{what}: {first} after {given:?}");
        assert_eq!(shared.generate(), Ok(first), "{what}");
    }
}

#[test]
fn restarts_upwards_only_and_inside_the_format() {
    let mut generator = Generator::new(FixedClock::new(at(5)), Tenths)
        .resume_after(100)
        .resume_after_now()
        .unwrap();
    assert_eq!(generator.generate(), wait(25), "the last identifier is later than now");
    let mut generator =
        Generator::new(FixedClock::new(at(LAST)), Tenths).resume_after_now().unwrap();
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
    let rows = [
        (Duration::ZERO, TimeError::BeforeEpoch { epoch: EPOCH }),
        (Duration::MAX, TimeError::AfterEnd { last: at(LAST) }),
    ];
    for (time, error) in rows {
        assert_eq!(
            Generator::new(FixedClock::new(time), Tenths).resume_after_now().map(drop),
            Err(error.into())
        );
    }
}

/// A clock that reads the far future once, or goes an hour ahead and stays there.
#[test]
fn clocks_that_jump_ahead() {
    let hour = Duration::from_secs(3600);
    let clock = ManualClock::new(EPOCH);
    let ticks = Ticks::per_second(EPOCH, 1000);
    let year_2300 = Duration::from_secs(10_413_792_000);
    for (read, bound) in [(year_2300, 24 * hour), (EPOCH + hour, Duration::from_secs(60))] {
        clock.set(EPOCH);
        let mut plain = Generator::new(&clock, Long(ticks));
        let mut owner = Generator::new(&clock, Long(ticks)).with_max_jump(bound);
        let shared = Generator::shared(&clock, Long(ticks)).with_max_jump(bound);
        let first = plain.generate();
        assert_eq!((owner.generate(), shared.generate()), (first, first));
        clock.set(read);
        let jump = GenerateError::Jump { last: EPOCH, now: read };
        assert!(plain.generate().is_ok());
        for _ in 0..2 {
            assert_eq!((owner.generate(), shared.generate()), (Err(jump), Err(jump)));
            assert_eq!(owner.fill(&mut [0; 2]), Err(jump));
            assert_eq!(shared.reserve(2).map(drop), Err(jump));
        }
        // The clock is set right: without a bound no identifier until it reads that again.
        clock.set(EPOCH);
        assert_eq!(plain.generate(), Err(GenerateError::Wait { until: read }));
        let second = first.map(|first| first + 1);
        assert_eq!((owner.generate(), shared.generate()), (second, second));
        // Or the jump is the right time.
        clock.set(read);
        assert_eq!((owner.accept_jump(read), shared.accept_jump(read)), (Ok(()), Ok(())));
        let later = ticks.at(read).unwrap() << 2;
        assert_eq!((owner.generate(), shared.generate()), (Ok(later), Ok(later)));
        clock.set(EPOCH);
        assert_eq!(owner.generate(), Err(GenerateError::Wait { until: read }));
    }
}

#[test]
fn jumps_are_counted_in_ticks_from_the_last_identifier() {
    let clock = ManualClock::new(at(5));
    let bound = Duration::from_millis(399);
    let mut generator = Generator::new(&clock, Tenths).with_max_jump(bound);
    assert_eq!(generator.reserve(4).map(drop), Ok(()), "all of tick 5");
    clock.set(at(9));
    let jump = GenerateError::Jump { last: at(5), now: at(9) };
    assert_eq!(generator.generate(), Err(jump));
    clock.set(at(8));
    assert_eq!(generator.generate(), Ok(32));
    clock.set(at(11));
    assert_eq!(generator.generate(), Ok(44));
    // An instant before the last identifier changes nothing, one outside the format is an error.
    assert_eq!(generator.accept_jump(at(7)), Ok(()));
    assert_eq!(generator.generate(), Ok(45));
    let after = TimeError::AfterEnd { last: at(LAST) };
    assert_eq!(generator.accept_jump(Duration::MAX), Err(after));
    assert_eq!(generator.generate(), Ok(46));
    // What it resumes after counts as the last identifier; a new generator has none.
    let mut generator = Generator::new(&clock, Tenths).with_max_jump(bound).resume_after(21);
    let jump = GenerateError::Jump { last: at(5), now: at(11) };
    assert_eq!(generator.generate(), Err(jump));
    // To resume after now as well does not get round the bound.
    assert_eq!(generator.resume_after_now().map(drop), Err(jump));
    // Under `Borrow` the last identifier may be ahead of the clock.
    let mut ahead = Generator::new(&clock, Tenths).with_policy(BORROW).with_max_jump(bound);
    assert_eq!(ahead.reserve(12).map(drop), Ok(()), "ticks 11 to 13");
    clock.set(at(16));
    assert_eq!(ahead.generate(), Ok(64));
}

#[test]
fn starts_where_the_last_tick_ended() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, Tenths).with_rolling_start(2);
    let mut low_bits = Vec::new();
    for tick in 5..10 {
        clock.set(at(tick));
        low_bits.push(generator.generate().unwrap() & 3);
    }
    assert_eq!(low_bits, [0, 1, 2, 3, 0]);
    assert_eq!(generator.reserve(2).map(Iterator::collect), Ok(vec![37, 38]));
    let too_many = GenerateError::TooMany { max: 1 };
    assert_eq!(generator.reserve(2).map(drop), Err(too_many), "the next tick may begin with 3");
    let mut plain = Generator::new(&clock, Tenths).with_rolling_start(u32::MAX);
    assert_eq!(plain.generate(), Ok(36), "as many bits as there are");
}

/// Always says to wait until the same instant.
struct Waiting<'a> {
    clock: &'a dyn Clock,
    until: Duration,
}

impl Generate for Waiting<'_> {
    type Id = u64;
    fn generate(&mut self) -> Result<u64, GenerateError> {
        Err(GenerateError::Wait { until: self.until })
    }
    fn fill(&mut self, _: &mut [u64]) -> Result<usize, GenerateError> {
        self.generate().map(|_| 0)
    }
    fn clock(&self) -> &dyn Clock {
        self.clock
    }
}

#[test]
fn waiting_is_bounded() {
    /// The pauses within a limit, until the answer that it is not enough.
    fn pauses(until: Duration, limit: Duration) -> Vec<Duration> {
        let clock = ManualClock::new(at(0));
        let mut waiting = Waiting { clock: &clock, until };
        let pauses = RefCell::new(Vec::new());
        let mut awaiting = waiting.awaiting(limit, |pause| {
            pauses.borrow_mut().push(pause);
            ready(())
        });
        let timed_out = Err(GenerateError::TimedOut { until });
        assert_eq!(poll(&mut pin!(awaiting.generate())), Poll::Ready(timed_out));
        let one_by_one = pauses.take();
        let timed_out = Err(GenerateError::TimedOut { until });
        assert_eq!(poll(&mut pin!(awaiting.fill(&mut [0; 3]))), Poll::Ready(timed_out));
        assert_eq!(pauses.take(), one_by_one);
        one_by_one
    }
    assert_eq!(pauses(at(1), Duration::from_secs(1)), [Duration::from_millis(100); 10]);
    // An instant that has passed costs a little as well: a clock cannot keep the caller busy.
    let passed = pauses(at(0), Duration::from_millis(1));
    assert!((1..=20).contains(&passed.len()), "{passed:?}");
    assert_eq!(pauses(at(1), Duration::ZERO), []);
}

/// A clock that is one tick further whenever it is asked, and counts how often.
#[derive(Default)]
struct Ticking(Cell<u64>);

impl Clock for Ticking {
    fn now(&self) -> Result<Duration, ClockError> {
        let tick = self.0.get();
        self.0.set(tick + 1);
        Ok(at(tick))
    }
}

#[test]
fn blocking_gives_up_on_a_stopped_clock() {
    // The next tick is 1 ms away, and never comes.
    let stopped = at(5) + Duration::from_millis(99);
    let mut generator = Generator::new(FixedClock::new(stopped), Tenths);
    let timed_out = GenerateError::TimedOut { until: at(6) };
    let limit = Duration::from_millis(3);
    assert_eq!(generator.blocking(limit).generate(), Ok(20));
    let mut ids = [0; 5];
    assert_eq!((generator.blocking(limit).fill(&mut ids), ids), (Ok(3), [21, 22, 23, 0, 0]));
    assert_eq!(generator.blocking(limit).fill(&mut ids), Err(timed_out));
    assert_eq!(generator.blocking(limit).fill(&mut []), Ok(0));
    assert_eq!(generator.blocking(limit).generate(), Err(timed_out));
    let answers: Vec<_> = generator.blocking(limit).collect();
    assert_eq!(answers, [Err(timed_out)], "the iterator ends after the first error");
    // A wait that is longer than the limit is not begun.
    let mut generator = Generator::new(FixedClock::new(at(5)), Tenths).resume_after(4 * LAST);
    let timed_out = GenerateError::TimedOut { until: at(LAST) };
    assert_eq!(generator.blocking(Duration::from_secs(900)).generate(), Err(timed_out));
}

#[test]
fn blocking_passes_other_errors_on() {
    let mut generator = Generator::new(FixedClock::new(Duration::ZERO), Tenths);
    let error = GenerateError::Time(TimeError::BeforeEpoch { epoch: EPOCH });
    assert_eq!(generator.blocking(Duration::MAX).generate(), Err(error));
    assert_eq!(generator.blocking(Duration::MAX).fill(&mut [0]), Err(error));
}

#[test]
fn blocking_fills_across_ticks() {
    let mut generator = Generator::new(Ticking::default(), Tenths);
    let mut ids = [0; 9];
    // Each pause is the least, since the clock is past the instant when it is asked again.
    assert_eq!(generator.blocking(Duration::from_secs(1)).fill(&mut ids), Ok(9));
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    let more: Result<Vec<_>, _> = generator.blocking(Duration::from_secs(1)).take(9).collect();
    assert!(more.unwrap().is_sorted_by(|a, b| a < b));
}

/// Runs a future that never waits for anything but what the test does between polls.
fn poll<F: Future>(future: &mut core::pin::Pin<&mut F>) -> Poll<F::Output> {
    future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn awaits_the_callers_sleep() {
    /// Pending until it has been polled twice.
    struct Sleep(u32);
    impl Future for Sleep {
        type Output = ();
        fn poll(mut self: core::pin::Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
            self.0 += 1;
            if self.0 < 2 { Poll::Pending } else { Poll::Ready(()) }
        }
    }
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, Tenths);
    assert_eq!(generator.reserve(4).map(|ids| ids.len()), Ok(4));
    let slept = RefCell::new(Vec::new());
    let sleep = |duration| {
        slept.borrow_mut().push(duration);
        Sleep(0)
    };
    {
        let mut awaiting = generator.awaiting(Duration::from_secs(1), sleep);
        let mut future = pin!(awaiting.generate());
        assert_eq!(poll(&mut future), Poll::Pending);
        clock.advance(Duration::from_millis(40));
        // The sleep was too short, so it is asked for again.
        assert_eq!(poll(&mut future), Poll::Pending);
        clock.advance(Duration::from_millis(60));
        assert_eq!(poll(&mut future), Poll::Ready(Ok(24)));
    }
    assert_eq!(*slept.borrow(), [Duration::from_millis(100), Duration::from_millis(60)]);
}

#[test]
fn a_dropped_future_takes_nothing() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, Tenths).resume_after(23);
    {
        let never = |_| core::future::pending();
        let mut awaiting = generator.awaiting(Duration::from_secs(1), never);
        let mut future = pin!(awaiting.generate());
        assert_eq!(poll(&mut future), Poll::Pending);
    }
    clock.set(at(6));
    assert_eq!(generator.generate(), Ok(24));
}

#[test]
fn awaiting_gives_up_on_a_stopped_clock() {
    let mut generator = Generator::new(FixedClock::new(at(5)), Tenths).resume_after(23);
    let pauses = Cell::new(0);
    let sleep = |_| {
        pauses.set(pauses.get() + 1);
        ready(())
    };
    let mut awaiting = generator.awaiting(Duration::from_secs(1), sleep);
    let mut future = pin!(awaiting.generate());
    let timed_out = GenerateError::TimedOut { until: at(6) };
    assert_eq!(poll(&mut future), Poll::Ready(Err(timed_out)));
    assert_eq!(pauses.get(), 10);
}

#[cfg(target_has_atomic = "64")]
#[test]
fn shared_fills_and_waits_as_its_owner_does() {
    let shared = Generator::shared(FixedClock::new(at(5)), Tenths);
    let mut ids = [0; 3];
    assert_eq!((shared.fill(&mut ids), ids), (Ok(3), [20, 21, 22]));
    assert_eq!(shared.handle().blocking(Duration::ZERO).fill(&mut ids), Ok(1));
    assert_eq!(ids[0], 23);
    let timed_out = Err(GenerateError::TimedOut { until: at(6) });
    assert_eq!(shared.handle().blocking(Duration::ZERO).fill(&mut ids), timed_out);
    let clock = ManualClock::new(at(5));
    let shared = Generator::shared(&clock, Tenths).resume_after(23);
    let sleep = |pause| {
        clock.advance(pause);
        ready(())
    };
    let mut handle = &shared;
    let mut awaiting = handle.awaiting(Duration::from_secs(1), sleep);
    let mut future = pin!(awaiting.generate());
    let answer = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert_eq!(answer, Poll::Ready(Ok(24)));
}

#[test]
fn shared_does_the_same() {
    let clock = ManualClock::new(at(5));
    let shared = Generator::shared(&clock, Tenths).with_policy(BORROW).resume_after(20);
    assert_eq!(shared.generate(), Ok(21));
    assert_eq!(shared.reserve(3).map(Iterator::collect), Ok(vec![22, 23, 24]));
    assert_eq!((&shared).blocking(Duration::ZERO).generate(), Ok(25));
    let mut ids = [0; 9];
    assert_eq!(shared.handle().fill(&mut ids), Ok(6));
    assert_eq!(ids[..6], [26, 27, 28, 29, 30, 31]);
    assert_eq!(shared.generate(), wait(6));
    assert_eq!(shared.reserve(13).map(drop), Err(GenerateError::TooMany { max: 12 }));
    let timed_out = GenerateError::TimedOut { until: at(6) };
    assert_eq!((&shared).blocking(Duration::ZERO).generate(), Err(timed_out));
    clock.set(Duration::MAX);
    let after = TimeError::AfterEnd { last: at(LAST) };
    assert_eq!(shared.generate(), Err(after.into()));
    assert_eq!(shared.clock().now(), Ok(Duration::MAX));
    assert_eq!(shared.scheme().positions().bits(), 2);
}

#[cfg(target_has_atomic = "64")]
#[test]
fn shared_reads_the_clock_again_when_another_thread_was_faster() {
    // The first reading is of a tick that is spent meanwhile, the second is of the next.
    let shared = Generator::shared(Ticking::default(), Tenths).resume_after(3);
    assert_eq!(shared.generate(), Ok(4), "no wait that is over already");
    let mut owner = Generator::new(Ticking::default(), Tenths).resume_after(3);
    assert_eq!(owner.generate(), wait(1), "nobody else can have moved the owner's word");
}
