//! One accessor and one constructor of each format, to be read as assembly: `just assembly` says
//! that none of them calls anything.

use evently_id::{EventId, LedgerId};
use flax_id::FlaxId;
use ids_core::{RangeError, Text};
use luuid::{Group, Key, Luuid};
use siq::{DomainHash, Qualifier, Siq};
use snowflake::{ParseError, Snowflake, Twitter};

/// Exports each function under its own name.
macro_rules! export {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty { $body:expr })*) => { $(
        #[doc = stringify!($body)]
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub fn $name($($argument: $type),*) -> $result {
            $body
        }
    )* };
}

export! {
    evently_accessor(id: EventId) -> u64 { id.timestamp() }
    evently_constructor(time: u64, checksum: u32, ledger: LedgerId) -> Result<EventId, RangeError> {
        EventId::from_parts(time, checksum, ledger)
    }
    flax_accessor(id: FlaxId) -> u64 { id.random() }
    flax_constructor(timestamp: u64, random: u64) -> Result<FlaxId, RangeError> {
        FlaxId::from_parts(timestamp, random)
    }
    kuid_accessor(id: kuid::Local) -> u64 { id.to_bits() & kuid::Local::SEQUENCE.max() }
    kuid_constructor(mega: u64, second: u64, fraction: u64, sequence: u64)
        -> Result<kuid::Local, RangeError>
    {
        kuid::Local::from_parts(mega, second, fraction, sequence)
    }
    luuid_accessor(id: Luuid) -> Key { id.key() }
    luuid_constructor(key: Key, group: Group, random: u64) -> Result<Luuid, RangeError> {
        Luuid::new(key, group, random)
    }
    siq_accessor(id: Siq) -> u8 { id.shard() }
    siq_constructor(time: u64, shard: u8, domain: DomainHash, qualifier: Qualifier, serial: u16)
        -> Result<Siq, RangeError>
    {
        Siq::from_parts(time, shard, domain, qualifier, serial)
    }
    snowflake_accessor(id: Snowflake<Twitter>) -> u64 { id.get(Twitter::WORKER) }
    snowflake_constructor(bits: u64) -> Result<Snowflake<Twitter>, ParseError> {
        Snowflake::from_bits(bits)
    }
    text_of_flax(id: FlaxId) -> Text<16> { id.encode() }
    text_of_luuid(id: Luuid) -> Text<36> { id.encode() }
}
