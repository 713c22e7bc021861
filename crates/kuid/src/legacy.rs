//! What older versions of the original wrote (KUID-21, KUID-22).

use ids_core::{Base64, ParseError, Text};

use crate::{Global, Local, NodeId, layout};

/// The digits of RFC 4648 for URLs. Their order is not that of the numbers.
static BASE64URL: Base64 =
    Base64::new(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

const _: () = assert!(!BASE64URL.keeps_order());

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
    let id = Local::from_number(u64::from_be_bytes(id));
    (id, NodeId::from_bits(u32::from_be_bytes([a, b, c, d])))
}

/// A local identifier as text of versions 1.3.2 and 1.3.3: 11 characters of base64url, which do
/// not sort by time.
///
/// ```
/// use kuid::{Local, legacy};
/// let id = Local::from_parts(1539, 625_275, 422, 1)?;
/// assert_eq!(legacy::encode_local_1_3_3(id), "AGA5intpgAE");
/// assert_eq!(legacy::decode_local_1_3_3(b"AGA5intpgAE"), Ok(id));
/// # Ok::<(), kuid::RangeError>(())
/// ```
#[inline]
pub const fn encode_local_1_3_3(id: Local) -> Text<11> {
    BASE64URL.encode(layout::padded(id.to_bits()))
}

/// The local identifier of exactly this text of versions 1.3.2 and 1.3.3.
///
/// # Errors
/// As [`Local::decode`], by this alphabet.
#[inline]
pub const fn decode_local_1_3_3(text: &[u8]) -> Result<Local, ParseError> {
    match BASE64URL.decode::<11>(text) {
        Ok(digits) => match layout::unpadded(digits) {
            (bits, 0) => Ok(Local::from_number(bits)),
            _ => Err(ParseError::Digit { index: 10, byte: text[10] }),
        },
        Err(error) => Err(error),
    }
}

/// A global identifier as text of versions 1.3.2 and 1.3.3: 16 characters of base64url, which do
/// not sort by time.
///
/// ```
/// use kuid::{Global, legacy};
/// let id = ".5.tXVEf8n8vPN.0".parse::<Global>()?;
/// assert_eq!(legacy::encode_global_1_3_3(id), "AGA5igPrJzJ7aYAB");
/// assert_eq!(legacy::decode_global_1_3_3(b"AGA5igPrJzJ7aYAB"), Ok(id));
/// # Ok::<(), kuid::ParseError>(())
/// ```
#[inline]
pub const fn encode_global_1_3_3(id: Global) -> Text<16> {
    BASE64URL.encode(id.to_bits())
}

/// The global identifier of exactly this text of versions 1.3.2 and 1.3.3.
///
/// # Errors
/// As [`Global::decode`], by this alphabet.
#[inline]
pub const fn decode_global_1_3_3(text: &[u8]) -> Result<Global, ParseError> {
    match BASE64URL.decode::<16>(text) {
        Ok(bits) => Global::from_bits(bits),
        Err(error) => Err(error),
    }
}
