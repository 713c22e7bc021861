//! What an identifier holds, field by field.

use ids_core::format::{Field, Layout};

/// A field whose bits stand in two places: the layout has each as a field of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    name: &'static str,
    upper: Field,
    lower: Field,
}

impl Split {
    /// The field of this name, whose upper and lower bits are these.
    #[inline]
    pub const fn new(name: &'static str, upper: Field, lower: Field) -> Self {
        Self { name, upper, lower }
    }

    /// The name of both together.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The layout's field of the upper bits.
    #[inline]
    pub const fn upper(&self) -> Field {
        self.upper
    }

    /// The layout's field of the lower bits.
    #[inline]
    pub const fn lower(&self) -> Field {
        self.lower
    }

    /// The value of both together.
    #[inline]
    pub const fn get(&self, bits: u128) -> u64 {
        self.upper.get(bits) << self.lower.width() | self.lower.get(bits)
    }
}

/// A field that an identifier has a value for: one of the layout, or one that stands in two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A field of the layout without a fixed value.
    Whole(Field),
    /// Two fields of the layout that are one number.
    Split(Split),
}

impl Value {
    /// The values that identifiers of a layout hold, most significant first: all but those with a
    /// fixed value. One that stands in two places is where its upper part is.
    #[inline]
    pub fn all(layout: &Layout, split: Option<Split>) -> impl Iterator<Item = Self> + use<> {
        let open = layout.fields().iter().filter(|field| field.fixed().is_none());
        open.filter_map(move |field| match split {
            Some(split) if *field == split.upper => Some(Self::Split(split)),
            Some(split) if *field == split.lower => None,
            _ => Some(Self::Whole(*field)),
        })
    }

    /// The name.
    #[inline]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Whole(field) => field.name(),
            Self::Split(split) => split.name,
        }
    }

    /// The value in an identifier.
    #[inline]
    pub const fn get(&self, bits: u128) -> u64 {
        match self {
            Self::Whole(field) => field.get(bits),
            Self::Split(split) => split.get(bits),
        }
    }
}
