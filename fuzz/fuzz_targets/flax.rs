//! Flax: text and bytes.
#![no_main]

use flax_id::{FlaxId, Form};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    ids_fuzz::inverse::<FlaxId>(data);
    for &form in Form::ALL {
        if let Ok(id) = form.decode(data) {
            assert_eq!(form.encode(id).as_bytes(), data, "{form:?}");
        }
    }
    if let Ok(id) = FlaxId::decode(data) {
        assert_eq!(id.encode().as_bytes(), data);
        assert_eq!(FlaxId::from_parts(id.timestamp(), id.random()), Ok(id));
        let (first, last) = (FlaxId::first_at(id.time()), FlaxId::last_at(id.time()));
        assert!(first.is_ok_and(|first| first <= id) && last.is_ok_and(|last| id <= last));
    }
});
