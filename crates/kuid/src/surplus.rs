//! What a lenient reading dropped.

/// What [`Local::decode_lenient`](crate::Local::decode_lenient) or
/// [`Global::decode_lenient`](crate::Global::decode_lenient) read and dropped (KUID-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surplus {
    /// Nothing: the text is the canonical one.
    None,
    /// The two lowest bits of a local identifier's last digit, which are zero in its canonical
    /// text: 1 to 3.
    Bits(u8),
    /// A 17th digit after a global identifier.
    Digit(u8),
}
