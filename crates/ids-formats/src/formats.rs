//! The formats as values, by their families: a module for each.

/// Calls a macro with the one list of families: the name of each, and its module.
///
/// It is for what has a file for each format, whose path the compiler wants:
///
/// ```
/// macro_rules! names { ($($name:literal: $module:ident),*) => { [$($name),*] } }
/// let names = ids_formats::families!(names);
/// assert_eq!(names.as_slice(), ids_formats::FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>());
/// ```
#[macro_export]
macro_rules! families {
    ($with:ident) => {
        $with! {
            "flax": flax,
            "snowflake": snowflake,
            "kuid": kuid,
            "siq": siq,
            "luuid": luuid,
            "evently": evently
        }
    };
}

/// The list of [`FormInfo`](crate::FormInfo) of a constant list of a format's forms.
macro_rules! forms {
    ($forms:expr) => {
        forms!($forms, form => crate::FormInfo::new(form.name(), form.sorts()))
    };
    ($forms:expr, $form:ident => $info:expr) => {{
        // A static has an address of its own: formats with one list read alike.
        static INFOS: [crate::FormInfo; $forms.len()] = {
            let mut infos = [crate::FormInfo::new("", false); $forms.len()];
            let mut index = 0;
            while index < infos.len() {
                let $form = $forms[index];
                infos[index] = crate::FormInfo { place: index, ..$info };
                index += 1;
            }
            infos
        };
        &INFOS
    }};
}

/// The facts of a [`Format`] whose identifiers have a type, their texts in the order of `Form::ALL`, and whether they are
/// `timed`.
macro_rules! texts {
    ($self:ident, $facts:expr, $id:ty, $decode:ident, $encode:ident $(, $timed:ident)?) => {
        #[inline]
        fn facts(&$self) -> &crate::Facts {
            $facts
        }

        $(fn $timed(&self) -> Option<&dyn crate::Timed> {
            Some(self)
        })?

        fn read(&self, form: &crate::FormInfo, text: &[u8]) -> Result<u128, ids_core::ParseError> {
            Form::ALL[form.place].$decode(text).map(<$id as ids_core::Id>::to_bits)
        }

        #[inline]
        fn write(&self, form: &crate::FormInfo, bits: u128, out: &mut alloc::vec::Vec<u8>) {
            if let Ok(id) = <$id as ids_core::Id>::from_bits(bits) {
                out.extend_from_slice(Form::ALL[form.place].$encode(id).as_bytes());
            }
        }
    };
}

/// The times of a [`Timed`](crate::Timed) whose identifiers have a type, and what else the ends of a tick take.
macro_rules! times {
    ($id:ty $(, $first:expr, $last:expr)?) => {
        fn ticks(&self) -> ids_core::format::Ticks {
            <$id>::TICKS
        }

        #[inline]
        fn time(&self, bits: u128) -> crate::UnixTime {
            let known = bits & <$id as ids_core::Id>::LAYOUT.mask();
            <$id as ids_core::Id>::from_bits(known).map_or(crate::UnixTime::EPOCH, <$id>::time)
        }

        fn first_at(&self, time: crate::UnixTime) -> Result<u128, ids_core::RangeError> {
            <$id>::first_at(time $(, $first)?).map(<$id as ids_core::Id>::to_bits)
        }

        fn last_at(&self, time: crate::UnixTime) -> Result<u128, ids_core::RangeError> {
            <$id>::last_at(time $(, $last)?).map(<$id as ids_core::Id>::to_bits)
        }
    };
}

pub mod evently;
pub mod flax;
pub mod kuid;
pub mod luuid;
pub mod siq;
pub mod snowflake;
