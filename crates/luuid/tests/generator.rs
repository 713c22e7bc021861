//! Generators over keys and random sources that do what the tests say.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::{cell::Cell, time::Duration};

use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
use ids_core::UnixTime;
use ids_testkit::{SimClock, Words, assert_fair, failing, simulate, simulated};
use luuid::{GenerateError, Generator, Group, Key, Keys, Luuid, Version};

const PERSON: Group = Group::from_name("person");

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(7)
}

#[test]
fn the_upper_sixty_bits_of_a_word() {
    for (word, text) in [
        (0, "00000000-0001-62a0-a000-000000000000"),
        (0xf, "00000000-0001-62a0-a000-000000000000"),
        (0x10, "00000000-0001-62a0-a000-000000000001"),
        (0x7892_8ef2_7ab7_c625, "00000000-0001-62a0-a789-28ef27ab7c62"),
        (u64::MAX, "00000000-0001-62a0-afff-ffffffffffff"),
    ] {
        let words = Cell::new(Some(word));
        let mut generator = Generator::new(Keys::counter(), Words(|| words.get()), PERSON);
        assert_eq!(generator.generate().unwrap().to_string(), text);
    }
}

#[test]
fn in_either_version() {
    let mut published = Generator::new(Keys::counter(), rng(), PERSON);
    let mut recommended = Generator::new(Keys::counter(), rng(), PERSON).with_version(Version::V8);
    assert_eq!((published.group(), recommended.group()), (PERSON, PERSON));
    for key in 1..100 {
        let (one, other) = (published.generate().unwrap(), recommended.generate().unwrap());
        assert_eq!((one.version(), other.version()), (Version::V6, Version::V8));
        assert_eq!(one.to_version(Version::V8), other);
        assert_eq!((one.key().to_bits(), one.group()), (key, PERSON));
    }
}

#[test]
fn a_failing_source_costs_no_key() {
    let words = Cell::new(None);
    let mut generator = Generator::new(Keys::block(5..8).unwrap(), Words(|| words.get()), PERSON);
    let mut ids = [Luuid::MIN; 2];
    for _ in 0..3 {
        assert_eq!(generator.generate(), Err(GenerateError::Entropy));
        assert_eq!(generator.fill(&mut ids), Err(GenerateError::Entropy));
    }
    assert_eq!(ids, [Luuid::MIN; 2]);
    assert_eq!(generator.keys().left(), 3);
    words.set(Some(0));
    assert_eq!(generator.generate().unwrap().key().to_bits(), 5);
}

#[test]
fn spent_keys_stay_spent() {
    let mut generator = Generator::new(Keys::block(5..8).unwrap(), rng(), PERSON);
    let mut ids = [Luuid::MIN; 5];
    assert_eq!(generator.fill(&mut []), Ok(0));
    assert_eq!(generator.fill(&mut ids), Ok(3));
    let keys = ids.map(|id| id.key().to_bits());
    assert_eq!(keys, [5, 6, 7, 0, 0]);
    for _ in 0..3 {
        assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
        assert_eq!(generator.fill(&mut ids), Err(GenerateError::Exhausted));
        assert_eq!(generator.fill(&mut []), Ok(0));
    }
}

#[test]
fn filled_as_one_by_one() {
    let mut ids = [Luuid::MIN; 1000];
    assert_eq!(Generator::new(Keys::counter(), rng(), PERSON).fill(&mut ids), Ok(1000));
    let mut single = Generator::new(Keys::counter(), rng(), PERSON);
    assert!(ids.iter().all(|id| single.generate() == Ok(*id)));
}

#[test]
fn resumed_above_the_last_identifier() {
    let last: Luuid = "00000023-122e-6aa1-a789-28ef27ab7c62".parse().unwrap();
    let mut generator = Generator::new(Keys::counter(), rng(), PERSON).resume_after(last);
    assert_eq!(generator.generate().unwrap().key().to_bits(), 0x23_122f);
    generator.keys_mut().rebase(Key::new(0x3000_0000).unwrap());
    assert_eq!(generator.generate().unwrap().key().to_bits(), 0x3000_0001);
    // Only upwards.
    let mut generator = generator.resume_after(last);
    assert_eq!(generator.generate().unwrap().key().to_bits(), 0x3000_0002);
    let mut generator = Generator::new(Keys::counter(), rng(), PERSON).resume_after(Luuid::MAX);
    assert_eq!(generator.generate(), Err(GenerateError::Exhausted));
}

/// Ten million where the code is optimised, a million otherwise, few under Miri.
const MANY: u64 = if cfg!(miri) {
    512
} else if cfg!(debug_assertions) {
    1_000_000
} else {
    10_000_000
};

/// There is no clock to go wrong: what can fail is the random source.
#[test]
fn millions_without_a_duplicate_or_a_lost_key() {
    let many = simulated(MANY / 2);
    for version in [Version::V6, Version::V8] {
        let mut generator =
            Generator::new(Keys::counter(), failing(rng()), PERSON).with_version(version);
        let clock = SimClock::new(7, UnixTime::EPOCH);
        let report =
            simulate(&clock, many, || generator.generate(), |_| UnixTime::EPOCH, Duration::ZERO);
        assert_eq!((report.acknowledged, report.violations()), (many, 0), "{report:?}");
        // A 64th of the calls, more or less.
        assert!((1..many / 32).contains(&report.refused), "{report:?}");
        assert_eq!(generator.keys_mut().take().map(u64::from), Ok(many + 1));
    }
}

#[test]
fn bits_are_as_random_as_their_source() {
    const COUNT: u32 = if cfg!(miri) { 100 } else { 100_000 };
    let mut generator = Generator::new(Keys::counter(), rng(), PERSON);
    assert_fair(60, COUNT, || generator.generate().unwrap().random());
}
