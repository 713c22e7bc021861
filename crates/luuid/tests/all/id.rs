//! The identifier: its fields, its bytes, its text.

#![cfg(not(miri))]

use std::borrow::Cow;

use ids_core::format::Field;
use ids_testkit::Laws;
use luuid::{Form, Group, Key, Luuid, ParseError, Prefix, Version};
use proptest::prelude::*;

const TEXT: &str = "00000023-122e-6aa1-a789-28ef27ab7c62";

/// All forms but the canonical one read either case.
fn canonical(form: Form, text: &str) -> Cow<'_, str> {
    match form {
        Form::Uuid => text.into(),
        Form::Upper => text.to_ascii_uppercase().into(),
        _ => text.to_ascii_lowercase().into(),
    }
}

#[test]
fn the_laws_of_every_format() {
    const VERSION_8: Laws<Luuid> = Laws::of(Luuid::LAYOUT_V8);
    Laws::<Luuid>::new().text_order().exact_pattern().hold();
    VERSION_8.text_order().exact_pattern().hold();
    VERSION_8.forms(Form::ALL, Form::sorts, canonical);
}

#[test]
fn two_versions_of_one_layout() {
    let published: Luuid = TEXT.parse().unwrap();
    let recommended = published.to_version(Version::V8);
    assert_eq!(recommended.to_string(), "00000023-122e-8aa1-a789-28ef27ab7c62");
    assert_eq!("00000023-122e-8aa1-a789-28ef27ab7c62".parse(), Ok(recommended));
    assert_eq!(recommended.version(), Version::V8);
    assert_ne!(recommended, published);
    assert_eq!(
        (recommended.key(), recommended.group(), recommended.random()),
        (published.key(), published.group(), published.random()),
    );
    assert_eq!(recommended.to_version(Version::V8), recommended);
    assert_eq!(recommended.to_version(Version::V6), published);
    assert_eq!(Version::default(), Version::V6);
    for (version, name) in Version::ALL.iter().zip(["v6", "v8"]) {
        assert_eq!((version.name(), version.to_string().as_str()), (name, name));
        assert_eq!(name.parse(), Ok(*version));
    }
    assert_eq!(Luuid::MIN.to_bits(), Luuid::LAYOUT.settle(0));
    assert_eq!(Luuid::MAX.to_bits(), Luuid::LAYOUT_V8.settle(u128::MAX));
    let unknown = ParseError::Unknown { what: "version", known: "v6, v8" };
    assert_eq!("8".parse::<Version>(), Err(unknown));
    for (layout, id, name) in
        [(Luuid::LAYOUT, published, "luuid"), (Luuid::LAYOUT_V8, recommended, "luuid-v8")]
    {
        assert_eq!(layout.name(), name);
        assert_eq!(layout.check(id.to_bits()), Ok(()));
        assert_eq!(layout.pack(&[0x23_122e, 0xaa1, id.random()]), Ok(id.to_bits()));
        let names: Vec<_> = layout.fields().iter().map(Field::name).collect();
        assert_eq!(names, ["key", "version", "group", "variant", "random"]);
    }
}

#[test]
fn told_apart_from_timestamps() {
    for (text, expected) in [
        (TEXT, false),
        // The last 409.6 microseconds of 1999 and the first of 2000, as RFC 9562 writes them.
        ("1d3bfde6-3aff-6fff-afff-ffffffffffff", false),
        ("1d3bfde6-3b00-6000-a000-000000000000", true),
        ("1ec9414c-232a-6b00-a3c8-9f6bdeced846", true),
        ("1ec9414c-232a-8b00-a3c8-9f6bdeced846", false),
        ("ffffffff-ffff-6fff-afff-ffffffffffff", true),
        ("ffffffff-ffff-8fff-afff-ffffffffffff", false),
    ] {
        assert_eq!(text.parse::<Luuid>().unwrap().looks_like_uuid_v6(), expected, "{text}");
    }
}

#[test]
fn parts_are_shown_as_their_texts() {
    let id: Luuid = TEXT.parse().unwrap();
    assert_eq!(format!("{:?}", id.key()), r#"Key("23122e")"#);
    assert_eq!(format!("{:?}", id.group()), r#"Group("aa1")"#);
    assert_eq!(format!("{:?}", id.prefix()), r#"Prefix("23-122e-6aa1")"#);
}

prop_compose! {
    fn any_id()(
        key in 0..1_u64 << 48, group in 0..1_u16 << 12, random in 0..1_u64 << 60, v8: bool,
    ) -> Luuid {
        let version = if v8 { Version::V8 } else { Version::V6 };
        let (key, group) = (Key::new(key).unwrap(), Group::new(group).unwrap());
        Luuid::new(key, group, random).unwrap().to_version(version)
    }
}

proptest! {
    #[test]
    fn parts_and_number(id in any_id()) {
        let bits = u128::from(id.key().to_bits()) << 80
            | u128::from(id.version().to_bits()) << 76
            | u128::from(id.group().to_bits()) << 64
            | 0xa << 60
            | u128::from(id.random());
        prop_assert_eq!(id.to_bits(), bits);
    }

    #[test]
    fn the_prefix_holds_exactly_its_own(a in any_id(), b in any_id()) {
        let prefix = a.prefix();
        prop_assert_eq!((prefix.key(), prefix.group()), (a.key(), a.group()));
        prop_assert_eq!(prefix.version(), a.version());
        prop_assert!(prefix.range().contains(&a));
        prop_assert_eq!(prefix.range().contains(&b), b.prefix() == prefix);
        prop_assert_eq!(b.to_string().starts_with(&*prefix.text()), b.prefix() == prefix);
        prop_assert!(a.to_string().starts_with(&*prefix.text()));
        prop_assert_eq!(a.prefix().cmp(&b.prefix()), a.prefix().text().cmp(&b.prefix().text()));
        prop_assert_eq!(Prefix::new(a.key(), a.group()).to_version(a.version()), prefix);
        prop_assert_eq!(Prefix::from_bits(prefix.to_bits()), Ok(prefix));
    }
}
