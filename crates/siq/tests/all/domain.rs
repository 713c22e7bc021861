//! The hash of a domain's name.

use siq::{DomainError, DomainHash, ParseError};

#[test]
fn names_are_hashed_as_they_stand() {
    let long = "x".repeat(300);
    for (name, hash) in [
        ("example.com", 0x86ce_1947),
        ("Example.COM", 0x507a_490e),
        ("example.com.", 0x7770_fb8f),
        ("example.com:8080", 0x935c_4cb0),
        (" example.com", 0x5d34_ae4b),
        ("example.com\n", 0x17fa_60f5),
        ("https://example.com", 0x50d0_9ce9),
        ("localhost", 0x831d_9763),
        ("xn--bcher-kva.example", 0x5bce_4436),
        ("00", 0xf60f_304e),
        (" 0", 0xc2e8_70d4),
        ("\0", 0x17af_a01d),
        ("\x7f", 0x028c_b731),
        (&long, 0xe1c1_fbc7),
    ] {
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
fn numbers() {
    for bits in [0, 1, 0x86ce_1947, u32::MAX] {
        assert_eq!(DomainHash::from(bits), DomainHash::from_bits(bits));
        assert_eq!(u32::from(DomainHash::from(bits)), bits);
    }
    assert_eq!((u32::from(DomainHash::MIN), u32::from(DomainHash::MAX)), (0, u32::MAX));
    assert_eq!(DomainHash::MIN, DomainHash::DEVELOPMENT);
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

#[test]
fn text_is_eight_lower_case_digits() {
    let domain = DomainHash::from_bits(0x01ce_1947);
    assert_eq!(domain.to_string(), "01ce1947");
    assert_eq!(format!("{domain:>10}"), "  01ce1947");
    assert_eq!(format!("{domain:?}"), r#"DomainHash("01ce1947")"#);
    for bits in [0, 1, 0x01ce_1947, 0x86ce_1947, u32::MAX] {
        let domain = DomainHash::from_bits(bits);
        assert_eq!(domain.to_string(), format!("{bits:08x}"));
        assert_eq!(domain.to_string().parse(), Ok(domain));
    }
    for (text, error) in [
        ("86CE1947", ParseError::Digit { index: 2, byte: b'C' }),
        ("86ce194g", ParseError::Digit { index: 7, byte: b'g' }),
        ("0", ParseError::Length { found: 1, min: 8, max: 8 }),
        ("example.com", ParseError::Length { found: 11, min: 8, max: 8 }),
    ] {
        assert_eq!(text.parse::<DomainHash>(), Err(error));
    }
}
