//! Prints which identifiers have which traits, as a table in Markdown. The compiler knows the answers.
//!
//! ```text
//! cargo run --manifest-path examples/peers/Cargo.toml
//! ```

mod typed;

use core::str::FromStr;

use newtype_uuid::TypedUuid;
use snowflake::{Snowflake, Twitter};
use type_safe_id::TypeSafeId;
use typed::{Message, Post, PostId};

/// Whether a type has traits. A method of the type comes before one of a trait, if its bounds hold.
macro_rules! has {
    ($type:ty: $($bounds:tt)+) => {{
        struct Has<T>(core::marker::PhantomData<T>);
        #[allow(dead_code, reason = "of types with the traits")]
        trait Not {
            const HAS: bool = false;
        }
        impl<T> Not for Has<T> {}
        #[allow(dead_code, reason = "of types without the traits")]
        impl<T: $($bounds)+> Has<T> {
            const HAS: bool = true;
        }
        Has::<$type>::HAS
    }};
}

macro_rules! table {
    ($($row:literal: { $($bounds:tt)+ })+) => {
        $(
            let cells = [
                has!(flax_id::FlaxId: $($bounds)+),
                has!(Snowflake<Twitter>: $($bounds)+),
                has!(PostId: $($bounds)+),
                has!(uuid::Uuid: $($bounds)+),
                has!(ulid::Ulid: $($bounds)+),
                has!(ferroid::id::ULID: $($bounds)+),
                has!(ferroid::id::SnowflakeTwitterId: $($bounds)+),
                has!(tsid::TSID: $($bounds)+),
                has!(TypedUuid<Post>: $($bounds)+),
                has!(TypeSafeId<Message>: $($bounds)+),
            ];
            let cells = cells.map(|has| if has { "yes" } else { "" });
            println!("| {} | {} |", $row, cells.join(" | "));
        )+
    };
}

fn main() {
    println!(
        "| trait of | `FlaxId` | `Snowflake` | `typed_id!` | uuid | ulid | ferroid `ULID` | ferroid `Snowflake` | tsid | newtype-uuid | type-safe-id |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    table! {
        "`FromStr` and `Display`: clap, axum, actix, rocket": { FromStr + core::fmt::Display }
        "serde": { serde::Serialize + serde::de::DeserializeOwned }
        "rusqlite": { rusqlite::ToSql + rusqlite::types::FromSql }
        "postgres-types": { postgres_types::ToSql + postgres_types::FromSqlOwned }
        "sqlx 0.9, PostgreSQL": { sqlx::Type<sqlx::Postgres> + for<'q> sqlx::Encode<'q, sqlx::Postgres> + for<'r> sqlx::Decode<'r, sqlx::Postgres> }
        "diesel 2, PostgreSQL's `uuid`": { diesel::expression::AsExpression<diesel::sql_types::Uuid> }
        "diesel 2, `bytea`": { diesel::expression::AsExpression<diesel::sql_types::Binary> }
        "diesel 2, `bigint`": { diesel::expression::AsExpression<diesel::sql_types::BigInt> }
        "sea-orm 2": { sea_orm::sea_query::ValueType + sea_orm::TryGetable }
        "schemars 1": { schemars::JsonSchema }
        "schemars 0.8": { schemars08::JsonSchema }
        "utoipa 5": { utoipa5::ToSchema }
        "utoipa 6": { utoipa6::ToSchema }
        "arbitrary": { for<'a> arbitrary::Arbitrary<'a> }
        "proptest": { proptest::arbitrary::Arbitrary }
        "zerocopy, to bytes": { zerocopy::IntoBytes }
        "zerocopy, from bytes": { zerocopy::FromBytes }
        "bytemuck, to bytes": { bytemuck::NoUninit }
        "bytemuck, from bytes": { bytemuck::AnyBitPattern }
        "borsh": { borsh::BorshSerialize + borsh::BorshDeserialize }
        "rkyv 0.8": { rkyv::Archive }
        "`Copy`": { Copy }
        "`Default`: an identifier of nothing": { Default }
    }
}
