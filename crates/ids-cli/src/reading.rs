//! Text as an identifier of chosen formats.

use ids_core::ParseError;

use crate::record::Record;

/// What a text was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Which of the chosen formats.
    pub(crate) record: usize,
    pub(crate) form: usize,
    pub(crate) bits: u128,
}

/// Why a text was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// No form of the format reads it: the form that came furthest, and where it failed.
    Parse { form: &'static str, error: ParseError },
    /// Several forms read it, as different identifiers.
    Ambiguous { forms: Vec<&'static str> },
}

impl Unread {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Parse { error, .. } => error.kind(),
            Self::Ambiguous { .. } => "ambiguous",
        }
    }

    pub(crate) fn index(&self) -> Option<usize> {
        match self {
            Self::Parse { error, .. } => error.index(),
            Self::Ambiguous { .. } => None,
        }
    }

    pub(crate) fn message(&self) -> String {
        match self {
            Self::Parse { form, error } => format!("as {form}: {error}"),
            Self::Ambiguous { forms } => {
                format!("reads as {}: say which with --form", forms.join(", "))
            }
        }
    }
}

/// Whether this form may be tried: the one asked for, or any.
///
/// A minus sign and digits are a negative number, which no format has. Forms that have `-` as a
/// digit would read it as something else, so that only the canonical form is tried unasked. So it is
/// with an empty text, which is zero in siq's `crockford`, and mostly nothing.
pub(crate) fn is_tried(record: &Record, place: usize, asked: Option<&str>, text: &[u8]) -> bool {
    let format = record.format;
    let digits = text.strip_prefix(b"-").unwrap_or_default();
    let negative = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    match asked {
        Some(name) => name == format.forms()[place],
        None => place == format.canonical() || !(negative || text.is_empty()),
    }
}

/// Reads `text` as one identifier of one of the formats, in the form of that name or in any.
///
/// The canonical form has precedence, unless `strict`; other forms must agree.
pub(crate) fn read(
    records: &[Record],
    form: Option<&str>,
    strict: bool,
    text: &[u8],
) -> Result<Reading, Unread> {
    let canonical = records.iter().enumerate().find_map(|(record, known)| {
        let form_index = known.format.canonical();
        let tried = is_tried(known, form_index, form, text);
        let bits = tried.then(|| known.read(form_index, text).ok())??;
        Some(Reading { record, form: form_index, bits })
    });
    match canonical {
        Some(reading) if !strict => Ok(reading),
        _ => read_any(records, form, text),
    }
}

/// How far into the text a form came; a wrong length says nothing of it.
pub(crate) fn progress(error: ParseError) -> Option<usize> {
    match error {
        ParseError::Length { .. } => None,
        _ => error.index(),
    }
}

/// Reads in each form, and requires that all that can read it agree.
fn read_any(records: &[Record], form: Option<&str>, text: &[u8]) -> Result<Reading, Unread> {
    let mut readings: Vec<Reading> = Vec::new();
    let mut furthest: Option<(&'static str, ParseError)> = None;
    for (record, known) in records.iter().enumerate() {
        let canonical = known.format.canonical();
        let count = known.format.forms().len();
        let others = (0..count).filter(|&index| index != canonical);
        for index in std::iter::once(canonical).chain(others) {
            let name = known.format.forms()[index];
            if !is_tried(known, index, form, text) {
                continue;
            }
            match known.read(index, text) {
                Ok(bits) => readings.push(Reading { record, form: index, bits }),
                Err(error) => {
                    // A text of the wrong length is best told by the canonical form; else the
                    // form that came furthest is the likeliest.
                    let better = furthest.is_none_or(|(_, best)| {
                        progress(best).is_some_and(|best| progress(error) > Some(best))
                    });
                    if better {
                        furthest = Some((name, error));
                    }
                }
            }
        }
    }
    let same = |a: &Reading, b: &Reading| {
        a.bits == b.bits && records[a.record].layout.bits() == records[b.record].layout.bits()
    };
    match (readings.first(), furthest) {
        (Some(first), _) if readings.iter().all(|other| same(first, other)) => Ok(*first),
        (Some(_), _) => {
            let mut forms: Vec<_> = readings
                .iter()
                .map(|reading| records[reading.record].format.forms()[reading.form])
                .collect();
            let mut seen = Vec::new();
            forms.retain(|form| {
                !seen.contains(form) && {
                    seen.push(*form);
                    true
                }
            });
            Err(Unread::Ambiguous { forms })
        }
        (None, Some((form, error))) => Err(Unread::Parse { form, error }),
        (None, None) => {
            let error = ParseError::Length { found: text.len(), min: 0, max: 0 };
            Err(Unread::Parse { form: "nothing", error })
        }
    }
}
