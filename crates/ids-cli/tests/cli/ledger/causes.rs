//! `ids ledger verify` says what a program has done to a file.

use serde_json::Value;

use super::{
    compressed::{gzip, zstd},
    files::{Folder, chained, fifty, lines, records},
};
use crate::run::with_input;

/// A ledger whose events have this data.
fn ledger(data: &[&str]) -> Vec<String> {
    chained([&["{}"], data].concat().into_iter().map(|data| {
        format!(r#"{{"event":"Sent","entities":{{}},"meta":{{"by":"é"}},"data":{data}}}"#)
    }))
}

/// As a program writes records again that keeps numbers as binary64.
fn rewritten(records: &[String], number: &str) -> Vec<u8> {
    let float: f64 = number.parse().unwrap();
    String::from_utf8(lines(records)).unwrap().replace(number, &float.to_string()).into_bytes()
}

fn utf16(text: &[u8], mark: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let text = core::str::from_utf8(text).unwrap();
    mark.encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect()
}

/// What is said of a file, to people and to programs; the same of standard input if `piped`.
fn causes(file: &str, bytes: &[u8], piped: bool) -> (Option<String>, Option<String>) {
    let said = |place: &str, options: &[&str]| {
        let run = with_input(&[&["ledger", "verify", place], options].concat(), bytes).code(4);
        let people: Vec<_> = run.lines().iter().map(|line| (*line).to_owned()).collect();
        let json = with_input(&[&["ledger", "verify", "--json", place], options].concat(), bytes);
        let verdict: Value = json.code(4).json().pop().unwrap();
        let name = verdict.get("cause").map(|name| name.as_str().unwrap().to_owned());
        assert!(verdict["valid"] == false && people[people.len() - 1].len() > 1);
        let cause: Vec<_> = people.iter().filter_map(|line| line.strip_prefix("cause: ")).collect();
        assert!(cause.len() < 2, "{people:?}");
        // The refusal comes first, and the verdict.
        assert!(people.iter().position(|line| line.starts_with("cause: ")).unwrap_or(2) >= 2);
        (cause.first().map(|&cause| cause.to_owned()), name)
    };
    let all = said(file, &[]);
    for options in [&["--threads", "1"][..], &["--keep-going"]] {
        assert_eq!(said(file, options), all, "{options:?}");
    }
    assert!(!piped || said("-", &[]) == all, "{all:?}");
    all
}

#[test]
fn what_was_done_to_a_file() {
    let records = fifty();
    let text = lines(&records);
    let string = String::from_utf8(text.clone()).unwrap();
    let id = |record: &str| record[record.len() - 34..record.len() - 2].to_owned();
    let respelled = |spell: &dyn Fn(&str) -> String| {
        let respelled: Vec<_> =
            records.iter().map(|record| record.replace(&id(record), &spell(&id(record)))).collect();
        lines(&respelled)
    };
    let value = |record: &String| -> Value { serde_json::from_str(record).unwrap() };
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap() + "\n";
    let small = ledger(&[r#"{"text":"ü"}"#, "1", "2"]);
    let array = format!("[{}]", records.join(","));
    let values: Vec<_> = records.iter().map(value).collect();
    let reversed: Vec<_> = records.iter().rev().cloned().collect();
    let mut sorted = records.clone();
    sorted.sort_unstable();
    let mut swapped = records.clone();
    swapped.swap(10, 11);
    let latin: Vec<u8> = small.join("\n").chars().map(|c| u8::try_from(c).unwrap()).collect();
    let ids = ledger(&[r#"{"id":175928847299117063}"#, "1"]);
    let two = ledger(&[r#"{"ids":[175928847299117063,175928847299117063],"price":1.50}"#]);
    let both = ledger(&[r#"{"id":175928847299117063,"price":1.50}"#]);
    let both: Vec<_> = both.iter().map(|record| record.replace("1.50", "1.5")).collect();
    // All that binary64 keeps of it, which has more binary zeros at its end than rounding makes.
    let zeros = ledger(&[r#"{"id":-1759288472991170630}"#]);
    let zeros: Vec<_> = zeros.iter().map(|record| record.replace("0630}", "0560}")).collect();
    // More than is looked at, with each event far from the one before it.
    let far = ledger(&vec![r#"{"text":"0123456789012345678901234567890123456789"}"#; 3000]);
    let far: Vec<_> = (0..far.len()).map(|at| far[at * 1009 % far.len()].clone()).collect();
    let price = ledger(&["1", r#"{"price":300.50}"#]);
    let whole = ledger(&["1", r#"{"a b":{"price":300.0}}"#]);
    let after = |count: usize, bytes: &[u8]| [&lines(&records[..count]), bytes].concat();
    let tar = [vec![b'a'; 257], b"ustar\x0000".to_vec(), vec![0; 249], text.clone()].concat();
    let folder = Folder::new("ledger");
    for (name, says, bytes) in [
        ("array", "jq -c .[] FILE", array.clone().into_bytes()),
        ("array", "", serde_json::to_vec_pretty(&values).unwrap()),
        ("array", "", string.replace("}\n", "},\n").into_bytes()),
        ("array", "", array.replace("},{\"event\"", "},\n{\"event\"").into_bytes()),
        ("pretty-printed", "jq -c . FILE", values.iter().map(pretty).collect::<String>().into()),
        ("pretty-printed", "", after(7, pretty(&values[7]).as_bytes())),
        ("joined-lines", "", records.concat().into_bytes()),
        ("joined-lines", "", after(3, records[3..].join(" ").as_bytes())),
        ("carriage-returns", "", records.join("\r").into_bytes()),
        ("reversed", "tac FILE", lines(&reversed)),
        ("order", "sorted", lines(&sorted)),
        ("order", "eventId", lines(&swapped)),
        ("order", "sorted", lines(&far)),
        ("order", "sorted", lines(&far[1..])),
        ("repeated", "", after(50, &text)),
        ("repeated", "", after(9, &lines(&records[8..]))),
        ("concatenated", "", after(50, &lines(&small))),
        ("blank-line", "grep -v", after(20, &[b"\n", &*lines(&records[20..])].concat())),
        ("blank-line", "", after(50, b" \r\n")),
        ("blank-line", "", [b"\n", &*text].concat()),
        ("byte-order-mark", "", [b"\xef\xbb\xbf", &*text].concat()),
        ("byte-order-mark", "", after(5, &[b"\xef\xbb\xbf", &*lines(&records[5..])].concat())),
        ("utf-16", "iconv", utf16(&text, "\u{feff}", u16::to_le_bytes)),
        ("utf-16", "", utf16(&text, "\u{feff}", u16::to_be_bytes)),
        ("utf-16", "", utf16(&text, "", u16::to_le_bytes)),
        ("utf-16", "", utf16(&text, "", u16::to_be_bytes)),
        ("latin-1", "UTF-8", latin),
        ("zip", "unzip -p", [b"PK\x03\x04", &*text].concat()),
        ("bzip2", "", [b"BZh91AY&SY", &*text].concat()),
        ("xz", "", [b"\xfd7zXZ\0", &*text].concat()),
        ("tar", "", tar.clone()),
        ("tar", "", gzip(&tar)),
        ("sqlite", "sqlite:FILE", [b"SQLite format 3\0", &*text].concat()),
        ("compressed-twice", "", gzip(&gzip(&text))),
        ("compressed-twice", "", zstd(&gzip(&text))),
        ("upper-case-ids", "", respelled(&str::to_uppercase)),
        ("hyphenated-ids", "", respelled(&|id| format!("{}-{}", &id[..8], &id[8..]))),
        ("cut-off", "--repair", text[..text.len() - 20].to_vec()),
        ("cut-off", "", text[..40].to_vec()),
        (
            "binary64",
            "the record's `data.id` 175928847299117060 is a rounded number: a program that keeps numbers as binary64 has \
             rewritten this file",
            rewritten(&ids, "175928847299117063"),
        ),
        (
            "binary64",
            "the record's `data.ids[0]` 175928847299117060 is a rounded number",
            rewritten(&two, "175928847299117063"),
        ),
        (
            "binary64",
            "`data.id` 175928847299117060 is a rounded number",
            rewritten(&both, "175928847299117063"),
        ),
        ("binary64", "`data.id` -1759288472991170560 is a rounded number", lines(&zeros)),
        ("binary64", "`data.price` 300.5 was 300.50: a program", rewritten(&price, "300.50")),
        ("binary64", "`data.a b.price` 300 was 300.0: a program", rewritten(&whole, "300.0")),
    ] {
        let file = folder.write("file", &bytes);
        let (cause, named) = causes(&file, &bytes, true);
        assert_eq!(named.as_deref(), Some(name), "{says}: {cause:?}");
        let cause = cause.unwrap();
        assert!(cause.contains(says) && cause.contains("; "), "{name}: {says}: {cause}");
    }
}

/// Where the bytes do not show what was done, nothing is said of it.
#[test]
fn no_cause() {
    let folder = Folder::new("ledger");
    let records = fifty();
    let text = String::from_utf8(lines(&records)).unwrap();
    let third = &records[3];
    let without_id = text.replacen(&third[third.len() - 46..third.len() - 1], "", 1);
    // A number that looks rounded was there before: the event's name was changed.
    let alone = ledger(&[r#"{"id":175928847299117060}"#, "1"]);
    let never = ledger(&["[175928847299117060,175928847299117000]"; 3]);
    let exact = ledger(&["[175928847299117060,175928847299117063]"]);
    let round = ledger(&["[1000000000000000000,2000000000000000000]"]);
    let renamed = |records: &[String], index: usize| {
        let mut records = records.to_vec();
        records[index] = records[index].replace("Sent", "Lost");
        lines(&records)
    };
    for bytes in [
        text.replacen("tennis", "squash", 1).into_bytes(),
        text.replacen("scored", "missed", 1).into_bytes(),
        lines(&[&records[..7], &records[8..]].concat()),
        lines(&records[1..]),
        // One event on its line, which has no id.
        without_id.clone().into_bytes(),
        without_id.replace('\n', "\r\n").into_bytes(),
        text.replacen(",\"data\"", ",,\"data\"", 1).into_bytes(),
        [text.as_bytes(), b"?\n"].concat(),
        b"[1,2,3]\n".to_vec(),
        b"{\"a\":1}\n".to_vec(),
        b"hello\n".to_vec(),
        b"{\n".to_vec(),
        renamed(&alone, 1),
        renamed(&never, 2),
        renamed(&exact, 1),
        renamed(&round, 1),
    ] {
        let file = folder.write("file", &bytes);
        assert_eq!(causes(&file, &bytes, true), (None, None), "{bytes:?}");
    }
    // Each of the two ends that a line may have.
    let file = folder.write("file", text.replace('\n', "\r\n").as_bytes());
    let run = with_input(&["ledger", "verify", &file], b"").ok();
    assert!(!run.out.contains("cause"), "{}", run.out);
}

/// What is wrong far behind the start of a file shows, too.
#[test]
fn far_behind_the_start() {
    let folder = Folder::new("ledger");
    let mut records = records(3_000, 200);
    records.swap(2_900, 2_901);
    let text = lines(&records);
    assert!(text.len() > 1 << 19, "longer than the piece that is looked at");
    for bytes in [text.clone(), gzip(&text), zstd(&text)] {
        let file = folder.write("file", &bytes);
        assert_eq!(causes(&file, b"", false).1.as_deref(), Some("order"));
    }
    let cut = &text[..text.len() - 9];
    let file = folder.write("file", cut);
    // The moved record is wrong first.
    assert_eq!(causes(&file, b"", false).1.as_deref(), Some("order"));
    records.swap(2_900, 2_901);
    let text = lines(&records);
    let file = folder.write("file", &text[..text.len() - 9]);
    assert_eq!(causes(&file, b"", false).1.as_deref(), Some("cut-off"));
}
