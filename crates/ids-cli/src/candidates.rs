//! What a text may be, when nobody says: ranked candidates with reasons.

use std::{cmp::Reverse, ptr, time::Duration};

use ids_core::ParseError;
use luuid::Luuid;
use uuid::{Uuid, Variant};

use crate::{
    format::open_fields,
    instant, json,
    reading::{Reading, Unread, is_tried, progress},
    record::Record,
};

/// No identifier of the family that counts from 1970 is older: Snowflake was published in 2010.
const FIRST: Duration = Duration::from_secs(1_262_304_000);
/// An identifier made less than this after its epoch is more likely a small number.
const DAY: Duration = Duration::from_secs(86_400);

/// How the time of a reading speaks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plausible {
    Yes,
    TooEarly,
    TooLate,
    NoTime,
    /// A UUID of version 6.
    OtherUuid,
}

impl Plausible {
    const ALL: [Self; 5] =
        [Self::Yes, Self::TooEarly, Self::TooLate, Self::NoTime, Self::OtherUuid];

    fn score(self) -> u8 {
        match self {
            Self::Yes => 30,
            Self::NoTime => 10,
            Self::TooEarly | Self::TooLate | Self::OtherUuid => 0,
        }
    }

    fn why(self) -> Option<&'static str> {
        match self {
            Self::Yes => Some("the time is plausible"),
            Self::TooEarly => Some("the time is before the format was in use"),
            Self::TooLate => Some("the time is in the future"),
            Self::NoTime => None,
            Self::OtherUuid => Some("more likely a UUID of version 6 with a time inside"),
        }
    }
}

/// One candidate: higher scores are likelier, equal ones cannot be told apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) reading: Reading,
    pub(crate) score: u8,
    pub(crate) time: Option<Duration>,
    plausible: Plausible,
}

impl Candidate {
    /// Whether nothing speaks against its time.
    pub(crate) fn is_plausible(&self) -> bool {
        self.plausible.score() > 0
    }
}

/// The formats that come into question.
pub(crate) struct Detector {
    records: Vec<Record>,
    /// For each format the start of its JSON object, by plausibility, for the canonical form.
    heads: Vec<[Vec<u8>; 5]>,
    /// For each format the first one that reads the same canonical texts as the same numbers.
    twins: Vec<usize>,
    /// What each first twin has read, or why not.
    numbers: Vec<Option<Result<u128, ParseError>>>,
    /// For each format the first one that has the same forms.
    kin: Vec<usize>,
    /// What the first of each kin has read in each of its forms.
    others: Vec<Vec<Option<u128>>>,
    /// For each format the first instant that is plausible.
    earliest: Vec<Duration>,
    /// The last instant that is plausible.
    latest: Duration,
    all: bool,
    found: Vec<Candidate>,
}

impl Detector {
    /// Identifiers from after `now` are implausible; implausible ones are listed only if nothing
    /// else is, or if `all` is set.
    pub(crate) fn new(records: Vec<Record>, now: Duration, all: bool) -> Self {
        let first = |alike: &dyn Fn(&Record, &Record) -> bool| -> Vec<usize> {
            let of = |record| records.iter().position(|other| alike(record, other));
            records.iter().map(|record| of(record).unwrap_or_default()).collect()
        };
        let related = |a: &Record, b: &Record| ptr::eq(a.format.forms(), b.format.forms());
        let kin = first(&related);
        let twins = first(&|a, b| related(a, b) && a.format.canonical() == b.format.canonical());
        let (numbers, others) = (vec![None; records.len()], vec![Vec::new(); records.len()]);
        let earliest = records.iter().map(|record| {
            let epoch = record.format.ticks().map_or(Duration::ZERO, |ticks| ticks.epoch());
            (epoch + DAY).max(FIRST)
        });
        let earliest = earliest.collect();
        let latest = now.saturating_add(DAY);
        let (heads, found) = (Vec::new(), Vec::new());
        let mut detector =
            Self { records, heads, twins, numbers, kin, others, earliest, latest, all, found };
        detector.heads = (0..detector.records.len())
            .map(|index| {
                let canonical = detector.records[index].format.canonical();
                Plausible::ALL.map(|time| detector.head(index, canonical, time))
            })
            .collect();
        detector
    }

    pub(crate) fn record(&self, candidate: &Candidate) -> &Record {
        &self.records[candidate.reading.record]
    }

    /// The candidates for a text, likeliest first.
    ///
    /// Canonical texts come first; other forms are tried only if no format has it as such: as a
    /// number, or with a time that is plausible.
    pub(crate) fn find(&mut self, form: Option<&str>, text: &[u8]) -> &[Candidate] {
        self.found.clear();
        for (index, known) in self.records.iter().enumerate() {
            let canonical = known.format.canonical();
            let twin = self.twins[index];
            if twin == index {
                let tried = is_tried(known, canonical, form, text);
                self.numbers[index] = tried.then(|| known.format.read(canonical, text));
            }
            let number = self.numbers[twin].and_then(Result::ok);
            let bits = number.filter(|bits| known.layout.check(*bits).is_ok());
            self.found.extend(bits.map(|bits| self.judge(index, canonical, bits)));
        }
        let plausible = |candidate: &Candidate| candidate.plausible.score() > 0;
        let canonical = self.found.len();
        let settled = |found: &Candidate| plausible(found) || self.record(found).format.is_number();
        if !self.found.iter().any(settled) {
            for (index, known) in self.records.iter().enumerate() {
                let (kin, forms) = (self.kin[index], known.format.forms());
                if kin == index {
                    self.others[index].clear();
                    self.others[index].extend((0..forms.len()).map(|place| {
                        let tried = is_tried(known, place, form, text);
                        tried.then(|| known.format.read(place, text).ok()).flatten()
                    }));
                }
                for (place, number) in self.others[kin].iter().enumerate() {
                    let bits = number.filter(|bits| known.layout.check(*bits).is_ok());
                    self.found.extend(bits.map(|bits| self.judge(index, place, bits)));
                }
            }
            // What is no more plausible in another form is nothing to add.
            if canonical > 0 && !self.found[canonical..].iter().any(plausible) {
                self.found.truncate(canonical);
            }
        }
        if !self.all && self.found.iter().any(Candidate::is_plausible) {
            self.found.retain(Candidate::is_plausible);
        }
        self.found.sort_by_key(|candidate| Reverse(candidate.score));
        &self.found
    }

    fn judge(&self, record: usize, form: usize, bits: u128) -> Candidate {
        let known = &self.records[record];
        let time = known.format.time(bits);
        let plausible = match time {
            None if known.format.looks_like_uuid_v6(bits) => Plausible::OtherUuid,
            _ => self.plausible(record, time),
        };
        let reading = Reading { record, form, bits };
        Candidate { reading, score: score(known, form, plausible), time, plausible }
    }

    fn plausible(&self, record: usize, time: Option<Duration>) -> Plausible {
        match time {
            None => Plausible::NoTime,
            Some(time) if time < self.earliest[record] => Plausible::TooEarly,
            Some(time) if time > self.latest => Plausible::TooLate,
            Some(_) => Plausible::Yes,
        }
    }

    /// The reasons for a candidate.
    pub(crate) fn why(&self, candidate: &Candidate) -> Vec<String> {
        let Reading { record, form, .. } = candidate.reading;
        self.reasons(record, form, candidate.plausible)
    }

    fn reasons(&self, record: usize, form: usize, time: Plausible) -> Vec<String> {
        let known = &self.records[record];
        let name = known.format.forms()[form];
        let mut why = vec![match form == known.format.canonical() {
            true if known.format.is_number() => {
                format!("{name}: any number of {} bits has this form", known.layout.bits())
            }
            true => format!("{name}: the canonical form"),
            false => format!("{name}: another form of the format"),
        }];
        for field in known.layout.fields() {
            if let Some(fixed) = field.fixed() {
                why.push(format!("{} is {fixed}, as always", field.name()));
            }
        }
        why.extend(time.why().map(str::to_owned));
        why
    }

    /// `{"format":..,"flavour":..,"form":..,"score":..,"why":[..]`.
    fn head(&self, record: usize, form: usize, time: Plausible) -> Vec<u8> {
        let known = &self.records[record];
        let mut out = b"{".to_vec();
        known.write_name(&mut out);
        json::member(&mut out, "form", known.format.forms()[form].as_bytes());
        json::key(&mut out, "score");
        json::decimal(&mut out, score(known, form, time).into());
        json::key(&mut out, "why");
        out.push(b'[');
        for (index, why) in self.reasons(record, form, time).iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            json::string(&mut out, why.as_bytes());
        }
        out.push(b']');
        out
    }

    /// Appends the candidates as a JSON array.
    pub(crate) fn write(&self, out: &mut Vec<u8>, candidates: &[Candidate]) {
        // The text of the last candidate: the next one's is mostly the same.
        let mut text = (usize::MAX, 0, 0..0);
        out.push(b'[');
        for candidate in candidates {
            let Reading { record, form, bits } = candidate.reading;
            let known = &self.records[record];
            if out.last() == Some(&b'}') {
                out.push(b',');
            }
            if form == known.format.canonical() {
                out.extend_from_slice(&self.heads[record][candidate.plausible as usize]);
            } else {
                out.extend_from_slice(&self.head(record, form, candidate.plausible));
            }
            let twin = self.twins[record];
            known.write_known(out, bits, candidate.time, |out| {
                if (text.0, text.1) == (twin, bits) {
                    out.extend_from_within(text.2.clone());
                } else {
                    let start = out.len();
                    known.format.write(known.format.canonical(), bits, out);
                    text = (twin, bits, start..out.len());
                }
            });
            out.push(b'}');
        }
        out.push(b']');
    }

    /// Where the text that [`find`](Self::find) found nothing for fails: the canonical form that
    /// came furthest, if any came far.
    pub(crate) fn nearest(&self) -> Option<(&'static str, Unread)> {
        let failed = self.records.iter().zip(&self.numbers).filter_map(|(record, number)| {
            let error = (*number)?.err()?;
            let index = progress(error).filter(|index| *index > 0)?;
            Some((index, record.format, error))
        });
        let (_, format, error) = failed.max_by_key(|(index, ..)| *index)?;
        Some((format.name(), Unread::Parse { form: format.forms()[format.canonical()], error }))
    }
}

/// What a text is as a UUID in one of its usual forms, if it is one that no format here is made of.
///
/// Those of version 6 that are made as one here are plausible candidates; of the others both
/// readings are told.
pub(crate) fn uuid(text: &[u8]) -> Option<String> {
    let uuid = Uuid::try_parse_ascii(text).ok().filter(|_| text.len() > 32)?;
    let version = uuid.get_version_num();
    if uuid.get_variant() != Variant::RFC4122 || !matches!(version, 1..=7) {
        return None;
    }
    if version != 6 {
        return Some(format!("a UUID of version {version}, which none of these formats is"));
    }
    let time = instant::uuid_v6(uuid.as_u128());
    let luuid = match Luuid::from_bits(uuid.as_u128()) {
        Ok(id) => format!("and then its key is {} of group {}", id.key(), id.group()),
        Err(error) => format!("but this is none: {error}"),
    };
    Some(format!(
        "a UUID of version 6, whose time is {time}; luuid as published has this version too, {luuid}"
    ))
}

/// 0 to 100. What any number satisfies counts little: a form that all numbers have, a fixed sign
/// bit.
fn score(record: &Record, form: usize, time: Plausible) -> u8 {
    let syntax = match form == record.format.canonical() {
        true if record.format.is_number() => 20,
        true => 40,
        false => 5,
    };
    let open: u32 = open_fields(&record.layout).map(|field| field.width()).sum();
    let fixed = (record.layout.bits() - open).saturating_sub(1).min(10) * 2;
    syntax + u8::try_from(fixed).unwrap_or(20) + time.score()
}
