//! `borsh`: the bytes of the identifier, most significant first.

extern crate alloc;

use alloc::string::ToString as _;

use borsh::io::{Error, ErrorKind};
pub use borsh::{
    BorshDeserialize, BorshSerialize,
    io::{Read, Result, Write},
};

use crate::{Id, id::id_of_bytes};

/// The identifier of the next bytes.
///
/// # Errors
/// The reader's own; `InvalidData` with the reason for bytes that are no identifier.
#[inline]
pub fn deserialize<I: Id, R: Read>(reader: &mut R) -> Result<I> {
    let mut bytes = [0; 16];
    let (bytes, _) = bytes.split_at_mut(const { (I::LAYOUT.bits() / 8) as usize });
    reader.read_exact(bytes)?;
    id_of_bytes(bytes).map_err(|error| Error::new(ErrorKind::InvalidData, error.to_string()))
}

/// Writes `BorshSerialize` and `BorshDeserialize`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_borsh {
    ([$($parameters:tt)*] $type:ty) => {
        impl<$($parameters)*> $crate::foreign::borsh::BorshSerialize for $type {
            #[inline]
            fn serialize<W: $crate::foreign::borsh::Write>(
                &self,
                writer: &mut W,
            ) -> $crate::foreign::borsh::Result<()> {
                $crate::foreign::borsh::Write::write_all(writer, &$crate::Id::to_bytes(*self))
            }
        }

        impl<$($parameters)*> $crate::foreign::borsh::BorshDeserialize for $type {
            #[inline]
            fn deserialize_reader<R: $crate::foreign::borsh::Read>(
                reader: &mut R,
            ) -> $crate::foreign::borsh::Result<Self> {
                $crate::foreign::borsh::deserialize(reader)
            }
        }
    };
}
