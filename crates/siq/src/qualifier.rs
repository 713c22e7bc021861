//! The qualifier says what an identifier stands for: it is the code in the lowest bits.

use ids_core::{
    RangeError,
    format::{Field, Layout, named, or_return},
};

use crate::{Siq, layout};

named! {
    "qualifier"
    /// What an identifier stands for.
    ///
    /// A qualifier is 3, 4 or 5 bits at the very end of an identifier; what they leave of the last 16
    /// bits is the serial number. No code is the end of another, and every pattern of five bits ends in
    /// a code, so it can be read from any identifier ([SIQ-7](crate::rules#siq-7),
    /// [SIQ-8](crate::rules#siq-8)):
    ///
    /// | code | serial | qualifiers |
    /// |---|---|---|
    /// | 3 bits | 13 bits, 8192 in a tick | `ternary` 001, `multi` 011, `manytomany` 101, `content` 111 |
    /// | 4 bits | 12 bits, 4096 in a tick | `thread` 0110, `message` 1110 |
    /// | 5 bits | 11 bits, 2048 in a tick | the others, of which three are not assigned |
    ///
    /// The value of a variant (`as u8`) is its code after a leading 1. [`ALL`](Self::ALL) has them by the length of
    /// their codes and then by code. A qualifier that is not assigned is named by its code.
    ///
    /// ```
    /// use siq::Qualifier;
    /// assert_eq!(Qualifier::decode(0b0000_0000_0101_1110), Qualifier::Message);
    /// assert_eq!(Qualifier::Message.encode(5)?, 0b0000_0000_0101_1110);
    /// assert_eq!("message".parse(), Ok(Qualifier::Message));
    /// # Ok::<(), siq::RangeError>(())
    /// ```
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    pub enum Qualifier {
        /// A relation of three or more entities.
        Ternary = 0b1_001 => "ternary",
        /// An element of an array: one to many.
        Multi = 0b1_011 => "multi",
        /// A relation of many to many, or an element of a keyed array.
        ManyToMany = 0b1_101 => "manytomany",
        /// Content: a terminal entity in general.
        Content = 0b1_111 => "content",
        /// A thread or a page.
        Thread = 0b1_0110 => "thread",
        /// A message, a post or a revision.
        Message = 0b1_1110 => "message",
        /// A user's account.
        User = 0b1_00000 => "user",
        /// A tag or a category.
        Tag = 0b1_00010 => "tag",
        /// A group of users, a membership or a role.
        Group = 0b1_00100 => "group",
        /// An event or a task.
        Event = 0b1_01000 => "event",
        /// A channel.
        Channel = 0b1_01010 => "channel",
        /// An invitation.
        Invite = 0b1_01100 => "invite",
        /// An application.
        Application = 0b1_10000 => "application",
        /// Not assigned.
        Unassigned10010 = 0b1_10010 => "unassigned10010",
        /// A collection or a feed.
        Collection = 0b1_10100 => "collection",
        /// A product or a subscription.
        Premium = 0b1_11000 => "premium",
        /// Not assigned.
        Unassigned11010 = 0b1_11010 => "unassigned11010",
        /// Not assigned.
        Unassigned11100 = 0b1_11100 => "unassigned11100",
    }
}

/// The qualifier of each pattern of the five lowest bits.
///
/// That each pattern is met exactly once is what makes the code complete and free of suffixes: if
/// it were not so, this would not compile.
const BY_LOW_BITS: [Qualifier; 32] = {
    let mut table = [None; 32];
    let mut index = 0;
    while index < Qualifier::ALL.len() {
        let qualifier = Qualifier::ALL[index];
        let mut bits = qualifier.suffix() as usize;
        while bits < 32 {
            assert!(table[bits].is_none(), "a code is the end of another");
            table[bits] = Some(qualifier);
            bits += 1 << qualifier.bits();
        }
        index += 1;
    }
    let mut decoded = [Qualifier::User; 32];
    let mut bits = 0;
    while bits < 32 {
        decoded[bits] = table[bits].expect("a pattern without a code");
        bits += 1;
    }
    decoded
};

/// The place in [`Qualifier::ALL`] of the qualifier of each code behind a leading 1.
const INDEXES: [u8; 64] = {
    let mut indexes = [0; 64];
    let mut index = 0_u8;
    while (index as usize) < Qualifier::ALL.len() {
        indexes[Qualifier::ALL[index as usize] as usize] = index;
        index += 1;
    }
    indexes
};

impl Qualifier {
    /// The place in [`ALL`](Self::ALL).
    #[inline]
    pub(crate) const fn index(self) -> usize {
        INDEXES[self as usize] as usize
    }

    /// Bits of the code: 3, 4 or 5.
    #[inline]
    pub const fn bits(self) -> u32 {
        (self as u8).ilog2()
    }

    /// The code, below 32.
    #[inline]
    pub const fn suffix(self) -> u16 {
        self as u16 ^ 1 << self.bits()
    }

    /// The qualifier whose code behind a leading 1 is this number.
    ///
    /// ```
    /// use siq::Qualifier;
    /// assert_eq!(Qualifier::from_code(30), Some(Qualifier::Message)); // 0b1_1110
    /// assert_eq!(Qualifier::from_code(1), None);
    /// ```
    #[inline]
    pub const fn from_code(code: u8) -> Option<Self> {
        let qualifier = Self::ALL[INDEXES[code as usize & 63] as usize];
        if qualifier as u8 == code { Some(qualifier) } else { None }
    }

    /// The field of the serial number in identifiers of this qualifier.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "3, 4 or 5")]
    pub const fn serial(self) -> Field {
        Field::new("serial", Siq::TAIL.high() as u8, self.bits() as u8)
    }

    /// How many identifiers of this qualifier one tick has: 8192, 4096 or 2048.
    #[inline]
    pub const fn capacity(self) -> u64 {
        self.serial().max() + 1
    }

    /// The last 16 bits of an identifier: the serial number, then the code.
    ///
    /// # Errors
    /// [`RangeError`] if the serial number is not below the [`capacity`](Self::capacity).
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the field ends at bit 15")]
    pub const fn encode(self, serial: u16) -> Result<u16, RangeError> {
        let bits = or_return!(self.serial().put(serial as u64));
        Ok(bits as u16 | self.suffix())
    }

    /// The qualifier in the last 16 bits of an identifier. Every tail has one.
    #[inline]
    pub const fn decode(tail: u16) -> Self {
        BY_LOW_BITS[tail as usize & 31]
    }

    /// The fields of identifiers of this qualifier, down to `serial` and `qualifier`: where
    /// [`Siq::LAYOUT`](crate::Siq::LAYOUT) ends in one field, `tail`.
    #[inline]
    pub const fn layout(self) -> Layout {
        layout::SPLIT[self.bits() as usize - 3]
    }

    /// Whether it names a terminal entity: something that is part of another. The code then ends
    /// in 1, and has 3 bits.
    #[inline]
    pub const fn is_leaf(self) -> bool {
        self.suffix() & 1 == 1
    }

    /// Whether what it names may have children. The code then ends in 10.
    #[inline]
    pub const fn may_have_children(self) -> bool {
        self.suffix() & 0b11 == 0b10
    }

    /// Whether the format gives it a meaning: 15 of the 18 are assigned.
    #[inline]
    pub const fn is_assigned(self) -> bool {
        !matches!(self, Self::Unassigned10010 | Self::Unassigned11010 | Self::Unassigned11100)
    }
}
