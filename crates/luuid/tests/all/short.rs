//! The short texts: of a key, of a group, of a prefix.

#![cfg(not(miri))]

use luuid::{Group, Key, Luuid, ParseError, Prefix, RangeError, Version};
use proptest::prelude::*;

#[test]
fn groups() {
    assert_eq!(Group::MAX.to_string(), "fff");
    assert_eq!("00a".parse(), Ok(Group::constant(10)));
    for number in 0..=0xfff {
        let group = Group::try_from(number).unwrap();
        assert_eq!(group.to_string(), format!("{number:03x}"));
        assert_eq!(group.to_string().parse(), Ok(group));
        assert_eq!(u16::from(group), number);
    }
}

#[test]
fn lengths_of_keys() {
    for text in ["", "1000000000-000"] {
        let error = ParseError::Length { found: text.len(), min: 1, max: 12 };
        assert_eq!(Key::decode_lenient(text.as_bytes()), Err(error), "{text}");
    }
}

#[test]
fn numbers() {
    assert_eq!((u64::from(Key::MIN), u64::from(Key::MAX)), (0, (1 << 48) - 1));
    let wide = RangeError::Field { field: "key", value: 1 << 48, max: (1 << 48) - 1 };
    assert_eq!(Key::try_from(1 << 48), Err(wide));
    assert_eq!((u16::from(Group::MIN), u16::from(Group::MAX)), (0, 0xfff));
    let wide = RangeError::Field { field: "group", value: 0x1000, max: 0xfff };
    assert_eq!(Group::try_from(0x1000), Err(wide));
    assert_eq!((Prefix::MIN, Prefix::MAX), (Luuid::MIN.prefix(), Luuid::MAX.prefix()));
    for (bits, prefix) in [(0x6000, Prefix::MIN), (0xffff_ffff_ffff_8fff, Prefix::MAX)] {
        assert_eq!((u64::from(prefix), Prefix::try_from(bits)), (bits, Ok(prefix)));
    }
    let other = ParseError::OneOf { field: "version", found: 7, expected: &[6, 8] };
    assert_eq!(Prefix::try_from(0x7000), Err(other));
}

#[test]
fn prefixes() {
    for (short, text) in [
        ("0-6000", "00000000-0000-6000"),
        ("1-6001", "00000000-0001-6001"),
        ("a0-6fff", "00000000-00a0-6fff"),
        ("122e-6aa1", "00000000-122e-6aa1"),
        ("1-0000-6aa1", "00000001-0000-6aa1"),
        ("23-122e-6aa1", "00000023-122e-6aa1"),
        ("23-122e-8aa1", "00000023-122e-8aa1"),
        ("10000000-0000-6000", "10000000-0000-6000"),
        ("ffffffff-ffff-8fff", "ffffffff-ffff-8fff"),
    ] {
        let prefix: Prefix = short.parse().unwrap();
        assert_eq!(prefix.text(), text);
        assert_eq!(prefix.to_string(), short);
        assert_eq!(prefix.first().to_string(), format!("{text}-a000-000000000000"));
        assert_eq!(prefix.last().to_string(), format!("{text}-afff-ffffffffffff"));
        assert_eq!(prefix.to_version(Version::V8).version(), Version::V8);
    }
}

#[test]
fn the_next_prefix() {
    for (prefix, next) in [
        ("0-6000", "0-6001"),
        ("23-122e-6ffe", "23-122e-6fff"),
        ("23-122e-6fff", "23-122e-8000"),
        ("23-122e-8ffe", "23-122e-8fff"),
        ("23-122e-8fff", "23-122f-6000"),
        ("ffff-8fff", "1-0000-6000"),
        ("ffffffff-ffff-6fff", "ffffffff-ffff-8000"),
    ] {
        let prefix: Prefix = prefix.parse().unwrap();
        assert_eq!(prefix.next().unwrap().to_string(), next);
        assert!(prefix.last() < prefix.next().unwrap().first());
    }
    assert_eq!(Luuid::MAX.prefix().next(), None);
}

proptest! {
    #[test]
    fn one_text_each(key in 0..1_u64 << 48, shift in 0..48, group in 0..1_u16 << 12) {
        let (key, group) = (Key::new(key >> shift).unwrap(), Group::new(group).unwrap());
        prop_assert_eq!(key.to_string(), format!("{:x}", key.to_bits()));
        prop_assert_eq!(key.to_string().parse(), Ok(key));
        let prefix = Prefix::new(key, group);
        prop_assert_eq!(prefix.to_string().parse(), Ok(prefix));
        // As the published program makes it.
        let whole = prefix.text();
        let short = match whole.trim_start_matches(['0', '-']) {
            short if short.len() < 6 => &whole[12..],
            short => short,
        };
        prop_assert_eq!(prefix.to_string(), short);
    }

    /// Between a prefix and the next there is no other.
    #[test]
    fn no_prefix_between(key in 0..1_u64 << 48, group in 0..1_u16 << 12, v8: bool, step in 1..u64::MAX) {
        let version = if v8 { Version::V8 } else { Version::V6 };
        let (key, group) = (Key::new(key).unwrap(), Group::new(group).unwrap());
        let prefix = Prefix::new(key, group).to_version(version);
        let next = prefix.next().map_or(u64::MAX, Prefix::to_bits);
        prop_assert!(next > prefix.to_bits());
        let between = prefix.to_bits() + step % (next - prefix.to_bits());
        prop_assert!(between == prefix.to_bits() || Prefix::from_bits(between).is_err());
    }

    #[test]
    fn nothing_else_reads(text in "[0-9a-f-]{0,19}|.{0,20}") {
        if let Ok(key) = text.parse::<Key>() {
            prop_assert_eq!(key.to_string(), &*text);
        }
        if let Ok(prefix) = text.parse::<Prefix>() {
            prop_assert_eq!(prefix.to_string(), &*text);
        }
        if let Ok(key) = Key::decode_lenient(text.as_bytes()) {
            prop_assert_eq!(key.to_string(), text.replacen('-', "", 1));
        }
    }
}
