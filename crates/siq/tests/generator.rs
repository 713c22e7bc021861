//! Generators under clocks that do what the tests say.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::time::Duration;

use ids_testkit::hold_walk;
use siq::{
    DomainHash, GenerateError, Generator, Limits, ManualClock, Node, Qualifier, RangeError, Siq,
    UnixTime,
};

const NOW: UnixTime = UnixTime::from_millis(1_732_104_000_250);
const DOMAIN: DomainHash = DomainHash::from_bits(0x86ce_1947);

/// The start of the tick that is this number of ticks after that of [`NOW`].
const fn tick(later: i64) -> UnixTime {
    Siq::TICKS.start(113_515_167_760_384_u64.checked_add_signed(later).unwrap())
}

fn identifier(timestamp: u64, qualifier: Qualifier, serial: u16) -> Siq {
    Siq::from_parts(timestamp, 1, DOMAIN, qualifier, serial).unwrap()
}

#[test]
fn each_qualifier_counts_for_itself() {
    let mut generator = Generator::new(NOW, DOMAIN, 1);
    for serial in 0..3 {
        for &qualifier in Qualifier::ALL {
            let id = identifier(113_515_167_760_384, qualifier, serial);
            assert_eq!(generator.generate(qualifier), Ok(id));
        }
    }
}

#[test]
fn restarted_for_each_qualifier() {
    let clock = ManualClock::new(NOW);
    let mut before = Generator::new(&clock, DOMAIN, 1);
    let message = (0..5).map(|_| before.generate(Qualifier::Message).unwrap()).last().unwrap();
    clock.set(tick(-100));
    let user = before.generate(Qualifier::User).unwrap();
    let mut after = Generator::new(&clock, DOMAIN, 1).resume_after(message).resume_after(user);
    assert_eq!(after.generate(Qualifier::User).unwrap().serial(), 1);
    let wait = Err(GenerateError::Wait { until: NOW });
    assert_eq!(after.generate(Qualifier::Message), wait);
    clock.set(NOW);
    assert_eq!(after.generate(Qualifier::Message).unwrap().serial(), 5);
    // At the end of a tick the next one follows.
    let last = identifier(113_515_167_760_384, Qualifier::Message, 4095);
    let mut after = Generator::new(&clock, DOMAIN, 1).resume_after(last);
    let wait = Err(GenerateError::Wait { until: tick(1) });
    assert_eq!(after.generate(Qualifier::Message), wait);
}

/// Its serial number says nothing of this sequence's: all of its tick is taken to be given.
#[test]
fn resumed_after_another_qualifier() {
    for (of, other) in [
        (Qualifier::User, Qualifier::Content),
        (Qualifier::Content, Qualifier::User),
        (Qualifier::User, Qualifier::Event),
    ] {
        let id = Siq::new(NOW, 1, DOMAIN, other, 0x7fff >> other.bits()).unwrap();
        let node = Node::new(DOMAIN, 1, of);
        let mut generator = ids_core::Generator::new(NOW, node).resume_after(id);
        assert_eq!(generator.generate(), Err(GenerateError::Wait { until: tick(1) }), "{of}");
        let mut generator = ids_core::Generator::new(tick(1), node).resume_after(id);
        let next = generator.generate().unwrap();
        assert_eq!((next.time(), next.serial(), next > id), (tick(1), 0, true), "{of}");
    }
}

/// A generator that is at work already is never moved back over what it has given.
#[test]
fn restarted_upwards_only() {
    let mut owned = Generator::new(NOW, DOMAIN, 1);
    let first = owned.generate(Qualifier::Message).unwrap();
    assert_eq!(owned.generate(Qualifier::Message).unwrap().serial(), 1);
    let mut owned = owned.resume_after(first);
    assert_eq!(owned.generate(Qualifier::Message).unwrap().serial(), 2);
    let shared = Generator::shared(NOW, DOMAIN, 1);
    assert_eq!(shared.generate(Qualifier::Message).unwrap(), first);
    assert_eq!(shared.generate(Qualifier::Message).unwrap().serial(), 1);
    let shared = shared.resume_after(first);
    assert_eq!(shared.generate(Qualifier::Message).unwrap().serial(), 2);
}

/// Restarts under a perfect clock where nothing is kept: inside a tick, and within what was
/// borrowed. Without protection they repeat.
#[test]
#[cfg_attr(miri, ignore = "thousands of identifiers one by one take Miri minutes")]
fn restarted_where_nothing_is_kept() {
    let ahead = Limits::ahead(Duration::from_micros(46));
    for (limits, made, later) in [(Limits::default(), 2, 0), (ahead, 4 * 2048, 2)] {
        for qualifier in [Qualifier::User, Qualifier::Tag] {
            let clock = ManualClock::new(NOW);
            let fresh = || Generator::new(&clock, DOMAIN, 1).with_limits(limits);
            let mut before = fresh();
            let given: Vec<_> = (0..made).map(|_| before.generate(qualifier).unwrap()).collect();
            clock.set(tick(later));
            assert!(given.contains(&fresh().generate(qualifier).unwrap()), "{limits:?}");
            let shared = Generator::shared(&clock, DOMAIN, 1).with_limits(limits);
            let mut owner = fresh().resume_after_now(limits.max_ahead).unwrap();
            let shared = shared.resume_after_now(limits.max_ahead).unwrap();
            let wait = Err(GenerateError::Wait { until: tick(later + 1) });
            assert_eq!((owner.generate(qualifier), shared.generate(qualifier)), (wait, wait));
            clock.set(tick(later + 1));
            let first = owner.generate(qualifier).unwrap();
            assert!(given.iter().all(|id| *id < first), "{limits:?}");
            assert_eq!(shared.generate(qualifier), Ok(first));
        }
    }
    let before = RangeError::AfterEnd { last: Siq::TICKS.start((1 << 56) - 1) };
    let generator = Generator::new(UnixTime::MAX, DOMAIN, 1);
    assert_eq!(generator.resume_after_now(Duration::ZERO).map(drop), Err(before.into()));
}

/// One reading of the year 2300, and the way on if it is right.
#[test]
fn clocks_that_jump_ahead() {
    let (day, year_2300) = (Duration::from_secs(86_400), UnixTime::from_secs(10_413_792_000));
    let clock = ManualClock::new(NOW);
    let limits = Limits { max_jump: day, ..Limits::default() };
    let mut plain = Generator::new(&clock, DOMAIN, 1);
    let mut owner = Generator::new(&clock, DOMAIN, 1).with_limits(limits);
    let shared = Generator::shared(&clock, DOMAIN, 1).with_limits(limits);
    for qualifier in [Qualifier::User, Qualifier::Message] {
        clock.set(NOW);
        let first = plain.generate(qualifier);
        assert_eq!((owner.generate(qualifier), shared.generate(qualifier)), (first, first));
        clock.set(year_2300);
        assert!(plain.generate(qualifier).is_ok());
        let jump = Err(GenerateError::Jump { last: NOW, now: year_2300 });
        assert_eq!((owner.generate(qualifier), shared.generate(qualifier)), (jump, jump));
        clock.set(NOW);
        let wait = Err(GenerateError::Wait { until: year_2300 });
        assert_eq!(plain.generate(qualifier), wait);
        assert_eq!(owner.generate(qualifier).map(Siq::serial), Ok(1));
        assert_eq!(shared.generate(qualifier).map(Siq::serial), Ok(1));
    }
    clock.set(year_2300);
    // To resume after now does not get round the bound, of whichever qualifier the last one was.
    for qualifier in [Qualifier::User, Qualifier::Message] {
        let last = Siq::new(NOW, 1, DOMAIN, qualifier, 0).unwrap();
        let resumed = Generator::new(&clock, DOMAIN, 1).with_limits(limits).resume_after(last);
        let jump = GenerateError::Jump { last: NOW, now: year_2300 };
        assert_eq!(resumed.resume_after_now(Duration::ZERO).map(drop), Err(jump));
    }
    assert_eq!(
        (owner.accept_jump(year_2300), shared.handle().accept_jump(year_2300)),
        (Ok(()), Ok(()))
    );
    for qualifier in [Qualifier::User, Qualifier::Message] {
        assert_eq!(owner.generate(qualifier).map(Siq::time), Ok(year_2300));
        assert_eq!(shared.generate(qualifier).map(Siq::time), Ok(year_2300));
    }
    let after = Err(RangeError::AfterEnd { last: Siq::TICKS.start((1 << 56) - 1) });
    assert_eq!(shared.handle().accept_jump(UnixTime::MAX), after);
}

/// After the last tick of the qualifiers of 3 bits, a restart goes on with all others.
#[test]
fn restarted_after_the_last_tick_of_some() {
    let after = UnixTime::from_secs(1 << 35);
    let last = Siq::TICKS.start((1 << 51) - 1);
    let clock = ManualClock::new(after);
    let mut ids = Generator::new(&clock, DOMAIN, 1).resume_after_now(Duration::ZERO).unwrap();
    let mut shared = Generator::shared(&clock, DOMAIN, 1).resume_after_now(Duration::ZERO).unwrap();
    // Back in the last tick, nothing is issued that a predecessor may have issued there.
    for (now, ended) in [(after, "after_end"), (last, "exhausted")] {
        clock.set(now);
        for &qualifier in Qualifier::ALL {
            let expected = if qualifier.bits() == 3 { ended } else { "wait" };
            let found = ids.generate(qualifier);
            assert_eq!(found.map_err(|error| error.kind()), Err(expected), "{qualifier}");
            assert_eq!(shared.generate(qualifier), found, "{qualifier}");
        }
    }
    clock.set(after + Duration::from_secs(1));
    for qualifier in [Qualifier::User, Qualifier::Message] {
        assert!(ids.generate(qualifier).is_ok(), "{qualifier}");
    }
    // So does one whose last identifier was the last of all.
    clock.set(NOW);
    let last = identifier((1 << 51) - 1, Qualifier::Content, 8191);
    ids = Generator::new(&clock, DOMAIN, 1)
        .resume_after(last)
        .resume_after_now(Duration::ZERO)
        .unwrap();
    shared = Generator::shared(&clock, DOMAIN, 1)
        .resume_after(last)
        .resume_after_now(Duration::ZERO)
        .unwrap();
    for (qualifier, expected) in [(Qualifier::Content, "exhausted"), (Qualifier::User, "wait")] {
        assert_eq!(ids.generate(qualifier).map_err(|error| error.kind()), Err(expected));
        assert_eq!(shared.generate(qualifier).map_err(|error| error.kind()), Err(expected));
    }
}

#[test]
fn each_qualifier_under_clocks_that_go_wrong() {
    for (seed, &qualifier) in (0..).zip(Qualifier::ALL) {
        let limits = Limits::ahead(Duration::from_secs(10 * (seed % 2)));
        hold_walk(seed, NOW, limits.max_ahead, Siq::time, |clock| {
            let mut generator = Generator::new(clock, DOMAIN, 1).with_limits(limits);
            move || generator.generate(qualifier)
        });
    }
}

#[cfg(target_has_atomic = "64")]
#[test]
fn shared_as_owned() {
    let clock = ManualClock::new(NOW);
    let shared = Generator::shared(&clock, DOMAIN, 1);
    let mut owned = Generator::new(&clock, DOMAIN, 1);
    for step in 0..if cfg!(miri) { 200 } else { 5000 } {
        clock.set(tick(step / 7 - step % 5));
        let qualifier = Qualifier::ALL[usize::try_from(step % 3).unwrap()];
        assert_eq!(shared.generate(qualifier), owned.generate(qualifier));
    }
    assert_eq!(
        shared.sequence(Qualifier::Tag).reserve(10).unwrap().collect::<Vec<_>>(),
        owned.sequence(Qualifier::Tag).reserve(10).unwrap().collect::<Vec<_>>(),
    );
}
