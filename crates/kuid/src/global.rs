//! The identifier of many nodes: 96 bits.

use ids_core::{
    ParseError, RangeError, Text,
    format::{Layout, Ticks, identifier, or_return},
};

use crate::{Drift, Form, Local, NodeId, UnixTime, layout};

identifier! {
    /// A global identifier: unique and k-ordered among the nodes that made it. Its [`Drift`], which
    /// is not in the identifier, is in the type: 5 to 10 bits. With another number neither its text nor a
    /// [`Node`](crate::Node) nor what needs the drift compiles. [`Global`] has 8.
    ///
    /// | field | bits, for a drift of `I` | what |
    /// |---|---|---|
    /// | `mega` | 95 to 76 | millions of seconds since the Unix epoch |
    /// | `window` | 75 to 56 + `I` | windows of `2^I` seconds in the million |
    /// | `node` | 55 + `I` to 24 + `I` | the [node](NodeId) |
    /// | `offset` | 23 + `I` to 24 | seconds in the window |
    /// | `fraction` | 23 to 14 | ticks of 1.024 ms in the second, 0 to 976 |
    /// | `sequence` | 13 to 0 | number inside the tick |
    ///
    /// [`Local::to_global`] makes it of a [`Local`], which it holds whole.
    ///
    /// Its text is 16 characters of `.0-9A-Z_a-z`. Identifiers, their bytes and their texts all sort
    /// the same way: by window, then by node, then by time ([KUID-16](crate::rules#kuid-16)).
    ///
    /// ```
    /// use kuid::{Global, NodeId, UnixTime};
    /// let id: Global = ".5.tXVEf8n8vPN.0".parse()?;
    /// assert_eq!(id.node(), NodeId::from_name("uid@127.0.0.1"));
    /// assert_eq!(id.time(), UnixTime::from_micros(1_539_625_275_432_128));
    /// let local = id.to_local();
    /// assert_eq!((local.to_string().as_str(), local.second(), local.sequence()), (".5.tXbhdV.3", 625_275, 1));
    /// # Ok::<(), kuid::ParseError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// let id: Result<kuid::Kuid<4>, _> = ".5.tXVEf8n8vPN.0".parse();
    /// ```
    pub struct Kuid<const DRIFT: u8>([u8; 12]) as AsBytes;
}

/// A global identifier of the default drift: windows of 256 seconds.
pub type Global = Kuid<8>;

impl<const DRIFT: u8> Kuid<DRIFT> {
    /// The drift.
    pub const DRIFT: Drift = match Drift::new(DRIFT as u32) {
        Ok(drift) => drift,
        Err(_) => panic!("a drift has 5 to 10 bits"),
    };

    /// The fields, most significant first ([KUID-6](crate::rules#kuid-6)).
    pub const LAYOUT: Layout = Self::DRIFT.layout();

    /// 977 ticks in each second since the Unix epoch: 976 of 1.024 ms, and one of 0.576 ms
    /// ([KUID-2](crate::rules#kuid-2)).
    pub const TICKS: Ticks = Local::TICKS;

    /// The start of the last tick, since the Unix epoch, in the year 35198
    /// ([KUID-4](crate::rules#kuid-4)).
    pub const LAST: UnixTime = Local::LAST;

    /// The regular expression that a text matches exactly if it is a global identifier
    /// ([KUID-11](crate::rules#kuid-11)).
    pub const PATTERN: &'static str = "^[.0-9A-Z_a-z]{16}$";

    /// The smallest identifier: all bits zero, `................`.
    pub const MIN: Self = Self([0; 12]);

    /// The largest identifier: all bits set, `zzzzzzzzzzzzzzzz`.
    pub const MAX: Self = Self([u8::MAX; 12]);

    /// The identifier without its node ([KUID-10](crate::rules#kuid-10)), which has the values of its fields.
    #[inline]
    pub const fn to_local(self) -> Local {
        Self::DRIFT.split(self.to_bits()).0
    }

    /// The node that made it.
    #[inline]
    pub const fn node(self) -> NodeId {
        Self::DRIFT.split(self.to_bits()).1
    }

    /// The start of the identifier's tick, since the Unix epoch ([KUID-4](crate::rules#kuid-4)).
    #[inline]
    pub const fn time(self) -> UnixTime {
        self.to_local().time()
    }

    /// The smallest identifier that any node can make in the window that holds this instant: the
    /// inclusive lower bound of a range of times ([KUID-17](crate::rules#kuid-17)).
    ///
    /// Identifiers sort by window first. So such a range also has identifiers from before and after
    /// the times asked for, within their windows: filter by [`time`](Self::time). For one node and
    /// one window, the bounds are those of [`Local`] with [`Local::to_global`].
    ///
    /// ```
    /// use kuid::{Global, UnixTime};
    /// let second = UnixTime::from_secs(1_539_625_275);
    /// let range = Global::first_at(second)?..=Global::last_at(second)?;
    /// assert!(range.contains(&".5.tXVEf8n8vPN.0".parse().unwrap()));
    /// # Ok::<(), kuid::RangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`RangeError`] after the last tick, in the year 35198.
    #[inline]
    pub const fn first_at(time: UnixTime) -> Result<Self, RangeError> {
        Ok(Self::from_known_bits(or_return!(Self::DRIFT.first_at(time))))
    }

    /// The largest identifier of the window that holds this instant
    /// ([KUID-17](crate::rules#kuid-17)).
    ///
    /// # Errors
    /// [`RangeError`] after the last tick, in the year 35198.
    #[inline]
    pub const fn last_at(time: UnixTime) -> Result<Self, RangeError> {
        Ok(Self::from_known_bits(or_return!(Self::DRIFT.last_at(time))))
    }

    /// The signed difference `a - b`, as [`Local::distance`], if one node made both ([KUID-18](crate::rules#kuid-18)).
    /// `None` for two nodes, whose clocks may differ; compare [`to_local`](Self::to_local) to
    /// ignore that.
    #[inline]
    pub const fn distance(a: Self, b: Self) -> Option<(i64, i32)> {
        if a.node().to_bits() != b.node().to_bits() {
            return None;
        }
        Some(Local::distance(a.to_local(), b.to_local()))
    }

    /// The text: 16 characters on the stack ([KUID-11](crate::rules#kuid-11)).
    #[inline]
    pub const fn encode(self) -> Text<16> {
        layout::DIGITS.encode(self.to_bits())
    }

    /// The identifier of exactly this text ([KUID-12](crate::rules#kuid-12)).
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 16 bytes; [`ParseError::Digit`] for the first
    /// byte outside the alphabet.
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        const { _ = Self::DRIFT };
        Ok(Self::from_known_bits(or_return!(layout::DIGITS.decode::<16>(text))))
    }

    /// As the original reads it: a 17th digit is dropped. Which form it was says whether there was
    /// one: [`Form::Surplus`] or [`Form::Base64`] ([KUID-13](crate::rules#kuid-13)).
    ///
    /// ```
    /// use kuid::{Form, Global};
    /// let (id, form) = Global::decode_lenient(b".5.tXVEf8n8vPN.0z")?;
    /// assert_eq!((id.to_string().as_str(), form), (".5.tXVEf8n8vPN.0", Form::Surplus));
    /// # Ok::<(), kuid::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseError::Length`] unless the text has 16 or 17 bytes; [`ParseError::Digit`] for the
    /// first byte outside the alphabet.
    #[inline]
    pub const fn decode_lenient(text: &[u8]) -> Result<(Self, Form), ParseError> {
        match text.len() {
            16 => Ok((or_return!(Self::decode(text)), Form::Base64)),
            17 => {
                let bits = or_return!(layout::DIGITS.decode::<17>(text));
                Ok((Self::from_known_bits(bits >> 6), Form::Surplus))
            }
            found => Err(ParseError::Length { found, min: 16, max: 17 }),
        }
    }
}
