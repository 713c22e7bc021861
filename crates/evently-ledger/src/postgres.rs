//! Ledgers in a PostgreSQL database.
//!
//! [`PostgresStore`] is a [`Store`](crate::Store), which blocks. [`PostgresAppender`] and the functions
//! beside it work on a [`Client`](tokio_postgres::Client) of `tokio-postgres`, also one of a pool, and
//! do not block. Both do the same, by the same statements.
//!
//! An append is one statement, which locks the row of its ledger. There are no locks of a session and
//! no prepared statements, so that it works behind a pooler, pgbouncer in transaction mode too. If
//! another writer was faster, the next attempt takes the lock first, in a transaction: so writers take
//! turns, of two messages each. An append is durable: where `synchronous_commit` is `off` or `local`, it counts as `on`.
//! Never run the server with `fsync = off`.

mod appender;
mod functions;
mod indexes;
mod pg_ledger;
#[cfg(all(test, target_os = "linux"))]
#[path = "../tests/inside/plans.rs"]
mod plans;
mod rows;
mod session;
mod shared;
mod store;

#[cfg(feature = "postgres-tls")]
#[doc(inline)]
pub use ids_db::{Authorities, MakeRustlsConnect};

pub use self::{
    appender::PostgresAppender,
    functions::{check_indexes, poll, select},
    pg_ledger::PgLedgerStore,
    rows::{contains, head, init, ledgers},
    shared::SharedPostgresAppender,
    store::PostgresStore,
};
use crate::{DatabaseError, LedgerRow, database::sql};

/// The SQL that makes the tables, their triggers and functions, in the schema `evently_ledger`: for
/// those whose migrations run elsewhere.
pub const SCHEMA: &str = include_str!("schema/postgres-1.sql");

/// The SQL that makes the functions, beside the tables: for clients in any language, which append by
/// `evently_ledger.append`. It can be run again, and needs PostgreSQL 13 and a database in UTF-8.
pub const FUNCTIONS: &str = concat!(
    include_str!("schema/postgres-ids-1.sql"),
    include_str!("schema/postgres-append-1.sql")
);

/// The channel of `LISTEN` on which each append says the name of its ledger, when it commits.
pub const CHANNEL: &str = "evently_ledger";

const DIALECT: sql::Dialect = sql::Dialect {
    event: "evently_ledger.event",
    entity: "evently_ledger.entity",
    ledger: "(SELECT number FROM evently_ledger.ledger WHERE name = $1)",
    mark: '$',
};
