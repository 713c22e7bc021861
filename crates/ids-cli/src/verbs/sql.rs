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
