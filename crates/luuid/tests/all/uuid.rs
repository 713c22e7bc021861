//! From and to the `uuid` crate, and what that crate makes of these identifiers.
#![cfg(not(miri))]
#![cfg(feature = "uuid")]

use luuid::{Form, Luuid, ParseError, Version};
use proptest::prelude::*;
use uuid::{Uuid, Variant};

const TEXT: &str = "00000023-122e-6aa1-a789-28ef27ab7c62";

#[test]
fn both_ways() {
    let id: Luuid = TEXT.parse().unwrap();
    for (version, name) in
        [(Version::V6, uuid::Version::SortMac), (Version::V8, uuid::Version::Custom)]
    {
        let id = id.to_version(version);
        let uuid = Uuid::from(id);
        assert_eq!(uuid.to_string(), id.to_string());
        assert_eq!(uuid.get_variant(), Variant::RFC4122);
        assert_eq!(uuid.get_version(), Some(name));
        assert_eq!(Luuid::try_from(uuid), Ok(id));
    }
    let other = Luuid::try_from(Uuid::max());
    assert_eq!(other, Err(ParseError::OneOf { field: "version", found: 15, expected: &[6, 8] }));
}

/// A library that knows version 6 as a timestamp reads a date in 1582: 100 ns for each number of
/// the group, 409.6 microseconds for each key.
#[test]
fn read_as_a_date_in_1582() {
    let id: Luuid = TEXT.parse().unwrap();
    let time = Uuid::from(id).get_timestamp().unwrap();
    let (ticks, _) = time.to_gregorian();
    assert_eq!(ticks, id.key().to_bits() << 12 | u64::from(id.group().to_bits()));
    // 941.4 seconds after midnight of 1582-10-15.
    assert_eq!(ticks / 10_000_000, 941);
    assert_eq!(Uuid::from(id.to_version(Version::V8)).get_timestamp(), None);
}

proptest! {
    #[test]
    fn the_same_texts(bits in any::<u128>(), v8: bool) {
        let version = if v8 { 8 } else { 6 };
        let bits = bits & !(0xf << 76 | 0xf << 60) | version << 76 | 0xa << 60;
        let (id, uuid) = (Luuid::from_bits(bits).unwrap(), Uuid::from_u128(bits));
        prop_assert_eq!(Luuid::try_from(uuid), Ok(id));
        prop_assert_eq!(id.to_string(), uuid.hyphenated().to_string());
        let read = |text: String| Luuid::decode_lenient(text.as_bytes());
        prop_assert_eq!(read(uuid.simple().to_string()), Ok((id, Form::Hex)));
        prop_assert_eq!(read(uuid.braced().to_string()), Ok((id, Form::Braced)));
        prop_assert_eq!(read(uuid.urn().to_string()), Ok((id, Form::Urn)));
        prop_assert_eq!(read(format!("{:X}", uuid.simple())), Ok((id, Form::Hex)));
    }

    #[test]
    fn what_we_read_the_library_reads_alike(text in "\\{?[0-9a-fA-F-]{32,37}\\}?|(urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[68][0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}") {
        if let Ok((id, form)) = Luuid::decode_lenient(text.as_bytes()) {
            let theirs = Uuid::try_parse(&text).ok();
            let published = form == Form::Published && theirs.is_none();
            prop_assert!(published || theirs == Some(Uuid::from(id)), "{:?}", theirs);
        }
    }
}
