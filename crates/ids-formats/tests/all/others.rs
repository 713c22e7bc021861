//! Identifiers of other projects: published ones, and random ones beside the crate of UUIDs. Other crates are
//! in `labelled/`, which has its own tests.

use ids_core::UnixTime;
use ids_formats::others::{Kind, Other, read};
use proptest::prelude::*;
use uuid::{Uuid, Version};

/// The readings of a text but those as bytes in another order, which any 16 bytes have.
fn as_it_stands(text: &str) -> impl Iterator<Item = Other> {
    read(text.as_bytes()).filter(|other| other.rearranged().is_none())
}

fn one(text: &str, kind: Kind) -> Other {
    let found: Vec<_> = read(text.as_bytes()).collect();
    let found = found.iter().find(|other| other.kind() == kind);
    *found.unwrap_or_else(|| panic!("{text} is no {kind:?}"))
}

/// Text, kind, nanoseconds since the Unix epoch, fields.
type Row = (&'static str, Kind, Option<u128>, &'static str);

/// Of RFC 9562 and of the specifications of the others: the examples that have a time or fields. `labelled.tsv` has more.
const PUBLISHED: &[Row] = &[
    (
        "C232AB00-9414-11EC-B3C8-9F6BDECED846",
        Kind::UuidV1,
        Some(1_645_557_742_000_000_000),
        "time_low 3258100480, time_mid 37908, time_high 492, clock_seq 13256, node 9f:6b:de:ce:d8:46",
    ),
    (
        "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
        Kind::UuidV6,
        Some(1_645_557_742_000_000_000),
        "time_high 516505932, time_mid 9002, time_low 2816, clock_seq 13256, node 9f:6b:de:ce:d8:46",
    ),
    (
        "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
        Kind::UuidV7,
        Some(1_645_557_742_000_000_000),
        "timestamp 1645557742000, rand_a 3267, rand_b 1784793296645077391",
    ),
    (
        "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0",
        Kind::UuidV8,
        None,
        "custom_a 40174749560546, custom_b 3584, custom_c 1065438681395986880",
    ),
    (
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
        Kind::Ulid,
        Some(1_469_922_850_259_000_000),
        "timestamp 1469922850259, random 1012768647078601740696923",
    ),
    (
        "0ujtsYcgvSTl8PAuAdqWYSMnLOv",
        Kind::Ksuid,
        Some(1_507_608_047_000_000_000),
        "timestamp 107608047, payload 241430389101445630615968514586504369973",
    ),
    (
        "9m4e2mr0ui3e8a215n4g",
        Kind::Xid,
        Some(1_300_816_219_000_000_000),
        "timestamp 1300816219, machine 6354054, process 58408, counter 4271561",
    ),
    (
        "507f1f77bcf86cd799439011",
        Kind::ObjectId,
        Some(1_350_508_407_000_000_000),
        "timestamp 1350508407, random 811621734297, counter 4427793",
    ),
    (
        "-JhLeOlGIEjaIOFHR0xd",
        Kind::PushId,
        Some(1_423_088_131_153_000_000),
        "timestamp 1423088131153, random 1420103830248449122153",
    ),
    (
        "cjld2cjxh0000qzrmn831i7rn",
        Kind::Cuid,
        Some(1_535_421_552_101_000_000),
        "timestamp 1535421552101",
    ),
    ("cus_NffrFeUfNV2Hib", Kind::Stripe, None, "prefix cus, object customer"),
    (
        "sub_sched_1Mr3YcLkdIwHu7ixjop3qtff",
        Kind::Stripe,
        None,
        "prefix sub_sched, object subscription schedule",
    ),
    (
        "cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u",
        Kind::Stripe,
        None,
        "prefix cs, object checkout session, mode test",
    ),
];

#[test]
fn published() {
    for (text, kind, nanos, fields) in PUBLISHED {
        let other = one(text, *kind);
        assert_eq!(other.time().map(UnixTime::as_nanos), *nanos, "{text}");
        let shown: Vec<_> =
            other.fields(text.as_bytes()).map(|(name, value)| format!("{name} {value}")).collect();
        assert_eq!(shown.join(", "), *fields, "{text}");
    }
    assert_eq!(
        one("user_01h455vb4pex5vsknk084sn02q", Kind::TypeId).time().unwrap().as_millis(),
        1_688_096_058_518
    );
}

/// Behind a known prefix stands an identifier if it has at least eight characters. Behind an unknown one it has
/// at least twelve, letters and digits among them.
#[test]
fn behind_a_prefix() {
    for (text, expected) in [
        ("cus_NffrFeUf", Some(Kind::Stripe)),
        ("cus_NffrFeU", None),
        ("cus_NffrFe-f", None),
        ("abc_a1b2c3d4e5f6", Some(Kind::Prefixed)),
        ("abc_a1b2c3d4e5f", None),
        ("abc_a1b2c3d4e5-6", None),
        ("abc_123456789012", None),
        ("abc_abcdefghijkl", None),
    ] {
        let found = read(text.as_bytes())
            .map(|other| other.kind())
            .find(|kind| matches!(kind, Kind::Stripe | Kind::Prefixed));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn spellings() {
    const V7: &str = "018f2c5e-7b1a-7c3d-9e2f-0123456789ab";
    for (text, kind, spelling, canonical) in [
        (V7, Kind::UuidV7, "text", V7),
        ("018F2C5E-7B1A-7C3D-9E2F-0123456789AB", Kind::UuidV7, "upper", V7),
        ("018F2C5E-7b1a-7C3D-9E2F-0123456789AB", Kind::UuidV7, "alias", V7),
        ("018f2c5e7b1a7c3d9e2f0123456789ab", Kind::UuidV7, "simple", V7),
        ("{018f2c5e-7b1a-7c3d-9e2f-0123456789ab}", Kind::UuidV7, "braced", V7),
        ("urn:uuid:018f2c5e-7b1a-7c3d-9e2f-0123456789ab", Kind::UuidV7, "urn", V7),
        ("01arz3ndektsv4rrffq69g5fav", Kind::Ulid, "lower", "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
        ("OlARZ3NDEKTSV4RRFFQ69G5FAV", Kind::Ulid, "alias", "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
        ("507F1F77BCF86CD799439011", Kind::ObjectId, "upper", "507f1f77bcf86cd799439011"),
    ] {
        let other = one(text, kind);
        let mut out = Vec::new();
        other.write(text.as_bytes(), &mut out);
        assert_eq!(
            (other.form(), String::from_utf8(out).unwrap()),
            (spelling, canonical.to_owned()),
            "{text}"
        );
    }
}

/// One fault in each: a wrong length, digit, variant, hyphen, a number that is too large.
#[test]
fn no_identifiers() {
    for text in [
        "",
        "x",
        "018f2c5e-7b1a-7c3d-9e2f-0123456789a",
        "018f2c5e-7b1a-7c3d-9e2f-0123456789ag",
        "018f2c5e-7b1a-7c3d-ce2f-0123456789ab",
        "018f2c5e-7b1a-9c3d-9e2f-0123456789ab",
        "018f2c5e-7b1a-7c3d-9e2f00123456789ab",
        "[018f2c5e-7b1a-7c3d-9e2f-0123456789ab]",
        "018f2c5e7b1a7c3d9e2f0123456789ag",
        "81ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU",
        "aWgEPTl1tmebfsQzFP4bxwgy80W",
        "9m4e2mr0ui3e8a215n4h",
        "9m4e2mr0ui3e8a215n4w",
        "507f1f77bcf86cd79943901g",
        "zzzzzzzzzzzzzzzzzzzzzzzzz",
        "V1StGXR8_Z5jdHi6B-my+",
        "G000000000000",
        "cus_",
        "cus_Nffr.eUfNV2Hib",
        "_user_01h455vb4pex5vsknk084sn02q",
        "correct_horse",
        "\u{e9}18f2c5e-7b1a-7c3d-9e2f-0123456789a",
    ] {
        let found: Vec<_> = as_it_stands(text).collect();
        assert!(found.is_empty(), "{text}: {found:?}");
    }
    assert_eq!(one("aWgEPTl1tmebfsQzFP4bxwgy80V", Kind::Ksuid).bytes(), [255; 20]);
}

proptest! {
    /// Any 16 bytes are the UUID that the crate takes them for.
    #[test]
    fn uuids(bits: u128, version in 0_u128..16, upper: bool) {
        let bits = bits & !(0xf << 76 | 3 << 62) | version << 76 | 2 << 62;
        let peer = Uuid::from_u128(bits);
        let text = if upper { format!("{peer:X}") } else { peer.hyphenated().to_string() };
        let found = as_it_stands(&text).find(|other| other.kind().name() == "uuid");
        let flavour = peer.get_version().filter(|version| !matches!(version, Version::Nil | Version::Max));
        prop_assert_eq!(found.and_then(|other| other.kind().flavour()), flavour.map(|version| match version {
            Version::Mac => "v1", Version::Dce => "v2", Version::Md5 => "v3", Version::Random => "v4",
            Version::Sha1 => "v5", Version::SortMac => "v6", Version::SortRand => "v7", _ => "v8",
        }));
        let Some(other) = found else { return Ok(()) };
        prop_assert_eq!(other.bytes(), peer.as_bytes());
        let mut out = Vec::new();
        other.write(text.as_bytes(), &mut out);
        prop_assert_eq!(String::from_utf8(out).unwrap(), peer.hyphenated().to_string());
        // The crate has no time before 1970 and none of version 2.
        let high = if version == 6 { bits >> 116 } else { bits >> 64 & 0xfff };
        let after = high > 0x1b2 || version == 7;
        if let (Some(time), true) = (peer.get_timestamp(), after) {
            let (seconds, nanos) = time.to_unix();
            prop_assert_eq!(other.time(), Some(UnixTime::new(seconds, nanos)));
        }
    }

    /// What drivers write in another order of bytes is read as the UUID that it was, and any UUID's bytes as a ULID.
    #[test]
    fn rearranged(bits: u128, version in 1_u128..9, upper: bool, simple: bool) {
        let bits = bits & !(0xf << 76 | 3 << 62) | version << 76 | 2 << 62;
        let (uuid, bytes) = (Uuid::from_u128(bits), bits.to_be_bytes());
        let mut java = bytes;
        java[..8].reverse();
        java[8..].reverse();
        for (stored, spelling) in [
            (uuid.to_bytes_le(), "little-endian"),
            (java, "reversed"),
        ] {
            let stored = Uuid::from_bytes(stored);
            let text = if simple { stored.simple().to_string() } else { stored.hyphenated().to_string() };
            let text = if upper { text.to_uppercase() } else { text };
            let found = read(text.as_bytes()).find(|other| other.form() == spelling).unwrap();
            prop_assert_eq!(found.bytes(), bytes);
            prop_assert!(found.rearranged().is_some());
            let ulid = read(text.as_bytes()).find(|other| other.kind() == Kind::Ulid).unwrap();
            prop_assert_eq!((&ulid.bytes()[..], ulid.form()), (&stored.as_bytes()[..], "bytes"));
        }
    }

    /// Any bytes are answered.
    #[test]
    fn anything(text in prop::collection::vec(any::<u8>(), 0..80), ascii in "[ -~]{0,80}|[0-9a-zA-Z_]{12,40}") {
        for text in [&text[..], ascii.as_bytes()] {
            for other in read(text) {
                let mut out = Vec::new();
                other.write(text, &mut out);
                prop_assert!(!out.is_empty() && other.fields(text).count() < 7);
                let _ = (other.time(), other.bytes());
            }
        }
    }
}
