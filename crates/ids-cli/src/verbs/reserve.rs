//! `ids reserve`: the store that keeps the processes of a team apart.

mod audit;
pub(crate) mod keys;
mod raise;
mod row;
mod status;

use clap::{Args, Subcommand};

use crate::{
    reading::address::StoreAddress,
    show::output::Output,
    status::{Failure, Status},
};

/// Arguments of `ids reserve`.
#[derive(Args, Debug)]
pub(crate) struct Reserve {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Create the tables of a store, or print their SQL
    #[command(after_help = INIT)]
    Init(Init),
    /// Print every node number and set of keys: how far it is granted, and who has it
    #[command(after_help = STATUS)]
    Status(status::Show),
    /// Reserve keys for a script, and print them
    #[command(after_help = KEYS)]
    Keys(keys::Keys),
    /// Move the end of what was granted up: after the store was restored from an older copy
    #[command(after_help = RAISE)]
    Raise(raise::Raise),
    /// Account for every range that was granted
    #[command(after_help = AUDIT)]
    Audit(audit::Audit),
}

const INIT: &str = "\
Examples:
  ids reserve init sqlite:ids.db
  ids reserve init sqlite: --print > migrations/0007_ids_reserve.sql

Tables that exist stay as they are, with what is in them.";

const STATUS: &str = "\
Examples:
  ids reserve status sqlite:ids.db
  ids reserve status sqlite:ids.db --idle 1m --json

A node number is held, idle or free. It is idle if its holder has not extended its grant for as long
as --idle says. The programs decide by an idle time of their own, which is 5 minutes unless they
say otherwise.";

const KEYS: &str = "\
Examples:
  ids reserve keys sqlite:ids.db person -n 1000
  ids reserve keys sqlite:ids.db person -n 1000 --request import-2024-02-29
  ids reserve keys sqlite:ids.db person -n 1000 --hex

Each line is a range: its first key and its last one. There is one line unless keys were given back,
or few are left. The keys are reserved for good before they are printed. No other process gets them, even
if the script fails. If no process reads them, the exit code is 1.

NAMESPACE is the name of a LUUID group, as `ids new luuid --group` takes it. A store has one namespace for
each group, and refuses a second one: its keys would be the same. Two names may have one group. Then
give one of them another with --group-number, or say with --separate that their keys never meet.

With --request a second run prints the same keys again, so that a script can be repeated. Give the
same -n again too. Without it each run reserves new keys.";

const RAISE: &str = "\
Examples:
  ids reserve raise sqlite:ids.db person --to 250001
  ids reserve raise sqlite:ids.db person --to 250001 --yes
  ids reserve raise sqlite:ids.db twitter --number 7 --to 2024-02-29T12:00:00Z --yes

The end only grows. Nothing undoes this, and what it skips is never granted, so without --yes it only
prints what would happen. Keys that were given back and are below --to are not granted again.

After a restore from an older copy, see docs/reservation.md for what --to must be.";

const AUDIT: &str = "\
Examples:
  ids reserve audit sqlite:ids.db
  ids reserve audit sqlite:ids.db person --json

Each range is in one of these states:
  held       its holder is still known to the store
  abandoned  its holder ended without a word, or lost the number
  used       its holder ended cleanly, and used it
  returned   its holder gave it back; it is granted again
  skipped    it was given back, and then passed by `ids reserve raise`

Exit codes: 0 no two ranges overlap; 4 some do.";

impl Reserve {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        match &self.verb {
            Verb::Init(verb) => verb.run(out),
            Verb::Status(verb) => verb.run(out),
            Verb::Keys(verb) => verb.run(out),
            Verb::Raise(verb) => verb.run(out),
            Verb::Audit(verb) => verb.run(out.regardless()),
        }
    }
}

/// Arguments of `ids reserve init`.
#[derive(Args, Debug)]
struct Init {
    #[command(flatten)]
    address: StoreAddress,
    /// Print the SQL instead, for those whose migrations run elsewhere. The store is not opened
    #[arg(long)]
    print: bool,
}

impl Init {
    fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        if self.print {
            out.page().text(self.address.schema()?);
            out.end()?;
        } else {
            self.address.init()?;
        }
        Ok(Status::Done)
    }
}
