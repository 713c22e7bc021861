//! Numbers as canonical text.

use alloc::vec::Vec;

use ids_core::format::named;

use crate::JsonErrorKind;

named! {
    "form of numbers"
    /// How numbers are written in the canonical form.
    pub enum Numbers {
        /// The exact decimal value with the source's scale, without exponent: `1.50` stays, `1.5e3`
        /// is `1500`, `-0` is `0`. At most 131,072 digits before the point and 16,383 after it.
        Positional => "positional",
        /// As ECMAScript prints the nearest binary64: `1.50` is `1.5`, `1e21` is `1e+21`.
        EcmaScript => "ecmascript",
    }
}

/// Most digits before the point.
const MAX_WHOLE: usize = 131_072;
/// Most digits after the point.
const MAX_SCALE: usize = 16_383;
/// Most significant digits of an exponent.
const MAX_EXPONENT: usize = 9;

/// A scanned number: its text, and its parts without sign, point and `e`.
pub(super) struct Lexeme<'t> {
    text: &'t [u8],
    negative: bool,
    whole: &'t [u8],
    fraction: &'t [u8],
    exponent: Option<(bool, &'t [u8])>,
}

/// A number in its positional form: where the point stands among the digits.
pub(super) struct Positional<'l, 't> {
    lexeme: &'l Lexeme<'t>,
    zero: bool,
    /// How many of the digits are before the point. If it is negative or more than all, zeros fill the places.
    point: i64,
    /// Digits before the point, without leading zeros.
    before: i64,
    /// Digits after it.
    scale: i64,
}

impl<'t> Lexeme<'t> {
    /// The number that begins at `pos`, and moves `pos` behind it, or to the byte at which it is no
    /// number.
    #[inline]
    pub(super) fn scan(text: &'t [u8], pos: &mut usize) -> Result<Self, JsonErrorKind> {
        let start = *pos;
        let next = |pos: usize| text.get(pos).copied().unwrap_or(0);
        let negative = next(*pos) == b'-';
        *pos += usize::from(negative);
        let whole = digits(text, pos)?;
        if whole.len() > 1 && whole[0] == b'0' {
            *pos = start + usize::from(negative) + 1;
            return Err(JsonErrorKind::Syntax);
        }
        let mut fraction: &[u8] = &[];
        if next(*pos) == b'.' {
            *pos += 1;
            fraction = digits(text, pos)?;
        }
        let mut exponent = None;
        if matches!(next(*pos), b'e' | b'E') {
            *pos += 1;
            let minus = next(*pos) == b'-';
            *pos += usize::from(minus || next(*pos) == b'+');
            exponent = Some((minus, digits(text, pos)?));
        }
        Ok(Self { text: &text[start..*pos], negative, whole, fraction, exponent })
    }

    /// Whether this is its own canonical text, as most numbers are.
    #[inline]
    pub(super) fn is_canonical(&self, numbers: Numbers) -> bool {
        match numbers {
            Numbers::Positional => self.is_positional(),
            // Integers below 2^53 print as they stand.
            Numbers::EcmaScript => {
                self.exponent.is_none()
                    && self.fraction.is_empty()
                    && self.whole.len() < 16
                    && self.whole != b"0"
            }
        }
    }

    /// Whether the lexeme is its own positional form.
    #[inline]
    fn is_positional(&self) -> bool {
        self.exponent.is_none()
            && self.whole.len() <= MAX_WHOLE
            && self.fraction.len() <= MAX_SCALE
            && !(self.negative && self.is_zero())
    }

    fn is_zero(&self) -> bool {
        self.whole.iter().chain(self.fraction).all(|digit| *digit == b'0')
    }

    /// The positional form, if it is in the range.
    pub(super) fn positional(&self) -> Option<Positional<'_, 't>> {
        let exponent = match self.exponent {
            None => 0,
            Some((minus, digits)) => {
                let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
                let digits = &digits[zeros..];
                if digits.len() > MAX_EXPONENT {
                    return None;
                }
                let value =
                    digits.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
                if minus { -value } else { value }
            }
        };
        let (whole, fraction) = (self.whole, self.fraction);
        let zero = self.is_zero();
        let all = || whole.iter().chain(fraction).copied();
        let leading = all().take_while(|digit| *digit == b'0').count();
        let point = if zero { 0 } else { length(whole) + exponent };
        let scale = (length(fraction) - exponent).max(0);
        let before = if zero { 0 } else { (point - length_of(leading)).max(0) };
        if scale > length_of(MAX_SCALE) || before > length_of(MAX_WHOLE) {
            return None;
        }
        Some(Positional { lexeme: self, zero, point, before, scale })
    }

    /// The nearest binary64 as the `Number::toString` of ECMAScript writes it, if there is one.
    pub(super) fn ecma_script<'b>(&self, buffer: &'b mut ryu_js::Buffer) -> Option<&'b [u8]> {
        let value = core::str::from_utf8(self.text).ok()?.parse::<f64>().ok()?;
        value.is_finite().then(|| buffer.format_finite(value).as_bytes())
    }

    /// The text.
    pub(super) const fn text(&self) -> &'t [u8] {
        self.text
    }
}

/// At least one digit.
#[inline]
fn digits<'t>(text: &'t [u8], pos: &mut usize) -> Result<&'t [u8], JsonErrorKind> {
    let start = *pos;
    while text.get(*pos).is_some_and(u8::is_ascii_digit) {
        *pos += 1;
    }
    if *pos == start { Err(JsonErrorKind::Syntax) } else { Ok(&text[start..*pos]) }
}

impl Positional<'_, '_> {
    /// How much longer it is than the source.
    pub(super) fn expansion(&self) -> usize {
        let digits = usize::try_from(self.before.max(1) + self.scale).unwrap_or(usize::MAX);
        digits.saturating_sub(self.lexeme.text.len())
    }

    /// Writes `[-]whole[.fraction]`, the point moved by the exponent.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let Self { lexeme, zero, point, before, scale } = *self;
        let (whole, fraction) = (lexeme.whole, lexeme.fraction);
        let digit = |place: i64| {
            let index = usize::try_from(place).ok();
            let digit = index
                .and_then(|index| whole.get(index).or_else(|| fraction.get(index - whole.len())));
            digit.copied().unwrap_or(b'0')
        };
        if lexeme.negative && !zero {
            out.push(b'-');
        }
        if before == 0 {
            out.push(b'0');
        }
        out.extend((point - before..point).map(digit));
        if scale > 0 {
            out.push(b'.');
            let first = if zero { i64::MAX - scale } else { point };
            out.extend((first..first + scale).map(digit));
        }
    }
}

#[expect(clippy::cast_possible_wrap, reason = "no slice is longer than isize::MAX")]
const fn length(digits: &[u8]) -> i64 {
    digits.len() as i64
}

#[expect(clippy::cast_possible_wrap, reason = "counts and limits far below 2^63")]
const fn length_of(count: usize) -> i64 {
    count as i64
}
