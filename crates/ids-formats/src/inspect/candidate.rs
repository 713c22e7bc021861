//! What a text may be, how likely, and why.

use crate::{Bits, Format, Reason, UnixTime, others::Other, spelling::Taken};

listed! {
    /// What the time of a reading, or something else in it, says of its likelihood.
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
        /// The time is outside the [times](crate::Context::times) that are known.
        Outside,
        /// The format itself [doubts](Format::doubt) it.
        Doubted,
    }
}

impl Verdict {
    /// Whether it does not speak against the candidate.
    #[inline]
    pub const fn is_plausible(self) -> bool {
        matches!(self, Self::Plausible | Self::NoTime)
    }

    pub(crate) const fn why(self) -> Option<&'static str> {
        match self {
            Self::Plausible => Some("the time is plausible"),
            Self::TooEarly => Some("the time is before the format was in use"),
            Self::TooLate => Some("the time is in the future"),
            Self::Outside => Some("the time is outside the range that was asked for"),
            Self::NoTime | Self::Doubted => None,
        }
    }
}

/// What a text was read as.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Found<'a> {
    /// An identifier of a format of this project.
    Own {
        /// The format.
        format: &'a dyn Format,
        /// Its place among the formats that come into question.
        place: usize,
        /// The form, as a place in the list of the format's.
        form: usize,
        /// The identifier.
        bits: u128,
    },
    /// An identifier of another project.
    Other(Other),
}

/// One thing that a text may be.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// What the text was read as.
    pub found: Found<'a>,
    /// How much speaks for it: the sum of its [`reasons`](Self::reasons).
    pub score: Bits,
    /// The time that it says, since the Unix epoch.
    pub time: Option<UnixTime>,
    /// What that, or something else in it, says of its likelihood.
    pub verdict: Verdict,
    /// The bits of a random text of the same shape.
    pub(crate) shape: Bits,
    /// What the verdict is worth.
    pub(crate) says: Bits,
    /// How common such identifiers are.
    pub(crate) prior: Bits,
    /// What it is worth that the form does not write the text so.
    pub(crate) alias: Bits,
    /// What was taken off the text before it was read.
    pub(crate) taken: Taken,
}

impl<'a> Candidate<'a> {
    /// A candidate of this score is claimed: a thousand times likelier than a random text.
    pub const CLAIMED: Bits = Bits::new(10);
    /// One that leads by this is told apart from the next: 32 times likelier.
    pub const LEAD: Bits = Bits::new(5);

    /// The name of the format, or of its family.
    #[inline]
    pub fn name(&self) -> &'static str {
        match self.found {
            Found::Own { format, .. } => format.facts().family,
            Found::Other(other) => other.kind().name(),
        }
    }

    /// The name inside the family.
    #[inline]
    pub fn flavour(&self) -> Option<&'static str> {
        match self.found {
            Found::Own { format, .. } => format.facts().flavour,
            Found::Other(other) => other.kind().flavour(),
        }
    }

    /// The name of the form in which the text was read.
    #[inline]
    pub fn form(&self) -> &'static str {
        match self.found {
            Found::Own { format, form, .. } => format.facts().forms[form].name,
            Found::Other(other) => other.spelling().name(),
        }
    }

    /// The format, if it is one of this project.
    #[inline]
    pub const fn format(&self) -> Option<&'a dyn Format> {
        match self.found {
            Found::Own { format, .. } => Some(format),
            Found::Other(_) => None,
        }
    }

    /// The reading, if it is of another project.
    #[inline]
    pub const fn other(&self) -> Option<Other> {
        match self.found {
            Found::Own { .. } => None,
            Found::Other(other) => Some(other),
        }
    }

    /// Whether its bytes stand in another order than in the text, or are those of another kind than a text of this shape.
    #[inline]
    pub fn is_rearranged(&self) -> bool {
        self.other().is_some_and(|other| other.spelling().is_rearranged())
    }

    /// What was taken off the text before it was read.
    #[inline]
    pub const fn taken(&self) -> &Taken {
        &self.taken
    }

    /// Whether nothing speaks against it.
    #[inline]
    pub const fn is_plausible(&self) -> bool {
        self.verdict.is_plausible()
    }

    /// A small number that stands for what its reasons follow from, besides its verdict and its score:
    /// candidates of one inspector that have all three in common have the same
    /// [`reasons`](Self::reasons). `None` if they depend on more.
    #[inline]
    pub fn slot(&self) -> Option<usize> {
        match self.found {
            _ if !self.taken.is_empty() => None,
            // A doubt may be another for each identifier.
            Found::Own { format, place, form, bits }
                if form == format.facts().canonical
                    && self.verdict != Verdict::Doubted
                    && format.evidence(bits).is_none() =>
            {
                Some(2 * place)
            }
            Found::Other(other)
                if other.kind().name() == "uuid" && !other.spelling().is_rearranged() =>
            {
                Some(2 * other.kind() as usize + 1)
            }
            _ => None,
        }
    }

    /// What speaks for it and against it, each with its bits: the form, the fixed fields, the time,
    /// how common it is.
    #[inline]
    pub fn reasons(&self) -> impl Iterator<Item = (Reason, Bits)> + use<'a> {
        let (form, fixed) = match self.found {
            Found::Own { format, form, bits, .. } => {
                let facts = format.facts();
                let name = facts.forms[form].name;
                let reason = match form == facts.canonical {
                    true if facts.is_number() => {
                        Reason::Number { form: name, bits: facts.layout.bits() }
                    }
                    true => Reason::Canonical { form: name },
                    false => Reason::Other { form: name },
                };
                let evidence = format.evidence(bits).map(|(worth, why)| (why, Bits::new(worth)));
                ((reason, own_width(format)), evidence)
            }
            Found::Other(other) => {
                let form = Reason::Shape { form: other.spelling().name() };
                ((form, other.width()), None)
            }
        };
        let own = self.format().map_or(&[][..], |format| format.facts().layout.fields());
        let fields = own.iter().filter_map(|field| {
            let value = field.fixed()?;
            Some((Reason::Fixed { field: field.name(), value }, whole(field.width())))
        });
        let version = self
            .other()
            .and_then(|other| other.version())
            .map(|value| (Reason::Fixed { field: "version", value }, VERSION));
        let doubt = match (self.verdict, self.found) {
            (Verdict::Doubted, Found::Own { format, bits, .. }) => format.doubt(bits),
            (verdict, _) => verdict.why(),
        };
        let says = doubt.map(|why| (Reason::Says(why), self.says));
        let alias = (self.alias != Bits::ZERO).then_some((Reason::Alias, self.alias));
        let common = (self.prior != Bits::ZERO).then_some((Reason::Common, self.prior));
        let taken = self
            .taken
            .iter()
            .map(|spelling| (Reason::Taken(spelling), Bits::ZERO - spelling.bits()));
        core::iter::once((form.0, self.shape - form.1))
            .chain(fields)
            .chain(version)
            .chain(fixed.map(|(why, bits)| (Reason::Says(why), bits)))
            .chain(says)
            .chain(alias)
            .chain(taken)
            .chain(common)
    }
}

/// A UUID's version has 4 bits, and its variant 2.
pub(crate) const VERSION: Bits = Bits::new(6);

pub(crate) fn whole(bits: u32) -> Bits {
    Bits::new(bits.try_into().unwrap_or(i32::MAX))
}

/// The bits that choose one of all numbers with this layout's width.
pub(crate) fn own_width(format: &dyn Format) -> Bits {
    whole(format.facts().layout.bits())
}
