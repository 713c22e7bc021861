//! A store in an SQLite file, for many processes on one host.

use core::{fmt, time::Duration};
use std::{path::Path, vec::Vec};

use ids_core::{Clock, SystemClock};
use ids_db::{
    Failure,
    sqlite::{BUSY, FENCED, File, Tables, is_fenced},
};
use rusqlite::{
    Connection, Transaction,
    TransactionBehavior::{self, Deferred, Immediate},
};

use crate::{
    Claim, Claimed, Fingerprint, Grant, Namespace, Release, Request, Resource, Span, Status, Store,
    StoreError,
    error::failed,
    protocol::{self, Decision, MAX_END},
};

mod rows;

/// A store in an SQLite file. Every process on the host may open it.
///
/// Each call is one `BEGIN IMMEDIATE` transaction in WAL mode with `synchronous = FULL`: it is on the
/// disk before the call returns. A call waits up to the busy time-out for other processes; after that
/// it is [`StoreError::Unavailable`], as are a full disk and other failures of input and output. The
/// store's clock is the host's.
///
/// WAL mode wants a local file system, and its journal stands beside the file: containers that share a
/// store share the folder, not the file alone. If the file is replaced or removed while it is open, as
/// by a copy that is moved there, each call is [`StoreError::Broken`]. [`open`](Self::open) changes
/// nothing in a file without the tables. If the file has become read-only, as before a move, a call that writes is
/// [`StoreError::Unavailable`], and the others answer. The tables have names that begin with `ids_reserve_`, so
/// that they may stand in the file of an application. An object that is not a table under such a name, and a call
/// that takes far more steps than the size of the file explains, as by the triggers of a stranger's file, is
/// [`StoreError::Broken`]. A connection does not survive `fork()`: the child gets [`StoreError::Forked`].
///
/// ```
/// use ids_reserve::{SqliteStore, Store};
/// # let folder = std::env::temp_dir().join(format!("ids-reserve-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("ids.db");
/// let mut store = SqliteStore::init(&path)?;
/// assert!(store.status()?.resources.is_empty());
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SqliteStore<C = SystemClock> {
    connection: Connection,
    file: File,
    clock: C,
}

const TABLES: Tables = Tables {
    names: &[
        "ids_reserve_version",
        "ids_reserve_namespace",
        "ids_reserve_resource",
        "ids_reserve_holder",
        "ids_reserve_span",
    ],
    of: "reservations",
    schema: SqliteStore::SCHEMA,
    version: 1,
    // Far more than any that is written here.
    longest: 1 << 20,
};

impl SqliteStore {
    /// The SQL that makes the tables, for those whose migrations run elsewhere.
    pub const SCHEMA: &'static str = include_str!("schema/sqlite-1.sql");

    /// Opens a file, and makes it and its tables where they are absent.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if the tables are of another version; others if SQLite fails.
    #[inline]
    pub fn init(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::init_within(path, BUSY, || ())
    }

    /// As [`init`](Self::init), and waits as [`open_within`](Self::open_within).
    ///
    /// # Errors
    /// As [`init`](Self::init) and [`open_within`](Self::open_within).
    #[inline]
    pub fn init_within(
        path: impl AsRef<Path>,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self, StoreError> {
        let path = path.as_ref();
        let store = Self::new(File::init(path, &TABLES, busy, tell).map_err(failed)?)?;
        if is_fenced(path) {
            return Err(StoreError::Unavailable(FENCED.into()));
        }
        Ok(store)
    }

    /// Opens a file that has the tables.
    ///
    /// # Errors
    /// [`StoreError::Schema`] if there are none, or of another version; others if SQLite fails.
    #[inline]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_within(path, BUSY, || ())
    }

    /// As [`open`](Self::open), with `busy` as the limit of its wait for other processes, and of its later calls.
    /// `tell` is called when the store has waited for a second, to be opened or in a call.
    ///
    /// # Errors
    /// As [`open`](Self::open); [`StoreError::Invalid`] if `busy` is 2^31 ms or more, about 24 days.
    #[inline]
    pub fn open_within(
        path: impl AsRef<Path>,
        busy: Duration,
        tell: impl FnMut() + Send + 'static,
    ) -> Result<Self, StoreError> {
        let path = path.as_ref();
        let opened = File::open(path, &TABLES, busy, tell).map_err(|failure| match failure {
            Failure::Missing => StoreError::Unavailable(
                format!("no file {}: `ids reserve init` makes one", path.display()).into(),
            ),
            failure => failed(failure),
        });
        Self::new(opened?)
    }

    fn new((connection, file): (Connection, File)) -> Result<Self, StoreError> {
        connection.execute_batch("PRAGMA foreign_keys = ON").map_err(failed)?;
        Ok(Self { connection, file, clock: SystemClock })
    }
}

impl<C> SqliteStore<C> {
    /// The same store with another clock.
    #[inline]
    pub fn with_clock<D>(self, clock: D) -> SqliteStore<D> {
        let Self { connection, file, .. } = self;
        SqliteStore { connection, file, clock }
    }
}

impl<C: Clock> SqliteStore<C> {
    /// A transaction that writes, and the time inside it.
    fn begin_to_write(&mut self) -> Result<(Transaction<'_>, u64), StoreError> {
        self.begin(Immediate)
    }

    /// A transaction, and the time inside it.
    fn begin(&mut self, how: TransactionBehavior) -> Result<(Transaction<'_>, u64), StoreError> {
        let connection = &self.connection;
        let begin = || Transaction::new_unchecked(connection, how);
        let writes = matches!(how, Immediate);
        let transaction = self.file.take_turn(connection, writes, begin).map_err(failed)?;
        match self.clock.now() {
            Ok(now) => Ok((transaction, protocol::micros(now))),
            Err(error) => Err(StoreError::Broken(error.into())),
        }
    }
}

impl<C> fmt::Debug for SqliteStore<C> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("path", &self.connection.path()).finish_non_exhaustive()
    }
}

impl<C: Clock> Store for SqliteStore<C> {
    #[inline]
    fn claim(&mut self, claim: &Claim<'_>) -> Result<Claimed, StoreError> {
        let (transaction, now) = self.begin_to_write()?;
        let layout = rows::layout(&transaction, claim.namespace).map_err(failed)?;
        let numbers = rows::numbers(&transaction, claim).map_err(failed)?;
        let (number, end) = protocol::claim(claim, layout.as_deref(), &numbers, now)?;
        if layout.is_none() {
            begin(&transaction, claim.namespace, claim.fingerprint, claim.separate)?;
        }
        rows::own(&transaction, claim, number, now).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(Claimed { number, end, now })
    }

    #[inline]
    fn grant(&mut self, request: &Request<'_>) -> Result<Grant, StoreError> {
        let (transaction, now) = self.begin_to_write()?;
        let (namespace, layout) = (&request.resource.namespace, request.fingerprint);
        let stored = rows::layout(&transaction, namespace).map_err(failed)?;
        let known = rows::known(&transaction, request, now, stored.as_deref()).map_err(failed)?;
        let decision = protocol::grant(&known, request)?;
        let range = decision.range().clone();
        if !matches!(decision, Decision::Again(_)) {
            if stored.is_none() {
                begin(&transaction, namespace, layout, request.separate)?;
            }
            rows::keep_grant(&transaction, request, &decision, now).map_err(failed)?;
            transaction.commit().map_err(failed)?;
        }
        Ok(Grant { range, now })
    }

    #[inline]
    fn release(&mut self, release: &Release<'_>) -> Result<(), StoreError> {
        let (transaction, now) = self.begin_to_write()?;
        let (resource, holder) = (release.resource, release.holder);
        if rows::forget(&transaction, resource, holder).map_err(failed)? {
            let held = rows::held(&transaction, resource, holder).map_err(failed)?;
            let raised = rows::raised(&transaction, resource).map_err(failed)?;
            let parts = protocol::release(release, &held, raised)?;
            rows::keep_parts(&transaction, release, &parts, now).map_err(failed)?;
            transaction.commit().map_err(failed)?;
        }
        Ok(())
    }

    #[inline]
    fn raise(&mut self, resource: &Resource, end: u64) -> Result<u64, StoreError> {
        if end > MAX_END {
            return Err(protocol::NO_SUCH_END);
        }
        let (transaction, _) = self.begin_to_write()?;
        let raised = rows::raise(&transaction, resource, end).map_err(failed)?;
        let raised = raised.ok_or(protocol::NO_SUCH_END)?;
        transaction.commit().map_err(failed)?;
        Ok(raised)
    }

    #[inline]
    fn status(&mut self) -> Result<Status, StoreError> {
        let (transaction, now) = self.begin(Deferred)?;
        let resources = rows::resources(&transaction).map_err(failed)?;
        Ok(Status { now, resources })
    }

    #[inline]
    fn spans(&mut self, resource: &Resource) -> Result<Vec<Span>, StoreError> {
        let (transaction, _) = self.begin(Deferred)?;
        rows::spans(&transaction, resource).map(protocol::join).map_err(failed)
    }
}

/// Begins a namespace.
fn begin(
    transaction: &Transaction<'_>,
    namespace: &Namespace,
    layout: &Fingerprint,
    separate: bool,
) -> Result<(), StoreError> {
    let all = rows::namespaces(transaction).map_err(failed)?;
    let all = all.iter().map(|(name, layout)| (name.as_str(), layout.as_str()));
    protocol::begin(namespace, layout, separate, all)?;
    rows::keep_layout(transaction, namespace, layout).map_err(failed)
}
