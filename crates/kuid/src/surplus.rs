//! What a lenient reading dropped.

use core::{fmt, str::FromStr};

use ids_core::{ParseError, Text};

use crate::layout::ALPHABET;

/// What [`Local::decode_lenient`](crate::Local::decode_lenient) or
/// [`Global::decode_lenient`](crate::Global::decode_lenient) read and dropped (KUID-13).
///
/// Its text is its name and, after a space, what was dropped.
///
/// ```
/// use kuid::Surplus;
/// assert_eq!(Surplus::Bits(2).to_string(), "bits 2");
/// assert_eq!("digit w".parse(), Ok(Surplus::Digit(b'w')));
/// ```
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

impl Surplus {
    /// All that a reading can drop: nothing, bits 1 to 3, each digit.
    pub const ALL: &[Self] = &all();

    /// A stable lower-case name, for machine-readable output: `none`, `bits` or `digit`.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Bits(_) => "bits",
            Self::Digit(_) => "digit",
        }
    }

    /// The text: the name and what was dropped.
    #[inline]
    pub fn encode(self) -> Text<7> {
        let dropped = match self {
            Self::None => None,
            Self::Bits(bits) => Some(b'0' + (bits & 3)),
            Self::Digit(digit) => Some(digit),
        };
        let mut text = Text::from_ascii(self.name().as_bytes()).unwrap_or(Text::EMPTY);
        if let Some(dropped) = dropped {
            // No reading drops a byte outside ASCII; if one is made up, the name alone is the text.
            let _fits = text.push(&[b' ', dropped]);
        }
        text
    }
}

const fn all() -> [Surplus; 4 + ALPHABET.len()] {
    let mut all = [Surplus::None; 4 + ALPHABET.len()];
    (all[1], all[2], all[3]) = (Surplus::Bits(1), Surplus::Bits(2), Surplus::Bits(3));
    let mut index = 0;
    while index < ALPHABET.len() {
        all[4 + index] = Surplus::Digit(ALPHABET[index]);
        index += 1;
    }
    all
}

impl fmt::Display for Surplus {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.encode())
    }
}

impl FromStr for Surplus {
    type Err = ParseError;

    /// The one of exactly this text.
    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.iter().find(|surplus| surplus.encode() == text);
        found.copied().ok_or(ParseError::Unknown { what: "surplus" })
    }
}
