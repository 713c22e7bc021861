//! `ids reserve`: the store that keeps the processes of a team apart.

mod audit;
pub(crate) mod keys;
mod raise;
mod row;
mod status;

use clap::{Args, Subcommand};

use crate::{Failure, Output, Status, reading::address::StoreAddress};

/// Keep processes and machines apart: the store of node numbers and keys
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  ids reserve init sqlite:ids.db
  ids reserve status sqlite:ids.db
  ids reserve keys sqlite:ids.db person -n 1000

STORE is sqlite:PATH, for the processes of one host, postgres://USER@HOST/DATABASE, or
etcd://USER@HOST:PORT,HOST:PORT. The command has the last two if it is built with
`--features postgres,etcd`. The password of PostgreSQL may be in the variable PGPASSWORD, which is
taken before that in the URL. The password of etcd is in ETCD_PASSWORD.

By TLS it is postgres://USER@HOST/DATABASE?sslmode=verify-full or etcds://USER@HOST:PORT. The
server's certificate must be from an authority that this machine trusts, or from that in the file
of ?sslrootcert=PATH (PostgreSQL) or ?cacert=PATH (etcds).

docs/reservation.md says what a store keeps, and why nothing repeats.")]
pub(crate) enum Reserve {
    Init(Init),
    Status(status::Show),
    Keys(keys::Keys),
    Raise(raise::Raise),
    Audit(audit::Audit),
}

impl Reserve {
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        match self {
            Self::Init(verb) => verb.run(out),
            Self::Status(verb) => verb.run(out),
            Self::Keys(verb) => verb.run(out),
            Self::Raise(verb) => verb.run(out),
            Self::Audit(verb) => verb.run(out.regardless()),
        }
    }
}

/// Create the tables of a store, or print their SQL
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids reserve init sqlite:ids.db
  ids reserve init sqlite: --print > migrations/0007_ids_reserve.sql

Tables that exist stay as they are, with what is in them.")]
pub(crate) struct Init {
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
