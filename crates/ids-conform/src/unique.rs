//! JSON that means what it says. Its objects have each key once: what the last of equal keys says would
//! hide the others. No key is a private name of `serde_json`, which reads such an object as something else.

use core::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

/// How the keys begin that mean something else to `serde_json`, such as the JSON inside a string. Which
/// they are depends on the features that any crate of the build asks for.
const PRIVATE: &str = "$serde_json::private::";

/// A value in which no object repeats a key or has a private one.
pub(crate) struct Unique(pub(crate) Value);

/// The members of an object, in which no object repeats a key or has a private one.
pub(crate) fn members<'de, D: Deserializer<'de>>(line: D) -> Result<Map<String, Value>, D::Error> {
    match Unique::deserialize(line)? {
        Unique(Value::Object(members)) => Ok(members),
        Unique(other) => Err(D::Error::custom(format_args!("{other} is no object"))),
    }
}

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Once).map(Self)
    }
}

struct Once;

impl<'de> Visitor<'de> for Once {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if all.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key {key:?} occurs twice")));
            }
            if key.starts_with(PRIVATE) {
                return Err(A::Error::custom(format_args!("the key {key:?} is reserved")));
            }
            let Unique(value) = members.next_value()?;
            all.insert(key, value);
        }
        Ok(Value::Object(all))
    }
}
