//! Every form of every format, through its adapter: what is read is written again, and lies between the bounds of its time.
#![no_main]

use ids_formats::all;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for format in all() {
        for (form, name) in format.facts().written_forms() {
            let Ok(bits) = format.decode(form, data) else { continue };
            let text = format.text(form, bits);
            assert_eq!(format.decode(form, text.as_bytes()), Ok(bits), "{format:?} {name} {text}");
            // These have aliases beyond the case of letters.
            let same = matches!(name, "crockford" | "mastodon" | "matrix");
            assert!(same || ids_fuzz::same_but_case(data, &text), "{format:?} {name} {text}");
            // A KUID that no clock gives has the time of another one.
            if let Some(timed) = format.timed().filter(|_| format.facts().family != "kuid") {
                let time = timed.time(bits);
                assert!(timed.first_at(time).is_ok_and(|first| first <= bits), "{format:?} {text}");
                assert!(timed.last_at(time).is_ok_and(|last| bits <= last), "{format:?} {text}");
            }
        }
    }
});
