//! SIQ identifiers: one layout for each length of the qualifier, handles with a domain, UUIDs.

use clap::Args;
use ids_formats::{Family, formats};
use siq::{DomainHash, Node, Qualifier, Siq};

use super::{Counting, Options, Params, Setting, Start, numbers, reserved};
use crate::{
    Failure,
    reading::{lasting, select},
};

impl Options for New {
    const FAMILY: Family = formats::siq::FAMILY;

    fn is_stored(name: &str) -> bool {
        name == "shard"
    }
}

/// Options of `ids new siq`.
#[derive(Args, Debug)]
pub(crate) struct New {
    #[command(flatten)]
    params: Params<Self>,
    /// Reject a domain that cannot be part of a handle: only ASCII letters, digits and . - _ : [ ]
    /// can
    #[arg(long)]
    strict_domain: bool,
    #[command(flatten)]
    pub(super) counting: Counting,
}

impl New {
    pub(crate) fn start(&self, setting: &Setting) -> Start {
        let domain = self.params.text("domain").unwrap_or_default();
        if self.strict_domain {
            let refused = |error| Failure::Usage(format!("--domain: {error}"));
            select::domain(domain).map_err(refused)?;
        }
        let kind = self.params.text("kind").unwrap_or_default();
        let kind: Qualifier =
            kind.parse().map_err(|error| Failure::Usage(format!("--kind: {error}")))?;
        let rolling = self.counting.rolling(16 - kind.bits())?;
        let format = lasting(formats::siq::with_domain(domain));
        if self.counting.is_stored() {
            let local_id = self.params.number("local_id").map(u8::try_from).transpose();
            let refused = |error| Failure::Usage(format!("--local-id: {error}"));
            let hash = match local_id.map_err(refused)? {
                Some(local_id) => DomainHash::with_local_id(domain, local_id),
                None => DomainHash::from_name(domain),
            };
            let hash = hash.map_err(|error| Failure::Usage(format!("--domain: {error}")))?;
            // One shard serves all kinds, so the namespace does not name the kind.
            let namespace = format!("siq-{}", hash.to_bits());
            if let Some(reserving) = self.counting.open(&namespace, &self.params, setting)? {
                let node = |number| Node::numbered(hash, number, Qualifier::Message);
                let of = |node: Node| Node::new(hash, node.shard(), kind);
                let kept = reserved(reserving, setting, Node::COUNT, node, of, rolling)?;
                return Ok((format, numbers(kept, Siq::MIN)));
            }
        }
        if self.params.stored().is_none() {
            return Err(Failure::usage(
                "siq needs a shard, different for each process of the domain: give --shard N, 0 to \
                 255, or --store STORE",
            ));
        }
        self.counting.start(format, &self.params.given(), setting, rolling)
    }
}
