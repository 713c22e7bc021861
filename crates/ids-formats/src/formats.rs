//! The formats as values, and what they have in common.

/// The list of [`FormInfo`] of a constant list of a format's forms.
macro_rules! forms {
    ($forms:expr, $form:ident => $info:expr) => {{
        // A static has an address of its own: formats with one list read alike.
        static INFOS: [crate::FormInfo; $forms.len()] = {
            let mut infos = [crate::FormInfo::new("", None); $forms.len()];
            let mut index = 0;
            while index < infos.len() {
                let $form = $forms[index];
                infos[index] = $info;
                index += 1;
            }
            infos
        };
        &INFOS
    }};
}

/// The texts of a [`Format`](crate::Format) whose identifiers have a type, in the order of `Form::ALL`.
macro_rules! texts {
    ($id:ty, $decode:ident, $encode:ident) => {
        #[inline]
        fn read(&self, form: usize, text: &[u8]) -> Result<u128, ParseError> {
            Form::ALL[form].$decode(text).map(<$id as ids_core::Id>::to_bits)
        }

        #[inline]
        fn write(&self, form: usize, bits: u128, out: &mut Vec<u8>) {
            if let Ok(id) = <$id as ids_core::Id>::from_bits(bits) {
                out.extend_from_slice(Form::ALL[form].$encode(id).as_bytes());
            }
        }
    };
}

/// The times of a [`Timed`](crate::Timed) whose identifiers have a type, and what else the ends of a tick take.
macro_rules! times {
    ($id:ty $(, $first:expr, $last:expr)?) => {
        #[inline]
        fn ticks(&self) -> ids_core::format::Ticks {
            <$id>::TICKS
        }

        #[inline]
        fn time(&self, bits: u128) -> crate::UnixTime {
            let known = bits & <$id as ids_core::Id>::LAYOUT.mask();
            <$id as ids_core::Id>::from_bits(known).map_or(crate::UnixTime::EPOCH, <$id>::time)
        }

        #[inline]
        fn first_at(&self, time: crate::UnixTime) -> Result<u128, ids_core::RangeError> {
            <$id>::first_at(time $(, $first)?).map(<$id as ids_core::Id>::to_bits)
        }

        #[inline]
        fn last_at(&self, time: crate::UnixTime) -> Result<u128, ids_core::RangeError> {
            <$id>::last_at(time $(, $last)?).map(<$id as ids_core::Id>::to_bits)
        }
    };
}

mod evently;
mod flax;
mod kuid;
mod luuid;
mod siq;
mod snowflake;

pub use evently::EventlyFormat;
pub use flax::FlaxFormat;
pub use kuid::{KuidGlobalFormat, KuidLocalFormat};
pub use luuid::LuuidFormat;
pub use siq::SiqFormat;
pub use snowflake::SnowflakeFormat;
