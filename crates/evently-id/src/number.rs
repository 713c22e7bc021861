//! Numbers as canonical text.

use crate::{JsonError, JsonErrorKind, json::Scanner};

/// How numbers are written in the canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// The exact decimal value with the source's scale, without exponent: `1.50` stays, `1.5e3` is
    /// `1500`, `-0` is `0`. At most 131,072 digits before the point and 16,383 after it.
    Positional,
    /// As ECMAScript prints the nearest binary64: `1.50` is `1.5`, `1e21` is `1e+21`.
    EcmaScript,
}

/// Most digits before the point.
const MAX_WHOLE: usize = 131_072;
/// Most digits after the point.
const MAX_SCALE: usize = 16_383;
/// Most significant digits of an exponent.
const MAX_EXPONENT: usize = 9;

/// A scanned lexeme: its parts without sign, point and `e`.
struct Lexeme<'t> {
    text: &'t [u8],
    negative: bool,
    whole: &'t [u8],
    fraction: &'t [u8],
    exponent: Option<(bool, &'t [u8])>,
}

/// A number, whose first byte is next.
pub(crate) fn scan(scanner: &mut Scanner<'_, '_>) -> Result<(), JsonError> {
    let start = scanner.pos;
    let text = scanner.text;
    let negative = scanner.peek() == b'-';
    scanner.pos += usize::from(negative);
    let whole = digits(scanner)?;
    if whole.len() > 1 && whole[0] == b'0' {
        scanner.pos = start + usize::from(negative) + 1;
        return Err(scanner.error(JsonErrorKind::Syntax));
    }
    let mut fraction: &[u8] = &[];
    if scanner.peek() == b'.' {
        scanner.pos += 1;
        fraction = digits(scanner)?;
    }
    let mut exponent = None;
    if matches!(scanner.peek(), b'e' | b'E') {
        scanner.pos += 1;
        let minus = scanner.peek() == b'-';
        scanner.pos += usize::from(minus || scanner.peek() == b'+');
        exponent = Some((minus, digits(scanner)?));
    }
    let lexeme = Lexeme { text: &text[start..scanner.pos], negative, whole, fraction, exponent };
    match scanner.reading.numbers {
        Numbers::Positional if lexeme.is_positional() => Ok(()),
        Numbers::Positional => positional(scanner, start, &lexeme),
        // Integers below 2^53 print as they stand.
        Numbers::EcmaScript
            if exponent.is_none() && fraction.is_empty() && whole.len() < 16 && whole != b"0" =>
        {
            Ok(())
        }
        Numbers::EcmaScript => ecma_script(scanner, start, &lexeme),
    }
}

/// At least one digit.
#[inline]
fn digits<'t>(scanner: &mut Scanner<'t, '_>) -> Result<&'t [u8], JsonError> {
    let start = scanner.pos;
    while scanner.peek().is_ascii_digit() {
        scanner.pos += 1;
    }
    if scanner.pos == start {
        return Err(scanner.error(JsonErrorKind::Syntax));
    }
    Ok(&scanner.text[start..scanner.pos])
}

impl Lexeme<'_> {
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
}

/// Writes `[-]whole[.fraction]`, the point moved by the exponent.
fn positional(
    scanner: &mut Scanner<'_, '_>,
    start: usize,
    lexeme: &Lexeme<'_>,
) -> Result<(), JsonError> {
    let out_of_range = JsonError { kind: JsonErrorKind::NumberRange, offset: start };
    let exponent = match lexeme.exponent {
        None => 0,
        Some((minus, digits)) => {
            let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
            let digits = &digits[zeros..];
            if digits.len() > MAX_EXPONENT {
                return Err(out_of_range);
            }
            let value = digits.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
            if minus { -value } else { value }
        }
    };
    let (whole, fraction) = (lexeme.whole, lexeme.fraction);
    let zero = lexeme.is_zero();
    // The point stands after so many of all digits; fewer than none or more than all are zeros.
    let all = || whole.iter().chain(fraction).copied();
    let leading = all().take_while(|digit| *digit == b'0').count();
    let point = if zero { 0 } else { length(whole) + exponent };
    let scale = (length(fraction) - exponent).max(0);
    let before = if zero { 0 } else { (point - length_of(leading)).max(0) };
    if scale > length_of(MAX_SCALE) || before > length_of(MAX_WHOLE) {
        return Err(out_of_range);
    }
    let count = usize::try_from(before.max(1) + scale).map_err(|_| out_of_range)?;
    scanner.expansion += count.saturating_sub(lexeme.text.len());
    if scanner.expansion > scanner.reading.limits.expansion() {
        return Err(JsonError { kind: JsonErrorKind::TooLarge, offset: start });
    }
    scanner.replace(start, if lexeme.negative && !zero { b"-" } else { b"" });
    let out = &mut scanner.buffers.out;
    let digit = |place: i64| {
        let index = usize::try_from(place).ok();
        index.and_then(|i| whole.get(i).or_else(|| fraction.get(i - whole.len()))).unwrap_or(&b'0')
    };
    if before == 0 {
        out.push(b'0');
    }
    out.extend((point - before..point).map(|place| *digit(place)));
    if scale > 0 {
        out.push(b'.');
        let first = if zero { i64::MAX - scale } else { point };
        out.extend((first..first + scale).map(|place| *digit(place)));
    }
    Ok(())
}

#[expect(clippy::cast_possible_wrap, reason = "no slice is longer than isize::MAX")]
const fn length(digits: &[u8]) -> i64 {
    digits.len() as i64
}

#[expect(clippy::cast_possible_wrap, reason = "counts and limits far below 2^63")]
const fn length_of(count: usize) -> i64 {
    count as i64
}

/// Writes the nearest binary64 as ECMAScript's `Number::toString` does.
fn ecma_script(
    scanner: &mut Scanner<'_, '_>,
    start: usize,
    lexeme: &Lexeme<'_>,
) -> Result<(), JsonError> {
    let value = core::str::from_utf8(lexeme.text).ok().and_then(|text| text.parse::<f64>().ok());
    match value {
        Some(value) if value.is_finite() => {
            let mut buffer = ryu_js::Buffer::new();
            let text = buffer.format_finite(value).as_bytes();
            if text != lexeme.text {
                scanner.replace(start, text);
            }
            Ok(())
        }
        _ => Err(JsonError { kind: JsonErrorKind::NumberRange, offset: start }),
    }
}
