//! What the service answers to requests.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{StatusCode, header::LOCATION},
    response::IntoResponse,
    routing::{get, post},
};
use serde::Deserialize;

use crate::{
    ids::{Id, Ids},
    problem::Problem,
    users::{User, Users},
};

/// What the requests share.
#[derive(Debug)]
pub struct Shared {
    /// Makes ids.
    pub ids: Ids,
    /// Keeps users.
    pub users: Users,
}

#[derive(Deserialize)]
struct NewUser {
    name: String,
}

/// The routes of the service.
pub fn routes(shared: Shared) -> Router {
    Router::new()
        .route("/users", post(create))
        .route("/users/{id}", get(read))
        .with_state(Arc::new(shared))
}

async fn create(
    State(shared): State<Arc<Shared>>,
    Json(new): Json<NewUser>,
) -> Result<impl IntoResponse, Problem> {
    let user = User { id: shared.ids.next().await?, name: new.name };
    shared.users.add(&user).await?;
    let location = [(LOCATION, format!("/users/{}", user.id))];
    Ok((StatusCode::CREATED, location, Json(user)))
}

async fn read(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<Id>,
) -> Result<Json<User>, Problem> {
    Ok(Json(shared.users.find(id).await?))
}
