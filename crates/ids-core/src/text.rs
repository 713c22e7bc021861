//! Text on the stack.

use core::{fmt, ops::Deref};

mod ascii;
mod base;
mod digits;
mod hex;

use ascii::Ascii;
pub use base::{Base, Base32, Base64};
pub use digits::Digits;
pub use hex::Hex;

/// At most `N` ASCII characters on the stack, read as a `str`.
///
/// ```
/// use ids_core::Text;
/// let text = Text::<16>::from_ascii(b"0RdKJcxqVBiAiQr0").unwrap();
/// assert_eq!(text, "0RdKJcxqVBiAiQr0");
/// assert_eq!(format!("{text:>18}"), "  0RdKJcxqVBiAiQr0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<const N: usize> {
    // Those past `len` are zero, so the derived order is the texts' order.
    characters: [Ascii; N],
    len: u8,
}

impl<const N: usize> Text<N> {
    const FITS: () = assert!(N <= u8::MAX as usize, "a text has at most 255 characters");

    /// No characters.
    pub const EMPTY: Self = {
        () = Self::FITS;
        Self { characters: [Ascii::NUL; N], len: 0 }
    };

    /// These characters; `None` if they are more than `N` or not all ASCII.
    #[inline]
    pub const fn from_ascii(characters: &[u8]) -> Option<Self> {
        let mut text = Self::EMPTY;
        if text.push(characters) { Some(text) } else { None }
    }

    /// The characters of all parts, one after the other.
    ///
    /// ```
    /// use ids_core::{Text, format::Hex};
    /// let digits = Hex::LOWER.encode::<4>(0xbe11);
    /// assert_eq!(Text::<8>::concat(&[b"urn:", digits.as_bytes()]), "urn:be11");
    /// ```
    ///
    /// # Panics
    /// If they are more than `N` or not all ASCII: a format's `N` is that of its longest text.
    #[inline]
    #[track_caller]
    pub const fn concat(parts: &[&[u8]]) -> Self {
        let (mut text, mut index) = (Self::EMPTY, 0);
        while index < parts.len() {
            let fits = text.push(parts[index]);
            assert!(fits, "the text has room for the longest one, and all of it is ASCII");
            index += 1;
        }
        text
    }

    /// The same text with room for `M` characters, at least as many as before.
    #[inline]
    pub const fn widen<const M: usize>(self) -> Text<M> {
        const { assert!(N <= M, "a text cannot lose characters") };
        let (mut characters, mut index) = ([Ascii::NUL; M], 0);
        while index < N {
            characters[index] = self.characters[index];
            index += 1;
        }
        Text { characters, len: self.len }
    }

    /// The same text with `A` to `Z` where it has `a` to `z`.
    #[inline]
    #[must_use]
    pub const fn upper(mut self) -> Self {
        let mut index = 0;
        while index < N {
            self.characters[index] =
                Ascii::of_low_bits(self.characters[index].code().to_ascii_uppercase());
            index += 1;
        }
        self
    }

    /// The first `len` of these digits; what is after them is zero.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "FITS bounds N")]
    const fn from_first(characters: [Ascii; N], len: usize) -> Self {
        () = Self::FITS;
        Self { characters, len: len as u8 }
    }

    /// Appends characters. Returns `false`, and appends nothing, if they do not fit or are not
    /// ASCII.
    #[inline]
    #[must_use = "characters that do not fit are not appended"]
    #[expect(clippy::cast_possible_truncation, reason = "FITS bounds N")]
    pub const fn push(&mut self, characters: &[u8]) -> bool {
        let start = self.len as usize;
        let Some((free, _)) =
            self.characters.split_at_mut(start).1.split_at_mut_checked(characters.len())
        else {
            return false;
        };
        if !characters.is_ascii() {
            return false;
        }
        let mut index = 0;
        while index < free.len() {
            free[index] = Ascii::of_low_bits(characters[index]);
            index += 1;
        }
        self.len = (start + characters.len()) as u8;
        true
    }

    /// Appends the characters of another text. Returns `false`, and appends nothing, if they do not fit.
    #[inline]
    #[must_use = "characters that do not fit are not appended"]
    pub const fn push_text<const M: usize>(&mut self, text: &Text<M>) -> bool {
        let (start, mut index) = (self.len as usize, 0);
        if text.len as usize > N - start {
            return false;
        }
        while index < text.len as usize {
            self.characters[start + index] = text.characters[index];
            index += 1;
        }
        self.len += text.len;
        true
    }

    /// The characters.
    #[inline]
    pub const fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }

    /// The text.
    #[inline]
    pub const fn as_str(&self) -> &str {
        Ascii::str(self.characters.split_at(self.len as usize).0)
    }
}

impl<const N: usize> Deref for Text<N> {
    type Target = str;
    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> AsRef<str> for Text<N> {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// One allocation of the right size, without the formatter that `to_string` goes through.
///
/// ```
/// use ids_core::format::Hex;
/// assert_eq!(String::from(Hex::LOWER.encode::<8>(0xbe11_c69c)), "be11c69c");
/// ```
#[cfg(feature = "std")]
impl<const N: usize> From<Text<N>> for std::string::String {
    #[inline]
    fn from(text: Text<N>) -> Self {
        text.as_str().into()
    }
}

impl<const N: usize> fmt::Display for Text<N> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What `pad` does as well, and a call less.
        if f.width().is_none() && f.precision().is_none() {
            f.write_str(self.as_str())
        } else {
            f.pad(self.as_str())
        }
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<const N: usize> PartialEq<str> for Text<N> {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<const N: usize> PartialEq<&str> for Text<N> {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

/// Whether a letter is in upper case.
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn has_upper_case(mut text: &[u8]) -> bool {
    while let [first, rest @ ..] = text {
        if first.is_ascii_uppercase() {
            return true;
        }
        text = rest;
    }
    false
}

/// `==`, which is not `const` for text.
#[doc(hidden)]
#[inline]
#[must_use]
pub const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}
