//! What a format is, as data: everything that does not depend on an identifier.

use ids_core::format::{Field, Layout};

use crate::{Split, UnixTime};

/// No identifier of a format that counts from the Unix epoch is older, unless the format says so:
/// Snowflake was published in 2010.
const FIRST: UnixTime = UnixTime::from_secs(1_262_304_000);

/// A text form of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormInfo {
    name: &'static str,
    column: Option<Column>,
    written: bool,
    named: bool,
}

impl FormInfo {
    /// A form that is read and written, and the column in which its texts sort as the identifiers
    /// do, if there is one.
    #[inline]
    pub const fn new(name: &'static str, column: Option<Column>) -> Self {
        Self { name, column, written: true, named: false }
    }

    /// The same form, only read: programs should write another.
    #[inline]
    #[must_use]
    pub const fn only_read(self) -> Self {
        Self { written: false, ..self }
    }

    /// The same form, read only where a program names it: its texts look like those of another
    /// form or flavour.
    #[inline]
    #[must_use]
    pub const fn only_by_name(self) -> Self {
        Self { named: true, ..self }
    }

    /// The name in lower case.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The type of a database column in which texts of this form sort as the identifiers do;
    /// `None` if there is none.
    #[inline]
    pub const fn column(&self) -> Option<Column> {
        self.column
    }

    /// Whether the texts themselves sort as the identifiers do.
    #[inline]
    pub const fn sorts(&self) -> bool {
        matches!(self.column, Some(Column::Text | Column::Uuid))
    }

    /// Whether programs should write it; if not, it is only read.
    #[inline]
    pub const fn is_written(&self) -> bool {
        self.written
    }

    /// Whether it is read only where a program names it: [`inspect`](crate::inspect) and
    /// [`read`](crate::read) do not try it otherwise.
    #[inline]
    pub const fn is_only_by_name(&self) -> bool {
        self.named
    }
}

/// A column of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Column {
    /// Of numbers.
    Number,
    /// Of UUIDs.
    Uuid,
    /// Of text that is compared byte by byte.
    Text,
    /// Of bytes: the identifier's own, the most significant first.
    Bytes,
}

impl Column {
    /// The column of a text by itself: none unless it sorts.
    pub(crate) const fn of_text(sorts: bool) -> Option<Self> {
        if sorts { Some(Self::Text) } else { None }
    }
}

/// How many identifiers a format has for one tick, or in all if it has no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Capacity {
    /// How many.
    pub count: u64,
    /// Of what: the words after the number.
    pub of: &'static str,
}

/// What a format is: everything that does not depend on an identifier.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Facts {
    /// The name of the format, or of the family of formats, in lower case.
    pub family: &'static str,
    /// The name inside the family.
    pub flavour: Option<&'static str>,
    /// One line for people.
    pub about: &'static str,
    /// The fields. Where identifiers have different ones, those that all have in common.
    pub layout: Layout,
    /// The layouts that identifiers have, if not all have the same; else empty.
    pub layouts: &'static [Layout],
    /// The field that stands in two places of the layout, if there is one.
    pub split: Option<Split>,
    /// The text forms. Formats with one and the same list read alike: one reading is enough.
    pub forms: &'static [FormInfo],
    /// Which of the forms is the canonical one.
    pub canonical: usize,
    /// The field that is random, if there is one.
    pub random: Option<Field>,
    /// How many identifiers there are for one tick; `None` if no generator is known.
    pub capacity: Option<Capacity>,
    /// When the first identifiers were made, since the Unix epoch: an earlier time inside is not
    /// plausible. Nor is one of the first day after the epoch of the format's own.
    pub born: UnixTime,
}

impl Facts {
    /// The facts of a format whose first form is the canonical one.
    #[inline]
    pub const fn new(
        family: &'static str,
        about: &'static str,
        layout: Layout,
        forms: &'static [FormInfo],
    ) -> Self {
        Self {
            family,
            flavour: None,
            about,
            layout,
            layouts: &[],
            split: None,
            forms,
            canonical: 0,
            random: None,
            capacity: None,
            born: FIRST,
        }
    }

    /// The same of a format whose first identifiers were made at this instant, in seconds since the
    /// Unix epoch.
    #[inline]
    #[must_use]
    pub const fn with_born(self, seconds: u64) -> Self {
        Self { born: UnixTime::from_secs(seconds), ..self }
    }

    /// The same of one flavour of a family.
    #[inline]
    #[must_use]
    pub const fn with_flavour(self, flavour: &'static str) -> Self {
        Self { flavour: Some(flavour), ..self }
    }

    /// The same where identifiers have different layouts:
    /// [`Format::layout_of`](crate::Format::layout_of) says which.
    #[inline]
    #[must_use]
    pub const fn with_layouts(self, layouts: &'static [Layout]) -> Self {
        Self { layouts, ..self }
    }

    /// The same with a field that stands in two places.
    #[inline]
    #[must_use]
    pub const fn with_split(self, split: Split) -> Self {
        Self { split: Some(split), ..self }
    }

    /// The same with another canonical form.
    #[inline]
    #[must_use]
    pub const fn with_canonical(self, canonical: usize) -> Self {
        Self { canonical, ..self }
    }

    /// The same with a random field.
    #[inline]
    #[must_use]
    pub const fn with_random(self, random: Field) -> Self {
        Self { random: Some(random), ..self }
    }

    /// The same with `count` as the number of identifiers in one tick.
    #[inline]
    #[must_use]
    pub const fn with_capacity(self, count: u64, of: &'static str) -> Self {
        Self { capacity: Some(Capacity { count, of }), ..self }
    }

    /// The layouts that identifiers have, at least one.
    #[inline]
    pub const fn layouts(&self) -> &[Layout] {
        match self.layouts {
            [] => core::slice::from_ref(&self.layout),
            several => several,
        }
    }

    /// The largest identifier.
    #[inline]
    pub const fn largest(&self) -> u128 {
        let (fields, mut bits, mut index) = (self.layout.fields(), 0, 0);
        while index < fields.len() {
            let field = fields[index];
            bits |= match field.fixed() {
                Some(fixed) => (fixed as u128) << field.low(),
                None => field.mask(),
            };
            index += 1;
        }
        bits
    }

    /// Whether the canonical text is a number, which any number of these bits has as well.
    #[inline]
    pub const fn is_number(&self) -> bool {
        matches!(self.forms[self.canonical].column, Some(Column::Number))
    }

    /// The column that identifiers of this format are stored in: of numbers where they have at most 64
    /// bits, of UUIDs where one of the forms is a UUID, otherwise of bytes. It sorts as they do.
    ///
    /// ```
    /// use ids_formats::{Column, FlaxFormat, Format, LuuidFormat, SnowflakeFormat};
    /// let column = |format: &dyn Format| format.facts().column();
    /// assert_eq!(column(&FlaxFormat), Column::Bytes);
    /// assert_eq!(column(LuuidFormat::FAMILY.formats[0]), Column::Uuid);
    /// assert_eq!(column(SnowflakeFormat::FAMILY.formats[0]), Column::Number);
    /// ```
    #[inline]
    pub const fn column(&self) -> Column {
        let mut index = 0;
        while index < self.forms.len() {
            if matches!(self.forms[index].column, Some(Column::Uuid)) {
                return Column::Uuid;
            }
            index += 1;
        }
        if self.layout.bits() <= 64 { Column::Number } else { Column::Bytes }
    }

    /// The bytes that hold an identifier.
    pub(crate) const fn bytes(&self) -> usize {
        self.layout.bits().div_ceil(8) as usize
    }

    /// The place of the form of this name.
    #[inline]
    pub fn form(&self, name: &str) -> Option<usize> {
        self.forms.iter().position(|form| form.name == name)
    }

    /// The forms that are written, each with its place in the list of all.
    #[inline]
    pub fn written_forms(&self) -> impl Iterator<Item = (usize, &'static str)> + use<> {
        let forms = self.forms.iter().enumerate();
        forms.filter(|(_, form)| form.written).map(|(place, form)| (place, form.name))
    }
}
