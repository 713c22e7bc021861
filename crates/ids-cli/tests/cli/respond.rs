//! `ids respond`: the reference answers whatever has a number.

#[cfg(unix)]
use std::process::Command;
use std::{
    io::{BufRead, Write},
    sync::mpsc::channel,
    thread,
};

use ids_conform::{Answer, Response};
use ids_testkit::PATIENCE;

#[cfg(unix)]
use crate::run::Run;
use crate::run::{talking, with_input};

#[test]
fn it_ends() {
    let run = with_input(&["respond"], b"{\"seq\":\"5\",\"op\":\"stop\"}\nnot read\n").ok();
    assert_eq!(run.out, "{\"seq\":\"5\",\"result\":{}}\n");
    with_input(&["respond"], b"").ok();
}

/// What it does not know it skips, and goes on.
#[test]
fn what_is_unknown_is_skipped() {
    for (request, why) in [
        (&br#"{"seq":"1","op":"frob"}"#[..], "unknown variant `frob`"),
        (br#"{"seq":"1","op":"parse","format":"flax"}"#, "no variant of enum Spelling"),
        (br#"{"seq":"1","op":"generate","format":"flax","rng":"","steps":[]}"#, "no steps"),
        (br#"{"seq":"1","op":"stop","op":"stop"}"#, "the key \"op\" occurs twice"),
        (b"{\"seq\":\"1\",\"op\":\"parse\",\"format\":\"flax\",\"text\":\"\xff\"}", "unicode"),
    ] {
        let input = [request, b"\n{\"seq\":\"2\",\"op\":\"stop\"}\n"].concat();
        let run = with_input(&["respond"], &input).ok();
        let lines = run.lines();
        let response: Response = serde_json::from_str(lines[0]).unwrap();
        let Answer::Skipped(reason) = response.answer else { panic!("{}", run.out) };
        assert!(reason.contains(why), "{reason}");
        assert_eq!((&*response.seq, lines[1]), ("1", r#"{"seq":"2","result":{}}"#));
    }
}

/// A `seq` that is not a number is repeated as it is, and the request is not valid.
#[test]
fn a_number_that_is_none() {
    for seq in ["9b", "", "-1", "01", "340282366920938463463374607431768211456", "\u{1f600}"] {
        let line = format!("{}\n", serde_json::json!({"seq": seq, "op": "stop"}));
        let input = line.clone() + &line + "{\"seq\":\"2\",\"op\":\"stop\"}\n" + &line;
        let run = with_input(&["respond"], input.as_bytes()).ok();
        let lines = run.lines();
        for line in &lines[..2] {
            let response: Response = serde_json::from_str(line).unwrap();
            assert_eq!(response.seq, seq);
            assert!(matches!(response.answer, Answer::Skipped(_)), "{line}");
        }
        assert_eq!(lines[2..], [r#"{"seq":"2","result":{}}"#]);
    }
}

/// What has no `seq` cannot be answered.
#[test]
fn lines_without_a_number() {
    for line in [
        &b""[..],
        b"not JSON",
        b"[]",
        b"{}",
        br#"{"seq":5,"op":"stop"}"#,
        br#"{"seq":"5","seq":"6","op":"stop"}"#,
        b"\xff",
    ] {
        let input =
            [b"{\"seq\":\"1\",\"op\":\"start\",\"protocol\":\"2\"}\n", line, b"\n"].concat();
        let run = with_input(&["respond"], &input).code(1).says("line 2 is no request");
        assert_eq!(run.out, "{\"seq\":\"1\",\"skipped\":\"no protocol \\\"2\\\"\"}\n");
    }
}

/// A line without end does not take all memory. What came before it is answered.
#[cfg(unix)]
#[test]
fn a_line_without_end() {
    let script = "ulimit -v 400000; { printf '%s\\n' \"$1\"; head -c 300000000 /dev/zero; } | \"$0\" respond";
    let stop = r#"{"seq":"1","op":"start","protocol":"2"}"#;
    let run = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_ids"), stop]).output();
    let run = Run::from(run.unwrap()).code(1).says("line 2 has more than 67108864 bytes");
    assert!(run.out.starts_with("{\"seq\":\"1\",\"skipped\""), "{}", run.out);
    // The longest line is one, be it no request.
    let script = "{ head -c 67108863 /dev/zero; echo; } | \"$0\" respond";
    let run = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_ids")]).output().unwrap();
    Run::from(run).code(1).says("line 1 is no request");
}

/// An answer is not held back while the next request is still on its way.
#[test]
fn half_a_request_holds_nothing_up() {
    let (mut child, mut stdin, mut stdout) = talking(&["respond"]);
    let (to, from) = channel();
    thread::spawn(move || {
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        to.send(line)
    });
    stdin.write_all(b"{\"seq\":\"1\",\"op\":\"start\",\"protocol\":\"2\"}\n{\"seq\":").unwrap();
    let line = from.recv_timeout(PATIENCE).expect("the answer to the first");
    assert!(line.starts_with("{\"seq\":\"1\""), "{line}");
    stdin.write_all(b"\"2\",\"op\":\"stop\"}\n").unwrap();
    assert!(child.wait().unwrap().success());
}
