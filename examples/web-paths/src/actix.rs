//! The service in actix. Its extractors read identifiers by serde: no line of glue.

use actix_web::{HttpResponse, error::InternalError, web};
use serde::Deserialize;

use crate::{AuthorId, NoteId, page};

/// The query of a page of notes.
#[derive(Debug, Deserialize)]
struct Page {
    author: AuthorId,
    after: Option<NoteId>,
}

async fn note(id: web::Path<NoteId>) -> String {
    format!("note {id}")
}

async fn notes(query: web::Query<Page>) -> String {
    page(query.author, query.after)
}

/// The routes. What is wrong with a path or a query, a client sees as the text of a 400: without the
/// configuration here, actix says 404 of a path.
pub fn routes(config: &mut web::ServiceConfig) {
    let path = web::PathConfig::default().error_handler(|error, _| {
        let answer = HttpResponse::BadRequest().body(error.to_string());
        InternalError::from_response(error, answer).into()
    });
    config
        .app_data(path)
        .route("/notes/{id}", web::get().to(note))
        .route("/notes", web::get().to(notes));
}
