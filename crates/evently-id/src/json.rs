//! One pass over JSON text that writes its canonical form.
//!
//! Text that already is canonical is not written piece by piece: the scanner only moves on, and a
//! whole span is copied when something has to change or the value ends.

use alloc::vec::Vec;

use crate::{
    Duplicates, JsonError, JsonErrorKind, Limits, Numbers,
    key::{Member, sort},
    number,
};

/// How deep arrays and objects may be nested, unless [`Limits`] say otherwise. The outermost one is
/// at depth 1.
pub const MAX_DEPTH: u32 = 128;

/// How many bytes exponents may add to the numbers of one event, unless [`Limits`] say otherwise.
/// Example: `1e131071` is eight bytes of JSON and 128 KiB of canonical text.
pub const MAX_EXPANSION: usize = 16 << 20;

/// What is the caller's choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) numbers: Numbers,
    pub(crate) duplicates: Duplicates,
    pub(crate) limits: Limits,
}

/// The buffers that are used again for each text.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    pub(crate) out: Vec<u8>,
    pub(crate) members: Vec<Member>,
    pub(crate) scratch: Vec<u8>,
}

pub(crate) struct Scanner<'t, 'b> {
    pub(crate) text: &'t [u8],
    pub(crate) pos: usize,
    /// Where the source text begins that is canonical so far, but not yet written.
    span: usize,
    /// How many levels may follow.
    deeper: u32,
    pub(crate) expansion: usize,
    pub(crate) reading: Reading,
    pub(crate) buffers: &'b mut Buffers,
}

/// A string's content in the source: between its quotes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether a backslash stands in it.
    pub(crate) escaped: bool,
}

type Result<T> = core::result::Result<T, JsonError>;

impl<'t, 'b> Scanner<'t, 'b> {
    /// Begins at the start of a text that is valid UTF-8.
    pub(crate) fn new(text: &'t str, reading: Reading, buffers: &'b mut Buffers) -> Self {
        buffers.out.clear();
        buffers.members.clear();
        let (text, deeper) = (text.as_bytes(), reading.limits.depth());
        Self { text, pos: 0, span: 0, deeper, expansion: 0, reading, buffers }
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

    /// What is scanned from here on is to be written.
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

    #[inline(never)]
    fn no_string(&mut self) -> Result<()> {
        match self.peek() {
            b'{' => self.nested(Self::object),
            b'[' => self.nested(Self::array),
            b'-' | b'0'..=b'9' => number::scan(self),
            b't' => self.literal(b"true"),
            b'f' => self.literal(b"false"),
            b'n' => self.literal(b"null"),
            _ => Err(self.error(JsonErrorKind::Syntax)),
        }
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
        self.pos += 1;
        self.skip_space();
        if self.peek() == b']' {
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
    pub(crate) fn replace(&mut self, start: usize, text: &[u8]) {
        self.buffers.out.extend_from_slice(&self.text[self.span..start]);
        self.buffers.out.extend_from_slice(text);
        self.span = self.pos;
    }
}

/// How many bytes stand before the first quote, backslash or control character, eight at a time.
#[inline]
fn plain(text: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    const QUOTES: u64 = ONES * 0x22;
    const BACKSLASHES: u64 = ONES * 0x5c;
    let mut count = 0;
    while let Some(chunk) = text[count..].first_chunk() {
        let bytes = u64::from_le_bytes(*chunk);
        let quote = bytes ^ QUOTES;
        let backslash = bytes ^ BACKSLASHES;
        // Sets the high bit of each byte that is zero, or below 0x20: borrows may set it in bytes
        // above the first such one, never below.
        let special = (quote.wrapping_sub(ONES) & !quote
            | backslash.wrapping_sub(ONES) & !backslash
            | bytes.wrapping_sub(ONES * 0x20) & !bytes)
            & HIGH;
        if special != 0 {
            return count + special.trailing_zeros() as usize / 8;
        }
        count += 8;
    }
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..0x20);
    count + text[count..].iter().position(special).unwrap_or(text.len() - count)
}

/// The character of the escape that `text` begins with, and the escape's length.
pub(crate) fn unescape(text: &[u8]) -> core::result::Result<(char, usize), JsonErrorKind> {
    let character = match text.get(1) {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\x08',
        Some(b't') => '\t',
        Some(b'n') => '\n',
        Some(b'f') => '\x0c',
        Some(b'r') => '\r',
        Some(b'u') => return unescape_unit(text),
        _ => return Err(JsonErrorKind::Syntax),
    };
    Ok((character, 2))
}

fn unescape_unit(text: &[u8]) -> core::result::Result<(char, usize), JsonErrorKind> {
    let unit = unit(text).ok_or(JsonErrorKind::Syntax)?;
    match unit {
        0 => Err(JsonErrorKind::Nul),
        0xd800..0xdc00 => {
            // A well-formed escape that is no low surrogate leaves this one alone.
            match self::unit(&text[6..]) {
                Some(low @ 0xdc00..0xe000) => {
                    let code = 0x10000 + ((unit - 0xd800) << 10 | (low - 0xdc00));
                    let character = char::from_u32(code).ok_or(JsonErrorKind::LoneSurrogate)?;
                    Ok((character, 12))
                }
                _ => Err(JsonErrorKind::LoneSurrogate),
            }
        }
        _ => char::from_u32(unit).map(|c| (c, 6)).ok_or(JsonErrorKind::LoneSurrogate),
    }
}

/// The code unit of the `\uxxxx` that `text` begins with.
fn unit(text: &[u8]) -> Option<u32> {
    let ([b'\\', b'u', digits @ ..], _) = text.split_first_chunk::<6>()? else { return None };
    digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
}

/// A character as canonical JSON has it inside a string.
pub(crate) fn escaped(character: char, buffer: &mut [u8; 6]) -> &[u8] {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match character {
        '"' => b'"',
        '\\' => b'\\',
        '\x08' => b'b',
        '\t' => b't',
        '\n' => b'n',
        '\x0c' => b'f',
        '\r' => b'r',
        '\0'..='\x1f' => {
            let code = character as usize;
            *buffer = [b'\\', b'u', b'0', b'0', HEX[code >> 4], HEX[code & 15]];
            return buffer;
        }
        _ => return character.encode_utf8(buffer).as_bytes(),
    };
    buffer[..2].copy_from_slice(&[b'\\', short]);
    &buffer[..2]
}
