//! The one-pass scanner against a naive printer that knows nothing of spans.
#![cfg(feature = "ledger")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use core::fmt::Write;
use std::collections::BTreeMap;

use evently_id::{Canonicalizer, Numbers};
use proptest::{collection::vec, prelude::*, sample::select};

/// A JSON value with everything its text can vary in.
#[derive(Clone, Debug)]
enum Json {
    Word(&'static str),
    Number(Number),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

#[derive(Clone, Debug)]
struct Number {
    negative: bool,
    digits: String,
    /// How many of the digits stand before the point.
    point: usize,
    exponent: Option<i32>,
}

fn number() -> impl Strategy<Value = Number> {
    let digits = prop_oneof!["0|[1-9][0-9]{0,24}", "0", "[1-9]0{0,6}"];
    let exponent = prop_oneof![3 => Just(None), 1 => (-40..40).prop_map(Some)];
    (any::<bool>(), digits, "[0-9]{0,8}", exponent).prop_map(
        |(negative, whole, fraction, exponent)| Number {
            negative,
            point: whole.len(),
            digits: whole + &fraction,
            exponent,
        },
    )
}

fn string() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        4 => proptest::char::range('a', 'f'),
        2 => select(vec!['"', '\\', '/', '\n', '\t', '\u{1}', '\u{1f}', '\u{7f}', ' ', '0']),
        1 => any::<char>().prop_filter("ledgers have no NUL", |c| *c != '\0'),
        1 => select(vec!['é', 'ж', '～', '🌲', '\u{fffd}', '\u{10ffff}', '\u{e000}']),
    ];
    vec(character, 0..12).prop_map(|characters| characters.into_iter().collect())
}

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        select(vec!["null", "true", "false"]).prop_map(Json::Word),
        number().prop_map(Json::Number),
        string().prop_map(Json::String),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Json::Array),
            // Keys are distinct, in whatever order they came.
            vec((string(), inner), 0..8).prop_map(|mut members| {
                let mut seen = std::collections::BTreeSet::new();
                members.retain(|(key, _)| seen.insert(key.clone()));
                Json::Object(members)
            }),
        ]
    })
}

/// Prints a text that means the value: choices for space and escapes come from `style`.
fn print(json: &Json, style: &mut dyn FnMut(u32) -> u32, out: &mut String) {
    let space = |style: &mut dyn FnMut(u32) -> u32, out: &mut String| {
        out.push_str(["", "", "", " ", "\n ", "\t", "\r\n"][style(7) as usize]);
    };
    space(style, out);
    match json {
        Json::Word(word) => out.push_str(word),
        Json::Number(number) => {
            let (whole, fraction) = number.digits.split_at(number.point);
            let sign = if number.negative { "-" } else { "" };
            let point = if fraction.is_empty() { "" } else { "." };
            write!(out, "{sign}{whole}{point}{fraction}").unwrap();
            if let Some(exponent) = number.exponent {
                let e = ["e", "E"][style(2) as usize];
                let plus = if exponent >= 0 { ["", "+", "+0"][style(3) as usize] } else { "" };
                write!(out, "{e}{plus}{exponent}").unwrap();
            }
        }
        Json::String(text) => quote(text, style, out),
        Json::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                print(item, style, out);
            }
            space(style, out);
            out.push(']');
        }
        Json::Object(members) => {
            out.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                space(style, out);
                quote(key, style, out);
                space(style, out);
                out.push(':');
                print(value, style, out);
            }
            space(style, out);
            out.push('}');
        }
    }
    space(style, out);
}

fn quote(text: &str, style: &mut dyn FnMut(u32) -> u32, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        let must = character < ' ' || character == '"' || character == '\\';
        match (character, style(8)) {
            (_, 0) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}").unwrap();
                }
            }
            (_, 1) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04X}").unwrap();
                }
            }
            ('/', 2) => out.push_str("\\/"),
            _ if must => naive_escape(character, out),
            _ => out.push(character),
        }
    }
    out.push('"');
}

fn naive_escape(character: char, out: &mut String) {
    match character {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\u{8}' => out.push_str("\\b"),
        '\t' => out.push_str("\\t"),
        '\n' => out.push_str("\\n"),
        '\u{c}' => out.push_str("\\f"),
        '\r' => out.push_str("\\r"),
        _ if character < ' ' => write!(out, "\\u{:04x}", u32::from(character)).unwrap(),
        _ => out.push(character),
    }
}

/// The canonical form, by the rules read literally.
fn naive(json: &Json) -> String {
    match json {
        Json::Word(word) => (*word).to_owned(),
        Json::Number(number) => naive_number(number),
        Json::String(text) => naive_string(text),
        Json::Array(items) => {
            format!("[{}]", items.iter().map(naive).collect::<Vec<_>>().join(","))
        }
        Json::Object(members) => {
            let sorted: BTreeMap<_, _> = members.iter().map(|(k, v)| (k, v)).collect();
            let members = sorted.iter().map(|(k, v)| format!("{}:{}", naive_string(k), naive(v)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}

fn naive_string(text: &str) -> String {
    let mut out = String::from("\"");
    text.chars().for_each(|character| naive_escape(character, &mut out));
    out + "\""
}

/// Moves the point one place at a time.
fn naive_number(number: &Number) -> String {
    let (mut whole, mut fraction) = {
        let (whole, fraction) = number.digits.split_at(number.point);
        (whole.to_owned(), fraction.to_owned())
    };
    for _ in 0..number.exponent.unwrap_or(0) {
        whole.push(if fraction.is_empty() { '0' } else { fraction.remove(0) });
    }
    for _ in number.exponent.unwrap_or(0)..0 {
        fraction.insert(0, whole.pop().unwrap_or('0'));
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let zero = number.digits.chars().all(|digit| digit == '0');
    let sign = if number.negative && !zero { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{fraction}")
}

proptest! {
    #[test]
    fn the_scanner_writes_what_the_rules_say(value in json(), mut choices in vec(any::<u32>(), 1..64)) {
        let mut next = 0;
        let mut style = move |limit: u32| {
            next = (next + 1) % choices.len();
            choices[next] = choices[next].wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (choices[next] >> 16) % limit
        };
        let mut text = String::new();
        print(&value, &mut style, &mut text);
        let expected = naive(&value);
        let mut canonicalizer = Canonicalizer::new(Numbers::Positional);
        let canonical = canonicalizer.canonicalize(text.as_bytes()).map(<[u8]>::to_vec);
        prop_assert_eq!(canonical.as_deref(), Ok(expected.as_bytes()), "{}", text);
        // What is canonical stays as it is.
        let again = canonicalizer.canonicalize(expected.as_bytes());
        prop_assert_eq!(again, Ok(expected.as_bytes()));
    }

    #[test]
    fn doubles_print_in_the_fewest_digits(value in any::<f64>().prop_filter("finite", |v| v.is_finite())) {
        // Both write the fewest digits that tell the number from its neighbours; where two such
        // texts are as near, they may choose differently.
        let mut canonicalizer = Canonicalizer::new(Numbers::EcmaScript);
        let lexeme = format!("{value:e}");
        let printed = canonicalizer.canonicalize(lexeme.as_bytes()).unwrap();
        let printed = core::str::from_utf8(printed).unwrap();
        prop_assert_eq!(printed.parse::<f64>().unwrap().to_bits() << 1, value.to_bits() << 1);
        let digits = |text: &str| -> String {
            let mantissa = text.split('e').next().unwrap();
            let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
            digits.trim_matches('0').to_owned()
        };
        prop_assert_eq!(digits(printed).len(), digits(&lexeme).len());
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = Canonicalizer::new(Numbers::Positional).canonicalize(&bytes);
        let _ = Canonicalizer::new(Numbers::EcmaScript).canonicalize(&bytes);
    }

    #[test]
    fn what_another_parser_refuses_is_refused(text in "[\\[\\]{}\",:0-9eE+.\\-\\\\ truefalsn]{0,24}") {
        let ours = Canonicalizer::new(Numbers::Positional).canonicalize(text.as_bytes()).is_ok();
        let theirs = serde_json::from_str::<serde_json::Value>(&text).is_ok();
        // Theirs also accepts duplicate keys and refuses numbers beyond binary64.
        if ours && !theirs {
            prop_assert!(text.contains(['e', 'E']) || text.len() > 300, "{}", text);
        }
        if theirs && !ours {
            let lenient = Canonicalizer::new(Numbers::Positional)
                .with_duplicates(evently_id::Duplicates::LastWins)
                .canonicalize(text.as_bytes())
                .map(<[u8]>::len);
            let kind = lenient.map_err(|error| error.kind.name());
            prop_assert!(matches!(kind, Ok(_) | Err("number_range" | "nul")), "{} {:?}", text, kind);
        }
    }
}
