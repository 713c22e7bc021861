//! `query_as!`, whose columns the compiler checks against the answers of a database in `.sqlx`. With another
//! query, write them anew beside a database that has the table:
//! `SQLX_OFFLINE_DIR=$PWD/.sqlx DATABASE_URL=sqlite:lines.db cargo test --test query`

use flax_id::FlaxId;
use snowflake::{Discord, Snowflake};
use sqlx::{Connection as _, SqliteConnection, query, query_as, query_scalar, raw_sql};
use tokio::runtime::Builder;

flax_id::typed_id! {
    /// Another type than the identifier's own.
    struct LineId(FlaxId) = "line_";
}

/// A row: an identifier, one that may be absent, and one that the database does not know to be there.
#[derive(Debug, PartialEq)]
struct Line {
    id: LineId,
    author: Snowflake<Discord>,
    parent: Option<LineId>,
}

#[test]
fn types_of_columns_are_named_in_the_query() -> Result<(), sqlx::Error> {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut database = SqliteConnection::connect("sqlite::memory:").await?;
        let table = "CREATE TABLE line (id BLOB NOT NULL PRIMARY KEY, author INTEGER NOT NULL, parent BLOB)";
        raw_sql(table).execute(&mut database).await?;
        let author = Snowflake::from_bits(7).expect("an identifier");
        let parent = Line { id: FlaxId::MIN.into(), author, parent: None };
        let child = Line { id: FlaxId::MAX.into(), author, parent: Some(parent.id) };
        for Line { id, author, parent } in [&parent, &child] {
            let add = query!("INSERT INTO line (id, author, parent) VALUES (?, ?, ?)", id, author, parent);
            add.execute(&mut database).await?;
        }
        let lines = query_as!(
            Line,
            r#"SELECT id AS "id: LineId", author AS "author: Snowflake<Discord>", parent AS "parent: LineId"
               FROM line ORDER BY id"#
        );
        assert_eq!(lines.fetch_all(&mut database).await?, [parent, child]);
        let newest = query_scalar!(r#"SELECT max(id) AS "newest!: FlaxId" FROM line"#);
        assert_eq!(newest.fetch_one(&mut database).await?, FlaxId::MAX);
        let child = query_scalar!(r#"SELECT id AS "id: FlaxId" FROM line WHERE parent = ?"#, FlaxId::MIN);
        assert_eq!(child.fetch_optional(&mut database).await?, Some(FlaxId::MAX));
        Ok(())
    })
}
