//! `ids reserve status`.

use std::{fmt::Write as _, time::Duration};

use clap::Args;
use ids_core::UnixTime;
use ids_reserve::{Holding, ResourceStatus, Unit, protocol::micros};

use super::unit;
use crate::{
    instant,
    reading::address::{Address, failure},
    show::{json, output::Output, outside::printable, plural::plural},
    status::{Failure, Status},
};

/// Arguments of `ids reserve status`.
#[derive(Args, Debug)]
pub(super) struct Show {
    #[command(flatten)]
    address: Address,
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
        let status = self.address.open()?.status().map_err(failure)?;
        for row in &status.resources {
            if self.json {
                self.write(row, status.now, out.bytes());
            } else {
                let line = self.line(row, status.now);
                out.page().text(line);
            }
            out.end()?;
        }
        Ok(Status::Done)
    }

    /// Whether the node number is taken, or which keys are granted next.
    fn state(&self, row: &ResourceStatus, now: u64) -> &'static str {
        let idle = |holding: &Holding| now.saturating_sub(holding.at) >= micros(self.idle);
        match &row.holders[..] {
            [] => "free",
            holders if holders.iter().all(idle) => "idle",
            _ => "held",
        }
    }

    fn line(&self, row: &ResourceStatus, now: u64) -> String {
        let unit = row.unit();
        let (name, end) = (unit::name(unit, &row.resource), unit::show(unit, row.end));
        let mut line = match unit {
            Unit::Time => format!("{name}: {}, granted until {end}", self.state(row, now)),
            Unit::Keys => format!("{name}: granted below {end}"),
            Unit::ClaimedKey => format!("{name}: claimed"),
        };
        for Holding { holder, range, at } in &row.holders {
            let ago = now.saturating_sub(*at) / 1_000_000;
            let label = match holder.label() {
                "" => String::new(),
                label => format!(" {}", printable(label)),
            };
            let granted = match unit {
                Unit::Keys if !range.is_empty() => {
                    format!(", granted {} to {}", range.start, range.end - 1)
                }
                _ => String::new(),
            };
            let (token, ago) = (holder.token(), plural(ago, "second"));
            // Writing to memory does not fail.
            let _ = write!(line, "\n  holder {token}{label}{granted}, asked {ago} ago");
        }
        line.push('\n');
        line
    }

    fn write(&self, row: &ResourceStatus, now: u64, out: &mut Vec<u8>) {
        let unit = row.unit();
        let time = |micros| instant::show(UnixTime::from_micros(micros));
        out.push(b'{');
        json::member(out, "namespace", row.resource.namespace.as_str().as_bytes());
        json::member(out, "kind", unit::kind(unit).as_bytes());
        if unit != Unit::Keys {
            json::member(out, "number", row.resource.number.to_string().as_bytes());
        }
        if unit == Unit::Time {
            json::member(out, "state", self.state(row, now).as_bytes());
        }
        json::member(out, "layout", row.layout.as_bytes());
        json::member(out, "end", unit::show(unit, row.end).as_bytes());
        json::member(out, "now", time(now).as_bytes());
        json::key(out, "holders");
        out.push(b'[');
        for (index, Holding { holder, range, at }) in row.holders.iter().enumerate() {
            out.extend_from_slice(if index == 0 { b"{" } else { b",{" });
            json::member(out, "holder", holder.token().to_string().as_bytes());
            json::member(out, "label", holder.label().as_bytes());
            json::member(out, "from", unit::show(unit, range.start).as_bytes());
            json::member(out, "end", unit::show(unit, range.end).as_bytes());
            json::member(out, "asked", time(*at).as_bytes());
            out.push(b'}');
        }
        out.extend_from_slice(b"]}\n");
    }
}
