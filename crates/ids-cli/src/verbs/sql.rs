//! `ids sql`: functions on identifiers, for a database to have.

mod dialect;
mod mysql;
mod postgres;
mod sqlite;
mod subject;

use clap::Args;
use ids_formats::{FAMILIES, Family};

use crate::{
    Failure, Output, Status,
    reading::{Database, select::find},
};

/// Print SQL that reads, checks and makes identifiers inside a database
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids sql --database postgres | psql -v ON_ERROR_STOP=1 mydb
  ids sql --database postgres --format flax luuid > functions.sql
  ids sql --database sqlite --format snowflake

For postgres they are functions in the schema ids. They are plain SQL, so that they work where no
extension may be installed. Afterwards:
  SELECT ids.flax_time(id), ids.flax_text(id) FROM orders
  WHERE id >= ids.flax_first('2024-01-01Z') AND id < ids.flax_first('2024-02-01Z');

They can be printed and run again at any time. SQLite has no functions in SQL: for sqlite they are
tables and expressions to copy from. docs/sql.md lists all of it.")]
pub(crate) struct Sql {
    /// The database
    #[arg(long, value_name = "NAME")]
    database: Database,
    /// Only these formats: see `ids info`. Without it, all
    #[arg(long = "format", value_name = "FORMAT", num_args = 1..)]
    formats: Vec<String>,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Sql {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        for name in &self.formats {
            if let Some(family) = FAMILIES.iter().find(|family| family.flavour(name).is_some()) {
                let family = family.name;
                return Err(Failure::Usage(format!(
                    "{name} is a flavour of {family}: say {family}, for all its flavours"
                )));
            }
            find(name)?;
        }
        let is_wanted = |family: &&Family| {
            self.formats.is_empty() || self.formats.iter().any(|name| name == family.name)
        };
        let wanted: Vec<_> = FAMILIES.iter().filter(is_wanted).collect();
        let named = wanted.iter().map(|family| family.name).collect::<Vec<_>>().join(", ");
        let pack = match self.database {
            Database::Postgres => postgres::pack(&wanted, &named),
            Database::Sqlite => sqlite::pack(&wanted, &named),
            Database::Mysql => mysql::pack(&wanted, &named),
        };
        out.page().text(pack);
        out.end().map(|()| Status::Done)
    }
}

/// A format that no line here names has its functions and its table by what it says of itself.
#[cfg(all(test, target_os = "linux"))]
mod tests {
    use example_ulid::UlidFormat;
    use ids_testkit::servers::{MariadbServer, PostgresServer};

    use super::*;

    const ULID: Family =
        Family { name: "ulid", id: "Ulid", about: "128 bits", formats: &[&UlidFormat] };
    const TEXT: &str = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    const HEX: &str = "01563e3ab5d3d6764c61efb99302bd5b";
    const MADE: &str = "1469922850259, 54902, 5503943799937875291";
    const FIRST: &str = "018cc251f40000000000000000000000";
    const LAST: &str = "018cc251f400ffffffffffffffffffff";

    /// What is asked of `id`, and of an expression for the bytes of another, and the answers.
    fn rows(id: &str, hex: fn(&str) -> String) -> Vec<(String, String)> {
        let lower = TEXT.to_lowercase();
        vec![
            (format!("ids.ulid_text({id})"), TEXT.into()),
            (hex(&format!("ids.ulid_from_text('{lower}')")), HEX.into()),
            (hex(&format!("ids.ulid_from_number(ids.ulid_number({id}))")), HEX.into()),
            (hex(&format!("ids.ulid_make({MADE})")), HEX.into()),
            (hex("ids.ulid_first('2024-01-01')"), FIRST.into()),
            (hex("ids.ulid_last('2024-01-01')"), LAST.into()),
            (format!("ids.to_micros(ids.ulid_time({id}))"), "1469922850259000".into()),
            ("length(ids.ulid_text(ids.ulid_new()))".into(), "26".into()),
        ]
    }

    #[test]
    fn postgres() {
        let Some(server) = PostgresServer::start() else { return };
        server.sql("ALTER ROLE postgres SET timezone = 'UTC'");
        server.query(&postgres::pack(&[&ULID], "ulid")).expect("functions");
        let id = format!("'{HEX}'::uuid");
        for (asked, answer) in rows(&id, |id| format!("encode(uuid_send({id}), 'hex')")) {
            assert_eq!(server.sql(&format!("SELECT {asked}")), answer, "{asked}");
        }
        let fields = format!("({})", MADE.replace(' ', ""));
        assert_eq!(server.sql(&format!("SELECT ids.ulid_fields({id})")), fields);
        let wide = server.query("SELECT ids.ulid_make(0, 0, 18446744073709551616)");
        let error = wide.expect_err("65 bits");
        assert!(error.contains("random_low has 64 bits"), "{error}");
    }

    #[test]
    fn mysql() {
        let Some(server) = MariadbServer::start() else { return };
        server.query(&mysql::pack(&[&ULID], "ulid")).expect("functions");
        let id = format!("X'{HEX}'");
        for (asked, answer) in rows(&id, |id| format!("LOWER(HEX({id}))")) {
            let found = server.query(&format!("SELECT {asked}"));
            assert_eq!(found.as_deref().map(str::trim_end), Ok(answer.as_str()), "{asked}");
        }
        let low = format!("SELECT JSON_VALUE(ids.ulid_fields({id}), '$.random_low')");
        assert_eq!(server.query(&low).as_deref().map(str::trim_end), Ok("5503943799937875291"));
    }

    #[test]
    fn sqlite() {
        let database = rusqlite::Connection::open_in_memory().expect("a database");
        let sql = sqlite::pack(&[&ULID], "ulid");
        let (table, bounds) = sql.split_once("SELECT").expect("the bounds");
        database.execute_batch(table).expect("a table");
        let row =
            format!("INSERT INTO ulid_ids (id) VALUES (x'{HEX}') RETURNING text, unix_micros");
        let row = database.query_row(&row, [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((TEXT.to_owned(), 1_469_922_850_259_000_i64)));
        let bounds = format!(
            "SELECT lower(hex(first)), lower(hex(last)) FROM (SELECT {}",
            bounds.trim_end().trim_end_matches(';')
        ) + ")";
        let found = database
            .query_row(&bounds, &[(":at", "2024-01-01")], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(found, Ok((FIRST.to_owned(), LAST.to_owned())));
    }
}
