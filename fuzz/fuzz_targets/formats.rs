//! Every form of every format, through its adapter: what is read is written again, and lies between the bounds of its time.
#![no_main]

use ids_formats::all;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for format in all() {
        for form in format.facts().written_forms() {
            let name = form.name;
            let Ok(bits) = format.decode(form, data) else { continue };
            let text = format.text(form, bits);
            assert_eq!(format.decode(form, text.as_bytes()), Ok(bits), "{format:?} {name} {text}");
            // These have aliases beyond the case of letters. Those of a Snowflake stand in the same places.
            let digit = |byte: &u8| match byte.to_ascii_lowercase() {
                b'i' | b'l' => b'1',
                b'o' => b'0',
                byte => byte,
            };
            let same = match (format.facts().family, name) {
                ("snowflake", "crockford") => {
                    data.iter().map(digit).eq(text.as_bytes().iter().map(digit))
                }
                (_, "crockford" | "mastodon" | "matrix") => true,
                _ => ids_fuzz::same_but_case(data, &text),
            };
            assert!(same, "{format:?} {name} {text}");
            // A KUID that no clock gives has the time of another one.
            if let Some(timed) = format.timed().filter(|_| format.facts().family != "kuid") {
                let time = timed.time(bits);
                assert!(timed.first_at(time).is_ok_and(|first| first <= bits), "{format:?} {text}");
                assert!(timed.last_at(time).is_ok_and(|last| bits <= last), "{format:?} {text}");
            }
        }
    }
});
