//! Identifiers in a member of JSON, one value on each line, and what else stands on their lines.

use std::{borrow::Cow, fmt, iter, path::Path};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Absent, Beside, Cell, Change, input, table};
use crate::{
    Failure, Output,
    show::{json, outside, printable},
};

/// Where a value stands in another one: the names of members, or places in arrays, from the outermost.
#[derive(Clone, Debug)]
pub(crate) struct Member(Vec<String>);

/// Reads a JSON pointer, which begins with `/`, or names with dots between them.
pub(crate) fn member(text: &str) -> Result<Member, &'static str> {
    if let Some(pointer) = text.strip_prefix('/') {
        let step = |step: &str| step.replace("~1", "/").replace("~0", "~");
        return Ok(Member(pointer.split('/').map(step).collect()));
    }
    let path: Vec<_> = text.split('.').map(str::to_owned).collect();
    if path.iter().any(String::is_empty) {
        return Err("a name is empty: write names with dots between, or a pointer as in /a/b");
    }
    Ok(Member(path))
}

/// Reads JSON.
fn read<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, Absent> {
    let why = |error| Absent::Json(format!("is no JSON: {}", outside::json_error(&error)));
    serde_json::from_slice(json).map_err(why)
}

/// The members of an object, in their order. Several may have one name.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Deserialize<'a> for Members<'a> {
    fn deserialize<D: Deserializer<'a>>(value: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                iter::from_fn(|| map.next_entry().transpose())
                    .collect::<Result<_, _>>()
                    .map(Members)
            }
        }
        value.deserialize_map(Each)
    }
}

impl<'a> Members<'a> {
    /// The only one of a name, where none has a name of these.
    fn only(self, name: &str, taken: &[&str]) -> Result<Option<&'a RawValue>, Absent> {
        if let Some((name, _)) = self.0.iter().find(|(name, _)| taken.contains(&&**name)) {
            let name = printable(name);
            return Err(Absent::Json(format!(
                "has a member '{name}' already: give the new one another name, as in --add NAME={name}"
            )));
        }
        let mut found = self.0.into_iter().filter(|(other, _)| other == name);
        match (found.next(), found.next()) {
            (first, None) => Ok(first.map(|(_, value)| value)),
            _ => Err(Absent::Json(format!("has two members of the name '{}'", printable(name)))),
        }
    }
}

impl Member {
    /// The value in a line, if it is there. With `taken` the line is an object that has no member of these names.
    fn find<'l>(&self, line: &'l [u8], taken: &[&str]) -> Result<Option<&'l RawValue>, Absent> {
        let mut value: &RawValue = read(line)?;
        if !taken.is_empty() && !value.get().starts_with('{') {
            return Err(Absent::Json("is no object, which --add adds members to".into()));
        }
        for (depth, name) in self.0.iter().enumerate() {
            let inside = value.get();
            if !inside.starts_with(['{', '[']) {
                return Ok(None);
            }
            let found = if inside.starts_with('[') {
                let items: Vec<&RawValue> = read(inside.as_bytes())?;
                table::number(name).and_then(|place| items.get(place).copied())
            } else {
                let members: Members<'_> = read(inside.as_bytes())?;
                members.only(name, if depth == 0 { taken } else { &[] })?
            };
            match found {
                Some(found) => value = found,
                None => return Ok(None),
            }
        }
        Ok(Some(value))
    }

    /// Gives the value on each line of a file to `answer`: a string without its quotes, an empty text if there is no such
    /// member. With `write` all that is read is written as it is, but for what `answer` changes, with members of these
    /// names as the last ones.
    pub(super) fn each<'p>(
        &self,
        path: &'p Path,
        out: &mut Output,
        write: Option<&[&str]>,
        answer: &mut impl FnMut(&mut Output, Cell<'_, 'p>, &mut Change) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (names, mut change) = (write.unwrap_or_default(), Change::none(Beside::Members));
        input::whole_lines(path, out, |out, place, whole| {
            let mark = place.mark(whole);
            let line = whole[mark.len()..].trim_ascii_end();
            let is_empty = line.is_empty();
            let found = if is_empty { Ok(None) } else { self.find(line, names) };
            let (value, refused) = match found {
                Ok(value) => (value.map_or("", RawValue::get), None),
                Err(why) => ("", Some(why)),
            };
            let (is_refused, text) = (refused.is_some(), unquoted(value));
            let cell = Cell::new(Some(place), text.as_bytes());
            // Some forms have these letters.
            let is_truth = matches!(value, "true" | "false");
            let truth =
                is_truth.then(|| Absent::Json(format!("has {value} there, and no identifier")));
            let absent = refused.or(truth).or(cell.absent);
            answer(out, Cell { absent, ..cell }, &mut change)?;
            if write.is_none() || change.left_out {
                out.bytes().extend_from_slice(if change.left_out { mark } else { b"" });
                return out.end();
            }
            let mut end = whole.len();
            if names.is_empty() || is_empty || is_refused {
                change.added.clear();
            } else {
                // Behind the last member, or the brace that opens the object.
                end = whole[..whole.trim_ascii_end().len() - 1].trim_ascii_end().len();
                change.added.drain(..usize::from(whole[..end].ends_with(b"{")));
            }
            let start = value.as_ptr().addr().wrapping_sub(whole.as_ptr().addr());
            out.outside(outside::table, |bytes| {
                change.write(bytes, whole, Some(start..start + value.len()), end);
            });
            out.end()
        })
    }
}

/// Appends a comma, and a member whose value is JSON.
pub(crate) fn add(out: &mut Vec<u8>, name: &str, value: &[u8]) {
    out.push(b',');
    json::string(out, name.as_bytes());
    out.push(b':');
    out.extend_from_slice(value);
}

/// What a string says; other values as they are written.
fn unquoted(value: &str) -> Cow<'_, str> {
    let string = || serde_json::from_str::<String>(value);
    match value.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(text) if !text.contains('\\') => text.into(),
        Some(_) => string().map_or(value.into(), Cow::Owned),
        None => value.into(),
    }
}
