//! Files of SQLite from outside.
#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;

use ids_db::{
    DatabaseError,
    sqlite::{BUSY, File, Tables},
};
use ids_testkit::Folder;
use rusqlite::Connection;

const TABLES: Tables = Tables {
    schema: "CREATE TABLE own_version (version INTEGER); INSERT INTO own_version VALUES (1);
        CREATE TABLE own_row (number INTEGER)",
    version: 1,
    longest: 1 << 20,
};

const ENDLESS: &str = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)";

fn open(folder: &Folder, makes: bool) -> Result<(Connection, File), DatabaseError> {
    File::open(&folder.path().join("own.db"), &TABLES, makes, BUSY, || ())
}

/// An object that is not a table is not read: a view may never end.
#[test]
fn views_in_the_place_of_tables() {
    for name in ["own_version", "OWN_VERSION", "own_row"] {
        let folder = Folder::new("db-views");
        let (connection, _) = open(&folder, true).unwrap();
        let view = format!(
            "DROP TABLE {name}; CREATE VIEW {name} AS {ENDLESS} SELECT 1 AS version, x AS number FROM n"
        );
        connection.execute_batch(&view).unwrap();
        let checked = TABLES.check(&connection);
        for opened in [checked, open(&folder, false).map(drop), open(&folder, true).map(drop)] {
            let error = opened.unwrap_err().to_string();
            assert!(error.contains(&format!("{} is not a table", name.to_lowercase())), "{error}");
        }
    }
}

/// A trigger that never ends, and a blob that no memory holds.
#[test]
fn calls_without_bounds() {
    let folder = Folder::new("db-endless");
    let (connection, mut file) = open(&folder, true).unwrap();
    let trigger = format!(
        "CREATE VIEW endless AS {ENDLESS} SELECT x FROM n;
         CREATE TRIGGER strange AFTER INSERT ON own_row BEGIN SELECT count(*) FROM endless; END"
    );
    connection.execute_batch(&trigger).unwrap();
    let mut insert = || {
        file.take_turn(&connection, true, || {
            connection.execute("INSERT INTO own_row VALUES (1)", [])
        })
    };
    let error = insert().unwrap_err();
    assert!(matches!(error, DatabaseError::Refused(_)), "{error}");
    assert!(error.to_string().contains("never ends"), "{error}");
    // Each call is counted anew.
    connection.execute_batch("DROP TRIGGER strange").unwrap();
    assert_eq!(insert().unwrap(), 1);
    let blob = connection.query_row("SELECT zeroblob(1000000000)", [], |_| Ok(()));
    let error = DatabaseError::from(blob.unwrap_err());
    assert!(matches!(error, DatabaseError::Refused(_)), "{error}");
}

/// No tables are made in a file from which the right to write was taken.
#[test]
fn a_fenced_file_without_tables() {
    let folder = Folder::new("db-fence");
    let file = folder.write("own.db", []);
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(file, permissions).unwrap();
    let opened = open(&folder, true).map(drop);
    assert!(matches!(opened, Err(DatabaseError::Unavailable(_))), "{opened:?}");
    assert!(folder.read("own.db").is_empty());
}

/// SQLite would read the journal of a file that is gone into the new one of its name.
#[test]
fn a_journal_that_is_left() {
    for journal in ["own.db-wal", "own.db-journal"] {
        let folder = Folder::new("db-journal");
        folder.write(journal, []);
        let opened = open(&folder, true).map(drop);
        assert!(matches!(opened, Err(DatabaseError::Refused(_))), "{opened:?}");
        assert_eq!(folder.names(), [journal]);
    }
}
