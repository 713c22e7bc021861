//! `ids reserve status`.

use std::{fmt::Write as _, time::Duration};

use clap::Args;
use ids_core::UnixTime;
use ids_reserve::Span;

use super::row::Row;
use crate::{
    Failure, Output, Status, instant,
    reading::address::{StoreAddress, failure},
    show::{json, plural, printable},
};

/// Print every node number and set of keys: how far it is granted, and who has it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids reserve status sqlite:ids.db
  ids reserve status sqlite:ids.db --idle 1m --json

A node number is held, idle or free. It is idle if its holder has not extended its grant for as long
as --idle says. The programs decide by an idle time of their own, which is 5 minutes unless they
say otherwise.")]
pub(crate) struct Show {
    #[command(flatten)]
    address: StoreAddress,
    /// Call a node number idle if its holder has not extended it for this time
    #[arg(long, value_name = "DURATION", value_parser = instant::parse_duration,
          default_value = "5m")]
    idle: Duration,
    /// One JSON object per line, for each resource
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        for status in self.address.open()?.status().map_err(failure)? {
            let row = Row(&status);
            if self.json {
                json::line(out.bytes(), |out| self.write(row, out));
            } else {
                let line = self.line(row);
                out.page().text(line);
            }
            out.end()?;
        }
        Ok(Status::Done)
    }

    /// Whether the node number is taken, or which keys are granted next.
    fn state(&self, row: Row<'_>) -> &'static str {
        let since = |held: &Span| Duration::from_micros(row.0.now.saturating_sub(held.at));
        let idle = |held: &Span| since(held) >= self.idle;
        match &row.0.holders[..] {
            [] => "free",
            holders if holders.iter().all(idle) => "idle",
            _ => "held",
        }
    }

    fn line(&self, row: Row<'_>) -> String {
        let end = row.show(row.0.end);
        let mut line = match row.0.kind() {
            "node" => format!("{row}: {}, granted until {end}", self.state(row)),
            "keys" => format!("{row}: granted below {end}"),
            _ => format!("{row}: claimed"),
        };
        for Span { holder, range, at, .. } in &row.0.holders {
            let ago = row.0.now.saturating_sub(*at) / 1_000_000;
            let label = match holder.label() {
                "" => String::new(),
                label => format!(" {}", printable(label)),
            };
            let granted = if row.0.kind() == "keys" && !range.is_empty() {
                format!(", granted {} to {}", range.start, range.end - 1)
            } else {
                String::new()
            };
            let (token, ago) = (holder.token(), plural(ago, "second"));
            // Writing to memory does not fail.
            let _ = write!(line, "\n  holder {token:032x}{label}{granted}, asked {ago} ago");
        }
        line.push('\n');
        line
    }

    fn write(&self, row: Row<'_>, out: &mut Vec<u8>) {
        let Row(status) = row;
        let time = |micros| instant::show(UnixTime::from_micros(micros));
        row.write(out);
        if row.is_timed() {
            json::member(out, "state", self.state(row).as_bytes());
        }
        json::member(out, "layout", status.layout.as_bytes());
        json::member(out, "end", row.show(status.end).as_bytes());
        json::member(out, "now", time(status.now).as_bytes());
        json::objects(out, "holders", &status.holders, |out, span| {
            row.write_span(span, out);
            json::member(out, "at", time(span.at).as_bytes());
        });
    }
}
