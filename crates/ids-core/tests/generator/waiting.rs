//! Waiting for the next identifier: by sleeping, and by awaiting the caller's sleep.

use core::{
    cell::{Cell, RefCell},
    future::{Future, ready},
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use ids_core::{Clock, Generate, GenerateError, Generator, ManualClock, RangeError, UnixTime};

use crate::tenths::{EPOCH, LAST, TENTHS, Ticking, Waiting, at};

#[test]
fn waiting_is_bounded() {
    /// The pauses within a limit, until the answer that it is not enough.
    fn pauses(until: UnixTime, limit: Duration) -> Vec<Duration> {
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
    assert_eq!(pauses(at(1), Duration::ZERO), [Duration::ZERO; 0]);
}

#[test]
fn blocking_gives_up_on_a_stopped_clock() {
    // The next tick is 1 ms away, and never comes.
    let stopped = at(5) + Duration::from_millis(99);
    let mut generator = Generator::new(stopped, TENTHS);
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
    let mut generator = Generator::new(at(5), TENTHS).resume_after(4 * LAST);
    let timed_out = GenerateError::TimedOut { until: at(LAST) };
    assert_eq!(generator.blocking(Duration::from_secs(900)).generate(), Err(timed_out));
}

/// A generator whose grant is extended after a given number of calls.
struct Granted<'a> {
    clock: &'a ManualClock,
    asked: Cell<u32>,
    extended_at: u32,
}

impl Generate for Granted<'_> {
    type Id = u64;
    fn generate(&mut self) -> Result<u64, GenerateError> {
        let asked = self.asked.replace(self.asked.get() + 1);
        if asked < self.extended_at { Err(GenerateError::Spent) } else { Ok(asked.into()) }
    }
    fn fill(&mut self, ids: &mut [u64]) -> Result<usize, GenerateError> {
        ids[0] = self.generate()?;
        Ok(1)
    }
    fn clock(&self) -> Option<&dyn Clock> {
        Some(self.clock)
    }
}

#[test]
fn a_spent_grant_is_asked_each_millisecond() {
    let clock = ManualClock::new(at(0));
    let granted = |extended_at| Granted { clock: &clock, asked: Cell::new(0), extended_at };
    for (extended_at, limit, expected) in [
        (0, 0, Ok(0)),
        (3, 3, Ok(3)),
        (3, 2, Err(GenerateError::Spent)),
        (1, 0, Err(GenerateError::Spent)),
    ] {
        let limit = Duration::from_millis(limit);
        let pauses = RefCell::new(Vec::new());
        let mut generator = granted(extended_at);
        let mut awaiting = generator.awaiting(limit, |pause| {
            pauses.borrow_mut().push(pause);
            ready(())
        });
        assert_eq!(poll(&mut pin!(awaiting.generate())), Poll::Ready(expected));
        assert!(pauses.borrow().iter().all(|pause| *pause == Duration::from_millis(1)));
        let mut ids = [0];
        let filled = granted(extended_at).blocking(limit).fill(&mut ids).map(|_| ids[0]);
        assert_eq!(filled, expected);
        assert_eq!(granted(extended_at).blocking(limit).generate(), expected);
    }
}

#[test]
fn blocking_passes_other_errors_on() {
    let mut generator = Generator::new(UnixTime::EPOCH, TENTHS);
    let error = GenerateError::Range(RangeError::BeforeEpoch { epoch: EPOCH });
    assert_eq!(generator.blocking(Duration::MAX).generate(), Err(error));
    assert_eq!(generator.blocking(Duration::MAX).fill(&mut [0]), Err(error));
}

#[test]
fn blocking_fills_across_ticks() {
    let mut generator = Generator::new(Ticking::default(), TENTHS);
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
    let mut generator = Generator::new(&clock, TENTHS);
    assert_eq!(generator.reserve(4).map(Iterator::count), Ok(4));
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
    let mut generator = Generator::new(&clock, TENTHS).resume_after(23);
    {
        let never = |_| core::future::pending();
        let mut awaiting = generator.awaiting(Duration::from_secs(1), never);
        let mut future = pin!(awaiting.generate());
        assert_eq!(poll(&mut future), Poll::Pending);
    }
    clock.set(at(6));
    assert_eq!(generator.generate(), Ok(24));
}

/// What it wrote is issued: no later identifier repeats it.
#[test]
fn a_dropped_future_keeps_what_it_wrote() {
    let clock = ManualClock::new(at(5));
    let mut generator = Generator::new(&clock, TENTHS).resume_after(21);
    let mut ids = [0; 3];
    {
        let never = |_| core::future::pending();
        let mut awaiting = generator.awaiting(Duration::from_secs(1), never);
        assert_eq!(poll(&mut pin!(awaiting.fill(&mut ids))), Poll::Pending);
    }
    assert_eq!(ids, [22, 23, 0]);
    clock.set(at(6));
    assert_eq!(generator.generate(), Ok(24));
}

/// What was made before it gave up is not lost, as by sleeping.
#[test]
fn awaiting_gives_up_with_a_part() {
    let mut generator = Generator::new(at(5), TENTHS);
    let mut awaiting = generator.awaiting(Duration::from_millis(3), |_| ready(()));
    let mut ids = [0; 6];
    assert_eq!(poll(&mut pin!(awaiting.fill(&mut ids))), Poll::Ready(Ok(4)));
    assert_eq!(ids, [20, 21, 22, 23, 0, 0]);
    let timed_out = GenerateError::TimedOut { until: at(6) };
    assert_eq!(poll(&mut pin!(awaiting.fill(&mut ids))), Poll::Ready(Err(timed_out)));
    assert_eq!(poll(&mut pin!(awaiting.fill(&mut []))), Poll::Ready(Ok(0)));
}
