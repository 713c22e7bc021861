//! Fresh cases: questions from a seed, for which the reference has the answers.

#![expect(clippy::cast_possible_truncation, reason = "what is random may be cut")]

mod json;
mod walk;

use std::{collections::BTreeMap, sync::Arc};

use chacha20::ChaCha8Rng;
use ids_core::format::{Field, Layout};
use rand_core::{Rng, SeedableRng};
use serde_json::Value;

use crate::{
    Answer, Ask, Case, Document, Expected, Number, Octets, Output, Spelling, Where, answer,
    embedded,
    reference::found,
    subject,
    vectors::{File, Op},
};

/// Cases of a format, made from a seed: the same seed makes the same cases.
///
/// Each is one of a file's rows, changed: another number, other field values, a text with a
/// character changed, another clock walk. What is not changed as a text has one fault at most.
/// What the reference does not support is left out.
#[derive(Debug)]
pub struct Fresh {
    file: Arc<File>,
    rng: ChaCha8Rng,
    /// Whether what is being asked may have several faults.
    several: bool,
}

impl Fresh {
    /// The cases of a file's format.
    pub fn new(file: impl Into<Arc<File>>, seed: u64) -> Self {
        Self { file: file.into(), rng: ChaCha8Rng::seed_from_u64(seed), several: false }
    }

    /// The cases of one of the project's formats, if there is one of this name.
    pub fn of(format: &str, seed: u64) -> Option<Self> {
        Some(Self::new(embedded(format)?.parse::<File>().ok()?, seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.rng.next_u64() % bound.max(1) as u64) as usize
    }

    /// A number of at most this number of bits. It often has few bits set, or nearly all of them.
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

    /// A text that differs from another in a place or two, or at an end.
    fn mutated(&mut self, text: &str) -> String {
        /// What readers of some languages take for white space, for digits or for nothing.
        const ODD: [char; 16] = [
            '\n', '\r', '\t', ' ', '\0', '\u{b}', '\u{c}', '\u{85}', '\u{a0}', '\u{2028}',
            '\u{feff}', '+', '-', '_', '\u{661}', '\u{ff11}',
        ];
        self.several = true;
        let mut characters: Vec<char> = text.chars().collect();
        let odd = ODD[self.below(ODD.len())];
        match self.below(8) {
            0 => characters.push(odd),
            1 => characters.insert(0, odd),
            _ => self.mutate(&mut characters),
        }
        characters.into_iter().collect()
    }

    fn mutate(&mut self, characters: &mut Vec<char>) {
        let text = characters.clone();
        for _ in 0..=self.below(2) {
            let at = self.below(characters.len());
            let other = match self.below(6) {
                0 => char::from(self.below(0x80) as u8),
                1 => char::from_u32(self.below(0x2_0000) as u32).unwrap_or('\u{fffd}'),
                _ => text.get(self.below(characters.len())).copied().unwrap_or('0'),
            };
            match self.below(5) {
                0 => characters.insert(at, other),
                1 if !characters.is_empty() => drop(characters.remove(at)),
                2 if at + 1 < characters.len() => characters.swap(at, at + 1),
                // The other case of a letter.
                3 if at < characters.len() => {
                    let letter = characters[at];
                    characters[at] = match letter.to_ascii_lowercase() {
                        lower if lower == letter => letter.to_ascii_uppercase(),
                        lower => lower,
                    };
                }
                _ if at < characters.len() => characters[at] = other,
                _ => {}
            }
        }
    }

    /// A question, by what a row is about.
    fn ask(&mut self) -> Option<Ask> {
        let row = self.below(self.file.rows.len());
        let row = &self.file.rows[row];
        let at = self.file.at(row);
        self.several = false;
        let (_, layout) = found(&at, &subject).ok()?;
        let ask = match &row.op {
            Op::Format { text, .. } | Op::Parse { text, .. } => {
                let text = text.clone();
                match self.below(3) {
                    0 => Ask::Parse { at, from: Spelling::Text(self.mutated(&text)) },
                    1 if !at.form.is_empty() => {
                        let bits = self.number(layout.bits());
                        // In a form of the whole identifier, this may be wrong in many places.
                        let wrong = layout.unpack(bits).filter(|(field, value)| {
                            field.fixed().is_some_and(|fixed| fixed != *value)
                        });
                        self.several = wrong.count() > 1;
                        Ask::Format { at, bits: Number(bits), r#as: Output::Text }
                    }
                    _ => {
                        let bits = Number(self.identifier(layout));
                        Ask::Format { at, bits, r#as: Output::Text }
                    }
                }
            }
            Op::Fields { bytes, .. } => {
                let (length, timed) = (bytes.0.len(), self.file.has_time(row));
                self.of_fields(at, layout, length, timed)
            }
            Op::Range { time, .. } => {
                let time = time.0;
                let near = self.number(70);
                let time = if self.below(2) == 0 { time + (near & 0xffff_ffff) } else { near };
                Ask::Range { at, time: Number(time) }
            }
            Op::Generate { config, steps, .. } => {
                let config = config.clone();
                let clock = steps.iter().find_map(|step| step.call.clock);
                let steps: Vec<_> = steps.iter().map(|step| step.call.clone()).collect();
                self.walk(at, config, clock, &steps)
            }
            Op::Canonical { .. } => {
                let mut json = self.json();
                if self.below(4) == 0 {
                    json = self.mutated(&json);
                }
                canonical(at, Document::Json(json))
            }
            Op::Timestamp { text, .. } => {
                let text = text.clone();
                canonical(at, Document::Timestamp(self.mutated(&text)))
            }
            Op::Event { json, profile, previous, .. } => {
                let (json, profile, previous) = (json.clone(), profile.clone(), previous.clone());
                let of = Document::Event(self.mutated(&json));
                Ask::Canonical { at, profile, previous, of }
            }
            Op::Ledger { lines, .. } => {
                let mut lines = lines.clone();
                let at_line = self.below(lines.len());
                let mut after = None;
                match self.below(5) {
                    0 => drop(lines.remove(at_line)),
                    1 => lines.truncate(at_line.max(1)),
                    2 | 3 if at_line > 0 => {
                        // Most often the id before the first record.
                        let back = if self.below(4) == 0 { 1 + self.below(at_line) } else { 1 };
                        after = Some(event_id(&lines[at_line - back])?);
                        lines.drain(..at_line);
                    }
                    _ => lines[at_line] = self.mutated(&lines[at_line].clone()),
                }
                Ask::Verify { at, after, lines }
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

    /// The identifier with one fault, if the layout has room for one: a bit above it, or a fixed
    /// field with another value.
    fn spoiled(&mut self, layout: Layout, bits: u128) -> u128 {
        let fixed: Vec<_> =
            layout.fields().iter().copied().filter(|field| field.fixed().is_some()).collect();
        let above = 128 - layout.bits();
        let other = self.below(fixed.len() + usize::from(above > 0));
        match fixed.get(other) {
            Some(field) => bits ^ self.number(field.width()).max(1) << field.low(),
            None if above > 0 => bits | 1 << (layout.bits() + self.below(above as usize) as u32),
            None => bits,
        }
    }

    /// A question about the bytes, the fields or the number of an identifier, or of what is almost
    /// one. Its bytes have this length; not every layout says a time.
    fn of_fields(&mut self, at: Where, layout: Layout, length: usize, timed: bool) -> Ask {
        let bits = self.identifier(layout);
        let loose = if self.below(3) == 0 { self.spoiled(layout, bits) } else { bits };
        match self.below(6) {
            0 => {
                let needed = 16 - loose.leading_zeros() as usize / 8;
                let bytes = &loose.to_be_bytes()[16 - length.max(needed)..];
                Ask::Parse { at, from: Spelling::Bytes(Octets(bytes.to_vec())) }
            }
            1 => self.of_values(&at.formless(), layout, bits),
            _ => {
                // The forms of these rows are forms of bytes.
                let mut outputs = vec![Output::Bytes, Output::Fields];
                outputs.extend(at.form.is_empty().then_some(Output::Text));
                outputs.extend(timed.then_some(Output::Time));
                let r#as = outputs[self.below(outputs.len())];
                let at = if r#as == Output::Bytes { at } else { at.formless() };
                Ask::Format { at, bits: Number(loose), r#as }
            }
        }
    }

    /// The fields of an identifier, one of them missing or too wide at times.
    fn of_values(&mut self, at: &Where, layout: Layout, bits: u128) -> Ask {
        let open: Vec<_> = layout.open().map(|field| (field, field.get(bits))).collect();
        let value =
            |(field, value): &(Field, u64)| (field.name().to_owned(), Number((*value).into()));
        let mut fields: BTreeMap<_, _> = open.iter().map(value).collect();
        let ask = |fields| Ask::Parse { at: at.clone(), from: Spelling::Fields(fields) };
        let (field, value) = open[self.below(open.len())];
        let how = self.below(4);
        // What is refused already needs no other fault.
        if how < 2 && matches!(answer(&ask(fields.clone())), Answer::Result(_)) {
            let wide = Number(u128::from(value) | 1 << (field.width() + self.below(60) as u32));
            match how {
                0 => fields.insert(field.name().to_owned(), wide),
                _ => fields.remove(field.name()),
            };
        }
        ask(fields)
    }
}

const fn canonical(at: Where, of: Document) -> Ask {
    Ask::Canonical { at, profile: String::new(), previous: None, of }
}

/// The id that a record of a ledger has.
fn event_id(line: &str) -> Option<String> {
    let record: Value = serde_json::from_str(line).ok()?;
    record["eventId"].as_str().map(str::to_owned)
}

impl Iterator for Fresh {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        // Most rows can be asked otherwise: a file of rows that cannot has no cases.
        for _ in 0..1000 {
            let Some(ask) = self.ask() else { continue };
            let expected = answer(&ask);
            if !matches!(expected, Answer::Skipped(_)) {
                let expected = Expected::Answer(expected);
                return Some(Case { ask, expected, several: self.several });
            }
        }
        None
    }
}
