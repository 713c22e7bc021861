//! Fresh cases: questions from a seed, for which the reference has the answers.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "what is random may be cut"
)]

use core::fmt::Write as _;
use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use ids_core::Layout;
use rand_core::{Rng, SeedableRng};
use serde::Deserialize;
use serde_json::json;

use crate::{
    Action, Answer, Ask, Do, Document, Done, Hex, Instant, Number, Output, Spelling, Where, answer,
    embedded, subject,
    vectors::{File, Op},
};

/// A question, and what the reference answers.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is asked.
    pub ask: Ask,
    /// What the reference answers.
    pub expected: Answer,
}

impl Case {
    /// Whether an answer is the reference's. A text or JSON with several faults may be refused
    /// for any of them, so that the kind of such an error is not looked at.
    ///
    /// # Errors
    /// What is answered, and what the reference answers.
    pub fn holds(&self, found: &Answer) -> Result<(), String> {
        let same = match (&self.expected, found) {
            (Answer::Error(expected), Answer::Error(found)) => match &self.ask {
                // What has several faults may be refused for any of them.
                Ask::Parse { .. } | Ask::Format { .. } | Ask::Canonical { .. } => true,
                _ => found.is(expected),
            },
            (Answer::Result(expected), Answer::Result(found)) => match &self.ask {
                Ask::Generate { .. } => return steps(found, expected),
                Ask::Verify { .. } => {
                    found["valid"] == expected["valid"] && found["events"] == expected["events"]
                }
                _ => found == expected,
            },
            (expected, found) => expected == found,
        };
        if same { Ok(()) } else { Err(format!("{}, not {}", json!(found), json!(self.expected))) }
    }
}

fn steps(found: &serde_json::Value, expected: &serde_json::Value) -> Result<(), String> {
    let read = |value: &serde_json::Value| {
        Vec::<Done>::deserialize(&value["steps"]).map_err(|error| format!("{value}: {error}"))
    };
    let (found, expected) = (read(found)?, read(expected)?);
    if found.len() != expected.len() {
        return Err(format!("{} steps, not {}", found.len(), expected.len()));
    }
    found.iter().zip(&expected).enumerate().try_for_each(|(index, (found, expected))| {
        found.is(expected).map_err(|why| format!("step {index}: {why}"))
    })
}

/// Cases of a format, made from a seed: the same seed makes the same cases.
///
/// Each is one of a file's rows, changed: another number, other field values, a text with a
/// character changed, another clock walk. What the reference does not support is left out.
#[derive(Debug)]
pub struct Fresh {
    file: File,
    rng: ChaCha8Rng,
}

impl Fresh {
    /// The cases of a file's format.
    pub fn new(file: File, seed: u64) -> Self {
        Self { file, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The cases of one of the project's formats, if there is one of this name.
    pub fn of(format: &str, seed: u64) -> Option<Self> {
        Some(Self::new(embedded(format)?.parse().ok()?, seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.rng.next_u64() % bound.max(1) as u64) as usize
    }

    /// A number of at most so many bits; often one with few bits set, or nearly all.
    fn number(&mut self, bits: u32) -> u128 {
        let wide = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
        let all = u128::MAX >> (128 - bits.clamp(1, 128));
        match self.below(8) {
            0 => 0,
            1 => all,
            2 => all & !(1 << (wide as u32 % bits.max(1))),
            3 => 1 << (wide as u32 % bits.max(1)),
            4 => wide & all >> (wide as u32 % bits.max(1)),
            _ => wide & all,
        }
    }

    /// A text that differs from another in a place or two.
    fn mutated(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(2) {
            let at = self.below(characters.len());
            let other = match self.below(6) {
                0 => char::from(self.below(0x80) as u8),
                1 => char::from_u32(self.below(0x2_0000) as u32).unwrap_or('\u{fffd}'),
                _ => text.chars().nth(self.below(characters.len())).unwrap_or('0'),
            };
            match self.below(4) {
                0 => characters.insert(at, other),
                1 if !characters.is_empty() => drop(characters.remove(at)),
                2 if at + 1 < characters.len() => characters.swap(at, at + 1),
                _ if at < characters.len() => characters[at] = other,
                _ => {}
            }
        }
        characters.into_iter().collect()
    }

    /// A question, by what a row is about.
    fn ask(&mut self) -> Option<Ask> {
        let row = self.below(self.file.rows.len());
        let row = &self.file.rows[row];
        let at = Where {
            format: self.file.format.clone(),
            layout: row.layout.clone(),
            form: row.form.clone(),
        };
        let layouts = subject(&at.format)?.layouts();
        let layout = match layouts[..] {
            [only] => only,
            _ => *layouts.iter().find(|layout| layout.name() == at.layout)?,
        };
        let ask = match &row.op {
            Op::Format { text, .. } | Op::Parse { text, .. } => {
                let text = text.clone();
                match self.below(3) {
                    0 => Ask::Parse { at, from: Spelling::Text(self.mutated(&text)) },
                    1 if !at.form.is_empty() => {
                        let bits = Number(self.number(layout.bits()));
                        Ask::Format { at, bits, r#as: Output::Text }
                    }
                    _ => {
                        let bits = Number(self.identifier(layout));
                        Ask::Format { at, bits, r#as: Output::Text }
                    }
                }
            }
            Op::Fields { .. } => self.of_fields(at, layout),
            Op::Range { time, .. } => {
                let time = time.0;
                let near = self.number(70);
                let time = if self.below(2) == 0 { time + (near & 0xffff_ffff) } else { near };
                Ask::Range { at, time: Number(time) }
            }
            Op::Generate { config, steps, .. } => {
                let config = config.clone();
                let clock = steps.iter().find_map(|step| step.clock);
                let steps: Vec<_> = steps.iter().map(Do::from).collect();
                self.walk(at, config, clock, &steps)
            }
            Op::Canonical { .. } => {
                let mut json = String::new();
                self.json(4, &mut json);
                if self.below(4) == 0 {
                    json = self.mutated(&json);
                }
                canonical(at, Document::Json(json))
            }
            Op::Timestamp { text, .. } => {
                let text = text.clone();
                canonical(at, Document::Timestamp(self.mutated(&text)))
            }
            Op::Event(event) => {
                let (json, profile) = (event.json.clone(), event.profile.clone());
                let previous = event.previous.clone();
                let of = Document::Event(self.mutated(&json));
                Ask::Canonical { at, profile, previous, of }
            }
            Op::Ledger(ledger) => {
                let mut lines = ledger.lines.clone();
                let at_line = self.below(lines.len());
                match self.below(3) {
                    0 => drop(lines.remove(at_line)),
                    1 => lines.truncate(at_line.max(1)),
                    _ => lines[at_line] = self.mutated(&lines[at_line].clone()),
                }
                Ask::Verify { at, after: None, lines }
            }
            _ => return None,
        };
        Some(ask)
    }

    /// An identifier of a layout: what is fixed is right.
    fn identifier(&mut self, layout: Layout) -> u128 {
        let fields: Vec<_> = layout.fields().to_vec();
        fields.iter().fold(0, |bits, field| {
            let value = self.number(field.width());
            let value = field.fixed().map_or(value, u128::from);
            bits | value << field.low()
        })
    }

    fn of_fields(&mut self, at: Where, layout: Layout) -> Ask {
        let bits = Number(self.identifier(layout));
        let loose = Number(self.number(layout.bits()));
        let bytes = |bits: Number| {
            let width = layout.bits().div_ceil(8) as usize;
            Hex(bits.0.to_be_bytes()[16 - width..].to_vec())
        };
        match self.below(6) {
            0 => Ask::Format { at, bits, r#as: Output::Fields },
            1 => Ask::Format { at, bits, r#as: Output::Time },
            2 => Ask::Format { at, bits: loose, r#as: Output::Bytes },
            3 => Ask::Parse { at, from: Spelling::Bytes(bytes(loose)) },
            4 => {
                let fields = layout.unpack(bits.0).filter(|(field, _)| field.fixed().is_none());
                let fields =
                    fields.map(|(field, value)| (field.name().to_owned(), Number(value.into())));
                Ask::Parse { at, from: Spelling::Fields(fields.collect()) }
            }
            _ => Ask::Format { at, bits, r#as: Output::Bytes },
        }
    }

    /// A generator's script with the steps of another, on another clock.
    fn walk(
        &mut self,
        at: Where,
        config: BTreeMap<String, String>,
        clock: Option<Instant>,
        steps: &[Do],
    ) -> Ask {
        let mut now = clock.map_or(0, |clock| clock.0);
        let mut given = false;
        let mut walk = Vec::new();
        for index in 0..2 + self.below(8) {
            let step = clock.is_some().then(|| {
                now += match self.below(8) {
                    0 => 0,
                    1 => -(self.number(40) as i128),
                    2 => -(self.number(30) as i128),
                    3 => self.number(45) as i128,
                    _ => self.number(34) as i128,
                };
                Instant(now)
            });
            let like = &steps[index % steps.len()];
            let call = match self.below(12) {
                0 if given => Action::Resume,
                1 if given => Action::Restart,
                2..=4 => Action::Reserve,
                _ => Action::Generate,
            };
            let count = match call {
                Action::Generate | Action::Reserve if self.below(3) == 0 => {
                    like.count.0.clamp(1, 5000)
                }
                Action::Generate | Action::Reserve => 1 + self.below(6) as u128,
                Action::Resume | Action::Restart => 1,
            };
            walk.push(Do { clock: step, call, count: Number(count) });
            given = given || index == 0;
        }
        let mut rng = vec![0; 64 + self.below(2000)];
        self.rng.fill_bytes(&mut rng);
        Ask::Generate { at, config, rng: Hex(rng), steps: walk }
    }

    /// JSON that is valid, in any spelling.
    fn json(&mut self, depth: usize, out: &mut String) {
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

const fn canonical(at: Where, of: Document) -> Ask {
    Ask::Canonical { at, profile: String::new(), previous: None, of }
}

impl Iterator for Fresh {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        // Most rows can be asked otherwise: a file of rows that cannot has no cases.
        for _ in 0..1000 {
            let Some(ask) = self.ask() else { continue };
            let expected = answer(&ask);
            if !matches!(expected, Answer::Skipped(_)) {
                return Some(Case { ask, expected });
            }
        }
        None
    }
}
