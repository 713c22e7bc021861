//! SIQ identifiers: one layout for each length of the qualifier, handles with a domain, UUIDs.

use clap::{Args, builder::NonEmptyStringValueParser};
use ids_core::Generator;
use ids_formats::SiqFormat;
use siq::{DomainHash, Node, NotAscii, ParseError, Qualifier, Siq};

use super::{
    reserved::reserved,
    setting::{Setting, rolling},
    source::{Start, numbers},
};
use crate::{
    reading::{domain::WithDomain, reserving::WithStore},
    show::names,
    status::Failure,
};

/// Options of `ids new siq`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// The site's domain. It is hashed without any change; 0 is for development
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    domain: String,
    /// Reject a domain that cannot be part of a handle: only ASCII letters, digits and . - _ : [ ]
    /// can
    #[arg(long)]
    strict_domain: bool,
    /// The number of the generator in the domain, different for each process: 0 to 255
    #[arg(long, value_name = "0..255")]
    shard: Option<u8>,
    #[command(flatten)]
    store: WithStore,
    /// The kind of thing that they identify: message, user, content, thread, tag, channel, group, event, ...
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Qualifier,
    /// A number that tells apart sites with the same domain
    #[arg(long, value_name = "0..255")]
    local_id: Option<u8>,
    /// Start each tick's serials where the last one ended, modulo 2^BITS, instead of at 0
    #[arg(long, value_name = "BITS")]
    rolling_start: Option<u32>,
    /// Continue after this identifier, the last one of this kind issued before a restart
    #[arg(long, value_name = "ID")]
    after: Option<Siq>,
}

/// The value of `--kind`.
fn kind(text: &str) -> Result<Qualifier, String> {
    let known = || Qualifier::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    text.parse().map_err(|_: ParseError| names::unknown("kind", text, &known()))
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
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
        let (hash, format) = (hash.map_err(usage)?, Box::new(SiqFormat::with_domain(domain)));
        let rolling_start = rolling(self.rolling_start, 16 - self.kind.bits())?;
        let others =
            [("--shard", self.shard.is_some()), ("--after", self.after.is_some()), setting.at()];
        // A shard is one for all kinds, so that a generator of all of them has its own too.
        let namespace = format!("siq-{}", hash.to_bits());
        if let Some(reserving) = self.store.open(&namespace, &others)? {
            let node = |number| Node::numbered(hash, number, Qualifier::Message);
            let of = |node: Node| Node::new(hash, node.shard(), self.kind);
            let kept = reserved(reserving, setting, Node::COUNT, node, of, rolling_start)?;
            return Ok((format, numbers(kept, Siq::MIN)));
        }
        let Some(shard) = self.shard else {
            return Err(Failure::usage(
                "siq needs a shard, different for each process of the domain: give --shard N, 0 to \
                 255, or --store STORE",
            ));
        };
        let node = Node::new(hash, shard, self.kind);
        let generator = Generator::new(setting.clock, node);
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
        let generator = generator.with_policy(setting.policy).with_rolling_start(rolling_start);
        Ok((format, numbers(generator, Siq::MIN)))
    }
}
