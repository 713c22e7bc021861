//! Errors, as small `Copy` types: what was found, where, and what would fit.

use core::{error::Error, fmt, time::Duration};

/// A value that is wider than its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RangeError {
    /// The field's name, as the format's layout spells it.
    pub field: &'static str,
    /// The value that was passed.
    pub value: u64,
    /// The largest value the field holds.
    pub max: u64,
}

impl RangeError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        "range"
    }
}

impl fmt::Display for RangeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, value, max } = self;
        write!(f, "{field} is {value}, but holds at most {max}")
    }
}

impl Error for RangeError {}

/// An instant outside the span that a format's time field covers.
///
/// Instants are durations since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeError {
    /// The instant is before the format's first one.
    BeforeEpoch {
        /// The first instant that fits.
        epoch: Duration,
    },
    /// The instant is after the format's last one.
    AfterEnd {
        /// The start of the last tick that fits.
        last: Duration,
    },
}

impl TimeError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::BeforeEpoch { .. } => "before_epoch",
            Self::AfterEnd { .. } => "after_end",
        }
    }
}

impl fmt::Display for TimeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeforeEpoch { epoch } => {
                write!(f, "the time is before the epoch, {} s after 1970", Seconds(*epoch))
            }
            Self::AfterEnd { last } => {
                write!(f, "the time is after the last tick, {} s after 1970", Seconds(*last))
            }
        }
    }
}

impl Error for TimeError {}

/// Why a clock returns no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClockError {
    /// The clock reads an instant before 1970-01-01T00:00:00Z.
    BeforeUnixEpoch,
    /// This process is a copy of the one that made the clock, by `fork()`.
    Forked,
}

impl ClockError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::BeforeUnixEpoch => "before_epoch",
            Self::Forked => "forked",
        }
    }
}

impl fmt::Display for ClockError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeforeUnixEpoch => f.write_str("the clock reads an instant before 1970"),
            Self::Forked => f.write_str("the clock was made before a fork of this process"),
        }
    }
}

impl Error for ClockError {}

/// An identifier that cannot be made of these parts: the time or another value does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldError {
    /// The instant is outside the span of the time field.
    Time(TimeError),
    /// A value is wider than its field.
    Range(RangeError),
}

impl FieldError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Time(error) => error.kind(),
            Self::Range(error) => error.kind(),
        }
    }
}

impl fmt::Display for FieldError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(error) => error.fmt(f),
            Self::Range(error) => error.fmt(f),
        }
    }
}

impl Error for FieldError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Time(error) => Some(error),
            Self::Range(error) => Some(error),
        }
    }
}

impl From<TimeError> for FieldError {
    #[inline]
    fn from(error: TimeError) -> Self {
        Self::Time(error)
    }
}

impl From<RangeError> for FieldError {
    #[inline]
    fn from(error: RangeError) -> Self {
        Self::Range(error)
    }
}

/// Text or bits that are not an identifier of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseError {
    /// The text has a length that no text of this form has: shorter, longer, or between two.
    Length {
        /// Bytes found.
        found: usize,
        /// Bytes of the shortest text of this form.
        min: usize,
        /// Bytes of the longest text of this form.
        max: usize,
    },
    /// A byte that is no digit of the alphabet.
    Digit {
        /// Its position, in bytes from the start of the text.
        index: usize,
        /// The byte found there.
        byte: u8,
    },
    /// Another byte was expected here: punctuation, a prefix, a marker.
    Expected {
        /// A position in bytes from the start of the text: where what is expected begins, or, in a
        /// prefix, the first difference.
        index: usize,
        /// What the form has at this place, literally or in words.
        text: &'static str,
    },
    /// A leading zero that the canonical text does not have.
    LeadingZero {
        /// Its position, in bytes from the start of the text.
        index: usize,
    },
    /// The number needs more bits than the format has.
    TooLarge {
        /// The format's width in bits.
        bits: u32,
    },
    /// A field that the format fixes has another value.
    Fixed {
        /// The field's name.
        field: &'static str,
        /// The value found.
        found: u64,
        /// The value that the format writes.
        expected: u64,
    },
    /// A field has none of the few values that the format allows.
    OneOf {
        /// The field's name.
        field: &'static str,
        /// The value found.
        found: u32,
        /// The values that the format writes.
        expected: &'static [u32],
    },
    /// A signed number is negative. Identifiers are not.
    Negative {
        /// The number.
        number: i64,
    },
    /// A checksum inside the text does not match its content.
    Checksum {
        /// The checksum found.
        found: u32,
        /// The checksum of the content.
        expected: u32,
    },
    /// The text is none of the names of a list, such as that of the forms.
    Unknown {
        /// What is named.
        what: &'static str,
    },
}

impl ParseError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Length { .. } => "length",
            Self::Digit { .. } => "digit",
            Self::Expected { .. } => "expected",
            Self::LeadingZero { .. } => "leading_zero",
            Self::TooLarge { .. } => "too_large",
            Self::Fixed { .. } | Self::OneOf { .. } => "fixed",
            Self::Negative { .. } => "negative",
            Self::Checksum { .. } => "checksum",
            Self::Unknown { .. } => "unknown",
        }
    }

    /// The name of the field that has a wrong value, where it is one.
    #[inline]
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::Fixed { field, .. } | Self::OneOf { field, .. } => Some(field),
            _ => None,
        }
    }

    /// The byte position that the error points at, if it has one. For a wrong length it is the end
    /// of a text that is too short, or the first byte too many of one that is too long.
    #[inline]
    pub const fn index(&self) -> Option<usize> {
        match self {
            Self::Length { found, max, .. } => Some(if *found < *max { *found } else { *max }),
            Self::Digit { index, .. }
            | Self::Expected { index, .. }
            | Self::LeadingZero { index } => Some(*index),
            _ => None,
        }
    }

    /// The same error in a text that has `offset` more bytes on the left: for forms that put a
    /// prefix before the digits.
    #[inline]
    #[must_use]
    pub const fn shifted(self, offset: usize) -> Self {
        match self {
            Self::Length { found, min, max } => {
                Self::Length { found: found + offset, min: min + offset, max: max + offset }
            }
            Self::Digit { index, byte } => Self::Digit { index: index + offset, byte },
            Self::Expected { index, text } => Self::Expected { index: index + offset, text },
            Self::LeadingZero { index } => Self::LeadingZero { index: index + offset },
            other => other,
        }
    }
}

impl fmt::Display for ParseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, min, max } if min == max => {
                write!(f, "{found} bytes, but this form has {max}")
            }
            Self::Length { found, min, max } if (min..=max).contains(&found) => {
                write!(f, "{found} bytes, which is none of this form's lengths from {min} to {max}")
            }
            Self::Length { found, min, max } => {
                write!(f, "{found} bytes, but this form has {min} to {max}")
            }
            Self::Digit { index, byte } if byte.is_ascii_graphic() => {
                write!(f, "'{}' at index {index} is no digit of this form", char::from(*byte))
            }
            Self::Digit { index, byte } => {
                write!(f, "byte 0x{byte:02x} at index {index} is no digit of this form")
            }
            Self::Expected { index, text } => write!(f, "expected '{text}' at index {index}"),
            Self::LeadingZero { index } => {
                write!(f, "a leading zero at index {index}: this form writes numbers without them")
            }
            Self::TooLarge { bits } => write!(f, "the number needs more than {bits} bits"),
            Self::Fixed { field, found, expected } => {
                write!(f, "{field} is {found}, but always {expected} in this format")
            }
            Self::OneOf { field, found, expected } => {
                write!(f, "{field} is {found}, but always ")?;
                for (index, value) in expected.iter().enumerate() {
                    write!(f, "{}{value}", if index == 0 { "" } else { " or " })?;
                }
                f.write_str(" in this format")
            }
            Self::Negative { number } => {
                write!(f, "{number} is negative, which no identifier is")
            }
            Self::Checksum { found, expected } => {
                write!(f, "the checksum is {found:08x}, but the content's is {expected:08x}")
            }
            Self::Unknown { what } => write!(f, "no {what} has this name"),
        }
    }
}

impl Error for ParseError {}

/// Why a generator issued no identifier. Its state is as before the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GenerateError {
    /// The current tick is spent, or the clock has stepped back: the next identifier is available
    /// when the generator's clock reads `until`.
    Wait {
        /// The instant, since the Unix epoch, at which the next identifier is available.
        until: Duration,
    },
    /// A helper that waits gave up: its limit would have passed before `until`, or the clock
    /// stands still.
    TimedOut {
        /// The instant, since the Unix epoch, that was waited for.
        until: Duration,
    },
    /// The clock reads an instant that the format cannot represent.
    Time(TimeError),
    /// The last identifier of the range has been issued. Where steps are random, as in monotonic
    /// generators of `flax-id`, this step goes past the end, and a smaller one may still fit.
    Exhausted,
    /// One step cannot issue so many identifiers under this policy.
    TooMany {
        /// The most that one step can issue.
        max: u64,
    },
    /// The random source failed.
    Entropy,
    /// The clock reads an instant too far after the last identifier's time, by the bound of
    /// `with_max_jump`. `accept_jump(now)` continues there.
    Jump {
        /// The start of the last identifier's tick, after the Unix epoch.
        last: Duration,
        /// What the clock reads, after the Unix epoch.
        now: Duration,
    },
    /// This process is a copy of the one that made the generator, by `fork()`: both would issue
    /// the same identifiers. Make a new generator in this process, with another node number.
    Forked,
}

impl GenerateError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Wait { .. } => "wait",
            Self::TimedOut { .. } => "timed_out",
            Self::Time(error) => error.kind(),
            Self::Exhausted => "exhausted",
            Self::TooMany { .. } => "too_many",
            Self::Entropy => "entropy",
            Self::Jump { .. } => "jump",
            Self::Forked => "forked",
        }
    }
}

impl fmt::Display for GenerateError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait { until } => {
                write!(
                    f,
                    "the next identifier is available when the clock reads {} s after the Unix epoch",
                    Seconds(*until)
                )
            }
            Self::TimedOut { until } => {
                write!(
                    f,
                    "gave up waiting for the clock to read {} s after the Unix epoch",
                    Seconds(*until)
                )
            }
            Self::Time(error) => error.fmt(f),
            Self::Exhausted => f.write_str("the last identifier of the range has been given"),
            Self::TooMany { max } => write!(f, "one step gives at most {max} identifiers"),
            Self::Entropy => f.write_str("the random source failed"),
            Self::Jump { last, now } => write!(
                f,
                "the clock jumped from {} s to {} s after 1970, further than allowed",
                Seconds(*last),
                Seconds(*now)
            ),
            Self::Forked => f.write_str(
                "the generator was made before a fork of this process: make a new one, with a \
                 node number or keys of its own",
            ),
        }
    }
}

impl Error for GenerateError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Time(error) => Some(error),
            _ => None,
        }
    }
}

impl From<TimeError> for GenerateError {
    #[inline]
    fn from(error: TimeError) -> Self {
        Self::Time(error)
    }
}

impl From<ClockError> for GenerateError {
    #[inline]
    fn from(error: ClockError) -> Self {
        match error {
            ClockError::BeforeUnixEpoch => {
                Self::Time(TimeError::BeforeEpoch { epoch: Duration::ZERO })
            }
            ClockError::Forked => Self::Forked,
        }
    }
}

/// Why a table of fields is not a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayoutError {
    /// The layout is wider than 128 bits or has none.
    Width {
        /// Bits asked for.
        bits: u32,
    },
    /// A field does not begin where the one above it ends: a gap or an overlap.
    Place {
        /// The field's index in the table.
        index: usize,
        /// The highest bit it should have.
        expected: u32,
        /// The highest bit it has.
        found: u32,
    },
    /// The fields end above bit 0.
    Short {
        /// How many low bits belong to no field.
        missing: u32,
    },
}

impl LayoutError {
    /// A stable lower-case name of the kind of error, for machine-readable output.
    #[inline]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Width { .. } => "width",
            Self::Place { .. } => "place",
            Self::Short { .. } => "short",
        }
    }
}

impl fmt::Display for LayoutError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Width { bits } => write!(f, "a layout has 1 to 128 bits, not {bits}"),
            Self::Place { index, expected, found } => {
                write!(f, "field {index} begins at bit {found}, but should at bit {expected}")
            }
            Self::Short { missing } => write!(f, "the lowest {missing} bits belong to no field"),
        }
    }
}

impl Error for LayoutError {}

/// A duration as decimal seconds with the digits it needs.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, nanos) = (self.0.as_secs(), self.0.subsec_nanos());
        match nanos {
            0 => write!(f, "{seconds}"),
            _ if nanos % 1_000_000 == 0 => write!(f, "{seconds}.{:03}", nanos / 1_000_000),
            _ if nanos % 1_000 == 0 => write!(f, "{seconds}.{:06}", nanos / 1_000),
            _ => write!(f, "{seconds}.{nanos:09}"),
        }
    }
}
