//! Clocks that jump ahead.

use core::time::Duration;

use ids_core::{
    GenerateError, Generator, Limits, ManualClock, RangeError, UnixTime, format::Ticks,
};
use ids_testkit::Plain;

use crate::tenths::{AHEAD, EPOCH, LAST, TENTHS, at};

/// A clock that reads the far future once, or goes an hour ahead and stays there.
#[test]
fn clocks_that_jump_ahead() {
    let hour = Duration::from_secs(3600);
    let clock = ManualClock::new(EPOCH);
    let ticks = Ticks::per_second(EPOCH, 1000);
    let long = Plain { ticks, bits: 2, last: u64::MAX };
    let year_2300 = UnixTime::from_secs(10_413_792_000);
    for (read, bound) in [(year_2300, 24 * hour), (EPOCH + hour, Duration::from_secs(60))] {
        clock.set(EPOCH);
        let mut plain = Generator::new(&clock, long);
        let limits = Limits { max_jump: bound, ..Limits::default() };
        let mut owner = Generator::new(&clock, long).with_limits(limits);
        let shared = Generator::shared(&clock, long).with_limits(limits);
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
        assert_eq!((owner.accept_jump(read), shared.handle().accept_jump(read)), (Ok(()), Ok(())));
        let later = ticks.at(read).unwrap() << 2;
        assert_eq!((owner.generate(), shared.generate()), (Ok(later), Ok(later)));
        clock.set(EPOCH);
        assert_eq!(owner.generate(), Err(GenerateError::Wait { until: read }));
    }
}

/// Else each new tick would be one, also that which was accepted.
#[test]
fn the_next_tick_is_no_jump() {
    let clock = ManualClock::new(at(5));
    let limits = Limits { max_jump: Duration::ZERO, ..Limits::default() };
    let mut generator = Generator::new(&clock, TENTHS).with_limits(limits);
    assert_eq!(generator.generate(), Ok(20));
    clock.set(at(6));
    assert_eq!(generator.generate(), Ok(24));
    clock.set(at(9));
    assert_eq!(generator.generate(), Err(GenerateError::Jump { last: at(6), now: at(9) }));
    assert_eq!((generator.accept_jump(at(9)), generator.generate()), (Ok(()), Ok(36)));
}

#[test]
fn jumps_are_counted_in_ticks_from_the_last_identifier() {
    let clock = ManualClock::new(at(5));
    let max_jump = Duration::from_millis(399);
    let limits = Limits { max_jump, ..Limits::default() };
    let mut generator = Generator::new(&clock, TENTHS).with_limits(limits);
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
    let after = RangeError::AfterEnd { last: at(LAST) };
    assert_eq!(generator.accept_jump(UnixTime::MAX), Err(after));
    assert_eq!(generator.generate(), Ok(46));
    // What it resumes after counts as the last identifier; a new generator has none.
    let mut generator = Generator::new(&clock, TENTHS).with_limits(limits).resume_after(21);
    let jump = GenerateError::Jump { last: at(5), now: at(11) };
    assert_eq!(generator.generate(), Err(jump));
    // To resume after now as well does not get round the bound.
    assert_eq!(generator.resume_after_now(Duration::ZERO).map(drop), Err(jump));
    // The last identifier may be ahead of the clock.
    let mut ahead = Generator::new(&clock, TENTHS).with_limits(Limits { max_jump, ..AHEAD });
    assert_eq!(ahead.reserve(12).map(drop), Ok(()), "ticks 11 to 13");
    clock.set(at(16));
    assert_eq!(ahead.generate(), Ok(64));
}
