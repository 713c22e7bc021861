//! What programs put round an identifier, and how they write one otherwise: quotes, calls, URLs, base64, thousands.
//!
//! A decoder is strict. A person has the text as some program printed it, and a reader may take off what is round the
//! identifier, if it says what it took off.
//!
//! ```
//! use ids_formats::{Context, UnixTime, inspect};
//! let text = r#"  UUID("018f2c5e-7b1a-7c3d-9e2f-0123456789ab"), "#;
//! let found = inspect(text, &Context::at(UnixTime::from_secs(1_800_000_000)));
//! let taken: Vec<_> = found[0].taken().iter().map(|spelling| spelling.name()).collect();
//! assert_eq!(taken, ["white-space", "punctuation", "call", "quotes"]);
//! ```

mod around;
mod bytes;
mod number;

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::ops::Deref;

pub use self::around::between_escapes;
pub(crate) use self::around::unquoted;
use crate::{Evidence, Format, Reading, others::digits::HEX};

/// Longer texts are not looked into.
const LONGEST: usize = 512;
/// How many are taken off one text at most, one inside the other.
const DEEPEST: usize = 8;
/// How many texts are looked at inside one at most.
const MOST: usize = 48;

listed! {
    /// One thing that a program puts round an identifier, or does to its digits.
    // Its name, what it is for people, and its cost. What stands on both sides, or has a sign of its own, is seldom
    // there by chance.
    pub enum Spelling: (&'static str, &'static str, i32) {
        /// U+FEFF before it.
        ByteOrderMark = ("byte-order-mark", "a byte order mark before it", 1),
        /// Characters that are not seen: zero-width spaces, marks of direction, soft hyphens.
        Invisible = ("invisible", "characters that are not seen", 1),
        /// White space before or behind it.
        WhiteSpace = ("white-space", "white space around it", 1),
        /// A no-break space before or behind it.
        NoBreakSpace = ("no-break-space", "a no-break space around it", 1),
        /// A comma, a semicolon or the like before or behind it.
        Punctuation = ("punctuation", "punctuation beside it", 1),
        /// Quotes around it, of any kind.
        Quotes = ("quotes", "quotes around it", 1),
        /// A quote at one end only, as the apostrophe of a spreadsheet's text.
        OneQuote = ("one-quote", "a quote at one end", 2),
        /// A spreadsheet's formula: `="..."`.
        Formula = ("formula", "a spreadsheet's formula", 1),
        /// Brackets around it, of any kind.
        Brackets = ("brackets", "brackets around it", 1),
        /// The marks of a chat: `<@...>`, `<#...>`, `#...`.
        Mention = ("mention", "the marks of a mention", 1),
        /// An element of XML or HTML.
        Element = ("element", "an element of XML or HTML", 1),
        /// The name of a type: `X'..'`, `'..'::uuid`, `uuid '..'`.
        Typed = ("typed", "the name of a type beside it", 1),
        /// A call of one argument, with small ones beside it at most.
        Call = ("call", "a call around it", 1),
        /// A name before it, as in JSON: `"id": ...`, `id=...`.
        Member = ("member", "a name before it", 1),
        /// MongoDB's extended JSON: `{"$oid": ...}`.
        ExtendedJson = ("extended-json", "MongoDB's extended JSON", 1),
        /// A URL or a path that ends with it, or has it as a value.
        Url = ("url", "a URL or a path", 2),
        /// Full-width characters, or decimal digits of another script.
        FullWidth = ("full-width", "full-width characters or digits of another script", 2),
        /// Dashes of typography for hyphens.
        Dashes = ("dashes", "dashes for hyphens", 2),
        /// A plus sign.
        Plus = ("plus", "a plus sign", 2),
        /// The letters of a number's type: `n`, `L`, `u64`.
        Suffix = ("suffix", "the letters of a number's type behind it", 2),
        /// A point and zeros behind it.
        Decimals = ("decimals", "zeros behind a point", 2),
        /// Separators between the thousands.
        Thousands = ("thousands", "separators between the thousands", 2),
        /// A minus sign: 64 bits in two's complement.
        Negative = ("negative", "a minus sign: 64 bits in two's complement", 4),
        /// A prefix of hexadecimal digits: `0x`, `\x`.
        Hexadecimal = ("hexadecimal", "a prefix of hexadecimal digits", 1),
        /// A prefix of octal or binary digits: `0o`, `0b`.
        Radix = ("radix", "a prefix of octal or binary digits", 1),
        /// Hexadecimal digits in groups.
        Groups = ("groups", "hexadecimal digits in groups", 2),
        /// A string's escapes for bytes.
        Escapes = ("escapes", "a string's escapes for bytes", 2),
        /// Its bytes as decimal numbers.
        DecimalBytes = ("decimal-bytes", "its bytes as decimal numbers", 3),
        /// Its bytes in base64, with padding or a digit that only base64 has.
        Base64 = ("base64", "its bytes in base64", 3),
        /// Its bytes in base64url, or in base64 that shows no sign of it.
        Base64Url = ("base64url", "its bytes in base64url", 8),
    }
}

impl Spelling {
    /// The name in lower case, for machine-readable output.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// What was taken off, as a sentence's part for people.
    #[inline]
    pub const fn about(self) -> &'static str {
        self.facts().1
    }

    /// What it takes from the score of a candidate.
    #[inline]
    pub const fn bits(self) -> Evidence {
        Evidence::new(self.facts().2)
    }
}

/// Why a text is not an identifier in any form, where its bytes show it: a part of a sentence.
///
/// ```
/// use ids_formats::spelling::cause;
/// assert_eq!(cause(b"1\x002\x003\x00"), Some("it is UTF-16, and UTF-8 is wanted"));
/// assert_eq!(cause(b"175928847299117063"), None);
/// ```
#[inline]
pub fn cause(text: &[u8]) -> Option<&'static str> {
    let encoded = encoded(text);
    if encoded.is_some() {
        return encoded;
    }
    if text.contains(&b'\r') {
        return Some("it has a carriage return without a line feed");
    }
    if text.starts_with(b"\xef\xbb\xbf") {
        return Some("a byte order mark stands before it");
    }
    let mut parts = text.split(|byte| *byte == b'.');
    let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let decimals = parts.next().is_some_and(digits) && parts.next().is_some_and(digits);
    (decimals && parts.next().is_none()).then_some("it is a number with decimals")
}

/// Why a file is no text in UTF-8, where the bytes it begins with show it: it is compressed, or UTF-16.
///
/// ```
/// use ids_formats::spelling::encoded;
/// assert_eq!(encoded(b"\x1f\x8b\x08"), Some("it is compressed by gzip"));
/// assert_eq!(encoded(b"12.5"), None);
/// ```
#[inline]
pub fn encoded(text: &[u8]) -> Option<&'static str> {
    let utf16 =
        |odd: usize| text.len() > 3 && text.iter().skip(odd).step_by(2).all(|byte| *byte == 0);
    match text {
        [0x1f, 0x8b, ..] => Some("it is compressed by gzip"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some("it is compressed by zstd"),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some("it is compressed by xz"),
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', b'S', b'Y', ..] => {
            Some("it is compressed by bzip2")
        }
        [b'P', b'K', 3, 4, ..] => Some("it is a zip archive, as a file of Excel is"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("it is UTF-16, and UTF-8 is wanted"),
        _ => (utf16(0) || utf16(1)).then_some("it is UTF-16, and UTF-8 is wanted"),
    }
}

/// What was taken off a text, the outermost first, as a sentence's part.
///
/// ```
/// use ids_formats::spelling::{Spelling, about};
/// assert_eq!(about(&[Spelling::Call, Spelling::Quotes]), "a call around it, quotes around it");
/// ```
#[inline]
pub fn about(taken: &[Spelling]) -> String {
    let about: Vec<_> = taken.iter().map(|spelling| spelling.about()).collect();
    about.join(", ")
}

/// What was taken off a text, the outermost first: the first ones of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taken([Spelling; DEEPEST], u8);

impl Taken {
    pub(crate) const NOTHING: Self = Self([Spelling::Quotes; DEEPEST], 0);

    /// What all of it takes from the score of a candidate.
    pub(crate) fn bits(&self) -> Evidence {
        self.iter().map(|spelling| spelling.bits()).sum()
    }

    /// The same and one more inside; `None` if these are too many.
    fn and(mut self, spelling: Spelling) -> Option<Self> {
        *self.0.get_mut(usize::from(self.1))? = spelling;
        self.1 += 1;
        Some(self)
    }
}

impl Deref for Taken {
    type Target = [Spelling];

    fn deref(&self) -> &[Spelling] {
        &self.0[..usize::from(self.1)]
    }
}

/// A text that stands inside another one.
#[derive(Clone, Debug)]
pub(crate) struct Inside {
    /// The text; of bytes, two hexadecimal digits for each.
    pub(crate) text: String,
    /// Whether these are bytes: what reads the text as anything but their number is wrong.
    pub(crate) bytes: bool,
    pub(crate) taken: Taken,
}

/// What may stand inside a text, the outermost first; nothing if no spelling is known in it, or the text is long.
///
/// Whether it is an identifier is for a reader to say: of `f(x)` it is `x`.
pub(crate) fn inside(text: &[u8]) -> Vec<Inside> {
    let Some(text) = core::str::from_utf8(text).ok().filter(|text| text.len() <= LONGEST) else {
        return Vec::new();
    };
    let outermost = Inside { text: text.to_owned(), bytes: false, taken: Taken::NOTHING };
    let mut found = Queue { all: alloc::vec![outermost], from: Taken::NOTHING };
    let mut next = 0;
    while let Some(Inside { text, bytes, taken }) = found.all.get(next).cloned() {
        next += 1;
        if !bytes {
            found.from = taken;
            let before = found.all.len();
            bytes::take(&text, &mut found);
            // `X'..'` says more than that a text has a type, and `9f:1c` more than that it has a name.
            if found.all.len() == before {
                bytes::guess(&text, &mut found);
                number::take(&text, &mut found);
                around::take(&text, &mut found);
            }
        }
    }
    found.all.remove(0);
    found.all
}

/// A text, or bytes, as an identifier of a format.
fn read<'a>(
    text: &[u8],
    bytes: bool,
    format: &'a dyn Format,
    form: Option<&str>,
) -> Option<Reading<'a>> {
    let facts = format.facts();
    let form = match form {
        Some(name) => facts.form(name)?,
        None if bytes => facts.form("hex")?,
        None => facts.canonical,
    };
    if !bytes {
        return Reading::decode(format, form, text);
    }
    let is_hex = form.name == "hex" && text.len() == 2 * facts.bytes();
    let bits = HEX.read(text).filter(|_| is_hex)?;
    format.check(bits).ok().map(|()| Reading { format, form, bits })
}

/// Reads what stands inside a text that no form reads, as an identifier of one of the formats: in the canonical form or the
/// one of that name, or as its bytes. `None` if nothing is one, if what is taken off at the same cost says different ones,
/// and of a canonical text.
///
/// ```
/// use ids_formats::{formats::flax, spelling::{Spelling, read_inside}};
/// let flax = flax::FAMILY.formats;
/// let (reading, taken) = read_inside(flax, None, b"'0RdKJcxqVBiAiQr0',").unwrap();
/// assert_eq!(reading.format.text(reading.form, reading.bits), "0RdKJcxqVBiAiQr0");
/// assert_eq!(taken, [Spelling::Punctuation, Spelling::Quotes]);
/// ```
#[inline]
pub fn read_inside<'a>(
    formats: &[&'a dyn Format],
    form: Option<&str>,
    text: &[u8],
) -> Option<(Reading<'a>, Vec<Spelling>)> {
    // The digits of a canonical text may be those of base64. It stands as it is, also where another form is named.
    let canonical = |format: &&dyn Format| format.decode(format.facts().canonical, text).is_ok();
    if formats.iter().any(canonical) {
        return None;
    }
    read_by(text, |text, bytes| {
        let reading = formats.iter().find_map(|format| read(text, bytes, *format, form))?;
        Some((reading.bits, reading))
    })
}

/// As [`read_inside`], by a reader of the caller's: of each text that may stand inside, the outermost first, and of bytes,
/// which are two hexadecimal digits each. It gives the number, and what the caller wants of it. It gets nothing if no
/// spelling is known in the text, or the text is long.
///
/// ```
/// use ids_formats::spelling::read_by;
/// let number = |text: &[u8]| core::str::from_utf8(text).ok()?.parse::<u128>().ok();
/// let even = |bits: &u128| bits % 2 == 0;
/// let found = read_by(b"(124)", |text, is_bytes| {
///     let bits = number(text).filter(even).filter(|_| !is_bytes)?;
///     Some((bits, text.len()))
/// });
/// assert_eq!(found.unwrap().0, 3);
/// ```
#[inline]
pub fn read_by<T>(
    text: &[u8],
    mut read: impl FnMut(&[u8], bool) -> Option<(u128, T)>,
) -> Option<(T, Vec<Spelling>)> {
    let mut found: Option<(u128, T, Taken)> = None;
    let mut differ = false;
    for Inside { text, bytes, taken } in inside(text) {
        let Some((bits, wanted)) = read(text.as_bytes(), bytes) else { continue };
        // A float has lost what would tell it from others.
        if taken.contains(&Spelling::Decimals) && bits >> 53 != 0 {
            continue;
        }
        let cost = taken.bits();
        match &found {
            Some((.., taken)) if taken.bits() < cost => {}
            Some((other, _, taken)) if taken.bits() == cost => differ |= *other != bits,
            _ => (found, differ) = (Some((bits, wanted, taken)), false),
        }
    }
    found.filter(|_| !differ).map(|(_, wanted, taken)| (wanted, taken.to_vec()))
}

/// What was found so far, and what was taken off before the text that is looked at.
struct Queue {
    all: Vec<Inside>,
    from: Taken,
}

impl Queue {
    /// Adds a text from which a spelling was taken off, if it is a new one.
    fn text(&mut self, spelling: Spelling, text: &str) {
        self.add(spelling, text.to_owned(), false);
    }

    /// The same of bytes, as many as the low ones of the number.
    fn bytes(&mut self, spelling: Spelling, bits: u128, count: usize) {
        self.add(spelling, alloc::format!("{bits:0width$x}", width = 2 * count), true);
    }

    fn add(&mut self, spelling: Spelling, text: String, bytes: bool) {
        let known = |one: &Inside| one.text == text && one.bytes == bytes;
        if text.is_empty() || self.all.len() > MOST || self.all.iter().any(known) {
            return;
        }
        if let Some(taken) = self.from.and(spelling) {
            self.all.push(Inside { text, bytes, taken });
        }
    }
}
