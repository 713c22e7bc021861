//! A member of JSON, one value on each line.

use crate::table::convert_discord as convert;

const ID: &str = "175928847299117063";
const HEX: &str = "271065ac1020007";
const ADDED: &str = "\"time\":\"2016-04-30T11:18:25.796Z\",\"worker\":\"1\"";

/// All but the member stays byte for byte. `*` is the value, `+` what is added behind others, and `-` the same where
/// there is no value.
#[test]
fn in_place() {
    for (field, lines) in [
        ("id", "{\"id\":*+}\n"),
        ("id", "{\"id\":*+}"),
        ("id", ""),
        ("id", "\n\r\n"),
        (
            "id",
            " { \"a\" : [1, 2.50, \"\\u00e9\"] , \"id\" : *+ } \r\n{\"id\":*,\"b\":\"id\"+}\r\n",
        ),
        ("id", "\u{feff}{\"id\":*+}\n\n{\"i\\u0064\":*+}\n"),
        (
            "message.author.id",
            "{\"id\":1,\"message\":{\"author\":{\"x\":null,\"id\":*},\"id\":2}+}\n",
        ),
        ("/message/author/id", "{\"message\":{\"author\":{\"id\":*}}+}\n"),
        ("/a~1b/~01", "{\"a/b\":{\"~1\":*}+}\n"),
        ("ids.1", "{\"ids\":[{\"ids\":1},*,3]+}\n"),
        ("/", "{\"\":*+}\n"),
        ("id", "{\"ID\":\"x\"-}\n{\"id\":null-}\n{\"id\":\"\"-}\n{\"id\":*+}\n"),
        ("a.id", "{\"a\":7-}\n{\"a\":[]-}\n{\"a\":{\"id\":*}+}\n"),
        ("ids.x", "{\"ids\":[1]-}\n"),
        ("ids.00", "{\"ids\":[1]-}\n"),
        ("/ids/+0", "{\"ids\":[1]-}\n"),
    ] {
        let nulls = ",\"time\":null,\"worker\":null";
        let with = |id: &str, plus: &str, minus: &str| {
            lines.replace('-', minus).replace('+', plus).replace('*', id)
        };
        let (text, hex) = (format!("\"{ID}\""), format!("\"{HEX}\""));
        for input in [&text, ID] {
            let run = convert(&format!("--to hex --field {field}"), &with(input, "", "")).ok();
            assert_eq!(run.out, with(&hex, "", ""), "{lines:?}");
            let options = format!("--add time,worker --field {field}");
            let plus = format!(",{ADDED}");
            let run = convert(&options, &with(input, "", "")).ok();
            assert_eq!(run.out, with(input, &plus, nulls), "{lines:?}");
            let run = convert(&format!("--to hex {options}"), &with(input, "", "")).ok();
            assert_eq!(run.out, with(&hex, &plus, nulls), "{lines:?}");
        }
        // A number stays one, and so does a string.
        let run = convert(&format!("--to decimal --field {field}"), &with(&hex, "", "")).ok();
        assert_eq!(run.out, with(&text, "", ""), "{lines:?}");
        let run = convert(&format!("--to decimal --field {field}"), &with(ID, "", "")).ok();
        assert_eq!(run.out, with(ID, "", ""), "{lines:?}");
    }
}

/// What cannot be read stays, and is told with its line.
#[test]
fn what_cannot_be_read_stays() {
    // What a terminal acts on is told as text.
    let run = convert("--field id --to hex", "\"\u{1b}[1m\"\n").code(1).says("line 1 is no ");
    assert!(!run.err.contains('\u{1b}') && run.out == "\"\u{1b}[1m\"\n");
    let deep = format!("{{\"id\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let run = convert("--field id --to hex", &deep).code(1);
    assert!(run.out == deep && run.err.contains("4096"), "{}", run.err);
    let run =
        convert("--field id --to hex", &format!("{{\"id\":\"{}\"}}", "1".repeat(5000))).code(1);
    assert!(run.err.contains("4096") && run.out.ends_with("1\"}"), "{}", run.err);
    convert("--field id --to hex", &" ".repeat(17 << 20))
        .code(1)
        .says("line 1: the line is longer than 16 MiB");
}
