//! `ids reserve audit`.

use clap::Args;
use ids_reserve::{Namespace, Span};

use super::row::{Row, known};
use crate::{
    Failure, Output, Status,
    reading::address::{StoreAddress, failure, namespace},
    show::{json, printable},
};

/// Account for every range that was granted
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids reserve audit sqlite:ids.db
  ids reserve audit sqlite:ids.db person --json

Each range is in one of these states:
  held       its holder is still known to the store
  abandoned  its holder lost the number, and did not say what it used
  used       its holder ended cleanly, and used it
  returned   its holder gave it back; it is granted again
  skipped    it was given back, and then passed by `ids reserve raise`

Exit codes: 0 no two ranges overlap; 4 some do.")]
pub(crate) struct Audit {
    #[command(flatten)]
    address: StoreAddress,
    /// Only this namespace
    #[arg(value_name = "NAMESPACE", value_parser = namespace)]
    namespace: Option<Namespace>,
    /// One JSON object per line, for each range
    #[arg(long)]
    json: bool,
}

impl Audit {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut store = self.address.open()?;
        let mut rows = store.status().map_err(failure)?;
        if let Some(namespace) = &self.namespace {
            rows = known(rows, namespace, None)?;
        }
        let mut overlaps = 0_u64;
        for row in &rows {
            let mut end = 0;
            for span in store.spans(&row.resource).map_err(failure)? {
                overlaps += u64::from(span.range.start < end);
                end = span.range.end.max(end);
                self.write(Row(row), &span, out);
                out.end()?;
            }
        }
        if overlaps > 0 {
            return Err(Failure::Unverified(format!("{overlaps} of these ranges overlap others")));
        }
        Ok(Status::Done)
    }

    fn write(&self, row: Row<'_>, span: &Span, out: &mut Output) {
        if self.json {
            return json::line(out.bytes(), |out| {
                row.write(out);
                row.write_span(span, out);
                json::member(out, "state", span.state.name().as_bytes());
            });
        }
        let (start, end) = (row.show(span.range.start), row.show(span.range.end));
        let amount = row.amount(span.range.end - span.range.start);
        let label = match span.holder.label() {
            "" => String::new(),
            label => format!(" by {}", printable(label)),
        };
        let state = span.state.name();
        out.page()
            .text(format!("{row}: from {start} to before {end} ({amount}), {state}{label}\n"));
    }
}
