//! Identifiers through sea-orm in two versions, in an SQLite in memory, and a PostgreSQL and a MariaDB to throw
//! away. The two versions have the same tests.

#![cfg(target_os = "linux")]

#[path = "../../../cases.rs"]
mod cases;

use ids_core::typed_id;

typed_id! {
    /// An account.
    pub struct AccountId(cases::DiscordId) = "account_";
}

/// What a version calls, where the names differ.
macro_rules! calls {
    ($execute:ident, $query_all:ident) => {
        use sea_orm::{
            ConnectionTrait as _, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult,
            Statement,
        };

        fn backend(connection: &DatabaseConnection) -> DbBackend {
            connection.get_database_backend()
        }

        async fn execute(
            connection: &DatabaseConnection,
            statement: Statement,
        ) -> Result<ExecResult, DbErr> {
            connection.$execute(statement).await
        }

        async fn query(
            connection: &DatabaseConnection,
            statement: Statement,
        ) -> Result<Vec<QueryResult>, DbErr> {
            connection.$query_all(statement).await
        }
    };
}

#[cfg(feature = "sea-orm1")]
#[path = "."]
mod version_1 {
    #[path = "columns.rs"]
    mod columns;
    #[path = "entities.rs"]
    mod entities;
    #[path = "session.rs"]
    mod session;
    #[path = "tables.rs"]
    mod tables;

    use sea_orm1 as sea_orm;

    /// Whether it reads texts with a collation of `_bin`: its sqlx takes them for bytes.
    const READS_BIN: bool = false;

    calls!(execute, query_all);
}

#[path = "."]
mod version_2 {
    #[path = "columns.rs"]
    mod columns;
    #[path = "entities.rs"]
    mod entities;
    #[path = "session.rs"]
    mod session;
    #[path = "tables.rs"]
    mod tables;

    use sea_orm2 as sea_orm;

    /// Whether it reads texts with a collation of `_bin`.
    const READS_BIN: bool = true;

    calls!(execute_raw, query_all_raw);
}
