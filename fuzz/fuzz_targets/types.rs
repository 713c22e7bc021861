//! What the types of the formats have beside their forms: bytes, lenient readers, parts, other names.
#![no_main]

use core::{fmt::Display, str::FromStr};

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
    inverse::<Siq>(data);
    lenient(data);
    if let Ok(text) = core::str::from_utf8(data) {
        part::<DomainHash>(text);
        part::<Group>(text);
        part::<Key>(text);
        part::<LedgerId>(text);
        part::<Mark>(text);
        part::<NodeId>(text);
        part::<Prefix>(text);
        names(text);
    }
    bytes(data);
});

fn part<T: FromStr + Display>(text: &str) {
    if let Ok(part) = text.parse::<T>() {
        assert_eq!(part.to_string(), text);
    }
}

/// A strict reader reads no more.
fn lenient(data: &[u8]) {
    match Luuid::decode_lenient(data) {
        Ok((id, form)) => {
            assert!(same_but_case(data, &form.encode(id)), "{form:?}");
            assert_eq!(form.decode(data), Ok(id), "{form:?}");
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
    if let Ok(key) = Key::decode_lenient(data) {
        // At most one hyphen is dropped.
        let digits: Vec<_> = data.iter().copied().filter(|byte| *byte != b'-').collect();
        assert!(data.len() - digits.len() <= 1);
        assert_eq!(key.encode().as_bytes(), digits);
    }
}

fn names(text: &str) {
    let node = NodeId::from_name_1_3_5(text).to_bits();
    assert!(node < 1 << 28);
    assert_eq!(NodeId::from_name(text).to_bits(), node + 1);
    assert_eq!(Group::from_name(text).to_bits() >> 12, 0);
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
    if let Ok(id) = Siq::try_from(data) {
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
