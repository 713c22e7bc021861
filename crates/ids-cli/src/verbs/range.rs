//! `ids range`: a span of time, or all of an entity, as a span of identifiers.

use std::time::Duration;

use clap::Args;
use ids_core::TimeError;
use ids_formats::{Column, Facts, Timed};

use crate::{
    instant,
    reading::{entity::Entity, select::SelectFlavour},
    show::{json, output::Output, outside::acts},
    status::{Failure, Status},
};

/// Arguments of `ids range`.
#[derive(Args, Debug)]
pub(crate) struct Range {
    /// The format: see `ids info`
    #[arg(value_name = "FORMAT")]
    format: String,
    #[command(flatten)]
    flavour: SelectFlavour,
    /// The start of the span
    #[arg(long, value_name = "TIME", value_parser = instant::parse, requires = "to",
          conflicts_with_all = ["key", "group", "group_number"])]
    from: Option<Duration>,
    /// The end of the span, which is not part of it
    #[arg(long, value_name = "TIME", value_parser = instant::parse, requires = "from")]
    to: Option<Duration>,
    #[command(flatten)]
    entity: Entity,
    /// The text form to write, instead of the canonical one. --sql needs one that sorts
    #[arg(long, value_name = "FORM")]
    form: Option<String>,
    /// Write a condition in the SQL of `PostgreSQL` on this column. It may be any expression, and is
    /// copied without change
    #[arg(long, value_name = "COLUMN", value_parser = column, conflicts_with = "json")]
    sql: Option<String>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

impl Range {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let selected = self.flavour.formats(Some(&self.format))?;
        let record = selected.only()?;
        let (first, end) = match (self.from, self.to, record.timed) {
            (Some(from), Some(to), Some(timed)) => times(timed, from, to)?,
            _ => self.entity.bounds(record.facts)?,
        };
        let form = record.written(self.form.as_deref())?;
        let (from, to) = (record.form(form, first), record.form(form, end));
        let bytes = out.bytes();
        match &self.sql {
            Some(column) => {
                // Text is compared byte by byte: other collations ignore case and punctuation.
                let (collation, quote) = match record.facts.forms[form].column() {
                    Some(Column::Number) => ("", ""),
                    Some(Column::Uuid) => ("", "'"),
                    Some(Column::Text) => (" COLLATE \"C\"", "'"),
                    _ => return Err(unsorted(record.facts, form)),
                };
                for (word, sign, bound) in [("", ">=", from), (" AND ", "<", to)] {
                    let start = format!("{word}{column}{collation} {sign} {quote}");
                    bytes.extend_from_slice(start.as_bytes());
                    bytes.extend_from_slice(&bound);
                    bytes.extend_from_slice(quote.as_bytes());
                }
            }
            None if self.json => {
                bytes.push(b'{');
                record.write_name(bytes);
                json::member(bytes, "from", &from);
                json::member(bytes, "to", &to);
                bytes.push(b'}');
            }
            None => {
                bytes.extend_from_slice(&from);
                bytes.push(b'\n');
                bytes.extend_from_slice(&to);
            }
        }
        bytes.push(b'\n');
        out.end()?;
        Ok(Status::Done)
    }
}

/// The value of `--sql`: any expression on one line that a terminal can show.
fn column(text: &str) -> Result<String, &'static str> {
    match text {
        _ if text.trim().is_empty() => Err("there is no column"),
        _ if text.contains(acts) => {
            Err("a column is written on one line, without control characters")
        }
        _ => Ok(text.to_owned()),
    }
}

/// A condition on texts of this form would find other identifiers.
fn unsorted(facts: &Facts, form: usize) -> Failure {
    let name = facts.forms[form].name();
    let others = facts.forms.iter().filter(|form| form.is_written()).filter_map(|form| {
        let column = match form.column()? {
            Column::Number => "a column of numbers",
            Column::Uuid => "a column of UUIDs",
            _ => "a column of text",
        };
        Some(format!("--form {} for {column}", form.name()))
    });
    let others: Vec<_> = others.collect();
    Failure::Usage(format!(
        "--sql: texts of the form {name} do not sort as the identifiers do; give {}",
        others.join(", or ")
    ))
}

/// The bounds of a span of time.
fn times(timed: &dyn Timed, from: Duration, to: Duration) -> Result<(u128, u128), Failure> {
    if from > to {
        return Err(Failure::usage("--from is after --to"));
    }
    let first = timed.lower_bound(from).map_err(|error| refused("--from", error))?;
    let end = timed.upper_bound(to).map_err(|error| refused("--to", error))?;
    Ok((first, end))
}

fn refused(option: &str, error: TimeError) -> Failure {
    Failure::Refused(format!("{option}: {}", instant::explain_time(error)))
}
