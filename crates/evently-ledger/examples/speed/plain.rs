//! Plain inserts: the text of an event into a table with a primary key, or as a line of a file.

use core::{error::Error, time::Duration};
use std::{fs::File, io::Write as _, thread, time::Instant};

use evently_ledger::EventId;
use rusqlite::{Connection, TransactionBehavior};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{
    Client, NoTls,
    types::{ToSql, Type},
};

/// Stores a batch of rows, each an id and a text.
pub(crate) trait Plain {
    fn store(&mut self, rows: &[(EventId, String)]);
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS plain_row";

/// What tells the rows of one client from those of another.
fn client() -> String {
    format!("{:?} {:?}", thread::current().id(), Instant::now())
}

/// Lines of a file beside those of the ledgers.
pub(crate) struct PlainFile(File);

impl PlainFile {
    pub(crate) fn open(path: &str) -> Result<Self, Box<dyn Error>> {
        Ok(Self(File::options().append(true).create(true).open(format!("{path}.plain"))?))
    }
}

impl Plain for PlainFile {
    fn store(&mut self, rows: &[(EventId, String)]) {
        let lines: String = rows.iter().flat_map(|(_, text)| [text, "\n"]).collect();
        self.0.write_all(lines.as_bytes()).expect("written");
        self.0.sync_data().expect("on the disk");
    }
}

/// A table in a file beside that of the ledgers.
pub(crate) struct PlainSqlite(Connection, String);

impl PlainSqlite {
    pub(crate) fn open(path: &str) -> Result<Self, Box<dyn Error>> {
        let connection = Connection::open(format!("{path}.plain"))?;
        connection.busy_timeout(Duration::from_secs(60))?;
        connection.execute_batch(&format!(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             {TABLE} (client TEXT, id BLOB, record TEXT, PRIMARY KEY (client, id))"
        ))?;
        Ok(Self(connection, client()))
    }
}

impl Plain for PlainSqlite {
    fn store(&mut self, rows: &[(EventId, String)]) {
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.0.transaction_with_behavior(behavior).expect("begun");
        for (id, text) in rows {
            let sql = "INSERT INTO plain_row VALUES (?1, ?2, ?3)";
            let mut statement = transaction.prepare_cached(sql).expect("a statement");
            statement.execute((&self.1, id.to_bytes(), text)).expect("stored");
        }
        transaction.commit().expect("committed");
    }
}

/// A table in the database of the ledgers.
pub(crate) struct PlainPostgres(Runtime, Client, String);

impl PlainPostgres {
    pub(crate) fn open(url: &str) -> Result<Self, Box<dyn Error>> {
        let sql = format!(
            "SELECT pg_advisory_lock(1);
             {TABLE} (client text, id text, record text, PRIMARY KEY (client, id));
             SELECT pg_advisory_unlock(1)"
        );
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let connected = runtime.block_on(async {
            let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
            tokio::spawn(connection);
            client.batch_execute(&sql).await?;
            Ok::<_, tokio_postgres::Error>(client)
        })?;
        Ok(Self(runtime, connected, client()))
    }
}

impl Plain for PlainPostgres {
    fn store(&mut self, rows: &[(EventId, String)]) {
        let ids: Vec<String> = rows.iter().map(|(id, _)| id.to_string()).collect();
        let texts: Vec<&str> = rows.iter().map(|(_, text)| &**text).collect();
        let sql = "INSERT INTO plain_row SELECT $1, * FROM unnest($2, $3)";
        let parameters: [(&(dyn ToSql + Sync), Type); 3] =
            [(&self.2, Type::TEXT), (&ids, Type::TEXT_ARRAY), (&texts, Type::TEXT_ARRAY)];
        self.0.block_on(self.1.execute_typed(sql, &parameters)).expect("stored");
    }
}
