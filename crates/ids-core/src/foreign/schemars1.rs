//! `schemars` 1: the JSON schema of the canonical text.

extern crate alloc;

use alloc::{borrow::Cow, format};

use schemars1::json_schema;
pub use schemars1::{JsonSchema, Schema, SchemaGenerator};

use super::schema;
use crate::Id;

/// The name of the type with its module, which tells it from another type of that name.
#[inline]
pub fn id(module: &str, parts: &[&'static str]) -> Cow<'static, str> {
    Cow::Owned(format!("{module}::{}", schema::name(parts)))
}

/// The schema: a string, its pattern, a sentence and an example.
#[inline]
pub fn json_schema<I: Id>() -> Schema {
    json_schema!({
        "type": "string",
        "pattern": I::PATTERN,
        "description": schema::description::<I>(),
        "examples": schema::example::<I>().as_slice(),
    })
}

/// Writes `JsonSchema`.
#[doc(hidden)]
#[macro_export]
macro_rules! impl_schemars1 {
    ([$($parameters:tt)*] $type:ty, $name:expr) => {
        impl<$($parameters)*> $crate::foreign::schemars1::JsonSchema for $type {
            #[inline]
            fn schema_name() -> $crate::foreign::Cow<'static, str> {
                $crate::foreign::schema_name(&$name)
            }

            #[inline]
            fn schema_id() -> $crate::foreign::Cow<'static, str> {
                $crate::foreign::schemars1::id(::core::module_path!(), &$name)
            }

            #[inline]
            fn json_schema(
                _: &mut $crate::foreign::schemars1::SchemaGenerator,
            ) -> $crate::foreign::schemars1::Schema {
                $crate::foreign::schemars1::json_schema::<Self>()
            }
        }
    };
}
