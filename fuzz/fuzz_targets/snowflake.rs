//! Snowflake: the forms of numbers, whose aliases are other letters in the same places.
#![no_main]

use libfuzzer_sys::fuzz_target;
use snowflake::Form;

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
});
