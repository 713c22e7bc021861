//! The node's number: 32 bits, given or the hash of an Erlang node's name.

use ids_core::format::impl_hex32;

/// Which node made a global identifier: 32 bits ([KUID-7](crate::rules#kuid-7)).
///
/// Nodes that share a set of identifiers need different ones. A number has all 32 bits. The hash of
/// a name has 28, and different names can have the same hash. Every Erlang node that was started
/// without a name is `nonode@nohost`: see the crate's section on uniqueness.
///
/// Its text is 8 lower-case hexadecimal digits.
///
/// ```
/// use kuid::NodeId;
/// const NODE: NodeId = NodeId::from_name("uid@127.0.0.1");
/// assert_eq!(NODE, NodeId::from_bits(0x03eb_2732));
/// assert_eq!(NODE.to_string(), "03eb2732");
/// assert_eq!("03eb2732".parse(), Ok(NODE));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl_hex32!(NodeId);

impl NodeId {
    /// The fingerprint of an Erlang node's name, as version 1.3.4 and before have it:
    /// `erlang:phash(Name, 2^32)` ([KUID-8](crate::rules#kuid-8)). 28 bits, at least 1.
    ///
    /// Any text has one, although an Erlang name has at most 255 characters.
    #[inline]
    pub const fn from_name(name: &str) -> Self {
        Self(hash(name.as_bytes()) + 1)
    }

    /// The fingerprint of an Erlang node's name, as version 1.3.5 has it:
    /// `erlang:phash2(Name, 2^32)`, one less than [`from_name`](Self::from_name)
    /// ([KUID-9](crate::rules#kuid-9)).
    ///
    /// ```
    /// use kuid::NodeId;
    /// let name = "uid@127.0.0.1";
    /// assert_eq!(NodeId::from_name_1_3_5(name), NodeId::from_bits(0x03eb_2731));
    /// ```
    #[inline]
    pub const fn from_name_1_3_5(name: &str) -> Self {
        Self(hash(name.as_bytes()))
    }
}

/// The hash of an Erlang atom: each byte of the name shifts the last 28 bits by four, and what is
/// shifted out comes back at the bottom. At most 28 bits.
///
/// U+0080 to U+00FF, two bytes in UTF-8, count as their one byte in Latin-1; all other characters
/// count as their bytes.
const fn hash(name: &[u8]) -> u32 {
    let (mut hash, mut rest) = (0_u32, name);
    while let [first, after @ ..] = rest {
        let (byte, after) = match (*first, after) {
            (0xc2 | 0xc3, [second, after @ ..]) => (*first << 6 | *second & 0x3f, after),
            (byte, after) => (byte, after),
        };
        hash = (hash << 4).wrapping_add(byte as u32);
        let top = hash & 0xf000_0000;
        hash ^= top | top >> 24;
        rest = after;
    }
    hash
}
