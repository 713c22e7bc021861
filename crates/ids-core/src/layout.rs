//! A layout is data: named bit ranges, checked when the program is compiled.

use crate::{
    ParseError, RangeError,
    format::{or_return, same_text},
};

/// A named range of at most 64 bits inside an identifier, bit 0 being the least significant.
///
/// ```
/// use ids_core::format::Field;
/// const WORKER: Field = Field::new("worker", 21, 17);
/// assert_eq!(WORKER.width(), 5);
/// assert_eq!(WORKER.get(175_928_847_299_117_063), 1);
/// assert_eq!(WORKER.put(31)?, 31 << 17);
/// assert!(WORKER.put(32).is_err());
/// # Ok::<(), ids_core::RangeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    name: &'static str,
    high: u8,
    low: u8,
    fixed: Option<u64>,
}

impl Field {
    /// The field of bits `high` down to `low`, both included.
    ///
    /// # Panics
    /// If `high < low`, if it is wider than 64 bits, or if `high > 127`: for a constant, when it
    /// is compiled.
    #[inline]
    #[track_caller]
    pub const fn new(name: &'static str, high: u8, low: u8) -> Self {
        assert!(low <= high, "a field's high bit is not below its low bit");
        assert!(high - low < 64, "a field has at most 64 bits");
        assert!(high < 128, "an identifier has at most 128 bits");
        Self { name, high, low, fixed: None }
    }

    /// The same field with one value the format always writes, like a version or a sign bit.
    ///
    /// # Panics
    /// If the value is wider than the field.
    #[inline]
    #[must_use]
    #[track_caller]
    pub const fn always(self, value: u64) -> Self {
        assert!(value <= self.max(), "the fixed value is wider than its field");
        Self { fixed: Some(value), ..self }
    }

    /// The field's name, as the format's own text spells it.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The place of the most significant bit.
    #[inline]
    pub const fn high(&self) -> u32 {
        self.high as u32
    }

    /// The place of the least significant bit.
    #[inline]
    pub const fn low(&self) -> u32 {
        self.low as u32
    }

    /// The number of bits, 1 to 64.
    #[inline]
    pub const fn width(&self) -> u32 {
        self.high as u32 - self.low as u32 + 1
    }

    /// The value the format always writes here, if it fixes one.
    #[inline]
    pub const fn fixed(&self) -> Option<u64> {
        self.fixed
    }

    /// The largest value that fits.
    #[inline]
    pub const fn max(&self) -> u64 {
        u64::MAX >> (64 - self.width())
    }

    /// The field's bits set, all others clear.
    #[inline]
    pub const fn mask(&self) -> u128 {
        (self.max() as u128) << self.low
    }

    /// The field's value in `bits`.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the mask leaves at most 64 bits")]
    pub const fn get(&self, bits: u128) -> u64 {
        (bits >> self.low) as u64 & self.max()
    }

    /// The bits of `value` at the field's place, all others clear.
    ///
    /// # Errors
    /// [`RangeError`] if `value` is wider than the field.
    #[inline]
    pub const fn put(&self, value: u64) -> Result<u128, RangeError> {
        let max = self.max();
        if value > max {
            return Err(RangeError::Field { field: self.name, value, max });
        }
        Ok((value as u128) << self.low)
    }
}

/// The fields of a format, most significant first, covering each of its bits exactly once.
///
/// ```
/// use ids_core::format::{Field, Layout};
/// const TIMESTAMP: Field = Field::new("timestamp", 95, 56);
/// const RANDOM: Field = Field::new("random", 55, 0);
/// const FLAX: Layout = Layout::new("flax", 96, &[TIMESTAMP, RANDOM]);
/// assert_eq!(FLAX.pack(&[1, 2])?, (1 << 56) | 2);
/// # Ok::<(), ids_core::RangeError>(())
/// ```
///
/// A gap or an overlap does not compile:
/// ```compile_fail
/// use ids_core::format::{Field, Layout};
/// const GAP: Layout =
///     Layout::new("gap", 16, &[Field::new("time", 15, 9), Field::new("sequence", 7, 0)]);
/// # let _ = GAP;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    name: &'static str,
    bits: u32,
    fields: &'static [Field],
}

impl Layout {
    /// The layout of `bits` bits that `fields` cover from the top down.
    ///
    /// # Panics
    /// If the fields leave a gap, overlap, or do not fill the width exactly: for a constant, when
    /// it is compiled.
    #[inline]
    #[track_caller]
    pub const fn new(name: &'static str, bits: u32, fields: &'static [Field]) -> Self {
        assert!(bits >= 1 && bits <= 128, "a layout has 1 to 128 bits");
        let (mut below, mut index) = (bits, 0);
        while index < fields.len() {
            assert!(fields[index].high() + 1 == below, "a gap or an overlap between two fields");
            below = fields[index].low();
            index += 1;
        }
        assert!(below == 0, "the lowest bits belong to no field");
        Self { name, bits, fields }
    }

    /// The format's name.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The format's width in bits.
    #[inline]
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// The fields, most significant first.
    #[inline]
    pub const fn fields(&self) -> &'static [Field] {
        self.fields
    }

    /// The fields without a fixed value, most significant first.
    #[inline]
    pub fn open(&self) -> impl Iterator<Item = Field> + Clone + use<> {
        self.fields.iter().copied().filter(|field| field.fixed.is_none())
    }

    /// The field of this name.
    #[inline]
    pub const fn field(&self, name: &str) -> Option<Field> {
        let mut index = 0;
        while index < self.fields.len() {
            if same_text(self.fields[index].name, name) {
                return Some(self.fields[index]);
            }
            index += 1;
        }
        None
    }

    /// All bits of the format set.
    #[inline]
    pub const fn mask(&self) -> u128 {
        u128::MAX >> (128 - self.bits)
    }

    /// Whether `bits` fit the width and hold each fixed value.
    ///
    /// # Errors
    /// [`ParseError::TooLarge`] or [`ParseError::Fixed`].
    #[inline]
    pub const fn check(&self, bits: u128) -> Result<(), ParseError> {
        if bits > self.mask() {
            return Err(ParseError::TooLarge { bits: self.bits });
        }
        let mut index = 0;
        while index < self.fields.len() {
            let field = self.fields[index];
            if let Some(expected) = field.fixed {
                let found = field.get(bits);
                if found != expected {
                    return Err(ParseError::Fixed { field: field.name, found, expected });
                }
            }
            index += 1;
        }
        Ok(())
    }

    /// These bits with each fixed value in its field, and none above the width.
    ///
    /// ```
    /// use ids_core::format::{Field, Layout};
    /// const LAYOUT: Layout =
    ///     Layout::new("toy", 8, &[Field::new("version", 7, 4).always(6), Field::new("number", 3, 0)]);
    /// assert_eq!((LAYOUT.settle(0), LAYOUT.settle(u128::MAX)), (0x60, 0x6f));
    /// ```
    #[inline]
    pub const fn settle(&self, bits: u128) -> u128 {
        let (mut bits, mut index) = (bits & self.mask(), 0);
        while index < self.fields.len() {
            let field = self.fields[index];
            if let Some(fixed) = field.fixed {
                bits = bits & !field.mask() | (fixed as u128) << field.low;
            }
            index += 1;
        }
        bits
    }

    /// The bits of these values, one for each field without a fixed value, most significant first.
    ///
    /// # Errors
    /// [`RangeError`] names the first field whose value is too wide.
    ///
    /// # Panics
    /// If the number of values is not the number of fields without a fixed value.
    #[inline]
    pub const fn pack(&self, values: &[u64]) -> Result<u128, RangeError> {
        let (mut bits, mut index, mut given) = (0, 0, 0);
        while index < self.fields.len() {
            let field = self.fields[index];
            let value = if let Some(fixed) = field.fixed {
                fixed
            } else {
                given += 1;
                values[given - 1]
            };
            bits |= or_return!(field.put(value));
            index += 1;
        }
        assert!(given == values.len(), "one value for each field without a fixed value");
        Ok(bits)
    }

    /// Each field with its value in `bits`, most significant first.
    #[inline]
    pub fn unpack(&self, bits: u128) -> impl Iterator<Item = (Field, u64)> + use<> {
        self.fields.iter().map(move |field| (*field, field.get(bits)))
    }
}

/// Writes the table of an identifier's fields, most significant first: a constant for each, of its name, its highest bit
/// and its lowest; `LAYOUT`, of the layout's name and its bits; and methods for the values of the fields.
///
/// ```
/// use ids_core::format::{Field, Layout, fields};
///
/// #[derive(Clone, Copy)]
/// struct Shelf(u16);
///
/// fields! {
///     /// The room and the number in it.
///     Shelf, "shelf", 16 {
///         /// The version.
///         VERSION = "version", 15, 14, always 2;
///         /// The room, 6 bits.
///         ROOM = "room", 13, 8 => room: u8;
///         /// The number in the room.
///         NUMBER = "number", 7, 0 => number: u8;
///     }
/// }
///
/// impl Shelf {
///     const fn to_bits(self) -> u16 {
///         self.0
///     }
/// }
///
/// assert_eq!((Shelf(0x8305).room(), Shelf(0x8305).number()), (3, 5));
/// assert_eq!(Shelf::LAYOUT.pack(&[3, 5]), Ok(0x8305));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! fields {
    (
        $(#[$of_layout:meta])*
        $id:ident, $name:literal, $bits:literal {
            $(
                $(#[$of_field:meta])*
                $constant:ident = $field:literal, $high:literal, $low:literal
                $(, always $fixed:literal)? $(=> $method:ident: $number:ty)?;
            )+
        }
    ) => {
        impl $id {
            $(
                $(#[$of_field])*
                pub const $constant: $crate::format::Field =
                    $crate::format::Field::new($field, $high, $low) $(.always($fixed))?;
            )+

            $(#[$of_layout])*
            pub const LAYOUT: $crate::format::Layout =
                $crate::format::Layout::new($name, $bits, &[$(Self::$constant),+]);

            $($crate::format::fields!(@value [$(#[$of_field])*] $constant $($method $number)?);)+
        }

        $($(
            const _: () = ::core::assert!(
                $id::$constant.width() <= <$number>::BITS,
                "the field is wider than the number of its method"
            );
        )?)+
    };
    (@value [$($attribute:tt)*] $constant:ident) => {};
    (@value [$($attribute:tt)*] $constant:ident $method:ident $number:ty) => {
        $($attribute)*
        #[inline]
        #[allow(
            clippy::cast_possible_truncation,
            clippy::unnecessary_cast,
            reason = "the number is as wide as the field, or wider"
        )]
        pub const fn $method(self) -> $number {
            Self::$constant.get(self.to_bits() as u128) as $number
        }
    };
}
