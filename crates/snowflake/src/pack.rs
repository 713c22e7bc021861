//! Values packed into the bits of an identifier, each field exactly once.

use ids_core::{
    RangeError,
    format::{Field, or_return},
};

use crate::{FieldOf, Flavour, Kind, ValuesError};

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
    /// [`ValuesError`] unless `values` has each of the [`node_fields`](Self::node_fields) once, with
    /// a value that fits, and nothing else.
    #[inline]
    pub const fn node(&self, values: &[(&str, u64)]) -> Result<u64, ValuesError> {
        if !self.generates() {
            return Err(ValuesError::DecodeOnly { flavour: self.name() });
        }
        Packing::node(self).names(self, values)
    }

    /// The fields of the node, most significant first: all but the timestamp, the sequence and
    /// those with a fixed value.
    ///
    /// ```
    /// use snowflake::{Discord, Kind};
    /// assert!(Discord::FLAVOUR.node_fields().map(|field| field.name()).eq(["worker", "process"]));
    /// ```
    #[inline]
    pub fn node_fields(&self) -> impl Iterator<Item = Field> + use<> {
        let wanted = Packing::node(self).wanted;
        let fields = self.layout().fields().iter().copied();
        fields.filter(move |field| wanted & place(*field) != 0)
    }

    /// How many nodes the flavour has: the product of what its node fields hold, and 0 if it can
    /// only be read ([SNOW-68](crate::rules#snow-68)).
    ///
    /// ```
    /// use snowflake::{Discord, Kind, Mastodon};
    /// assert_eq!(Discord::FLAVOUR.nodes(), 32 * 32);
    /// assert_eq!(Mastodon::FLAVOUR.nodes(), 0);
    /// ```
    #[inline]
    pub const fn nodes(&self) -> u64 {
        if self.generates() { 1 << Packing::node(self).wanted.count_ones() } else { 0 }
    }

    /// The bits that the node of this number contributes, for a flavour with generators.
    #[inline]
    pub(crate) const fn numbered(&self, number: u64) -> Result<u64, RangeError> {
        let Packing { mut bits, wanted, .. } = Packing::node(self);
        let max = self.nodes() - 1;
        if number > max {
            return Err(RangeError::Field { field: "node", value: number, max });
        }
        let (fields, mut rest, mut index) =
            (self.layout().fields(), number, self.layout().fields().len());
        while index > 0 {
            index -= 1;
            let field = fields[index];
            if wanted & place(field) != 0 {
                bits |= (rest & field.max()) << field.low();
                rest >>= field.width();
            }
        }
        Ok(bits)
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
    /// [`ValuesError`] unless `values` has each field without a fixed value once, with a value that
    /// fits, and nothing else.
    #[inline]
    pub const fn pack(&self, values: &[(&str, u64)]) -> Result<u64, ValuesError> {
        Packing::id(self).names(self, values)
    }
}

/// Values on their way into an identifier.
#[derive(Clone, Copy)]
pub(crate) struct Packing {
    bits: u64,
    /// The bits that have no value yet.
    missing: u64,
    /// The bits that take a value at all.
    wanted: u64,
}

impl Packing {
    /// Every field without a fixed value takes one.
    pub(crate) const fn id(flavour: &Flavour) -> Self {
        Self { bits: flavour.fixed(), missing: flavour.free(), wanted: flavour.free() }
    }

    /// Every field of the node takes one.
    pub(crate) const fn node(flavour: &Flavour) -> Self {
        let mut wanted = flavour.free() & !place(flavour.timestamp());
        if let Some(sequence) = flavour.sequence() {
            wanted &= !place(sequence);
        }
        Self { bits: flavour.fixed(), missing: wanted, wanted }
    }

    pub(crate) const fn names(
        mut self,
        flavour: &Flavour,
        values: &[(&str, u64)],
    ) -> Result<u64, ValuesError> {
        let mut index = 0;
        while index < values.len() {
            let (name, value) = values[index];
            let Some(field) = flavour.layout().field(name) else {
                return Err(ValuesError::Unknown { index });
            };
            self = or_return!(self.add(field, value));
            index += 1;
        }
        self.finish(flavour)
    }

    pub(crate) const fn fields<K: Kind>(
        mut self,
        values: &[(FieldOf<K>, u64)],
    ) -> Result<u64, ValuesError> {
        let mut index = 0;
        while index < values.len() {
            let (field, value) = values[index];
            self = or_return!(self.add(field.field(), value));
            index += 1;
        }
        self.finish(&K::FLAVOUR)
    }

    const fn add(self, field: Field, value: u64) -> Result<Self, ValuesError> {
        let place = place(field);
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
            if self.missing & place(fields[index]) != 0 {
                return Err(ValuesError::Missing { field: fields[index].name() });
            }
            index += 1;
        }
        Ok(self.bits)
    }
}

const fn place(field: Field) -> u64 {
    field.max() << field.low()
}
