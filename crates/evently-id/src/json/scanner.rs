//! One pass over JSON text that writes its canonical form.
//!
//! Text that already is canonical is not written piece by piece: the scanner only moves on, and a
//! whole span is copied when something has to change or the value ends.

use super::{
    buffers::{Buffers, sort},
    limits::Limits,
    member::{Duplicates, Member},
    number::{Lexeme, Numbers},
    string::{Span, escaped, plain, unescape},
};
use crate::{JsonError, JsonErrorKind};

/// What is the caller's choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) numbers: Numbers,
    pub(crate) duplicates: Duplicates,
    pub(crate) limits: Limits,
}

pub(crate) struct Scanner<'t, 'b> {
    pub(crate) text: &'t [u8],
    pub(crate) pos: usize,
    /// Where the source text begins that is canonical so far, but not yet written.
    span: usize,
    /// How many levels may follow.
    deeper: u32,
    /// In the entities of a new event: how many levels may follow where their keys stand.
    keys: Option<u32>,
    /// Where the first of these keys stands that is not a string, or a list of one string or more.
    pub(crate) other_key: Option<usize>,
    expansion: usize,
    reading: Reading,
    pub(crate) buffers: &'b mut Buffers,
}

type Result<T> = core::result::Result<T, JsonError>;

impl<'t, 'b> Scanner<'t, 'b> {
    /// Begins at the start of a text that is valid UTF-8.
    pub(crate) fn new(text: &'t str, reading: Reading, buffers: &'b mut Buffers) -> Self {
        buffers.out.clear();
        buffers.members.clear();
        let (text, deeper) = (text.as_bytes(), reading.limits.depth());
        let (keys, other_key) = (None, None);
        Self { text, pos: 0, span: 0, deeper, keys, other_key, expansion: 0, reading, buffers }
    }

    /// The whole text as one value.
    pub(crate) fn document(&mut self) -> Result<()> {
        self.skip_space();
        self.begin();
        self.value()?;
        self.flush();
        self.skip_space();
        self.end()
    }

    /// Nothing but space may follow.
    pub(crate) const fn end(&self) -> Result<()> {
        if self.pos < self.text.len() { Err(self.error(JsonErrorKind::Syntax)) } else { Ok(()) }
    }

    /// Marks where the text to write begins.
    pub(crate) const fn begin(&mut self) {
        self.span = self.pos;
    }

    /// Writes the pending span.
    pub(crate) fn flush(&mut self) {
        self.buffers.out.extend_from_slice(&self.text[self.span..self.pos]);
        self.span = self.pos;
    }

    /// How long the output would be if the pending span were written.
    fn written(&self) -> usize {
        self.buffers.out.len() + (self.pos - self.span)
    }

    #[cold]
    pub(crate) const fn error(&self, kind: JsonErrorKind) -> JsonError {
        JsonError { kind, offset: self.pos }
    }

    #[inline]
    pub(crate) fn peek(&self) -> u8 {
        // NUL is no token of JSON, so it stands for the end of the text.
        self.text.get(self.pos).copied().unwrap_or(0)
    }

    #[inline]
    pub(crate) fn expect(&mut self, byte: u8) -> Result<()> {
        if self.peek() != byte {
            return Err(self.error(JsonErrorKind::Syntax));
        }
        self.pos += 1;
        Ok(())
    }

    /// Skips white space in the source without writing it.
    #[inline]
    pub(crate) fn skip_space(&mut self) {
        // No token begins with a byte below the space.
        if self.peek() <= b' ' {
            self.skip_some_space();
        }
    }

    fn skip_some_space(&mut self) {
        self.flush();
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.pos += 1;
        }
        self.begin();
    }

    /// Any value: mostly a string, which is worth no call.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much as a short string")]
    pub(crate) fn value(&mut self) -> Result<()> {
        if self.peek() == b'"' { self.string().map(drop) } else { self.no_string() }
    }

    /// A value that is the entities of a new event, whose keys are looked at: a selector asks for strings.
    pub(crate) fn entities(&mut self) -> Result<()> {
        (self.keys, self.other_key) = (self.deeper.checked_sub(1), None);
        let read = self.value();
        self.keys = None;
        read
    }

    #[inline(never)]
    fn no_string(&mut self) -> Result<()> {
        if let Some(keys) = self.keys {
            let is_list = self.peek() == b'[' && self.deeper == keys;
            if self.deeper <= keys && !is_list {
                self.other_key.get_or_insert(self.pos);
            }
        }
        match self.peek() {
            b'{' => self.nested(Self::object),
            b'[' => self.nested(Self::array),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.literal(b"true"),
            b'f' => self.literal(b"false"),
            b'n' => self.literal(b"null"),
            _ => Err(self.error(JsonErrorKind::Syntax)),
        }
    }

    fn number(&mut self) -> Result<()> {
        let start = self.pos;
        let lexeme = Lexeme::scan(self.text, &mut self.pos).map_err(|kind| self.error(kind))?;
        let Reading { numbers, limits, .. } = self.reading;
        if lexeme.is_canonical(numbers) {
            return Ok(());
        }
        let out_of_range = JsonError { kind: JsonErrorKind::NumberRange, offset: start };
        match numbers {
            Numbers::Positional => {
                let positional = lexeme.positional().ok_or(out_of_range)?;
                self.expansion += positional.expansion();
                if self.expansion > limits.expansion() {
                    return Err(JsonError { kind: JsonErrorKind::TooLarge, offset: start });
                }
                self.replace(start, b"");
                positional.write(&mut self.buffers.out);
            }
            Numbers::EcmaScript => {
                let mut buffer = ryu_js::Buffer::new();
                let text = lexeme.ecma_script(&mut buffer).ok_or(out_of_range)?;
                if text != lexeme.text() {
                    self.replace(start, text);
                }
            }
        }
        Ok(())
    }

    fn literal(&mut self, literal: &[u8]) -> Result<()> {
        if !self.text[self.pos..].starts_with(literal) {
            return Err(self.error(JsonErrorKind::Syntax));
        }
        self.pos += literal.len();
        Ok(())
    }

    fn nested(&mut self, inner: fn(&mut Self) -> Result<()>) -> Result<()> {
        if self.deeper == 0 {
            return Err(self.error(JsonErrorKind::Depth));
        }
        self.deeper -= 1;
        inner(self)?;
        self.deeper += 1;
        Ok(())
    }

    fn array(&mut self) -> Result<()> {
        let start = self.pos;
        self.pos += 1;
        self.skip_space();
        if self.peek() == b']' {
            if self.keys.is_some() {
                self.other_key.get_or_insert(start);
            }
            self.pos += 1;
            return Ok(());
        }
        loop {
            self.value()?;
            self.skip_space();
            match self.peek() {
                b',' => self.pos += 1,
                b']' => break,
                _ => return Err(self.error(JsonErrorKind::Syntax)),
            }
            self.skip_space();
        }
        self.pos += 1;
        Ok(())
    }

    fn object(&mut self) -> Result<()> {
        self.pos += 1;
        let first = self.buffers.members.len();
        self.skip_space();
        if self.peek() == b'}' {
            self.pos += 1;
            return Ok(());
        }
        let mut sorted = true;
        loop {
            let start = self.written();
            let key = self.key()?;
            self.value()?;
            // Compared where it is kept: put together elsewhere and copied, its parts would have to
            // be waited for.
            let end = self.written();
            self.buffers.members.push(Member::new(self.text, key, start, end));
            if let [.., previous, member] = &self.buffers.members[first..] {
                sorted &= previous.compare(member, self.text).is_lt();
            }
            self.skip_space();
            match self.peek() {
                b',' => self.pos += 1,
                b'}' => break,
                _ => return Err(self.error(JsonErrorKind::Syntax)),
            }
            self.skip_space();
        }
        if !sorted {
            self.sort(first)?;
        }
        self.buffers.members.truncate(first);
        self.pos += 1;
        Ok(())
    }

    /// Writes the members from `first` on, the last ones, in the order of their keys.
    fn sort(&mut self, first: usize) -> Result<()> {
        let written = self.buffers.out.len();
        let start = self.buffers.members[first].start;
        if written > start {
            self.flush();
            return sort(self.text, None, self.reading.duplicates, self.buffers, first);
        }
        // Nothing of them is written yet: they stand in the source as they are to be.
        let before = self.span;
        let source = before + (start - written);
        self.buffers.out.extend_from_slice(&self.text[before..source]);
        self.begin();
        let source = Some(&self.text[source..self.pos]);
        sort(self.text, source, self.reading.duplicates, self.buffers, first)
    }

    /// A key and its colon.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "returned through memory, its parts are waited for")]
    pub(crate) fn key(&mut self) -> Result<Span> {
        if self.peek() != b'"' {
            return Err(self.error(JsonErrorKind::Syntax));
        }
        let key = self.string()?;
        self.skip_space();
        self.expect(b':')?;
        self.skip_space();
        Ok(key)
    }

    /// A string, whose opening quote is next.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "returned through memory, its parts are waited for")]
    pub(crate) fn string(&mut self) -> Result<Span> {
        let start = self.pos + 1;
        let end = start + plain(&self.text[start..]);
        if self.text.get(end) == Some(&b'"') {
            self.pos = end + 1;
            return Ok(Span { start, end, escaped: false });
        }
        self.string_from(start, end)
    }

    /// The rest of a string that has a backslash or a fault at `end`.
    #[inline(never)]
    fn string_from(&mut self, start: usize, end: usize) -> Result<Span> {
        self.pos = end;
        let mut escaped = false;
        loop {
            self.pos += plain(&self.text[self.pos..]);
            match self.peek() {
                b'"' => break,
                b'\\' => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return Err(self.error(JsonErrorKind::Syntax)),
            }
        }
        let end = self.pos;
        self.pos += 1;
        Ok(Span { start, end, escaped })
    }

    /// One escape in a string, rewritten if it is not the canonical one.
    fn escape(&mut self) -> Result<()> {
        let (character, length) =
            unescape(&self.text[self.pos..]).map_err(|kind| self.error(kind))?;
        let source = &self.text[self.pos..self.pos + length];
        let mut canonical = [0; 6];
        let canonical = escaped(character, &mut canonical);
        if canonical == source {
            self.pos += length;
        } else {
            self.flush();
            self.buffers.out.extend_from_slice(canonical);
            self.pos += length;
            self.begin();
        }
        Ok(())
    }

    /// Writes `text` in place of the source from `start` to here.
    fn replace(&mut self, start: usize, text: &[u8]) {
        self.buffers.out.extend_from_slice(&self.text[self.span..start]);
        self.buffers.out.extend_from_slice(text);
        self.span = self.pos;
    }
}
