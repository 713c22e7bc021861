//! LUUID: canonical, lenient and short forms.
#![no_main]

use libfuzzer_sys::fuzz_target;
use luuid::{Group, Key, Luuid, Prefix};

fuzz_target!(|data: &[u8]| {
    ids_fuzz::inverse::<Luuid>(data);
    let strict = Luuid::decode(data);
    if let Ok((id, form)) = Luuid::decode_lenient(data) {
        assert_eq!(id.to_string().parse(), Ok(id), "{form:?}");
        assert!(ids_fuzz::same_but_case(data, &form.encode(id)), "{form:?}");
        assert_eq!(form.decode(data), Ok(id), "{form:?}");
        if let Ok(strict) = strict {
            assert_eq!(strict, id, "{form:?}");
        }
        // Whatever the form, the digits are the same ones.
        let digits = |text: &[u8]| -> Vec<u8> {
            let text = text.strip_prefix(b"urn:uuid:").unwrap_or(text);
            text.to_ascii_lowercase().into_iter().filter(u8::is_ascii_hexdigit).collect()
        };
        let text = data.to_ascii_lowercase();
        assert_eq!(digits(&text), digits(id.to_string().as_bytes()), "{form:?}");
    } else {
        assert!(strict.is_err(), "strict reads what lenient refuses");
    }
    if let Ok(key) = Key::decode(data) {
        assert_eq!(key.encode().as_bytes(), data);
        assert_eq!(Key::decode_lenient(data), Ok(key));
    }
    if let Ok(key) = Key::decode_lenient(data) {
        // At most one hyphen is dropped.
        let digits: Vec<_> = data.iter().copied().filter(|byte| *byte != b'-').collect();
        assert!(data.len() - digits.len() <= 1);
        assert_eq!(key.encode().as_bytes(), digits);
    }
    assert_eq!(Group::from_name_bytes(data).to_bits() >> 12, 0);
    if let Ok(group) = Group::decode(data) {
        assert_eq!(group.encode().as_bytes(), data);
    }
    if let Ok(prefix) = Prefix::decode(data) {
        assert_eq!(prefix.encode().as_bytes(), data);
        assert_eq!(Prefix::from_bits(prefix.to_bits()), Ok(prefix));
    }
});
