//! Snowflake: every flavour and every form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snowflake::{FLAVOURS, Form};

fuzz_target!(|data: &[u8]| {
    for &form in Form::ALL {
        if let Ok(bits) = form.decode(data) {
            let text = form.encode(bits);
            assert_eq!(form.decode(text.as_bytes()), Ok(bits));
            // Aliases differ in the letters that stand for a digit, never in the length.
            assert_eq!(text.len(), data.len(), "{form:?}");
            let alias = |byte: u8| match (form, byte.to_ascii_lowercase()) {
                (Form::Crockford, b'i' | b'l') => b'1',
                (Form::Crockford, b'o') => b'0',
                (_, byte) => byte,
            };
            for (ours, theirs) in text.bytes().zip(data) {
                assert!(ours == *theirs || alias(ours) == alias(*theirs), "{form:?} {text}");
            }
        }
    }
    for &flavour in FLAVOURS {
        if let Ok(bits) = flavour.decode(data) {
            assert_eq!(flavour.check(bits), Ok(()));
            let text = flavour.encode(bits);
            assert_eq!(flavour.decode(text.as_bytes()), Ok(bits));
            let time = flavour.time(bits);
            assert!(flavour.first_at(time).is_ok_and(|first| first <= bits), "{flavour:?}");
            assert!(flavour.last_at(time).is_ok_and(|last| bits <= last), "{flavour:?}");
        }
    }
});
