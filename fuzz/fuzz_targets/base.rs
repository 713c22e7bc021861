//! The codecs: what decodes encodes to the same text, for every alphabet and length.
#![no_main]

use ids_core::{Base, Base16, Base32, Base64, Digits};
use libfuzzer_sys::fuzz_target;

static HEX: Base16 = Base16::new(b"0123456789abcdef");
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

fn digits<const RADIX: usize, const BITS: u32>(base: &Digits<RADIX>, text: &[u8]) {
    if let Ok(value) = base.decode::<BITS>(text) {
        assert!(value >> (BITS - 1) <= 1, "more than {BITS} bits");
        assert_eq!(base.encode::<128>(value).as_bytes(), text);
    }
}

fuzz_target!(|text: &[u8]| {
    fixed::<256, 8>(&HEX, text);
    fixed::<256, 32>(&HEX, text);
    fixed::<256, 33>(&HEX, text);
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
