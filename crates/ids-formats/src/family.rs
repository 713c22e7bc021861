//! The families of formats.

use crate::{Format, families, formats};

/// A format and its flavours, in the order they are listed.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name in lower case.
    pub name: &'static str,
    /// The name of the type of its identifiers, as in `flax_id::FlaxId`.
    pub id: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// The flavours, whose forms have the same names in the same places; one without a name if there is but one.
    pub formats: &'static [&'static dyn Format],
}

macro_rules! all {
    ($($name:literal: $module:ident),*) => {
        /// Every family.
        pub static FAMILIES: &[Family] = &[$(formats::$module::FAMILY),*];
    };
}
families!(all);

/// Every format and flavour, family by family.
///
/// ```
/// let flavours = ids_formats::all().filter_map(|format| format.facts().flavour);
/// assert!(flavours.collect::<Vec<_>>().starts_with(&["twitter", "discord"]));
/// ```
#[inline]
pub fn all() -> impl Iterator<Item = &'static dyn Format> {
    FAMILIES.iter().flat_map(|family| family.formats.iter().copied())
}

/// The family of this name.
#[inline]
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

impl Family {
    /// The flavour of this name.
    #[inline]
    pub fn flavour(&self, name: &str) -> Option<&'static dyn Format> {
        self.formats.iter().copied().find(|format| format.facts().flavour == Some(name))
    }
}
