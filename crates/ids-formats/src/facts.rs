//! What a format is, as data: everything that does not depend on an identifier.

use core::fmt;

use ids_core::format::{Field, Layout};

use crate::{UnixTime, Value};

/// No identifier of a format that counts from the Unix epoch is older, unless the format says so:
/// Snowflake was published in 2010.
const FIRST: UnixTime = UnixTime::from_secs(1_262_304_000);

/// A text form of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormInfo {
    /// Where it stands in the list of the format's forms, from 0 on.
    pub place: usize,
    /// The name in lower case.
    pub name: &'static str,
    /// The type of a database column in which texts of this form sort as the identifiers do;
    /// `None` if there is none.
    pub column: Option<Column>,
    /// Whether programs should write it; if not, it is only read.
    pub written: bool,
    /// Whether it is read only where a program names it: its texts look like those of another form or
    /// flavour, so that [`inspect`](crate::inspect) and [`read`](crate::read) do not try it otherwise.
    pub only_by_name: bool,
}

impl FormInfo {
    /// The first form, read and written, of texts that sort as the identifiers do or not. The names
    /// `decimal`, and `uuid` if such texts sort, say that databases have a column for it.
    #[inline]
    pub const fn new(name: &'static str, sorts: bool) -> Self {
        let column = match name.as_bytes() {
            b"decimal" => Some(Column::Number),
            b"uuid" if sorts => Some(Column::Uuid),
            _ if sorts => Some(Column::Text),
            _ => None,
        };
        Self { place: 0, name, column, written: true, only_by_name: false }
    }

    /// Whether the texts themselves sort as the identifiers do.
    #[inline]
    pub const fn sorts(&self) -> bool {
        matches!(self.column, Some(Column::Text | Column::Uuid))
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

/// What a format is: everything that does not depend on an identifier. What [`new`](Self::new) does not
/// ask for has its usual value, and another one in `Facts { born, ..Facts::new(..) }`.
#[derive(Clone, Copy)]
pub struct Facts {
    /// The name of the format, or of the family of formats, in lower case.
    pub family: &'static str,
    /// The name inside the family.
    pub flavour: Option<&'static str>,
    /// One line for people.
    pub about: &'static str,
    /// The fields. Where identifiers have different ones, those that all have in common; of
    /// [either version of LUUID](crate::formats::luuid::EITHER) those of version 6.
    pub layout: Layout,
    /// The layouts that identifiers have, if not all have the same; else empty.
    /// [`Format::layout_of`](crate::Format::layout_of) says which one has.
    pub layouts: &'static [Layout],
    /// The field that stands in two places of the layout, if there is one.
    pub split: Option<Value>,
    /// The text forms. Formats with one and the same list read alike: one reading is enough.
    pub forms: &'static [FormInfo],
    /// The canonical one of the forms; the first, usually.
    pub canonical: &'static FormInfo,
    /// The field that is random, if there is one.
    pub random: Option<Field>,
    /// How many identifiers there are for one tick, or in all if the format has no time, and the words
    /// behind that number; `None` if no generator is known.
    pub capacity: Option<(u128, &'static str)>,
    /// When the first identifiers were made, since the Unix epoch: an earlier time inside is not
    /// plausible. Nor is one of the first day after the epoch of the format's own. In 2010, usually. The
    /// Unix epoch where only the user of the format knows, as of a layout of one's own: then that day is
    /// plausible, too.
    pub born: UnixTime,
}

/// The names: the code for all the rest would be a part of each program that has a format as a value.
impl fmt::Debug for Facts {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { family, flavour, .. } = self;
        f.debug_struct("Facts")
            .field("family", family)
            .field("flavour", flavour)
            .finish_non_exhaustive()
    }
}

impl Facts {
    /// The facts of a format whose first form is the canonical one.
    ///
    /// # Panics
    /// If a form does not say its place, or there is no form: for a constant, when it is compiled.
    #[inline]
    pub const fn new(
        family: &'static str,
        about: &'static str,
        layout: Layout,
        forms: &'static [FormInfo],
    ) -> Self {
        let mut place = 0;
        while place < forms.len() {
            assert!(forms[place].place == place, "a form says its place in the list");
            place += 1;
        }
        Self {
            family,
            flavour: None,
            about,
            layout,
            layouts: &[],
            split: None,
            forms,
            canonical: &forms[0],
            random: None,
            capacity: None,
            born: FIRST,
        }
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
        self.layout.settle(u128::MAX)
    }

    /// Whether the canonical text is a number, which any number of these bits has as well.
    #[inline]
    pub const fn is_number(&self) -> bool {
        matches!(self.canonical.column, Some(Column::Number))
    }

    /// The column that identifiers of this format are stored in: of numbers where they have at most 64
    /// bits, of UUIDs where one of the forms is a UUID, otherwise of bytes. It sorts as they do.
    ///
    /// ```
    /// use ids_formats::{Column, family};
    /// let column = |name: &str| family(name).unwrap().formats[0].facts().column();
    /// let columns = [column("flax"), column("evently"), column("snowflake")];
    /// assert_eq!(columns, [Column::Bytes, Column::Uuid, Column::Number]);
    /// ```
    #[inline]
    pub fn column(&self) -> Column {
        match self.layout.bits() {
            _ if self.forms.iter().any(|form| form.column == Some(Column::Uuid)) => Column::Uuid,
            ..=64 => Column::Number,
            _ => Column::Bytes,
        }
    }

    /// The bytes that hold an identifier.
    #[inline]
    pub const fn bytes(&self) -> usize {
        self.layout.bits().div_ceil(8) as usize
    }

    /// The form of this name.
    #[inline]
    pub fn form(&self, name: &str) -> Option<&'static FormInfo> {
        self.forms.iter().find(|form| form.name == name)
    }

    /// The forms that are written.
    #[inline]
    pub fn written_forms(&self) -> impl Iterator<Item = &'static FormInfo> + use<> {
        self.forms.iter().filter(|form| form.written)
    }
}
