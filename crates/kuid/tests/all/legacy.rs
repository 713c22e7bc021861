//! The bytes that older versions of the original wrote.

use kuid::{Local, NodeId, legacy};
use proptest::prelude::*;

#[test]
fn the_oldest_form_sorts_by_node_first() {
    let id = |second| Local::from_parts(1539, second, 0, 0).unwrap();
    let (a, b) = (NodeId::from_bits(1), NodeId::from_bits(2));
    assert!(legacy::encode_1_2_0(id(9), a) < legacy::encode_1_2_0(id(0), b));
}

proptest! {
    #[test]
    fn bytes_of_1_2_0(local in any::<u64>(), node in any::<u32>()) {
        let (local, node) = (Local::from_bits(local), NodeId::from_bits(node));
        let bytes = legacy::encode_1_2_0(local, node);
        prop_assert_eq!(&bytes[..4], &node.to_bits().to_be_bytes());
        prop_assert_eq!(&bytes[4..], local.as_ref());
        prop_assert_eq!(legacy::decode_1_2_0(bytes), (local, node));
    }
}
