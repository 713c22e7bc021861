//! The canonical form of JSON text.

use crate::{
    Duplicates, JsonError, JsonErrorKind, Limits, Numbers,
    json::{Buffers, Reading, Scanner},
};

/// Writes JSON in its canonical form, into buffers that are used again for each text.
///
/// Keys are sorted by code point at every level. White space is dropped. Strings have no escapes
/// but the necessary ones. Numbers are written as [`Numbers`] says (rules
/// [EVENTLY-8](crate::rules#evently-8) to [EVENTLY-14](crate::rules#evently-14)). Text that no
/// genuine ledger contains is an error: lone surrogates, U+0000, duplicate keys, invalid UTF-8.
///
/// ```
/// use evently_id::{Canonicalizer, Numbers};
/// let mut canonicalizer = Canonicalizer::new(Numbers::Positional);
/// let canonical = canonicalizer.canonicalize(br#"{ "b": 1.5e3, "a": "\u00e9\/" }"#)?;
/// assert_eq!(canonical, r#"{"a":"é/","b":1500}"#.as_bytes());
/// # Ok::<(), evently_id::JsonError>(())
/// ```
#[derive(Debug)]
pub struct Canonicalizer {
    reading: Reading,
    buffers: Buffers,
}

impl Canonicalizer {
    /// A canonicalizer with empty buffers.
    #[inline]
    pub fn new(numbers: Numbers) -> Self {
        let (duplicates, limits) = (Duplicates::Refuse, Limits::DEFAULT);
        let reading = Reading { numbers, duplicates, limits };
        Self { reading, buffers: Buffers::default() }
    }

    /// The same canonicalizer with another rule for duplicate keys.
    #[inline]
    #[must_use]
    pub fn with_duplicates(self, duplicates: Duplicates) -> Self {
        Self { reading: Reading { duplicates, ..self.reading }, ..self }
    }

    /// The same canonicalizer with other limits.
    #[inline]
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { reading: Reading { limits, ..self.reading }, ..self }
    }

    /// The canonical form of one JSON value.
    ///
    /// # Errors
    /// [`JsonError`]: the first fault, and where it is.
    #[inline]
    pub fn canonicalize(&mut self, json: &[u8]) -> Result<&[u8], JsonError> {
        let text = utf8(json)?;
        Scanner::new(text, self.reading, &mut self.buffers).document()?;
        Ok(&self.buffers.out)
    }
}

/// The text, if it is UTF-8 throughout.
#[inline]
pub(crate) fn utf8(json: &[u8]) -> Result<&str, JsonError> {
    core::str::from_utf8(json)
        .map_err(|error| JsonError { kind: JsonErrorKind::Utf8, offset: error.valid_up_to() })
}

/// The canonical form of a value that a parser has already read.
///
/// If you have the text, use [`Canonicalizer`], which is exact. A parser has already lost
/// something: `serde_json` reads numbers with a point or an exponent, and integers of more than 64
/// bits, as binary64. So `1.50` becomes `1.5`, and a long integer is rounded, unless its feature
/// `arbitrary_precision` is on. Of a duplicate key it keeps the last value. An object with one of its
/// private keys, such as `$serde_json::private::RawValue`, it reads as something else.
///
/// # Errors
/// [`JsonError`] for what no ledger contains: U+0000, or nesting too deep.
#[cfg(feature = "serde_json")]
#[inline]
pub fn canonicalize_value(value: &serde_json::Value) -> Result<alloc::vec::Vec<u8>, JsonError> {
    let mut canonicalizer = Canonicalizer::new(Numbers::Positional);
    let text = alloc::string::ToString::to_string(value);
    canonicalizer.canonicalize(text.as_bytes())?;
    Ok(canonicalizer.buffers.out)
}
