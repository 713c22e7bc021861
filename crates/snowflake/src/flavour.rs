//! A flavour as a value: its layout, its unit of time and its text.

use core::{fmt, str::FromStr};

use ids_core::{
    ParseError, RangeError, Text,
    format::{Field, Layout, Positions, Ticks, or_return, same_text},
};

use crate::{FLAVOURS, FlavourError, Form, UnixTime, layout::NAMES};

/// Bit 63 kept at 0, so that the identifier is positive as a signed integer
/// ([SNOW-2](crate::rules#snow-2)).
pub const SIGN: Field = Field::new("sign", 63, 63).always(0);

/// A kind of 64-bit identifier: its fields, what its timestamp counts, and its text
/// ([SNOW-1](crate::rules#snow-1)).
///
/// The twelve known kinds are in [`FLAVOURS`], and you can make your own.
/// [`Snowflake`](crate::Snowflake) and [`Node`](crate::Node) have the flavour as a type, for
/// flavours that are known when the program is compiled. The methods here do the same on plain
/// integers, for layouts that are only known when it runs.
///
/// ```
/// use snowflake::{Flavour, UnixTime};
/// let discord = "discord".parse::<Flavour>()?;
/// let bits = discord.decode(b"175928847299117063")?;
/// assert_eq!(discord.time(bits), UnixTime::from_millis(1_462_015_105_796));
/// let worker = discord.layout().field("worker").unwrap();
/// assert_eq!(worker.get(bits.into()), 1);
/// # Ok::<(), snowflake::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flavour {
    layout: Layout,
    ticks: Ticks,
    timestamp: Field,
    sequence: Option<Field>,
    generates: bool,
    form: Form,
}

impl Flavour {
    /// The flavour of this layout whose field named `timestamp` counts `ticks`, and whose field named
    /// `sequence` counts the identifiers inside a tick. Without a sequence there is one identifier for
    /// each tick and node. It has decimal text.
    ///
    /// The fields other than the timestamp, the sequence and those with a fixed value are the
    /// node's.
    ///
    /// # Panics
    /// If [`try_new`](Self::try_new) returns an error. A wrong constant does not compile.
    #[inline]
    #[track_caller]
    pub const fn new(
        layout: Layout,
        ticks: Ticks,
        timestamp: &'static str,
        sequence: Option<&'static str>,
    ) -> Self {
        match Self::try_new(layout, ticks, timestamp, sequence) {
            Ok(flavour) => flavour,
            Err(error) => error.panic(),
        }
    }

    /// As [`new`](Self::new), for layouts that are only known when the program runs.
    ///
    /// ```
    /// use snowflake::{Field, Flavour, FlavourError, Layout, Ticks, UnixTime};
    /// static FIELDS: [Field; 3] =
    ///     [Field::new("time", 63, 22), Field::new("node", 21, 12), Field::new("number", 11, 0)];
    /// let layout = Layout::new("mine", 64, &FIELDS);
    /// let ticks = Ticks::per_second(UnixTime::from_secs(1_735_689_600), 1000);
    /// let mine = Flavour::try_new(layout, ticks, "time", Some("number"))?;
    /// assert_eq!(mine.node(&[("node", 5)]), Ok(5 << 12));
    /// // Above the timestamp only fields with a fixed value may stand.
    /// let error = Flavour::try_new(layout, ticks, "node", Some("number"));
    /// assert_eq!(error, Err(FlavourError::AboveTimestamp { field: "time" }));
    /// # Ok::<(), FlavourError>(())
    /// ```
    ///
    /// # Errors
    /// [`FlavourError`] ([SNOW-7](crate::rules#snow-7)) in one of four cases. The layout does not
    /// have 64 bits. Two of its fields have the same name. The timestamp or the sequence names a
    /// fixed field, or no field. A field that is not fixed stands above the timestamp.
    #[inline]
    pub const fn try_new(
        layout: Layout,
        ticks: Ticks,
        timestamp: &'static str,
        sequence: Option<&'static str>,
    ) -> Result<Self, FlavourError> {
        if layout.bits() != 64 {
            return Err(FlavourError::Width { bits: layout.bits() });
        }
        let fields = layout.fields();
        let timestamp = match layout.field(timestamp) {
            Some(field) if field.fixed().is_none() => field,
            _ => return Err(FlavourError::Foreign { field: timestamp }),
        };
        let mut index = 0;
        while index < fields.len() {
            let field = fields[index];
            if field.low() > timestamp.high() && field.fixed().is_none() {
                return Err(FlavourError::AboveTimestamp { field: field.name() });
            }
            let mut other = 0;
            while other < index {
                if same_text(fields[other].name(), field.name()) {
                    return Err(FlavourError::Repeated { field: field.name() });
                }
                other += 1;
            }
            index += 1;
        }
        let sequence = match sequence {
            None => None,
            Some(name) => match layout.field(name) {
                Some(field) if field.low() != timestamp.low() && field.fixed().is_none() => {
                    Some(field)
                }
                _ => return Err(FlavourError::Foreign { field: name }),
            },
        };
        Ok(Self { layout, ticks, timestamp, sequence, generates: true, form: Form::Decimal })
    }

    /// The same flavour counted from another instant after the Unix epoch: for services that set
    /// their own.
    ///
    /// ```
    /// use snowflake::{FieldOf, Flavour, Kind, Snowflake, Suou, UnixTime};
    ///
    /// /// The identifiers of a service that has used suou since 2025.
    /// enum Ours {}
    /// impl Kind for Ours {
    ///     const FLAVOUR: Flavour = Suou::FLAVOUR.with_epoch(UnixTime::from_secs(1_735_686_000));
    /// }
    /// impl Ours {
    ///     const SHARD: FieldOf<Self> = FieldOf::named("shard");
    /// }
    /// let id = Snowflake::<Ours>::from_bits(7 << 12)?;
    /// assert_eq!((id.time(), id.get(Ours::SHARD)), (UnixTime::from_secs(1_735_686_000), 7));
    /// # Ok::<(), snowflake::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn with_epoch(self, epoch: UnixTime) -> Self {
        Self { ticks: self.ticks.with_epoch(epoch), ..self }
    }

    /// The same flavour with another canonical text.
    #[inline]
    #[must_use]
    pub const fn with_form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// The same flavour without generators: for kinds whose lowest bits follow other rules.
    #[inline]
    #[must_use]
    pub const fn decode_only(self) -> Self {
        Self { generates: false, ..self }
    }

    /// The flavour's name, which is its layout's.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.layout.name()
    }

    /// The fields, most significant first.
    #[inline]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The timestamp's unit and epoch.
    #[inline]
    pub const fn ticks(&self) -> Ticks {
        self.ticks
    }

    /// The field that counts ticks.
    #[inline]
    pub const fn timestamp(&self) -> Field {
        self.timestamp
    }

    /// The field that counts inside a tick, if the flavour has one.
    #[inline]
    pub const fn sequence(&self) -> Option<Field> {
        self.sequence
    }

    /// The canonical text.
    #[inline]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The anchored regular expression of the canonical text. It is that of the
    /// [`form`](Self::form). If bit 63 is always 0 and the base is a power of two, it does not
    /// match texts that set this bit.
    #[inline]
    pub const fn pattern(&self) -> &'static str {
        let fields = self.layout.fields();
        match fields[0].fixed() {
            Some(value) if value >> (fields[0].width() - 1) == 0 => self.form.positive_pattern(),
            _ => self.form.pattern(),
        }
    }

    /// Whether generators can be made.
    #[inline]
    pub const fn generates(&self) -> bool {
        self.generates
    }

    /// Whether `bits` hold the flavour's fixed values, such as a sign bit of 0.
    ///
    /// # Errors
    /// [`ParseError::Fixed`].
    #[inline]
    pub const fn check(&self, bits: u64) -> Result<(), ParseError> {
        self.layout.check(bits as u128)
    }

    /// The start of the identifier's tick, since the Unix epoch: exact, by integer arithmetic
    /// ([SNOW-3](crate::rules#snow-3)).
    #[inline]
    pub const fn time(&self, bits: u64) -> UnixTime {
        self.ticks.start(self.timestamp.get(bits as u128))
    }

    /// The smallest identifier of the tick that holds `time`: where a range scan begins
    /// ([SNOW-4](crate::rules#snow-4)).
    ///
    /// # Errors
    /// [`RangeError`] if the timestamp cannot hold that instant.
    #[inline]
    pub const fn first_at(&self, time: UnixTime) -> Result<u64, RangeError> {
        let tick = or_return!(self.ticks.at_most(time, self.timestamp.max()));
        Ok(tick << self.timestamp.low() | self.fixed())
    }

    /// The largest identifier of the tick that holds `time`: where a range scan ends
    /// ([SNOW-4](crate::rules#snow-4)).
    ///
    /// # Errors
    /// As [`first_at`](Self::first_at).
    #[inline]
    pub const fn last_at(&self, time: UnixTime) -> Result<u64, RangeError> {
        Ok(or_return!(self.first_at(time)) | self.free() & !(u64::MAX << self.timestamp.low()))
    }

    /// The start of the last tick that the timestamp holds, since the Unix epoch
    /// ([SNOW-5](crate::rules#snow-5)). The first instant that does not fit is one tick later.
    #[inline]
    pub const fn last(&self) -> UnixTime {
        self.ticks.start(self.timestamp.max())
    }

    /// The start of the last tick whose identifiers are positive as signed 64-bit integers: the
    /// same as [`last`](Self::last) where bit 63 is always 0, `None` where it is always 1.
    #[inline]
    pub const fn last_positive(&self) -> Option<UnixTime> {
        if self.fixed() >> 63 == 1 {
            None
        } else if self.timestamp.high() == 63 {
            Some(self.ticks.start(self.timestamp.max() >> 1))
        } else {
            Some(self.last())
        }
    }

    /// How many positions a tick has, and which tick is the last.
    #[inline]
    pub const fn positions(&self) -> Positions {
        Positions::new(self.ticks, self.sequence_bits(), self.timestamp.max())
    }

    /// The identifier at a position of [`positions`](Self::positions), made by the node of these bits.
    #[inline]
    pub(crate) const fn id(&self, position: u64, node: u64) -> u64 {
        let bits = self.sequence_bits();
        let timestamp = (position >> bits) << self.timestamp.low();
        match self.sequence {
            Some(field) => timestamp | (position & field.max()) << field.low() | node,
            None => timestamp | node,
        }
    }

    /// The position of an identifier, whichever node made it.
    #[inline]
    pub const fn position(&self, bits: u64) -> u64 {
        let tick = self.timestamp.get(bits as u128);
        match self.sequence {
            Some(field) => tick << field.width() | field.get(bits as u128),
            None => tick,
        }
    }

    /// The canonical text.
    #[inline]
    pub const fn encode(&self, bits: u64) -> Text<20> {
        self.form.encode(bits)
    }

    /// The identifier that the text writes in the canonical form.
    ///
    /// # Errors
    /// [`ParseError`]: a text that [`encode`](Self::encode) does not write is an error, except for
    /// the aliases that [`Form`] names.
    #[inline]
    pub const fn decode(&self, text: &[u8]) -> Result<u64, ParseError> {
        let bits = or_return!(self.form.decode(text));
        or_return!(self.check(bits));
        Ok(bits)
    }

    #[inline]
    const fn sequence_bits(&self) -> u32 {
        match self.sequence {
            Some(field) => field.width(),
            None => 0,
        }
    }

    /// The bits that have fixed values, with those values. `Layout::settle` would do it with 128 bits: a program for a
    /// Cortex-M4 would be 4 % larger.
    #[inline]
    pub(crate) const fn fixed(&self) -> u64 {
        let (fields, mut bits, mut index) = (self.layout.fields(), 0, 0);
        while index < fields.len() {
            if let Some(value) = fields[index].fixed() {
                bits |= value << fields[index].low();
            }
            index += 1;
        }
        bits
    }

    /// The bits of the fields without a fixed value, set.
    #[inline]
    pub(crate) const fn free(&self) -> u64 {
        let (fields, mut bits, mut index) = (self.layout.fields(), 0, 0);
        while index < fields.len() {
            if fields[index].fixed().is_none() {
                bits |= fields[index].max() << fields[index].low();
            }
            index += 1;
        }
        bits
    }
}

impl fmt::Display for Flavour {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Flavour {
    type Err = ParseError;

    /// The known flavour of exactly this [`name`](Flavour::name).
    #[inline]
    fn from_str(name: &str) -> Result<Self, ParseError> {
        let named = FLAVOURS.iter().find(|flavour| flavour.name() == name);
        named.copied().ok_or(ParseError::Unknown { what: "flavour", known: NAMES })
    }
}
