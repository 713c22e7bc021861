//! The bytes that older versions of the original wrote ([KUID-21](crate::rules#kuid-21)). Their
//! text is [`Form::Base64Url`](crate::Form::Base64Url).

use crate::{Local, NodeId};

/// A global identifier as versions 1.1.3 to 1.2.0 wrote it: the node's 4 bytes, then the local
/// identifier's 8. It sorts by node first. The local identifier's bytes were as they are now.
///
/// ```
/// use kuid::{Local, NodeId, legacy};
/// let (id, node) = (Local::from_parts(1539, 625_275, 422, 1)?, NodeId::from_name("uid@127.0.0.1"));
/// let bytes = legacy::encode_1_2_0(id, node);
/// assert_eq!(bytes, [0x03, 0xeb, 0x27, 0x32, 0x00, 0x60, 0x39, 0x8a, 0x7b, 0x69, 0x80, 0x01]);
/// assert_eq!(legacy::decode_1_2_0(bytes), (id, node));
/// # Ok::<(), kuid::RangeError>(())
/// ```
#[inline]
pub const fn encode_1_2_0(id: Local, node: NodeId) -> [u8; 12] {
    let bits = (node.to_bits() as u128) << 64 | id.to_bits() as u128;
    let [_, _, _, _, bytes @ ..] = bits.to_be_bytes();
    bytes
}

/// The identifier and the node in what versions 1.1.3 to 1.2.0 wrote. Any 12 bytes are one.
#[inline]
pub const fn decode_1_2_0(bytes: [u8; 12]) -> (Local, NodeId) {
    let [a, b, c, d, id @ ..] = bytes;
    let id = Local::from_bits(u64::from_be_bytes(id));
    (id, NodeId::from_bits(u32::from_be_bytes([a, b, c, d])))
}
