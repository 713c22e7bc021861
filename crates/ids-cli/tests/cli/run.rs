//! Runs the command.

use std::{
    ffi::OsStr,
    io::{BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
    sync::LazyLock,
    thread,
};

use jsonschema::Validator;
use serde_json::Value;

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.schema.json");
    let text = std::fs::read_to_string(path).expect("the schema is in docs/");
    let schema = serde_json::from_str(&text).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
});

/// What a run wrote and ended with.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

/// The command, not yet run, without what the environment says of colours and of the width of a terminal.
pub(crate) fn command(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ids"));
    command.args(arguments);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command
}

/// The command with these arguments, started, with pipes for input, output and messages.
pub(crate) fn started(arguments: &[impl AsRef<OsStr>]) -> Child {
    spawned(&mut command(arguments))
}

/// A command, started so.
pub(crate) fn spawned(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// The command with these arguments, started, to talk with while it runs: its input, and its output.
pub(crate) fn talking(
    arguments: &[impl AsRef<OsStr>],
) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = started(arguments);
    let stdin = child.stdin.take().expect("a pipe");
    let stdout = child.stdout.take().expect("a pipe");
    (child, stdin, BufReader::new(stdout))
}

/// Runs with these arguments, separated by spaces, and no input.
pub(crate) fn ids(arguments: &str) -> Run {
    piped(arguments, b"")
}

/// Runs with these arguments, separated by spaces, and this input.
pub(crate) fn piped(arguments: &str, input: &[u8]) -> Run {
    with_input(&arguments.split_whitespace().collect::<Vec<_>>(), input)
}

/// Runs with these arguments and this input.
pub(crate) fn with_input(arguments: &[impl AsRef<OsStr>], input: &[u8]) -> Run {
    fed(started(arguments), input)
}

/// The run of a command that is started, with this input.
pub(crate) fn fed(mut child: Child, input: &[u8]) -> Run {
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The command may write before it has read everything, and may not read at all.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    Run::from(output)
}

/// Runs with this input, and output that has no reader.
pub(crate) fn unread_output(arguments: &[impl AsRef<OsStr>], input: &str) -> Run {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = command(arguments);
    command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
    fed(command.spawn().expect("the command starts"), input.as_bytes())
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let run = Self {
            out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("the messages are UTF-8"),
            code: output.status.code().expect("no signal ended the command"),
        };
        let quiet = !run.err.contains("panicked") && !run.err.contains("RUST_BACKTRACE");
        assert!(quiet, "no panic: {}", run.err);
        run
    }
}

impl Run {
    /// This run, which ended well and said nothing on standard error, but what it waited for on a busy machine.
    pub(crate) fn ok(self) -> Self {
        let waited = |line: &str| line.starts_with("waiting");
        let err: Vec<_> = self.err.lines().filter(|line| !waited(line)).collect();
        assert_eq!((self.code, err), (0, vec![]), "{}", self.out);
        self
    }

    /// This run, which ended with this code.
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        self
    }

    /// This run, which says so on standard error. What begins with a line feed begins a line, also the first one.
    #[track_caller]
    pub(crate) fn says(self, what: &str) -> Self {
        let is_said = format!("\n{}", self.err).contains(what);
        assert!(is_said, "{what:?} is not said: {}{}", self.out, self.err);
        self
    }

    /// This run, whose output has this in it. A line feed is as in [`says`](Self::says).
    #[track_caller]
    pub(crate) fn prints(self, what: &str) -> Self {
        let is_printed = format!("\n{}", self.out).contains(what);
        assert!(is_printed, "{what:?} is not printed: {}{}", self.out, self.err);
        self
    }

    /// The lines of the output.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.out.lines().collect()
    }

    /// The lines as JSON, each of which the schema allows.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| {
                let value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
                if let Err(error) = SCHEMA.validate(&value) {
                    panic!("{error}: {line}");
                }
                value
            })
            .collect()
    }
}
