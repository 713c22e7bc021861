//! The table of users.

use core::{future::Future, time::Duration};

use deadpool_postgres::{
    Manager, ManagerConfig, Pool, Runtime,
    tokio_postgres::{Config, NoTls},
};
use serde::Serialize;
use tokio::time::{sleep, timeout};

use crate::{Failure, ids::Id, problem::Problem};

/// A user.
#[derive(Debug, Serialize)]
pub struct User {
    /// In JSON a string, because JavaScript rounds integers above 2^53.
    pub id: Id,
    /// The name.
    pub name: String,
}

/// The table of users, in PostgreSQL.
#[derive(Debug)]
pub struct Users(Pool);

/// How long a request waits for the database.
const LIMIT: Duration = Duration::from_secs(3);

/// Several services may start at once, so one after the other makes the table.
const TABLE: &str = "
    BEGIN;
    SELECT pg_advisory_xact_lock(hashtext('example-fleet'));
    CREATE TABLE IF NOT EXISTS users (id bigint PRIMARY KEY, name text NOT NULL);
    COMMIT";

impl Users {
    /// The table at this URL, which is made where it is absent. Waits for a database that starts.
    ///
    /// # Errors
    /// If the URL or the database is wrong.
    pub async fn open(url: &str) -> Result<Self, Failure> {
        let config: Config = url.parse().map_err(|_| "DATABASE_URL is not a URL of PostgreSQL")?;
        let manager = Manager::from_config(config, NoTls, ManagerConfig::default());
        let users = Self(Pool::builder(manager).runtime(Runtime::Tokio1).build()?);
        loop {
            match users.make().await {
                Ok(()) => return Ok(users),
                Err(Problem::Away(_)) => sleep(Duration::from_millis(100)).await,
                Err(problem) => return Err(format!("the table of users: {problem:?}").into()),
            }
        }
    }

    async fn make(&self) -> Result<(), Problem> {
        within(async { Ok(self.0.get().await?.batch_execute(TABLE).await?) }).await
    }

    /// Adds a user.
    ///
    /// # Errors
    /// [`Problem`]. After [`Problem::Away`] the user may be in the table.
    pub async fn add(&self, user: &User) -> Result<(), Problem> {
        let add = "INSERT INTO users (id, name) VALUES ($1, $2)";
        within(async {
            self.0.get().await?.execute(add, &[&user.id, &user.name]).await?;
            Ok(())
        })
        .await
    }

    /// The user of this id.
    ///
    /// # Errors
    /// [`Problem`].
    pub async fn find(&self, id: Id) -> Result<User, Problem> {
        // An id that is too large for the column belongs to no user.
        id.to_i64().map_err(|_| Problem::NoUser)?;
        let find = "SELECT id, name FROM users WHERE id = $1";
        let row = within(async { Ok(self.0.get().await?.query_opt(find, &[&id]).await?) });
        let row = row.await?.ok_or(Problem::NoUser)?;
        Ok(User { id: row.try_get(0)?, name: row.try_get(1)? })
    }
}

async fn within<T>(work: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    let late = || Err(Problem::Away(format!("no answer within {LIMIT:?}")));
    timeout(LIMIT, work).await.unwrap_or_else(|_| late())
}
