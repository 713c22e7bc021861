//! `ids respond`: the reference as a program that `ids conform` can drive.

use std::io::{self, BufRead, BufReader, Read, Write};

use clap::Args;
use ids_conform::{Answer, Ask, LONGEST_LINE, Request, Response, answer};
use memchr::memchr;
use serde::Deserialize;

use crate::{Failure, Output, Status, show::outside};

/// Answer the requests of `ids conform`, as the reference implementation
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids conform -- ids respond
  echo '{\"seq\":\"1\",\"op\":\"parse\",\"format\":\"flax\",\"text\":\"0RdKJcxqVBiAiQr0\"}' | ids respond")]
pub(crate) struct Respond {}

/// As much of a request as a response needs.
#[derive(Deserialize)]
struct Numbered {
    /// What is not a number has an answer too, which says that it is not one.
    seq: String,
}

impl Respond {
    #[expect(clippy::unused_self, reason = "every verb runs alike")]
    pub(crate) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut requests = BufReader::new(io::stdin().lock());
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let read = (&mut requests).take(LONGEST_LINE).read_until(b'\n', &mut line);
            if read.map_err(Failure::Read)? == 0 {
                break;
            }
            if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
                let why = format!("line {number} has more than {LONGEST_LINE} bytes");
                return Err(Failure::Refused(why));
            }
            let (response, ends) = match serde_json::from_slice::<Request>(&line) {
                Ok(Request { seq, ask }) => {
                    (Response { seq: seq.to_string(), answer: answer(&ask) }, ask == (Ask::Stop {}))
                }
                // What has a `seq` has an answer.
                Err(error) => {
                    let why = format!("no request: {}", outside::json_error(&error));
                    let numbered = serde_json::from_slice::<Numbered>(&line);
                    let Numbered { seq } = numbered
                        .map_err(|_| Failure::Refused(format!("line {number} is {why}")))?;
                    (Response { seq, answer: Answer::Skipped(why) }, false)
                }
            };
            let bytes = out.bytes();
            let start = bytes.len();
            serde_json::to_writer(&mut *bytes, &response)
                .map_err(|error| Failure::Write(error.into()))?;
            bytes.push(b'\n');
            outside::json(bytes, start);
            // The other side waits for the response, unless it has sent more requests already.
            if memchr(b'\n', requests.buffer()).is_none() {
                out.flush()?;
                io::stdout().flush().map_err(Failure::Write)?;
            }
            if ends {
                break;
            }
        }
        Ok(Status::Done)
    }
}
