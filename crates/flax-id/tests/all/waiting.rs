//! Waiting for the next millisecond.
#![cfg(feature = "std")]

use core::{
    cell::Cell,
    future::{Future, ready},
    pin::pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use flax_id::{FlaxId, Generate, GenerateError, Generator, ManualClock, UnixTime};
use ids_testkit::Words;

const NOW: UnixTime = UnixTime::from_millis(1_444_939_825_807);
const MILLI: Duration = Duration::from_millis(1);
/// The word that gives the largest identifier of a millisecond, so that each has one.
const ONES: Option<u64> = Some(u64::MAX);

#[test]
fn awaited_at_the_edge_of_each_millisecond() {
    let (clock, ones) = (ManualClock::new(NOW), Cell::new(ONES));
    let mut generator = Generator::monotonic(&clock, Words(|| ones.get()));
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
    let ones = Cell::new(ONES);
    let mut generator = Generator::monotonic(NOW, Words(|| ones.get()));
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

/// Runs a future that never has to be polled twice.
fn poll<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("nothing here is pending"),
    }
}
