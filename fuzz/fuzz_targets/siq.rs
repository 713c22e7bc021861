//! SIQ: every form, and handles.
#![no_main]

use libfuzzer_sys::fuzz_target;
use siq::{Form, Handle, Siq};

fuzz_target!(|data: &[u8]| {
    if let Ok(id) = Siq::decode(data) {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    for form in Form::ALL {
        if let Ok(id) = form.decode(data) {
            let text = form.encode(id);
            assert!(ids_fuzz::same_but_case(data, &text), "{form:?} {text}");
            assert_eq!(form.decode(text.as_bytes()), Ok(id), "{form:?} {text}");
        }
    }
    if let Ok(text) = core::str::from_utf8(data) {
        if let Ok(handle) = Handle::decode(text) {
            assert_eq!(handle.to_string(), text);
        }
    }
});
