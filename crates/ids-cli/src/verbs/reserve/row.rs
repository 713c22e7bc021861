//! A resource as it is shown: its numbers count time, or keys.

use std::fmt;

use ids_core::UnixTime;
use ids_reserve::{Namespace, Resource, Span, Status};

use crate::{
    Failure, instant,
    reading::{Moment, Zoned},
    show::json,
};

/// What a store says of a resource.
#[derive(Clone, Copy)]
pub(super) struct Row<'a>(pub(super) &'a Status);

impl Row<'_> {
    /// Whether its numbers count time, and not keys.
    pub(super) fn is_timed(self) -> bool {
        self.0.kind() == "node"
    }

    /// A number of the resource, for people and programs.
    pub(super) fn show(self, number: u64) -> String {
        if self.is_timed() {
            instant::show(UnixTime::from_micros(number))
        } else {
            number.to_string()
        }
    }

    /// How much a range has.
    pub(super) fn amount(self, number: u64) -> String {
        if self.is_timed() {
            format!("{} s", number.div_ceil(1_000_000))
        } else {
            number.to_string()
        }
    }

    /// Reads the value of `--to`.
    pub(super) fn read(self, text: &str, zoned: &Zoned) -> Result<u64, Failure> {
        let refused = |why: &str| Failure::Usage(format!("--to: {why}"));
        match self.0.kind() {
            "node" => {
                let moment = Moment::parse(text).map_err(|error| refused(&error))?;
                let micros = zoned.time("--to", moment)?.as_micros();
                micros.try_into().map_err(|_| refused("the time is too late"))
            }
            "keys" => text.parse().map_err(|_| refused("a key is a decimal number")),
            _ => Err(refused("the keys of this namespace are claimed one by one")),
        }
    }

    /// Appends the members of JSON that say which resource it is.
    pub(super) fn write(self, out: &mut Vec<u8>) {
        let Resource { namespace, number } = &self.0.resource;
        let kind = self.0.kind();
        json::member(out, "namespace", namespace.as_str().as_bytes());
        json::member(out, "kind", kind.as_bytes());
        if kind != "keys" {
            json::digits(out, "number", *number);
        }
    }

    /// Appends the members of JSON that say which range of it was granted to whom.
    pub(super) fn write_span(self, Span { range, holder, .. }: &Span, out: &mut Vec<u8>) {
        json::member(out, "start", self.show(range.start).as_bytes());
        json::member(out, "end", self.show(range.end).as_bytes());
        json::member(out, "token", format!("{:032x}", holder.token()).as_bytes());
        json::member(out, "label", holder.label().as_bytes());
    }
}

/// The resources of this namespace, or the one of this number. The store has to know one.
pub(super) fn known(
    mut rows: Vec<Status>,
    namespace: &Namespace,
    number: Option<u64>,
) -> Result<Vec<Status>, Failure> {
    rows.retain(|row| {
        row.resource.namespace == *namespace
            && number.is_none_or(|number| number == row.resource.number)
    });
    if rows.is_empty() {
        let number = number.map_or(String::new(), |number| format!(" number {number} of"));
        return Err(Failure::Refused(format!("the store knows nothing of{number} {namespace}")));
    }
    Ok(rows)
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Resource { namespace, number } = &self.0.resource;
        match self.0.kind() {
            "node" => write!(f, "{namespace} node {number}"),
            "keys" => write!(f, "{namespace} keys"),
            _ => write!(f, "{namespace} key {number}"),
        }
    }
}
