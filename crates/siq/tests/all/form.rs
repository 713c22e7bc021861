//! The texts, against independent implementations and their laws.

use std::borrow::Cow;

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use ids_testkit::Laws;
use proptest::prelude::*;
use siq::{Form, Handle, Network, ParseError, Siq};

const EXAMPLE: u128 = 8_179_629_875_625_036_003_635_829_866_590;
const MAX: u128 = (1 << 112) - 1;

fn id(bits: u128) -> Siq {
    Siq::from_bits(bits).unwrap()
}

/// CRC-32 bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

/// The digits of the URI as upstream makes them: six bytes of checksum and fourteen of the number
/// in base 32, without the first three characters.
fn uri(id: Siq) -> String {
    let bytes = id.to_bytes();
    let mut all = u64::from(crc32(&bytes)).to_be_bytes()[2..].to_vec();
    all.extend(bytes);
    BASE32_NOPAD.encode(&all)[3..].to_lowercase()
}

fn bits() -> impl Strategy<Value = u128> {
    // Of all widths, so that texts of all lengths come up.
    (0..=MAX, 0..112_u32).prop_map(|(bits, shift)| bits >> shift)
}

/// Where a form names the case of letters an alias, what it writes.
fn canonical(form: Form, text: &str) -> Cow<'_, str> {
    match form {
        Form::Did => match text.strip_prefix("did:siq:") {
            Some(digits) => format!("did:siq:{}", digits.to_ascii_lowercase()).into(),
            None => text.into(),
        },
        Form::Uri => text.to_ascii_lowercase().into(),
        Form::Crockford | Form::Crockford0 => text.to_ascii_uppercase().into(),
        _ => text.into(),
    }
}

#[test]
fn the_laws_of_its_forms() {
    Laws::<Siq>::new().forms(Form::ALL, Form::sorts, canonical);
}

proptest! {
    #![proptest_config(ids_testkit::cases(1))]

    #[test]
    fn handles(bits in bits()) {
        for (network, domain) in
            [(Network::Mastodon, "a.example"), (Network::Mastodon, ""), (Network::Matrix, "[::1]:80")]
        {
            let handle = Handle::new(network, id(bits), domain).unwrap();
            let text = handle.to_string();
            prop_assert_eq!(Handle::decode(&text), Ok(handle));
        }
    }

    #[test]
    fn as_others_write_them(bits in bits()) {
        let id = id(bits);
        let fifteen = &id.to_bytes16()[1..];
        prop_assert_eq!(Form::Octal.encode(id).to_string(), format!("{bits:o}"));
        prop_assert_eq!(Form::Base64.encode(id).to_string(), BASE64URL_NOPAD.encode(fifteen));
        let base32 = BASE32_NOPAD.encode(fifteen);
        prop_assert_eq!(Form::Base32.encode(id).to_string(), base32.to_lowercase());
        let crockford: String = base32
            .bytes()
            .map(|byte| {
                let value = if byte.is_ascii_digit() { byte - b'2' + 26 } else { byte - b'A' };
                char::from(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[usize::from(value)])
            })
            .collect();
        prop_assert_eq!(Form::Crockford.encode(id).to_string(), crockford.trim_start_matches('0'));
        prop_assert_eq!(Form::Uri.encode(id).to_string(), uri(id));
    }

    #[cfg(feature = "uuid")]
    #[test]
    fn as_the_crate_uuid_has_them(bits in bits()) {
        let id = id(bits);
        let uuid = uuid::Uuid::from(id);
        prop_assert_eq!(Form::Uuid.encode(id).to_string(), uuid.to_string());
        prop_assert_eq!(Siq::try_from(uuid), Ok(id));
        prop_assert_eq!((uuid.get_version_num(), uuid.get_variant()), (8, uuid::Variant::RFC4122));
    }

    #[test]
    fn any_bytes_are_a_handle_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = Handle::decode(&String::from_utf8_lossy(&bytes));
    }

    /// Texts of these forms and of one length sort as the numbers do.
    #[test]
    fn order_where_it_holds(a in bits(), b in bits()) {
        prop_assert_eq!(id(a).cmp(&id(b)), a.cmp(&b));
        prop_assert_eq!(id(a).to_bytes().cmp(&id(b).to_bytes()), a.cmp(&b));
        prop_assert_eq!(id(a).to_bytes16().cmp(&id(b).to_bytes16()), a.cmp(&b));
        for form in [Form::Decimal, Form::Hex, Form::Octal, Form::Crockford, Form::Crockford0] {
            let (x, y) = (form.encode(id(a)), form.encode(id(b)));
            let order = x.len().cmp(&y.len()).then(x.cmp(&y));
            prop_assert_eq!(order, a.cmp(&b), "{:?}", form);
        }
    }
}

/// The rows of the vectors have kinds and places of errors, and not what would fit.
#[test]
fn what_would_fit() {
    use ParseError::{Checksum, Expected, Length};
    for (form, text, error) in [
        (Form::Uri, "panygeqdtawmc", Length { found: 13, min: 29, max: 29 }),
        (Form::Did, "did:siq:", Length { found: 8, min: 37, max: 37 }),
        (Form::Did, "did:sia:", Expected { index: 6, text: "did:siq:" }),
    ] {
        assert_eq!(form.decode(text.as_bytes()), Err(error), "{text}");
    }
    for (text, error) in [
        ("@lm2a3", Length { found: 6, min: 30, max: 30 }),
        ("lm2a3kiagopopibaaaamgzymuoac6", Expected { index: 0, text: "@" }),
        ("@lm2a3kiagopopibaaaamgzymuoac6a", Expected { index: 30, text: "@ or : and a domain" }),
        ("@lm2a3kiagopopibaaaamgzymuoac6@a b", Expected { index: 32, text: "a domain" }),
        (
            "@lm2a3kiagopopibaaaamgzymuoac6:\u{e9}",
            Expected { index: 31, text: "a domain in punycode, xn--..." },
        ),
        (
            "@lm2a3kiagopopibaaaamgzymuoac7@example.com",
            Checksum { found: 0xb668_1b52, expected: 0xc16f_2bc4 },
        ),
    ] {
        assert_eq!(Handle::decode(text), Err(error), "{text}");
    }
}

#[test]
fn domains_that_no_handle_has() {
    let id = id(EXAMPLE);
    for (network, domain) in
        [(Network::Matrix, ""), (Network::Matrix, "@"), (Network::Mastodon, "@")]
    {
        let error = ParseError::Expected { index: 0, text: "a domain" };
        assert_eq!(Handle::new(network, id, domain), Err(error), "{network}");
    }
}
