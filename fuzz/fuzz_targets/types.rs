//! What the types of the formats have beside their forms: bytes, lenient readers, parts, other names.
#![no_main]

use core::fmt::Display;

use evently_id::{EventId, LedgerId, Mark, format_timestamp, parse_timestamp};
use flax_id::FlaxId;
use ids_fuzz::{inverse, same_but_case};
use kuid::{Global, Local, NodeId, legacy};
use libfuzzer_sys::fuzz_target;
use luuid::{Group, Key, Luuid, Prefix};
use siq::{DomainHash, Handle, Qualifier, Siq};
use uuid::Uuid;

fuzz_target!(|data: &[u8]| {
    inverse::<EventId>(data);
    inverse::<FlaxId>(data);
    inverse::<Global>(data);
    inverse::<Local>(data);
    inverse::<Luuid>(data);
    lenient(data);
    part(DomainHash::decode, data);
    part(Group::decode, data);
    part(Key::decode, data);
    part(LedgerId::decode, data);
    part(Mark::decode, data);
    part(NodeId::decode, data);
    part(Prefix::decode, data);
    if let Ok(text) = core::str::from_utf8(data) {
        names(text);
    }
    bytes(data);
});

/// Any bytes, which need not be text.
fn part<T: Display, E>(decode: impl Fn(&[u8]) -> Result<T, E>, data: &[u8]) {
    if let Ok(part) = decode(data) {
        assert_eq!(part.to_string().as_bytes(), data);
    }
}

/// A strict reader reads no more.
fn lenient(data: &[u8]) {
    match Luuid::decode_lenient(data) {
        Ok((id, form)) => {
            assert!(same_but_case(data, &form.encode(id)), "{form:?}");
            assert_eq!(form.decode(data), Ok(id), "{form:?}");
            assert_eq!(Luuid::decode(data).unwrap_or(id), id, "{form:?}");
        }
        Err(_) => assert!(Luuid::decode(data).is_err()),
    }
    match EventId::decode_lenient(data) {
        Ok((id, form)) => assert!(same_but_case(data, &form.encode(id)), "{form:?}"),
        Err(_) => assert!(EventId::decode(data).is_err()),
    }
    if let Ok((id, form)) = Local::decode_lenient(data) {
        assert_eq!(Local::decode(data).is_ok(), form == kuid::Form::Base64);
        assert_eq!(id.to_string().as_bytes()[..10], data[..10]);
    }
    if let Ok((id, form)) = Global::decode_lenient(data) {
        assert_eq!(Global::decode(data).is_ok(), form == kuid::Form::Base64);
        assert_eq!(id.to_string().as_bytes(), &data[..16]);
    }
    match Key::decode_lenient(data) {
        Ok(key) => {
            // At most one hyphen is dropped.
            let digits: Vec<_> = data.iter().copied().filter(|byte| *byte != b'-').collect();
            assert!(data.len() - digits.len() <= 1);
            assert_eq!(key.encode().as_bytes(), digits);
        }
        Err(_) => assert!(Key::decode(data).is_err()),
    }
    // Its only reader reads either case.
    if let Ok(id) = Siq::decode(data) {
        assert!(same_but_case(data, &id.to_string()));
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}

fn names(text: &str) {
    let node = NodeId::from_name_1_3_5(text).to_bits();
    assert!(node < 1 << 28);
    assert_eq!(NodeId::from_name(text).to_bits(), node + 1);
    assert_eq!(DomainHash::from_name(text).is_ok(), text.is_ascii());
    if let Ok(handle) = Handle::decode(text) {
        assert_eq!(handle.to_string(), text);
    }
    if let Some(micros) = parse_timestamp(text) {
        let written = format_timestamp(micros).expect("what was read can be written");
        assert_eq!(parse_timestamp(&written), Some(micros));
    }
}

fn bytes(data: &[u8]) {
    assert_eq!(Group::from_name_bytes(data).to_bits() >> 12, 0);
    if let Ok(prefix) = Prefix::decode(data) {
        assert_eq!(Prefix::from_bits(prefix.to_bits()), Ok(prefix));
    }
    if let Ok(id) = Siq::try_from(data) {
        assert_eq!(id.to_bytes(), data);
        assert_eq!(Siq::from_bytes16(id.to_bytes16()), Ok(id));
        assert_eq!(Siq::try_from(Uuid::from(id)), Ok(id));
        assert_eq!(id.qualifier().encode(id.serial()), Ok(id.tail()));
        assert_eq!(Qualifier::from_code(id.qualifier() as u8), Some(id.qualifier()));
    }
    if let Ok(bytes) = data.try_into() {
        let (id, node) = legacy::decode_1_2_0(bytes);
        assert_eq!(legacy::encode_1_2_0(id, node), bytes);
    }
    if let Ok(bytes) = data.try_into() {
        if let Ok(id) = Siq::from_bytes16(bytes) {
            assert_eq!(id.to_bytes16(), bytes);
        }
        if let Ok(id) = Siq::try_from(Uuid::from_bytes(bytes)) {
            assert_eq!(Uuid::from(id).into_bytes(), bytes);
        }
    }
}
