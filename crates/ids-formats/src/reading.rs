//! Text as an identifier of chosen formats.

use alloc::vec::Vec;
use core::fmt;

use ids_core::ParseError;

use crate::Format;

/// What a text was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which of the formats.
    pub format: usize,
    /// Which of its forms.
    pub form: usize,
    /// The identifier.
    pub bits: u128,
}

/// Why a text was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unread {
    /// No form of the formats reads it.
    Parse {
        /// The form that came furthest; `nothing` if none was tried.
        form: &'static str,
        /// What was wrong for this form, and where.
        error: ParseError,
    },
    /// Several forms read it, as different identifiers.
    Ambiguous {
        /// The forms' names.
        forms: Vec<&'static str>,
    },
}

impl Unread {
    /// A stable lower-case name, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Parse { error, .. } => error.kind(),
            Self::Ambiguous { .. } => "ambiguous",
        }
    }

    /// Where in the text it is wrong, if it is wrong in one place.
    #[inline]
    pub const fn index(&self) -> Option<usize> {
        match self {
            Self::Parse { error, .. } => error.index(),
            Self::Ambiguous { .. } => None,
        }
    }
}

impl fmt::Display for Unread {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse { form, error } => write!(f, "as {form}: {error}"),
            Self::Ambiguous { forms } => write!(f, "reads as {}", forms.join(", ")),
        }
    }
}

impl core::error::Error for Unread {}

/// The forms that a text is tried in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried<'a> {
    asked: Option<&'a str>,
    canonical_only: bool,
}

impl<'a> Tried<'a> {
    /// The form of this name, or all forms.
    ///
    /// A minus sign and digits are a negative number, which no format has. Forms that have `-` as
    /// a digit would read it as something else: only the canonical form is tried unasked. So it is
    /// with an empty text, which is zero in siq's `crockford`, and mostly nothing.
    pub(crate) fn new(asked: Option<&'a str>, text: &[u8]) -> Self {
        let digits = text.strip_prefix(b"-").unwrap_or_default();
        let negative = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        Self { asked, canonical_only: negative || text.is_empty() }
    }

    /// Whether this form of a format is tried.
    pub(crate) fn has(self, format: &dyn Format, form: usize) -> bool {
        let facts = format.facts();
        match self.asked {
            Some(name) => name == facts.forms[form].name(),
            None if form == facts.canonical => true,
            None => !self.canonical_only && !facts.forms[form].is_only_by_name(),
        }
    }
}

/// Reads a text as an identifier of one of the formats, in the form of that name or in any.
///
/// The canonical form has precedence, that of the first format first, unless `strict`: then all
/// forms that can read the text must agree. If no canonical form reads it, all others must agree.
///
/// ```
/// use ids_formats::{Unread, family, read};
/// let kuid = family("kuid").unwrap().formats;
/// let reading = read(kuid, None, false, b"AGA5intpgAE")?;
/// assert_eq!(kuid[reading.format].facts().flavour, Some("local"));
/// assert_eq!(kuid[reading.format].text(0, reading.bits), ".5.tXbhdV.3");
/// // Both alphabets have these digits.
/// let error = read(kuid, None, true, b"0GA5igPrJzJ7aYAB").unwrap_err();
/// assert_eq!(error.to_string(), "reads as base64, base64url");
/// # Ok::<(), Unread>(())
/// ```
///
/// # Errors
/// [`Unread`]: no form reads the text, or several as different identifiers.
#[inline]
pub fn read(
    formats: &[&dyn Format],
    form: Option<&str>,
    strict: bool,
    text: &[u8],
) -> Result<Reading, Unread> {
    let tried = Tried::new(form, text);
    let canonical = formats.iter().enumerate().find_map(|(place, format)| {
        let form = format.facts().canonical;
        let bits = tried.has(*format, form).then(|| format.decode(form, text).ok())??;
        Some(Reading { format: place, form, bits })
    });
    match canonical {
        Some(reading) if !strict => Ok(reading),
        _ => read_any(formats, tried, text),
    }
}

/// How far into the text a form came; a wrong length says nothing of it.
pub(crate) const fn progress(error: ParseError) -> Option<usize> {
    match error {
        ParseError::Length { .. } => None,
        _ => error.index(),
    }
}

/// Reads in each form, and requires that all that can read it agree.
fn read_any(formats: &[&dyn Format], tried: Tried<'_>, text: &[u8]) -> Result<Reading, Unread> {
    let mut readings: Vec<Reading> = Vec::new();
    let mut furthest: Option<(&'static str, ParseError)> = None;
    for (place, format) in formats.iter().enumerate() {
        let facts = format.facts();
        let others = (0..facts.forms.len()).filter(|form| *form != facts.canonical);
        for form in core::iter::once(facts.canonical).chain(others) {
            if !tried.has(*format, form) {
                continue;
            }
            match format.decode(form, text) {
                Ok(bits) => readings.push(Reading { format: place, form, bits }),
                Err(error) => {
                    // A text of the wrong length is best told by the canonical form; else the
                    // form that came furthest is the likeliest.
                    let better = furthest.is_none_or(|(_, best)| {
                        progress(best).is_some_and(|best| progress(error) > Some(best))
                    });
                    if better {
                        furthest = Some((facts.forms[form].name(), error));
                    }
                }
            }
        }
    }
    let width = |reading: &Reading| formats[reading.format].facts().layout.bits();
    match (readings.first(), furthest) {
        (Some(first), _)
            if readings
                .iter()
                .all(|other| (other.bits, width(other)) == (first.bits, width(first))) =>
        {
            Ok(*first)
        }
        (Some(_), _) => {
            let mut forms = Vec::new();
            for reading in &readings {
                let form = formats[reading.format].facts().forms[reading.form].name();
                if !forms.contains(&form) {
                    forms.push(form);
                }
            }
            Err(Unread::Ambiguous { forms })
        }
        (None, Some((form, error))) => Err(Unread::Parse { form, error }),
        (None, None) => {
            let error = ParseError::Length { found: text.len(), min: 0, max: 0 };
            Err(Unread::Parse { form: "nothing", error })
        }
    }
}
