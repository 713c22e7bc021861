//! The hash of a domain's name.

use siq::{DomainError, DomainHash};

/// Beside the rows of the vectors.
#[test]
fn names_are_hashed_as_they_stand() {
    let long = "x".repeat(300);
    for (name, hash) in [(" 0", 0xc2e8_70d4), (&long, 0xe1c1_fbc7)] {
        assert_eq!(DomainHash::from_name(name).map(DomainHash::to_bits), Ok(hash), "{name:?}");
    }
}

#[test]
fn development_is_zero_whatever_the_local_id() {
    for name in ["", "0"] {
        assert_eq!(DomainHash::from_name(name), Ok(DomainHash::DEVELOPMENT));
        assert_eq!(DomainHash::with_local_id(name, 7), Ok(DomainHash::DEVELOPMENT));
    }
    assert_eq!(DomainHash::DEVELOPMENT.to_bits(), 0);
}

#[test]
fn local_ids_replace_the_highest_byte() {
    for local_id in 0..=u8::MAX {
        let hash = DomainHash::with_local_id("example.com", local_id);
        let bits = 0x00ce_1947 | u32::from(local_id) << 24;
        assert_eq!(hash, Ok(DomainHash::from_bits(bits)));
    }
}

#[test]
fn names_outside_ascii_are_to_be_written_in_punycode() {
    for (name, index) in [("b\u{fc}cher.example", 1), ("\u{2603}.net", 0), ("a.\u{80}", 2)] {
        let error = DomainError { index };
        assert_eq!(error.kind(), "digit");
        assert_eq!(DomainHash::from_name(name), Err(error));
        assert_eq!(DomainHash::with_local_id(name, 1), Err(error));
        assert!(error.to_string().contains("punycode"), "{error}");
    }
}
