//! The names of the keys.

use std::{format, string::String};

use crate::{Namespace, Resource, StoreError};

pub(super) const NAMESPACES: &str = "ids-reserve/namespaces";

pub(super) fn namespace(namespace: &Namespace) -> String {
    format!("ids-reserve/namespace {namespace}")
}

/// All that is of a kind.
pub(super) fn all(kind: &str) -> String {
    format!("ids-reserve/{kind} ")
}

/// All resources of a namespace.
pub(super) fn resources(namespace: &Namespace) -> String {
    format!("ids-reserve/resource {namespace} ")
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
pub(super) fn span(resource: &Resource, end: u64) -> String {
    format!("{}{end:020}", below("span", resource))
}

pub(super) fn returned(resource: &Resource, start: u64) -> String {
    format!("{}{start:020}", below("returned", resource))
}

/// The name of a namespace, which follows the kind.
pub(super) fn name_of(key: &str) -> &str {
    key.split(' ').nth(1).unwrap_or_default()
}

/// The namespace and the number.
pub(super) fn resource_of(key: &str) -> Result<Resource, StoreError> {
    let number = key.split(' ').nth(2).and_then(|number| number.parse().ok());
    let number = number.ok_or_else(|| strange(key))?;
    Ok(Resource { namespace: Namespace::new(name_of(key))?, number })
}

/// The token at the end.
pub(super) fn token_of(key: &str) -> Result<u128, StoreError> {
    let token = key.split(' ').nth(3).and_then(|token| u128::from_str_radix(token, 16).ok());
    token.ok_or_else(|| strange(key))
}

fn strange(key: &str) -> StoreError {
    StoreError::Broken(format!("another's entry: {key:?}").into())
}
