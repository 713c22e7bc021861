//! What is read of identifiers of other projects, held against the crates of their formats: on random values, and
//! on texts with a byte changed, which both must read or refuse.

use std::time::{Duration, SystemTime};

use ids_formats::{
    UnixTime,
    others::{Kind, Other, read},
};
use proptest::prelude::*;

fn find(text: &str, kind: Kind) -> Option<Other> {
    read(text.as_bytes()).find(|other| other.kind() == kind)
}

fn field(other: &Other, text: &str, name: &str) -> String {
    let mut fields = other.fields(text.as_bytes());
    fields.find(|(found, _)| *found == name).map(|(_, value)| value.to_string()).unwrap()
}

fn canonical(other: &Other, text: &str) -> String {
    let mut out = Vec::new();
    other.write(text.as_bytes(), &mut out);
    String::from_utf8(out).unwrap()
}

/// The text with one byte replaced.
fn changed(text: &str, at: usize, byte: u8) -> String {
    let mut text = text.as_bytes().to_vec();
    let at = at % text.len();
    text[at] = byte;
    String::from_utf8(text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn ulid(bits: u128, at: usize, byte in 32_u8..127) {
        let peer = ulid::Ulid(bits);
        let text = peer.to_string();
        let other = find(&text, Kind::Ulid).unwrap();
        prop_assert_eq!(other.time(), Some(UnixTime::from_millis(peer.timestamp_ms())));
        prop_assert_eq!(field(&other, &text, "random"), peer.random().to_string());
        prop_assert_eq!(other.bytes(), peer.to_bytes());
        prop_assert_eq!(canonical(&other, &text.to_lowercase()), text.clone());
        let text = changed(&text, at, byte);
        // Letters that stand for digits are read here, as Crockford has it.
        let alias = text.bytes().any(|byte| b"iloILO".contains(&byte));
        if !alias {
            // The crate cuts off what is above 128 bits.
            let fits = text.as_bytes()[0] <= b'7';
            let read = ulid::Ulid::from_string(&text).ok().filter(|_| fits);
            prop_assert_eq!(find(&text, Kind::Ulid).map(|other| other.bytes()), read.map(|peer| peer.to_bytes().to_vec()));
        }
    }

    #[test]
    fn ksuid(seconds: u32, payload: [u8; 16], at: usize, byte in 32_u8..127) {
        use std::str::FromStr;
        use svix_ksuid::KsuidLike;
        let peer = svix_ksuid::Ksuid::new_raw(seconds, Some(&payload));
        let text = peer.to_string();
        let other = find(&text, Kind::Ksuid).unwrap();
        prop_assert_eq!(other.bytes(), peer.bytes().to_vec());
        prop_assert_eq!(other.time(), Some(UnixTime::from_secs(u64::from(seconds) + 1_400_000_000)));
        prop_assert_eq!(field(&other, &text, "payload"), u128::from_be_bytes(payload).to_string());
        let text = changed(&text, at, byte);
        // The crate reads texts that are larger than the largest as something else.
        let peer = svix_ksuid::Ksuid::from_str(&text).ok().filter(|peer| peer.to_string() == text);
        let peer = peer.map(|peer| peer.bytes().to_vec());
        prop_assert_eq!(find(&text, Kind::Ksuid).map(|other| other.bytes()), peer);
    }

    #[test]
    fn xid(bytes: [u8; 12], at: usize, byte in 32_u8..127) {
        let peer = xid::Id::from_bytes(&bytes).unwrap();
        let text = peer.to_string();
        let other = find(&text, Kind::Xid).unwrap();
        prop_assert_eq!(other.bytes(), bytes);
        prop_assert_eq!(other.time(), peer.time().duration_since(SystemTime::UNIX_EPOCH).ok().map(UnixTime::after_epoch));
        prop_assert_eq!(field(&other, &text, "process"), peer.pid().to_string());
        prop_assert_eq!(field(&other, &text, "counter"), peer.counter().to_string());
        // What is read is what is written: the padding must be zero, where the crate drops it.
        let text = changed(&text, at, byte);
        let peer = text.parse::<xid::Id>().ok().filter(|peer| peer.to_string() == text);
        prop_assert_eq!(find(&text, Kind::Xid).map(|other| other.bytes()), peer.map(|peer| peer.as_bytes().to_vec()));
    }

    #[test]
    fn object_id(bytes: [u8; 12], at: usize, byte in 32_u8..127) {
        let peer = bson::oid::ObjectId::from_bytes(bytes);
        let text = peer.to_hex();
        let other = find(&text, Kind::ObjectId).unwrap();
        prop_assert_eq!(other.bytes(), bytes);
        let millis = u64::try_from(peer.timestamp().timestamp_millis()).unwrap();
        prop_assert_eq!(other.time(), Some(UnixTime::from_millis(millis)));
        let text = changed(&text, at, byte);
        let peer = bson::oid::ObjectId::parse_str(&text).ok();
        prop_assert_eq!(find(&text, Kind::ObjectId).map(|other| other.bytes()), peer.map(|peer| peer.bytes().to_vec()));
    }

    #[test]
    fn tsid(number: u64) {
        let peer = tsid::TSID::from(number);
        let text = peer.to_string();
        let other = find(&text, Kind::Tsid).unwrap();
        prop_assert_eq!(other.bytes(), number.to_be_bytes());
        let since = UnixTime::from_secs(1_577_836_800);
        prop_assert_eq!(other.time(), Some(since + Duration::from_millis(number >> 22)));
        prop_assert_eq!(canonical(&other, &text), text);
    }

    #[test]
    fn scru128(bits: u128, at: usize, byte in 32_u8..127) {
        let peer = scru128::Id::from_u128(bits);
        let text = peer.to_string();
        let other = find(&text, Kind::Scru128).unwrap();
        prop_assert_eq!(other.bytes(), peer.to_bytes());
        prop_assert_eq!(other.time(), Some(UnixTime::from_millis(peer.timestamp())));
        prop_assert_eq!(field(&other, &text, "counter_hi"), peer.counter_hi().to_string());
        prop_assert_eq!(field(&other, &text, "counter_lo"), peer.counter_lo().to_string());
        prop_assert_eq!(field(&other, &text, "entropy"), peer.entropy().to_string());
        let text = changed(&text, at, byte);
        let peer = scru128::Id::try_from_str(&text).ok();
        prop_assert_eq!(find(&text, Kind::Scru128).map(|other| other.bytes()), peer.map(|peer| peer.to_bytes().to_vec()));
    }

    #[test]
    fn type_id(prefix in "[a-z]([a-z_]{0,20}[a-z])?", millis in 0_u64..1 << 48, random: [u8; 10]) {
        let uuid = uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid();
        let kind = type_safe_id::DynamicType::new(&prefix).unwrap();
        let text = type_safe_id::TypeSafeId::from_type_and_uuid(kind, uuid).to_string();
        let other = find(&text, Kind::TypeId).unwrap();
        prop_assert_eq!(other.bytes(), uuid.as_bytes());
        prop_assert_eq!(other.time(), Some(UnixTime::from_millis(millis)));
        prop_assert_eq!(field(&other, &text, "prefix"), prefix);
    }

    #[test]
    fn nanoid(seed: u64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let text = nanoid::format(|size| (0..size).map(|_| rng.u8(..)).collect(), &nanoid::alphabet::SAFE, 21);
        let other = find(&text, Kind::Nanoid).unwrap();
        prop_assert_eq!((other.form(), other.time()), ("text", None));
    }

    /// The crate's test of UUIDs in all spellings.
    #[test]
    fn uuid(bits: u128, version in 1_u128..9, at: usize, byte in 32_u8..127, spelling in 0..4) {
        let bits = bits & !(0xf << 76 | 3 << 62) | version << 76 | 2 << 62;
        let peer = uuid::Uuid::from_u128(bits);
        let text = match spelling {
            0 => peer.simple().to_string(),
            1 => peer.braced().to_string(),
            2 => peer.urn().to_string(),
            _ => peer.hyphenated().to_string(),
        };
        let text = changed(&text, at, byte);
        let known = |peer: &uuid::Uuid| {
            let rfc = peer.get_variant() == uuid::Variant::RFC4122 && (1..9).contains(&peer.get_version_num());
            rfc || peer.is_nil() || peer.is_max()
        };
        let peer = uuid::Uuid::parse_str(&text).ok().filter(known);
        // Not those whose bytes stand in the order of another program.
        let other = read(text.as_bytes()).find(|other| other.kind().name() == "uuid" && other.rearranged().is_none());
        prop_assert_eq!(other.map(|other| other.bytes()), peer.map(|peer| peer.as_bytes().to_vec()));
    }
}
