//! The program under test: started, asked, and started again when it breaks.

use std::{
    collections::VecDeque,
    ffi::OsString,
    io::{BufRead, BufReader, Read, Write},
    process::{ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use ids_conform::{Answer, Ask, Number, PROTOCOL, Response, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::group::Group;

/// The longest answer, in bytes.
const LONGEST: u64 = 64 << 20;
/// How much of the end of standard error is shown.
const SHOWN: usize = 400;
/// Breaks without an answer between them, after which the program is not started again.
const BREAKS: usize = 10;

/// What the program says of itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct About {
    protocol: String,
    pub(super) name: String,
    pub(super) version: String,
    #[serde(default)]
    pub(super) language: String,
    pub(super) formats: Vec<String>,
}

/// A program that answers.
#[derive(Debug)]
pub(super) struct Program<'a> {
    command: &'a [OsString],
    limit: Duration,
    running: Option<Running>,
    seq: u128,
    /// The numbers and lines of what has been asked and not been answered, oldest first.
    asked: VecDeque<(u128, Vec<u8>)>,
    breaks: usize,
}

#[derive(Debug)]
struct Running {
    group: Group,
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Result<String, String>>,
    errors: Arc<Mutex<Vec<u8>>>,
}

impl<'a> Program<'a> {
    pub(super) fn new(command: &'a [OsString], limit: Duration) -> Self {
        Self { command, limit, running: None, seq: 0, asked: VecDeque::new(), breaks: 0 }
    }

    /// Starts the program and lets it say what it is.
    pub(super) fn start(&mut self) -> Result<About, String> {
        self.ask(&Ask::Start { protocol: PROTOCOL.to_owned() });
        let name = self.command.first().map(|name| name.to_string_lossy()).unwrap_or_default();
        let about = match self.answer() {
            Ok(Answer::Result(about)) => About::deserialize(&about)
                .map_err(|error| format!("'{name}' answers `start` with {about}: {error}"))?,
            Ok(other) => return Err(format!("'{name}' answers `start` with {}", json!(other))),
            Err(why) => return Err(format!("'{name}': {why}")),
        };
        if about.protocol != PROTOCOL {
            return Err(format!("'{name}' speaks protocol {:?}, not {PROTOCOL:?}", about.protocol));
        }
        Ok(about)
    }

    /// Asks, and waits for nothing.
    pub(super) fn ask(&mut self, ask: &impl Serialize) {
        self.seq += 1;
        self.asked.push_back((self.seq, line(self.seq, ask).into_bytes()));
        if self.running.is_some() {
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
                let errors = self.running.take().map(|mut running| running.said());
                Err(why + &errors.unwrap_or_default())
            }
        }
    }

    fn response(&mut self) -> Result<Answer, String> {
        if self.breaks >= BREAKS {
            return Err(format!("not asked: the program broke {BREAKS} times in a row"));
        }
        if self.running.is_none() {
            self.running = Some(Running::new(self.command)?);
            // What was asked of the one before is asked again.
            (0..self.asked.len()).for_each(|index| self.send(index));
        }
        let (Some(running), Some((seq, _))) = (&self.running, self.asked.front()) else {
            return Err("nothing was asked".to_owned());
        };
        let line = match running.from.recv_timeout(self.limit) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) => {
                return Err(format!("no answer within {:?}", self.limit));
            }
            Err(RecvTimeoutError::Disconnected) => return Err("it ended".to_owned()),
        };
        let response: Response = serde_json::from_str(&line)
            .map_err(|error| format!("no response: {error}: {}", shorten(&line)))?;
        if response.seq != Number(*seq) {
            return Err(format!(
                "a response to {}, not to {seq}: {}",
                response.seq,
                shorten(&line)
            ));
        }
        Ok(response.answer)
    }

    fn send(&self, index: usize) {
        let (Some(running), Some((_, line))) = (&self.running, self.asked.get(index)) else {
            return;
        };
        // A program that has ended is noticed when its answer is missing.
        if let Some(to) = &running.to {
            let _ = to.send([&line[..], b"\n"].concat());
        }
    }

    /// Asks the program to end, and looks how it does.
    pub(super) fn stop(&mut self) -> Verdict {
        self.ask(&Ask::Stop {});
        match self.answer() {
            Ok(Answer::Result(nothing)) if nothing == json!({}) => {}
            Ok(other) => return Verdict::Fail(format!("{}, not {{}}", json!(other))),
            Err(why) => return Verdict::Fail(why),
        }
        let Some(mut running) = self.running.take() else { return Verdict::Pass };
        match running.ends(self.limit) {
            Ok(()) => Verdict::Pass,
            Err(why) => Verdict::Fail(why + &running.said()),
        }
    }
}

impl Running {
    fn new(command: &[OsString]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("no command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group =
            Group::spawn(&mut command).map_err(|error| format!("cannot be started: {error}"))?;
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (to, lines) = channel::<Vec<u8>>();
        // Answers that nobody asked for wait in the program.
        let (answers, from) = sync_channel(1);
        // Each pipe has a thread of its own, so that a full one cannot hold up the others.
        let (stdin, stdout, stderr) = group.pipes();
        if let Some(stdin) = stdin {
            thread::spawn(move || write(stdin, &lines));
        }
        if let Some(stdout) = stdout {
            thread::spawn(move || read(stdout, &answers));
        }
        if let Some(stderr) = stderr {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_tail(stderr, &errors));
        }
        Ok(Self { group, to: Some(to), from, errors })
    }

    /// Waits until it has ended, which it does with 0 and with nothing more to say.
    fn ends(&mut self, limit: Duration) -> Result<(), String> {
        const MORE: &str = "a line after the answer to `stop`: ";
        self.to = None;
        let more = |line: Result<String, String>| match line {
            Ok(line) => format!("{MORE}{}", shorten(&line)),
            Err(why) => format!("{MORE}{why}"),
        };
        // A limit that no clock reaches is none.
        let end = Instant::now().checked_add(limit);
        let status = loop {
            if let Some(status) = self.group.ended() {
                break status;
            }
            if let Ok(line) = self.from.try_recv() {
                return Err(more(line));
            }
            if end.is_some_and(|end| end <= Instant::now()) {
                return Err(format!("not ended within {limit:?} of the answer to `stop`"));
            }
            thread::sleep(Duration::from_millis(1));
        };
        // What it has left behind may hold its output open.
        self.group.kill();
        match self.from.recv_timeout(limit) {
            Ok(line) => Err(more(line)),
            Err(RecvTimeoutError::Timeout) => Err("its output has no end".to_owned()),
            Err(RecvTimeoutError::Disconnected) if status.success() => Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                Err("it failed after the answer to `stop`".to_owned())
            }
        }
    }

    /// How it ended, and the end of its standard error.
    fn said(&mut self) -> String {
        let status = self.group.ended();
        let mut said = status.map_or_else(String::new, |status| format!(" ({status})"));
        // What a dying process wrote arrives shortly after it.
        self.group.kill();
        thread::sleep(Duration::from_millis(2));
        if let Ok(errors) = self.errors.lock()
            && !errors.is_empty()
        {
            let errors = String::from_utf8_lossy(&errors);
            said = format!("{said}; on standard error: {}", errors.trim_end());
        }
        said
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if stdin.write_all(&line).is_err() {
            return;
        }
    }
}

fn read(stdout: impl Read, answers: &SyncSender<Result<String, String>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let answer = match (&mut stdout).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST => {
                Err(format!("a line of more than {LONGEST} bytes"))
            }
            Ok(_) => String::from_utf8(line).map_err(|_| "a line that is not UTF-8".to_owned()),
            Err(error) => Err(format!("its output cannot be read: {error}")),
        };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

fn keep_tail(mut stderr: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut block = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut block) {
        let Ok(mut tail) = tail.lock() else { return };
        tail.extend_from_slice(&block[..count]);
        let surplus = tail.len().saturating_sub(SHOWN);
        tail.drain(..surplus);
    }
}

/// A request as a line of the protocol.
pub(super) fn line(seq: u128, ask: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Line<'a, A> {
        seq: Number,
        #[serde(flatten)]
        ask: &'a A,
    }
    json!(Line { seq: Number(seq), ask }).to_string()
}

/// The beginning of a line.
pub(super) fn shorten(line: &str) -> String {
    let line = line.trim_end();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
