//! What a text may be, how likely, and why.

use core::{fmt, time::Duration};

use crate::Format;

/// What the time of a reading, or something else in it, says of its likelihood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// The time is one that identifiers of the format can have.
    Plausible,
    /// The format has no time inside.
    NoTime,
    /// The time is before the format was in use, or so near its epoch that it is more likely a
    /// small number.
    TooEarly,
    /// The time is in the future.
    TooLate,
    /// The format itself [doubts](Format::doubt) it.
    Doubted,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: &[Self] =
        &[Self::Plausible, Self::NoTime, Self::TooEarly, Self::TooLate, Self::Doubted];

    /// What it adds to the score: 0 if it speaks against the candidate.
    #[inline]
    pub const fn score(self) -> u8 {
        match self {
            Self::Plausible => 30,
            Self::NoTime => 10,
            Self::TooEarly | Self::TooLate | Self::Doubted => 0,
        }
    }

    const fn why(self) -> Option<&'static str> {
        match self {
            Self::Plausible => Some("the time is plausible"),
            Self::TooEarly => Some("the time is before the format was in use"),
            Self::TooLate => Some("the time is in the future"),
            Self::NoTime | Self::Doubted => None,
        }
    }
}

/// One thing that a text may be. Candidates of equal score cannot be told apart.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The format.
    pub format: &'a dyn Format,
    /// Its place among the formats that come into question.
    pub place: usize,
    /// The form, as a place in the list of the format's.
    pub form: usize,
    /// The identifier.
    pub bits: u128,
    /// How likely it is, 0 to 100: see [`score`](Self::score).
    pub score: u8,
    /// The time that it says, since the Unix epoch.
    pub time: Option<Duration>,
    /// What that, or something else in it, says of its likelihood.
    pub verdict: Verdict,
}

impl Candidate<'_> {
    /// What the text and the layout add to a score. What any number satisfies counts little: a
    /// form that all numbers have, a fixed sign bit.
    ///
    /// | what speaks for it | points |
    /// |---|---|
    /// | the canonical form | 40; if it is a number, 20 |
    /// | another form | 5 |
    /// | bits that have a fixed value, but for one | 2 each, at most 20 |
    /// | the time is plausible; there is no time | 30; 10 ([`Verdict::score`]) |
    #[inline]
    pub fn score(format: &dyn Format, form: usize) -> u8 {
        let facts = format.facts();
        let syntax = match form == facts.canonical {
            true if facts.is_number() => 20,
            true => 40,
            false => 5,
        };
        let fixed = facts.layout.fields().iter().filter(|field| field.fixed().is_some());
        let bits: u32 = fixed.map(ids_core::format::Field::width).sum();
        syntax + u8::try_from(bits.saturating_sub(1).min(10) * 2).unwrap_or(20)
    }

    /// Whether nothing speaks against it.
    #[inline]
    pub const fn is_plausible(&self) -> bool {
        self.verdict.score() > 0
    }

    /// What speaks for it and against it: the form, the fixed fields, the time.
    #[inline]
    pub fn reasons(&self) -> impl Iterator<Item = Reason> + use<> {
        let facts = self.format.facts();
        let name = facts.forms[self.form].name();
        let form = match self.form == facts.canonical {
            true if facts.is_number() => Reason::Number { form: name, bits: facts.layout.bits() },
            true => Reason::Canonical { form: name },
            false => Reason::Other { form: name },
        };
        let fixed =
            facts.layout.fields().iter().filter_map(|field| {
                Some(Reason::Fixed { field: field.name(), value: field.fixed()? })
            });
        let time = self.verdict.why().map(Reason::Says);
        let doubt = match self.verdict {
            Verdict::Doubted => self.format.doubt(self.bits).map(Reason::Says),
            _ => None,
        };
        core::iter::once(form).chain(fixed).chain(time).chain(doubt)
    }
}

/// Something that speaks for a candidate or against it; its text is a sentence's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It has the format's canonical form.
    Canonical {
        /// The form's name.
        form: &'static str,
    },
    /// It has the format's canonical form, which any number has.
    Number {
        /// The form's name.
        form: &'static str,
        /// The bits of the numbers that have it.
        bits: u32,
    },
    /// It has another form of the format.
    Other {
        /// The form's name.
        form: &'static str,
    },
    /// A field has the value that it always has.
    Fixed {
        /// The field's name.
        field: &'static str,
        /// The value.
        value: u64,
    },
    /// What the time, or the format itself, says of it.
    Says(&'static str),
}

impl fmt::Display for Reason {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Canonical { form } => write!(f, "{form}: the canonical form"),
            Self::Number { form, bits } => {
                write!(f, "{form}: any number of {bits} bits has this form")
            }
            Self::Other { form } => write!(f, "{form}: another form of the format"),
            Self::Fixed { field, value } => write!(f, "{field} is {value}, as always"),
            Self::Says(why) => f.write_str(why),
        }
    }
}
