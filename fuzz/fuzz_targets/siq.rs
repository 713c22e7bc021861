//! SIQ: every form, bytes, handles, hashes of domains and UUIDs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use siq::{DomainHash, Handle, Qualifier, Siq};
use uuid::Uuid;

fuzz_target!(|data: &[u8]| {
    if let Ok(id) = Siq::decode(data) {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    if let Ok(id) = Siq::try_from(data) {
        assert_eq!(id.to_bytes(), data);
        assert_eq!(Siq::from_bytes16(id.to_bytes16()), Ok(id));
        assert_eq!(Siq::try_from(Uuid::from(id)), Ok(id));
        assert_eq!(id.qualifier().encode(id.serial()), Ok(id.tail()));
        assert_eq!(Qualifier::from_code(id.qualifier() as u8), Some(id.qualifier()));
    }
    if let Ok(bytes) = data.try_into() {
        if let Ok(id) = Siq::from_bytes16(bytes) {
            assert_eq!(id.to_bytes16(), bytes);
        }
        if let Ok(id) = Siq::try_from(Uuid::from_bytes(bytes)) {
            assert_eq!(Uuid::from(id).into_bytes(), bytes);
        }
    }
    if let Ok(domain) = DomainHash::decode(data) {
        assert_eq!(domain.encode().as_bytes(), data);
    }
    if let Ok(text) = core::str::from_utf8(data) {
        assert_eq!(DomainHash::from_name(text).is_ok(), data.is_ascii());
        if let Ok(handle) = Handle::decode(text) {
            assert_eq!(handle.to_string(), text);
        }
    }
});
