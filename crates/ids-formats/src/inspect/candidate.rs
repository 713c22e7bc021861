//! What a text may be, how likely, and why.

use alloc::{format, string::String, vec::Vec};
use core::ptr;

use super::kept::Alike;
use crate::{
    Evidence, Format, Reading, UnixTime,
    others::{self, Other},
    spelling::{Spelling, Taken},
};

/// What a text was read as.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found<'a> {
    /// An identifier of a format of this project.
    Own(Reading<'a>),
    /// An identifier of another project.
    Other(Other),
}

impl Found<'_> {
    /// Whether this is a reading of the same format in the same form.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Own(a), Self::Own(b)) => a.format == b.format && ptr::eq(a.form, b.form),
            (Self::Other(a), Self::Other(b)) => a.is_like(b),
            _ => false,
        }
    }

    /// What another text is in the same format and form.
    pub(crate) fn again(self, text: &[u8]) -> Option<Self> {
        match self {
            Self::Own(own) => Reading::decode(own.format, own.form, text).map(Self::Own),
            Self::Other(other) => {
                others::read(text).find(|one| one.is_like(&other)).map(Self::Other)
            }
        }
    }

    /// The time that it says.
    #[inline]
    pub(crate) fn time(&self) -> Option<UnixTime> {
        match self {
            Self::Own(own) => own.time(),
            Self::Other(other) => other.time(),
        }
    }
}

/// One thing that a text may be.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    pub(crate) found: Found<'a>,
    /// How much speaks for it: the sum of its [`reasons`](Self::reasons).
    pub score: Evidence,
    /// The time that it says, since the Unix epoch.
    pub time: Option<UnixTime>,
    /// What speaks against it: its time is before the format was in use, in the future, or outside the
    /// [times](crate::Context::times) that are known; or a [doubt](Format::doubt) of the format itself.
    pub doubt: Option<&'static str>,
    /// The bits of a random text of the same shape.
    pub(crate) shape: Evidence,
    /// What the time, or the doubt, is worth.
    pub(crate) says: Evidence,
    /// How common such identifiers are.
    pub(crate) prior: Evidence,
    /// What it is worth that the form does not write the text so.
    pub(crate) alias: Evidence,
    /// What was taken off the text before it was read.
    pub(crate) taken: Taken,
}

impl<'a> Candidate<'a> {
    /// A candidate of this score is claimed: a thousand times likelier than a random text.
    pub const CLAIMED: Evidence = Evidence::new(10);
    /// One that leads by this is told apart from the next: 32 times likelier.
    pub const LEAD: Evidence = Evidence::new(5);

    /// The name of the format, or of its family.
    #[inline]
    pub fn name(&self) -> &'static str {
        match self.found {
            Found::Own(own) => own.format.facts().family,
            Found::Other(other) => other.kind().name(),
        }
    }

    /// The name inside the family.
    #[inline]
    pub fn flavour(&self) -> Option<&'static str> {
        match self.found {
            Found::Own(own) => own.format.facts().flavour,
            Found::Other(other) => other.kind().flavour(),
        }
    }

    /// The name of the form in which the text was read.
    #[inline]
    pub const fn form(&self) -> &'static str {
        match self.found {
            Found::Own(own) => own.form.name,
            Found::Other(other) => other.form(),
        }
    }

    /// The reading, if it is of a format of this project.
    #[inline]
    pub const fn own(&self) -> Option<Reading<'a>> {
        match self.found {
            Found::Own(own) => Some(own),
            Found::Other(_) => None,
        }
    }

    /// The number, if its canonical text is one.
    #[inline]
    pub fn number(&self) -> Option<u128> {
        self.own().filter(|own| own.format.facts().is_number()).map(|own| own.bits)
    }

    /// The reading, if it is of another project.
    #[inline]
    pub const fn other(&self) -> Option<Other> {
        match self.found {
            Found::Own(_) => None,
            Found::Other(other) => Some(other),
        }
    }

    /// Whether its bytes stand in another order than in the text, or are those of another kind than a text of this shape.
    #[inline]
    pub fn is_rearranged(&self) -> bool {
        self.other().is_some_and(|other| other.rearranged().is_some())
    }

    /// What was taken off the text before it was read, the outermost first.
    #[inline]
    pub fn taken(&self) -> &[Spelling] {
        &self.taken
    }

    /// Whether nothing speaks against it.
    #[inline]
    pub const fn is_plausible(&self) -> bool {
        self.doubt.is_none()
    }

    /// What its [`reasons`](Self::reasons) follow from: candidates of one inspector that have it in common have the same.
    /// `None` if they depend on more.
    pub(super) fn alike(&self) -> Option<Alike> {
        let of = match self.found {
            _ if !self.taken.is_empty() || self.alias != Evidence::ZERO => return None,
            Found::Own(own) if own.is_canonical() && own.format.evidence(own.bits).is_none() => {
                ptr::from_ref(own.format.facts()).addr()
            }
            Found::Other(other)
                if other.kind().name() == "uuid" && other.rearranged().is_none() =>
            {
                other.kind() as usize
            }
            _ => return None,
        };
        Some((of, self.score, self.doubt))
    }

    /// What speaks for it and against it, each as a sentence's part with its bits: the form, the fixed fields, the time, how
    /// common it is.
    #[inline]
    pub fn reasons(&self) -> impl Iterator<Item = (String, Evidence)> + use<> {
        let mut reasons = Vec::new();
        let mut add = |why: String, bits| reasons.push((why, bits));
        match self.found {
            Found::Own(own) => {
                let (facts, width) = (own.format.facts(), own_width(own.format));
                let says = match own.is_canonical() {
                    true if facts.is_number() => {
                        format!("any number of {} bits has this form", facts.layout.bits())
                    }
                    true => "the canonical form".into(),
                    false => "another form of the format".into(),
                };
                add(format!("{}: {says}", own.form.name), self.shape - width);
                for field in facts.layout.fields() {
                    if let Some(value) = field.fixed() {
                        add(
                            format!("{} is {value}, as always", field.name()),
                            whole(field.width()),
                        );
                    }
                }
                if let Some((worth, why)) = own.format.evidence(own.bits) {
                    add(why.into(), Evidence::new(worth));
                }
            }
            Found::Other(other) => {
                let fits = "length and alphabet fit";
                let says = match other.form() {
                    "text" => fits.into(),
                    spelled => format!("{fits}, spelled {spelled}"),
                };
                add(says, self.shape - other.width());
                if let Some(version) = other.version() {
                    add(format!("version is {version}, as always"), VERSION);
                }
            }
        }
        if let Some(says) = self.doubt.or(self.time.map(|_| "the time is plausible")) {
            add(says.into(), self.says);
        }
        if self.alias != Evidence::ZERO {
            add("not as the form is written".into(), self.alias);
        }
        for spelling in self.taken.iter() {
            add(format!("taken off: {}", spelling.about()), Evidence::ZERO - spelling.bits());
        }
        if self.prior != Evidence::ZERO {
            add("how common it is".into(), self.prior);
        }
        reasons.into_iter()
    }
}

/// A UUID's version has 4 bits, and its variant 2.
pub(crate) const VERSION: Evidence = Evidence::new(6);

pub(crate) fn whole(bits: u32) -> Evidence {
    Evidence::new(bits.try_into().unwrap_or(i32::MAX))
}

/// The bits that choose one of all numbers with this layout's width.
pub(crate) fn own_width(format: &dyn Format) -> Evidence {
    whole(format.facts().layout.bits())
}
