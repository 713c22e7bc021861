//! A store that keeps this run apart from all others.

use clap::Args;
use ids_reserve::{Namespace, Store};

use super::address::{Patience, StoreAddress, namespace};
use crate::status::Failure;

/// Options of formats that count.
#[derive(Args, Debug)]
pub(crate) struct WithStore {
    /// Take what no other process has from this store: see `ids reserve`
    #[arg(long, value_name = "STORE")]
    store: Option<String>,
    /// The namespace in the store, instead of one that is named after what is made
    #[arg(long, value_name = "NAME", requires = "store", value_parser = namespace)]
    namespace: Option<Namespace>,
    #[command(flatten)]
    separate: Separate,
    #[command(flatten)]
    patience: Patience,
}

/// Whether a second name is meant.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Separate {
    /// Begin the namespace although the store has the same identifiers under another name: those of
    /// the two may be equal
    #[arg(long, requires = "store")]
    pub(crate) separate: bool,
}

/// A store, and the namespace in it.
pub(crate) struct Reserving {
    pub(crate) store: Box<dyn Store + Send>,
    pub(crate) namespace: Namespace,
    pub(crate) separate: bool,
}

impl WithStore {
    /// Whether a store is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.store.is_some()
    }

    /// The store, if one is given. `others` are the options that say the same in another way.
    pub(crate) fn open(
        &self,
        default: &str,
        others: &[(&str, bool)],
    ) -> Result<Option<Reserving>, Failure> {
        let separate = self.separate.separate;
        let Some(store) = &self.store else { return Ok(None) };
        if let Some((other, _)) = others.iter().find(|(_, given)| *given) {
            return Err(Failure::Usage(format!("give --store or {other}, not both")));
        }
        let namespace = match &self.namespace {
            Some(namespace) => namespace.clone(),
            None => namespace(default).map_err(|error| {
                Failure::Usage(format!("--store: {error}: give --namespace NAME"))
            })?,
        };
        let store = StoreAddress::new(store, self.patience).open()?;
        Ok(Some(Reserving { store, namespace, separate }))
    }
}
