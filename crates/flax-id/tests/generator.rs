//! Generators under clocks and random sources that do what the tests say: what the rows of the vectors leave open.

use core::{cell::Cell, time::Duration};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use flax_id::{
    Clock, ClockError, FlaxId, GenerateError, Generator, Limits, ManualClock, RangeError, UnixTime,
};
use ids_testkit::{Words, assert_fair, hold_walk};
use proptest::prelude::*;

const EPOCH: UnixTime = UnixTime::from_secs(1_420_070_400);
const LAST: UnixTime = UnixTime::from_millis(2_519_582_027_775);
const NOW: UnixTime = UnixTime::from_millis(1_444_939_825_807);
const MILLI: Duration = Duration::from_millis(1);
const MAX: u64 = (1 << 56) - 1;

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(7)
}

#[test]
fn monotonic_under_clocks_that_go_wrong() {
    for seed in 0..20 {
        let limits = Limits::ahead(Duration::from_secs(10 * (seed % 2)));
        hold_walk(seed, NOW, limits.max_ahead, FlaxId::time, |clock| {
            let mut generator = Generator::monotonic(clock, rng()).with_limits(limits);
            move || generator.generate()
        });
    }
}

#[test]
fn another_words_step_may_fit() {
    for (time, refused) in [
        (NOW, GenerateError::Wait { until: NOW + MILLI }),
        (FlaxId::LAST, GenerateError::Exhausted),
    ] {
        // One below the largest random part.
        let words = Cell::new(Some(u64::MAX - 0x100));
        let mut generator = Generator::monotonic(time, Words(|| words.get()));
        let first = generator.generate().unwrap();
        words.set(Some(1 << 32));
        assert_eq!(generator.generate(), Err(refused), "a step of 2");
        words.set(Some(0));
        assert_eq!(generator.generate().map(FlaxId::to_bits), Ok(first.to_bits() + 1));
        assert_eq!(generator.generate(), Err(refused), "no step fits now");
    }
}

#[test]
fn clocks_outside_the_format_are_errors() {
    let before = RangeError::BeforeEpoch { epoch: EPOCH };
    let after = RangeError::AfterEnd { last: LAST };
    for (time, error) in [
        (UnixTime::EPOCH, before),
        (EPOCH.saturating_sub(Duration::from_nanos(1)), before),
        (LAST + MILLI, after),
        (UnixTime::MAX, after),
    ] {
        let mut ids = [FlaxId::MIN; 2];
        for mut generator in [Generator::new(time, rng()), Generator::monotonic(time, rng())] {
            assert_eq!(generator.generate(), Err(error.into()));
            assert_eq!(generator.fill(&mut ids), Err(error.into()));
        }
        assert_eq!(ids, [FlaxId::MIN; 2]);
    }
    assert_eq!(FlaxId::LAST, LAST);
    let end = LAST + Duration::from_nanos(999_999);
    assert_eq!(Generator::new(end, rng()).generate().unwrap().time(), LAST);
    assert_eq!(Generator::monotonic(EPOCH, rng()).generate().unwrap().time(), EPOCH);
}

/// As under a `ForkGuard`, in the child.
#[test]
fn a_clock_of_another_process() {
    struct Copied;
    impl Clock for Copied {
        fn now(&self) -> Result<UnixTime, ClockError> {
            Err(ClockError::Forked)
        }
    }
    for mut generator in [Generator::new(Copied, rng()), Generator::monotonic(Copied, rng())] {
        assert_eq!(generator.generate(), Err(GenerateError::Forked));
        assert_eq!(generator.fill(&mut [FlaxId::MIN; 100]), Err(GenerateError::Forked));
    }
}

#[test]
fn failed_calls_leave_the_last_identifier() {
    let (clock, words) = (ManualClock::new(NOW), Cell::new(Some(5 << 32)));
    let mut generator = Generator::monotonic(&clock, Words(|| words.get()));
    let last = generator.generate().unwrap();
    for (time, word, error) in [
        (NOW, None, GenerateError::Entropy),
        (NOW + MILLI, None, GenerateError::Entropy),
        (NOW.saturating_sub(MILLI), Some(0), GenerateError::Wait { until: NOW }),
        (UnixTime::EPOCH, Some(0), RangeError::BeforeEpoch { epoch: EPOCH }.into()),
        (UnixTime::MAX, Some(0), RangeError::AfterEnd { last: LAST }.into()),
    ] {
        clock.set(time);
        words.set(word);
        assert_eq!(generator.generate(), Err(error));
        assert_eq!(generator.fill(&mut [FlaxId::MIN]), Err(error));
    }
    clock.set(NOW);
    words.set(Some(0));
    let next = generator.generate().unwrap();
    assert_eq!(next.to_bits(), last.to_bits() + 1);
}

/// A generator that is at work already is never moved back over what it has given.
#[test]
fn resumed_upwards_only() {
    let words = Cell::new(Some(0));
    let mut generator = Generator::monotonic(NOW, Words(|| words.get()));
    let ids = [generator.generate(), generator.generate()].map(Result::unwrap);
    assert_eq!(ids.map(FlaxId::random), [0, 1]);
    for (last, next) in [(ids[0], 2), (FlaxId::MIN, 3), (ids[1], 4)] {
        generator = generator.resume_after(last);
        assert_eq!(generator.generate().unwrap().random(), next, "after {last}");
    }
    let above = FlaxId::from_parts(ids[0].timestamp(), 100).unwrap();
    assert_eq!(generator.resume_after(above).generate().unwrap().random(), 101);
}

/// Restarts under a perfect clock where nothing is kept: the order breaks without protection.
#[test]
fn resumed_after_now() {
    let words = Cell::new(Some(u64::MAX));
    for (ahead, made, later) in [(0, 1, 0), (2, 3, 0), (2, 3, 2)] {
        let clock = ManualClock::new(NOW);
        let limits = Limits::ahead(ahead * MILLI);
        let fresh = || Generator::monotonic(&clock, Words(|| words.get())).with_limits(limits);
        words.set(Some(u64::MAX));
        let mut before = fresh();
        let last = (0..made).map(|_| before.generate().unwrap()).last().unwrap();
        words.set(Some(0));
        clock.set(NOW + later * MILLI);
        assert!(fresh().generate().unwrap() < last, "{ahead} {later}");
        let mut after = fresh().resume_after_now(limits.max_ahead).unwrap();
        let until = NOW + (later + 1) * MILLI;
        assert_eq!(after.generate(), Err(GenerateError::Wait { until }));
        clock.set(until);
        let next = after.generate().unwrap();
        assert!(next > last, "{ahead} {later}");
        assert_eq!((next.time(), next.random()), (until + ahead * MILLI, 0));
    }
    let new = |time| Generator::new(time, Words(|| words.get())).resume_after_now(Duration::ZERO);
    let mut over = new(LAST).unwrap();
    assert_eq!(over.generate(), Err(GenerateError::Exhausted));
    let error = RangeError::BeforeEpoch { epoch: EPOCH };
    assert_eq!(new(UnixTime::EPOCH).map(drop), Err(error.into()));
}

/// One reading of the year 2049, and the way on if it is right.
#[test]
fn clocks_that_jump_ahead() {
    let (clock, words) = (ManualClock::new(NOW), Cell::new(Some(0)));
    let hour = Duration::from_secs(3600);
    let limits = Limits { max_jump: hour, ..Limits::default() };
    let mut plain = Generator::monotonic(&clock, Words(|| words.get()));
    let mut generator = Generator::monotonic(&clock, Words(|| words.get())).with_limits(limits);
    assert_eq!(generator.generate(), plain.generate());
    clock.set(LAST);
    let jump = GenerateError::Jump { last: NOW, now: LAST };
    assert!(plain.generate().is_ok());
    assert_eq!(generator.generate(), Err(jump));
    assert_eq!(generator.fill(&mut [FlaxId::MIN; 2]), Err(jump));
    clock.set(NOW);
    assert_eq!(plain.generate(), Err(GenerateError::Wait { until: LAST }));
    assert_eq!(generator.generate().map(|id| (id.time(), id.random())), Ok((NOW, 1)));
    clock.set(NOW + hour);
    assert_eq!(generator.generate().map(FlaxId::time), Ok(NOW + hour));
    clock.set(LAST);
    // To resume after now does not get round the bound.
    let resumed = Generator::new(&clock, Words(|| words.get())).with_limits(limits);
    let resumed = resumed.resume_after(FlaxId::first_at(NOW).unwrap());
    assert_eq!(resumed.resume_after_now(Duration::ZERO).map(drop), Err(jump));
    assert_eq!(generator.accept_jump(LAST), Ok(()));
    words.set(Some(7 << 8));
    assert_eq!(generator.generate().map(|id| (id.time(), id.random())), Ok((LAST, 7)));
    assert_eq!(generator.accept_jump(NOW), Ok(()));
    assert_eq!(generator.generate().map(FlaxId::time), Ok(LAST));
    let after = RangeError::AfterEnd { last: LAST };
    assert_eq!(generator.accept_jump(UnixTime::MAX), Err(after));
    // The next millisecond is no jump, whatever the limit.
    let limit = Limits { max_jump: Duration::ZERO, ..limits };
    let mut strict = Generator::monotonic(&clock, Words(|| words.get())).with_limits(limit);
    clock.set(NOW);
    assert_eq!(strict.generate().map(FlaxId::time), Ok(NOW));
    clock.set(LAST);
    assert_eq!(strict.generate(), Err(jump));
    assert_eq!(strict.accept_jump(LAST), Ok(()));
    assert_eq!(strict.generate().map(FlaxId::time), Ok(LAST));
    // Independent identifiers follow the clock both ways.
    let mut independent = Generator::new(&clock, Words(|| words.get())).with_limits(limits);
    for time in [NOW, LAST, NOW] {
        clock.set(time);
        assert_eq!(independent.generate().map(FlaxId::time), Ok(time));
        assert_eq!(independent.accept_jump(LAST), Ok(()));
    }
}

#[test]
fn filled_in_one_reading_of_the_clock() {
    /// Fails when read a second time.
    struct Once(Cell<bool>);
    impl Clock for Once {
        fn now(&self) -> Result<UnixTime, ClockError> {
            assert!(!self.0.replace(true), "read twice");
            Ok(NOW)
        }
    }
    for make in [Generator::new, Generator::monotonic] {
        let mut ids = [FlaxId::MIN; 1000];
        let mut generator = make(Once(Cell::new(false)), rng());
        assert_eq!(generator.fill(&mut []), Ok(0));
        assert_eq!(generator.fill(&mut ids), Ok(1000));
        assert!(ids.iter().all(|id| id.time() == NOW));
        ids.sort_unstable();
        assert!(ids.is_sorted_by(|a, b| a < b));
    }
}

#[test]
fn filled_wholly_or_not_at_all() {
    let (clock, words) = (ManualClock::new(NOW), Cell::new(Some(u64::MAX)));
    let nine = FlaxId::from_parts(FlaxId::first_at(NOW).unwrap().timestamp(), MAX - (9 << 32));
    let mut generator =
        Generator::monotonic(&clock, Words(|| words.get())).resume_after(nine.unwrap());
    for count in [10, 60] {
        let mut ids = vec![FlaxId::MIN; count];
        assert_eq!(generator.fill_all(&mut ids), Err(GenerateError::TooMany { max: 9 }));
    }
    words.set(None);
    assert_eq!(generator.fill_all(&mut [FlaxId::MIN; 2]), Err(GenerateError::Entropy));
    words.set(Some(u64::MAX));
    let mut ids = [FlaxId::MIN; 9];
    assert_eq!(generator.fill_all(&mut ids), Ok(()));
    assert_eq!((ids[0].random(), ids[8].random()), (MAX - (8 << 32), MAX));
    let wait = GenerateError::Wait { until: NOW + MILLI };
    assert_eq!(generator.fill_all(&mut [FlaxId::MIN]), Err(wait));
    assert_eq!(generator.fill_all(&mut []), Ok(()));
    let mut many = [FlaxId::MIN; 60];
    assert_eq!(Generator::new(&clock, Words(|| words.get())).fill_all(&mut many), Ok(()));
}

#[test]
fn bits_are_as_random_as_their_source() {
    const COUNT: u32 = if cfg!(miri) { 500 } else { 100_000 };
    let mut generator = Generator::new(NOW, rng());
    assert_fair(56, COUNT, || generator.generate().unwrap().random());
}

proptest! {
    #![proptest_config(ids_testkit::cases(1))]

    /// A block is what the same calls give one by one, and so is what follows it. The millisecond may be spent inside.
    #[test]
    fn filled_as_one_by_one(
        seed in any::<u64>(),
        monotonic: bool,
        ahead in 0..2_u64,
        room in 0..600_u64,
        count in 1..400_usize,
    ) {
        let generator = || {
            let limits = Limits::ahead(Duration::from_millis(ahead));
            let (clock, rng) = (NOW, ChaCha8Rng::seed_from_u64(seed));
            if monotonic {
                // A step is 2^31 in the middle.
                let last = FlaxId::new(NOW, MAX - (room << 31)).unwrap();
                Generator::monotonic(clock, rng).with_limits(limits).resume_after(last)
            } else {
                Generator::new(clock, rng).with_limits(limits)
            }
        };
        let (mut block, mut single) = (generator(), generator());
        let mut ids = vec![FlaxId::MIN; count];
        let filled = block.fill(&mut ids);
        let ones: Vec<_> = (0..count).map_while(|_| single.generate().ok()).collect();
        prop_assert_eq!(filled.unwrap_or(0), ones.len());
        prop_assert_eq!(&ids[..ones.len()], ones);
        prop_assert_eq!(block.generate(), single.generate());
    }
}
