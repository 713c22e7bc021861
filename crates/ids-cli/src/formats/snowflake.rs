//! The Snowflake family: the known flavours, and layouts given on the command line.

mod own;

use std::{sync::LazyLock, time::Duration};

use clap::Args;
use ids_core::{Layout, Ticks};
use snowflake::{
    DynamicNode, FLAVOURS, ValuesError, Flavour, Form, GenerateError, Generator, ParseError,
    TimeError,
};

use crate::{
    format::{Column, Format, Source},
    names,
    new::{OurClock, Setting, rolling},
    outside::printable,
    status::Failure,
};

pub(crate) use own::Own;

/// A flavour.
struct Kind {
    flavour: Flavour,
    canonical: usize,
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| FLAVOURS.iter().copied().map(Kind::new).collect());
static FORMS: LazyLock<Vec<&str>> =
    LazyLock::new(|| Form::ALL.iter().map(|form| form.name()).collect());

pub(crate) fn formats() -> Vec<&'static dyn Format> {
    KINDS.iter().map(|kind| kind as &dyn Format).collect()
}

impl Kind {
    fn new(flavour: Flavour) -> Self {
        let canonical = Form::ALL.iter().position(|form| *form == flavour.form());
        Self { flavour, canonical: canonical.unwrap_or_default() }
    }
}

impl Format for Kind {
    fn name(&self) -> &'static str {
        "snowflake"
    }

    fn flavour(&self) -> Option<&'static str> {
        Some(self.flavour.name())
    }

    fn about(&self) -> &'static str {
        match self.flavour.name() {
            "twitter" => "Twitter and X, since 2010",
            "discord" => "Discord, since 2015",
            "suou" => "the suou library",
            "instagram" => "Instagram, since 2011",
            "mastodon" => "Mastodon: the low bits are a hash, so it is read only",
            "sonyflake-v1" => "Sonyflake 1, 10 ms ticks since 2014",
            "sonyflake-v2" => "Sonyflake 2, 10 ms ticks since 2025",
            "bwmarrin" => "the Go library bwmarrin/snowflake",
            "baidu" => "Baidu's uid-generator, 1 s ticks, ended in 2024",
            "yitter" => "Yitter's drift algorithm, read only",
            "tid" => "timestamp identifiers of the AT protocol (Bluesky)",
            "linkedin" => "LinkedIn, inferred from published identifiers, read only",
            _ => "a layout of your own",
        }
    }

    fn layout(&self) -> Layout {
        self.flavour.layout()
    }

    fn ticks(&self) -> Option<Ticks> {
        Some(self.flavour.ticks())
    }

    fn capacity(&self) -> Option<(u64, &'static str)> {
        let bits = self.flavour.sequence().map_or(0, |sequence| sequence.width());
        self.flavour.generates().then_some((1 << bits, "from each node"))
    }

    fn forms(&self) -> &'static [&'static str] {
        &FORMS
    }

    fn canonical(&self) -> usize {
        self.canonical
    }

    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        Form::ALL[form].decode(text).map(u128::from)
    }

    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
        out.extend_from_slice(Form::ALL[form].encode(low(bits)).as_bytes());
    }

    fn column(&self, form: usize) -> Option<Column> {
        match Form::ALL[form] {
            Form::Decimal => Some(Column::Number),
            other => other.sorts().then_some(Column::Text),
        }
    }

    fn time(&self, bits: u128) -> Option<Duration> {
        Some(self.flavour.time(low(bits)))
    }

    fn first_at(&self, time: Duration) -> Result<u128, TimeError> {
        self.flavour.first_at(time).map(u128::from)
    }

    fn last_at(&self, time: Duration) -> Result<u128, TimeError> {
        self.flavour.last_at(time).map(u128::from)
    }

    fn is_number(&self) -> bool {
        self.flavour.form() == Form::Decimal
    }
}

#[expect(clippy::cast_possible_truncation, reason = "every identifier here has 64 bits")]
fn low(bits: u128) -> u64 {
    bits as u64
}

/// Options of `ids new snowflake`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// One of the known flavours: see `ids info snowflake`
    #[arg(long, value_name = "NAME")]
    flavour: Option<String>,
    #[command(flatten)]
    own: Own,
    /// The node's number: the field `worker`, or the only node field of the flavour
    #[arg(long, value_name = "N")]
    worker: Option<u64>,
    /// The node's fields, each once: `worker=1,process=0`
    #[arg(long, value_name = "FIELD=N,..", value_delimiter = ',', value_parser = field_value)]
    node: Vec<(String, u64)>,
    /// Start each tick's sequence where the last one ended, modulo 2^BITS, instead of at 0
    #[arg(long, value_name = "BITS")]
    rolling_start: Option<u32>,
    /// Continue after this identifier, the last one of a run before: in the flavour's own form, or
    /// in decimal
    #[arg(long, value_name = "ID")]
    after: Option<String>,
}

/// The value of `--after`.
fn after(flavour: &Flavour, text: &str) -> Result<u64, Failure> {
    let refused = |error: ParseError| Failure::Usage(format!("--after: {error}"));
    let decimal = || Form::Decimal.decode(text.as_bytes());
    // What neither reads fails as the flavour says.
    let last = flavour.decode(text.as_bytes()).or_else(|error| decimal().map_err(|_| error));
    let last = last.map_err(refused)?;
    flavour.check(last).map_err(refused)?;
    Ok(last)
}

fn field_value(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("write a field as name=number")?;
    let value = value.parse().map_err(|error| format!("{name}: {error}"))?;
    Ok((name.to_owned(), value))
}

impl New {
    pub(crate) fn start(
        &self,
        setting: &Setting,
    ) -> Result<(&'static dyn Format, Box<dyn Source>), Failure> {
        let flavour = self.flavour()?;
        let fields = node_fields(&flavour);
        let worker = match fields[..] {
            [only] => only,
            _ => "worker",
        };
        let values: Vec<(&str, u64)> = self
            .node
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
            .chain(self.worker.map(|value| (worker, value)))
            .collect();
        let node = DynamicNode::new(flavour, &values)
            .map_err(|error| Failure::Usage(explain(error, &flavour, &fields, &values)))?;
        let bits = flavour.sequence().map_or(0, |sequence| sequence.width());
        let generator = Generator::new(setting.clock, node);
        let after = self.after.as_deref().map(|text| after(&flavour, text)).transpose()?;
        // Before the policy is set: a run that borrows begins in the next tick too.
        let generator = match after {
            Some(last) => generator.resume_after(last),
            None if setting.follows() => generator.resume_after_now()?,
            None => generator,
        };
        let generator = generator
            .with_policy(setting.policy)
            .with_rolling_start(rolling(self.rolling_start, bits)?);
        let kind = Box::leak(Box::new(Kind::new(flavour)));
        Ok((kind, Box::new(Making { generator, ids: Vec::new() })))
    }

    fn flavour(&self) -> Result<Flavour, Failure> {
        match (&self.flavour, self.own.flavour()?) {
            (None, Some(own)) => Ok(own),
            (Some(name), None) => name.parse().map_err(|_| {
                let known: Vec<_> = FLAVOURS.iter().map(Flavour::name).collect();
                names::refused("flavour", name, &known)
            }),
            (None, None) => Err(Failure::usage("say which: --flavour NAME, or --layout FIELDS")),
            (Some(_), Some(_)) => Err(Failure::usage("give --flavour or --layout, not both")),
        }
    }
}

/// The names of the fields that tell nodes apart.
fn node_fields(flavour: &Flavour) -> Vec<&'static str> {
    crate::format::open_fields(&flavour.layout())
        .filter(|field| *field != flavour.timestamp() && Some(*field) != flavour.sequence())
        .map(|field| field.name())
        .collect()
}

/// `worker=N,process=N`.
fn sample(fields: &[&str]) -> String {
    fields.iter().map(|field| format!("{field}=N")).collect::<Vec<_>>().join(",")
}

fn explain(
    error: ValuesError,
    flavour: &Flavour,
    fields: &[&str],
    values: &[(&str, u64)],
) -> String {
    let no_field = |field: &str| {
        let (name, has) = (flavour.name(), fields.join(", "));
        let has = if has.is_empty() { "none" } else { &has };
        format!("{name} has no node field '{}': it has {has}", printable(field))
    };
    match error {
        ValuesError::Missing { field } => {
            let option = match fields {
                [_] => "--worker N".into(),
                _ => format!("--node {}", sample(fields)),
            };
            let name = flavour.name();
            format!(
                "{name} needs a value for {field}, different for each process that makes {name} \
                 identifiers: give {option}"
            )
        }
        ValuesError::Unknown { index } => no_field(values.get(index).map_or("", |(name, _)| name)),
        ValuesError::Foreign { field } => no_field(field),
        other => other.to_string(),
    }
}

struct Making {
    generator: Generator<OurClock, DynamicNode>,
    ids: Vec<u64>,
}

impl Source for Making {
    fn fill(&mut self, bits: &mut [u128]) -> Result<usize, GenerateError> {
        self.ids.resize(bits.len(), 0);
        let count = self.generator.fill(&mut self.ids)?;
        for (bits, id) in bits.iter_mut().zip(&self.ids[..count]) {
            *bits = (*id).into();
        }
        Ok(count)
    }
}
