//! `ids reserve init`.

use clap::Args;

use crate::{
    reading::address::StoreAddress,
    show::output::Output,
    status::{Failure, Status},
};

/// Arguments of `ids reserve init`.
#[derive(Args, Debug)]
pub(super) struct Init {
    #[command(flatten)]
    address: StoreAddress,
    /// Print the SQL instead, for those whose migrations run elsewhere. The store is not opened
    #[arg(long)]
    print: bool,
}

impl Init {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        if self.print {
            out.page().text(self.address.schema()?);
            out.end()?;
        } else {
            self.address.init()?;
        }
        Ok(Status::Done)
    }
}
