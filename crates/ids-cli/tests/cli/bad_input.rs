//! Input of every wrong kind: an answer for each line, no panic, no lost line.

use ids_testkit::SplitMix;
use serde_json::Value;

use crate::run::with_input;

/// The answers to this input, with and without a format.
fn answers(input: &[u8], format: bool) -> Vec<Value> {
    let arguments: &[&str] =
        if format { &["inspect", "--json", "--format", "flax"] } else { &["inspect", "--json"] };
    with_input(arguments, input).code(1).json()
}

#[test]
fn one_answer_for_each_line() {
    let cases: &[(&[u8], &[&str])] = &[
        (b"\n", &["missing"]),
        (b"\n\n\n", &["missing", "missing", "missing"]),
        (b"\r\n", &["missing"]),
        (b" 0RdKJcxqVBiAiQr\n", &["digit"]),
        (b"0RdKJcxqVBiAiQr00\n", &["length"]),
        (b"\0\n", &["length"]),
        (b"0RdKJcxq\0BiAiQr0\n", &["digit"]),
        (b"\xff\xfe\n", &["length"]),
        (b"0RdKJcxq\xffBiAiQr0", &["digit"]),
        (b"0RdKJcxqVBiAiQr0\r0\r\n", &["length"]),
        ("0RdKJcxqVBiAi\u{e9}r".as_bytes(), &["digit"]),
        (b"\"\\\"\\n\n", &["length"]),
        (b"\x1b[31m0RdKJcxqVBi\n", &["digit"]),
    ];
    for (input, kinds) in cases {
        let answers = answers(input, true);
        let found: Vec<_> = answers.iter().map(|a| a["error"]["kind"].as_str().unwrap()).collect();
        assert_eq!(found, *kinds, "{input:?}");
    }
    // The place is counted in bytes of the input, and invalid UTF-8 is replaced.
    let answer = &answers(b"0RdKJcxq\xffBiAiQr0\n", true)[0];
    assert_eq!(answer["error"]["index"], 8);
    assert_eq!(answer["input"], "0RdKJcxq\u{fffd}BiAiQr0");
}

/// Around the limit, and across the ends of the blocks that are read at once.
#[test]
fn lengths_around_the_limits() {
    let lengths = [4094, 4095, 4096, 4097, 4098, 131_070, 131_071, 131_072, 131_073, 10_000_000];
    for length in lengths {
        for end in ["\n", "\r\n", ""] {
            let mut input = vec![b'z'; length];
            input.extend_from_slice(end.as_bytes());
            if !end.is_empty() {
                input.extend_from_slice(b"0RdKJcxqVBiAiQr0");
            }
            let answers = answers(&input, true);
            let kind = if length > 4096 { "line_too_long" } else { "length" };
            assert_eq!(answers[0]["error"]["kind"], kind, "{length} {end:?}");
            assert!(length <= 4096 || answers[0]["input"].as_str().unwrap().len() <= 256);
            assert_eq!(answers.len(), if end.is_empty() { 1 } else { 2 }, "{length} {end:?}");
            if let Some(last) = answers.get(1) {
                assert_eq!(last["text"], "0RdKJcxqVBiAiQr0");
            }
        }
    }
}

/// Many lines, so that they cross the blocks at every offset.
#[test]
fn lines_across_blocks() {
    let mut input = Vec::new();
    for number in 0..60_000_u32 {
        input.extend_from_slice(format!("{}\n", u64::from(number) * 9_999_999_967).as_bytes());
    }
    let run = with_input(&["convert", "--format", "snowflake", "--to", "decimal"], &input).ok();
    assert_eq!(run.out.as_bytes(), input);
}

/// Nothing that a terminal would act on comes through, and the caret stands where it should.
#[test]
fn people_see_escapes() {
    let run = with_input(&["inspect", "--format", "flax"], b"0Rd\x1b[3\xffqVBiAiQr0\n").code(1);
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines[1], "  0Rd\\u{1b}[3\\xffqVBiAiQr0");
    assert_eq!(lines[2], "     ^");
}

/// Lines of arbitrary bytes, many of them special to JSON: what is read back is what went in.
#[test]
fn arbitrary_bytes() {
    let mut random = SplitMix::new(1);
    let special = b"\"\\/\x08\x0c\t\x01\x1f\x7f\xc3\xa9\xf0\x9f\x92\xa9\xff\x00{}[]:,u0";
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for _ in 0..2_000 {
        let length = random.below(24);
        let byte = |number: u64| match number.to_le_bytes() {
            [0..80, value, ..] => special[usize::from(value) % special.len()],
            [80..160, value, ..] => value | b' ',
            [_, value, ..] => value,
        };
        let line = (0..length).map(|_| byte(random.next_u64()));
        lines.push(line.filter(|byte| !matches!(byte, b'\n' | b'\r')).collect());
    }
    let input = lines.join(&b'\n');
    for arguments in [&["inspect", "--json"][..], &["inspect", "--json", "--format", "flax"]] {
        let answers = with_input(arguments, &[&input[..], b"\n"].concat()).code(1).json();
        assert_eq!(answers.len(), lines.len());
        for (answer, line) in answers.iter().zip(&lines) {
            assert_eq!(answer["input"], *String::from_utf8_lossy(line), "{line:?}");
            if let Some(index) = answer["error"]["index"].as_u64() {
                assert!(index <= line.len() as u64, "{answer}");
            }
        }
    }
}

/// A mark of the byte order, as some programs write it before a text: none of its first line, and one of any other,
/// which only `inspect` takes off.
#[test]
fn a_mark_before_the_first_line() {
    let id = "\u{feff}175928847299117063\n";
    for verb in [&["check", "discord"][..], &["inspect", "--flavour", "discord"], &["infer"]] {
        let run = with_input(verb, id.as_bytes());
        assert_eq!(run.err, "", "{verb:?}");
        let run = with_input(verb, format!("1\n{id}").as_bytes());
        let taken = run.out.contains("taken off     a byte order mark before it\n");
        assert_eq!(
            (run.err.starts_with("error: "), taken),
            (verb[0] != "inspect", verb[0] == "inspect"),
            "{verb:?}"
        );
    }
    // With the longest line that is looked at, and one byte more.
    for (length, kind) in [(4096, "unknown"), (4097, "line_too_long")] {
        for end in ["\n", "\r\n", ""] {
            let line = format!("\u{feff}{}{end}", ":".repeat(length));
            with_input(&["inspect", "--json"], line.as_bytes())
                .code(1)
                .prints(&format!("\"kind\":\"{kind}\""));
        }
    }
}
