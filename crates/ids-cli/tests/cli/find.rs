//! Identifiers in running text.

use crate::run::piped as find;

const ID: &str = "175928847299117063";
const HEX: &str = "271065ac1020007";

/// All else stays byte for byte. `*` is an identifier, in decimal before and in hexadecimal after.
#[test]
fn in_place() {
    for text in [
        "",
        "\n\n",
        "*",
        "*\r\n*\n",
        "\u{feff}*\n",
        "2026-11-27T04:24:22.123Z INFO [main] user=* took 12345 us\n",
        "<@*> \"*\",'*';(*)[*,*]{\"id\":*}|*|\n",
        "https://discord.com/channels/*/*?before=*&x=1#*\n",
        "The last one was *. user-* user_* a.b.*:7 * - * \u{7528}\u{6237}*\u{ff0c}\u{1f600}*\n",
        "\0*\x1b[31m\n",
        // JSON in JSON, as containers log it; emphasis; a path of Windows.
        "{\"log\":\"{\\\"id\\\":\\\"*\\\"}\\n\"}\nuser *! ~*~ a+*+1 C:\\logs\\*\\x\n",
        // Right behind an escape.
        "{\"log\":\"a\\n*\\r\\n*\\tid-*\"} {\"log\":\"{\\\"m\\\":\\\"a\\\\n*\\\\u003c@*\\\\u003e\\u0026*\\\"}\"}\n",
        "\x1b[2m2024-05-05\x1b[0m id=\x1b[3m*\x1b[0m \x1b[1;38;5;208m*\x1b[m\x1b[K\x1b*\x1b[\n",
        "\x1b7*\x1b8\x1b(B*\x1b(B\x1b]0;a title\x07*\x1b]8;;https://a.example/1\x1b\\*\n",
        // Times, dates, small numbers, words, identifiers of other formats, and digits among letters.
        "1700000000 1700000000000 1700000000000000 20240101120000 2024-01-01 42 18446744073709551616\n",
        "20161127053523123 IMG_20261127_053523 backup-20151231235959999.tar.gz\n",
        "deadbeef internationaliza CamelCaseSixteen 018f2c5e-7b1a-7c3d-9e2f-0123456789ab\n",
        "x175928847299117063 1759288472991170630000 175928847299117063L +-=:/\n",
    ] {
        let verb = "convert --find --flavour discord --to hex";
        let run = find(verb, text.replace('*', ID).as_bytes()).ok();
        assert_eq!(run.out, text.replace('*', HEX), "{text:?}");
    }
    // What is escaped begins with digits that are no part of a number.
    for escaped in ["a%2012345678901234567\n", "\\x2012345678901234567 \\u00312345678901234567\n"] {
        let run = find("convert --find --flavour twitter --to hex", escaped.as_bytes()).ok();
        assert_eq!(run.out, escaped);
    }
    // The end of a terminal's title is no escape of JSON.
    let title = b"\x1b]0;t\x1b\\n5LuuKMHe7 z\n";
    let run = find("convert --find --flavour twitter --from base58 --to decimal", title).ok();
    assert_eq!(run.out, "\x1b]0;t\x1b\\156591321959696628 z\n");
    // Hexadecimal digits, too. Not a time: there is no month 13.
    let run = find("inspect --find --flavour discord --form hex", b"20161127053523").ok();
    assert_eq!(run.out, "");
    find("inspect --find --flavour discord", b"20161327053523123").ok().prints("20161327053523123");
    let (before, after) = (format!("\u{feff}\u{20ac} {ID}\r"), format!("\u{feff}\u{20ac} {HEX}\r"));
    let utf16: Vec<_> = before.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(find("convert --find --flavour discord --to hex", &utf16).ok().out, after[3..]);
}

/// A terminal shows an identifier whose colour changes within as one, as that of which `grep` has found a part.
#[test]
fn across_colours() {
    let (on, off) = ("\x1b[01;31m\x1b[K", "\x1b[m\x1b[K");
    for (text, ids, converted) in [
        (format!("user 17{on}5928847299117063{off} in"), 1, format!("user {HEX}{off} in")),
        (
            format!("{on}17{off}59{on}28847299117063{off}, {ID}"),
            2,
            format!("{on}{HEX}{off}, {HEX}"),
        ),
        (format!("{ID}{on}{ID}{off}"), 2, format!("{HEX}{on}{HEX}{off}")),
        // A sequence that is cut off ends where the next one begins.
        (format!("x \x1b[1\x1b[31m{ID}\x1b[0m"), 1, format!("x \x1b[1\x1b[31m{HEX}\x1b[0m")),
        (format!("\x1b(\x1b[0m{ID}"), 1, format!("\x1b(\x1b[0m{HEX}")),
    ] {
        let run = find("convert --find --flavour discord --to hex", text.as_bytes()).ok();
        assert_eq!(run.out, converted, "{text:?}");
        let run = find("inspect --find --flavour discord --json", text.as_bytes()).ok();
        assert_eq!(run.json().len(), ids, "{text:?}");
        let since = find(
            "convert --find --flavour discord --since 2015-11-01 --until 2015-11-02",
            text.as_bytes(),
        );
        assert_eq!(since.ok().out, "", "{text:?}");
    }
    let uuid = format!("u 00000000-{on}03e9{off}-62a0-a789-28ef27ab7c62 x");
    let run = find("convert --find --format luuid --to urn", uuid.as_bytes()).ok();
    run.prints("u urn:uuid:00000000-03e9-62a0-a789-28ef27ab7c62 x");
}

/// The characters that an identifier has within may stand beside it, and full stops behind it.
#[test]
fn beside_what_is_within() {
    for (format, id) in [
        ("siq", "did:siq:lm2a3kiagopopibaaaamgzymuoac6"),
        ("luuid", "00000000-03e9-62a0-a789-28ef27ab7c62"),
    ] {
        let run = find(&format!("convert --format {format} --to hex"), id.as_bytes()).ok();
        let hex = run.out.trim_end();
        for text in [
            "*",
            "user:*",
            "*: not found",
            "user:*:a:*.\n",
            "*... *.",
            "a.b:*:1, (*.)",
            "x.*.json",
            "a-*_1",
        ] {
            let verb = format!("convert --find --format {format} --to hex");
            let run = find(&verb, text.replace('*', id).as_bytes()).ok();
            assert_eq!(run.out, text.replace('*', hex), "{text:?}");
        }
    }
    let hyphens = b"a-00000000-03e9-62a0-a789-28ef27ab7c62-1.log --\n";
    let run = find("convert --find --format luuid --to urn", hyphens).ok();
    assert_eq!(run.out, "a-urn:uuid:00000000-03e9-62a0-a789-28ef27ab7c62-1.log --\n");
    let run = find("convert --find --flavour local --to hex", b"made .5ghHVhjF... .5ghHVhjF..\n");
    assert_eq!(run.ok().out, "made 006b2d4a0b6f4000. 006b2d4a0b6f4000\n");
}

/// Each has its line and its column, in characters.
#[test]
fn places() {
    let text = format!("\u{feff}{ID} x\n\n\u{20ac}\u{20ac} <@{ID}>, {ID}\n");
    let run = find("inspect --find --flavour discord --json", text.as_bytes()).ok();
    let answers = run.json();
    let places: Vec<_> =
        answers.iter().map(|answer| ["line", "column"].map(|name| &answer[name])).collect();
    assert_eq!(places, [["1", "1"], ["3", "6"], ["3", "27"]]);
    assert_eq!((&answers[2]["input"], &answers[2]["fields"]["worker"]), (&ID.into(), &"1".into()));
    let run = find("inspect --find --flavour discord", text.as_bytes()).ok();
    assert_eq!(run.out.matches("\n  at            line 3, column ").count(), 2, "{}", run.out);
}

/// What is compressed has none that can be seen.
#[test]
fn compressed() {
    for (verb, why) in [
        ("convert --find --flavour discord --to hex", "line 1: it"),
        ("inspect --find --flavour discord", "line 1: it"),
        ("convert --field id --flavour discord --to hex", "line 1: it"),
        ("infer", "line 1: no format reads this; it"),
    ] {
        for (begin, by) in [
            (&b"\x1f\x8b\x08\0x\n"[..], "gzip"),
            (b"\xfd7zXZ\0\0\x04\n", "xz"),
            (b"BZh91AY&SY\xff\n", "bzip2"),
        ] {
            find(verb, begin).code(1).says(&format!("{why} is compressed by {by}"));
        }
    }
}

#[test]
fn a_line_that_is_too_long() {
    let long = [b"x".repeat((16 << 20) + 1), ID.into()].concat();
    find("convert --find --flavour discord --to hex", &long)
        .code(1)
        .says("line 1: the line is longer than 16 MiB");
}
