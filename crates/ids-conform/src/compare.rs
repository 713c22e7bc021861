//! Results that are right in more than one way.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Done, Number, Reason, Run};

/// What `verify` gives.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Verified {
    pub(crate) valid: bool,
    pub(crate) events: Number,
    pub(crate) profile: Option<String>,
    pub(crate) head: Option<String>,
    pub(crate) failure: Option<Reason>,
}

impl Verified {
    pub(crate) fn read(result: &Value) -> Result<Self, String> {
        Self::deserialize(result).map_err(|error| format!("{result}: {error}"))
    }

    /// Whether this is the expected verdict, whose profile and head may be any if it names none. Where there may be
    /// `several` faults, it need not be the same one that is named.
    pub(crate) fn is(&self, expected: &Self, several: bool) -> bool {
        let rest = match (&self.failure, &expected.failure) {
            (None, None) => {
                (expected.profile.is_none() || self.profile == expected.profile)
                    && (expected.head.is_none() || self.head == expected.head)
            }
            (Some(found), Some(expected)) => several || found.is(expected),
            _ => false,
        };
        rest && (self.valid, self.events) == (expected.valid, expected.events)
    }
}

/// The value of the one key that a result has.
pub(crate) fn only<'a>(result: &'a Value, key: &str) -> Result<&'a Value, String> {
    let alone = result.as_object().filter(|members| members.len() == 1);
    alone.and_then(|members| members.get(key)).ok_or_else(|| format!("{result}, not one {key:?}"))
}

/// Whether a script gave these steps, however runs are written.
pub(crate) fn steps(found: &Value, expected: &Value) -> Result<(), String> {
    let [found, expected] = [found, expected].map(|result| {
        Vec::<Done>::deserialize(only(result, "steps")?).map_err(|error| error.to_string())
    });
    let (found, expected) = (found?, expected?);
    if found.len() != expected.len() {
        return Err(format!("{} steps, not {}", found.len(), expected.len()));
    }
    found.iter().zip(&expected).enumerate().try_for_each(|(index, (found, expected))| {
        // People count from 1.
        step(found, expected).map_err(|why| format!("step {}: {why}", index + 1))
    })
}

fn step(found: &Done, expected: &Done) -> Result<(), String> {
    // One by one: a run may claim to be longer than memory.
    let numbers = |done: &Done| done.ids.clone().into_iter().flat_map(Run::numbers);
    let (mut given, mut wanted) = (numbers(found), numbers(expected));
    for place in 1_u64.. {
        let (given, wanted) = (given.next(), wanted.next());
        if given != wanted {
            let name = |id: Option<u128>| id.map_or("missing".to_owned(), |id| id.to_string());
            let (given, wanted) = (name(given), name(wanted));
            return Err(format!("identifier {place} is {given}, not {wanted}"));
        }
        if given.is_none() {
            break;
        }
    }
    match (&found.error, &expected.error) {
        (None, None) => Ok(()),
        (Some(found), Some(expected)) if found.is(expected) => Ok(()),
        (found, expected) => Err(format!("error {}, not {}", json!(found), json!(expected))),
    }
}
