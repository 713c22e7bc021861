//! Text where people and JavaScript read it, the integer where they do not.

use core::{fmt, marker::PhantomData};

use ids_core::serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Kind, Snowflake};

/// The canonical text in human-readable formats, since JavaScript and others lose bits of integers
/// past 2^53; an unsigned integer in others ([SNOW-8](crate::rules#snow-8)).
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<K: Kind> Serialize for Snowflake<K> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u64(self.to_bits())
        }
    }
}

/// The canonical text or an integer, whichever the format hands over
/// ([SNOW-8](crate::rules#snow-8)): one that is not human-readable is asked for what [`Serialize`]
/// writes.
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
impl<'de, K: Kind> Deserialize<'de> for Snowflake<K> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = TextOrInteger(PhantomData);
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(visitor)
        } else {
            deserializer.deserialize_u64(visitor)
        }
    }
}

struct TextOrInteger<K>(PhantomData<K>);

impl<K: Kind> de::Visitor<'_> for TextOrInteger<K> {
    type Value = Snowflake<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {} identifier as text or as an integer", K::FLAVOUR.name())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, bits: u64) -> Result<Self::Value, E> {
        Snowflake::from_bits(bits).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
        Snowflake::from_i64(number).map_err(E::custom)
    }
}
