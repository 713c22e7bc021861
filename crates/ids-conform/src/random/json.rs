//! JSON made at random.

#![expect(clippy::cast_possible_truncation, reason = "what is random may be cut")]

use core::fmt::Write as _;

use super::Fresh;

impl Fresh {
    /// JSON that is valid, in any spelling.
    pub(super) fn json(&mut self, depth: usize, out: &mut String) {
        let space = ["", "", "", " ", "\n\t"][self.below(5)];
        out.push_str(space);
        match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => out.push_str(["true", "false", "null"][self.below(3)]),
            1 | 2 => self.json_number(out),
            3 | 4 => self.json_string(out),
            5 => {
                out.push('[');
                for index in 0..self.below(4) {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.json(depth - 1, out);
                }
                out.push(']');
            }
            _ => {
                out.push('{');
                for index in 0..self.below(5) {
                    out.push_str(if index > 0 { "," } else { "" });
                    self.json_string(out);
                    out.push_str(": ");
                    self.json(depth - 1, out);
                }
                out.push('}');
            }
        }
        out.push_str(space);
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
            let _ = write!(out, "{e}{}", self.below(40));
        }
    }

    fn json_string(&mut self, out: &mut String) {
        const PIECES: [&str; 18] = [
            "a",
            "b",
            "Z",
            "é",
            "漢",
            "😀",
            "\u{7f}",
            "\u{2028}",
            "/",
            "\\/",
            "\\n",
            "\\u0041",
            "\\u00e9",
            "\\ud83d\\ude00",
            "\\\"",
            "\\\\",
            "\\u001f",
            "\u{ffff}",
        ];
        out.push('"');
        for _ in 0..self.below(6) {
            out.push_str(PIECES[self.below(PIECES.len())]);
        }
        out.push('"');
    }
}
