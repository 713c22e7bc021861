//! The values of an identifier's fields.

use std::collections::BTreeMap;

use ids_core::format::Layout;

use crate::{Fault, Number, Reason};

/// A value for each field that is not fixed, each of at most 64 bits.
#[derive(Debug)]
pub struct Parts(BTreeMap<String, u64>);

impl Parts {
    /// These values, if they are those of the layout's fields that are not fixed.
    ///
    /// # Errors
    /// A value too wide for any field, a missing field (a refusal), or a name that the layout does not have.
    pub fn new(layout: Layout, given: &BTreeMap<String, Number>) -> Result<Self, Fault> {
        let mut open = layout.fields().iter().filter(|field| field.fixed().is_none());
        if let Some(name) =
            given.keys().find(|name| layout.field(name).is_none_or(|field| field.fixed().is_some()))
        {
            return Err(Fault::unsupported(format!("field {name:?} to set")));
        }
        if let Some(field) = open.find(|field| !given.contains_key(field.name())) {
            return Err(Reason::new("missing").of(field.name()).into());
        }
        let value = |(name, value): (&String, &Number)| match u64::try_from(value.0) {
            Ok(value) => Ok((name.clone(), value)),
            Err(_) => Err(Reason::new("range").of(name).into()),
        };
        given.iter().map(value).collect::<Result<_, Fault>>().map(Self)
    }

    /// The value of a field; 0 of one that the layout has not.
    pub fn of(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// The number in which the layout's fields have these values.
    ///
    /// # Errors
    /// A value does not fit its field.
    pub fn pack(&self, layout: &Layout) -> Result<u128, Fault> {
        let open = layout.fields().iter().filter(|field| field.fixed().is_none());
        let values: Vec<_> = open.map(|field| self.of(field.name())).collect();
        Ok(layout.pack(&values)?)
    }
}
