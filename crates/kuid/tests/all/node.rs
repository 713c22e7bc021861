//! Nodes: numbers, names, text.

use kuid::NodeId;
use proptest::prelude::*;

#[test]
fn of_a_node_without_a_name() {
    const NODE: NodeId = NodeId::from_name("nonode@nohost");
    assert_eq!(NODE, NodeId::from_bits(0x0430_cc45));
}

proptest! {
    /// The definition that the runtime's authors give for text in Latin-1, from which theirs for
    /// all of Unicode is bound to differ only where a character has no byte there.
    #[test]
    fn latin_1_names_hash_as_their_latin_1_bytes(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let name: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        prop_assert_eq!(NodeId::from_name_1_3_5(&name).to_bits(), weinberger(&bytes));
    }

    #[test]
    fn other_names_hash_as_their_utf_8_bytes(name in "[\u{1}-\u{7f}\u{100}-\u{10ffff}]{0,20}") {
        prop_assert_eq!(NodeId::from_name_1_3_5(&name).to_bits(), weinberger(name.as_bytes()));
    }

    #[test]
    fn fingerprints_have_28_bits(name in ".*") {
        prop_assert!(NodeId::from_name_1_3_5(&name).to_bits() < 1 << 28);
        prop_assert_eq!(
            NodeId::from_name(&name).to_bits(),
            NodeId::from_name_1_3_5(&name).to_bits() + 1
        );
    }
}

/// The hash as the textbooks write it, for 32-bit words.
fn weinberger(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0_u32, |hash, byte| {
        let hash = (hash << 4).wrapping_add((*byte).into());
        match hash & 0xf000_0000 {
            0 => hash,
            top => (hash ^ top >> 24) & !top,
        }
    })
}
