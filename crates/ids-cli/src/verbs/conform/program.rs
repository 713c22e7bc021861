//! The program under test: started, asked, and started again when it breaks.

use std::{collections::VecDeque, ffi::OsString, sync::mpsc::RecvTimeoutError, time::Duration};

use ids_conform::{Answer, Ask, Number, PROTOCOL, Request, Response, Unknown, Verdict};
use serde::Deserialize;
use serde_json::json;

use super::{excerpt::plain, process::Process};
use crate::show::argument;

/// Breaks without an answer between them, after which the program is not started again.
const BREAKS: usize = 10;

/// What the program says of itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    protocol: String,
    name: String,
    version: String,
    #[serde(default)]
    language: String,
    pub(super) formats: Vec<String>,
}

impl About {
    /// What its report is headed with.
    pub(super) fn title(&self) -> String {
        let Self { name, version, language, .. } = self;
        let language = if language.is_empty() { String::new() } else { format!(" ({language})") };
        format!("{name} {version}{language}")
    }
}

/// A program that answers.
#[derive(Debug)]
pub(super) struct Program<'a> {
    command: &'a [OsString],
    limit: Duration,
    process: Option<Process>,
    seq: u128,
    /// The `seq` and the line of what has been asked and not been answered, oldest first.
    asked: VecDeque<(String, Vec<u8>)>,
    breaks: usize,
}

impl<'a> Program<'a> {
    pub(super) fn new(command: &'a [OsString], limit: Duration) -> Self {
        Self { command, limit, process: None, seq: 0, asked: VecDeque::new(), breaks: 0 }
    }

    /// Starts the program and lets it say what it is.
    pub(super) fn start(&mut self) -> Result<About, String> {
        self.ask(&Ask::Start { protocol: PROTOCOL.to_owned() });
        let name = self.command.first().map(|name| argument(name.as_encoded_bytes()));
        let name = plain(&name.unwrap_or_default());
        let about = match self.answer() {
            Ok(Answer::Result(about)) => About::deserialize(&about).map_err(|error| {
                let (about, error) = (about.to_string(), error.to_string());
                format!("'{name}' answers `start` with {}: {}", plain(&about), plain(&error))
            })?,
            Ok(other) => {
                let other = json!(other).to_string();
                return Err(format!("'{name}' answers `start` with {}", plain(&other)));
            }
            Err(why) => return Err(format!("'{name}': {why}")),
        };
        if about.protocol != PROTOCOL {
            let other = plain(&format!("{:?}", about.protocol));
            return Err(format!("'{name}' speaks protocol {other}, not {PROTOCOL:?}"));
        }
        Ok(about)
    }

    /// Asks, and waits for nothing.
    pub(super) fn ask(&mut self, ask: &Ask) {
        self.seq += 1;
        self.send_later(self.seq.to_string(), line(self.seq, ask));
    }

    /// Asks what no program knows, and waits for nothing.
    pub(super) fn ask_unknown(&mut self, unknown: &Unknown) {
        self.seq += 1;
        let (seq, line) = unknown.line(self.seq);
        self.send_later(seq, line);
    }

    fn send_later(&mut self, seq: String, line: String) {
        self.asked.push_back((seq, line.into_bytes()));
        if self.process.is_some() {
            self.send(self.asked.len() - 1);
        }
    }

    /// How many answers are missing.
    pub(super) fn missing(&self) -> usize {
        self.asked.len()
    }

    /// The answer to the oldest question, or why there is none. In that case the program is
    /// started again with the next question.
    pub(super) fn answer(&mut self) -> Result<Answer, String> {
        let answer = self.response();
        self.asked.pop_front();
        match answer {
            Ok(answer) => {
                self.breaks = 0;
                Ok(answer)
            }
            Err(why) => {
                self.breaks += 1;
                let errors = self.process.take().map(|mut process| process.said());
                Err(why + &errors.unwrap_or_default())
            }
        }
    }

    fn response(&mut self) -> Result<Answer, String> {
        if self.breaks >= BREAKS {
            return Err(format!("not asked: the program broke {BREAKS} times in a row"));
        }
        if self.process.is_none() {
            self.process = Some(Process::new(self.command)?);
            // What was asked of the one before is asked again.
            (0..self.asked.len()).for_each(|index| self.send(index));
        }
        let (Some(process), Some((seq, _))) = (&self.process, self.asked.front()) else {
            return Err("nothing was asked".to_owned());
        };
        let line = match process.from.recv_timeout(self.limit) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("no answer within {:?}", self.limit));
            }
            Err(RecvTimeoutError::Disconnected) => return Err("it ended".to_owned()),
        };
        let response: Response = serde_json::from_str(&line).map_err(|error| {
            format!("no response: {}: {}", plain(&error.to_string()), plain(&line))
        })?;
        if response.seq != *seq {
            let other = plain(&response.seq);
            return Err(format!("a response to {other}, not to {seq}: {}", plain(&line)));
        }
        Ok(response.answer)
    }

    fn send(&self, index: usize) {
        let (Some(process), Some((_, line))) = (&self.process, self.asked.get(index)) else {
            return;
        };
        // A program that has ended is noticed when its answer is missing.
        process.send([&line[..], b"\n"].concat());
    }

    /// Asks the program to end, and looks how it does.
    pub(super) fn stop(&mut self) -> Verdict {
        self.ask(&Ask::Stop {});
        match self.answer() {
            Ok(Answer::Result(nothing)) if nothing == json!({}) => {}
            Ok(other) => return Verdict::Fail(format!("{}, not {{}}", json!(other))),
            Err(why) => return Verdict::Fail(why),
        }
        let Some(mut process) = self.process.take() else { return Verdict::Pass };
        match process.ends(self.limit) {
            Ok(()) => Verdict::Pass,
            Err(why) => Verdict::Fail(why + &process.said()),
        }
    }
}

/// A request as a line of the protocol.
pub(super) fn line(seq: u128, ask: &Ask) -> String {
    json!(Request { seq: Number(seq), ask: ask.clone() }).to_string()
}
