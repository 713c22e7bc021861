//! The texts, against independent implementations and against single wrong characters.

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use proptest::prelude::*;
use siq::{DomainHash, Form, Handle, Network, ParseError, Siq, Text, literal};

const EXAMPLE: u128 = 8_179_629_875_625_036_003_635_829_866_590;
const MAX: u128 = (1 << 112) - 1;

fn id(bits: u128) -> Siq {
    Siq::from_bits(bits).unwrap()
}

/// Zero, the largest number, and one of example.com, for each form.
const KNOWN: [(Form, &str, &str, &str); 10] = [
    (
        Form::Did,
        "did:siq:ndo3zy4aaaaaaaaaaaaaaaaaaaaaa",
        "did:siq:bheje2x7777777777777777777777",
        "did:siq:lm2a3kiagopopibaaaamgzymuoac6",
    ),
    (
        Form::Uri,
        "ndo3zy4aaaaaaaaaaaaaaaaaaaaaa",
        "bheje2x7777777777777777777777",
        "lm2a3kiagopopibaaaamgzymuoac6",
    ),
    (Form::Decimal, "0", "5192296858534827628530496329220095", "8179629875625036003635829866590"),
    (Form::Hex, "0", "ffffffffffffffffffffffffffff", "673dcf4040000186ce1947005e"),
    (
        Form::Octal,
        "0",
        "17777777777777777777777777777777777777",
        "14717347500200000014154703121600136",
    ),
    (Form::Base64, "AAAAAAAAAAAAAAAAAAAA", "AP__________________", "AABnPc9AQAABhs4ZRwBe"),
    (Form::Crockford, "", "3ZZZZZZZZZZZZZZZZZZZZZZ", "6EFEF810000C6SRCME02Y"),
    (Form::Crockford0, "0", "03ZZZZZZZZZZZZZZZZZZZZZZ", "06EFEF810000C6SRCME02Y"),
    (
        Form::Base32,
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "ad7777777777777777777777",
        "aaagopopibaaaamgzymuoac6",
    ),
    (
        Form::Uuid,
        "00000000-0000-8000-8000-000000000000",
        "003fffff-ffff-8fff-bfff-ffffffffffff",
        "000019cf-73d0-8100-8001-86ce1947005e",
    ),
];

#[test]
fn known_texts() {
    for (index, (form, zero, largest, example)) in KNOWN.into_iter().enumerate() {
        assert_eq!(form, Form::ALL[index]);
        for (bits, text) in [(0, zero), (MAX, largest), (EXAMPLE, example)] {
            assert_eq!(form.encode(id(bits)), text, "{form:?}");
            assert_eq!(form.decode(text.as_bytes()), Ok(id(bits)), "{form:?}");
        }
    }
}

#[test]
fn names_of_forms() {
    for &form in Form::ALL {
        assert_eq!(form.to_string().parse(), Ok(form));
        assert_eq!(form.name(), format!("{form:?}").to_lowercase());
    }
    let error = ParseError::Unknown { what: "form" };
    assert_eq!("DID".parse::<Form>(), Err(error));
}

#[test]
fn texts_that_are_refused() {
    use ParseError::{Checksum, Digit, Expected, LeadingZero, Length, TooLarge};
    let length = |found, min, max| Length { found, min, max };
    let digit = |index, byte| Digit { index, byte };
    let too_large = TooLarge { bits: 112 };
    for (form, text, error) in [
        (Form::Decimal, "", length(0, 1, 34)),
        (Form::Decimal, "01", LeadingZero { index: 0 }),
        (Form::Decimal, "+1", digit(0, b'+')),
        (Form::Decimal, "1_000", digit(1, b'_')),
        (Form::Decimal, "5192296858534827628530496329220096", too_large),
        (Form::Hex, "", length(0, 1, 28)),
        (Form::Hex, "5E", digit(1, b'E')),
        (Form::Hex, "0x5e", digit(1, b'x')),
        (Form::Hex, "05e", LeadingZero { index: 0 }),
        (Form::Hex, "10000000000000000000000000000", length(29, 1, 28)),
        (Form::Octal, "8", digit(0, b'8')),
        (Form::Octal, "20000000000000000000000000000000000000", too_large),
        (Form::Base64, "AABnPc9AQAABhs4ZRwB", length(19, 20, 20)),
        (Form::Base64, "AABnPc9AQAABhs4ZRwBe=", length(21, 20, 20)),
        (Form::Base64, "AABnPc9AQAABhs4ZRwB+", digit(19, b'+')),
        (Form::Base64, "AQAAAAAAAAAAAAAAAAAA", too_large),
        (Form::Base64, "BAAAAAAAAAAAAAAAAAAA", too_large),
        (Form::Crockford, "0", LeadingZero { index: 0 }),
        (Form::Crockford, "06EFEF810000C6SRCME02Y", LeadingZero { index: 0 }),
        (Form::Crockford, "6EFEF8I0000C6SRCME02Y", digit(6, b'I')),
        (Form::Crockford, "6EFEF-810000C6SRCME02Y", digit(5, b'-')),
        (Form::Crockford, "40000000000000000000000", too_large),
        (Form::Crockford, "100000000000000000000000", length(24, 1, 23)),
        (Form::Crockford0, "", Expected { index: 0, text: "0" }),
        (Form::Crockford0, "6EFEF810000C6SRCME02Y", Expected { index: 0, text: "0" }),
        (Form::Crockford0, "00", LeadingZero { index: 1 }),
        (Form::Crockford0, "06EFEU", digit(5, b'U')),
        (Form::Base32, "AAAgopopibaaaamgzymuoac6", digit(0, b'A')),
        (Form::Base32, "aaagopopibaaaamgzymuoac1", digit(23, b'1')),
        (Form::Base32, "aeaaaaaaaaaaaaaaaaaaaaaa", too_large),
        (Form::Base32, "aaagopopibaaaamgzymuoac", length(23, 24, 24)),
        // Bodies of other lengths whose checksums hold, which suou reads.
        (Form::Uri, "aaaaa", length(5, 29, 29)),
        (Form::Uri, "panygeqdtawmc", length(13, 29, 29)),
        (Form::Uri, "ci7hb3idtawmcvpkp2jsppcq4v4y4ivxjpqhj", length(37, 29, 29)),
        (Form::Uri, "quxvojaaf4c6s6aaaaaaaaaaaaaah", digit(0, b'q')),
        (Form::Uri, "lm2a3kiagopopibaaaamgzymuoac1", digit(28, b'1')),
        (Form::Uri, "lm2a31iagopopibaaaamgzymuoac6", digit(5, b'1')),
        (Form::Did, "", Expected { index: 0, text: "did:siq:" }),
        (Form::Did, "did:sia:", Expected { index: 6, text: "did:siq:" }),
        (
            Form::Did,
            "DID:SIQ:IUXVOJAAF4C6S6AAAAAAAAAAAAAAH",
            Expected { index: 0, text: "did:siq:" },
        ),
        (Form::Did, "did:siq:", length(8, 37, 37)),
        (Form::Did, "did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaa", length(36, 37, 37)),
        (Form::Did, "did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaa=", digit(36, b'=')),
        (
            Form::Did,
            "did:siq:aaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            Checksum { found: 0, expected: 0xd1bb_79c7 },
        ),
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

fn config() -> ProptestConfig {
    let cases = if cfg!(miri) { 4 } else { 256 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn round_trips(bits in bits()) {
        for &form in Form::ALL {
            let text = form.encode(id(bits));
            prop_assert_eq!(form.decode(text.as_bytes()), Ok(id(bits)), "{:?}", form);
        }
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

    /// What decodes is what would be written, but for case where that is an alias.
    #[test]
    fn nothing_else_decodes(text in "(did:siq:)?[0-9a-zA-Z_@:-]{0,40}|[0-9]{1,40}|[0-9a-f]{1,30}") {
        for &form in Form::ALL {
            if let Ok(id) = form.decode(text.as_bytes()) {
                let written = form.encode(id);
                if matches!(form, Form::Crockford | Form::Crockford0 | Form::Uri | Form::Did) {
                    prop_assert!(written.eq_ignore_ascii_case(&text), "{form:?} {text}");
                } else {
                    prop_assert_eq!(written, text.as_str());
                }
            }
        }
    }

    #[test]
    fn any_bytes_are_an_identifier_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        for &form in Form::ALL {
            let _ = form.decode(&bytes);
        }
        let _ = Handle::decode(&String::from_utf8_lossy(&bytes));
    }

    /// One wrong character is an error or another identifier.
    #[test]
    fn single_characters_matter(bits in bits(), index in any::<prop::sample::Index>(), to in 0..=127_u8) {
        for &form in Form::ALL {
            let text = form.encode(id(bits));
            if text.is_empty() {
                continue;
            }
            let mut wrong = text.as_bytes().to_vec();
            let at = index.index(wrong.len());
            wrong[at] = to;
            if wrong.eq_ignore_ascii_case(text.as_bytes()) {
                continue;
            }
            let answer = form.decode(&wrong);
            prop_assert_ne!(answer, Ok(id(bits)), "{:?}", form);
            if matches!(form, Form::Uri | Form::Did) {
                // A CRC-32 finds every change of a single character.
                prop_assert!(answer.is_err(), "{form:?} {}", text);
            }
        }
    }

    /// Texts of these forms and of one length sort as the numbers do.
    #[test]
    fn order_where_it_holds(a in bits(), b in bits()) {
        prop_assert_eq!(id(a).cmp(&id(b)), a.cmp(&b));
        prop_assert_eq!(id(a).to_bytes().cmp(&id(b).to_bytes()), a.cmp(&b));
        prop_assert_eq!(id(a).to_bytes16().cmp(&id(b).to_bytes16()), a.cmp(&b));
        for form in Form::ALL.iter().filter(|form| form.sorts()) {
            prop_assert_eq!(form.encode(id(a)).cmp(&form.encode(id(b))), a.cmp(&b), "{}", form);
        }
        for form in [Form::Decimal, Form::Hex, Form::Octal, Form::Crockford, Form::Crockford0] {
            let (x, y) = (form.encode(id(a)), form.encode(id(b)));
            let order = x.len().cmp(&y.len()).then(x.cmp(&y));
            prop_assert_eq!(order, a.cmp(&b), "{:?}", form);
        }
    }
}

#[test]
fn what_does_not_sort() {
    for &form in Form::ALL.iter().filter(|form| !form.sorts()) {
        let text = |bits| form.encode(id(bits));
        // The digits of 25 and 26 are out of order in base 32, those of 51 and 52 in base 64; others
        // have no leading zeros, or a checksum in front.
        let found = [(15, 16), (7, 8), (9, 10), (25, 26), (31, 32), (51, 52), (0, 1), (1, 2)]
            .into_iter()
            .any(|(a, b)| text(a) > text(b));
        assert!(found, "{form}");
    }
}

#[test]
fn in_constants() {
    const ID: Siq = literal!(Siq, "did:siq:lm2a3kiagopopibaaaamgzymuoac6");
    const TEXT: Text<38> = ID.encode();
    assert_eq!(TEXT, "did:siq:lm2a3kiagopopibaaaamgzymuoac6");
    assert_eq!(literal!(DomainHash, "86ce1947"), ID.domain());
}

/// Every change of one character, for every place and every character.
#[test]
fn all_single_changes_of_one_identifier() {
    for &form in Form::ALL {
        let text = form.encode(id(EXAMPLE));
        for at in 0..text.len() {
            for byte in 0..=u8::MAX {
                let mut wrong = text.as_bytes().to_vec();
                wrong[at] = byte;
                let same = match form {
                    Form::Crockford | Form::Crockford0 | Form::Uri => {
                        wrong.eq_ignore_ascii_case(text.as_bytes())
                    }
                    Form::Did => {
                        wrong[..8] == text.as_bytes()[..8]
                            && wrong.eq_ignore_ascii_case(text.as_bytes())
                    }
                    _ => wrong == text.as_bytes(),
                };
                assert_eq!(form.decode(&wrong) == Ok(id(EXAMPLE)), same, "{form:?} {at} {byte}");
            }
        }
    }
}
