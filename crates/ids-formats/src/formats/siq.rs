//! SIQ: one layout for each length of the qualifier, handles with a domain.

use alloc::{string::String, vec, vec::Vec};

use ids_core::{ParseError, format::Layout};
use siq::{DomainHash, Form, Handle, Network, Node, Qualifier, Siq};

use crate::{
    Facts, Family, FormInfo, Format, Given, MakeError, Making, Param, ParamKind, Timed,
    make::{Made, counting, last, values},
};

/// The format without a domain: handles are read, and written short for Mastodon.
pub const FORMAT: &dyn Format = &SHORT;

static SHORT: Domain = Domain::new(String::new(), forms!(FORMS, form => form.info(true, false)));

/// The format whose handles are written with a domain; not at all if handles cannot have it.
#[inline]
pub fn with_domain(domain: &str) -> impl Format + use<> {
    let forms: &'static [FormInfo] = match Handle::new(Network::Matrix, Siq::MIN, domain) {
        Ok(_) => forms!(FORMS, form => form.info(true, true)),
        Err(_) if domain.is_empty() => FORMAT.facts().forms,
        Err(_) => forms!(FORMS, form => form.info(false, false)),
    };
    Domain::new(domain.into(), forms)
}

/// The format as the only one of its family.
pub const FAMILY: Family = Family {
    name: "siq",
    id: "Siq",
    about: "112 bits: 1/65536 s, shard, domain, kind; did:siq: and 29 characters with a checksum",
    formats: &[FORMAT],
};

/// The domain that handles are written with.
#[derive(Debug)]
struct Domain {
    domain: String,
    facts: Facts,
}

impl Domain {
    const fn new(domain: String, forms: &'static [FormInfo]) -> Self {
        let about = "112 bits: 1/65536 s since the Unix epoch, shard, domain, serial number and what it stands for";
        let sense = "of a kind from each shard; twice or four times that of a shorter code";
        let facts = Facts {
            layouts: &LAYOUTS,
            capacity: Some((Qualifier::User.capacity() as u128, sense)),
            ..Facts::new("siq", about, Siq::LAYOUT, forms)
        };
        Self { domain, facts }
    }
}

/// A text of the format: a form of the number alone, or a handle.
#[derive(Clone, Copy)]
enum Written {
    As(Form),
    On(Network),
}

const FORMS: &[Written] = &[
    Written::As(Form::Did),
    Written::As(Form::Uri),
    Written::As(Form::Decimal),
    Written::As(Form::Hex),
    Written::As(Form::Octal),
    Written::As(Form::Base64),
    Written::As(Form::Crockford),
    Written::As(Form::Crockford0),
    Written::As(Form::Base32),
    Written::On(Network::Mastodon),
    Written::On(Network::Matrix),
    Written::As(Form::Uuid),
];

impl Written {
    /// The form, if handles can be written on Mastodon and on Matrix, or not.
    const fn info(self, mastodon: bool, matrix: bool) -> FormInfo {
        let (name, written) = match self {
            Self::As(form) => return FormInfo::new(form.name(), form.sorts()),
            Self::On(network @ Network::Mastodon) => (network.name(), mastodon),
            Self::On(network) => (network.name(), matrix),
        };
        // Handles begin with the checksum of what follows.
        FormInfo { written, ..FormInfo::new(name, false) }
    }
}

/// The names of the kinds.
static KINDS: [&str; Qualifier::ALL.len()] = {
    let mut names = [""; Qualifier::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = Qualifier::ALL[index].name();
        index += 1;
    }
    names
};

/// By the length of the qualifier: 3, 4 and 5 bits.
static LAYOUTS: [Layout; 3] =
    [Qualifier::Content.layout(), Qualifier::Message.layout(), Qualifier::User.layout()];

impl Format for Domain {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, form: &FormInfo, text: &[u8]) -> Result<u128, ParseError> {
        let id = match FORMS[form.place] {
            Written::As(form) => form.decode(text)?,
            Written::On(network) => handle(network, text)?,
        };
        Ok(id.to_bits())
    }

    fn write(&self, form: &FormInfo, bits: u128, out: &mut Vec<u8>) {
        let Ok(id) = Siq::from_bits(bits) else { return };
        match FORMS[form.place] {
            Written::As(form) => out.extend_from_slice(form.encode(id).as_bytes()),
            Written::On(network) => {
                if let Ok(handle) = Handle::new(network, id, &self.domain) {
                    out.extend_from_slice(alloc::format!("{handle}").as_bytes());
                }
            }
        }
    }

    fn layout_of(&self, bits: u128) -> &Layout {
        let place = Siq::from_bits(bits).map_or(0, |id| id.qualifier().bits() as usize - 3);
        &LAYOUTS[place]
    }

    fn kind(&self, bits: u128) -> Option<&'static str> {
        Some(Siq::from_bits(bits).ok()?.qualifier().name())
    }

    fn timed(&self) -> Option<&dyn Timed> {
        Some(self)
    }

    fn params(&self) -> Vec<Param> {
        let byte = ParamKind::Number { max: u8::MAX.into() };
        vec![
            Param::new(
                "domain",
                ParamKind::Text,
                "the site's domain, a text that is hashed as it is; the text 0 is for development",
            )
            .needed(),
            Param::new("local_id", byte, "a number that tells apart sites with the same domain"),
            Param::new(
                "shard",
                byte,
                "the number of the generator in the domain, different for each process",
            )
            .needed(),
            Param::new("kind", ParamKind::Choice(&KINDS), "the kind of thing that they identify")
                .needed(),
        ]
    }

    fn maker<'a>(&self, given: &[(&str, Given<'_>)], making: Making<'a>) -> Made<'a> {
        let values = values(self, given)?;
        let name = values.text("domain")?.unwrap_or_default();
        let domain = match values.narrow("local_id", u8::MAX.into())? {
            None => DomainHash::from_name(name),
            Some(local_id) => DomainHash::with_local_id(name, local_id),
        };
        let domain = domain.map_err(|error| MakeError::Domain { name: "domain", error })?;
        let shard = values.narrow("shard", u8::MAX.into())?.unwrap_or_default();
        let kind = values.text("kind")?.unwrap_or_default();
        let kind: Qualifier =
            kind.parse().map_err(|error| MakeError::Parse { name: "kind", error })?;
        counting(making, Node::new(domain, shard, kind), |bits| {
            let id = last(Siq::from_bits(bits))?;
            if id.qualifier() == kind { Ok(id) } else { Err(MakeError::Differs { name: "kind" }) }
        })
    }
}

impl Timed for Domain {
    times!(Siq);
}

/// The identifier of a handle on this network.
fn handle(network: Network, text: &[u8]) -> Result<Siq, ParseError> {
    let valid = core::str::from_utf8(text).map_err(|error| {
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
