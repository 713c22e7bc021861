//! SIQ identifiers: one layout for each length of the qualifier, handles with a domain, UUIDs.

use std::{str::FromStr, time::Duration};

use clap::{Args, builder::NonEmptyStringValueParser};
use ids_core::{Layout, Ticks, TimeError};
use siq::{
    DomainHash, Form, GenerateError, Generator, Handle, Network, NotAscii, ParseError, Qualifier,
    Siq,
};

use crate::{
    format::{Column, Format, Source},
    names,
    new::{OurClock, Setting, rolling},
    status::Failure,
};

/// The format, with the domain that its handles are written with.
struct Siqs {
    domain: &'static str,
}

static DEFAULT: Siqs = Siqs { domain: "" };

/// By the length of the qualifier: 3, 4 and 5 bits.
static LAYOUTS: [Layout; 3] =
    [Qualifier::Content.layout(), Qualifier::Message.layout(), Qualifier::User.layout()];

pub(crate) fn formats() -> Vec<&'static dyn Format> {
    vec![&DEFAULT]
}

/// A text of the format: a form of the number alone, or a handle.
#[derive(Clone, Copy)]
enum Written {
    As(Form),
    On(Network),
}

static FORMS: [(&str, Written); 12] = [
    ("did", Written::As(Form::Did)),
    ("uri", Written::As(Form::Uri)),
    ("decimal", Written::As(Form::Decimal)),
    ("hex", Written::As(Form::Hex)),
    ("octal", Written::As(Form::Octal)),
    ("base64", Written::As(Form::Base64)),
    ("crockford", Written::As(Form::Crockford)),
    ("crockford0", Written::As(Form::Crockford0)),
    ("base32", Written::As(Form::Base32)),
    ("mastodon", Written::On(Network::Mastodon)),
    ("matrix", Written::On(Network::Matrix)),
    ("uuid", Written::As(Form::Uuid)),
];
static NAMES: [&str; 12] = {
    let mut names = [""; 12];
    let mut form = 0;
    while form < names.len() {
        names[form] = FORMS[form].0;
        form += 1;
    }
    names
};

impl Format for Siqs {
    fn name(&self) -> &'static str {
        WithDomain::FAMILY
    }

    fn about(&self) -> &'static str {
        "112 bits: 1/65536 s since 1970, shard, domain, serial number and what it stands for"
    }

    fn layout(&self) -> Layout {
        Siq::LAYOUT
    }

    fn layouts(&self) -> &'static [Layout] {
        &LAYOUTS
    }

    fn which(&self, bits: u128) -> usize {
        Siq::from_bits(bits).map_or(0, |id| id.qualifier().bits() as usize - 3)
    }

    fn kind(&self, bits: u128) -> Option<&'static str> {
        Some(Siq::from_bits(bits).ok()?.qualifier().name())
    }

    fn ticks(&self) -> Option<Ticks> {
        Some(Siq::TICKS)
    }

    fn capacity(&self) -> Option<(u64, &'static str)> {
        let longest = Qualifier::User.capacity();
        Some((longest, "of a kind from each shard; twice or four times that of a shorter code"))
    }

    fn forms(&self) -> &'static [&'static str] {
        &NAMES
    }

    fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
        let id = match FORMS[form].1 {
            Written::As(form) => form.decode(text)?,
            Written::On(network) => handle(network, text)?,
        };
        Ok(id.to_bits())
    }

    fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
        let Ok(id) = Siq::from_bits(bits) else { return };
        match FORMS[form].1 {
            Written::As(form) => out.extend_from_slice(form.encode(id).as_bytes()),
            Written::On(network) => {
                if let Ok(handle) = Handle::new(network, id, self.domain) {
                    out.extend_from_slice(handle.to_string().as_bytes());
                }
            }
        }
    }

    fn is_written(&self, form: usize) -> bool {
        match FORMS[form].1 {
            Written::On(network) => Handle::new(network, Siq::MIN, self.domain).is_ok(),
            Written::As(_) => true,
        }
    }

    fn column(&self, form: usize) -> Option<Column> {
        match FORMS[form].1 {
            Written::As(Form::Decimal) => Some(Column::Number),
            Written::As(Form::Uuid) => Some(Column::Uuid),
            Written::As(other) => other.sorts().then_some(Column::Text),
            // Both begin with the checksum of what follows.
            Written::On(_) => None,
        }
    }

    fn time(&self, bits: u128) -> Option<Duration> {
        Some(Siq::from_bits(bits).ok()?.time())
    }

    fn first_at(&self, time: Duration) -> Result<u128, TimeError> {
        Siq::first_at(time).map(Siq::to_bits)
    }

    fn last_at(&self, time: Duration) -> Result<u128, TimeError> {
        Siq::last_at(time).map(Siq::to_bits)
    }
}

impl Siqs {
    /// The format with this domain, which lives as long as the program: there is one in each run.
    fn with(domain: &str) -> &'static Self {
        Box::leak(Box::new(Self { domain: domain.to_owned().leak() }))
    }
}

/// The identifier of a handle on this network.
fn handle(network: Network, text: &[u8]) -> Result<Siq, ParseError> {
    let valid = str::from_utf8(text).map_err(|error| {
        let index = error.valid_up_to();
        ParseError::Digit { index, byte: text[index] }
    })?;
    let handle = Handle::decode(valid)?;
    if handle.network() == network {
        return Ok(handle.id());
    }
    // Behind the name and its `@`.
    let separator = if matches!(network, Network::Matrix) { ":" } else { "@" };
    Err(ParseError::Expected { index: 30, text: separator })
}

/// The value of `--domain`: what stands behind the name in handles.
#[derive(Clone, Debug)]
pub(crate) struct WithDomain(String);

impl WithDomain {
    /// The family it belongs to.
    pub(crate) const FAMILY: &'static str = "siq";

    /// The forms that it stands in.
    pub(crate) const FORMS: [&'static str; 2] = ["mastodon", "matrix"];

    /// The format with this domain.
    pub(crate) fn formats(&self) -> Vec<&'static dyn Format> {
        vec![Siqs::with(&self.0)]
    }
}

impl FromStr for WithDomain {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Handle::new(Network::Matrix, Siq::MIN, text).map(|_| Self(text.to_owned()))
    }
}

/// Options of `ids new siq`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// The site's domain, which is hashed as it stands, whatever it is; 0 for development
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    domain: String,
    /// Refuse a domain that cannot stand in a handle: one with anything but ASCII letters, digits
    /// and . - _ : [ ]
    #[arg(long)]
    strict_domain: bool,
    /// The number of the maker inside the domain, different for each process: 0 to 255
    #[arg(long, value_name = "0..255")]
    shard: u8,
    /// What they stand for: message, user, content, thread, tag, channel, group, event, ...
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Qualifier,
    /// A number to tell apart sites that share the domain
    #[arg(long, value_name = "0..255")]
    local_id: Option<u8>,
    /// Start each tick's numbers where the last one ended, modulo 2^BITS, instead of at 0
    #[arg(long, value_name = "BITS")]
    rolling_start: Option<u32>,
    /// Continue after this identifier, the last one of the kind given before a restart
    #[arg(long, value_name = "ID")]
    after: Option<Siq>,
}

/// The value of `--kind`.
fn kind(text: &str) -> Result<Qualifier, String> {
    let known = || Qualifier::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    text.parse().map_err(|_: ParseError| names::unknown("kind", text, &known()))
}

impl New {
    pub(crate) fn start(
        &self,
        setting: &Setting,
    ) -> Result<(&'static dyn Format, Box<dyn Source>), Failure> {
        let domain = &self.domain;
        if self.strict_domain {
            let refused = |error| Failure::Usage(format!("--domain: {error}"));
            domain.parse::<WithDomain>().map_err(refused)?;
        }
        let hash = match self.local_id {
            None => DomainHash::from_name(domain),
            Some(local_id) => DomainHash::with_local_id(domain, local_id),
        };
        let usage = |error: NotAscii| Failure::Usage(format!("--domain: {error}"));
        let generator = Generator::new(setting.clock, hash.map_err(usage)?, self.shard);
        // Before the policy is set: a run that borrows begins in the next tick too.
        let generator = match self.after {
            None if setting.follows() => generator.resume_after_now()?,
            None => generator,
            Some(last) if last.qualifier() != self.kind => {
                let (other, kind) = (last.qualifier(), self.kind);
                return Err(Failure::Usage(format!("--after: this is a {other}, not a {kind}")));
            }
            Some(last) => generator.resume_after(last),
        };
        let generator = generator
            .with_policy(setting.policy)
            .with_rolling_start(rolling(self.rolling_start, 16 - self.kind.bits())?);
        Ok((Siqs::with(domain), Box::new(Making { generator, kind: self.kind, ids: Vec::new() })))
    }
}

struct Making {
    generator: Generator<OurClock>,
    kind: Qualifier,
    ids: Vec<Siq>,
}

impl Source for Making {
    fn fill(&mut self, bits: &mut [u128]) -> Result<usize, GenerateError> {
        self.ids.resize(bits.len(), Siq::MIN);
        let count = self.generator.sequence(self.kind).fill(&mut self.ids)?;
        for (bits, id) in bits.iter_mut().zip(&self.ids[..count]) {
            *bits = id.to_bits();
        }
        Ok(count)
    }
}
