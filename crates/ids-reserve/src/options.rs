//! The options of a process that takes a node number, and of one that takes keys.

use core::{
    ops::{Range, RangeInclusive},
    time::Duration,
};
use std::{boxed::Box, format};

use luuid::Group;

use crate::{
    Namespace, StoreError,
    protocol::{MAX_END, check},
};

/// The options of a process that takes a node number. Each has a default.
///
/// ```
/// use core::time::Duration;
/// use ids_reserve::Options;
/// let segment = Duration::from_secs(30);
/// let options = Options { label: "host-7".into(), segment, ..Options::new("discord")? };
/// # let _ = options;
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The set of identifiers. Programs that share it share a namespace.
    pub namespace: Namespace,
    /// The label in the list of holders, such as the name of the host: at most 100 bytes.
    pub label: Box<str>,
    /// Whether the namespace may be begun although another one of the store has the same layout.
    ///
    /// The identifiers of the two repeat each other. That is right only where they never meet, such as those of two
    /// tables.
    pub separate: bool,
    /// This number, and no other one; `None` for any.
    ///
    /// If its last holder ended without giving it back, it is available when that holder is [idle](Self::idle).
    pub wanted: Option<u64>,
    /// How far ahead of the store's clock a grant reaches. The default is 10 s.
    ///
    /// The keeper extends it when half is left. So a generator goes on for half of it while the
    /// store is away, and a successor on the same number waits at most that long. It must be at least
    /// two ticks of the format, and at least as long as the generator borrows ahead.
    pub segment: Duration,
    /// How far ahead of the store's clock a grant may ever reach. The default is 60 s.
    ///
    /// A holder whose clock is ahead of the store's is granted more than a segment, up to this. It
    /// bounds what one wrong clock can spoil.
    pub max_ahead: Duration,
    /// The time without an extension after which another holder may take the number. The default is 5 min.
    ///
    /// It only decides when numbers are used again. Identifiers stay unique whatever it is. It is at least
    /// [`max_ahead`](Self::max_ahead), unless a number is [wanted](Self::wanted). With zero and a wanted number, a new
    /// process takes over at once.
    pub idle: Duration,
}

impl Options {
    /// Any number of this namespace, granted 10 s ahead.
    ///
    /// A namespace belongs to one layout, of which a store has one namespace: [`StoreError::SecondName`] refuses another
    /// one. Name it as the command does: `discord`, `kuid`.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] as [`Namespace::new`].
    #[inline]
    pub fn new(namespace: &str) -> Result<Self, StoreError> {
        let secs = Duration::from_secs;
        Ok(Self {
            namespace: Namespace::new(namespace)?,
            label: Box::default(),
            separate: false,
            wanted: None,
            segment: secs(10),
            max_ahead: secs(60),
            idle: secs(300),
        })
    }

    /// Whether these can work together, for ticks of this length.
    pub(crate) fn check(&self, tick: Duration) -> Result<(), StoreError> {
        let Self { segment, max_ahead, idle, .. } = self;
        let wrong = if *segment < tick.saturating_mul(2) {
            format!("a segment has at least two ticks of the format, of {tick:?}, not {segment:?}")
        } else if segment > max_ahead {
            format!("a segment is at most the bound for it, {max_ahead:?}, not {segment:?}")
        } else if idle < max_ahead && self.wanted.is_none() {
            format!("idle is at least the reach of a grant, {max_ahead:?}, not {idle:?}")
        } else {
            return Ok(());
        };
        Err(StoreError::invalid(wrong))
    }
}

/// The options of a process that takes keys. Each has a default.
///
/// ```
/// use core::time::Duration;
/// use ids_reserve::KeyOptions;
/// let options = KeyOptions {
///     blocks: 100..=50_000,
///     lasting: Duration::from_secs(60)..Duration::from_secs(120),
///     prefetch: 25,
///     ..KeyOptions::new("person")?
/// };
/// # let _ = options;
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
#[derive(Clone, Debug)]
pub struct KeyOptions {
    /// The set of keys.
    pub namespace: Namespace,
    /// The label in the list of holders, such as the name of the host: at most 100 bytes.
    pub label: Box<str>,
    /// Whether the namespace may be begun although another one of the store has the same group.
    ///
    /// The keys of the two repeat each other. That is right only where they never meet, such as those of two tables, or
    /// where two names have one checksum, or the keys are not for LUUIDs.
    pub separate: bool,
    /// The group, whose number need not be the checksum of the namespace.
    pub group: Group,
    /// The keys, of which the last is at most 2^63 - 2. All programs of a namespace must agree on them.
    pub keys: Range<u64>,
    /// The sizes of blocks, in keys: the smallest, which is the first, and the largest. The default is
    /// 1,000 to 1,000,000.
    ///
    /// A crash wastes at most two blocks. While the store is away, takers have what is left of two.
    pub blocks: RangeInclusive<u64>,
    /// How long a block lasts. The default is 15 to 30 min.
    ///
    /// If a block of the present size lasts a shorter time, the next one is twice as large. If it
    /// lasts longer, the next one is half as large. The longest time is at least twice the shortest.
    pub lasting: Range<Duration>,
    /// The used share of a block, in per cent, at which the keeper fetches the next one: at most 100,
    /// and 10 by default.
    pub prefetch: u8,
}

impl KeyOptions {
    /// The keys of the LUUID group of this name ([`Namespace::group`]), 1 to 2^48 - 1. The namespace has
    /// the same name.
    ///
    /// A group has one namespace in a store: [`StoreError::SecondName`] refuses another one, and
    /// another name with the same checksum too.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] as [`Namespace::new`].
    #[inline]
    pub fn new(namespace: &str) -> Result<Self, StoreError> {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let namespace = Namespace::new(namespace)?;
        Ok(Self {
            group: namespace.group(),
            namespace,
            label: Box::default(),
            separate: false,
            keys: 1..1 << 48,
            blocks: 1_000..=1_000_000,
            lasting: minutes(15)..minutes(30),
            prefetch: 10,
        })
    }

    /// Whether these can work together.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let Self { keys, blocks, lasting, prefetch, .. } = self;
        let wrong = if keys.is_empty() || keys.end > MAX_END {
            format!("there is at least one key, and none above 2^63 - 2, not {keys:?}")
        } else if blocks.is_empty() || *blocks.start() == 0 {
            format!("blocks have at least one key, the fewest first, not {blocks:?}")
        } else if lasting.end < lasting.start.saturating_mul(2) {
            format!("the longest time of a block is at least twice the shortest, not {lasting:?}")
        } else {
            return check("a share in per cent", (*prefetch).into(), 0..=100);
        };
        Err(StoreError::invalid(wrong))
    }
}
