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

    use sea_orm::{
        ConnectionTrait as _, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult,
        Statement,
    };
    use sea_orm1 as sea_orm;

    /// Whether it reads texts with a collation of `_bin`: its sqlx takes them for bytes.
    const READS_BIN: bool = false;

    fn backend(connection: &DatabaseConnection) -> DbBackend {
        connection.get_database_backend()
    }

    async fn execute(
        connection: &DatabaseConnection,
        statement: Statement,
    ) -> Result<ExecResult, DbErr> {
        connection.execute(statement).await
    }

    async fn query(
        connection: &DatabaseConnection,
        statement: Statement,
    ) -> Result<Vec<QueryResult>, DbErr> {
        connection.query_all(statement).await
    }
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

    use sea_orm::{
        ConnectionTrait as _, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult,
        Statement,
    };
    use sea_orm2 as sea_orm;

    /// Whether it reads texts with a collation of `_bin`.
    const READS_BIN: bool = true;

    fn backend(connection: &DatabaseConnection) -> DbBackend {
        connection.get_database_backend()
    }

    async fn execute(
        connection: &DatabaseConnection,
        statement: Statement,
    ) -> Result<ExecResult, DbErr> {
        connection.execute_raw(statement).await
    }

    async fn query(
        connection: &DatabaseConnection,
        statement: Statement,
    ) -> Result<Vec<QueryResult>, DbErr> {
        connection.query_all_raw(statement).await
    }
}
