//! What a text may be, when nobody says: ranked candidates.

use alloc::vec::Vec;
use core::{cmp::Reverse, ptr, time::Duration};

use ids_core::ParseError;

use crate::{
    Candidate, Format, Timed, Unread, Verdict,
    reading::{Tried, progress},
};

/// No identifier of a format that counts from the Unix epoch is older: Snowflake was published in
/// 2010.
const FIRST: Duration = Duration::from_secs(1_262_304_000);
/// An identifier made less than this after its epoch is more likely a small number.
const DAY: Duration = Duration::from_secs(86_400);

/// What is known before a text is looked at.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    formats: Vec<&'a dyn Format>,
    now: Duration,
    form: Option<&'a str>,
    all: bool,
}

impl<'a> Context<'a> {
    /// Every known format comes into question; identifiers from later than a day after `now`,
    /// since the Unix epoch, are implausible.
    #[inline]
    pub fn at(now: Duration) -> Self {
        Self { formats: crate::all().collect(), now, form: None, all: false }
    }

    /// The same with these formats only.
    #[inline]
    #[must_use]
    pub fn with_formats(self, formats: impl IntoIterator<Item = &'a dyn Format>) -> Self {
        Self { formats: formats.into_iter().collect(), ..self }
    }

    /// The same where only the form of this name is tried.
    #[inline]
    #[must_use]
    pub fn with_form(self, form: Option<&'a str>) -> Self {
        Self { form, ..self }
    }

    /// The same with implausible candidates beside plausible ones.
    #[inline]
    #[must_use]
    pub fn with_all(self, all: bool) -> Self {
        Self { all, ..self }
    }
}

/// The candidates for a text, likeliest first; none if no format reads it.
///
/// For many texts, an [`Inspector`] works out once what is the same for all.
///
/// ```
/// use core::time::Duration;
/// use ids_formats::{Context, inspect};
/// let now = Duration::from_secs(1_800_000_000);
/// let [first, ..] = inspect("did:siq:lm2a3kiagopopibaaaamgzymuoac6", &Context::at(now))[..] else {
///     panic!("no format reads it");
/// };
/// assert_eq!((first.format.facts().family, first.score), ("siq", 70));
/// assert_eq!(first.time, Some(Duration::from_millis(1_732_104_000_250)));
/// let why: Vec<_> = first.reasons().map(|reason| reason.to_string()).collect();
/// assert_eq!(why, ["did: the canonical form", "the time is plausible"]);
/// ```
#[inline]
pub fn inspect<'a>(text: &str, context: &Context<'a>) -> Vec<Candidate<'a>> {
    Inspector::new(context.clone()).inspect(text.as_bytes()).to_vec()
}

/// A format with what is the same for each text.
#[derive(Clone, Copy, Debug)]
struct Known<'a> {
    format: &'a dyn Format,
    timed: Option<&'a dyn Timed>,
    canonical: usize,
    number: bool,
    /// The first format that reads the same canonical texts as the same numbers.
    twin: usize,
    /// The first format that has the same forms.
    kin: usize,
    /// The score of the canonical form.
    score: u8,
    /// The first instant that is plausible.
    earliest: Duration,
}

/// Finds out what texts may be.
///
/// Formats that read alike, such as the flavours of Snowflake, read a text once.
#[derive(Clone, Debug)]
pub struct Inspector<'a> {
    context: Context<'a>,
    known: Vec<Known<'a>>,
    /// What the first of each twins has read in the canonical form, or why not.
    numbers: Vec<Option<Result<u128, ParseError>>>,
    /// What the first of each kin has read in each of its forms.
    others: Vec<Vec<Option<u128>>>,
    found: Vec<Candidate<'a>>,
}

impl<'a> Inspector<'a> {
    /// An inspector of texts of which this is known.
    #[inline]
    pub fn new(context: Context<'a>) -> Self {
        let formats = &context.formats;
        let first = |alike: &dyn Fn(&dyn Format) -> bool| {
            formats.iter().position(|other| alike(*other)).unwrap_or_default()
        };
        let known: Vec<_> = formats
            .iter()
            .map(|&format| {
                let (facts, timed) = (format.facts(), format.timed());
                let epoch = timed.map_or(Duration::ZERO, |timed| timed.ticks().epoch());
                let related = |other: &dyn Format| ptr::eq(other.facts().forms, facts.forms);
                let canonical = facts.canonical;
                Known {
                    format,
                    timed,
                    canonical,
                    number: facts.is_number(),
                    twin: first(&|other| related(other) && other.facts().canonical == canonical),
                    kin: first(&related),
                    score: Candidate::score(format, canonical),
                    earliest: (epoch + DAY).max(FIRST),
                }
            })
            .collect();
        let (numbers, others) =
            (alloc::vec![None; known.len()], alloc::vec![Vec::new(); known.len()]);
        Self { context, known, numbers, others, found: Vec::new() }
    }

    /// The candidates for a text, likeliest first.
    ///
    /// Canonical texts come first; other forms are tried only if no format has it as such: as a
    /// number, or with a time that is plausible.
    #[inline]
    pub fn inspect(&mut self, text: &[u8]) -> &[Candidate<'a>] {
        let tried = Tried::new(self.context.form, text);
        self.found.clear();
        self.read_canonical(tried, text);
        let canonical = self.found.len();
        let number = |found: &Candidate<'_>| self.known[found.place].number;
        if !self.found.iter().any(|found| found.is_plausible() || number(found)) {
            self.read_others(tried, text);
            // What is no more plausible in another form is nothing to add.
            if canonical > 0 && !self.found[canonical..].iter().any(Candidate::is_plausible) {
                self.found.truncate(canonical);
            }
        }
        if !self.context.all && self.found.iter().any(Candidate::is_plausible) {
            self.found.retain(Candidate::is_plausible);
        }
        self.found.sort_by_key(|candidate| Reverse(candidate.score));
        &self.found
    }

    fn read_canonical(&mut self, tried: Tried<'_>, text: &[u8]) {
        for (place, known) in self.known.iter().enumerate() {
            let Known { format, canonical, twin, .. } = *known;
            if twin == place {
                let read = || format.read(canonical, text);
                self.numbers[place] = tried.has(format, canonical).then(read);
            }
            if let Some(Ok(bits)) = self.numbers[twin] {
                self.found.extend(self.judge(place, canonical, known.score, bits));
            }
        }
    }

    fn read_others(&mut self, tried: Tried<'_>, text: &[u8]) {
        for (place, known) in self.known.iter().enumerate() {
            let Known { format, canonical, kin, .. } = *known;
            if kin == place {
                let read =
                    |form| tried.has(format, form).then(|| format.read(form, text).ok()).flatten();
                self.others[place].clear();
                self.others[place].extend((0..format.facts().forms.len()).map(read));
            }
            for (form, number) in self.others[kin].iter().enumerate() {
                if let Some(bits) = number.filter(|_| form != canonical) {
                    let score = Candidate::score(format, form);
                    self.found.extend(self.judge(place, form, score, bits));
                }
            }
        }
    }

    /// The candidate of a number that has the format's layout.
    fn judge(&self, place: usize, form: usize, score: u8, bits: u128) -> Option<Candidate<'a>> {
        let Known { format, timed, earliest, .. } = self.known[place];
        format.facts().layout.check(bits).ok()?;
        let time = timed.map(|timed| timed.time(bits));
        let verdict = match time {
            _ if format.doubt(bits).is_some() => Verdict::Doubted,
            None => Verdict::NoTime,
            Some(time) if time < earliest => Verdict::TooEarly,
            Some(time) if time > self.context.now.saturating_add(DAY) => Verdict::TooLate,
            Some(_) => Verdict::Plausible,
        };
        let score = score + verdict.score();
        Some(Candidate { format, place, form, bits, score, time, verdict })
    }

    /// Where the last text, if no format read it, fails: the format whose canonical form came
    /// furthest, if any came far.
    #[inline]
    pub fn nearest(&self) -> Option<(&'a dyn Format, Unread)> {
        let failed = self.known.iter().zip(&self.numbers).filter_map(|(known, number)| {
            let error = (*number)?.err()?;
            let index = progress(error).filter(|index| *index > 0)?;
            Some((index, known.format, error))
        });
        let (_, format, error) = failed.max_by_key(|(index, ..)| *index)?;
        let facts = format.facts();
        Some((format, Unread::Parse { form: facts.forms[facts.canonical].name(), error }))
    }

    /// For the format at a place, the place of the first one whose canonical texts and readings
    /// are the same: where the text of one is made, that of the other is.
    #[inline]
    pub fn twin(&self, place: usize) -> usize {
        self.known[place].twin
    }
}
