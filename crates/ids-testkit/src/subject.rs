//! What a format's tests provide, so that its rows can be run.

use core::{marker::PhantomData, time::Duration};
use std::{borrow::Cow, collections::BTreeMap};

use ids_core::{FieldError, GenerateError, Id, Layout, ParseError, RangeError, TimeError};

use crate::{Ledgers, Source, Start};

/// Which layout and which text form a row is about; empty names stand for the only layout and
/// the canonical form.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The layout's name.
    pub layout: &'a str,
    /// The text form's name.
    pub form: &'a str,
}

/// An error as rows see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The error's stable name.
    pub kind: Cow<'static, str>,
    /// The byte it points at.
    pub index: Option<usize>,
    /// The field it names.
    pub field: Option<&'static str>,
    /// The instant it names, since 1970.
    pub until: Option<Duration>,
}

impl Fault {
    /// A fault of this kind that names nothing else.
    pub fn new(kind: impl Into<Cow<'static, str>>) -> Self {
        Self { kind: kind.into(), index: None, field: None, until: None }
    }

    /// The subject has no such operation, layout or form: the row fails, whatever it expects.
    pub fn unsupported(what: &str) -> Self {
        Self::new(format!("unsupported: {what}"))
    }
}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        let field = match error {
            ParseError::Fixed { field, .. } => Some(field),
            _ => None,
        };
        Self { index: error.index(), field, ..Self::new(error.kind()) }
    }
}

impl From<RangeError> for Fault {
    fn from(error: RangeError) -> Self {
        Self { field: Some(error.field), ..Self::new(error.kind()) }
    }
}

impl From<TimeError> for Fault {
    fn from(error: TimeError) -> Self {
        let until = match error {
            TimeError::BeforeEpoch { epoch } => epoch,
            TimeError::AfterEnd { last } => last,
        };
        Self { until: Some(until), ..Self::new(error.kind()) }
    }
}

impl From<FieldError> for Fault {
    fn from(error: FieldError) -> Self {
        match error {
            FieldError::Time(error) => error.into(),
            FieldError::Range(error) => error.into(),
        }
    }
}

impl From<GenerateError> for Fault {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Time(time) => time.into(),
            GenerateError::Wait { until } | GenerateError::TimedOut { until } => {
                Self { until: Some(until), ..Self::new(error.kind()) }
            }
            _ => Self::new(error.kind()),
        }
    }
}

/// A format under test.
///
/// What is left out is [unsupported](Fault::unsupported), and a row that needs it fails.
/// [`Canonical`] is the subject of a type's canonical form, to forward to.
pub trait Subject {
    /// The layouts of the code, to be held against the file's.
    fn layouts(&self) -> Vec<Layout>;

    /// Reads a text.
    ///
    /// # Errors
    /// The format's own.
    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault>;

    /// Writes a number.
    ///
    /// # Errors
    /// The format's own.
    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault>;

    /// Reads bytes, most significant first.
    ///
    /// # Errors
    /// The format's own.
    fn read_bytes(&self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault>;

    /// The number's bytes, most significant first; an error if it is no identifier.
    ///
    /// # Errors
    /// The format's own.
    fn bytes(&self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault>;

    /// Makes an identifier of a value for each field that is not fixed.
    ///
    /// # Errors
    /// The format's own.
    fn pack(&self, place: Place<'_>, _values: &BTreeMap<String, u64>) -> Result<u128, Fault> {
        Err(Fault::unsupported(place.layout))
    }

    /// The time that an identifier says, since 1970.
    ///
    /// # Errors
    /// The format's own.
    fn time(&self, place: Place<'_>, _bits: u128) -> Result<Duration, Fault> {
        Err(Fault::unsupported(place.layout))
    }

    /// The first and the last identifier of the tick that holds `time`.
    ///
    /// # Errors
    /// The format's own.
    fn range(&self, place: Place<'_>, _time: Duration) -> Result<(u128, u128), Fault> {
        Err(Fault::unsupported(place.layout))
    }

    /// A generator in the state that a row starts from.
    ///
    /// # Errors
    /// The format's own, for a configuration that it refuses.
    fn generator<'a>(&self, place: Place<'_>, _start: Start<'a>) -> Result<Source<'a>, Fault> {
        Err(Fault::unsupported(place.layout))
    }

    /// Events and ledgers, if the format has them.
    fn ledgers(&self) -> Option<&dyn Ledgers> {
        None
    }
}

/// The subject of a type's canonical text and bytes.
#[derive(Debug)]
pub struct Canonical<I>(PhantomData<I>);

impl<I> Canonical<I> {
    /// The subject.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<I> Default for Canonical<I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id> Subject for Canonical<I>
where
    I: for<'a> TryFrom<&'a [u8], Error = ParseError>,
{
    fn layouts(&self) -> Vec<Layout> {
        vec![I::LAYOUT]
    }

    fn parse(&self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        if !place.form.is_empty() {
            return Err(Fault::unsupported(place.form));
        }
        Ok(text.parse::<I>()?.to_bits())
    }

    fn format(&self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        if !place.form.is_empty() {
            return Err(Fault::unsupported(place.form));
        }
        Ok(I::from_bits(bits)?.to_string())
    }

    fn read_bytes(&self, _place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        Ok(I::try_from(bytes)?.to_bits())
    }

    fn bytes(&self, _place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        Ok(I::from_bits(bits)?.to_bytes().as_ref().to_vec())
    }
}
