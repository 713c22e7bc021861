//! `ids respond`: the reference as a program that `ids conform` can drive.

use std::io::{self, BufRead, BufReader, Write};

use clap::Args;
use ids_conform::{Ask, Request, Response, answer};

use crate::{
    output::Output,
    status::{Failure, Status},
};

/// Arguments of `ids respond`.
#[derive(Args, Debug)]
pub(crate) struct Respond {}

impl Respond {
    #[expect(clippy::unused_self, reason = "every verb runs alike")]
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut requests = BufReader::new(io::stdin().lock());
        let mut line = String::new();
        for number in 1_u64.. {
            line.clear();
            if requests.read_line(&mut line).map_err(Failure::Read)? == 0 {
                break;
            }
            let request: Request = serde_json::from_str(&line).map_err(|error| {
                Failure::Refused(format!("line {number} is no request: {error}"))
            })?;
            let response = Response { seq: request.seq, answer: answer(&request.ask) };
            serde_json::to_writer(out.bytes(), &response)
                .map_err(|error| Failure::Write(error.into()))?;
            out.bytes().push(b'\n');
            // Whoever asks waits for the answer, unless more has been asked already.
            if requests.buffer().is_empty() {
                out.flush()?;
                io::stdout().flush().map_err(Failure::Write)?;
            }
            if request.ask == (Ask::Stop {}) {
                break;
            }
        }
        Ok(Status::Done)
    }
}
