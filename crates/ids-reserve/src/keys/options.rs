//! The options of a keeper of keys.

use core::{
    ops::{Range, RangeInclusive},
    time::Duration,
};
use std::boxed::Box;

use luuid::Group;

use crate::{Fingerprint, Namespace, StoreError, protocol::MAX_END};

/// The options of a process that takes keys. Each has a default.
///
/// ```
/// use core::time::Duration;
/// use ids_reserve::KeyOptions;
/// let options = KeyOptions::new("person")?
///     .with_label("host-7")
///     .with_blocks(100..=50_000)
///     .with_lasting(Duration::from_secs(60)..Duration::from_secs(120))
///     .with_prefetch(25);
/// # let _ = options;
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
#[derive(Clone, Debug)]
pub struct KeyOptions {
    pub(crate) namespace: Namespace,
    pub(super) label: Box<str>,
    pub(crate) group: Group,
    pub(crate) separate: bool,
    pub(crate) keys: Range<u64>,
    pub(super) blocks: RangeInclusive<u64>,
    pub(super) lasting: Range<Duration>,
    pub(super) prefetch: u8,
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

    /// The label in the list of holders, such as the name of the host: at most 100 bytes.
    #[inline]
    #[must_use]
    pub fn with_label(self, label: &str) -> Self {
        Self { label: label.into(), ..self }
    }

    /// The keys of this group, whose number is not the checksum of the namespace.
    #[inline]
    #[must_use]
    pub fn with_group(self, group: Group) -> Self {
        Self { group, ..self }
    }

    /// Whether the namespace may be begun although another one of the store has the same group.
    ///
    /// Both grant the same keys. That is right only where they never meet, as where two names have one
    /// checksum, or the keys are not for LUUIDs.
    #[inline]
    #[must_use]
    pub fn with_separate(self, separate: bool) -> Self {
        Self { separate, ..self }
    }

    /// What the programs of the namespace must agree on.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of_keys(self.keys.clone()).with_group(self.group)
    }

    /// These keys, of which the last is at most 2^63 - 2. All programs of a namespace must agree on
    /// them.
    #[inline]
    #[must_use]
    pub fn with_keys(self, keys: Range<u64>) -> Self {
        Self { keys, ..self }
    }

    /// The sizes of blocks, in keys: the smallest, which is the first, and the largest. The default is
    /// 1,000 to 1,000,000.
    ///
    /// A crash wastes at most two blocks. While the store is away, takers have what is left of two.
    #[inline]
    #[must_use]
    pub fn with_blocks(self, blocks: RangeInclusive<u64>) -> Self {
        Self { blocks, ..self }
    }

    /// How long a block lasts. The default is 15 to 30 min.
    ///
    /// If a block of the present size lasts a shorter time, the next one is twice as large. If it
    /// lasts longer, the next one is half as large. The longest time is at least twice the shortest.
    #[inline]
    #[must_use]
    pub fn with_lasting(self, lasting: Range<Duration>) -> Self {
        Self { lasting, ..self }
    }

    /// The used share of a block, in per cent, at which the keeper fetches the next one: at most 100,
    /// and 10 by default.
    #[inline]
    #[must_use]
    pub fn with_prefetch(self, percent: u8) -> Self {
        Self { prefetch: percent, ..self }
    }

    /// Whether these can work together.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let wrong = if self.keys.is_empty() || self.keys.end > MAX_END {
            "there is at least one key, and none above 2^63 - 2"
        } else if self.blocks.is_empty() || *self.blocks.start() == 0 {
            "a block has at least one key, and the largest is no smaller than the smallest"
        } else if self.lasting.end < self.lasting.start.saturating_mul(2) {
            "the longest time that a block lasts is at least twice the shortest"
        } else if self.prefetch > 100 {
            "a share is at most 100 %"
        } else {
            return Ok(());
        };
        Err(StoreError::Invalid(wrong))
    }
}
