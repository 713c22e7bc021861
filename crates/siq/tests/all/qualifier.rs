//! The code in the last bits of an identifier.

use std::collections::BTreeSet;

use proptest::prelude::*;
use siq::{Qualifier, RangeError, Siq};

/// Name, code behind a leading 1, width, capacity, leaf, may have children.
const TABLE: [(&str, u8, u32, u64, bool, bool); 18] = [
    ("ternary", 9, 3, 8192, true, false),
    ("multi", 11, 3, 8192, true, false),
    ("manytomany", 13, 3, 8192, true, false),
    ("content", 15, 3, 8192, true, false),
    ("thread", 22, 4, 4096, false, true),
    ("message", 30, 4, 4096, false, true),
    ("user", 32, 5, 2048, false, false),
    ("tag", 34, 5, 2048, false, true),
    ("group", 36, 5, 2048, false, false),
    ("event", 40, 5, 2048, false, false),
    ("channel", 42, 5, 2048, false, true),
    ("invite", 44, 5, 2048, false, false),
    ("application", 48, 5, 2048, false, false),
    ("unassigned10010", 50, 5, 2048, false, true),
    ("collection", 52, 5, 2048, false, false),
    ("premium", 56, 5, 2048, false, false),
    ("unassigned11010", 58, 5, 2048, false, true),
    ("unassigned11100", 60, 5, 2048, false, false),
];

#[test]
fn the_table() {
    for (qualifier, (name, code, bits, capacity, leaf, children)) in
        Qualifier::ALL.iter().copied().zip(TABLE)
    {
        assert_eq!(qualifier.name(), name);
        assert_eq!(qualifier.to_string(), name);
        assert_eq!(format!("{qualifier:>16}"), format!("{name:>16}"));
        assert_eq!(name.parse(), Ok(qualifier));
        assert_eq!(qualifier as u8, code, "{name}");
        assert_eq!(qualifier.bits(), bits, "{name}");
        assert_eq!(u32::from(qualifier.suffix()) + (1 << bits), u32::from(code), "{name}");
        assert_eq!(qualifier.capacity(), capacity, "{name}");
        assert_eq!(qualifier.is_leaf(), leaf, "{name}");
        assert_eq!(qualifier.may_have_children(), children, "{name}");
        assert_eq!(qualifier.is_assigned(), !name.starts_with("unassigned"), "{name}");
    }
}

#[test]
fn codes_both_ways() {
    let codes: BTreeSet<u8> = TABLE.iter().map(|row| row.1).collect();
    for code in 0..=u8::MAX {
        match Qualifier::from_code(code) {
            Some(qualifier) => assert_eq!(qualifier as u8, code),
            None => assert!(!codes.contains(&code), "{code}"),
        }
    }
}

#[test]
fn every_tail_is_one_qualifier_and_one_serial_number() {
    let mut seen = BTreeSet::new();
    for &qualifier in Qualifier::ALL {
        for serial in 0..u16::try_from(qualifier.capacity()).unwrap() {
            let tail = qualifier.encode(serial).unwrap();
            assert_eq!(Qualifier::decode(tail), qualifier);
            assert!(seen.insert(tail), "{qualifier} {serial}");
        }
    }
    // Together they are all tails: there is no identifier that cannot be read.
    assert_eq!(seen.len(), 1 << 16);
}

#[test]
fn serial_numbers_that_do_not_fit() {
    for &qualifier in Qualifier::ALL {
        let max = qualifier.capacity() - 1;
        for value in [max + 1, u64::from(u16::MAX)] {
            let error = RangeError::Field { field: "serial", value, max };
            assert_eq!(qualifier.encode(u16::try_from(value).unwrap()), Err(error));
        }
    }
}

proptest! {
    #[test]
    fn fields_are_what_the_layout_says(bits in 0..1_u128 << 112) {
        let id = Siq::from_bits(bits).unwrap();
        let values: Vec<_> =
            id.qualifier().layout().unpack(bits).map(|(_, value)| value).collect();
        let ours = [
            id.seconds(),
            id.fraction().into(),
            id.shard().into(),
            id.domain().to_bits().into(),
            id.serial().into(),
            id.qualifier().suffix().into(),
        ];
        prop_assert_eq!(values, ours);
    }
}
