//! Text as an identifier of chosen formats.

use alloc::vec::Vec;
use core::ptr;

use ids_core::{ParseError, format::errors};

use crate::{FormInfo, Format, UnixTime, rounded::Rounded};

/// What a text was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading<'a> {
    /// The format.
    pub format: &'a dyn Format,
    /// Which of its forms.
    pub form: &'static FormInfo,
    /// The identifier.
    pub bits: u128,
}

impl<'a> Reading<'a> {
    /// A text of one form of a format, if it is one.
    #[inline]
    pub(crate) fn decode(
        format: &'a dyn Format,
        form: &'static FormInfo,
        text: &[u8],
    ) -> Option<Self> {
        let bits = format.decode(form, text).ok()?;
        Some(Self { format, form, bits })
    }

    /// The time that it says.
    #[inline]
    pub fn time(&self) -> Option<UnixTime> {
        self.format.timed().map(|timed| timed.time(self.bits))
    }

    #[inline]
    pub(crate) fn is_canonical(&self) -> bool {
        ptr::eq(self.form, self.format.facts().canonical)
    }

    /// Whether texts of the form are in a base above 16.
    fn is_above_16(&self) -> bool {
        let (facts, mut longest) = (self.format.facts(), Vec::new());
        self.format.write(self.form, facts.largest(), &mut longest);
        longest.len() * 4 < facts.layout.bits() as usize
    }

    /// Whether a text of the form may as well be a word: short, in a base above 16.
    fn is_short_word(&self, text: &[u8]) -> bool {
        !self.is_canonical() && text.len() < WORD && self.is_above_16()
    }

    /// Whether the text that was read may as well be the name of a column: it has the letters of words, and the form is in
    /// a base above 16, such as `created_at` in Snowflake's `shortcode`.
    #[inline]
    pub fn is_word(&self, text: &[u8]) -> bool {
        is_name(text) && self.is_above_16()
    }

    /// The same of a text by itself, in a form that was not asked for. It is not an identifier if the form is not the
    /// canonical one and the text is a word, or something speaks against what it says, such as its time.
    ///
    /// # Errors
    /// [`Unread::Word`] and [`Unread::Implausible`].
    #[inline]
    pub fn unless_word(self, text: &[u8], doubt: Option<&'static str>) -> Result<Self, Unread> {
        let form = self.form.name;
        match doubt {
            _ if self.is_canonical() => Ok(self),
            Some(why) if self.is_above_16() => Err(Unread::Implausible { form, why }),
            _ if self.is_word(text) => Err(Unread::Word { form }),
            _ => Ok(self),
        }
    }
}

errors! {
    owned
    /// Why a text was not read.
    #[derive(Clone, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Unread {
        /// No form of the formats reads it.
        Parse {
            /// The form that came furthest; `nothing` if none was tried.
            form: &'static str,
            /// What was wrong for this form, and where.
            error: ParseError,
        } => error.kind(), "as {form}: {error}";
        /// It is a number that a program has certainly kept as binary64: with an exponent, for instance.
        Rounded(rounded: Rounded) => "rounded", "{rounded}";
        /// Several forms read it, as different identifiers.
        Ambiguous {
            /// The forms' names.
            forms: Vec<&'static str>,
        } => "ambiguous", ("reads as {}", forms.join(", "));
        /// Only a form reads it whose texts look like words, in a [`Stream`] whose form was not named; or it has the
        /// letters of a header's words and is [the first](Stream::read_first) of a file.
        Word {
            /// The form's name.
            form: &'static str,
        } => "word", "reads only as {form}, as many words do";
        /// Only a form in a base above 16 reads it that is not the canonical one, and what it reads is implausible.
        Implausible {
            /// The form's name.
            form: &'static str,
            /// What speaks against it.
            why: &'static str,
        } => "implausible", "reads only as {form}, and {why}";
        /// A form reads it, but the texts before it in the same [`Stream`] have another form.
        OtherForm {
            /// The name of the form that reads it.
            form: &'static str,
            /// The name of the stream's form.
            stream: &'static str,
        } => "other_form", "reads as {form}, but what was read before it is {stream}";
    }
}

impl Unread {
    /// Where in the text it is wrong, if it is wrong in one place.
    #[inline]
    pub const fn index(&self) -> Option<usize> {
        match self {
            Self::Parse { error, .. } => error.index(),
            _ => None,
        }
    }
}

impl core::error::Error for Unread {}

/// Digits of the number that the name of a column may end with.
const NUMBER: usize = 2;

/// Texts that are shorter may be words.
const WORD: usize = 16;

/// The forms that a text is tried in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried<'a> {
    /// The only one: it is asked for, or that of the texts before it in a stream.
    only: Option<&'a str>,
    /// Whether a text that looks like a word is read in a form that is not asked for.
    words: bool,
    canonical_only: bool,
}

impl<'a> Tried<'a> {
    /// The form of this name, or all forms.
    ///
    /// A minus sign and digits are a negative number, which no format has. Forms that have `-` as
    /// a digit would read it as something else: only the canonical form is tried unasked. So it is
    /// with an empty text, which is zero in siq's `crockford`, and mostly nothing.
    pub(crate) fn new(asked: Option<&'a str>, text: &[u8]) -> Self {
        let digits = text.strip_prefix(b"-").unwrap_or_default();
        let negative = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let canonical_only = asked.is_none() && (negative || text.is_empty());
        Self { only: asked, words: true, canonical_only }
    }

    /// Whether this form of a format is tried.
    #[inline]
    pub(crate) fn has(self, format: &dyn Format, form: &FormInfo) -> bool {
        let is_canonical = ptr::eq(form, format.facts().canonical);
        match self.only {
            None if is_canonical => true,
            None => !self.canonical_only && !form.only_by_name,
            Some(name) => name == form.name && (is_canonical || !self.canonical_only),
        }
    }
}

/// Reads a text as an identifier of one of the formats, in the form of that name or in any.
///
/// The canonical form has precedence, that of the first format first, unless `strict`: then all
/// forms that can read the text must agree. If no canonical form reads it, all others must agree.
///
/// ```
/// use ids_formats::{Unread, family, read};
/// let kuid = family("kuid").unwrap().formats;
/// let reading = read(kuid, None, false, b"AGA5intpgAE")?;
/// assert_eq!(reading.format.facts().flavour, Some("local"));
/// let canonical = reading.format.facts().canonical;
/// assert_eq!(reading.format.text(canonical, reading.bits), ".5.tXbhdV.3");
/// // Both alphabets have these digits.
/// let error = read(kuid, None, true, b"0GA5igPrJzJ7aYAB").unwrap_err();
/// assert_eq!(error.to_string(), "reads as base64, base64url");
/// # Ok::<(), Unread>(())
/// ```
///
/// # Errors
/// [`Unread`]: no form reads the text, or several as different identifiers.
#[inline]
pub fn read<'a>(
    formats: &[&'a dyn Format],
    form: Option<&str>,
    strict: bool,
    text: &[u8],
) -> Result<Reading<'a>, Unread> {
    read_in(formats, Tried::new(form, text), strict, text)
}

/// Texts of one source, which all have one form: the one that `form` names, or that of the first text
/// that is read.
///
/// [`read`] looks at each text alone: a hexadecimal number that has no letter would be a decimal one. And
/// short texts in bases above 16, such as Instagram's shortcodes, look like words, as those in a header
/// do. Where no form is named, and theirs is not canonical, a stream does not read them.
///
/// ```
/// use ids_formats::{Stream, Unread, formats::flax};
/// let flax = flax::FAMILY.formats;
/// let mut stream = Stream::new(flax, None, false);
/// assert!(stream.read(b"id").is_err());
/// assert!(stream.read(b"05ca55528f7680cb8bb9bdc1").is_ok());
/// // By itself it would be one in base64.
/// let error = stream.read(b"0RdKJcxqVBiAiQr0").unwrap_err();
/// assert_eq!(error, Unread::OtherForm { form: "base64", stream: "hex" });
/// ```
#[derive(Clone, Debug)]
pub struct Stream<'a> {
    formats: &'a [&'a dyn Format],
    asked: Option<&'a str>,
    strict: bool,
    found: Option<&'static str>,
}

impl<'a> Stream<'a> {
    /// A stream that has not begun, whose texts are read as [`read`] does.
    #[inline]
    pub const fn new(formats: &'a [&'a dyn Format], form: Option<&'a str>, strict: bool) -> Self {
        Self { formats, asked: form, strict, found: None }
    }

    /// The name of the form of the texts so far, if one was read.
    #[inline]
    pub const fn form(&self) -> Option<&'static str> {
        self.found
    }

    /// Reads the first text of a file, which may be a header: where no form is named, one that has the letters of
    /// words is no identifier in a base above 16, also if its length is that of one, or a number ends it.
    ///
    /// ```
    /// use ids_formats::{Stream, Unread, formats::flax};
    /// let flax = flax::FAMILY.formats;
    /// let mut stream = Stream::new(flax, None, false);
    /// assert_eq!(stream.read_first(b"user_account_ids"), Err(Unread::Word { form: "base64" }));
    /// assert_eq!(stream.read_first(b"createdatcolumn1"), Err(Unread::Word { form: "base64" }));
    /// assert!(stream.read_first(b"0RdKJcxqVBiAiQr0").is_ok());
    /// ```
    ///
    /// # Errors
    /// As [`read`](Self::read), and [`Unread::Word`].
    #[inline]
    pub fn read_first(&mut self, text: &[u8]) -> Result<Reading<'a>, Unread> {
        let found = self.found;
        let reading = self.read(text)?;
        let numbers = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let word = &text[..text.len() - numbers.min(NUMBER)];
        if self.asked.is_none() && reading.is_word(word) {
            self.found = found;
            return Err(Unread::Word { form: reading.form.name });
        }
        Ok(reading)
    }

    /// Reads the next text.
    ///
    /// # Errors
    /// As [`read`], and [`Unread::OtherForm`].
    #[inline]
    pub fn read(&mut self, text: &[u8]) -> Result<Reading<'a>, Unread> {
        let within = |stream: Option<&'static str>| {
            let tried = Tried::new(self.asked, text);
            let words = self.asked.is_some() || stream.is_some();
            let tried = Tried { only: stream.or(tried.only), words, ..tried };
            read_in(self.formats, tried, self.strict, text)
        };
        let mut read = within(self.found);
        match (&read, self.found) {
            (Ok(reading), None) => self.found = Some(reading.form.name),
            (Err(_), Some(stream)) if self.asked.is_none() => {
                if let Ok(other) = within(None) {
                    read = Err(Unread::OtherForm { form: other.form.name, stream });
                }
            }
            _ => {}
        }
        read
    }
}

fn read_in<'a>(
    formats: &[&'a dyn Format],
    tried: Tried<'_>,
    strict: bool,
    text: &[u8],
) -> Result<Reading<'a>, Unread> {
    let canonical = formats.iter().find_map(|format| {
        let form = format.facts().canonical;
        tried.has(*format, form).then(|| Reading::decode(*format, form, text))?
    });
    match canonical {
        Some(reading) if !strict => Ok(reading),
        _ => read_any(formats, tried, text),
    }
}

/// How far into the text a form came; a wrong length says nothing of it.
pub(crate) const fn progress(error: ParseError) -> Option<usize> {
    match error {
        ParseError::Length { .. } => None,
        _ => error.index(),
    }
}

/// Whether a text has the letters of words, as the name of a column does: no digit, capitals where words begin, and a
/// vowel in each five letters. Of random texts of 16 digits in base64 that begin with a letter, one in 27,000 has.
pub(crate) fn is_name(text: &[u8]) -> bool {
    let is_between = |byte: &u8| matches!(byte, b'_' | b'-' | b'.');
    let letters = |byte: &u8| byte.is_ascii_alphabetic() || is_between(byte);
    if !text.first().is_some_and(u8::is_ascii_alphabetic) || !text.iter().all(letters) {
        return false;
    }
    let (mut capitals, mut consonants) = (0, 0);
    for (index, byte) in text.iter().enumerate() {
        let begins = index > 0 && is_between(&text[index - 1]);
        capitals += u32::from(byte.is_ascii_uppercase() && !begins);
        let is_consonant = !is_between(byte) && !b"aeiouy".contains(&byte.to_ascii_lowercase());
        consonants = if is_consonant { consonants + 1 } else { 0 };
        if consonants == 5 {
            return false;
        }
    }
    // `userAccountTypes` has two, `USER_ACCOUNT_IDS` nothing else.
    capitals <= 2 || !text.iter().any(u8::is_ascii_lowercase)
}

/// Reads in each form, and requires that all that can read it agree.
fn read_any<'a>(
    formats: &[&'a dyn Format],
    tried: Tried<'_>,
    text: &[u8],
) -> Result<Reading<'a>, Unread> {
    let mut readings: Vec<Reading<'a>> = Vec::new();
    let mut furthest: Option<(&'static str, ParseError)> = None;
    for &format in formats {
        let facts = format.facts();
        let others = facts.forms.iter().filter(|form| !ptr::eq(*form, facts.canonical));
        for form in core::iter::once(facts.canonical).chain(others) {
            if !tried.has(format, form) {
                continue;
            }
            match format.decode(form, text) {
                Ok(bits) => readings.push(Reading { format, form, bits }),
                Err(error) => {
                    // A text of the wrong length is best told by the canonical form; else the
                    // form that came furthest is the likeliest.
                    let better = furthest.is_none_or(|(_, best)| {
                        progress(best).is_some_and(|best| progress(error) > Some(best))
                    });
                    if better {
                        furthest = Some((form.name, error));
                    }
                }
            }
        }
    }
    let id = |reading: &Reading<'_>| (reading.bits, reading.format.facts().layout.bits());
    match (readings.first(), furthest) {
        (Some(first), _) if readings.iter().all(|other| id(other) == id(first)) => {
            if !tried.words && readings.iter().all(|reading| reading.is_short_word(text)) {
                return Err(Unread::Word { form: first.form.name });
            }
            Ok(*first)
        }
        (Some(_), _) => {
            let mut forms = Vec::new();
            for reading in &readings {
                let form = reading.form.name;
                if !forms.contains(&form) {
                    forms.push(form);
                }
            }
            Err(Unread::Ambiguous { forms })
        }
        (None, Some((form, error))) => {
            let number = |format: &&dyn Format| {
                format.facts().is_number() && tried.has(*format, format.facts().canonical)
            };
            let rounded = Rounded::written(text).filter(|_| formats.iter().any(number));
            Err(rounded.map_or(Unread::Parse { form, error }, Unread::Rounded))
        }
        (None, None) => {
            let error = match text {
                [sign, ..] if tried.canonical_only => ParseError::Digit { index: 0, byte: *sign },
                _ => ParseError::Length { found: text.len(), min: 0, max: 0 },
            };
            // The form of a stream is not tried on `-1` and an empty text.
            let refused = |format: &&dyn Format| {
                let form = format.facts().form(tried.only?)?;
                let error = format.decode(form, text).err().unwrap_or(error);
                Some(Unread::Parse { form: form.name, error })
            };
            let nothing = Unread::Parse { form: "nothing", error };
            Err(formats.iter().find_map(refused).unwrap_or(nothing))
        }
    }
}
