//! `ids range`: a span of time as a span of identifiers.

use std::time::Duration;

use clap::Args;
use ids_core::TimeError;

use crate::{
    format::{lower_bound, upper_bound},
    instant, json,
    output::Output,
    select::SelectFlavour,
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
    /// The first instant of the span
    #[arg(long, value_name = "TIME", value_parser = instant::parse)]
    from: Duration,
    /// The first instant after the span
    #[arg(long, value_name = "TIME", value_parser = instant::parse)]
    to: Duration,
    /// Write a condition on this column instead, in the SQL of `PostgreSQL`
    #[arg(long, value_name = "COLUMN", conflicts_with = "json")]
    sql: Option<String>,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

impl Range {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let selected = self.flavour.formats(Some(&self.format))?;
        let [record] = &selected.records[..] else {
            return Err(Failure::Usage(format!("say which {}: --flavour NAME", self.format)));
        };
        if self.from > self.to {
            return Err(Failure::usage("--from is after --to"));
        }
        let first =
            lower_bound(record.format, self.from).map_err(|error| refused("--from", error))?;
        let end = upper_bound(record.format, self.to).map_err(|error| refused("--to", error))?;
        let bytes = out.bytes();
        let (from, to) = (record.text(first), record.text(end));
        match &self.sql {
            Some(column) => {
                // Text is compared byte by byte: other collations ignore case and punctuation.
                let (collation, quote) =
                    if record.format.is_number() { ("", "") } else { (" COLLATE \"C\"", "'") };
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

fn refused(option: &str, error: TimeError) -> Failure {
    Failure::Refused(format!("{option}: {}", instant::explain_time(error)))
}
