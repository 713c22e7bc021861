//! Evently: the stamp of an event alone, the text of its id, and what its canonical hash takes.

pub mod hash;
mod peers;
mod simd;

use chacha20::rand_core::Rng;
use evently_id::{EventId, LedgerId};
use evently_ledger::next_timestamp;
use hex_simd::{AsOut, AsciiCase};
use ids_core::{Clock, SystemClock, UnixTime};
use uuid::Uuid;

use crate::{
    case::{COUNT, Cases, Sequence::*},
    samples::*,
    texts::{Operation, own},
};

fn ledger() -> LedgerId {
    LedgerId::from_checksum(0xae65_97c0)
}

pub fn ids(count: usize) -> Vec<EventId> {
    ids_at(times(count)).collect()
}

/// Each instant is later than the one before it, by a microsecond at least.
pub fn ids_at(times: impl Iterator<Item = UnixTime>) -> impl Iterator<Item = EventId> {
    let mut rng = rng();
    times.map(move |time| {
        let micros = time.as_micros().try_into().expect("before the year 500,000");
        EventId::from_parts(micros, rng.next_u32(), ledger()).expect("52 bits")
    })
}

/// The stamp alone; an event's canonical hash, of which it is made, has its own group.
pub fn new() -> Cases {
    let (ledger, mut rng, mut last) = (ledger(), rng(), None);
    let now = u64::try_from(NOW.as_micros()).expect("52 bits");
    Cases::new(COUNT).make("ids-stamp", Ascending, move || {
        last = next_timestamp(last, now);
        EventId::from_parts(last.expect("room"), rng.next_u32(), ledger).expect("52 bits")
    })
}

pub fn generate() -> Cases {
    let (ledger, mut last, mut checksum) = (ledger(), None, 0_u32);
    Cases::new(COUNT).make("ids-stamp", Ascending, move || {
        let now = SystemClock.now().expect("after the Unix epoch").as_micros();
        last = next_timestamp(last, u64::try_from(now).expect("52 bits"));
        checksum = checksum.wrapping_mul(0x9e37_79b1).wrapping_add(1);
        EventId::from_parts(last.expect("room"), checksum, ledger).expect("52 bits")
    })
}

pub fn texts(operation: Operation) -> Cases {
    let text = |id: &EventId| format!("{:032x}", id.to_bits());
    own(operation, ids(COUNT), text, |id| id.encode(), EventId::decode)
        .of("uuid-simple", |id| id.to_bytes())
        .writes([0; 32], |id, out| Uuid::from_bytes(*id).simple().encode_lower(out).as_bytes())
        .reads(<[u8; 16]>::eq, |text| Uuid::try_parse(text).map(Uuid::into_bytes))
        .named("const-hex")
        .writes([0; 32], |id, out| {
            const_hex::encode_to_slice(id, out).expect("32 characters");
            out
        })
        .strings(|id| const_hex::encode(id))
        .reads(<[u8; 16]>::eq, |text| const_hex::decode_to_array(text))
        .named("faster-hex")
        .writes([0; 32], |id, out| {
            faster_hex::hex_encode(id, out).expect("32 characters").as_bytes()
        })
        .strings(|id| faster_hex::hex_string(id))
        .reads(<[u8; 16]>::eq, |text| {
            let mut buffer = [0; 16];
            faster_hex::hex_decode(text.as_bytes(), &mut buffer).map(drop)?;
            Ok::<_, faster_hex::Error>(buffer)
        })
        .named("hex-simd")
        .writes([0; 32], |id, out| hex_simd::encode(id, out[..].as_out(), AsciiCase::Lower))
        .strings(|id| hex_simd::encode_to_string(id, AsciiCase::Lower))
        .reads(<[u8; 16]>::eq, |text| {
            let mut buffer = [0; 16];
            hex_simd::decode(text.as_bytes(), buffer[..].as_out()).map(drop)?;
            Ok::<_, hex_simd::Error>(buffer)
        })
        .cases
}
