//! What errors are about, for those who tell them elsewhere: as JSON, as an exception.

use ids_core::{GenerateError, ParseError, RangeError, UnixTime, format::errors};
use kuid::DriftError;
use siq::DomainError;
use snowflake::ValuesError;

use crate::{MakeError, Unread};

/// What an error of a format is about, beside its message.
///
/// ```
/// use ids_formats::{ErrorFacts, formats::flax};
/// let error = flax::FORMAT.parse("0RdKJcxqVBiAiQr+").unwrap_err();
/// let facts = ErrorFacts::from(&error);
/// assert_eq!((facts.kind, facts.index), ("digit", Some(15)));
/// assert_eq!((facts.field, facts.until), (None, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorFacts {
    /// The error's stable name.
    pub kind: &'static str,
    /// The byte at which a text is wrong.
    pub index: Option<usize>,
    /// The field or the parameter that is wrong.
    pub field: Option<&'static str>,
    /// The instant to wait for, or the bound that was passed.
    pub until: Option<UnixTime>,
}

impl ErrorFacts {
    /// An error that names nothing else.
    #[inline]
    pub const fn new(kind: &'static str) -> Self {
        Self { kind, index: None, field: None, until: None }
    }

    const fn of(self, field: &'static str) -> Self {
        Self { field: Some(field), ..self }
    }

    const fn until(self, until: UnixTime) -> Self {
        Self { until: Some(until), ..self }
    }
}

/// Writes `From<&Error>` for each of these errors.
macro_rules! facts {
    ($($error:ty: |$it:ident| $facts:expr;)+) => {$(
        impl From<&$error> for ErrorFacts {
            #[inline]
            fn from($it: &$error) -> Self {
                $facts
            }
        }
    )+};
}

errors! {
    /// Why values make no identifier of a layout.
    #[non_exhaustive]
    pub enum PackError {
        /// A value does not fit its field.
        Range(error: RangeError) => error.kind(), "{error}";
        /// Each value fits its field, and this one is of an identifier of another layout.
        Layout {
            /// The field that says which layout an identifier has.
            field: &'static str,
            /// The layout that its value names.
            named: &'static str,
            /// The layout that was wanted.
            wanted: &'static str,
        } => "range", "the {field} is one of the layout {named}, not {wanted}";
    }
}

errors! {
    /// Why values by the names of their fields make no identifier of a layout.
    #[non_exhaustive]
    pub enum NamedError {
        /// As of values in the order of their fields.
        Pack(error: PackError) => error.kind(), "{error}";
        /// A value has more than 64 bits, and so has no field.
        Wide {
            /// The field.
            field: &'static str,
        } => "range", "the value of {field} does not fit the field";
        /// The value at this index has a name that no field has which takes one.
        Unknown {
            /// The index in the list of values.
            index: usize,
        } => "unknown", "the value at {index} has a name that no field to set has";
        /// The value at this index has the name of one before it.
        Repeated {
            /// The index in the list of values.
            index: usize,
        } => "repeated", "the value at {index} has the name of one before it";
        /// A field has no value.
        Missing {
            /// The field.
            field: &'static str,
        } => "missing", "the field {field} has no value";
    }
}

facts! {
    PackError: |it| match it {
        PackError::Range(error) => error.into(),
        PackError::Layout { field, .. } => Self::new(it.kind()).of(field),
    };
    NamedError: |it| match it {
        NamedError::Pack(error) => error.into(),
        NamedError::Wide { field } | NamedError::Missing { field } => {
            Self::new(it.kind()).of(field)
        }
        _ => Self::new(it.kind()),
    };
    ParseError: |it| Self { index: it.index(), field: it.field(), ..Self::new(it.kind()) };
    Unread: |it| Self { index: it.index(), ..Self::new(it.kind()) };
    RangeError: |it| match *it {
        RangeError::BeforeEpoch { epoch: until } | RangeError::AfterEnd { last: until } => {
            Self::new(it.kind()).until(until)
        }
        RangeError::Field { field, .. } => Self::new(it.kind()).of(field),
    };
    GenerateError: |it| match it {
        GenerateError::Range(error) => error.into(),
        GenerateError::Wait { until } | GenerateError::TimedOut { until } => {
            Self::new(it.kind()).until(*until)
        }
        _ => Self::new(it.kind()),
    };
    DomainError: |it| Self { index: Some(it.index), ..Self::new(it.kind()) };
    DriftError: |it| Self::new(it.kind()).of("drift");
    ValuesError: |it| match it {
        ValuesError::Range(error) => error.into(),
        ValuesError::Missing { field }
        | ValuesError::Repeated { field }
        | ValuesError::Foreign { field } => Self::new(it.kind()).of(field),
        _ => Self::new(it.kind()),
    };
    MakeError: |it| match it {
        MakeError::Range(error) => error.into(),
        MakeError::Parse { error, .. } => error.into(),
        MakeError::Domain { error, .. } => error.into(),
        MakeError::Generate(error) => error.into(),
        MakeError::Missing { name }
        | MakeError::Repeated { name }
        | MakeError::Kind { name }
        | MakeError::Differs { name } => Self::new(it.kind()).of(name),
        _ => Self::new(it.kind()),
    };
}
