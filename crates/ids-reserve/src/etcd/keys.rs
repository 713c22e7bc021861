//! The names of the keys.

use std::{format, string::String};

use crate::{Namespace, Resource};

pub(super) const VERSION: &str = "ids-reserve/version";
pub(super) const NAMESPACES: &str = "ids-reserve/namespaces";

pub(super) fn namespace(namespace: &Namespace) -> String {
    format!("ids-reserve/namespace {namespace}")
}

/// All that is of a kind, and of a namespace if it is said.
pub(super) fn all(kind: &str, namespace: Option<&Namespace>) -> String {
    namespace.map_or_else(
        || format!("ids-reserve/{kind} "),
        |namespace| format!("ids-reserve/{kind} {namespace} "),
    )
}

pub(super) fn resource(Resource { namespace, number }: &Resource) -> String {
    format!("ids-reserve/resource {namespace} {number:020}")
}

/// What is of a kind below a resource.
pub(super) fn below(kind: &str, Resource { namespace, number }: &Resource) -> String {
    format!("ids-reserve/{kind} {namespace} {number:020} ")
}

pub(super) fn holder(resource: &Resource, token: u128) -> String {
    format!("{}{token:032x}", below("holder", resource))
}

/// By the end, so that the range which a number is in is the first one from there on.
pub(super) fn span(resource: &Resource, until: u64) -> String {
    format!("{}{until:020}", below("span", resource))
}

pub(super) fn returned(resource: &Resource, first: u64) -> String {
    format!("{}{first:020}", below("returned", resource))
}
