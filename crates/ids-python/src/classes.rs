//! The classes of identifiers: one for each format, and for each known flavour of Snowflake.

use core::fmt::Write as _;

use ids_core::UnixTime;
use ids_formats::{FAMILIES, Facts, Format, Given, MakeError, Making, Param, formats};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple, PyType},
};

use crate::{
    array::IdArray,
    generator::Generator,
    given::spelled,
    id::Id,
    issuer::{common, no_rng},
    kind::{Kind, has, register},
    kuid, luuid, siq, snowflake,
};

/// Classes that have what `Id` has, and methods of their own: each of a format, but for one that is a base alone.
macro_rules! classes {
    ($($(#[doc = $doc:literal])* $class:ident of $base:ty $(, $format:expr)?; { $($method:item)* })*) => {$(
        $(#[doc = $doc])*
        #[pyclass(module = "ids_formats", extends = $base, subclass, frozen)]
        #[derive(Debug)]
        pub(crate) struct $class;

        impl $class {
            /// An object that is made of its base.
            fn wrap(id: $crate::id::Id) -> PyClassInitializer<Self> {
                <$base>::wrap(id).add_subclass(Self)
            }
        }

        #[pymethods]
        impl $class {
            #[new]
            #[classmethod]
            #[pyo3(signature = (value), text_signature = "(value)")]
            fn new(
                class: &Bound<'_, pyo3::types::PyType>,
                value: &Bound<'_, PyAny>,
            ) -> PyResult<PyClassInitializer<Self>> {
                Ok(Self::wrap($crate::id::Id::read($crate::kind::kind_of(class)?, value)?))
            }

            $($method)*
        }
    )*

        /// Adds them to the module.
        pub(crate) fn add_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(
                module.add_class::<$class>()?;
                $(
                    let class = module.py().get_type::<$class>();
                    let make: $crate::kind::Make =
                        |py, id| Ok(Bound::new(py, <$class>::wrap(id))?.into_any().unbind());
                    let kind = $crate::kind::Kind::new($format);
                    $crate::kind::register(&class, kind, Some(make));
                    $crate::classes::document(&class, kind.format)?;
                )?
            )*
            Ok(())
        }
    };
}
pub(crate) use classes;

classes! {
    /// A Flax identifier: 96 bits, 16 characters that sort. 40 bits are milliseconds, 56 are random.
    ///
    /// It is made of a str, an int or 12 bytes.
    ///
    /// >>> from ids_formats import FlaxId
    /// >>> id = FlaxId("0RdKJcxqVBiAiQr0")
    /// >>> id.time.isoformat(), id.random
    /// ('2015-10-15T20:10:25.807000+00:00', 33355658962779585)
    /// >>> FlaxId.generator().generate() > id
    /// True
    FlaxId of Id, formats::flax::FORMAT; {}

    /// The id of an event in a ledger of Evently: 128 bits, 32 hexadecimal digits.
    ///
    /// It is made of a str, an int, 16 bytes or a UUID. New ones follow from events: see `ids_formats.evently`.
    ///
    /// >>> from ids_formats import EventlyId
    /// >>> EventlyId("0005cd7556b05092aecc815daa77f99c").time.isoformat()
    /// '2021-10-03T16:32:12.816530+00:00'
    EventlyId of Id, formats::evently::FORMAT; {}
}

/// A class of Python below one of these.
pub(crate) fn subclass<'py>(
    base: &Bound<'py, PyType>,
    name: &str,
    module: Option<&str>,
    format: &'static dyn Format,
) -> PyResult<Bound<'py, PyType>> {
    let py = base.py();
    let members = PyDict::new(py);
    members.set_item("__slots__", PyTuple::empty(py))?;
    members.set_item("__module__", module.unwrap_or("ids_formats"))?;
    let about = if base.is(py.get_type::<Id>()) {
        about(name, format)
    } else {
        let doc = base.getattr("__doc__")?.extract::<String>()?;
        doc.split(&makes(&base.qualname()?.to_string()))
            .next()
            .unwrap_or_default()
            .trim_end()
            .to_owned()
    };
    members.set_item("__doc__", about + &made_of(name, format))?;
    let class = py.get_type::<PyType>().call1((name, (base,), members))?.cast_into()?;
    register(&class, Kind::new(format), None);
    Ok(class)
}

/// Adds to the documentation of a class what its generator takes. A class without it has what the format says.
pub(crate) fn document(class: &Bound<'_, PyType>, format: &dyn Format) -> PyResult<()> {
    let name = class.name()?.to_string();
    let own = class.getattr("__doc__")?.extract::<Option<String>>()?;
    let doc = own.filter(|doc| !doc.is_empty()).unwrap_or_else(|| about(&name, format));
    class.setattr("__doc__", doc + &made_of(&name, format))
}

/// What a class is about that says nothing of its own.
fn about(name: &str, format: &dyn Format) -> String {
    let Facts { family, about, canonical, .. } = format.facts();
    let (bytes, largest) = (format.facts().bytes(), format.facts().largest());
    let text = format.text(canonical, largest);
    format!(
        "An identifier of the format {family}: {about}.\n\nIt is made of a str, an int or {bytes} bytes.\n\n\
         >>> from ids_formats import {name}\n>>> int({name}(\"{text}\"))\n{largest}"
    )
}

/// How what a generator of a class takes begins.
fn makes(name: &str) -> String {
    format!("`{name}.generator(*")
}

/// What a generator of a class takes, as the documentation of the class ends; nothing if there is none.
fn made_of(name: &str, format: &dyn Format) -> String {
    let making = Making::new(UnixTime::EPOCH, no_rng());
    if matches!(format.maker(&[], making), Err(MakeError::None)) {
        return String::new();
    }
    let (params, common) = (format.params(), common(format));
    let names = params.iter().map(|param| param.name).filter(|name| !common.contains(name));
    let names: Vec<_> = names.chain(common.iter().copied()).collect();
    let mut text = format!("\n\n{}, {})` makes new ones.", makes(name), names.join(", "));
    for param in &params {
        let name = param.name;
        let _ = write!(text, "\n\n- `{name}`: {}", described(param));
        if common.contains(&name) {
            let _ = write!(
                text,
                "; given as `{}`, since `{name}` is another argument",
                spelled(name, &common)
            );
        }
    }
    text
}

/// What a parameter is for, and what is so without it.
pub(crate) fn described(param: &Param) -> String {
    let Param { about, one_of, .. } = param;
    match param.default {
        Some(Given::Number(number)) => format!("{about}; {number} if left out"),
        Some(Given::Flag(flag)) => {
            format!("{about}; {} if left out", if flag { "True" } else { "False" })
        }
        _ if param.needed => format!("{about}; needed"),
        _ if !one_of.is_empty() => format!("{about}; one of {}", one_of.join(", ")),
        _ => (*about).to_owned(),
    }
}

/// Adds the classes to the module. They alone are its `__all__`, for the package to go on with.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.delattr("__all__")?;
    module.add_class::<Id>()?;
    module.add_class::<IdArray>()?;
    add_classes(module)?;
    siq::add_classes(module)?;
    kuid::add_classes(module)?;
    luuid::add_classes(module)?;
    snowflake::add_classes(module)?;
    kuid::add_drifts(module)?;
    // A format that has no methods of its own needs no class here.
    for family in FAMILIES.iter().filter(|family| !has(family.name)) {
        for format in family.formats {
            module.add(family.id, subclass(&py.get_type::<Id>(), family.id, None, *format)?)?;
        }
    }
    module.add_class::<Generator>()?;
    module.setattr("__all__", module.index()?.to_tuple())
}
