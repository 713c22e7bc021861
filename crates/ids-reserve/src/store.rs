//! The interface of a store: it claims node numbers, grants ranges, and takes them back.

use core::{ops::Range, time::Duration};
use std::{boxed::Box, vec::Vec};

use crate::{Fingerprint, Holder, Namespace, Resource, StoreError, fingerprint::terms};

/// A request for a number of a namespace.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The namespace.
    pub namespace: &'a Namespace,
    /// Its layout, and whether it may be created although another one has the same identifiers.
    pub fingerprint: &'a Fingerprint,
    /// The holder that claims. If it claims again, it gets the same number.
    pub holder: &'a Holder,
    /// How many numbers the namespace has: 0 to one less.
    pub nodes: u64,
    /// A certain number; else any one.
    pub wanted: Option<u64>,
    /// A number whose holder has not extended it for this time is idle: another holder may get it.
    pub idle: Duration,
}

/// A request for a range of one resource.
///
/// The store remembers its last answer to each holder. The same request again has the same answer,
/// so that a lost reply neither wastes a range nor grants it twice.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The resource of which to grant a range.
    pub resource: &'a Resource,
    /// The layout of its namespace, as in a [`Claim`].
    pub fingerprint: &'a Fingerprint,
    /// The holder that asks.
    pub holder: &'a Holder,
    /// This request: random bits that no other one has. Keep them until the store answers, and ask with them again.
    pub id: u128,
    /// The last request of this holder that was answered; `None` before the first.
    pub previous: Option<u128>,
    /// The highest end of this resource that this holder has been granted or told; 0 before the
    /// first.
    pub seen: u64,
    /// How much.
    pub amount: Amount,
}

/// How much to grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// Time of a node number: from the store's clock or the end, whichever is later.
    Time {
        /// The grant reaches so far ahead of the store's clock.
        segment: Duration,
        /// It reaches this instant too, in microseconds since the Unix epoch: for a holder whose
        /// clock is ahead of the store's. 0 for no such wish.
        reach: u64,
        /// But it never reaches further ahead of the store's clock than this.
        max_ahead: Duration,
    },
    /// Keys: those that were given back first, then new ones.
    Keys {
        /// How many at most. Fewer where the range that was given back is shorter, or at the limit.
        count: u64,
        /// Keys below this are not granted.
        at_least: u64,
        /// One past the last key, at most 2^63 - 1.
        limit: u64,
    },
}

/// The state of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanState {
    /// Granted; its holder has not said what it used.
    Held,
    /// Granted to a holder that the store no longer knows: it lost the node number, and did not say what it used.
    Abandoned,
    /// Its holder ended cleanly and used it.
    Used,
    /// Given back, to be granted again.
    Returned,
    /// Given back, then passed by a raised end: it is never granted again.
    Skipped,
}

impl SpanState {
    /// All of them.
    pub const ALL: &'static [Self] =
        &[Self::Held, Self::Abandoned, Self::Used, Self::Returned, Self::Skipped];

    /// Its name in output, and in stores, which keep an abandoned range as a held one.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Abandoned => "abandoned",
            Self::Used => "used",
            Self::Returned => "returned",
            Self::Skipped => "skipped",
        }
    }

    /// The state of this name.
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|state| state.name() == name)
    }
}

/// A range that was granted to a holder, and to no other, for ever.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// Microseconds since the Unix epoch, or keys.
    pub range: Range<u64>,
    /// The holder that has or had it.
    pub holder: Holder,
    /// Its state.
    pub state: SpanState,
    /// When it was last changed, by the store's clock, in microseconds since the Unix epoch.
    pub at: u64,
}

impl Span {
    pub(crate) fn held(range: Range<u64>, holder: &Holder, at: u64) -> Self {
        Self { range, holder: holder.clone(), state: SpanState::Held, at }
    }
}

/// The status of a resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Status {
    /// The resource.
    pub resource: Resource,
    /// The layout of its namespace, a [`Fingerprint`]'s text.
    pub layout: Box<str>,
    /// The end of all that was granted.
    pub end: u64,
    /// The store's clock, in microseconds since the Unix epoch.
    pub now: u64,
    /// Its holders, each with the range that it was granted last, or an empty one, and with when it asked last: at
    /// most one of a node number, any number of keys.
    pub holders: Vec<Span>,
}

impl Status {
    /// A stable lower-case name of what its ranges count: of a `node`, the microseconds since the Unix epoch; `keys` of a
    /// namespace; or a `claimed_key`, the number of the resource, which a record has by [`claim_key`](crate::claim_key),
    /// and whose range is 0 to 1.
    #[inline]
    pub fn kind(&self) -> &'static str {
        match terms(&self.layout).split_whitespace().next() {
            Some("keys") => "keys",
            Some("claimed") => "claimed_key",
            _ => "node",
        }
    }
}

/// Where the end of every resource is kept: linearizable, and durable before a call returns.
///
/// Each call is one transaction. What it decides is the same in every store: the functions of
/// `src/protocol.rs` say it. Calls block. After [`StoreError::Unavailable`] the call may have been carried out. Each may
/// be made again with the same arguments, and then has the same answer.
pub trait Store {
    /// Gives a free or idle number of a namespace to the holder: the number, and the end of all that was granted of
    /// it, in microseconds since the Unix epoch. The end stays.
    ///
    /// # Errors
    /// [`StoreError::Full`], [`StoreError::Held`], [`StoreError::Layout`],
    /// [`StoreError::SecondName`]; others as the store says.
    fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError>;

    /// Moves the end of a resource up, and grants what it passed: never an empty range. Its [`at`](Span::at) is the
    /// store's clock now, also where the answer is that of an earlier call.
    ///
    /// # Errors
    /// [`StoreError::Lost`], [`StoreError::Restored`], [`StoreError::Layout`],
    /// [`StoreError::Ahead`], [`StoreError::Exhausted`], [`StoreError::SecondName`]; others as the
    /// store says.
    fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError>;

    /// Takes back a number, or the rest of the keys that the holder of this [token](Holder::token) was granted, which it
    /// has not used. The end stays. What it does not give back counts as used. It does nothing if the holder is not
    /// known, as after the same call.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if an unused range was not granted to this holder, or if there are more
    /// than the store takes at once. Every store takes 40.
    fn release(&mut self, of: &Resource, by: u128, rest: &[Range<u64>]) -> Result<(), StoreError>;

    /// Moves the end up to `end`, if it is lower, and returns it. What is given back below `end`,
    /// before or after, is not granted again. It is the way out after the store was restored from an older copy.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if there is no such resource, or `end` is above 2^63 - 1.
    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError>;

    /// The status of every resource, in the order of namespaces and numbers.
    ///
    /// # Errors
    /// As the store says.
    fn status(&mut self) -> Result<Vec<Status>, StoreError>;

    /// Every range that was granted of a resource, in ascending order. Ranges that touch are one if
    /// they have the same holder and the same state.
    ///
    /// # Errors
    /// As the store says.
    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError>;
}

/// Makes each call of a store by its `through`, which hears whether the call writes.
macro_rules! through {
    ($([$($bounds:tt)*] $type:ty),*) => {$(
        impl<$($bounds)*> Store for $type {
            #[inline]
            fn claim(&mut self, claim: &Claim<'_>) -> Result<(u64, u64), StoreError> {
                self.through(true, |store| store.claim(claim))
            }
            #[inline]
            fn grant(&mut self, request: &Request<'_>) -> Result<Span, StoreError> {
                self.through(true, |store| store.grant(request))
            }
            #[inline]
            fn release(&mut self, of: &Resource, by: u128, rest: &[core::ops::Range<u64>]) -> Result<(), StoreError> {
                self.through(true, |store| store.release(of, by, rest))
            }
            #[inline]
            fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
                self.through(true, |store| store.raise(resource, end))
            }
            #[inline]
            fn status(&mut self) -> Result<Vec<Status>, StoreError> {
                self.through(false, |store| store.status())
            }
            #[inline]
            fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
                self.through(false, |store| store.spans(resource))
            }
        }
    )*};
}

through!([S: Store + ?Sized] &mut S, [S: Store + ?Sized] Box<S>);
through!([C: ids_core::Clock] crate::MemoryStore<C>, [S: Store] crate::Waited<S>);
#[cfg(feature = "etcd")]
through!([] crate::EtcdStore);
#[cfg(feature = "sqlite")]
through!([C: ids_core::Clock] crate::SqliteStore<C>);
#[cfg(feature = "postgres")]
through!([] crate::PostgresStore);

/// A store behind a pointer.
trait Through<S: ?Sized>: core::ops::DerefMut<Target = S> {
    fn through<T>(&mut self, _writes: bool, call: impl FnOnce(&mut S) -> T) -> T {
        call(self)
    }
}

impl<S: ?Sized> Through<S> for &mut S {}
impl<S: ?Sized> Through<S> for Box<S> {}
