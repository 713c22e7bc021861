//! What a text may be, if its format is not known: ranked candidates.

use alloc::{string::String, vec::Vec};
use core::{cmp::Reverse, ptr};

use ids_core::ParseError;

use super::{
    candidate::{VERSION, own_width, whole},
    life::{EARLY, Life},
};
use crate::{
    Candidate, Context, Evidence, FormInfo, Format, Found, Reading, UnixTime,
    others::{self, Kind, Other, digits::HEX},
    reading::{Tried, progress},
    rounded::Rounded,
    shape,
    spelling::{self, Inside, Spelling, Taken},
};

/// What a text is worth that the form reads and does not write: mixed case, letters for digits.
const ALIAS: Evidence = Evidence::new(-8);
/// A candidate that is behind the first by more is not listed: a million times less likely.
const FAR: Evidence = Evidence::new(20);

/// The same of a candidate whose bytes stand in another order: a little-endian version 4 behind a version 3, 5 or 8.
const REARRANGED: Evidence = Evidence::new(8);

/// What it takes that an identifier stands as bytes, in a column for instance.
const STORED: Evidence = Evidence::new(3);
/// Digits of a number that is some identifier's, whatever its time.
const LONG: usize = 16;

/// How far behind the first a candidate may be. That the bytes stand in another order is only said of what reads better
/// so, or nearly as well.
fn far(found: &Candidate<'_>) -> Evidence {
    if found.is_rearranged() { REARRANGED } else { FAR }
}

/// Whether a text is read as it stands, and not looked into.
fn stands(found: &Candidate<'_>) -> bool {
    found.is_plausible() && found.score + found.taken.bits() >= Evidence::ZERO
}

/// Whether a text is plausible in the canonical form, in which a few texts have few kinds of characters.
fn is_canonical(found: &Candidate<'_>) -> bool {
    found.is_plausible() && found.own().is_some_and(|own| own.is_canonical())
}

/// Whether the canonical form reads a letter in the other case as the same number.
fn reads_either_case(format: &dyn Format) -> bool {
    let facts = format.facts();
    // In base 16 and above some digits of it are letters.
    let (form, bits) = (facts.canonical, facts.layout.settle(u128::MAX / 15 * 11));
    let mut text = Vec::new();
    format.write(form, bits, &mut text);
    let mut letters = (0..text.len()).filter(|place| text[*place].is_ascii_alphabetic());
    letters.any(|place| {
        let mut other = text.clone();
        other[place] ^= 0x20;
        format.read(form, &other) == Ok(bits)
    })
}

/// What it is worth that a form does not write a text as it stands, which it has read as this number.
fn alias(
    format: &dyn Format,
    form: &FormInfo,
    bits: u128,
    text: &[u8],
    written: &mut Vec<u8>,
) -> Evidence {
    written.clear();
    format.write(form, bits, written);
    // Of another length is what the form adds itself, such as a domain.
    let is_alias = written.len() == text.len() && written != text;
    if is_alias { ALIAS - shape::mixed_case(text) } else { Evidence::ZERO }
}

/// The candidates for a text, likeliest first; none if no format reads it.
/// [`Answer`](crate::Answer) says what follows from them.
///
/// For many texts, an [`Inspector`] works out once what is the same for all.
///
/// ```
/// use ids_formats::{Context, UnixTime, inspect};
/// let now = UnixTime::from_secs(1_800_000_000);
/// let [first, ..] = inspect("018f2c5e-7b1a-7c3d-9e2f-0123456789ab", &Context::at(now))[..] else {
///     panic!("no format reads it");
/// };
/// assert_eq!((first.name(), first.flavour()), ("uuid", Some("v7")));
/// assert_eq!(first.time, Some(UnixTime::from_millis(1_714_436_340_506)));
/// let why: Vec<_> = first.reasons().map(|(why, bits)| format!("{why} ({bits})")).collect();
/// assert_eq!(
///     why,
///     [
///         "length and alphabet fit (+25)",
///         "version is 7, as always (+6)",
///         "the time is plausible (+10)",
///         "how common it is (+4)"
///     ]
/// );
/// ```
#[inline]
pub fn inspect<'a>(text: &str, context: &Context<'a>) -> Vec<Candidate<'a>> {
    Inspector::new(context.clone()).inspect(text.as_bytes()).to_vec()
}

/// A format with what is the same for each text.
#[derive(Clone, Copy, Debug)]
struct Known<'a> {
    format: &'a dyn Format,
    canonical: &'static FormInfo,
    /// Whether the canonical form reads letters in either case.
    either_case: bool,
    /// The first format that reads the same canonical texts as the same numbers.
    twin: usize,
    /// The first format that has the same forms.
    kin: usize,
    /// What the layout takes from the bits of a text: its width but for what is fixed.
    layout: Evidence,
    /// How common the canonical form is.
    prior: Evidence,
    life: Life,
}

impl<'a> Known<'a> {
    fn new(format: &'a dyn Format, formats: &[&'a dyn Format], context: &Context<'a>) -> Self {
        let facts = format.facts();
        let first = |alike: &dyn Fn(&dyn Format) -> bool| {
            formats.iter().position(|other| alike(*other)).unwrap_or_default()
        };
        let canonical = facts.canonical;
        let fixed = facts.layout.fields().iter().filter(|field| field.fixed().is_some());
        let fixed = fixed.map(|field| whole(field.width())).sum();
        Self {
            format,
            canonical,
            either_case: reads_either_case(format),
            twin: first(&|other| ptr::eq(other.facts().canonical, canonical)),
            kin: first(&|other| ptr::eq(other.facts().forms, facts.forms)),
            layout: own_width(format) - fixed,
            prior: Evidence::new(format.prior(canonical)),
            life: Life::of_format(context, format),
        }
    }
}

/// The number of a text, and what it is worth that the form does not write it so.
type Written = (u128, Evidence);

/// Finds out what texts may be.
///
/// Formats that read alike, such as the flavours of Snowflake, read a text once.
#[derive(Clone, Debug)]
pub struct Inspector<'a> {
    context: Context<'a>,
    known: Vec<Known<'a>>,
    /// Of each kind of other projects.
    lives: Vec<Life>,
    /// What the first of each twins has read in the canonical form, or why not.
    numbers: Vec<Option<Result<Written, ParseError>>>,
    /// What the first of each kin has read in each of its forms.
    others: Vec<Vec<Option<Written>>>,
    found: Vec<Candidate<'a>>,
    /// What was read instead of the text, because nothing reads that, or nothing likely.
    inside: Option<Inside>,
    /// The text that a form writes.
    written: Vec<u8>,
}

impl<'a> Inspector<'a> {
    /// An inspector of texts of which this is known.
    #[inline]
    pub fn new(context: Context<'a>) -> Self {
        let others = context.others && context.form.is_none();
        let context = Context { others, ..context };
        let formats = &context.formats;
        let known: Vec<_> =
            formats.iter().map(|&format| Known::new(format, formats, &context)).collect();
        let lives = Kind::ALL.iter().map(|kind| Life::of_kind(&context, *kind)).collect();
        let (numbers, others) =
            (alloc::vec![None; known.len()], alloc::vec![Vec::new(); known.len()]);
        let (found, inside, written) = (Vec::new(), None, Vec::new());
        Self { context, known, lives, numbers, others, found, inside, written }
    }

    /// The candidates for a text, likeliest first.
    ///
    /// Forms of this project's formats beside the canonical ones are tried only if no format has
    /// the text as its canonical one: as a number, or with a time that is plausible. Candidates that
    /// are implausible come last. They are left out unless they are likelier than those that are not, and so are
    /// those that are a million times less likely than the first. [`Context::all`] lists them.
    ///
    /// Of a text that nothing likely reads, what stands [inside](spelling) is read as well, and the likeliest
    /// of that is [taken](Candidate::taken).
    #[inline]
    pub fn inspect(&mut self, text: &[u8]) -> &[Candidate<'a>] {
        self.inside = None;
        self.read(text);
        if self.context.spellings && !self.found.iter().any(stands) {
            self.unwrap(text);
        }
        &self.found
    }

    /// What a candidate for the last text was read from: the text, or what stands inside.
    ///
    /// ```
    /// use ids_formats::{Context, Inspector, UnixTime, spelling::Spelling};
    /// let mut inspector = Inspector::new(Context::at(UnixTime::from_secs(1_800_000_000)));
    /// let text = br#"ObjectId("507f1f77bcf86cd799439011")"#;
    /// let first = inspector.inspect(text)[0];
    /// assert_eq!(inspector.read_from(&first, text), b"507f1f77bcf86cd799439011");
    /// assert_eq!(first.taken(), [Spelling::Call, Spelling::Quotes]);
    /// ```
    #[inline]
    pub fn read_from<'t>(&'t self, candidate: &Candidate<'_>, text: &'t [u8]) -> &'t [u8] {
        match &self.inside {
            Some(inside) if !candidate.taken().is_empty() => inside.text.as_bytes(),
            _ => text,
        }
    }

    /// Reads what stands inside a text, if that is likelier than what is implausible of the text as it stands.
    #[cold]
    fn unwrap(&mut self, text: &[u8]) {
        let rank = |found: &[Candidate<'_>]| {
            found.first().map(|first| (first.is_plausible(), first.score))
        };
        let bare = self.found.clone();
        let mut best = (rank(&bare).filter(|(plausible, _)| !plausible), None);
        // What was taken off before a text that is not looked into, and whether that is so of base64url only, which has no
        // sign of its own.
        let mut likely = Vec::new();
        if bare.iter().any(is_canonical) {
            likely.push((Taken::NOTHING, true));
        }
        for inside in spelling::inside(text) {
            let taken = inside.taken;
            let guess = taken.contains(&Spelling::Base64Url);
            let within = |outer: &Taken| taken != *outer && taken.starts_with(outer);
            if likely.iter().any(|(outer, only)| within(outer) && (guess || !only)) {
                continue;
            }
            self.read_inside(&inside);
            if self.found.iter().any(stands) {
                likely.push((taken, false));
            } else if self.found.iter().any(is_canonical) {
                likely.push((taken, true));
            }
            // A number or bytes are some identifier's, whatever their time. Other texts are not.
            let digits = || inside.text.bytes().all(|byte| byte.is_ascii_digit());
            let certain = inside.bytes && taken.bits() < Spelling::Base64Url.bits()
                || inside.text.len() >= LONG && digits();
            let rank = rank(&self.found).filter(|(plausible, _)| *plausible || certain);
            if rank > best.0 {
                best = (rank, Some(inside));
            }
        }
        match best.1 {
            Some(inside) => {
                self.read_inside(&inside);
                self.inside = Some(inside);
                let all = self.context.all;
                self.found.extend(bare.iter().filter(|found| all || found.is_plausible()));
                self.rank();
            }
            None => self.read(text),
        }
    }

    fn read_inside(&mut self, inside: &Inside) {
        if inside.bytes {
            self.read_bytes(inside.text.as_bytes());
        } else {
            self.read(inside.text.as_bytes());
        }
        let cost = inside.taken.bits();
        for found in &mut self.found {
            *found = Candidate { taken: inside.taken, score: found.score - cost, ..*found };
        }
    }

    /// Reads the number of these bytes, two digits for each.
    fn read_bytes(&mut self, digits: &[u8]) {
        self.found.clear();
        let Some(bits) = HEX.read(digits) else { return };
        let shape = shape::hexadecimal(digits.len());
        for known in &self.known {
            let facts = known.format.facts();
            let form = facts.form("hex").unwrap_or(facts.canonical);
            let asked = self.context.form.is_none_or(|name| name == form.name);
            if asked && 2 * facts.bytes() == digits.len() {
                // A column of bytes is seldomer than one of texts, and not as seldom as texts in hexadecimal.
                let prior = Evidence::new(known.format.prior(form)).max(known.prior - STORED);
                let read = (bits, Evidence::ZERO);
                self.found.extend(self.judge_own(known, form, read, shape, prior));
            }
        }
        self.read_foreign(digits, shape);
        self.found.retain(|found| found.other().is_none_or(|other| !other.bytes().is_empty()));
        self.rank();
    }

    fn read(&mut self, text: &[u8]) {
        let tried = Tried::new(self.context.form, text);
        let shape = shape::bits(text);
        self.found.clear();
        self.read_canonical(tried, text, shape);
        let canonical = self.found.len();
        let certain = |found: &Candidate<'_>| found.is_plausible() || found.number().is_some();
        if !self.found.iter().any(certain) {
            self.read_others(tried, text, shape);
            // What is no more plausible in another form is nothing to add.
            if canonical > 0 && !self.found[canonical..].iter().any(Candidate::is_plausible) {
                self.found.truncate(canonical);
            }
        }
        self.read_foreign(text, shape);
        if self.found.is_empty() {
            self.read_rounded(tried, text, shape);
        }
        self.rank();
    }

    #[inline]
    fn read_foreign(&mut self, text: &[u8], shape: Evidence) {
        if !self.context.others {
            return;
        }
        let own = self.found.len();
        for other in others::read(text) {
            // A format of its name has read it.
            if self.found[..own].iter().any(|own| own.name() == other.kind().name()) {
                continue;
            }
            let candidate = self.judge_other(other, shape);
            // Most ways to read 16 bytes are implausible.
            if self.context.all || candidate.is_plausible() || !candidate.is_rearranged() {
                self.found.push(candidate);
            }
        }
    }

    #[inline]
    fn rank(&mut self) {
        if !self.context.all {
            self.leave_out();
        }
        self.found.sort_by_key(|found| (!found.is_plausible(), Reverse(found.score)));
    }

    /// The candidates for the last text, as [`inspect`](Self::inspect) returned them.
    #[inline]
    pub fn found(&self) -> &[Candidate<'a>] {
        &self.found
    }

    /// Leaves out what is implausible or far behind.
    fn leave_out(&mut self) {
        let most = |found: &[Candidate<'_>], plausible: bool| {
            let judged = found.iter().filter(|found| found.is_plausible() == plausible);
            judged.map(|found| found.score).max()
        };
        let (first, doubted) = (most(&self.found, true), most(&self.found, false));
        let beaten = |found: &Candidate<'_>| {
            doubted.is_some_and(|doubted| doubted >= found.score + Candidate::LEAD)
        };
        self.found.retain(|found| match (found.is_plausible(), first) {
            (true, _) if found.is_rearranged() && beaten(found) => false,
            (true, Some(first)) => first - found.score <= far(found),
            (_, Some(first)) => found.score >= first + Candidate::LEAD,
            (_, None) => doubted.is_none_or(|doubted| doubted - found.score <= FAR),
        });
    }

    fn read_canonical(&mut self, tried: Tried<'_>, text: &[u8], shape: Evidence) {
        for (place, known) in self.known.iter().enumerate() {
            let Known { format, canonical, either_case, twin, prior, .. } = *known;
            if twin == place {
                let read = || {
                    let bits = format.read(canonical, text)?;
                    let mut alias = || alias(format, canonical, bits, text, &mut self.written);
                    Ok((bits, if either_case { alias() } else { Evidence::ZERO }))
                };
                self.numbers[place] = tried.has(format, canonical).then(read);
            }
            if let Some(Ok(read)) = self.numbers[twin] {
                self.found.extend(self.judge_own(known, canonical, read, shape, prior));
            }
        }
    }

    /// Reads what is left of a number with an exponent: `1.75928847299117E+17`.
    #[cold]
    fn read_rounded(&mut self, tried: Tried<'_>, text: &[u8], shape: Evidence) {
        let Some(rounded) = Rounded::written(text) else { return };
        let digits = alloc::format!("{}", rounded.number);
        self.read_canonical(tried, digits.as_bytes(), shape::bits(digits.as_bytes()).min(shape));
        self.found.retain(|found| found.number().is_some());
    }

    fn read_others(&mut self, tried: Tried<'_>, text: &[u8], shape: Evidence) {
        for (place, known) in self.known.iter().enumerate() {
            let Known { format, canonical, kin, .. } = *known;
            if kin == place {
                let read = |form: &'static FormInfo| {
                    let bits = tried.has(format, form).then(|| format.read(form, text).ok())??;
                    Some((bits, alias(format, form, bits, text, &mut self.written)))
                };
                self.others[place].clear();
                self.others[place].extend(format.facts().forms.iter().map(read));
            }
            for (form, read) in format.facts().forms.iter().zip(&self.others[kin]) {
                if let Some(read) = read.filter(|_| !ptr::eq(form, canonical)) {
                    let prior = Evidence::new(format.prior(form));
                    self.found.extend(self.judge_own(known, form, read, shape, prior));
                }
            }
        }
    }

    /// The candidate of a number as an identifier of a format, if it has the format's layout.
    fn judge_own(
        &self,
        known: &Known<'a>,
        form: &'static FormInfo,
        (bits, alias): Written,
        shape: Evidence,
        prior: Evidence,
    ) -> Option<Candidate<'a>> {
        let Known { format, layout, ref life, .. } = *known;
        format.facts().layout.check(bits).ok()?;
        let found = Found::Own(Reading { format, form, bits });
        let evidence =
            format.evidence(bits).map_or(Evidence::ZERO, |(worth, _)| Evidence::new(worth));
        Some(self.judge(found, life, shape, layout - evidence, (prior, alias)))
    }

    /// The candidate of a reading as an identifier of another project.
    fn judge_other(&self, other: Other, shape: Evidence) -> Candidate<'a> {
        let fixed = if other.version().is_some() { VERSION } else { Evidence::ZERO };
        let (width, life) = (other.width() - fixed, &self.lives[other.kind() as usize]);
        self.judge(Found::Other(other), life, shape, width, (other.prior(), Evidence::ZERO))
    }

    /// The candidate of a reading, which `width` bits choose among all of its format.
    fn judge(
        &self,
        found: Found<'a>,
        life: &Life,
        shape: Evidence,
        width: Evidence,
        (prior, alias): (Evidence, Evidence),
    ) -> Candidate<'a> {
        let time = found.time();
        let doubt = self.against(&found, time, life);
        let says = life.worth(doubt);
        let (score, taken) = (shape - width + says + prior + alias, Taken::NOTHING);
        Candidate { found, score, time, doubt, shape, says, prior, alias, taken }
    }

    /// What speaks against a reading of one of the formats: its time is before the format was in use or in the future, or
    /// a doubt of the format itself.
    #[inline]
    pub fn doubt(&self, reading: Reading<'a>) -> Option<&'static str> {
        let found = Found::Own(reading);
        self.against(&found, reading.time(), &self.life(&found))
    }

    /// The times that identifiers can have which are read so.
    pub(crate) fn life(&self, found: &Found<'a>) -> Life {
        match found {
            Found::Own(own) => {
                let known = self.known.iter().find(|known| known.format == own.format);
                known.map_or_else(|| Life::of_format(&self.context, own.format), |known| known.life)
            }
            Found::Other(other) => self.lives[other.kind() as usize],
        }
    }

    /// What speaks against a reading of this time.
    #[inline]
    pub(crate) fn against(
        &self,
        found: &Found<'_>,
        time: Option<UnixTime>,
        life: &Life,
    ) -> Option<&'static str> {
        let doubt = |time| life.doubt(time, &self.context.times);
        match (found, time) {
            (Found::Own(own), _) => own.format.doubt(own.bits).or_else(|| time.and_then(doubt)),
            (Found::Other(_), Some(time)) => doubt(time),
            (Found::Other(other), None) => other.kind().unit().and(Some(EARLY)),
        }
    }

    /// What the last text is nearest to, if no reading of it is likely, as [`near`](others::near) says it: the format of
    /// another project whose shape it nearly has, or else the format whose canonical form came furthest, if any came far.
    #[inline]
    pub fn nearest(&self, text: &[u8]) -> Option<(String, Option<usize>)> {
        let other = others::near(text).filter(|_| self.context.others);
        if other.is_some() {
            return other;
        }
        let failed = self.known.iter().zip(&self.numbers).filter_map(|(known, number)| {
            let error = (*number)?.err()?;
            let index = progress(error).filter(|index| *index > 0)?;
            Some((index, known.format.facts(), error))
        });
        let (_, facts, error) = failed.max_by_key(|(index, ..)| *index)?;
        let form = facts.canonical.name;
        Some((alloc::format!("{}, as {form}: {error}", facts.family), error.index()))
    }
}
