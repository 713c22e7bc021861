//! What the standard conversions of an identifier give.

use core::{
    any::type_name,
    fmt::{LowerHex, UpperHex},
};

use ids_core::{Id, ParseError};

use super::Laws;

impl<I> Laws<I>
where
    I: Id
        + LowerHex
        + UpperHex
        + PartialEq<str>
        + Into<String>
        + TryFrom<String, Error = ParseError>
        + for<'a> TryFrom<&'a str, Error = ParseError>,
{
    /// Holds the standard conversions against an identifier's text and bytes, at the edges of each field.
    ///
    /// # Panics
    /// If a law is broken.
    pub fn conversions(self) {
        for id in self.edges() {
            let text = id.to_string();
            assert_eq!(I::try_from(&*text), Ok(id), "from a text");
            assert_eq!(I::try_from(text.clone()), Ok(id), "from a text that is owned");
            assert_eq!(Into::<String>::into(id), text, "as a text");
            let longer = format!("{text} ");
            assert!(id == *text && id != *longer, "{id:?} is its text, and no other");
            assert!(I::try_from(&*longer).is_err(), "from a text with white space");
            let bytes = id.to_bytes();
            let digit = |digits: String, byte: &u8| digits + &*format!("{byte:02x}");
            let digits = bytes.as_ref().iter().fold(String::new(), digit);
            assert_eq!(format!("{id:x}"), digits, "all digits of the bytes");
            assert_eq!(format!("{id:#X}"), format!("0x{}", digits.to_uppercase()));
        }
    }
}

impl<I> Laws<I>
where
    I: Id + AsRef<[u8]>,
{
    /// Holds the bytes where the identifier is against its bytes, at the edges of each field.
    ///
    /// # Panics
    /// If they differ.
    pub fn in_place(self) {
        for id in self.edges() {
            assert_eq!(id.as_ref(), id.to_bytes().as_ref(), "{id:?} where its bytes are");
        }
    }
}

impl<I> Laws<I>
where
    I: Id
        + Into<I::Bytes>
        + TryFrom<I::Bytes>
        + Into<u128>
        + TryFrom<u128, Error = ParseError>
        + for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    /// Holds the standard conversions against an identifier's bytes and number, at the edges of each field.
    /// Bytes of any other length and numbers that are too wide are refused. Debug output has the text.
    ///
    /// # Panics
    /// If a law is broken.
    pub fn stored(self) {
        for id in self.edges() {
            let (bytes, bits) = (id.to_bytes(), id.to_bits());
            assert_eq!(Into::<I::Bytes>::into(id).as_ref(), bytes.as_ref(), "{id:?} as its bytes");
            assert_eq!(<I as TryFrom<I::Bytes>>::try_from(bytes).ok(), Some(id), "from its bytes");
            assert_eq!(Into::<u128>::into(id), bits, "{id:?} as its number");
            assert_eq!(<I as TryFrom<u128>>::try_from(bits), Ok(id), "from its number");
            let length = bytes.as_ref().len();
            let twice = bytes.as_ref().repeat(2);
            for found in (0..2 * length).filter(|found| *found != length) {
                let error = ParseError::Length { found, min: length, max: length };
                assert_eq!(<I as TryFrom<&[u8]>>::try_from(&twice[..found]), Err(error));
            }
            assert_eq!(format!("{id:?}"), format!("{}({:?})", name::<I>(), id.to_string()));
        }
        let width = self.layout.bits();
        if width < 128 {
            let error = Err(ParseError::TooLarge { bits: width });
            for bits in [1 << width, u128::MAX] {
                assert_eq!(I::from_bits(bits), error, "{bits} as a number");
                assert_eq!(<I as TryFrom<u128>>::try_from(bits), error, "from the number {bits}");
            }
        }
    }
}

/// The name of a type, without its path and its parameters.
pub(crate) fn name<T>() -> &'static str {
    let path = type_name::<T>();
    let path = path.split_once('<').map_or(path, |(path, _)| path);
    path.rsplit_once("::").map_or(path, |(_, name)| name)
}
