//! The values of fields, each given exactly once.

use ids_core::format::Field;

use crate::{Flavour, ValuesError, flavour};

impl Flavour {
    /// The bits that a node contributes: the values of its fields and the fixed ones
    /// ([SNOW-66](crate::rules#snow-66)).
    ///
    /// ```
    /// use snowflake::{Discord, ValuesError, Kind};
    /// let discord = Discord::FLAVOUR;
    /// assert_eq!(discord.node(&[("worker", 1), ("process", 2)])?, 1 << 17 | 2 << 12);
    /// assert_eq!(discord.node(&[("worker", 1)]), Err(ValuesError::Missing { field: "process" }));
    /// assert!(discord.node(&[("worker", 32), ("process", 0)]).is_err());
    /// # Ok::<(), ValuesError>(())
    /// ```
    ///
    /// # Errors
    /// [`ValuesError`] unless each field but the timestamp, the sequence and the fixed ones is
    /// given once, with a value that fits, and nothing else is.
    #[inline]
    pub const fn node(&self, values: &[(&str, u64)]) -> Result<u64, ValuesError> {
        if !self.generates() {
            return Err(ValuesError::DecodeOnly { flavour: self.name() });
        }
        self.named_values(Values::of_node(self), values)
    }

    /// The identifier of these values.
    ///
    /// ```
    /// use snowflake::{Discord, Kind};
    /// let values =
    ///     [("timestamp", 41_944_705_796), ("worker", 1), ("process", 0), ("increment", 7)];
    /// assert_eq!(Discord::FLAVOUR.pack(&values)?, 175_928_847_299_117_063);
    /// # Ok::<(), snowflake::ValuesError>(())
    /// ```
    ///
    /// # Errors
    /// [`ValuesError`] unless each field without a fixed value is given once, with a value that
    /// fits, and nothing else is.
    #[inline]
    pub const fn pack(&self, values: &[(&str, u64)]) -> Result<u64, ValuesError> {
        self.named_values(Values::of_id(self), values)
    }

    const fn named_values(
        &self,
        mut given: Values,
        values: &[(&str, u64)],
    ) -> Result<u64, ValuesError> {
        let fields = self.layout().fields();
        let mut index = 0;
        while index < values.len() {
            let (name, value) = values[index];
            let mut found = 0;
            while found < fields.len() && !flavour::same_text(fields[found].name(), name) {
                found += 1;
            }
            let field = if found < fields.len() { Some(fields[found]) } else { None };
            given = match given.add(index, field, value) {
                Ok(given) => given,
                Err(error) => return Err(error),
            };
            index += 1;
        }
        given.finish(self)
    }

    pub(crate) const fn field_values(
        &self,
        mut given: Values,
        values: &[(Field, u64)],
    ) -> Result<u64, ValuesError> {
        let fields = self.layout().fields();
        let mut index = 0;
        while index < values.len() {
            let (field, value) = values[index];
            let field = match flavour::place(fields, &field) {
                Some(_) => Some(field),
                None => None,
            };
            given = match given.add(index, field, value) {
                Ok(given) => given,
                Err(error) => return Err(error),
            };
            index += 1;
        }
        given.finish(self)
    }
}

/// Values on their way into an identifier.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    bits: u64,
    /// The bits whose values are still to be given.
    missing: u64,
    /// The bits that can be given at all.
    wanted: u64,
}

impl Values {
    /// Every field without a fixed value is to be given.
    pub(crate) const fn of_id(flavour: &Flavour) -> Self {
        Self { bits: flavour.fixed(), missing: flavour.free(), wanted: flavour.free() }
    }

    /// Every field that is the node's is to be given.
    pub(crate) const fn of_node(flavour: &Flavour) -> Self {
        let mut wanted = flavour.free() & !place_mask(flavour.timestamp());
        if let Some(sequence) = flavour.sequence() {
            wanted &= !place_mask(sequence);
        }
        Self { bits: flavour.fixed(), missing: wanted, wanted }
    }

    const fn add(
        self,
        index: usize,
        field: Option<Field>,
        value: u64,
    ) -> Result<Self, ValuesError> {
        let Some(field) = field else { return Err(ValuesError::Unknown { index }) };
        let place = place_mask(field);
        if self.wanted & place == 0 {
            return Err(ValuesError::Foreign { field: field.name() });
        }
        if self.missing & place == 0 {
            return Err(ValuesError::Repeated { field: field.name() });
        }
        if let Err(error) = field.put(value) {
            return Err(ValuesError::Range(error));
        }
        let bits = self.bits | value << field.low();
        Ok(Self { bits, missing: self.missing & !place, ..self })
    }

    const fn finish(self, flavour: &Flavour) -> Result<u64, ValuesError> {
        let fields = flavour.layout().fields();
        let mut index = 0;
        while index < fields.len() {
            if self.missing & place_mask(fields[index]) != 0 {
                return Err(ValuesError::Missing { field: fields[index].name() });
            }
            index += 1;
        }
        Ok(self.bits)
    }
}

const fn place_mask(field: Field) -> u64 {
    field.max() << field.low()
}
