//! Fields and layouts: by table, and their laws by arbitrary cuts of a width.
#![cfg_attr(
    miri,
    allow(dead_code, unused_imports, reason = "laws of safe integer code stay out of Miri")
)]

use ids_core::{
    ParseError, RangeError,
    format::{Field, Layout, bytes_of_number, number_of_bytes},
};
use proptest::prelude::*;

const VERSION: Field = Field::new("version", 11, 8).always(6);
const FIELDS: &[Field] = &[Field::new("time", 23, 12), VERSION, Field::new("random", 7, 0)];
const LAYOUT: Layout = Layout::new("toy", 24, FIELDS);

/// Also of the widths that no format has.
#[test]
fn numbers_of_every_width() {
    macro_rules! hold {
        ($($width:literal)+) => {$(
            let bytes = *b"\xf0123456789abcdef".first_chunk::<$width>().unwrap();
            let number = bytes.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
            assert_eq!(number_of_bytes(&bytes), number);
            assert_eq!(bytes_of_number::<$width>(number), bytes);
        )+};
    }
    hold!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
}

#[test]
fn a_field_says_what_it_is() {
    assert_eq!((VERSION.name(), VERSION.high(), VERSION.low()), ("version", 11, 8));
    assert_eq!((VERSION.width(), VERSION.max(), VERSION.mask()), (4, 15, 0xf00));
    assert_eq!(VERSION.fixed(), Some(6));
    let all = Field::new("all", 127, 64);
    assert_eq!((all.width(), all.max(), all.fixed()), (64, u64::MAX, None));
    assert_eq!(all.mask(), u128::from(u64::MAX) << 64);
    assert_eq!(all.put(u64::MAX), Ok(all.mask()));
    let across = Field::new("across", 70, 60);
    assert_eq!(across.get(across.mask()), across.max());
}

#[test]
#[cfg_attr(panic = "abort", ignore = "a panic ends the process")]
fn a_wrong_field_panics() {
    let panics = |make: fn() -> Field| std::panic::catch_unwind(make).is_err();
    assert!(panics(|| Field::new("upside down", 3, 4)));
    assert!(panics(|| Field::new("65 bits", 64, 0)));
    assert!(panics(|| Field::new("bit 128", 128, 100)));
    assert!(panics(|| VERSION.always(16)));
    assert!(!panics(|| VERSION.always(15)));
}

#[test]
#[cfg_attr(panic = "abort", ignore = "a panic ends the process")]
fn a_layout_packs_checks_and_unpacks() {
    assert_eq!(LAYOUT.pack(&[0xabc, 0xde]), Ok(0x00ab_c6de));
    assert_eq!(LAYOUT.check(0x00ab_c6de), Ok(()));
    let values: Vec<_> = LAYOUT.unpack(0x00ab_c6de).map(|(f, value)| (f.name(), value)).collect();
    assert_eq!(values, [("time", 0xabc), ("version", 6), ("random", 0xde)]);
    let range = RangeError::Field { field: "random", value: 256, max: 255 };
    assert_eq!(LAYOUT.pack(&[0, 256]), Err(range));
    assert_eq!(range.to_string(), "random is 256, but holds at most 255");
    let fixed = ParseError::Fixed { field: "version", found: 5, expected: 6 };
    assert_eq!(LAYOUT.check(0x00ab_c5de), Err(fixed));
    assert_eq!(fixed.to_string(), "version is 5, but always 6 in this format");
    assert_eq!(LAYOUT.check(1 << 24), Err(ParseError::TooLarge { bits: 24 }));
    assert_eq!(LAYOUT.field("version"), Some(VERSION));
    assert_eq!(LAYOUT.field("Version"), None);
    assert_eq!((LAYOUT.name(), LAYOUT.bits(), LAYOUT.mask()), ("toy", 24, 0x00ff_ffff));
    assert_eq!(LAYOUT.fields(), FIELDS);
    for values in [&[1][..], &[1, 2, 3]] {
        assert!(std::panic::catch_unwind(|| LAYOUT.pack(values)).is_err(), "{values:?}");
    }
}

#[test]
#[cfg_attr(panic = "abort", ignore = "a panic ends the process")]
fn a_wrong_layout_panics() {
    const A: Field = Field::new("a", 15, 8);
    const B: Field = Field::new("b", 7, 0);
    let right =
        |bits, fields| std::panic::catch_unwind(|| Layout::new("toy", bits, fields)).is_ok();
    assert!(right(16, &[A, B]));
    let wrong: &[(u32, &'static [Field])] = &[
        (0, &[]),
        (129, &[]),
        (16, &[]),
        (16, &[A]),
        (16, &[B]),
        (8, &[A, B]),
        (16, &[A, A]),
        (16, &[A, B, B]),
        (16, &[A, const { Field::new("gap", 6, 0) }]),
        (16, &[A, const { Field::new("overlap", 8, 0) }]),
    ];
    for (bits, fields) in wrong {
        assert!(!right(*bits, fields), "{bits} {fields:?}");
    }
}

prop_compose! {
    /// A width cut into fields of at most 64 bits, some of them fixed.
    fn cut()(cuts in prop::collection::vec((1..=64_u8, prop::option::weighted(0.2, any::<u64>())), 1..12))
        -> Layout
    {
        let mut left: u8 = 128;
        let mut widths = Vec::new();
        for (width, fixed) in cuts {
            let width = width.min(left);
            if width > 0 {
                widths.push((width, fixed));
                left -= width;
            }
        }
        let bits = 128 - left;
        let mut high = bits;
        let fields: Vec<Field> = widths.into_iter().map(|(width, fixed)| {
            let field = Field::new("field", high - 1, high - width);
            high -= width;
            fixed.map_or(field, |value| field.always(value & field.max()))
        }).collect();
        Layout::new("cut", bits.into(), Vec::leak(fields))
    }
}

#[cfg(not(miri))]
proptest! {
    #![proptest_config(ids_testkit::cases(8))]

    #[test]
    fn pack_and_unpack_are_inverse(layout in cut(), bits: u128) {
        let bits = bits & layout.mask();
        let open: Vec<u64> = layout.open().map(|field| field.get(bits)).collect();
        let packed = layout.pack(&open).unwrap();
        prop_assert_eq!(layout.check(packed), Ok(()));
        prop_assert_eq!(layout.settle(bits), packed);
        prop_assert_eq!(layout.check(bits).is_ok(), packed == bits);
        for ((field, found), (_, given)) in layout.unpack(packed).zip(layout.unpack(bits)) {
            prop_assert_eq!(found, field.fixed().unwrap_or(given));
        }
    }

    #[test]
    fn masks_cover_each_bit_once(layout in cut()) {
        let sum: u128 = layout.fields().iter().map(Field::mask).sum();
        prop_assert_eq!(sum, layout.mask());
    }

    #[test]
    fn put_refuses_what_get_would_lose(high in 0..128_u8, width in 1..=64_u8, value: u64, noise: u128) {
        let field = Field::new("field", high, (high + 1).saturating_sub(width));
        match field.put(value) {
            Ok(bits) => {
                prop_assert_eq!(bits & !field.mask(), 0);
                prop_assert_eq!(field.get(bits | noise & !field.mask()), value);
            }
            Err(error) => {
                prop_assert!(value > field.max());
                prop_assert_eq!(error, RangeError::Field { field: "field", value, max: field.max() });
            }
        }
    }
}
