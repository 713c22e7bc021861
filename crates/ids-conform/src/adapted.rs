//! A family of formats of `ids-formats` as a subject.

use ids_core::{ParseError, UnixTime, format::Layout};
use ids_formats::{Family, Format, Timed};

use crate::{Fault, Parts, Place, Subject};

/// Formats as `ids-formats` has them: their texts, bytes, fields, times and ranges. The layout says
/// which of them a row is about.
#[derive(Clone, Copy, Debug)]
pub struct Adapted<'a>(&'a [&'a dyn Format]);

impl<'a> Adapted<'a> {
    /// The subject of these formats.
    pub const fn new(formats: &'a [&'a dyn Format]) -> Self {
        Self(formats)
    }

    /// The format of a layout.
    ///
    /// # Errors
    /// None has it.
    pub fn format_of(self, place: Place<'_>) -> Result<&'a dyn Format, Fault> {
        if let ([only], "") = (self.0, place.layout) {
            return Ok(*only);
        }
        let has = |layout: &Layout| layout.name() == place.layout;
        let found = self.0.iter().copied().find(|format| {
            let facts = format.facts();
            has(&facts.layout) || facts.layouts.iter().any(has)
        });
        found.ok_or_else(|| place.no_layout())
    }

    fn form(self, place: Place<'_>) -> Result<(&'a dyn Format, usize), Fault> {
        let format = self.format_of(place)?;
        let facts = format.facts();
        match place.form {
            "" => Ok((format, facts.canonical)),
            name => Ok((format, facts.form(name).ok_or_else(|| place.no_form())?)),
        }
    }

    fn timed(self, place: Place<'_>) -> Result<&'a dyn Timed, Fault> {
        self.format_of(place)?.timed().ok_or_else(|| place.no_layout())
    }

    /// The layouts of the code, as the files have them.
    pub fn layouts(self) -> Vec<Layout> {
        let of = |format: &&dyn Format| {
            let facts = format.facts();
            [facts.layout].into_iter().chain(facts.layouts.iter().copied()).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of).collect()
    }

    pub(crate) fn parse(self, place: Place<'_>, text: &str) -> Result<u128, Fault> {
        let (format, form) = self.form(place)?;
        Ok(format.decode(form, text.as_bytes())?)
    }

    pub(crate) fn format(self, place: Place<'_>, bits: u128) -> Result<String, Fault> {
        let (format, form) = self.form(place)?;
        format.check(bits)?;
        Ok(format.text(form, bits))
    }

    pub(crate) fn read_bytes(self, place: Place<'_>, bytes: &[u8]) -> Result<u128, Fault> {
        if !place.form.is_empty() {
            return Err(place.no_form());
        }
        let format = self.format_of(place)?;
        let width = width(format);
        if bytes.len() != width {
            return Err(ParseError::Length { found: bytes.len(), min: width, max: width }.into());
        }
        let bits = bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
        format.check(bits)?;
        Ok(bits)
    }

    pub(crate) fn bytes(self, place: Place<'_>, bits: u128) -> Result<Vec<u8>, Fault> {
        if !place.form.is_empty() {
            return Err(place.no_form());
        }
        let format = self.format_of(place)?;
        format.check(bits)?;
        Ok(bits.to_be_bytes()[16 - width(format)..].to_vec())
    }

    pub(crate) fn pack(self, place: Place<'_>, values: &Parts) -> Result<u128, Fault> {
        values.pack(&self.format_of(place)?.facts().layout)
    }

    pub(crate) fn time(self, place: Place<'_>, bits: u128) -> Result<UnixTime, Fault> {
        let timed = self.timed(place)?;
        timed.check(bits)?;
        Ok(timed.time(bits))
    }

    pub(crate) fn range(self, place: Place<'_>, time: UnixTime) -> Result<(u128, u128), Fault> {
        let timed = self.timed(place)?;
        Ok((timed.first_at(time)?, timed.last_at(time)?))
    }
}

impl Subject for Adapted<'_> {
    fn adapted(&self) -> Adapted<'_> {
        *self
    }
}

/// A family of which the adapter says all.
impl Subject for Family {
    fn adapted(&self) -> Adapted<'_> {
        Adapted::new(self.formats)
    }
}

/// How many bytes an identifier has.
fn width(format: &dyn Format) -> usize {
    format.facts().layout.bits().div_ceil(8) as usize
}
