//! Text on the stack.
#![cfg_attr(
    miri,
    allow(dead_code, unused_imports, reason = "laws of safe integer code stay out of Miri")
)]

use ids_core::{
    ParseError, Text,
    format::{Base32, Digits, Hex, impl_hex32, same_text},
};
use proptest::prelude::*;

#[test]
fn the_same_text_at_compile_time() {
    for a in ["", "a", "ab", "bb", "abc", "abb", "bbc"] {
        for b in ["", "a", "ab", "bb", "abc", "abb", "bbc"] {
            assert_eq!(same_text(a, b), a == b, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn what_fits_and_what_does_not() {
    assert_eq!(Text::<4>::EMPTY, "");
    assert_eq!(Text::<4>::from_ascii(b"abcd").unwrap(), "abcd");
    assert_eq!(Text::<4>::from_ascii(b"abcde"), None);
    assert_eq!(Text::<4>::from_ascii("ä".as_bytes()), None);
    assert_eq!(Text::<0>::from_ascii(b"").unwrap(), "");
    let mut text = Text::<4>::from_ascii(b"ab").unwrap();
    assert!(!text.push(b"cde"));
    assert!(!text.push(b"\xff"));
    assert_eq!(text, "ab", "a refused push leaves it alone");
    assert!(text.push(b"cd"));
    assert!(text.push(b""));
    assert!(!text.push(b"e"));
    assert_eq!(text.as_bytes(), b"abcd");
    let mut text = Text::<4>::from_ascii(b"ab").unwrap();
    assert!(!text.push_text(&Text::<9>::from_ascii(b"cde").unwrap()));
    assert_eq!(text, "ab", "a refused text leaves it alone");
    assert!(text.push_text(&Text::<9>::from_ascii(b"cd").unwrap()));
    assert!(text.push_text(&Text::<9>::EMPTY));
    assert_eq!(text, "abcd");
}

#[test]
fn every_character_is_read_as_it_went_in() {
    let all: Vec<u8> = (0..128).collect();
    let text = Text::<128>::from_ascii(&all).unwrap();
    assert_eq!(text.as_str(), String::from_utf8(all).unwrap());
    for byte in 128..=u8::MAX {
        assert_eq!(Text::<1>::from_ascii(&[byte]), None, "{byte}");
    }
}

#[test]
fn digits_are_text() {
    static BASE32: Base32 = Base32::new(b"abcdefghijklmnopqrstuvwxyz234567");
    assert_eq!(Hex::LOWER.encode::<3>(0xabe).as_str(), "abe");
    assert_eq!(Hex::LOWER.encode_uuid(0x10).as_str(), "00000000-0000-0000-0000-000000000010");
    assert_eq!(BASE32.encode::<3>(0x7fff).as_str(), "777");
    assert_eq!(Digits::DECIMAL.encode::<20>(u64::MAX.into()).as_str(), "18446744073709551615");
    assert_eq!(Digits::DECIMAL.encode::<20>(0).as_str(), "0");
}

/// A part of an identifier that is any number of 32 bits.
#[test]
fn parts_in_eight_digits() {
    #[derive(Clone, Copy, PartialEq)]
    struct Machine(u32);
    impl_hex32!(Machine);
    for bits in [0, 1, 0xab, 0x01ce_1947, 0x86ce_1947, u32::MAX] {
        let (part, text) = (Machine::from(bits), format!("{bits:08x}"));
        assert_eq!(
            (u32::from(part), part.to_string(), text.parse()),
            (bits, text.clone(), Ok(part))
        );
        assert_eq!(format!("{part:>10} {part:?}"), format!("  {text} Machine({text:?})"));
    }
    for (text, error) in [
        ("0000000B", ParseError::Digit { index: 7, byte: b'B' }),
        ("0000000g", ParseError::Digit { index: 7, byte: b'g' }),
        ("0", ParseError::Length { found: 1, min: 8, max: 8 }),
        ("0x000000ab", ParseError::Length { found: 10, min: 8, max: 8 }),
    ] {
        assert_eq!(text.parse::<Machine>(), Err(error), "{text}");
    }
    assert_eq!((Machine::MIN.to_bits(), Machine::MAX.to_bits()), (0, u32::MAX));
}

#[test]
fn in_constants() {
    const PREFIX: Text<4> = Text::concat(&[b"id", b"-", b""]);
    const WIDE: Text<8> = PREFIX.widen();
    assert_eq!((PREFIX.as_str(), WIDE.as_str()), ("id-", "id-"));
    assert_eq!(WIDE, Text::<8>::concat(&[b"id-"]));
    assert_eq!(Text::<8>::concat(&[WIDE.as_bytes(), b"aZ[`{9"][..1]).upper(), "ID-");
    assert_eq!(Text::<8>::concat(&[b"aZ[`{9"]).upper(), "AZ[`{9");
}

#[test]
#[should_panic(expected = "room for the longest one")]
fn concatenated_beyond_the_end() {
    let _ = Text::<4>::concat(&[b"abc", b"de"]);
}

#[test]
fn reads_as_a_str() {
    let text = Text::<8>::from_ascii(b"id-7").unwrap();
    assert_eq!(text.len(), 4);
    assert_eq!(text.split('-').count(), 2);
    assert_eq!(text.as_ref(), "id-7");
    assert_eq!(text, *"id-7");
    assert_ne!(text, "id-8");
    assert_eq!(format!("{text:?}"), "\"id-7\"");
    assert_eq!(format!("{text:<6}|{text:>6}|{text:^6}|{text:.2}"), "id-7  |  id-7| id-7 |id");
    assert_eq!(size_of::<Text<8>>(), 9);
}

#[cfg(not(miri))]
proptest! {
    #![proptest_config(ids_testkit::cases(8))]

    #[test]
    fn orders_as_a_str(a in "[\\x00-\\x03]{0,4}", b in "[\\x00-\\x03]{0,4}") {
        let text = |s: &str| Text::<4>::from_ascii(s.as_bytes()).unwrap();
        prop_assert_eq!(text(&a).cmp(&text(&b)), a.cmp(&b));
        prop_assert_eq!(text(&a) == text(&b), a == b);
    }

    #[test]
    fn takes_ascii_only(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
        let text = Text::<8>::from_ascii(&bytes);
        prop_assert_eq!(text.is_some(), bytes.is_ascii() && bytes.len() <= 8);
        if let Some(text) = text {
            prop_assert_eq!(text.as_bytes(), &bytes);
        }
    }
}
