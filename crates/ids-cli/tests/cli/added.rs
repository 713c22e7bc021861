//! What `ids convert --add` writes beside identifiers.

use crate::table::convert_discord as add;

const ID: &str = "175928847299117063";
const HEX: &str = "271065ac1020007";
const TIME: &str = "2016-04-30T11:18:25.796Z";

/// All that was there stays byte for byte, with and without what is added. `*` is the identifier, `+` what is added to its
/// record, and `-` what is added where no value is.
#[test]
fn beside_a_table() {
    for (options, table) in [
        ("--column 1", "*+\n"),
        ("--column 1", "*+"),
        ("--column 1", ""),
        ("--column 1", "\n\n"),
        ("--column 1", "*,+\n"),
        ("--column 2", "a,*+\r\nb,*+\r\n"),
        ("--column 2", "a,*+\rb,*+\r"),
        ("--column 2", "a,*,\"b \"\"c\"\"\"+\n"),
        ("--column 2", "\"a,b\n c\",*,d+\r\n"),
        ("--column 2", "\"a\",\"*\",\"d\r\n\"+\r\n"),
        ("--column 2", "\"a\",\"*\",\"d\r\n\"+"),
        ("--column 1", "*,a+\n\n\r\n*,b+\n\n"),
        ("--column 1", "\u{feff}*,a+\r\n*,b+"),
        ("--column 1", "*,a+\n*,b,c,d+\n*+\n"),
        ("--column 2", "a,*+\n,-\nb,NULL-\n"),
        // In a table of one column an empty line is a record, but at the end.
        ("--column 1", "*+\n-\n-\n*+\n\n"),
        ("--column 1", "*+\r\n-\r\n-\n*+\r\n\r\n"),
    ] {
        let input = table.replace('*', ID).replace(['+', '-'], "");
        let run = add(&format!("--to hex {options}"), &input).ok();
        assert_eq!(run.out, table.replace('*', HEX).replace(['+', '-'], ""), "{table:?}");
        let wanted = table.replace('-', ",,").replace('+', &format!(",{TIME},1"));
        let run = add(&format!("--add time,worker {options}"), &input).ok();
        assert_eq!(run.out, wanted.replace('*', ID), "{table:?}");
        let run = add(&format!("--to hex --add time,worker {options}"), &input).ok();
        assert_eq!(run.out, wanted.replace('*', HEX), "{table:?}");
    }
    let table = format!("a\t\"{ID}\"\tc\n");
    let run = add("--column 2 --delimiter tab --add hex", &table).ok();
    assert_eq!(run.out, format!("a\t\"{ID}\"\tc\t{HEX}\n"));
    // The names in a header alone.
    let run = add("--column id --add time,increment", "\u{feff}\"id\"\r\n").ok();
    assert_eq!(run.out, "\u{feff}\"id\",time,increment\r\n");
}

/// The rows of a span of time stay byte for byte, and no others. `*` is an identifier of the span, `<` and `>` ones
/// before and after it.
#[test]
fn rows_of_a_time() {
    let texts =
        |table: &str| table.replace('*', ID).replace('<', "5").replace('>', "575928847299117063");
    for (options, table, left) in [
        ("--column id", "id,x\n<,a\n*,b\n>,c\n*,\"d\"\n", "id,x\n*,b\n*,\"d\"\n"),
        ("--column id", "id,x\r\n<,a\r\n*,b\r\n>,c\r\n*,d", "id,x\r\n*,b\r\n*,d"),
        ("--column id", "id,x\r\n*,a\r\n<,b\r\n", "id,x\r\n*,a\r\n"),
        ("--column id", "id,x\r\n<,a\r\n", "id,x\r\n"),
        ("--column 1", "<\n<\n", ""),
        ("--column 1", "<\r\n<\r\n*\r\n", "*\r\n"),
        // The mark of the byte order is of the table.
        ("--column 1", "\u{feff}\n<,a\n*,b\n", "\u{feff}*,b\n"),
        ("--column 1", "\u{feff}<\n", "\u{feff}"),
        ("--field id", "\u{feff}{}\n{\"id\":*}\n", "\u{feff}{\"id\":*}\n"),
        ("--find", "\u{feff}a <\nb *\n", "\u{feff}b *\n"),
        ("--find", "a *\nb\nc 5 *\r\nd >\n", "a *\nc 5 *\r\n"),
        ("--find --to hex", "a *\nb\nd >\n", &format!("a {HEX}\n")),
        // A missing value has no time. In one column an empty line is one.
        ("--column 2", "a,\nb,NULL\nc,*\nd,<\n", "c,*\n"),
        ("--column id", "id\r\n*\r\n\r\n\r\n*\r\n\r\n<\r\n", "id\r\n*\r\n*\r\n"),
        ("--column id --add worker", "id\n*\n\n*\n", "id,worker\n*,1\n*,1\n"),
        (
            "--field a.id",
            "{\"a\":{\"id\":*}}\n{\"a\":{\"id\":<}}\n{\"a\":1}\n{\"a\":{\"id\":\"*\"}, \"b\":2}\n",
            "{\"a\":{\"id\":*}}\n{\"a\":{\"id\":\"*\"}, \"b\":2}\n",
        ),
        ("", "<\n*\n>\n", "*\n"),
    ] {
        let span = "--since 2016-04-30T11:18:25.796Z --until 2016-05-01";
        let run = add(&format!("{span} {options}"), &texts(table)).ok();
        assert_eq!(run.out, texts(left), "{table:?}");
    }
}
