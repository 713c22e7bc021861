//! Numbers that a program has kept as binary64: JavaScript, `jq`, spreadsheets and data frames with a
//! missing value keep 53 bits of a number, and so change the last digits of identifiers above 2^53.
//!
//! ```
//! use ids_formats::{UnixTime, family, rounded::Rounded};
//! // What JavaScript makes of 175928847299117063.
//! let rounded = Rounded::of_text(b"175928847299117060").expect("it is one that JavaScript writes");
//! assert_eq!((rounded.first, rounded.last), (175928847299117040, 175928847299117072));
//! // The milliseconds are above the digits that are lost.
//! let discord = family("snowflake").unwrap().flavour("discord").unwrap();
//! let made = UnixTime::from_millis(1_462_015_105_796);
//! assert_eq!(rounded.times(discord.timed().unwrap()), Some((made, made)));
//! assert_eq!(Rounded::of_text(b"175928847299117063"), None);
//! ```

mod counts;

use core::fmt;

pub use self::counts::Counts;
use crate::{Timed, UnixTime, spelling::unquoted};

/// Bits of a number that binary64 keeps.
const KEPT: u32 = 53;
/// Digits that a spreadsheet keeps.
const DIGITS: u32 = 15;
/// With this number of binary zeros more than rounding makes, the zeros are the identifier's own: one rounded number
/// in 16 has them.
const OWN: u32 = 4;
/// Longer numbers are of no format, and above binary64's neighbours in 128 bits.
const MOST: u128 = 1 << 126;

listed! {
    /// What shows that a number was kept as binary64.
    enum How: (&'static str, &'static str) {
        /// It is the shortest decimal text of its binary64 number, with zeros behind.
        Shortest = ("shortest", "this is what JavaScript and jq write of a number above 2^53"),
        /// It is exactly a binary64 number.
        Exact = ("exact", "this is exactly a binary64 number"),
        /// It has fifteen digits and zeros, as spreadsheets write numbers.
        Spreadsheet = ("spreadsheet", "fifteen digits and zeros are a spreadsheet's"),
        /// It is written with an exponent: `1.75928847299117E+17`.
        Exponent = ("exponent", "a spreadsheet or a float wrote this"),
        /// It is a binary64 number, or is written as one: `175928847299117063.0`.
        Float = ("float", "a float keeps 53 bits of a number"),
    }
}

/// A number that a program may have changed, and what is left of it: the identifiers that it may have been.
///
/// Its text is a sentence's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rounded {
    how: How,
    /// The number that is left.
    pub number: u128,
    /// The first number that it may have been.
    pub first: u128,
    /// The last number that it may have been.
    pub last: u128,
    /// How many decimal digits are lost.
    pub lost: u32,
}

/// The binary64 number nearest to an integer: of two that are as near, the one with an even last bit.
const fn nearest(number: u128) -> u128 {
    let lost = lost(number);
    if lost == 0 {
        return number;
    }
    let (kept, rest, half) = (number >> lost, number & ((1 << lost) - 1), 1 << (lost - 1));
    let up = rest > half || rest == half && kept & 1 == 1;
    (kept + up as u128) << lost
}

/// The low bits of a number that binary64 does not keep.
const fn lost(number: u128) -> u32 {
    (u128::BITS - number.leading_zeros()).saturating_sub(KEPT)
}

/// The decimal zeros at the end of a number above 0.
const fn zeros(mut number: u128) -> u32 {
    let mut zeros = 0;
    while number % 10 == 0 {
        number /= 10;
        zeros += 1;
    }
    zeros
}

/// The smallest number of 18 digits: from here on no shortest text ends with another digit than 0.
const LONG: u128 = 100_000_000_000_000_000;

/// What shows that a number was kept as binary64; `None` if nothing does.
fn how(number: u128) -> Option<How> {
    let lost = lost(number);
    if lost == 0 || number >= MOST {
        return None;
    }
    let exact = number.trailing_zeros() >= lost;
    if number >= LONG && number % 10 != 0 {
        return exact.then_some(How::Exact);
    }
    let zeros = zeros(number);
    if number.ilog10() + 1 - zeros <= DIGITS {
        return Some(How::Spreadsheet);
    }
    let (double, unit) = (nearest(number), 10_u128.pow(zeros));
    // No text with a digit less is this binary64 number, and none with as many is nearer.
    let below = double / (10 * unit) * (10 * unit);
    let shorter = nearest(below) == double || nearest(below + 10 * unit) == double;
    if !shorter && 2 * number.abs_diff(double) <= unit {
        return Some(How::Shortest);
    }
    exact.then_some(How::Exact)
}

impl Rounded {
    /// What shows it, as a name in lower case: `shortest`, `exact`, `spreadsheet`, `exponent` or `float`.
    #[inline]
    pub const fn how(&self) -> &'static str {
        self.how.facts().0
    }

    /// Whether it is certain that the number was kept as binary64: it has an exponent, or is one.
    #[inline]
    pub const fn is_certain(&self) -> bool {
        matches!(self.how, How::Exponent | How::Float)
    }

    /// What may have become this number, if something shows that it was kept as binary64: it is above 2^53, and the
    /// shortest text of its binary64 number, that number exactly, or fifteen digits and zeros. A number with many more binary
    /// zeros than rounding makes was not rounded: the zeros are of a sequence at its start.
    #[inline]
    pub fn of(number: u128) -> Option<Self> {
        // Most numbers of 18 digits and more: no shortest text ends with another digit than 0, and no binary64 number has
        // so few zeros at its end, in bits.
        let (zeros, lost) = (number.trailing_zeros(), lost(number));
        if let Ok(short) = u64::try_from(number) {
            // A division of 128 bits takes long.
            if number >= LONG && zeros < lost && (zeros == 0 || short % 10 != 0) {
                return None;
            }
        }
        let own = zeros >= lost + OWN;
        how(number)
            .filter(|how| *how != How::Exact || !own)
            .and_then(|how| Self::new(how, number, 0))
    }

    /// As [`of`](Self::of) of decimal digits, and what may have become a number with an exponent or a point: quoted, with
    /// a plus sign or with a comma for the point as well.
    ///
    /// ```
    /// use ids_formats::rounded::Rounded;
    /// for text in ["1,7592884729911706E+17", "\"+1.7592884729911706e17\"", "175928847299117063.0"] {
    ///     let rounded = Rounded::of_text(text.as_bytes()).expect("a program has rounded it");
    ///     assert_eq!((rounded.first, rounded.last), (175928847299117040, 175928847299117072));
    /// }
    /// ```
    #[inline]
    pub fn of_text(text: &[u8]) -> Option<Self> {
        match text {
            // A shorter text is below 2^53.
            [b'0'..=b'9', .., b'0'..=b'9'] if text.len() > 15 => match digits(text) {
                Some(number) => Self::of(number),
                None => Self::written(text),
            },
            _ => Self::written(text),
        }
    }

    /// What may have become a number with an exponent, such as `1.75928847299117E+17`, or with nothing but zeros behind
    /// a point; `None` if the text is no such number, or its number is below 2^53.
    pub(crate) fn written(text: &[u8]) -> Option<Self> {
        let text = if text.first().is_some_and(u8::is_ascii_digit) {
            text
        } else {
            let text = core::str::from_utf8(text).ok()?;
            let text = unquoted(text).next().unwrap_or(text);
            text.strip_prefix('+').unwrap_or(text).as_bytes()
        };
        let is_point = |byte: &u8| matches!(byte, b'.' | b',');
        if !text.first().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let Some(at) = text.iter().position(|byte| matches!(byte, b'e' | b'E')) else {
            let point = text.iter().position(is_point)?;
            let (whole, zeros) = (&text[..point], &text[point + 1..]);
            let is_whole = !zeros.is_empty() && zeros.iter().all(|byte| *byte == b'0');
            let number = digits(whole).filter(|number| is_whole && *number < MOST)?;
            return Self::new(How::Float, number, 0);
        };
        // One digit stands before the point.
        if at > 1 && !is_point(&text[1]) {
            return None;
        }
        let (mantissa, exponent) = (&text[..at], &text[at + 1..]);
        let exponent = digits(exponent.strip_prefix(b"+").unwrap_or(exponent))?;
        let (whole, fraction) = match mantissa.iter().position(is_point) {
            Some(point) => (&mantissa[..point], &mantissa[point + 1..]),
            None => (mantissa, &b"0"[..0]),
        };
        // `%.17E` writes a zero behind the last digit of a whole number.
        let zeros = fraction.iter().rev().take_while(|byte| **byte == b'0').count();
        let kept = usize::try_from(exponent).unwrap_or(usize::MAX).max(fraction.len() - zeros);
        let fraction = &fraction[..fraction.len().min(kept)];
        if whole.is_empty() || whole.len() + fraction.len() > 30 {
            return None;
        }
        let number = [whole, fraction].into_iter().flatten().try_fold(0_u128, |number, byte| {
            byte.is_ascii_digit().then(|| number * 10 + u128::from(byte - b'0'))
        })?;
        let shift =
            u32::try_from(exponent).ok()?.checked_sub(u32::try_from(fraction.len()).ok()?)?;
        let number = number.checked_mul(10_u128.checked_pow(shift)?).filter(|n| *n < MOST)?;
        Self::new(How::Exponent, number, shift)
    }

    /// What may have become a binary64 number; `None` below 2^53, where none is lost.
    #[inline]
    pub fn of_float(number: f64) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in the range")]
        let number = (number > 0.0 && number < 8e37).then_some(number as u128)?;
        Self::new(How::Float, number, 0)
    }

    /// The numbers that binary64 makes this one, and all with its digits where these are few; `None` if it is the only
    /// one.
    fn new(how: How, number: u128, shift: u32) -> Option<Self> {
        if lost(number) == 0 {
            return None;
        }
        let double = nearest(number);
        let ulp = 1 << lost(double);
        let below = if double.is_power_of_two() { ulp / 4 } else { ulp / 2 };
        let [mut first, mut last] = [double - below, double + ulp / 2];
        // Of the numbers in the middle between two, binary64 takes the even one.
        first += u128::from(nearest(first) != double);
        last -= u128::from(nearest(last) != double);
        let digits = number.ilog10() + 1;
        // A spreadsheet cuts digits off or rounds them.
        let cut = match how {
            How::Spreadsheet => digits - DIGITS,
            How::Exponent if digits - shift <= DIGITS => shift,
            _ => 0,
        };
        let unit = 10_u128.pow(cut.max(shift));
        if unit >= ulp {
            // Several binary64 numbers have these digits: what is behind the last one was rounded away as well.
            first = first.min(number - unit / 2 - ulp / 2);
            last = last.max(number + unit / 2 + ulp / 2);
        }
        if cut > 0 {
            last = last.max(number + unit - 1);
        }
        let gone = if cut > 0 { cut } else { (last - first).max(1).ilog10() + 1 };
        (first < last).then_some(Self { how, number, first, last, lost: gone })
    }

    /// The times of the first and the last number that is an identifier of a format; `None` if all are above its
    /// largest.
    #[inline]
    pub fn times(&self, format: &dyn Timed) -> Option<(UnixTime, UnixTime)> {
        let most = format.facts().largest();
        (self.first <= most).then(|| (format.time(self.first), format.time(self.last.min(most))))
    }

    /// The sentence's part with the times that an identifier of the format may have: the message for a number
    /// that a program gives as a float.
    ///
    /// ```
    /// use ids_formats::{family, rounded::Rounded};
    /// let discord = family("snowflake").unwrap().flavour("discord").unwrap();
    /// let rounded = Rounded::of_float(175928847299117063.0).expect("it is above 2^53");
    /// assert_eq!(
    ///     rounded.sentence(discord.timed()),
    ///     "a float keeps 53 bits of a number: 2 digits are lost, the id lies between 175928847299117040 and \
    ///      175928847299117072, made 2016-04-30T11:18:25.796Z"
    /// );
    /// ```
    #[inline]
    pub fn sentence(&self, format: Option<&dyn Timed>) -> alloc::string::String {
        let Some(format) = format else { return alloc::format!("{self}") };
        let most = format.facts().largest();
        let made = self.times(format).map(crate::json::instant::span);
        match made {
            Some(made) if self.last <= most => alloc::format!("{self}, made {made}"),
            Some(made) => alloc::format!("{self}, of this format up to {most}, made {made}"),
            None => alloc::format!("{self}, all above this format's largest, {most}"),
        }
    }
}

/// The number of decimal digits.
fn digits(text: &[u8]) -> Option<u128> {
    if text.len() < 20 {
        let number = text.iter().try_fold(0_u64, |number, byte| {
            byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0'))
        });
        return number.filter(|_| !text.is_empty()).map(u128::from);
    }
    let text = core::str::from_utf8(text).ok().filter(|text| !text.starts_with('+'))?;
    text.parse().ok()
}

impl fmt::Display for Rounded {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, lost, .. } = self;
        let digits = if *lost == 1 { "digit" } else { "digits" };
        let lose = match (self.is_certain(), lost) {
            (true, 1) => "is lost",
            (true, _) => "are lost",
            _ => "may be lost",
        };
        write!(
            f,
            "{}: {lost} {digits} {lose}, the id lies between {first} and {last}",
            self.how.facts().1
        )
    }
}
