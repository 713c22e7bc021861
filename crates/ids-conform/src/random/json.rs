//! JSON made at random.

#![expect(clippy::cast_possible_truncation, reason = "what is random may be cut")]

use core::fmt::Write as _;

use super::Fresh;

/// Pieces of strings, each as its source and as what it holds.
const PIECES: [(&str, &str); 20] = [
    ("a", "a"),
    ("b", "b"),
    ("Z", "Z"),
    ("é", "é"),
    ("漢", "漢"),
    ("😀", "😀"),
    ("\u{7f}", "\u{7f}"),
    ("\u{2028}", "\u{2028}"),
    ("\u{ffff}", "\u{ffff}"),
    ("/", "/"),
    ("\\/", "/"),
    ("\\n", "\n"),
    ("\\u0041", "A"),
    ("\\u00e9", "é"),
    ("\\u00E9", "é"),
    ("\\ud83d\\ude00", "😀"),
    ("\\uDBFF\\uDFFF", "\u{10ffff}"),
    ("\\\"", "\""),
    ("\\\\", "\\"),
    ("\\u001f", "\u{1f}"),
];

impl Fresh {
    /// JSON in any spelling. At times one key of it stands twice, which is the only fault.
    pub(super) fn json(&mut self) -> String {
        let wanted = self.below(10) == 0;
        let (mut twice, mut out) = (wanted, String::new());
        self.json_value(4, &mut twice, &mut out);
        let faulty = wanted != twice;
        if !faulty && self.below(20) == 0 { self.nested(&out) } else { out }
    }

    /// A value so deep inside others that the limit is near.
    fn nested(&mut self, value: &str) -> String {
        let (mut before, mut after) = (String::new(), String::new());
        for _ in 0..121 + self.below(10) {
            let [open, close] = [["[", "]"], ["{\"a\":", "}"]][self.below(2)];
            before.push_str(open);
            after.insert_str(0, close);
        }
        before + value + &after
    }

    /// A value. The next object with a key repeats one of them if `twice` is still to be done.
    fn json_value(&mut self, depth: usize, twice: &mut bool, out: &mut String) {
        let space = ["", "", "", " ", "\n\t", "\r\n"][self.below(6)];
        out.push_str(space);
        match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => out.push_str(["true", "false", "null"][self.below(3)]),
            1 | 2 => self.json_number(out),
            3 | 4 => out.push_str(&self.json_string().0),
            5 => {
                out.push('[');
                for index in 0..self.below(4) {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.json_value(depth - 1, twice, out);
                }
                out.push(']');
            }
            _ => self.json_object(depth, twice, out),
        }
        out.push_str(space);
    }

    fn json_object(&mut self, depth: usize, twice: &mut bool, out: &mut String) {
        let (mut keys, mut contents) = (Vec::new(), Vec::new());
        for _ in 0..self.below(5) {
            let (key, content) = self.json_string();
            // Two spellings of a key are one key.
            if !contents.contains(&content) {
                keys.push(key);
                contents.push(content);
            }
        }
        if !keys.is_empty() && core::mem::take(twice) {
            keys.push(keys[self.below(keys.len())].clone());
        }
        out.push('{');
        for (index, key) in keys.iter().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            out.push_str(key);
            out.push_str(": ");
            self.json_value(depth - 1, twice, out);
        }
        out.push('}');
    }

    fn json_number(&mut self, out: &mut String) {
        let sign = ["", "-"][self.below(2)];
        let bits = 1 + self.below(90) as u32;
        let whole = self.number(bits);
        let _ = write!(out, "{sign}{whole}");
        if self.below(2) == 0 {
            let zeros = "0".repeat(self.below(4));
            let _ = write!(out, ".{zeros}{}", self.number(20));
        }
        if self.below(3) == 0 {
            let e = ["e", "E", "e+", "e-", "E-0"][self.below(5)];
            // As small as a binary64 can be, too; not as large, which would be a fault.
            let small = e.contains('-') && self.below(4) == 0;
            let most = if small { 345 } else { 40 };
            let _ = write!(out, "{e}{}", self.below(most));
        }
    }

    /// A string's source with its quotes, and what it holds.
    fn json_string(&mut self) -> (String, String) {
        let (mut source, mut content) = (String::from('"'), String::new());
        for _ in 0..self.below(6) {
            let (piece, holds) = PIECES[self.below(PIECES.len())];
            source.push_str(piece);
            content.push_str(holds);
        }
        source.push('"');
        (source, content)
    }
}
