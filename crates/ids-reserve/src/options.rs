//! The options of a process that takes a node number.

use core::time::Duration;
use std::boxed::Box;

use crate::{Namespace, StoreError};

/// The options of a process that takes a node number. Each has a default.
///
/// ```
/// use core::time::Duration;
/// use ids_reserve::Options;
/// let options = Options::new("discord")?
///     .with_label("host-7")
///     .with_segment(Duration::from_secs(30));
/// # Ok::<(), ids_reserve::StoreError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) namespace: Namespace,
    pub(crate) label: Box<str>,
    pub(crate) wanted: Option<u64>,
    pub(crate) segment: Duration,
    pub(crate) max_ahead: Duration,
    pub(crate) idle: Duration,
    pub(crate) separate: bool,
}

impl Options {
    /// Any number of this namespace, granted 10 s ahead.
    ///
    /// Programs that share a set of identifiers share a namespace. It belongs to one layout, and a
    /// layout has one namespace in a store. Name it as the command does: `discord`, `kuid`.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] as [`Namespace::new`].
    #[inline]
    pub fn new(namespace: &str) -> Result<Self, StoreError> {
        Ok(Self {
            namespace: Namespace::new(namespace)?,
            label: Box::default(),
            wanted: None,
            segment: Duration::from_secs(10),
            max_ahead: Duration::from_secs(60),
            idle: Duration::from_secs(300),
            separate: false,
        })
    }

    /// The label in the list of holders, such as the name of the host: at most 100 bytes.
    #[inline]
    #[must_use]
    pub fn with_label(self, label: &str) -> Self {
        Self { label: label.into(), ..self }
    }

    /// This number, and no other one.
    ///
    /// If its last holder ended without giving it back, it is available when that holder is
    /// [idle](Self::with_idle).
    #[inline]
    #[must_use]
    pub fn with_wanted(self, number: u64) -> Self {
        Self { wanted: Some(number), ..self }
    }

    /// How far ahead of the store's clock a grant reaches. The default is 10 s.
    ///
    /// The keeper extends it when half is left. So a generator goes on for half of it while the
    /// store is away, and a successor on the same number waits at most that long. It must be at least
    /// two ticks of the format, and at least as long as the generator borrows ahead.
    #[inline]
    #[must_use]
    pub fn with_segment(self, segment: Duration) -> Self {
        Self { segment, ..self }
    }

    /// How far ahead of the store's clock a grant may ever reach. The default is 60 s.
    ///
    /// A holder whose clock is ahead of the store's is granted more than a segment, up to this. It
    /// bounds what one wrong clock can spoil.
    #[inline]
    #[must_use]
    pub fn with_max_ahead(self, max_ahead: Duration) -> Self {
        Self { max_ahead, ..self }
    }

    /// The time without an extension after which another holder may take the number. The default is 5 min.
    ///
    /// It only decides when numbers are used again. Identifiers stay unique whatever it is. With
    /// zero and a [wanted](Self::with_wanted) number, a new process takes over at once.
    #[inline]
    #[must_use]
    pub fn with_idle(self, idle: Duration) -> Self {
        Self { idle, ..self }
    }

    /// Whether the namespace may be begun although another one of the store has the same layout.
    ///
    /// The identifiers of the two repeat each other. That is right only where they never meet, such as
    /// those of two tables.
    #[inline]
    #[must_use]
    pub fn with_separate(self, separate: bool) -> Self {
        Self { separate, ..self }
    }

    /// Whether these can work together, for ticks of this length.
    pub(crate) fn check(&self, tick: Duration) -> Result<(), StoreError> {
        let wrong = if self.segment < tick.saturating_mul(2) {
            "a segment has at least two ticks of the format"
        } else if self.segment > self.max_ahead {
            "a segment reaches no further ahead than the bound for it"
        } else if self.idle < self.max_ahead && self.wanted.is_none() {
            "a number is idle after a time that is longer than a grant can reach ahead"
        } else {
            return Ok(());
        };
        Err(StoreError::Invalid(wrong))
    }
}
