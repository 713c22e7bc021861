//! The codecs: what decodes encodes to the same text, for every alphabet and length.
#![no_main]

use ids_core::format::{Base, Base32, Base64, Digits, Hex};
use libfuzzer_sys::fuzz_target;

static CROCKFORD: Base32 = Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");
static ANY_CASE: Base32 = Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ").ignore_case();
static SORTED: Base64 =
    Base64::new(b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
static DECIMAL: Digits<10> = Digits::DECIMAL;
static BASE36: Digits<36> = Digits::new(b"0123456789abcdefghijklmnopqrstuvwxyz");
static BASE58: Digits<58> =
    Digits::new(b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");

fn fixed<const PAIRS: usize, const N: usize>(base: &Base<PAIRS>, text: &[u8]) {
    if let Ok(value) = base.decode::<N>(text) {
        assert_eq!(base.encode::<N>(value).as_bytes(), text);
    }
}

fn hex<const N: usize>(text: &[u8]) {
    let value = Hex::ANY_CASE.decode::<N>(text).ok();
    if let Some(value) = value {
        let lower = Hex::LOWER.encode::<N>(value);
        assert!(lower.as_bytes().eq_ignore_ascii_case(text));
        assert_eq!(Hex::LOWER.decode::<N>(text).is_ok(), lower.as_bytes() == text);
    }
    let std =
        core::str::from_utf8(text).ok().filter(|text| text.len() == N && !text.starts_with('+'));
    assert_eq!(value, std.and_then(|text| u128::from_str_radix(text, 16).ok()));
}

fn digits<const RADIX: usize, const BITS: u32>(base: &Digits<RADIX>, text: &[u8]) {
    if let Ok(value) = base.decode::<BITS>(text) {
        assert!(value >> (BITS - 1) <= 1, "more than {BITS} bits");
        assert_eq!(base.encode::<128>(value).as_bytes(), text);
    }
}

fuzz_target!(|text: &[u8]| {
    hex::<8>(text);
    hex::<32>(text);
    if let Ok(value) = Hex::LOWER.decode_uuid(text) {
        assert_eq!(Hex::LOWER.encode_uuid(value).as_bytes(), text);
    }
    fixed::<1024, 13>(&CROCKFORD, text);
    fixed::<1024, 26>(&CROCKFORD, text);
    fixed::<4096, 11>(&SORTED, text);
    fixed::<4096, 16>(&SORTED, text);
    fixed::<4096, 22>(&SORTED, text);
    let upper = text.to_ascii_uppercase();
    assert_eq!(ANY_CASE.decode::<13>(text).ok(), CROCKFORD.decode::<13>(&upper).ok());
    digits::<10, 64>(&DECIMAL, text);
    digits::<10, 112>(&DECIMAL, text);
    digits::<10, 128>(&DECIMAL, text);
    digits::<36, 63>(&BASE36, text);
    digits::<58, 64>(&BASE58, text);
    let std = core::str::from_utf8(text).ok().and_then(|text| {
        text.parse::<u64>().ok().filter(|value| value.to_string() == text).map(u128::from)
    });
    assert_eq!(DECIMAL.decode::<64>(text).ok(), std);
});
