//! The identifier: its fields, its bytes, its text.

use core::time::Duration;

use base64::{
    Engine,
    alphabet::Alphabet,
    engine::{GeneralPurpose, GeneralPurposeConfig, general_purpose::NO_PAD},
};
use flax_id::{FieldError, FlaxId, Id, ParseError, RangeError, Text, TimeError, UnixTime, literal};
use ids_core::format::Field;
use ids_testkit::Laws;
use proptest::prelude::*;
use regex::Regex;

const ALPHABET: &str = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const EPOCH: UnixTime = UnixTime::from_secs(1_420_070_400);
const LAST: UnixTime = UnixTime::from_millis(2_519_582_027_775);

fn oracle() -> GeneralPurpose {
    const CONFIG: GeneralPurposeConfig = NO_PAD;
    GeneralPurpose::new(&Alphabet::new(ALPHABET).unwrap(), CONFIG)
}

/// Text, milliseconds since the Unix epoch, random bits.
const KNOWN: [(&str, u64, u64); 5] = [
    ("0RdKJcxqVBiAiQr0", 1_444_939_825_807, 0x76_80cb_8bb9_bdc1),
    ("4e3tRv_8hyBIuXj5", 1_517_264_577_465, 0x49_b7e3_13ea_2bc6),
    ("-EkPZk2dAFoHm_t4", 1_424_300_000_000, 0xe9_2d0d_12ca_5e45),
    ("----------------", 1_420_070_400_000, 0),
    ("zzzzzzzzzzzzzzzz", 2_519_582_027_775, (1 << 56) - 1),
];

#[test]
fn known_identifiers() {
    for (text, millis, random) in KNOWN {
        let id: FlaxId = text.parse().unwrap();
        assert_eq!(id.time(), UnixTime::from_millis(millis), "{text}");
        assert_eq!(id.timestamp(), millis - 1_420_070_400_000, "{text}");
        assert_eq!(id.random(), random, "{text}");
        assert_eq!(id.to_string(), text);
        assert_eq!(FlaxId::new(id.time(), id.random()), Ok(id), "{text}");
        assert_eq!(FlaxId::from_parts(id.timestamp(), id.random()), Ok(id), "{text}");
    }
    assert_eq!(FlaxId::MIN.to_bits(), 0);
    assert_eq!(FlaxId::MAX.to_bits(), (1 << 96) - 1);
}

#[test]
fn usable_in_constants() {
    const ID: FlaxId = literal!(FlaxId, "0RdKJcxqVBiAiQr0");
    const TEXT: Text<16> = ID.encode();
    const TIME: UnixTime = ID.time();
    assert_eq!(TEXT, "0RdKJcxqVBiAiQr0");
    assert_eq!(TIME, UnixTime::from_millis(1_444_939_825_807));
    assert_eq!(size_of::<FlaxId>(), 12);
}

#[test]
fn what_does_not_fit_is_an_error() {
    let before = TimeError::BeforeEpoch { epoch: EPOCH };
    let after = TimeError::AfterEnd { last: LAST };
    let nanosecond = Duration::from_nanos(1);
    for (time, error) in [
        (EPOCH.saturating_sub(nanosecond), before),
        (UnixTime::EPOCH, before),
        (LAST + Duration::from_millis(1), after),
        (UnixTime::MAX, after),
    ] {
        assert_eq!(FlaxId::new(time, 0), Err(FieldError::Time(error)));
        assert_eq!(FlaxId::first_at(time), Err(error));
        assert_eq!(FlaxId::last_at(time), Err(error));
    }
    assert_eq!(FlaxId::first_at(EPOCH), Ok(FlaxId::MIN));
    assert_eq!(FlaxId::last_at(LAST + Duration::from_nanos(999_999)), Ok(FlaxId::MAX));

    let wide = RangeError { field: "random", value: 1 << 56, max: (1 << 56) - 1 };
    assert_eq!(FlaxId::new(EPOCH, 1 << 56), Err(FieldError::Range(wide)));
    assert_eq!(FlaxId::from_parts(0, 1 << 56), Err(wide));
    let wide = RangeError { field: "timestamp", value: 1 << 40, max: (1 << 40) - 1 };
    assert_eq!(FlaxId::from_parts(1 << 40, 0), Err(wide));
    assert_eq!(FlaxId::from_bits(1 << 96), Err(ParseError::TooLarge { bits: 96 }));
    assert_eq!(FlaxId::from_bits(u128::MAX), Err(ParseError::TooLarge { bits: 96 }));
}

#[test]
fn bytes_both_ways() {
    let id: FlaxId = "0RdKJcxqVBiAiQr0".parse().unwrap();
    let bytes = [0x05, 0xca, 0x55, 0x52, 0x8f, 0x76, 0x80, 0xcb, 0x8b, 0xb9, 0xbd, 0xc1];
    assert_eq!(id.to_bytes(), bytes);
    assert_eq!(<[u8; 12]>::from(id), bytes);
    assert_eq!(id.as_ref(), bytes);
    assert_eq!((FlaxId::from_bytes(bytes), FlaxId::from(bytes)), (id, id));
    assert_eq!(FlaxId::try_from(&bytes[..]), Ok(id));
    for length in [0, 11] {
        let error = ParseError::Length { found: length, min: 12, max: 12 };
        assert_eq!(FlaxId::try_from(&bytes[..length]), Err(error));
    }
}

#[test]
fn shown_as_its_text() {
    let id: FlaxId = "0RdKJcxqVBiAiQr0".parse().unwrap();
    assert_eq!(format!("{id:>18}"), "  0RdKJcxqVBiAiQr0");
    assert_eq!(format!("{id:?}"), r#"FlaxId("0RdKJcxqVBiAiQr0")"#);
}

#[test]
fn each_byte_at_each_place() {
    let pattern = Regex::new(FlaxId::PATTERN).unwrap();
    for place in 0..16 {
        for byte in 0..=u8::MAX {
            let mut text = *b"0RdKJcxqVBiAiQr0";
            text[place] = byte;
            let answer = FlaxId::decode(&text);
            match ALPHABET.bytes().position(|digit| digit == byte) {
                Some(value) => {
                    let shift = 6 * (15 - place);
                    let others = 0x05ca_5552_8f76_80cb_8bb9_bdc1 & !(63_u128 << shift);
                    assert_eq!(answer.unwrap().to_bits(), others | (value as u128) << shift);
                }
                None => assert_eq!(answer, Err(ParseError::Digit { index: place, byte })),
            }
            if let Ok(text) = str::from_utf8(&text) {
                assert_eq!(pattern.is_match(text), answer.is_ok(), "{text:?}");
            }
        }
    }
}

#[test]
fn the_laws_of_every_format() {
    Laws::<FlaxId>::new().text_order().exact_pattern().hold();
}

#[test]
fn the_trait_is_the_type() {
    assert_eq!(<FlaxId as Id>::LAYOUT, FlaxId::LAYOUT);
    assert_eq!(<FlaxId as Id>::PATTERN, FlaxId::PATTERN);
    let names: Vec<_> = FlaxId::LAYOUT.fields().iter().map(Field::name).collect();
    assert_eq!(names, ["timestamp", "random"]);
}

fn config() -> ProptestConfig {
    let cases = if cfg!(miri) { 8 } else { 2048 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

prop_compose! {
    fn any_id()(bits in 0..1_u128 << 96) -> FlaxId {
        FlaxId::from_bits(bits).unwrap()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn parts_and_number(timestamp in 0..1_u64 << 40, random in 0..1_u64 << 56) {
        let id = FlaxId::from_parts(timestamp, random).unwrap();
        prop_assert_eq!((id.timestamp(), id.random()), (timestamp, random));
        prop_assert_eq!(id.to_bits(), u128::from(timestamp) << 56 | u128::from(random));
        prop_assert_eq!(FlaxId::from_bits(id.to_bits()), Ok(id));
        prop_assert_eq!(FlaxId::new(id.time(), random), Ok(id));
        prop_assert!(FlaxId::first_at(id.time()).unwrap() <= id);
        prop_assert!(FlaxId::last_at(id.time()).unwrap() >= id);
    }

    #[test]
    fn text_as_the_oracle_writes_it(id in any_id()) {
        let text = id.to_string();
        prop_assert_eq!(&text, &oracle().encode(id));
        prop_assert_eq!(text.parse(), Ok(id));
        prop_assert_eq!(FlaxId::decode(text.as_bytes()), Ok(id));
    }

    #[test]
    fn any_bytes_as_the_oracle_reads_them(text in prop::collection::vec(any::<u8>(), 0..20)) {
        prop_assert!(agrees_with_the_oracle(&text));
    }

    #[test]
    fn nearly_identifiers(text in "[-0-9A-Z_a-z.+/= é]{0,18}") {
        prop_assert!(agrees_with_the_oracle(text.as_bytes()));
    }
}

/// Reads what the oracle reads as 12 bytes, and writes it back as it was.
fn agrees_with_the_oracle(text: &[u8]) -> bool {
    let expected = oracle().decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    match FlaxId::decode(text) {
        Ok(id) => expected == Some(id.to_bytes()) && id.encode().as_bytes() == text,
        Err(_) => expected.is_none(),
    }
}

#[test]
fn the_sign_date() {
    let last = FlaxId::last_at(FlaxId::LAST_POSITIVE).unwrap();
    let next = FlaxId::first_at(FlaxId::LAST_POSITIVE + Duration::from_millis(1)).unwrap();
    assert_eq!((last.to_bits() >> 95, next.to_bits() >> 95), (0, 1));
    assert_eq!(FlaxId::LAST_POSITIVE, UnixTime::from_millis(1_969_826_213_887));
    assert_eq!((u128::from(last), FlaxId::try_from(last.to_bits())), (last.to_bits(), Ok(last)));
    assert_eq!(FlaxId::try_from(1 << 96), Err(ParseError::TooLarge { bits: 96 }));
}
