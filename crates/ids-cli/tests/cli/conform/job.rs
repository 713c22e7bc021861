//! On Windows what a program has started ends with it, and with the command.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::mpsc::channel,
    thread,
};

use ids_testkit::PATIENCE;

use crate::run::command;

/// A run of a program that hangs, with another process that it has started. That one is there when this
/// returns, and has the run's own output open, as all have that are started.
fn hanging(name: &str, timeout: &str) -> Child {
    let started = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&started);
    let started = std::path::absolute(started).unwrap();
    let script = format!("cmd /c echo x>{} & ping -n 600 127.0.0.1 >nul", started.display());
    let child = command(&["conform", "--timeout", timeout, "--format", "flax", "--"])
        .args(["cmd", "/c", &script])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    within(move || {
        while !Path::new(&started).exists() {
            thread::yield_now();
        }
    });
    child
}

fn within<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
    let (to, from) = channel();
    thread::spawn(move || to.send(act()));
    from.recv_timeout(PATIENCE).expect("an end")
}

/// Waits until no process has the run's output open.
fn gone(child: &mut Child) {
    let mut stdout = child.stdout.take().unwrap();
    within(move || stdout.read_to_end(&mut Vec::new()).unwrap());
}

#[test]
fn no_process_is_left() {
    let mut child = hanging("hangs", "2s");
    gone(&mut child);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Neither when the command itself is ended.
#[test]
fn no_process_is_left_of_a_command_that_is_ended() {
    let mut child = hanging("ended", "500s");
    child.kill().unwrap();
    gone(&mut child);
}
