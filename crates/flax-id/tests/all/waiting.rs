//! Waiting for the next millisecond.
#![cfg(feature = "std")]

use core::{
    cell::Cell,
    convert::Infallible,
    future::{Future, ready},
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use chacha20::rand_core::TryRng;
use flax_id::{
    Clock, ClockError, FixedClock, FlaxId, Generate, GenerateError, Generator, ManualClock,
    UnixTime,
};

const NOW: UnixTime = UnixTime::from_millis(1_444_939_825_807);
const MILLI: Duration = Duration::from_millis(1);

/// Gives the largest identifier of a millisecond, so that each has one.
#[derive(Debug)]
struct Ones;

impl TryRng for Ones {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::MAX)
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::MAX)
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(u8::MAX);
        Ok(())
    }
}

#[test]
fn awaited_at_the_edge_of_each_millisecond() {
    let clock = ManualClock::new(NOW);
    let mut generator = Generator::monotonic(&clock, Ones);
    for passed in 0..5 {
        // The caller's sleep moves the clock: no thread sleeps.
        let mut id = generator.awaiting(Duration::from_secs(1), |pause| {
            assert_eq!(pause, MILLI);
            clock.advance(pause);
            ready(())
        });
        assert_eq!(poll(id.generate()).unwrap().time(), NOW + passed * MILLI);
    }
}

#[test]
fn waiting_gives_up_when_the_clock_stands_still() {
    let mut generator = Generator::monotonic(FixedClock::new(NOW), Ones);
    let mut ids = [FlaxId::MIN; 3];
    assert_eq!(generator.blocking(Duration::ZERO).fill(&mut ids), Ok(1));
    let timed_out = GenerateError::TimedOut { until: NOW + MILLI };
    assert_eq!(generator.blocking(Duration::ZERO).generate(), Err(timed_out));
    assert_eq!(generator.blocking(Duration::ZERO).fill(&mut ids), Err(timed_out));
    let answers: Vec<_> = generator.blocking(Duration::ZERO).collect();
    assert_eq!(answers, [Err(timed_out)]);
    let pauses = Cell::new(0);
    let mut id = generator.awaiting(5 * MILLI, |_| {
        pauses.set(pauses.get() + 1);
        ready(())
    });
    assert_eq!(poll(id.generate()), Err(timed_out));
    assert_eq!(pauses.get(), 5);
}

#[test]
fn waiting_ends_when_the_clock_moves() {
    /// A clock that is a millisecond further each time it is read.
    struct Moving(Cell<UnixTime>);
    impl Clock for Moving {
        fn now(&self) -> Result<UnixTime, ClockError> {
            self.0.set(self.0.get() + MILLI);
            Ok(self.0.get())
        }
    }
    let mut generator = Generator::monotonic(Moving(Cell::new(NOW)), Ones);
    let mut ids = [FlaxId::MIN; 5];
    assert_eq!(generator.blocking(Duration::from_secs(1)).fill(&mut ids), Ok(5));
    assert!(ids.is_sorted_by(|a, b| a < b));
    let more: Result<Vec<_>, _> = generator.blocking(Duration::from_secs(1)).take(5).collect();
    let more = more.unwrap();
    assert!(more.is_sorted_by(|a, b| a < b) && more[0] > ids[4]);
}

/// Runs a future that never has to be polled twice.
fn poll<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("nothing here is pending"),
    }
}
