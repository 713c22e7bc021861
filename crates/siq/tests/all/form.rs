//! The texts, against independent implementations and their laws.

use std::borrow::Cow;

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use ids_testkit::Laws;
use proptest::prelude::*;
use siq::{DomainHash, Form, Handle, Network, ParseError, Siq, Text, literal};

const EXAMPLE: u128 = 8_179_629_875_625_036_003_635_829_866_590;
const MAX: u128 = (1 << 112) - 1;

fn id(bits: u128) -> Siq {
    Siq::from_bits(bits).unwrap()
}

/// Beside those in the rows of the vectors.
#[test]
fn texts_that_are_refused() {
    use ParseError::{Digit, Expected, LeadingZero, Length};
    let length = |found, min, max| Length { found, min, max };
    let digit = |index, byte| Digit { index, byte };
    for (form, text, error) in [
        (Form::Decimal, "01", LeadingZero { index: 0 }),
        (Form::Decimal, "1_000", digit(1, b'_')),
        (Form::Hex, "0x5e", digit(1, b'x')),
        (Form::Hex, "05e", LeadingZero { index: 0 }),
        (Form::Base64, "AABnPc9AQAABhs4ZRwB+", digit(19, b'+')),
        (Form::Crockford, "6EFEF8I0000C6SRCME02Y", digit(6, b'I')),
        (Form::Crockford0, "00", LeadingZero { index: 1 }),
        (Form::Base32, "AAAgopopibaaaamgzymuoac6", digit(0, b'A')),
        // Bodies of other lengths whose checksums hold, which suou reads.
        (Form::Uri, "panygeqdtawmc", length(13, 29, 29)),
        (Form::Uri, "ci7hb3idtawmcvpkp2jsppcq4v4y4ivxjpqhj", length(37, 29, 29)),
        (Form::Uri, "quxvojaaf4c6s6aaaaaaaaaaaaaah", digit(0, b'q')),
        (Form::Uri, "lm2a3kiagopopibaaaamgzymuoac1", digit(28, b'1')),
        (Form::Uri, "lm2a31iagopopibaaaamgzymuoac6", digit(5, b'1')),
        (Form::Did, "", Expected { index: 0, text: "did:siq:" }),
        (Form::Did, "did:sia:", Expected { index: 6, text: "did:siq:" }),
        (Form::Did, "did:siq:", length(8, 37, 37)),
        (Form::Did, "did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaa=", digit(36, b'=')),
    ] {
        assert_eq!(form.decode(text.as_bytes()), Err(error), "{form:?} {text:?}");
    }
}

#[test]
fn case_where_the_format_names_it_an_alias() {
    for (form, text, alias) in [
        (Form::Crockford, "6EFEF810000C6SRCME02Y", "6efef810000c6srcme02y"),
        (Form::Crockford0, "06EFEF810000C6SRCME02Y", "06efef810000C6srcme02y"),
        (Form::Uri, "lm2a3kiagopopibaaaamgzymuoac6", "LM2A3KIAGOPOPIBAAAAMGZYMUOAC6"),
        (
            Form::Did,
            "did:siq:lm2a3kiagopopibaaaamgzymuoac6",
            "did:siq:Lm2A3KIAGOPOPIBAAAAMGZYMUOAC6",
        ),
    ] {
        assert_eq!(form.decode(alias.as_bytes()), form.decode(text.as_bytes()));
        assert_eq!(form.decode(alias.as_bytes()), Ok(id(EXAMPLE)));
        assert_eq!(form.encode(id(EXAMPLE)), text);
    }
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
        prop_assert_eq!(Form::Decimal.encode(id).to_string(), bits.to_string());
        prop_assert_eq!(Form::Hex.encode(id).to_string(), format!("{bits:x}"));
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

#[test]
fn in_constants() {
    const ID: Siq = literal!(Siq, "did:siq:lm2a3kiagopopibaaaamgzymuoac6");
    const TEXT: Text<38> = ID.encode();
    assert_eq!(TEXT, "did:siq:lm2a3kiagopopibaaaamgzymuoac6");
    assert_eq!(literal!(DomainHash, "86ce1947"), ID.domain());
}
