//! Waiting for the next millisecond, by the generator's own clock.
#![cfg(feature = "std")]

use core::{cell::Cell, time::Duration};

use flax_id::{FlaxId, Generate, GenerateError, Generator, UnixTime};
use ids_testkit::Words;

const NOW: UnixTime = UnixTime::from_millis(1_444_939_825_807);

#[test]
fn waiting_gives_up_when_the_clock_stands_still() {
    // The largest identifier of a millisecond, so that each has one.
    let ones = Cell::new(Some(u64::MAX));
    let mut generator = Generator::monotonic(NOW, Words(|| ones.get()));
    let mut ids = [FlaxId::MIN; 3];
    assert_eq!(generator.blocking(Duration::ZERO).fill(&mut ids), Ok(1));
    let timed_out = GenerateError::TimedOut { until: NOW + Duration::from_millis(1) };
    assert_eq!(generator.blocking(Duration::ZERO).generate(), Err(timed_out));
    assert_eq!(generator.blocking(Duration::ZERO).fill(&mut ids), Err(timed_out));
}
