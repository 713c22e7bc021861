//! What older versions of the original wrote.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use kuid::{Drift, Global, Local, NodeId, ParseError, legacy};
use proptest::prelude::*;

#[test]
fn the_last_digit_holds_four_bits() {
    assert!(legacy::decode_local_1_3_3(b"AGA5intpgAE").is_ok());
    let error = ParseError::Digit { index: 10, byte: b'F' };
    assert_eq!(legacy::decode_local_1_3_3(b"AGA5intpgAF"), Err(error));
}

#[test]
fn other_alphabets_and_lengths_are_refused() {
    let error = ParseError::Digit { index: 0, byte: b'.' };
    assert_eq!(legacy::decode_global_1_3_3(b".5.tXVEf8n8vPN.0"), Err(error));
    assert_eq!(legacy::decode_local_1_3_3(b".5.tXbhdV.3"), Err(error));
    let error = ParseError::Length { found: 17, min: 16, max: 16 };
    assert_eq!(legacy::decode_global_1_3_3(b"AGA5igPrJzJ7aYABA"), Err(error));
}

#[test]
fn the_oldest_form_sorts_by_node_first() {
    let id = |second| Local::from_parts(1539, second, 0, 0).unwrap();
    let (a, b) = (NodeId::from_bits(1), NodeId::from_bits(2));
    assert!(legacy::encode_1_2_0(id(9), a) < legacy::encode_1_2_0(id(0), b));
}

proptest! {
    #[test]
    fn text_as_the_oracle_writes_it(local in any::<u64>(), node in any::<u32>()) {
        let local = Local::from_bits(local).unwrap();
        let global = local.to_global(NodeId::from_bits(node), Drift::DEFAULT);
        let text = legacy::encode_local_1_3_3(local);
        prop_assert_eq!(text.as_str(), URL_SAFE_NO_PAD.encode(local));
        prop_assert_eq!(legacy::decode_local_1_3_3(text.as_bytes()), Ok(local));
        let text = legacy::encode_global_1_3_3(global);
        prop_assert_eq!(text.as_str(), URL_SAFE_NO_PAD.encode(global));
        prop_assert_eq!(legacy::decode_global_1_3_3(text.as_bytes()), Ok(global));
    }

    #[test]
    fn any_text_as_the_oracle_reads_it(text in "[A-Za-z0-9_.=-]{10,17}") {
        let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap_or_default();
        let local = legacy::decode_local_1_3_3(text.as_bytes()).ok();
        prop_assert_eq!(local, bytes.clone().try_into().ok().and_then(|bytes| Local::from_bytes(bytes).ok()));
        let global = legacy::decode_global_1_3_3(text.as_bytes()).ok();
        prop_assert_eq!(global, bytes.try_into().ok().and_then(|bytes| Global::from_bytes(bytes).ok()));
    }

    #[test]
    fn bytes_of_1_2_0(local in any::<u64>(), node in any::<u32>()) {
        let (local, node) = (Local::from_bits(local).unwrap(), NodeId::from_bits(node));
        let bytes = legacy::encode_1_2_0(local, node);
        prop_assert_eq!(&bytes[..4], &node.to_bits().to_be_bytes());
        prop_assert_eq!(&bytes[4..], local.as_ref());
        prop_assert_eq!(legacy::decode_1_2_0(bytes), (local, node));
    }
}
