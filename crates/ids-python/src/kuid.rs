//! KUID: the classes of identifiers of one node, and of many with each drift.

use ids_core::format::array_of_bytes;
use ids_formats::formats::kuid::{self as format, LOCAL, global, globals};
use kuid::{Drift, Local, NodeId, legacy};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyType},
};

use crate::{
    classes::{classes, subclass},
    error::Raise,
    given::natural,
    id::Id,
    kind::{Kind, Maker},
};

classes! {
    /// A KUID of one node: 64 bits, 11 characters that sort.
    ///
    /// It is made of a str, an int or 8 bytes.
    ///
    /// >>> from ids_formats import KuidLocal
    /// >>> id = KuidLocal(".5.tXbhdV.3")
    /// >>> id.to_global(7).node, id.fields()["sequence"]
    /// (7, 1)
    KuidLocal of Id, LOCAL; {
        /// The identifier that this one is among many nodes.
        #[pyo3(signature = (node, drift = None), text_signature = "($self, node, drift=8)")]
        fn to_global<'py>(
            slf: &Bound<'py, Self>,
            node: &Bound<'py, PyAny>,
            drift: Option<&Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let drift = drift.map_or(Ok(Drift::DEFAULT), self::drift)?;
            let bits = slf.as_super().get().bits;
            let id = <Local as ids_core::Id>::from_bits(bits).map_err(|error| error.raise())?;
            let class = class_of(slf.py(), drift)?;
            Maker::of(&class)?.make(drift.join(id, NodeId::from_bits(natural("node", node)?)))
        }
    }

    /// A KUID of many nodes: 96 bits, 16 characters that sort by windows of time.
    ///
    /// No identifier says its drift: `KuidGlobal` has 8, the classes of `with_drift` others. It is made of a str, an int
    /// or 12 bytes.
    ///
    /// >>> from ids_formats import KuidGlobal
    /// >>> id = KuidGlobal.generator(node=7, clock=1_700_000_000 * 10**9).generate()
    /// >>> id.node, id.to_local().time_ns
    /// (7, 1700000000000000000)
    KuidGlobal of Id, global(Drift::DEFAULT); {
        /// The class of the identifiers of another drift, 5 to 10: windows of 2^drift seconds.
        #[staticmethod]
        fn with_drift<'py>(drift: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyType>> {
            class_of(drift.py(), self::drift(drift)?)
        }

        /// The identifier that this one is on its node.
        fn to_local<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
            let bits = parts_of(slf).0.to_bits().into();
            Maker::of(&slf.py().get_type::<KuidLocal>())?.make(bits)
        }

        /// The identifier of bytes as version 1.2.0 of the Erlang library wrote them, the node first.
        #[classmethod]
        fn from_node_first<'py>(
            class: &Bound<'py, PyType>,
            bytes: &[u8],
        ) -> PyResult<Bound<'py, PyAny>> {
            let bytes = array_of_bytes(bytes).map_err(|error| error.raise())?;
            let (id, node) = legacy::decode_1_2_0(bytes);
            let maker = Maker::of(class)?;
            maker.make(drift_of(maker.kind).join(id, node))
        }

        /// The bytes as version 1.2.0 of the Erlang library wrote them, the node first.
        fn to_node_first<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyBytes> {
            let (id, node) = parts_of(slf);
            PyBytes::new(slf.py(), &legacy::encode_1_2_0(id, node))
        }
    }
}

/// The drift of a class; the usual one of a class of other identifiers.
fn drift_of(kind: &Kind) -> Drift {
    format::drift_of(&kind.format.facts().layout).unwrap_or(Drift::DEFAULT)
}

fn parts_of(id: &Bound<'_, KuidGlobal>) -> (Local, NodeId) {
    let id = id.as_super().get();
    drift_of(id.kind).split(id.bits)
}

fn drift(bits: &Bound<'_, PyAny>) -> PyResult<Drift> {
    Drift::new(natural("drift", bits)?).map_err(|error| error.raise())
}

/// The name of the class of global KUIDs with this drift.
fn name(drift: Drift) -> String {
    match drift {
        Drift::DEFAULT => "KuidGlobal".to_owned(),
        _ => format!("KuidGlobalDrift{}", drift.bits()),
    }
}

fn class_of(py: Python<'_>, drift: Drift) -> PyResult<Bound<'_, PyType>> {
    Ok(py.import("ids_formats._native")?.getattr(name(drift))?.cast_into()?)
}

/// Adds the classes of the other drifts to the module.
pub(crate) fn add_drifts(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let base = module.py().get_type::<KuidGlobal>();
    for (drift, format) in globals().filter(|(drift, _)| *drift != Drift::DEFAULT) {
        let name = name(drift);
        module.add(name.as_str(), subclass(&base, &name, None, format)?)?;
    }
    Ok(())
}
