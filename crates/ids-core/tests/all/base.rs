//! The codecs, against other crates' and the standard library's.
#![cfg_attr(
    miri,
    allow(dead_code, unused_imports, reason = "laws of safe integer code stay out of Miri")
)]

use base64::{Engine, alphabet::Alphabet, engine::GeneralPurpose, engine::GeneralPurposeConfig};
use data_encoding::{Encoding, Specification};
use ids_core::{
    ParseError, Text,
    format::{Base, Base32, Base64, Digits, Hex},
};
use proptest::prelude::*;

const FLAX: &str = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const URL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CROCKFORD: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const HEX: &str = "0123456789abcdef";

static SORTED64: Base64 = Base64::new(FLAX.as_bytes());
static URL64: Base64 = Base64::new(URL.as_bytes());
static BASE32: Base32 = Base32::new(CROCKFORD.as_bytes());
static LENIENT32: Base32 =
    Base32::new(CROCKFORD.as_bytes()).alias(b'O', b'0').alias(b'I', b'1').ignore_case();
static BASE36: Digits<36> = Digits::new(b"0123456789abcdefghijklmnopqrstuvwxyz");
static BASE58: Digits<58> =
    Digits::new(b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz");
static BINARY: Digits<2> = Digits::new(b"01");
static SIXTY_FOUR: Digits<64> = Digits::new(URL.as_bytes().first_chunk().unwrap());

fn engine(alphabet: &str) -> GeneralPurpose {
    GeneralPurpose::new(&Alphabet::new(alphabet).unwrap(), GeneralPurposeConfig::new())
}

/// The digits as base64 has them: 16 for 12 bytes, 20 for 15.
fn crockford() -> Encoding {
    let mut specification = Specification::new();
    specification.symbols.push_str(CROCKFORD);
    specification.encoding().unwrap()
}

/// A number of any length.
fn number() -> impl Strategy<Value = u128> {
    (any::<u128>(), 0..128_u32).prop_map(|(value, shift)| value >> shift)
}

/// What a decoder must say about digits, digit by digit.
fn oracle(alphabet: &str, bits: u32, text: &[u8]) -> Result<u128, ParseError> {
    let mut value = Some(0_u128);
    for (index, byte) in text.iter().enumerate() {
        let digit = alphabet.bytes().position(|digit| digit == *byte);
        let digit = digit.ok_or(ParseError::Digit { index, byte: *byte })? as u128;
        value = value.filter(|value| value >> (128 - bits) == 0).map(|value| value << bits | digit);
    }
    value.ok_or(ParseError::TooLarge { bits: 128 })
}

/// Round trip, order, and every byte at every place of `N` digits.
fn every_byte<const PAIRS: usize, const N: usize>(base: &Base<PAIRS>, alphabet: &str, bits: u32) {
    let text = base.encode::<N>(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
    for index in 0..N {
        for byte in 0..=u8::MAX {
            let mut text = text.as_bytes().to_vec();
            text[index] = byte;
            let found = base.decode::<N>(&text);
            assert_eq!(found, oracle(alphabet, bits, &text), "{text:?}");
            if let Ok(value) = found {
                assert_eq!(base.encode::<N>(value).as_bytes(), text);
            }
        }
    }
    for length in (0..300).filter(|length| *length != N) {
        let text = vec![alphabet.as_bytes()[0]; length];
        let expected = ParseError::Length { found: length, min: N, max: N };
        assert_eq!(base.decode::<N>(&text), Err(expected));
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn every_byte_at_every_place() {
    every_byte::<4096, 1>(&SORTED64, FLAX, 6);
    every_byte::<4096, 2>(&SORTED64, FLAX, 6);
    every_byte::<4096, 11>(&SORTED64, FLAX, 6);
    every_byte::<4096, 16>(&SORTED64, FLAX, 6);
    every_byte::<4096, 22>(&URL64, URL, 6);
    every_byte::<1024, 3>(&BASE32, CROCKFORD, 5);
    every_byte::<1024, 13>(&BASE32, CROCKFORD, 5);
    every_byte::<1024, 26>(&BASE32, CROCKFORD, 5);
}

/// Every byte at every place of `N` hexadecimal digits, read in lower case and in both.
fn every_byte_of_hex<const N: usize>() {
    let text = Hex::LOWER.encode::<N>(0x0123_4567_89ab_cdef_fedc_ba98_7654_3210);
    for index in 0..N {
        for byte in 0..=u8::MAX {
            let mut text = text.as_bytes().to_vec();
            text[index] = byte;
            assert_eq!(Hex::LOWER.decode::<N>(&text), oracle(HEX, 4, &text), "{text:?}");
            let folded = if byte.is_ascii_uppercase() { byte + 32 } else { byte };
            let mut lower = text.clone();
            lower[index] = folded;
            let expected = oracle(HEX, 4, &lower).map_err(|_| ParseError::Digit { index, byte });
            assert_eq!(Hex::ANY_CASE.decode::<N>(&text), expected, "{text:?}");
            if let Ok(value) = expected {
                assert_eq!(Hex::LOWER.encode::<N>(value).as_bytes(), lower);
            }
        }
    }
    for length in (0..300).filter(|length| *length != N) {
        let expected = ParseError::Length { found: length, min: N, max: N };
        assert_eq!(Hex::LOWER.decode::<N>(&vec![b'0'; length]), Err(expected));
    }
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn every_byte_at_every_place_of_hex() {
    every_byte_of_hex::<1>();
    every_byte_of_hex::<3>();
    every_byte_of_hex::<8>();
    every_byte_of_hex::<16>();
    every_byte_of_hex::<24>();
    every_byte_of_hex::<31>();
    every_byte_of_hex::<32>();
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn every_byte_at_every_place_of_a_uuid() {
    let value = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;
    let text = Hex::LOWER.encode_uuid(value);
    assert_eq!(text, "01234567-89ab-cdef-fedc-ba9876543210");
    for index in 0..36 {
        for byte in 0..=u8::MAX {
            let mut text = text.as_bytes().to_vec();
            text[index] = byte;
            let found = Hex::ANY_CASE.decode_uuid(&text);
            if matches!(index, 8 | 13 | 18 | 23) {
                let expected = ParseError::Expected { index, text: "-" };
                assert_eq!(found, if byte == b'-' { Ok(value) } else { Err(expected) });
            } else if let Some(digit) = char::from(byte).to_digit(16) {
                let digits: String = text.iter().map(|byte| char::from(*byte)).collect();
                let expected = u128::from_str_radix(&digits.replace('-', ""), 16).unwrap();
                assert_eq!(found, Ok(expected), "{digit}");
                let lower = Hex::LOWER.decode_uuid(&text);
                let refused = Err(ParseError::Digit { index, byte });
                assert_eq!(lower, if byte.is_ascii_uppercase() { refused } else { Ok(expected) });
            } else {
                assert_eq!(found, Err(ParseError::Digit { index, byte }));
            }
        }
    }
    // Of two faults, first the hyphens.
    let hyphen = |index| Err(ParseError::Expected { index, text: "-" });
    assert_eq!(Hex::LOWER.decode_uuid(b"x1234567-89ab-cdef-fedc_ba9876543210"), hyphen(23));
    assert_eq!(Hex::LOWER.decode_uuid(b"0123456-789ab-cdef_fedc-ba9876543210"), hyphen(8));
    assert_eq!(Hex::LOWER.decode_uuid(b"01234567-89ab_cdef_fedc_ba9876543210"), hyphen(13));
    for length in (0..80).filter(|length| *length != 36) {
        let expected = ParseError::Length { found: length, min: 36, max: 36 };
        assert_eq!(Hex::LOWER.decode_uuid(&vec![b'-'; length]), Err(expected));
    }
}

#[test]
fn more_than_128_bits() {
    let too_large = Err(ParseError::TooLarge { bits: 128 });
    assert_eq!(BASE32.decode::<26>(b"7ZZZZZZZZZZZZZZZZZZZZZZZZZ"), Ok(u128::MAX));
    assert_eq!(BASE32.decode::<26>(b"80000000000000000000000000"), too_large);
    assert_eq!(BASE32.decode::<26>(b"ZZZZZZZZZZZZZZZZZZZZZZZZZZ"), too_large);
    assert_eq!(URL64.decode::<22>(b"D_____________________"), Ok(u128::MAX));
    assert_eq!(URL64.decode::<22>(b"EAAAAAAAAAAAAAAAAAAAAA"), too_large);
    // A byte that is not a digit comes before a number that is too large.
    let digit = Err(ParseError::Digit { index: 25, byte: b'!' });
    assert_eq!(BASE32.decode::<26>(b"8000000000000000000000000!"), digit);
    // A text wider than any number is padded with zeros.
    let wide = format!("{:0>40}", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    assert_eq!(BASE32.encode::<40>(u128::MAX), wide.as_str());
    assert_eq!(BASE32.decode::<40>(wide.as_bytes()), Ok(u128::MAX));
    assert_eq!(BASE32.encode::<255>(1), format!("{:0255}", 1).as_str());
}

#[test]
fn aliases_are_read_and_not_written() {
    assert_eq!(LENIENT32.decode::<4>(b"oOi1"), LENIENT32.decode::<4>(b"0011"));
    assert_eq!(LENIENT32.decode::<4>(b"zzZZ"), Ok(0xf_ffff));
    assert_eq!(LENIENT32.encode::<4>(0xf_ffff), "ZZZZ");
    let digit = ParseError::Digit { index: 1, byte: b'U' };
    assert_eq!(LENIENT32.decode::<4>(b"0U00"), Err(digit));
    let hex = Digits::HEX.ignore_case();
    assert_eq!(hex.decode::<64>(b"fF"), Ok(255));
    assert_eq!(hex.encode::<16>(255), "ff");
}

#[test]
fn alphabets_that_keep_the_order() {
    assert!(SORTED64.keeps_order() && BASE32.keeps_order());
    assert!(!URL64.keeps_order());
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
#[cfg_attr(panic = "abort", ignore = "a panic ends the process")]
fn alphabets_that_are_none() {
    fn panics<T>(make: fn() -> T) -> bool {
        std::panic::catch_unwind(make).is_err()
    }
    assert!(panics(|| Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXY")));
    assert!(panics(|| Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYY")));
    assert!(panics(|| Base32::new(b"0123456789ABCDEFGHJKMNPQRSTVWXY\xff")));
    assert!(panics(|| BASE32.clone().alias(b'x', b'U')));
    assert!(panics(|| BASE32.clone().alias(b'A', b'0')));
    assert!(panics(|| SORTED64.clone().ignore_case()));
    assert!(panics(|| Digits::new(b"0")));
    assert!(panics(|| Digits::new(b"00")));
    assert!(panics(|| Digits::new(b"0\xff")));
    assert!(panics(|| Digits::new(&[b'0'; 65])));
    assert!(panics(|| BASE58.clone().ignore_case()));
    assert!(panics(|| Digits::DECIMAL.encode::<2>(100)), "no room for three digits");
}

#[test]
fn digits_by_table() {
    use ParseError::{Digit, LeadingZero, Length, TooLarge};
    let decimal = Digits::DECIMAL;
    let rows: &[(&[u8], Result<u128, ParseError>)] = &[
        (b"0", Ok(0)),
        (b"00", Err(LeadingZero { index: 0 })),
        (b"01", Err(LeadingZero { index: 0 })),
        (b"18446744073709551615", Ok(u64::MAX.into())),
        (b"18446744073709551616", Err(TooLarge { bits: 64 })),
        (b"99999999999999999999", Err(TooLarge { bits: 64 })),
        (b"00000000000000000001", Err(LeadingZero { index: 0 })),
        (b"184467440737095516150", Err(Length { found: 21, min: 1, max: 20 })),
        (b"", Err(Length { found: 0, min: 1, max: 20 })),
        (b"+1", Err(Digit { index: 0, byte: b'+' })),
        (b"-1", Err(Digit { index: 0, byte: b'-' })),
        (b" 1", Err(Digit { index: 0, byte: b' ' })),
        (b"1\n", Err(Digit { index: 1, byte: b'\n' })),
        (b"1_000", Err(Digit { index: 1, byte: b'_' })),
        (b"0x", Err(Digit { index: 1, byte: b'x' })),
        ("\u{ff11}".as_bytes(), Err(Digit { index: 0, byte: 0xef })),
        (b"9999999999999999999x", Err(Digit { index: 19, byte: b'x' })),
    ];
    for (text, expected) in rows {
        assert_eq!(decimal.decode::<64>(text), *expected, "{:?}", str::from_utf8(text));
    }
    let max = u128::MAX.to_string();
    assert_eq!(decimal.decode::<128>(max.as_bytes()), Ok(u128::MAX));
    let above = "340282366920938463463374607431768211456";
    assert_eq!(decimal.decode::<128>(above.as_bytes()), Err(TooLarge { bits: 128 }));
    assert_eq!(decimal.decode::<128>(&[b'9'; 39]), Err(TooLarge { bits: 128 }));
    assert_eq!(decimal.decode::<1>(b"1"), Ok(1));
    assert_eq!(decimal.decode::<1>(b"2"), Err(TooLarge { bits: 1 }));
    assert_eq!(BASE58.encode::<11>(0), "1");
    assert_eq!(BASE58.decode::<64>(b"jpXCZedGfVQ"), Ok(u64::MAX.into()));
    assert_eq!(BASE58.decode::<64>(b"jpXCZedGfVR"), Err(TooLarge { bits: 64 }));
}

#[test]
#[cfg_attr(miri, ignore = "slow")]
fn every_byte_at_every_place_of_digits() {
    for index in 0..20 {
        for byte in 0..=u8::MAX {
            let mut text = b"12345678901234567890".to_vec();
            text[index] = byte;
            let expected = match (byte, index) {
                (b'0', 0) => Err(ParseError::LeadingZero { index: 0 }),
                (b'0'..=b'9', _) => str::from_utf8(&text)
                    .unwrap()
                    .parse::<u64>()
                    .map(u128::from)
                    .map_err(|_| ParseError::TooLarge { bits: 64 }),
                _ => Err(ParseError::Digit { index, byte }),
            };
            assert_eq!(Digits::DECIMAL.decode::<64>(&text), expected);
        }
    }
}

#[cfg(not(miri))]
proptest! {
    #![proptest_config(ids_testkit::cases(2))]

    #[test]
    fn base64_agrees(bytes in any::<[u8; 15]>()) {
        let mut wide = [0; 16];
        wide[1..].copy_from_slice(&bytes);
        let value = u128::from_be_bytes(wide);
        for (base, alphabet) in [(&SORTED64, FLAX), (&URL64, URL)] {
            let text = engine(alphabet).encode(bytes);
            prop_assert_eq!(base.encode::<20>(value), text.as_str());
            prop_assert_eq!(base.decode::<20>(text.as_bytes()), Ok(value));
        }
        let text = crockford().encode(&bytes);
        prop_assert_eq!(BASE32.encode::<24>(value), text.as_str());
        prop_assert_eq!(BASE32.decode::<24>(text.as_bytes()), Ok(value));
        prop_assert_eq!(&*Hex::LOWER.encode::<30>(value), format!("{value:030x}"));
        let text = format!("{value:032x}");
        prop_assert_eq!(Hex::LOWER.decode::<32>(text.as_bytes()), Ok(value));
        let upper = text.to_uppercase();
        prop_assert_eq!(Hex::ANY_CASE.decode::<32>(upper.as_bytes()), Ok(value));
        let uuid = Hex::LOWER.encode_uuid(value);
        prop_assert_eq!(uuid.replace('-', ""), text);
        prop_assert_eq!(Hex::LOWER.decode_uuid(uuid.as_bytes()), Ok(value));
    }

    #[test]
    fn base64_refuses_the_same(text in prop::collection::vec(
        prop_oneof![20 => prop::sample::select(FLAX.as_bytes()), 1 => any::<u8>()], 12..=20,
    )) {
        let ours = SORTED64.decode::<16>(&text).map(|value| value.to_be_bytes()[4..].to_vec());
        prop_assert_eq!(ours.ok(), engine(FLAX).decode(&text).ok().filter(|bytes| bytes.len() == 12));
    }

    #[test]
    fn texts_sort_as_numbers(a in number(), b in number()) {
        prop_assert_eq!(SORTED64.encode::<22>(a).cmp(&SORTED64.encode::<22>(b)), a.cmp(&b));
        prop_assert_eq!(BASE32.encode::<26>(a).cmp(&BASE32.encode::<26>(b)), a.cmp(&b));
    }

    #[test]
    fn the_standard_library_agrees(value in number()) {
        prop_assert_eq!(&*Digits::DECIMAL.encode::<39>(value), value.to_string());
        prop_assert_eq!(&*Digits::HEX.encode::<32>(value), format!("{value:x}"));
        prop_assert_eq!(&*BINARY.encode::<128>(value), format!("{value:b}"));
        prop_assert_eq!(Digits::DECIMAL.decode::<128>(value.to_string().as_bytes()), Ok(value));
        for edge in [10_u128.pow(value.leading_zeros() % 39), 1 << (value.trailing_zeros() % 128)] {
            for value in [edge - 1, edge, edge + 1] {
                prop_assert_eq!(&*Digits::DECIMAL.encode::<39>(value), value.to_string());
                prop_assert_eq!(&*BINARY.encode::<128>(value), format!("{value:b}"));
            }
        }
        prop_assert_eq!(Digits::HEX.decode::<128>(format!("{value:x}").as_bytes()), Ok(value));
        prop_assert_eq!(BINARY.decode::<128>(format!("{value:b}").as_bytes()), Ok(value));
        let text: Text<25> = BASE36.encode(value);
        prop_assert_eq!(u128::from_str_radix(&text, 36), Ok(value));
        prop_assert_eq!(BASE36.decode::<128>(text.as_bytes()), Ok(value));
    }

    #[test]
    fn digits_round_trip(value in number()) {
        let text: Text<22> = BASE58.encode(value);
        prop_assert_eq!(BASE58.decode::<128>(text.as_bytes()), Ok(value));
        let text: Text<22> = SIXTY_FOUR.encode(value);
        prop_assert_eq!(SIXTY_FOUR.decode::<128>(text.as_bytes()), Ok(value));
        prop_assert_eq!(URL64.decode::<22>(format!("{text:A>22}").as_bytes()), Ok(value));
    }

    #[test]
    fn decimal_refuses_what_std_would_write_otherwise(text in "[+0-9 x]{0,41}") {
        let std = text.parse::<u128>().ok().filter(|value| value.to_string() == text);
        prop_assert_eq!(Digits::DECIMAL.decode::<128>(text.as_bytes()).ok(), std);
    }
}
