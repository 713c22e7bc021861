//! The verbs: one file each, which has its arguments and what it does.

pub(crate) mod check;
pub(crate) mod conform;
pub(crate) mod convert;
pub(crate) mod infer;
pub(crate) mod info;
pub(crate) mod inspect;
pub(crate) mod ledger;
pub(crate) mod new;
pub(crate) mod page;
pub(crate) mod range;
pub(crate) mod reserve;
pub(crate) mod respond;
pub(crate) mod sql;
