//! Runs the command on a terminal.

use std::{
    fs::File,
    io::{ErrorKind, Read, Write},
    process::Stdio,
};

use nix::pty::{OpenptyResult, Winsize, openpty};

use crate::run::command;

/// All that the command writes to a terminal of 80 columns, and its exit code. The input is a pipe,
/// and short enough for one.
pub(crate) fn on_a_terminal(arguments: &[&str], input: &[u8]) -> (String, i32) {
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let OpenptyResult { master, slave } = openpty(Some(&size), None).unwrap();
    let mut command = command(arguments);
    command.env("TERM", "xterm").stdin(Stdio::piped());
    command.stdout(slave.try_clone().unwrap()).stderr(slave);
    let mut child = command.spawn().unwrap();
    // It holds the terminal's other side, which has to close for the reading to end.
    drop(command);
    child.stdin.take().unwrap().write_all(input).unwrap();
    let (mut terminal, mut shown) = (File::from(master), Vec::new());
    match terminal.read_to_end(&mut shown) {
        Ok(_) => {}
        // How Linux says that no process is left on the other side.
        Err(error) if error.raw_os_error() == Some(nix::errno::Errno::EIO as i32) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{error}"),
    }
    let code = child.wait().unwrap().code().unwrap();
    (String::from_utf8(shown).unwrap(), code)
}
