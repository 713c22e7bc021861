//! kuid: both types, strict, lenient and legacy.
#![no_main]

use kuid::{Form, Global, Local, NodeId, legacy};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    ids_fuzz::inverse::<Local>(data);
    ids_fuzz::inverse::<Global>(data);
    if let Ok((id, form)) = Local::decode_lenient(data) {
        let strict = Local::decode(data);
        assert_eq!(strict.is_ok(), form == Form::Base64);
        assert_eq!(id.to_string().as_bytes()[..10], data[..10]);
    }
    if let Ok((id, form)) = Global::decode_lenient(data) {
        assert_eq!(Global::decode(data).is_ok(), form == Form::Base64);
        assert_eq!(id.to_string().as_bytes(), &data[..16]);
    }
    if let Ok(node) = NodeId::decode(data) {
        assert_eq!(node.to_string().as_bytes(), data);
    }
    if let Ok(bytes) = data.try_into() {
        let (id, node) = legacy::decode_1_2_0(bytes);
        assert_eq!(legacy::encode_1_2_0(id, node), bytes);
    }
    if let Ok(name) = core::str::from_utf8(data) {
        let node = NodeId::from_name_1_3_5(name).to_bits();
        assert!(node < 1 << 28);
        assert_eq!(NodeId::from_name(name).to_bits(), node + 1);
    }
});
