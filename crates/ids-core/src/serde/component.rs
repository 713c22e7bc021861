//! Parts of identifiers: text where people read it, the number where they do not.

use core::{fmt, marker::PhantomData, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The text of a component in human-readable formats, its number in others.
///
/// # Errors
/// The serializer's own.
#[inline]
pub fn serialize_component<S: Serializer, T: AsRef<str>, N: Serialize>(
    text: impl FnOnce() -> T,
    number: impl FnOnce() -> N,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(text().as_ref())
    } else {
        number().serialize(serializer)
    }
}

/// What [`serialize_component`] writes: the text where people read it, the number in others.
///
/// # Errors
/// The deserializer's own, or the component's if the text or the number is not valid.
#[inline]
pub fn deserialize_component<'de, T, N, E, D>(
    deserializer: D,
    name: &'static str,
    from: impl FnOnce(N) -> Result<T, E>,
) -> Result<T, D::Error>
where
    T: FromStr<Err = crate::ParseError>,
    N: Deserialize<'de>,
    E: fmt::Display,
    D: Deserializer<'de>,
{
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(Named::new(name))
    } else {
        from(N::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Reads the text of a type of this name.
struct Named<T>(&'static str, PhantomData<T>);

impl<T> Named<T> {
    #[inline]
    const fn new(name: &'static str) -> Self {
        Self(name, PhantomData)
    }
}

impl<T: FromStr<Err = crate::ParseError>> de::Visitor<'_> for Named<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} as text", self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
