//! `ids range`: a span of time, or all of an entity, as a span of identifiers.

mod column;

use clap::Args;
use ids_core::RangeError;
use ids_formats::Timed;

use self::column::{ColumnType, Stored};
use crate::{
    Failure, Output, Status,
    reading::{Database, Moment, Name, SelectDomain, SelectFlavour, entity::Entity},
    show::{Record, json, names::written},
};

/// Print the first identifier of a time span, and the first after it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids range flax --from 2024-01-01 --to 2024-02-01
  ids range snowflake --flavour discord --from -1h --sql m.message_id
  ids range flax --from 2024-01-01 --to now --sql id --database sqlite
  ids range siq --to 2024-01-01 --form uuid --column-type text --sql id --database mysql
  ids range luuid --flavour v6 --key 23122e --group person

Two identifiers are printed. An identifier made at --from or later, but before --to, is greater
than or equal to the first and less than the second. Adjacent spans give adjacent ranges. luuid
has no time inside: its range holds all identifiers of one key in one group.

TIME is RFC 3339 (2016-04-30T11:18:25.796Z), a date (midnight in UTC), a month or week (2024-01,
2024-W03: its start), a count since the Unix epoch with its unit (1462015105s, 1462015105796ms),
now, today, yesterday, or a time before now (-1h, -7d). --to may be a time after --from (+1d). A
local time has its zone: 2024-01-01T10:00[Europe/Berlin], or that of --zone.

With --sql one line is printed, for after WHERE. COLUMN is a name, with dots between its parts. A
part in double quotes may have any characters. The condition has it in the quotes of the database.")]
pub(crate) struct Range {
    /// The format: see `ids info`. With --flavour it may be left out
    #[arg(value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    flavour: SelectFlavour,
    /// The start of the span: a time, now, today, or -1h for an hour ago
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true,
          conflicts_with_all = ["key", "group", "group_number"])]
    from: Option<Moment>,
    /// The end of the span, which is not part of it; +1d is a day after its start. With --sql or --json one of
    /// both may be left out
    #[arg(long, value_name = "TIME", value_parser = Moment::parse_end, allow_hyphen_values = true,
          conflicts_with_all = ["key", "group", "group_number"])]
    to: Option<Moment>,
    /// Take this time for now, instead of the clock's
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_hyphen_values = true)]
    now: Option<Moment>,
    #[command(flatten)]
    entity: Entity,
    /// The text form to write, instead of the canonical one
    #[arg(long, value_name = "FORM")]
    form: Option<String>,
    #[command(flatten)]
    condition: Condition,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// The options for a condition in SQL.
#[derive(Args, Debug)]
struct Condition {
    /// Write a condition in SQL on this column, such as id, m.id or m."the id"
    #[arg(long, value_name = "COLUMN", value_parser = Name::parse, conflicts_with = "json")]
    sql: Option<Name>,
    /// The type of the column. Without it: uuid where a form is one, bigint up to 64 bits, otherwise
    /// bytea; with --form, the one for its texts
    #[arg(long, value_name = "TYPE", requires = "sql")]
    column_type: Option<ColumnType>,
    #[arg(
        help = "The database. Without it: PostgreSQL",
        long,
        value_name = "DATABASE",
        requires = "sql"
    )]
    database: Option<Database>,
}

/// A range of identifiers, from the first on, before the second.
type Bounds = (Option<u128>, Option<u128>);

impl Range {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let selected = self.flavour.wanted(&SelectDomain::NONE, self.format.as_deref())?;
        let record = selected.only()?;
        let bounds = match record.timed {
            Some(timed) if self.from.is_some() || self.to.is_some() => self.times(timed)?,
            _ => {
                let (first, end) = self.entity.bounds(record.facts)?;
                (Some(first), Some(end))
            }
        };
        match &self.condition.sql {
            Some(column) => {
                let condition = self.condition(&record, column, bounds)?;
                out.bytes().extend_from_slice(condition.as_bytes());
            }
            None => self.texts(&record, bounds, out)?,
        }
        out.bytes().push(b'\n');
        out.end().map(|()| Status::Done)
    }

    /// The bounds of a span of time.
    fn times(&self, timed: &dyn Timed) -> Result<Bounds, Failure> {
        let zoned = &self.flavour.zoned;
        let now = zoned.given("--now", self.now)?;
        let span = zoned.span([("--from", self.from), ("--to", self.to)], now)?;
        let first = span.start.map(|time| timed.lower_bound(time)).transpose();
        let end = span.end.map(|time| timed.upper_bound(time)).transpose();
        Ok((
            first.map_err(|error| refused("--from", error))?,
            end.map_err(|error| refused("--to", error))?,
        ))
    }

    fn condition(
        &self,
        record: &Record<'_>,
        column: &Name,
        (first, end): Bounds,
    ) -> Result<String, Failure> {
        let database = self.condition.database.unwrap_or(Database::Postgres);
        let kind = self.condition.column_type;
        let stored = Stored::new(record, database, kind, self.form.as_deref())?;
        let column = column.written(database);
        let ends = [(">=", first), ("<", end)].into_iter();
        let ends = ends.filter_map(|(sign, bound)| Some((sign, bound?)));
        let ends = ends.map(|(sign, bound)| {
            let constant = stored.constant(bound)?;
            Ok(format!("{column} {sign} {constant}"))
        });
        Ok(ends.collect::<Result<Vec<_>, Failure>>()?.join(" AND "))
    }

    /// Writes the bounds in their text form.
    fn texts(
        &self,
        record: &Record<'_>,
        (first, end): Bounds,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let form = written(record, self.form.as_deref())?;
        let text = |bits| record.format.text(form, bits);
        let bytes = out.bytes();
        if self.json {
            json::object(bytes, |out| {
                record.write_name(out);
                json::optional(out, "from", first.map(text));
                json::optional(out, "to", end.map(text));
            });
            return Ok(());
        }
        let (Some(first), Some(end)) = (first, end) else {
            return Err(Failure::usage(
                "a range that is open at one end is written with --sql or --json; give --from and --to",
            ));
        };
        bytes.extend_from_slice(format!("{}\n{}", text(first), text(end)).as_bytes());
        Ok(())
    }
}

fn refused(option: &str, error: RangeError) -> Failure {
    Failure::Refused(format!("{option}: {error}"))
}
