//! `ids reserve keys`.

use std::ops::Range;

use clap::Args;
use ids_core::IdRng;
use ids_reserve::{
    Amount, Fingerprint, Holder, Namespace, Release, Request, Resource, Store, StoreError, Token,
};
use sha2::{Digest, Sha256};

use super::address::{Address, failure, namespace};
use crate::{
    show::{json, output::Output},
    status::{Failure, Status},
};

/// The last key of LUUID.
const LAST: u64 = (1 << 48) - 1;

/// How often to ask a store that does not answer.
const ATTEMPTS: u32 = 3;

/// Arguments of `ids reserve keys`.
#[derive(Args, Debug)]
pub(super) struct Keys {
    #[command(flatten)]
    address: Address,
    /// The set of keys, such as the name of a group
    #[arg(value_name = "NAMESPACE", value_parser = namespace)]
    namespace: Namespace,
    /// How many keys
    #[arg(short = 'n', long, value_name = "COUNT",
          value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// A name for this request. A run with the same name and -n prints the same keys
    #[arg(long, value_name = "NAME")]
    request: Option<String>,
    /// No key below this one. New ones follow it; those that were given back below it stay
    #[arg(long, value_name = "KEY", default_value_t = 1)]
    at_least: u64,
    /// The last key of the namespace. All who use the namespace must agree on it
    #[arg(long, value_name = "KEY", default_value_t = LAST,
          value_parser = clap::value_parser!(u64).range(1..1 << 62))]
    last: u64,
    /// In hexadecimal, as `ids new luuid --key` reads them
    #[arg(long, conflicts_with = "json")]
    hex: bool,
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

impl Keys {
    pub(super) fn run(&self, out: &mut Output) -> Result<Status, Failure> {
        let mut store = self.address.open()?;
        let resource = Resource { namespace: self.namespace.clone(), number: 0 };
        let mut rng = IdRng::from_os()?;
        let (mut left, mut part) = (self.count, 0);
        while left > 0 {
            // Each part has a holder of its own, because a store keeps one answer for each holder.
            let token = match &self.request {
                Some(name) => self.named(name, part),
                None => Token::random(&mut rng)?,
            };
            let label = self.request.as_deref().unwrap_or_default();
            let holder = Holder::new(token, label).map_err(failure)?;
            let range = self.reserve(&mut *store, &resource, &holder, left)?;
            let count = range.end - range.start;
            left = left.checked_sub(count).ok_or_else(|| {
                Failure::Refused(format!(
                    "this request was answered before, with more keys than {}: give the same -n",
                    self.count
                ))
            })?;
            if self.request.is_none() {
                // Nobody asks again. The store need not remember an answer; the keys are reserved
                // in any case.
                let released = Release { resource: &resource, holder: &holder, unused: &[] };
                let _ = store.release(&released);
            }
            self.write(&range, out);
            out.end()?;
            part += 1;
        }
        Ok(Status::Done)
    }

    /// What the name of a request stands for in the store.
    fn named(&self, name: &str, part: u64) -> Token {
        let mut hash = Sha256::new();
        for text in ["ids reserve keys", self.namespace.as_str(), name] {
            hash.update(text);
            hash.update([0]);
        }
        let hash = hash.chain_update(part.to_be_bytes()).finalize();
        let bits = hash.iter().take(16).fold(0, |bits, byte| bits << 8 | u128::from(*byte));
        Token::from_bits(bits)
    }

    /// One range, of at most so many keys. It is in the store when this returns.
    fn reserve(
        &self,
        store: &mut dyn Store,
        resource: &Resource,
        holder: &Holder,
        count: u64,
    ) -> Result<Range<u64>, Failure> {
        let limit = self.last + 1;
        let request = Request {
            resource,
            fingerprint: &Fingerprint::of_keys(1..limit),
            holder,
            id: holder.token(),
            previous: None,
            seen: 0,
            amount: Amount::Keys { count, at_least: self.at_least.max(1), limit },
        };
        let mut attempt = 1;
        loop {
            match store.grant(&request) {
                Ok(grant) => return Ok(grant.range),
                // It may have been granted: the same request has the same answer.
                Err(StoreError::Unavailable(_)) if attempt < ATTEMPTS => attempt += 1,
                Err(error) => return Err(failure(error)),
            }
        }
    }

    fn write(&self, range: &Range<u64>, out: &mut Output) {
        let (first, last) = (range.start, range.end - 1);
        if self.json {
            let out = out.bytes();
            out.push(b'{');
            json::member(out, "namespace", self.namespace.as_str().as_bytes());
            json::member(out, "first", first.to_string().as_bytes());
            json::member(out, "last", last.to_string().as_bytes());
            out.extend_from_slice(b"}\n");
        } else if self.hex {
            out.page().text(format!("{first:x} {last:x}\n"));
        } else {
            out.page().text(format!("{first} {last}\n"));
        }
    }
}
