//! A column of CSV or TSV.

use proptest::{collection::vec, prelude::*, sample::select};

use crate::run::{Run, piped, with_input};

const ID: &str = "175928847299117063";
const HEX: &str = "271065ac1020007";

/// `ids convert` of Discord's identifiers, with these options.
pub(crate) fn convert_discord(options: &str, input: &str) -> Run {
    piped(&format!("convert --flavour discord {options}"), input.as_bytes())
}

fn convert(options: &str, input: &str) -> Run {
    convert_discord(&format!("--to hex {options}"), input)
}

/// All but the column stays byte for byte, whatever ends its lines; more rows are in `added.rs`. `*` is the identifier, in
/// decimal before and in hexadecimal after.
#[test]
fn in_place() {
    for (options, table) in [
        ("--column 1", "*,a\r\r\n*,b\r"),
        ("--column 1", "\u{feff}\"*\",a\r\n"),
        ("--column 3 --delimiter tab", "a\t\"x\ty\"\t*\n\t\t*\n"),
        ("--column 1", "*\ta\r\n*\t1,5\r\n"),
        ("--column id", "\u{feff}\"a, b\"\tid\n\"c,d\"\t*\n"),
    ] {
        // An empty field is a missing value, and stays so.
        let run = convert(options, &table.replace('*', ID));
        assert_eq!(run.ok().out, table.replace('*', HEX), "{options} {table:?}");
    }
}

proptest! {
    // Each case runs the command twice. PROPTEST_CASES has a say.
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases.div_ceil(8),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// What is written without a change is the input, byte for byte, whatever it is.
    #[test]
    fn as_it_was(
        before in vec(part(), 0..12),
        // The second block begins about here, or there is none.
        long in prop_oneof![Just(0), 131_030..131_080_usize],
        after in vec(part(), 0..12),
        delimiter in select(vec!["", " --delimiter ,", " --delimiter ;", " --delimiter tab"]),
    ) {
        let table = before.concat() + &"x".repeat(long) + &after.concat();
        for column in ["1", "2"] {
            let run = convert(&format!("--column {column}{delimiter}"), &table);
            prop_assert!(run.out == table, "{}", run.err);
        }
    }
}

/// Whatever may be in a table.
fn part() -> impl Strategy<Value = &'static str> {
    select(vec![
        "\"", "\"\"", ",\"", "\",", "\n\"", "\"\r\n", "\r", "\n", "\r\n", "\n\n", ",", ";", "\t",
        " ", "x", "é", "\u{feff}",
    ])
}

/// What is too long stays as far as it fits, and is told with its record.
#[test]
fn what_is_too_long() {
    let run = convert("--column 1", &format!("{}\n{ID}\n", "1".repeat(10_000))).code(1);
    assert!(run.out.ends_with(&format!("1\n{HEX}\n")) && run.err.contains("4096"), "{}", run.err);
    convert("--column 1", &format!("\"{}", "x\n".repeat(9 << 20)))
        .code(1)
        .says("record 1: the record is longer than 16 MiB");
    // Nor does one grow without end whose fields are short, and of which nothing is written.
    let fields = "a,".repeat(9 << 20);
    with_input(&["inspect", "--flavour", "discord", "--column", "1"], fields.as_bytes())
        .code(1)
        .says("record 1: the record is longer than 16 MiB");
}

/// A quote that is never closed takes what follows into its field: that is told, and what is written is all of it.
#[test]
fn an_open_quote() {
    let table = format!("id,x\n{ID},\"a\n{ID},b\n");
    let run = convert("--column id", &table).code(1).says("record 2: a quote is never closed");
    assert_eq!(run.out, table.replacen(ID, HEX, 1));
    let run = convert("--column id", &format!("id\n\"{ID}")).code(1);
    assert_eq!(run.says("record 2: a quote is never closed").out, format!("id\n\"{HEX}"));
    for verb in [&["check", "discord"][..], &["infer"], &["inspect", "--flavour", "discord"]] {
        with_input(&[verb, &["--column", "id"]].concat(), table.as_bytes())
            .code(1)
            .says("record 2: a quote is never closed");
    }
}

/// What there is in the place of a header, as text and in part.
#[test]
fn a_column_that_is_not_there() {
    for (table, says) in [
        (
            "PK\u{3}\u{4}x,y\n",
            "no column is named 'id': it is a zip archive, as a file of Excel is\n",
        ),
        ("\u{1b}[31m\n", "no column is named 'id': \\u{1b}[31m\n"),
    ] {
        convert("--column id", table).code(1).says(says);
    }
    let header: Vec<_> = (0..200).map(|index| format!("c{index}")).collect();
    let run = convert("--column id", &header.join(",")).code(1);
    assert!(run.err.contains("c62, c63, ..\n") && !run.err.contains("c64"), "{}", run.err);
}

/// What other columns and lines hold reaches a pipe as it is, and a terminal without what acts on it.
#[cfg(unix)]
#[test]
fn on_a_terminal() {
    for (acting, shown) in [
        ("\u{1b}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
        ("\u{9b}31m", "\\u{9b}31m"),
        ("\u{7f}", "\\u{7f}"),
        ("\u{202e}", "\\u{202e}"),
    ] {
        for (options, input, wanted, code) in [
            (
                &["--to", "hex", "--column", "2"][..],
                format!("*\té,{ID}\r\n"),
                format!("*\té,{HEX}\r\n"),
                0,
            ),
            (&["--add", "hex", "--column", "1"], format!("{ID},*\n"), format!("{ID},*,{HEX}\n"), 0),
            (&["--add", "time"], "*\n".to_owned(), "*,\n".to_owned(), 1),
        ] {
            let arguments = [&["convert", "--flavour", "discord"], options].concat();
            let input = input.replace('*', acting);
            let piped = with_input(&arguments, input.as_bytes()).code(code);
            assert_eq!(piped.out, wanted.replace('*', acting));
            let (out, ended) = crate::pty::on_a_terminal(&arguments, input.as_bytes());
            // The terminal itself adds a carriage return to each line feed.
            let wanted = wanted.replace('*', shown).replace('\n', "\r\n");
            assert!(out.contains(&wanted) && ended == code, "{out:?}");
        }
    }
}

/// In a table of one column an empty line is a missing value, as databases write it. At the end, and where there are more
/// columns, it is nothing.
#[test]
fn empty_lines() {
    for (end, mark) in [("\n", ""), ("\r\n", ""), ("\r\n", "\u{feff}")] {
        let table = [&format!("{mark}id"), "", ID, "", "", ID, ""].join(end);
        let run = with_input(&["check", "discord", "--column", "id"], table.as_bytes()).code(4);
        let wanted = "3 of 5 lines are not identifiers, 3 of them missing values";
        assert!(run.out.contains(wanted), "{}", run.out);
        assert!(run.err.contains("record 5: this is a missing value"), "{}", run.err);
        let run = with_input(&["infer", "--column", "id"], table.as_bytes());
        assert!(run.out.starts_with("3 missing values\n2 identifiers,"), "{}", run.out);
        let run = with_input(&["inspect", "--column", "id", "--json"], table.as_bytes());
        assert_eq!(run.out.matches("missing").count(), 3, "{}", run.out);
        let run = convert("--column id", &table).ok();
        assert_eq!(run.out, table.replace(ID, HEX));
        let short = ["id,x", ID, "", &format!("{ID},1"), ""].join(end);
        convert_discord("--add worker --column id", &short)
            .ok()
            .prints(&format!("{ID},1{end}{end}{ID},1,1{end}"));
        let table = ["id,x", "", &format!("{ID},1"), "", ""].join(end);
        with_input(&["check", "discord", "--column", "id"], table.as_bytes())
            .ok()
            .prints("0 of 1 lines");
    }
}

/// UTF-16 with a mark of its byte order is read as the same text in UTF-8, and written so.
#[test]
fn utf_16() {
    for (arguments, text, wanted) in [
        (&["--to", "hex"][..], format!("{ID}\r\n{ID}"), format!("{HEX}\n{HEX}\n")),
        (&["--to", "hex"], String::new(), String::new()),
        (&["--to", "hex", "--column", "id"], String::new(), String::new()),
        (
            &["--to", "hex", "--column", "id"],
            format!("id,é𝄞\r\n{ID},é𝄞"),
            format!("id,é𝄞\r\n{HEX},é𝄞"),
        ),
        (
            &["--add", "hex", "--field", "id"],
            format!("{{\"id\":{ID}}}\n"),
            format!("{{\"id\":{ID},\"hex\":\"{HEX}\"}}\n"),
        ),
    ] {
        let units = || format!("\u{feff}{text}").encode_utf16().collect::<Vec<_>>().into_iter();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for input in [little, big] {
            let run =
                with_input(&[&["convert", "--flavour", "discord"], arguments].concat(), &input)
                    .ok();
            assert_eq!(run.out, wanted, "{arguments:?}");
        }
    }
    let marked =
        format!("\u{feff}{ID}\n").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    with_input(&["check", "discord"], &marked).ok();
    assert!(with_input(&["infer"], &marked).out.contains("1 identifier"));
    // Without the mark it is not guessed.
    with_input(&["check", "discord"], &marked[2..]).code(1).says("it is UTF-16");
}
