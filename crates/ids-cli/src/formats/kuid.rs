//! KUID identifiers: those of one node, and those of many with any drift.

use std::{str::FromStr, time::Duration};

use clap::Args;
use ids_core::Id;
use kuid::{
    Drift, DriftError, Form, GenerateError, Generator, Global, Globals, Layout, Local, Locals, NodeId,
    ParseError, Scheme, Ticks, TimeError,
};

use crate::{
    format::{Column, Format, Source, Split},
    new::{OurClock, Setting, rolling},
    status::Failure,
};

static LOCAL: [Form; 4] = [Form::Base64, Form::Hex, Form::Decimal, Form::Base64Url];
static GLOBAL: [Form; 3] = [Form::Base64, Form::Hex, Form::Base64Url];

/// The flavour of one node.
struct OfOne;

/// The flavour of many nodes, with a drift.
struct OfMany {
    drift: Drift,
    split: Split,
}

static DEFAULT: OfMany = match OfMany::new(Drift::DEFAULT) {
    Some(many) => many,
    None => panic!("the layout has a window, a node and an offset"),
};

pub(crate) fn formats() -> Vec<&'static dyn Format> {
    vec![&OfOne, &DEFAULT]
}

impl Format for OfOne {
    fn name(&self) -> &'static str {
        WithDrift::FAMILY
    }

    fn flavour(&self) -> Option<&'static str> {
        Some("local")
    }

    fn about(&self) -> &'static str {
        "64 bits: unique on the node that makes them"
    }

    fn layout(&self) -> Layout {
        Local::LAYOUT
    }

    fn ticks(&self) -> Option<Ticks> {
        Some(Local::TICKS)
    }

    fn capacity(&self) -> Option<(u64, &'static str)> {
        Some((1 << Local::SEQUENCE.width(), "from the one node"))
    }

    fn forms(&self) -> &'static [&'static str] {
        &["base64", "hex", "decimal", "base64url"]
    }

    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        LOCAL[form].decode_local(text).map(Id::to_bits)
    }

    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
        if let Ok(id) = <Local as Id>::from_bits(bits) {
            out.extend_from_slice(LOCAL[form].encode_local(id).as_bytes());
        }
    }

    fn column(&self, form: usize) -> Option<Column> {
        match LOCAL[form] {
            Form::Decimal => Some(Column::Number),
            other => other.sorts().then_some(Column::Text),
        }
    }

    fn time(&self, bits: u128) -> Option<Duration> {
        Some(<Local as Id>::from_bits(bits).ok()?.time())
    }

    fn first_at(&self, time: Duration) -> Result<u128, TimeError> {
        Local::first_at(time).map(Id::to_bits)
    }

    fn last_at(&self, time: Duration) -> Result<u128, TimeError> {
        Local::last_at(time).map(Id::to_bits)
    }

    fn told_by_text(&self) -> bool {
        true
    }
}

impl OfMany {
    const fn new(drift: Drift) -> Option<Self> {
        let layout = Global::layout(drift);
        let [_, upper, _, lower, ..] = layout.fields() else { return None };
        let split = Split { name: "second", upper: *upper, lower: *lower };
        Some(Self { drift, split })
    }

    /// The flavour of a drift, which lives as long as the program: there is one in each run.
    fn with(drift: Drift) -> &'static Self {
        match Self::new(drift) {
            Some(many) if drift != Drift::DEFAULT => Box::leak(Box::new(many)),
            _ => &DEFAULT,
        }
    }
}

impl Format for OfMany {
    fn name(&self) -> &'static str {
        WithDrift::FAMILY
    }

    fn flavour(&self) -> Option<&'static str> {
        Some("global")
    }

    fn about(&self) -> &'static str {
        match self.drift.bits() {
            5 => "96 bits with a node; windows of 32 s (--drift 5)",
            6 => "96 bits with a node; windows of 64 s (--drift 6)",
            7 => "96 bits with a node; windows of 128 s (--drift 7)",
            8 => "96 bits with a node; windows of 256 s (--drift 8, the default)",
            9 => "96 bits with a node; windows of 512 s (--drift 9)",
            _ => "96 bits with a node; windows of 1024 s (--drift 10)",
        }
    }

    fn layout(&self) -> Layout {
        Global::layout(self.drift)
    }

    fn ticks(&self) -> Option<Ticks> {
        Some(Local::TICKS)
    }

    fn capacity(&self) -> Option<(u64, &'static str)> {
        Some((1 << Local::SEQUENCE.width(), "from each node"))
    }

    fn forms(&self) -> &'static [&'static str] {
        &["base64", "hex", "base64url"]
    }

    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        GLOBAL[form].decode_global(text).map(Id::to_bits)
    }

    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
        if let Ok(id) = Global::from_bits(bits) {
            out.extend_from_slice(GLOBAL[form].encode_global(id).as_bytes());
        }
    }

    fn column(&self, form: usize) -> Option<Column> {
        GLOBAL[form].sorts().then_some(Column::Text)
    }

    fn time(&self, bits: u128) -> Option<Duration> {
        Some(Global::from_bits(bits).ok()?.time(self.drift))
    }

    fn first_at(&self, time: Duration) -> Result<u128, TimeError> {
        Global::first_at(time, self.drift).map(Id::to_bits)
    }

    fn last_at(&self, time: Duration) -> Result<u128, TimeError> {
        Global::last_at(time, self.drift).map(Id::to_bits)
    }

    fn split(&self) -> Option<Split> {
        Some(self.split)
    }

    fn sorts_by_span(&self) -> bool {
        true
    }

    fn told_by_text(&self) -> bool {
        true
    }
}

/// The value of `--drift`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WithDrift(Drift);

impl WithDrift {
    /// The family it belongs to.
    pub(crate) const FAMILY: &str = "kuid";

    /// The family's flavours.
    pub(crate) fn formats(self) -> Vec<&'static dyn Format> {
        vec![&OfOne, OfMany::with(self.0)]
    }
}

impl FromStr for WithDrift {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bits = text.parse().map_err(|error| format!("{error}"))?;
        Drift::new(bits).map(Self).map_err(|error: DriftError| error.to_string())
    }
}

/// Options of `ids new kuid`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// Which identifiers: `global` with a node, 96 bits, or `local` without one, 64 bits
    #[arg(long, value_name = "NAME", default_value = "global",
          value_parser = ["global", "local"])]
    flavour: String,
    /// The node that makes them: the name of an Erlang node, or its number as 8 hexadecimal digits.
    /// A name that begins with a digit has an @, as in 1st@host: without one it is a number that
    /// was mistyped
    #[arg(long, value_name = "NAME|HEX")]
    node: Option<String>,
    /// Hash the node's name as the original's version 1.3.5 does, instead of 1.3.4
    #[arg(long = "1.3.5", requires = "node")]
    newer: bool,
    /// Identifiers sort by windows of 2^BITS seconds, then by node: 5 to 10, the same everywhere
    #[arg(long, value_name = "BITS")]
    drift: Option<WithDrift>,
    /// Start each tick's numbers where the last one ended, modulo 2^BITS, instead of at 0
    #[arg(long, value_name = "BITS")]
    rolling_start: Option<u32>,
    /// Continue after this identifier, the last one given before a restart
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    after: Option<String>,
}

impl New {
    pub(crate) fn start(
        &self,
        setting: &Setting,
    ) -> Result<(&'static dyn Format, Box<dyn Source>), Failure> {
        if self.flavour == "local" {
            if self.node.is_some() || self.drift.is_some() {
                return Err(Failure::usage("--node and --drift are for --flavour global"));
            }
            return Ok((&OfOne, self.source(setting, Locals, Local::MIN)?));
        }
        let drift = self.drift.unwrap_or_default().0;
        let scheme = Globals::new(self.node()?, drift);
        Ok((OfMany::with(drift), self.source(setting, scheme, Global::MIN)?))
    }

    fn node(&self) -> Result<NodeId, Failure> {
        let Some(text) = &self.node else {
            return Err(Failure::usage(
                "kuid needs a node, different for each process that makes kuid identifiers: give \
                 --node NAME, --node with 8 hexadecimal digits, or --flavour local",
            ));
        };
        // What a variable that is not set gives would be the node of every process.
        if text.is_empty() {
            return Err(Failure::usage("--node: the name is empty"));
        }
        match text.to_ascii_lowercase().parse() {
            Ok(_) if self.newer => {
                Err(Failure::usage("--1.3.5 says how a name is hashed, but --node is a number"))
            }
            Ok(node) => Ok(node),
            // No Erlang node has such a name, and the hash of it is not what was meant.
            Err(error)
                if text.starts_with(|first: char| first.is_ascii_digit())
                    && !text.contains('@') =>
            {
                Err(Failure::Usage(format!("--node: {error}; or a name, such as app@host")))
            }
            Err(_) if self.newer => Ok(NodeId::from_name_1_3_5(text)),
            Err(_) => Ok(NodeId::from_name(text)),
        }
    }

    fn source<P>(
        &self,
        setting: &Setting,
        scheme: P,
        blank: P::Id,
    ) -> Result<Box<dyn Source>, Failure>
    where
        P: Scheme<Id: Id> + 'static,
    {
        let generator = Generator::new(setting.clock, scheme);
        // Before the policy is set: a run that borrows begins in the next tick too.
        let generator = match &self.after {
            Some(text) => generator.resume_after(
                text.parse().map_err(|error| Failure::Usage(format!("--after: {error}")))?,
            ),
            None if setting.follows() => generator.resume_after_now()?,
            None => generator,
        };
        let generator = generator
            .with_policy(setting.policy)
            .with_rolling_start(rolling(self.rolling_start, Local::SEQUENCE.width())?);
        Ok(Box::new(Making { generator, blank, ids: Vec::new() }))
    }
}

struct Making<P: Scheme> {
    generator: Generator<OurClock, P>,
    blank: P::Id,
    ids: Vec<P::Id>,
}

impl<P: Scheme<Id: Id>> Source for Making<P> {
    fn fill(&mut self, bits: &mut [u128]) -> Result<usize, GenerateError> {
        self.ids.resize(bits.len(), self.blank);
        let count = self.generator.fill(&mut self.ids)?;
        for (bits, id) in bits.iter_mut().zip(&self.ids[..count]) {
            *bits = id.to_bits();
        }
        Ok(count)
    }
}
