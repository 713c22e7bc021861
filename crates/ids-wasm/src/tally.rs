//! Many identifiers, counted by what they are.

use ids_formats::{
    Answer, Context, Inspector, UnixTime,
    json::{self, instant},
};

/// Counts identifiers by their answer and their likeliest candidate.
#[derive(Debug)]
pub(crate) struct Tally {
    inspector: Inspector<'static>,
    /// Lines that no format reads, and the first of them.
    unknown: u64,
    first_unknown: Option<u64>,
    kinds: Vec<Kind>,
}

/// The identifiers with one likeliest candidate.
#[derive(Debug)]
struct Kind {
    format: &'static str,
    flavour: Option<&'static str>,
    answer: Answer,
    count: u64,
    times: Option<(UnixTime, UnixTime)>,
}

impl Tally {
    /// Begins where this is known of the identifiers.
    pub(crate) fn new(context: Context<'static>) -> Self {
        let inspector = Inspector::new(context);
        Self { inspector, unknown: 0, first_unknown: None, kinds: Vec::new() }
    }

    /// Counts the identifier on a line.
    pub(crate) fn add(&mut self, line: u64, text: &[u8]) {
        let found = self.inspector.inspect(text);
        let answer = Answer::of(found);
        let Some(first) = found.first() else {
            self.unknown += 1;
            self.first_unknown.get_or_insert(line);
            return;
        };
        let (format, flavour) = (first.name(), first.flavour());
        let alike = |kind: &&mut Kind| {
            kind.format == format && kind.flavour == flavour && kind.answer.name() == answer.name()
        };
        if let Some(kind) = self.kinds.iter_mut().find(alike) {
            kind.count += 1;
            kind.times = match (kind.times, first.time) {
                (Some((from, to)), Some(time)) => Some((from.min(time), to.max(time))),
                (times, time) => times.or(time.map(|time| (time, time))),
            };
        } else {
            let times = first.time.map(|time| (time, time));
            self.kinds.push(Kind { format, flavour, answer, count: 1, times });
        }
    }

    /// Appends `{"lines":"..","unknown":"..","kinds":[..]}`, the most frequent kind first. A kind has
    /// `"format"`, `"flavour"`, the `"answer"` of `ids inspect`, its `"count"`, and the `"earliest"` and
    /// the `"latest"` time.
    pub(crate) fn write(&self, lines: u64, out: &mut Vec<u8>) {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|kind| core::cmp::Reverse(kind.count));
        json::object(out, |out| {
            json::digits(out, "lines", lines);
            json::digits(out, "unknown", self.unknown);
            if let Some(line) = self.first_unknown {
                json::digits(out, "first_unknown", line);
            }
            json::objects(out, "kinds", kinds, |out, kind| {
                json::member(out, "format", kind.format.as_bytes());
                json::some(out, "flavour", kind.flavour);
                json::member(out, "answer", kind.answer.name().as_bytes());
                json::digits(out, "count", kind.count);
                if let Some((earliest, latest)) = kind.times {
                    json::member(out, "earliest", instant::show(earliest).as_bytes());
                    json::member(out, "latest", instant::show(latest).as_bytes());
                }
            });
        });
    }
}
