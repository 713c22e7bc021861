//! A format as a value.

use alloc::{boxed::Box, string::String, vec::Vec};
use core::{fmt, ptr};

use ids_core::{
    ParseError,
    format::{Field, Layout},
};

use crate::{
    Facts, FormInfo, Given, MakeError, Maker, Making, NamedError, PackError, Param, Timed,
};

/// A format, or one flavour of a family of formats, as a value that is chosen when the program
/// runs.
///
/// A format is its [`Facts`], how its texts are read and written, and its capabilities, such as
/// [`timed`](Self::timed). Its forms are those of the list [`Facts::forms`].
///
/// ```
/// let format = ids_formats::formats::flax::FORMAT;
/// let bits = format.parse("0RdKJcxqVBiAiQr0")?;
/// let hex = format.facts().form("hex").unwrap();
/// assert_eq!(format.text(hex, bits), "05ca55528f7680cb8bb9bdc1");
/// # Ok::<(), ids_formats::ParseError>(())
/// ```
pub trait Format: fmt::Debug + Send + Sync {
    /// What does not depend on an identifier.
    fn facts(&self) -> &Facts;

    /// The number that a text of this form writes. Whether it has the layout's fixed values is
    /// not checked: [`decode`](Self::decode) does that.
    ///
    /// # Errors
    /// [`ParseError`] if the text does not have this form.
    ///
    /// # Panics
    /// Perhaps of a form of another format, as the other methods that take a form.
    fn read(&self, form: &FormInfo, text: &[u8]) -> Result<u128, ParseError>;

    /// Appends the text of this form, in ASCII.
    ///
    /// For a number that [`check`](Self::check) refuses, it appends nothing, or a text that
    /// [`decode`](Self::decode) refuses. It may append nothing for a form that is only read.
    fn write(&self, form: &FormInfo, bits: u128, out: &mut Vec<u8>);

    /// The layout of an identifier, where they have different ones.
    #[inline]
    fn layout_of(&self, _bits: u128) -> &Layout {
        &self.facts().layout
    }

    /// What kind of thing an identifier stands for, if it says so.
    #[inline]
    fn kind(&self, _bits: u128) -> Option<&'static str> {
        None
    }

    /// The time inside, if there is one.
    #[inline]
    fn timed(&self) -> Option<&dyn Timed> {
        None
    }

    /// The parameters of a generator. None, if [`maker`](Self::maker) makes none.
    #[inline]
    fn params(&self) -> Vec<Param> {
        Vec::new()
    }

    /// A generator of these parameters.
    ///
    /// # Errors
    /// [`MakeError`]: the format has no generator, or a parameter is unknown, missing or refused.
    #[inline]
    fn maker<'a>(
        &self,
        _given: &[(&str, Given<'_>)],
        _making: Making<'a>,
    ) -> Result<Box<dyn Maker + 'a>, MakeError> {
        Err(MakeError::None)
    }

    /// What in an identifier speaks against the format, beyond its layout and its time.
    #[inline]
    fn doubt(&self, _bits: u128) -> Option<&'static str> {
        None
    }

    /// How common identifiers of this format in this form are, in bits, before one is looked at: 4
    /// are met everywhere, 0 are seldom met, -10 are never written.
    #[inline]
    fn prior(&self, form: &FormInfo) -> i32 {
        if ptr::eq(form, self.facts().canonical) { 0 } else { -6 }
    }

    /// What in an identifier speaks for the format or against it, in bits, beyond its layout and
    /// its time.
    #[inline]
    fn evidence(&self, _bits: u128) -> Option<(i32, &'static str)> {
        None
    }

    /// Whether a number is an identifier of the format.
    ///
    /// # Errors
    /// [`ParseError`]: it is too large, or a field has not its fixed value.
    #[inline]
    fn check(&self, bits: u128) -> Result<(), ParseError> {
        self.facts().layout.check(bits)
    }

    /// The identifier of a value for each field of a layout that is not fixed: of the layout that all
    /// identifiers have in common, or of one that this identifier has.
    ///
    /// ```
    /// use ids_formats::{Format as _, formats::siq::FORMAT};
    /// let three = &FORMAT.facts().layouts[0];
    /// let values = |qualifier| [0, 0, 0, 0, 0, qualifier];
    /// assert!(FORMAT.pack(three, &values(1)).is_ok());
    /// let error = FORMAT.pack(three, &values(2)).unwrap_err();
    /// assert_eq!(error.to_string(), "the qualifier is one of the layout siq-5, not siq-3");
    /// ```
    ///
    /// # Errors
    /// [`PackError`]: a value does not fit, or makes an identifier of another layout.
    #[inline]
    fn pack(&self, layout: &Layout, values: &[u64]) -> Result<u128, PackError> {
        let bits = layout.pack(values)?;
        let named = self.layout_of(bits);
        match layout.fields().last() {
            // The last field says which layout it is.
            Some(field) if *layout != self.facts().layout && layout != named => {
                let (field, named, wanted) = (field.name(), named.name(), layout.name());
                Err(PackError::Layout { field, named, wanted })
            }
            _ => Ok(bits),
        }
    }

    /// The identifier of these bytes, the most significant first.
    ///
    /// # Errors
    /// [`ParseError`]: they are too few or too many, or as [`check`](Self::check).
    #[inline]
    fn read_bytes(&self, bytes: &[u8]) -> Result<u128, ParseError> {
        let width = self.facts().bytes();
        if bytes.len() != width {
            return Err(ParseError::Length { found: bytes.len(), min: width, max: width });
        }
        let bits = bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
        self.check(bits)?;
        Ok(bits)
    }

    /// The identifier that a text of this form writes.
    ///
    /// # Errors
    /// As [`read`](Self::read) and [`check`](Self::check).
    #[inline]
    fn decode(&self, form: &FormInfo, text: &[u8]) -> Result<u128, ParseError> {
        let bits = self.read(form, text)?;
        self.check(bits)?;
        Ok(bits)
    }

    /// The identifier of a text in any form, and the form, if the format itself says how such texts are read: then
    /// letters may be of either case. [`read`](crate::read) reads those of the others.
    #[inline]
    fn lenient(&self, _text: &[u8]) -> Option<Result<(u128, &'static FormInfo), ParseError>> {
        None
    }

    /// The identifier of a canonical text.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    #[inline]
    fn parse(&self, text: &str) -> Result<u128, ParseError> {
        self.decode(self.facts().canonical, text.as_bytes())
    }

    /// The text of this form, as [`write`](Self::write) appends it.
    #[inline]
    fn text(&self, form: &FormInfo, bits: u128) -> String {
        let mut text = Vec::new();
        self.write(form, bits, &mut text);
        let lossy = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        String::from_utf8(text).unwrap_or_else(|error| lossy(error.as_bytes()))
    }
}

/// Formats are the same if their [facts](Format::facts) are, which stand in one place of the memory.
impl PartialEq for dyn Format + '_ {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.facts(), other.facts())
    }
}

impl Eq for dyn Format + '_ {}

impl dyn Format + '_ {
    /// As [`pack`](Format::pack), of values by the names of their fields, of any width.
    ///
    /// ```
    /// use ids_formats::{Format as _, NamedError, formats::flax::FORMAT};
    /// let layout = &FORMAT.facts().layout;
    /// let named = |values: &[_]| FORMAT.pack_named(layout, values);
    /// assert_eq!(named(&[("random", 3), ("timestamp", 1)]), Ok(1 << 56 | 3));
    /// let twice = [("random", 3), ("timestamp", 1), ("random", 4)];
    /// assert_eq!(named(&twice), Err(NamedError::Repeated { index: 2 }));
    /// ```
    ///
    /// # Errors
    /// [`NamedError`]: also of a name that no such field has, or that stands twice, and of a field without a value.
    #[inline]
    pub fn pack_named(&self, layout: &Layout, values: &[(&str, u128)]) -> Result<u128, NamedError> {
        for (index, (name, _)) in values.iter().enumerate() {
            if layout.open().all(|field| field.name() != *name) {
                return Err(NamedError::Unknown { index });
            }
            if values[..index].iter().any(|(before, _)| before == name) {
                return Err(NamedError::Repeated { index });
            }
        }
        let value = |field: Field| {
            let field = field.name();
            let given = values.iter().find(|(name, _)| *name == field);
            let (_, value) = given.ok_or(NamedError::Missing { field })?;
            u64::try_from(*value).map_err(|_| NamedError::Wide { field })
        };
        let values = layout.open().map(value).collect::<Result<Vec<_>, _>>()?;
        self.pack(layout, &values).map_err(NamedError::Pack)
    }
}

/// Whether canonical texts say by themselves which of the formats they are of: each two have
/// different widths, or one field with different fixed values.
///
/// ```
/// use ids_formats::{family, told_apart};
/// let told = |name: &str| told_apart(family(name).unwrap().formats);
/// // By its length; not at all.
/// assert_eq!((told("kuid"), told("snowflake")), (true, false));
/// ```
#[inline]
pub fn told_apart(formats: &[&dyn Format]) -> bool {
    let apart = |a: &Facts, b: &Facts| {
        let differ = a.layout.bits() != b.layout.bits() || exclude(&a.layout, &b.layout);
        differ && !(a.is_number() && b.is_number())
    };
    formats.iter().enumerate().all(|(index, format)| {
        formats[..index].iter().all(|other| apart(format.facts(), other.facts()))
    })
}

/// Whether a field in the same place has two fixed values, so that no number has both layouts.
fn exclude(a: &Layout, b: &Layout) -> bool {
    let fixed = |field: &Field| field.fixed().map(|value| (field.mask(), value));
    a.fields().iter().filter_map(fixed).any(|(mask, value)| {
        b.fields().iter().filter_map(fixed).any(|(other, found)| mask == other && value != found)
    })
}
