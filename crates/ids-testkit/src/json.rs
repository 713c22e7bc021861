//! JSON whose canonical form is told by a naive printer, that knows nothing of spans and buffers.

mod random;

use core::fmt::Write as _;
use std::collections::BTreeMap;

pub use random::RandomJson;

/// A JSON value with everything its text can vary in.
#[derive(Clone, Debug)]
pub enum Json {
    /// `true`, `false` or `null`.
    Word(&'static str),
    /// A number.
    Number(Number),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Self>),
    /// Members with distinct keys, in the order of the text.
    Object(Vec<(String, Self)>),
}

/// A number as it is written.
#[derive(Clone, Debug)]
pub struct Number {
    /// Whether it has a sign.
    pub negative: bool,
    /// The digits before and after the point.
    pub digits: String,
    /// How many of the digits stand before the point.
    pub point: usize,
    /// What stands after the `e`.
    pub exponent: Option<i32>,
}

impl Json {
    /// Prints a text that means the value. `style` decides on white space and escapes: asked with
    /// a number, it answers with a smaller one.
    pub fn print(&self, style: &mut dyn FnMut(u32) -> u32, out: &mut String) {
        let space = |style: &mut dyn FnMut(u32) -> u32, out: &mut String| {
            out.push_str(pick(["", "", "", " ", "\n ", "\t", "\r\n"], style));
        };
        space(style, out);
        match self {
            Self::Word(word) => out.push_str(word),
            Self::Number(number) => {
                let (whole, fraction) = number.digits.split_at(number.point);
                let sign = if number.negative { "-" } else { "" };
                let point = if fraction.is_empty() { "" } else { "." };
                let _ = write!(out, "{sign}{whole}{point}{fraction}");
                if let Some(exponent) = number.exponent {
                    let e = pick(["e", "E"], style);
                    let plus = if exponent >= 0 { pick(["", "+", "+0"], style) } else { "" };
                    let _ = write!(out, "{e}{plus}{exponent}");
                }
            }
            Self::String(text) => quote(text, style, out),
            Self::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    item.print(style, out);
                }
                space(style, out);
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    space(style, out);
                    quote(key, style, out);
                    space(style, out);
                    out.push(':');
                    value.print(style, out);
                }
                space(style, out);
                out.push('}');
            }
        }
        space(style, out);
    }

    /// The canonical form, by the rules read literally.
    pub fn canonical(&self) -> String {
        match self {
            Self::Word(word) => (*word).to_owned(),
            Self::Number(number) => naive_number(number),
            Self::String(text) => naive_string(text),
            Self::Array(items) => {
                format!("[{}]", items.iter().map(Self::canonical).collect::<Vec<_>>().join(","))
            }
            Self::Object(members) => {
                let sorted: BTreeMap<_, _> = members.iter().map(|(k, v)| (k, v)).collect();
                let members =
                    sorted.iter().map(|(k, v)| format!("{}:{}", naive_string(k), v.canonical()));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// One of these, as `style` decides.
fn pick<const N: usize>(
    choices: [&'static str; N],
    style: &mut dyn FnMut(u32) -> u32,
) -> &'static str {
    let choice = u32::try_from(N).map_or(0, style);
    choices.get(choice as usize).copied().unwrap_or_default()
}

fn quote(text: &str, style: &mut dyn FnMut(u32) -> u32, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        let must = character < ' ' || character == '"' || character == '\\';
        match (character, style(8)) {
            (_, 0) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            (_, 1) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04X}");
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
        _ if character < ' ' => {
            let _ = write!(out, "\\u{:04x}", u32::from(character));
        }
        _ => out.push(character),
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
