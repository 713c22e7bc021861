//! One address for every identifier: `/any/{uuid}` sends the caller on to `/person/{key}` or
//! `/building/{key}`, because the identifier says which group it belongs to.
//!
//! ```sh
//! cargo run -p luuid --example luuid-router
//! ```
//!
//! ```text
//! /any/00000023-122e-62a0-a789-28ef27ab7c62 308 Permanent Redirect /person/23122e
//! /person/23122e 200 OK
//! /any/00000023-122e-6b44-a789-28ef27ab7c62 308 Permanent Redirect /building/23122e
//! /any/00000023-122e-6fff-a789-28ef27ab7c62 404 Not Found
//! ```
//!
//! Shown with axum; nothing here needs more of a router than a path parameter.
//!
//! In a program of your own: `cargo add axum`, `cargo add tower --features util` and
//! `cargo add tokio --features macros,rt`.

use axum::{
    Router,
    extract::Path,
    http::{StatusCode, header},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use luuid::{Groups, Key, Luuid, NamedGroup};
use tower::ServiceExt as _;

/// The kinds of entity this program knows. Two names with the same checksum do not compile.
const GROUPS: Groups<'_> = Groups::new(&[NamedGroup::new("person"), NamedGroup::new("building")]);

fn routes() -> Router {
    Router::new()
        .route("/any/{uuid}", get(any))
        .route("/person/{key}", get(async |path| entity("person", path)))
        .route("/building/{key}", get(async |path| entity("building", path)))
}

/// Sends an identifier to the address of its group.
async fn any(Path(uuid): Path<String>) -> Result<Redirect, (StatusCode, String)> {
    // The error says what is wrong and repeats nothing that the client sent.
    let id: Luuid = uuid.parse().map_err(|error| (StatusCode::BAD_REQUEST, format!("{error}")))?;
    let name = GROUPS
        .name(id.group())
        .ok_or_else(|| (StatusCode::NOT_FOUND, format!("no group {}", id.group())))?;
    Ok(Redirect::permanent(&format!("/{name}/{}", id.key())))
}

/// Stands for what the program does with an entity.
fn entity(name: &str, Path(key): Path<String>) -> Response {
    match key.parse::<Key>() {
        Ok(key) => format!("{name} number {}", key.to_bits()).into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    }
}

/// Asks the routes as a client would, without a network: the status, and where it is sent.
async fn ask(path: &str) -> (StatusCode, String) {
    let request = axum::http::Request::get(path).body(axum::body::Body::empty());
    let Ok(request) = request else { return (StatusCode::BAD_REQUEST, String::new()) };
    let response = routes().oneshot(request).await.unwrap_or_else(|never| match never {});
    let location = response.headers().get(header::LOCATION);
    let location = location.and_then(|value| value.to_str().ok()).unwrap_or_default();
    (response.status(), location.to_owned())
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    for path in [
        "/any/00000023-122e-62a0-a789-28ef27ab7c62",
        "/person/23122e",
        "/any/00000023-122e-6b44-a789-28ef27ab7c62",
        "/any/00000023-122e-6fff-a789-28ef27ab7c62",
    ] {
        let (status, location) = ask(path).await;
        println!("{}", format!("{path} {status} {location}").trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_identifier_finds_its_way() {
        let cases = [
            ("/any/00000023-122e-62a0-a789-28ef27ab7c62", 308, "/person/23122e"),
            ("/any/00000023-122e-82a0-a789-28ef27ab7c62", 308, "/person/23122e"),
            ("/any/00000000-0001-6b44-a000-000000000000", 308, "/building/1"),
            // A group that is not registered.
            ("/any/00000023-122e-6fff-a789-28ef27ab7c62", 404, ""),
            // No identifier: another version, another variant, the published grouping.
            ("/any/00000023-122e-42a0-a789-28ef27ab7c62", 400, ""),
            ("/any/00000023-122e-62a0-8789-28ef27ab7c62", 400, ""),
            ("/any/000000231-22e-62a0-a789-28ef27ab7c62", 400, ""),
            ("/person/23122e", 200, ""),
            ("/person/g", 400, ""),
            ("/person/1000000000000", 400, ""),
        ];
        for (path, status, location) in cases {
            let (found, target) = ask(path).await;
            assert_eq!((found.as_u16(), target.as_str()), (status, location), "{path}");
        }
    }
}
