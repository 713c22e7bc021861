//! `ids reserve keys`.

use std::{ops::Range, slice};

use clap::{Args, builder::NonEmptyStringValueParser};
use ids_reserve::{Amount, Fingerprint, Holder, Namespace, Request, Resource, Store, SysRng};
use luuid::Group;
use sha2::{Digest, Sha256};

use crate::{
    Failure, Output, Status,
    reading::address::{Reserving, Separate, StoreAddress, failure, namespace},
    show::json,
};

/// The last key of LUUID.
const LAST: u64 = (1 << 48) - 1;

/// Reserve keys for a script, and print them
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ids reserve keys sqlite:ids.db person -n 1000
  ids reserve keys sqlite:ids.db person -n 1000 --request import-2024-02-29
  ids reserve keys sqlite:ids.db person -n 1000 --hex

Each line is a range: its first key and its last one. There is one line unless keys were given back,
or few are left. The keys are reserved for good before they are printed. No other process gets them,
even if the script fails. If no process reads them, the exit code is 1.

NAMESPACE is the name of a LUUID group, as `ids new luuid --group` takes it. A store has one
namespace for each group, and refuses a second one: its keys would be the same. Two names may have
one group. Then give one of them another with --group-number, or say with --separate that their keys
never meet.

With --request a second run prints the same keys again, so that a script can be repeated. Give the
same -n and --at-least again too. Without it each run reserves new keys.")]
pub(crate) struct Keys {
    #[command(flatten)]
    address: StoreAddress,
    /// The set of keys: the name of a group
    #[arg(value_name = "NAMESPACE", value_parser = namespace)]
    namespace: Namespace,
    /// The group's number, three hexadecimal digits, where it is not the checksum of NAMESPACE
    #[arg(long, value_name = "HEX")]
    group_number: Option<Group>,
    #[command(flatten)]
    separate: Separate,
    /// How many keys
    #[arg(short = 'n', long, value_name = "COUNT",
          value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// A name for this request. A run with the same name and -n prints the same keys
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    request: Option<String>,
    /// No key below this one. New ones follow it; those that were given back below it stay
    #[arg(long, value_name = "KEY", default_value_t = 1)]
    at_least: u64,
    /// The last key of the namespace. All who use the namespace must agree on it
    #[arg(long, value_name = "KEY", default_value_t = LAST,
          value_parser = clap::value_parser!(u64).range(1..=(1 << 62) - 1))]
    last: u64,
    /// In hexadecimal, as `ids new luuid --keys` reads them
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
        let group = self.group_number.unwrap_or_else(|| self.namespace.group());
        let keys = Fingerprint::of_keys(1..self.last + 1).with_group(group);
        let keys = keys.with_separate(self.separate.separate);
        let (mut left, mut part) = (self.count, 0);
        while left > 0 {
            // Each part has a holder of its own, because a store keeps one answer for each holder.
            let holder = match &self.request {
                Some(name) => Holder::new(self.named(name, part), name),
                None => Holder::random(&mut SysRng, ""),
            }
            .map_err(failure)?;
            let (at_least, limit) = (self.at_least.max(1), self.last + 1);
            let amount = Amount::Keys { count: left, at_least, limit };
            let range = reserve(&mut *store, &resource, &keys, &holder, amount)?;
            if range.start < at_least {
                return Err(Failure::Refused(format!(
                    "this request was answered before, from the key {} on: give the same --at-least",
                    range.start
                )));
            }
            let count = range.end - range.start;
            left = left.checked_sub(count).ok_or_else(|| {
                Failure::Refused(format!(
                    "this request was answered before, with more keys than {}: give the same -n",
                    self.count
                ))
            })?;
            if self.request.is_none() {
                end(&mut *store, &resource, &holder, &[]);
            }
            self.write(&range, out);
            // Also where the reader is gone: no other run gets these keys.
            out.deliver().map_err(|error| {
                let Range { start, end } = range;
                Failure::Refused(format!(
                    "the keys {start} to {} are reserved, but cannot be written on standard output: {error}",
                    end - 1
                ))
            })?;
            part += 1;
        }
        Ok(Status::Done)
    }

    /// What the name of a request stands for in the store.
    fn named(&self, name: &str, part: u64) -> u128 {
        let mut hash = Sha256::new();
        for text in ["ids reserve keys", self.namespace.as_str(), name] {
            hash.update(text);
            hash.update([0]);
        }
        let hash = hash.chain_update(part.to_be_bytes()).finalize();
        hash.iter().take(16).fold(0, |bits, byte| bits << 8 | u128::from(*byte))
    }

    fn write(&self, range: &Range<u64>, out: &mut Output) {
        let (first, last) = (range.start, range.end - 1);
        if self.json {
            json::line(out.bytes(), |out| {
                json::member(out, "namespace", self.namespace.as_str().as_bytes());
                json::digits(out, "first", first);
                json::digits(out, "last", last);
            });
        } else if self.hex {
            out.page().text(format!("{first:x} {last:x}\n"));
        } else {
            out.page().text(format!("{first} {last}\n"));
        }
    }
}

/// As many keys of a group as these, lowest first: in the store when this returns. If there are fewer, it
/// gives them back.
pub(crate) fn reserve_all(
    Reserving { mut store, namespace, separate }: Reserving,
    group: Group,
    count: u64,
) -> Result<Vec<Range<u64>>, Failure> {
    let store = &mut *store;
    let resource = Resource { namespace, number: 0 };
    let keys = Fingerprint::of_keys(1..LAST + 1).with_group(group).with_separate(separate);
    let (mut parts, mut left) = (Vec::new(), count);
    // Each range has a holder of its own.
    let mut reserve_next = |store: &mut dyn Store| -> Result<(), Failure> {
        while left > 0 {
            let holder = Holder::random(&mut SysRng, "ids new").map_err(failure)?;
            let amount = Amount::Keys { count: left, at_least: 1, limit: LAST + 1 };
            let range = reserve(store, &resource, &keys, &holder, amount)?;
            left -= range.end - range.start;
            parts.push((holder, range));
        }
        Ok(())
    };
    let reserved = reserve_next(store);
    for (holder, range) in &parts {
        let unused = if reserved.is_ok() { &[] } else { slice::from_ref(range) };
        end(store, &resource, holder, unused);
    }
    reserved.map(|()| parts.into_iter().map(|(_, range)| range).collect())
}

/// One range of keys. It is in the store when this returns.
fn reserve(
    store: &mut dyn Store,
    resource: &Resource,
    fingerprint: &Fingerprint,
    holder: &Holder,
    amount: Amount,
) -> Result<Range<u64>, Failure> {
    let id = holder.token();
    let request = Request { resource, fingerprint, holder, id, previous: None, seen: 0, amount };
    store.grant(&request).map(|grant| grant.range).map_err(failure)
}

/// The holder does not ask again, so the store need not remember its answer. The other keys are reserved
/// in any case.
fn end(store: &mut dyn Store, resource: &Resource, holder: &Holder, unused: &[Range<u64>]) {
    let _ = store.release(resource, holder.token(), unused);
}
