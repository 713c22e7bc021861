//! `ids sql`: functions on identifiers, for a database to have.

mod mysql;
mod postgres;
mod sqlite;

use clap::Args;
use ids_formats::{FAMILIES, families};
use siq::Qualifier;
use snowflake::{FLAVOURS, Flavour};

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
macro_rules! files {
    ($($name:literal: $format:ident),*) => {
        &[$((
            $name,
            include_str!(concat!("../sql/postgres/", $name, ".sql")),
            include_str!(concat!("../sql/mysql/", $name, ".sql")),
        )),*]
    };
}
/// The functions of each format, for PostgreSQL and for MySQL.
const FORMATS: &[(&str, &str, &str)] = families!(files);

/// The functions of these formats, as `of` says, and those of the flavours of Snowflake. A line such as
/// `{bytes flax, a Flax}` is in the place of those that are `alike` for all formats in such a column.
fn functions(
    formats: &[&str],
    of: fn(&(&str, &'static str, &'static str)) -> &'static str,
    alike: &[(&str, &str)],
    flavour: fn(&Flavour) -> String,
) -> String {
    let stands_for = |line: &str| {
        let (column, of) = line.strip_prefix('{')?.strip_suffix("}\n")?.split_once(' ')?;
        let (_, functions) = alike.iter().find(|(name, _)| *name == column)?;
        let (name, what) = of.split_once(", ")?;
        Some(functions.replace("{name}", name).replace("{what}", what))
    };
    let kind = |kind: &Qualifier| format!("\n        WHEN {} THEN '{kind}'", *kind as u8);
    let kinds: String = Qualifier::ALL.iter().map(kind).collect();
    let mut sql = String::new();
    for format in FORMATS.iter().filter(|(name, ..)| formats.contains(name)) {
        sql.push('\n');
        let lines = of(format).split_inclusive('\n');
        let lines = lines.map(|line| stands_for(line).unwrap_or_else(|| line.to_owned()));
        sql.push_str(&lines.collect::<String>().replace(" {kinds}", &kinds));
        if format.0 == "snowflake" {
            sql.extend(FLAVOURS.iter().map(flavour));
        }
    }
    sql
}

/// Functions of a flavour, in which names in braces stand for what they are told. The epoch and the unit are in
/// microseconds, `width`, `low` and `ones` are of the timestamp and of what stands below it.
fn filled<const N: usize>(
    functions: &str,
    flavour: &Flavour,
    others: [(&str, String); N],
) -> String {
    let (ticks, timestamp) = (flavour.ticks(), flavour.timestamp());
    let low = timestamp.low();
    let numbers = [
        // As the names of functions can have it.
        ("name", flavour.name().replace('-', "_")),
        ("epoch", ticks.epoch().as_micros().to_string()),
        ("unit", ticks.unit().as_micros().to_string()),
        ("width", timestamp.width().to_string()),
        ("low", low.to_string()),
        ("ones", ((1_u64 << low) - 1).to_string()),
    ];
    numbers.into_iter().chain(others).fold(functions.to_owned(), |functions, (name, value)| {
        functions.replace(&format!("{{{name}}}"), &value)
    })
}

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
        let known = FAMILIES.iter().map(|family| family.name);
        let wanted =
            |name: &&str| self.formats.is_empty() || self.formats.iter().any(|f| f == name);
        let wanted: Vec<_> = known.filter(wanted).collect();
        let pack = match self.database {
            Database::Postgres => postgres::pack(&wanted),
            Database::Sqlite => sqlite::pack(&wanted),
            Database::Mysql => mysql::pack(&wanted),
        };
        out.page().text(pack);
        out.end().map(|()| Status::Done)
    }
}
