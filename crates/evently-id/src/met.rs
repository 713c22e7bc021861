//! What a lenient reading met.

use core::{fmt, str::FromStr};

use ids_core::ParseError;

/// The form that [`EventId::decode_lenient`](crate::EventId::decode_lenient) met (rule EVENTLY-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Met {
    /// 32 hex digits, perhaps in upper case.
    Digits,
    /// 8-4-4-4-12 digits, perhaps in upper case.
    Uuid,
}

impl Met {
    /// Both forms.
    pub const ALL: &[Self] = &[Self::Digits, Self::Uuid];

    /// A stable lower-case name, for machine-readable output.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Digits => "digits",
            Self::Uuid => "uuid",
        }
    }
}

impl fmt::Display for Met {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Met {
    type Err = ParseError;

    /// The form of exactly this [`name`](Met::name).
    #[inline]
    fn from_str(name: &str) -> Result<Self, ParseError> {
        let named = Self::ALL.iter().find(|form| form.name() == name);
        named.copied().ok_or(ParseError::Unknown { what: "form" })
    }
}
