//! How a program ends, and what ends with it.

use core::time::Duration;
use std::{
    fs::{self, File},
    io::Read,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Child, Command},
    sync::mpsc::{Receiver, channel},
    thread,
};

use ids_testkit::PATIENCE;
use serde_json::Value;

use super::{IDS, failures, scripts::conform};

/// How a program stops is a row of its own, under the protocol.
#[test]
fn a_program_that_stops_badly() {
    thread::scope(|scope| {
        for (how, why) in [
            ("printf 'garbage\\nof two lines\\n'; exit 1", "no response"),
            (r#"printf '%s\nmore\n' "$stopped""#, "a line after the answer to `stop`: more"),
            (r#"printf '%s\n' "$stopped"; exec sleep 100"#, "not ended within 20s"),
            ("exec sleep 100", "no answer within 20s"),
            ("exit 0", "it ended"),
        ] {
            scope.spawn(move || ends_badly(how, why));
        }
    });
    // What it leaves behind is not its output.
    conform("--format flax", "sleep 100 & \"$IDS\" respond").ok();
}

/// Whether a program that does this when it is told to stop fails for this reason, and for no other. Two of them wait
/// for the limit, which is above what any answer takes on a busy machine.
fn ends_badly(how: &str, why: &str) {
    let script = format!(
        r#"coproc=$(mktemp -u); mkfifo "$coproc"; "$IDS" respond <"$coproc" & exec 3>"$coproc"; rm "$coproc"
        while IFS= read -r line; do case $line in
            *'"op":"stop"'*) seq=${{line#*'"seq":"'}} seq=${{seq%%'"'*}}
                stopped='{{"seq":"'$seq'","result":{{}}}}'; exec 3>&-; wait; {how}; exit ;;
            *) printf '%s\n' "$line" >&3 ;;
        esac; done"#
    );
    let run = conform("--report json --format flax --timeout 20s", &script).code(4);
    let (failed, end) = failures(&run);
    assert_eq!(failed.len(), 1, "{how}: {failed:?}");
    assert_eq!(
        (&failed[0]["format"], &failed[0]["row"]),
        (&Value::from("protocol"), &Value::from("stop"))
    );
    assert!(failed[0]["why"].as_str().unwrap().contains(why), "{how}: {failed:?}");
    assert_eq!(end["conforms"], Value::Bool(false));
}

/// A limit longer than any clock runs is no limit.
#[test]
fn the_longest_limit() {
    conform("--timeout 9223372036854775807s --format flax", "exec \"$IDS\" respond")
        .ok()
        .prints("0 failed");
}

/// A pipe, and a channel that says when it has been opened for writing, and when no process has it open any more.
fn fifo(name: &str) -> (PathBuf, Receiver<()>) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let (to, from) = channel();
    let read = path.clone();
    thread::spawn(move || {
        let mut pipe = File::open(read).unwrap();
        to.send(()).unwrap();
        pipe.read_to_end(&mut Vec::new()).unwrap();
        to.send(())
    });
    (path, from)
}

/// The shortest limit that lets a busy machine open the pipe before it ends the program, and whether the pipe is closed
/// then.
fn ended_by_limit(name: &str, script: impl Fn(&Path) -> String) {
    let (path, events) = fifo(name);
    let is_opened = [1, 4, 16, 64].into_iter().any(|seconds| {
        conform(&format!("--timeout {seconds}s"), &script(&path)).code(1).says("no answer within");
        events.recv_timeout(Duration::from_secs(seconds)).is_ok()
    });
    assert!(is_opened, "the pipe is opened");
    events.recv_timeout(PATIENCE).expect("the pipe is closed");
}

/// What a program has started ends with it.
#[test]
fn no_process_is_left() {
    ended_by_limit("left", |path| format!("sleep 600 >{}; :", path.display()));
}

/// Nor what has left the program's group and session and lost its parent, as a daemon does: not when
/// the program hangs, not when it ends well, and not when the command is told to end.
#[cfg(target_os = "linux")]
#[test]
fn no_daemon_is_left() {
    let daemon = |path: &Path| {
        // The outer shell ends at once; the inner one is a daemon's child.
        let at = path.display();
        format!("(setsid sh -c '(: >{at}.open; sleep 600) >{at}; :' </dev/null >/dev/null 2>&1 &)")
    };
    ended_by_limit("daemon-hangs", |path| format!("{}; sleep 600", daemon(path)));
    let (path, events) = fifo("daemon-ends");
    let open = path.with_extension("open");
    let _ = fs::remove_file(&open);
    let until = format!("until [ -e {} ]; do sleep 0.1; done", open.display());
    let script = format!("{}; {until}; exec \"$IDS\" respond", daemon(&path));
    conform("--timeout 500s --format flax", &script).ok();
    events.recv_timeout(PATIENCE).expect("the pipe is opened");
    events.recv_timeout(PATIENCE).expect("the pipe is closed");
    let (path, events) = fifo("daemon-signal");
    let script = format!("{}; sleep 600", daemon(&path));
    let mut child = Command::new(IDS)
        .args(["conform", "--timeout", "500s", "--", "sh", "-c", &script])
        .spawn()
        .unwrap();
    events.recv_timeout(PATIENCE).expect("the pipe is opened");
    kill("TERM", &child);
    events.recv_timeout(PATIENCE).expect("the pipe is closed");
    assert_eq!(child.wait().unwrap().signal(), Some(15));
}

/// A run of a program that hangs, under a shell's `before`, and what tells of its pipe.
fn hanging(name: &str, before: &str) -> (Child, Receiver<()>) {
    let (path, events) = fifo(name);
    let script = format!("sleep 600 >{}; :", path.display());
    let run = format!("{before}; exec \"$0\" conform --timeout 500s -- sh -c \"$1\"");
    let child = Command::new("sh").args(["-c", &run, IDS, &script]).spawn().unwrap();
    events.recv_timeout(PATIENCE).expect("the pipe is opened");
    (child, events)
}

fn kill(signal: &str, child: &Child) {
    let kill = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// Neither when the command itself is told to end.
#[test]
fn no_process_is_left_after_a_signal() {
    for (signal, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
        let (mut child, events) = hanging(signal, "ulimit -c 0");
        kill(signal, &child);
        events.recv_timeout(PATIENCE).expect("the pipe is closed");
        assert_eq!(child.wait().unwrap().signal(), Some(number), "the signal ends it");
    }
}

/// What `nohup` has it ignore does not end it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored() {
    let (mut child, events) = hanging("nohup", "trap '' HUP");
    kill("HUP", &child);
    kill("TERM", &child);
    events.recv_timeout(PATIENCE).expect("the pipe is closed");
    assert_eq!(child.wait().unwrap().signal(), Some(15));
}
