//! `ids reserve raise`.

use clap::Args;
use ids_reserve::Namespace;

use super::row::{Row, known};
use crate::{
    Failure, Output, Status,
    reading::{
        Zoned,
        address::{StoreAddress, failure, namespace},
    },
};

/// Move the end of what was granted up: after the store was restored from an older copy
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids reserve raise sqlite:ids.db person --to 250001
  ids reserve raise sqlite:ids.db person --to 250001 --yes
  ids reserve raise sqlite:ids.db twitter --number 7 --to 2024-02-29T12:00:00Z --yes

The end only grows. Nothing undoes this, and what it skips is never granted, so without --yes it
only prints what would happen. Keys that were given back and are below --to are not granted again.

After a restore from an older copy, see docs/reservation.md for what --to must be.")]
pub(crate) struct Raise {
    #[command(flatten)]
    address: StoreAddress,
    /// The namespace: all of its node numbers, or its keys
    #[arg(value_name = "NAMESPACE", value_parser = namespace)]
    namespace: Namespace,
    /// Only this node number
    #[arg(long, value_name = "N")]
    number: Option<u64>,
    /// What is granted from now on is at or after this: a time for node numbers, else a key in
    /// decimal
    #[arg(long, value_name = "END", allow_hyphen_values = true)]
    to: String,
    #[command(flatten)]
    zoned: Zoned,
    /// Do it: it cannot be undone
    #[arg(long)]
    yes: bool,
}

impl Raise {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut store = self.address.open()?;
        let rows = store.status().map_err(failure)?;
        for status in &known(rows, &self.namespace, self.number)? {
            let row = Row(status);
            let end = row.read(&self.to, &self.zoned)?;
            let before = row.show(status.end);
            let line = if end <= status.end {
                format!("{row}: the end stays at {before}\n")
            } else if self.yes {
                let after = store.raise(&status.resource, end).map_err(failure)?;
                format!("{row}: the end was {before}, and is {}\n", row.show(after))
            } else {
                let (after, skipped) = (row.show(end), row.amount(end - status.end));
                format!("{row}: the end is {before}; it would be {after}, past {skipped}\n")
            };
            out.page().text(line);
            out.end()?;
        }
        if self.yes {
            return Ok(Status::Done);
        }
        Err(Failure::usage("nothing was changed, because it cannot be undone: give --yes to do it"))
    }
}
