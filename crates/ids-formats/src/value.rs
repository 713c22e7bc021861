//! What an identifier holds, field by field.

use ids_core::format::{Field, Layout};

/// A field that an identifier has a value for: one of the layout, or two of it that are one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// The name.
    pub name: &'static str,
    /// The layout's field; of two, that of the upper bits.
    pub field: Field,
    /// The layout's field of the lower bits, if the bits stand in two places.
    pub lower: Option<Field>,
}

impl Value {
    /// The values that identifiers of a layout hold, most significant first: all but those with a
    /// fixed value. One that stands in two places is where its upper part is.
    #[inline]
    pub fn all(layout: &Layout, split: Option<Self>) -> impl Iterator<Item = Self> + use<> {
        layout.open().filter_map(move |field| match split {
            Some(split) if field == split.field => Some(split),
            Some(split) if Some(field) == split.lower => None,
            _ => Some(Self { name: field.name(), field, lower: None }),
        })
    }

    /// The value in an identifier.
    #[inline]
    pub const fn get(&self, bits: u128) -> u64 {
        let upper = self.field.get(bits);
        match self.lower {
            Some(lower) => upper << lower.width() | lower.get(bits),
            None => upper,
        }
    }
}
