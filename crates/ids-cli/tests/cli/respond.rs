//! `ids respond`: the reference answers whatever has a number.

#[cfg(unix)]
use std::process::Command;

#[cfg(unix)]
use crate::run::Run;
use crate::run::with_input;

/// What is not UTF-8 is skipped inside a request, and is no request by itself.
#[test]
fn bytes_that_are_no_text() {
    let stop = &b"{\"seq\":\"2\",\"op\":\"stop\"}\n"[..];
    let request = b"{\"seq\":\"1\",\"op\":\"parse\",\"format\":\"flax\",\"text\":\"\xff\"}\n";
    let run = with_input(&["respond"], &[request, stop].concat()).ok().prints("unicode");
    assert!(run.out.starts_with(r#"{"seq":"1","skipped":"#), "{}", run.out);
    assert_eq!(run.lines()[1..], [r#"{"seq":"2","result":{}}"#]);
    with_input(&["respond"], b"\xff\n").code(1).says("line 1 is no request");
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
