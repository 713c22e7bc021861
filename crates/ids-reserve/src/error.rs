//! Why a store does not grant.

use core::error::Error;
use std::{boxed::Box, format, string::String};

use ids_core::format::errors;

errors! {
    owned
    /// Why a store granted nothing, or could not say whether it did.
    ///
    /// | kind | what to do |
    /// |---|---|
    /// | `unavailable` | ask again with the same request: the store may have granted it already |
    /// | `ahead` | wait: the range that is granted already reaches as far as the request may |
    /// | `fast_clock` | set the clocks of this host and of the store right; ask again |
    /// | `held`, `full` | wait until a number is idle, or use another namespace |
    /// | `lost` | claim a number again |
    /// | `restored` | wait as long as grants of time reach ahead; raise the end of keys past all that was granted. Then claim again |
    /// | `layout` | use another namespace: this one belongs to another configuration |
    /// | `second_name` | use the name that the store has for it |
    /// | `forked` | open the store in this process, and claim a number of its own |
    /// | `exhausted`, `entropy`, `node`, `invalid`, `schema`, `broken` | mend the cause that the message names |
    #[non_exhaustive]
    pub enum StoreError {
        /// The store is out of reach or busy. It may have carried the request out all the same.
        Unavailable(error: Box<dyn Error + Send + Sync>) => "unavailable", "the store cannot be used now: {error}";
        /// The number belongs to another holder now, or a copy of this holder has extended it.
        Lost => "lost",
            "the number has another holder, or a copy of this process extended it: claim a number again";
        /// The namespace was begun with another layout.
        Layout {
            /// The layout in the store.
            stored: Box<str>,
            /// The layout of this request.
            asked: Box<str>,
        } => "layout",
            "the namespace belongs to another configuration, \"{stored}\", and this one is \"{asked}\": use another \
             namespace";
        /// Another namespace of the store has the same identifiers: two names would make each of them
        /// twice.
        SecondName {
            /// The name that was asked for.
            asked: Box<str>,
            /// The name in the store.
            known: Box<str>,
            /// The subject of both: see [`Fingerprint::subject`](crate::Fingerprint::subject).
            subject: Box<str>,
        } => "second_name",
            "the store has these identifiers ({subject}) under the name \"{known}\", and a second name, \"{asked}\", \
             would make each of them twice: use \"{known}\". Where the two sets may have equal identifiers, begin \
             \"{asked}\" with --separate, or in Rust with `separate: true`";
        /// The store does not know what it granted to this holder: it was restored from an older copy.
        Restored {
            /// The end in the store.
            stored: u64,
            /// The highest end that this holder was granted.
            seen: u64,
        } => "restored",
            "the store was restored from an older copy: it granted this holder up to {seen}, and has forgotten that. Its \
             end is {stored} now. Wait as long as grants of time reach ahead; raise the end of keys past all that was \
             granted, with `ids reserve raise`";
        /// No key is left below the limit.
        Exhausted {
            /// One past the last key.
            limit: u64,
        } => "exhausted", "no key is left below {limit}";
        /// Every number of the namespace has a holder that is not idle.
        Full {
            /// How many numbers there are.
            nodes: u64,
        } => "full", "each of the {nodes} numbers has a holder that is not idle";
        /// The wanted number has a holder that is not idle yet.
        Held {
            /// The number.
            number: u64,
            /// How long until it is idle, in microseconds, unless its holder extends it.
            idle_in: u64,
        } => "held", (
            "number {number} has a holder, which is idle in {} s unless it extends",
            idle_in.div_ceil(1_000_000)
        );
        /// The end is as far ahead of the store's clock as this request may reach.
        Ahead {
            /// The end in the store, in microseconds since the Unix epoch.
            end: u64,
            /// The store's clock, in microseconds since the Unix epoch.
            now: u64,
        } => "ahead", (
            "the number is granted until {} s after the store's clock already: wait",
            end.saturating_sub(*now).div_ceil(1_000_000)
        );
        /// The holder's clock is past all that may be granted now, so its generator issues nothing.
        FastClock {
            /// How far it is ahead of the store's clock, in microseconds.
            by: u64,
            /// How far ahead of the store's clock a grant may reach, in microseconds.
            most: u64,
        } => "fast_clock", (
            "the clock of this process is {} s ahead of the store's, and a grant reaches at most {} s ahead: set the \
             clocks right",
            by / 1_000_000,
            most / 1_000_000
        );
        /// This process is a copy, by `fork()`, of the one that opened the store.
        Forked => "forked",
            "the store was opened before a fork of this process: open it in this process, and claim a number of its own";
        /// The random source failed. The store was not asked.
        Entropy => "entropy", "the random source failed";
        /// The format has no node of this number.
        Node(error: Box<dyn Error + Send + Sync>) => "node", "the format has no node of this number: {error}";
        /// The request itself is wrong.
        Invalid(what: Box<str>) => "invalid", "{what}";
        /// The tables of the store are of another version than this library knows, or absent.
        Schema {
            /// The version in the store; 0 if there are no tables.
            found: u64,
            /// The version that this library writes.
            known: u64,
        } => "schema", ("{}", tables(*found, *known));
        /// The store failed in a way that asking again does not mend.
        Broken(error: Box<dyn Error + Send + Sync>) => "broken", "the store failed: {error}";
    }
}

impl StoreError {
    pub(crate) fn invalid(what: impl Into<Box<str>>) -> Self {
        Self::Invalid(what.into())
    }

    /// Whether the store may grant to another what it granted to this holder before: because it says
    /// so, or because it may be another store by now, or one that is damaged.
    pub(crate) const fn ends_grants(&self) -> bool {
        matches!(
            self,
            Self::Lost
                | Self::Restored { .. }
                | Self::Layout { .. }
                | Self::Schema { .. }
                | Self::Broken(_)
        )
    }

    /// Whether the same request can succeed later without a change by a person.
    #[inline]
    pub const fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Unavailable(_)
                | Self::Full { .. }
                | Self::Held { .. }
                | Self::Ahead { .. }
                | Self::FastClock { .. }
        )
    }
}

/// What is wrong with tables of another version.
fn tables(found: u64, known: u64) -> String {
    if found == 0 {
        return "the store has no tables yet: make them with `ids reserve init`".into();
    }
    format!("the store has tables of version {found}, and this program knows version {known}")
}

impl Error for StoreError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unavailable(error) | Self::Broken(error) | Self::Node(error) => Some(&**error),
            _ => None,
        }
    }
}

/// Why a store in a database whose file was replaced grants nothing more. Its holder would go on with it, while others
/// begin with what is there now: then both would grant the same.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
const REPLACED: &str = "its file, or the journal, was replaced or removed since it was opened. Raise the ends \
                        past all that was granted, with `ids reserve raise`, and open it again";

/// What to do about a failure of a database: ask again, or not.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(crate) fn failed(failure: impl Into<ids_db::DatabaseError>) -> StoreError {
    use ids_db::DatabaseError;
    match failure.into() {
        DatabaseError::Unavailable(error) => StoreError::Unavailable(error),
        DatabaseError::Refused(error) => StoreError::Broken(error),
        DatabaseError::Missing => StoreError::Unavailable("there is no such file".into()),
        DatabaseError::Schema(found) => StoreError::Schema { found, known: crate::sql::VERSION },
        DatabaseError::Replaced => StoreError::Broken(REPLACED.into()),
        DatabaseError::Forked => StoreError::Forked,
        DatabaseError::Invalid(what) => StoreError::invalid(what),
        other => StoreError::Broken(other.into()),
    }
}
