//! The service in rocket, which has traits of its own for paths and queries. A type of `typed_id!` is the
//! program's, so that it can have them.

use flax_id::ids_core::ParseError;
use rocket::{
    Build, Rocket,
    form::{self, Errors, FromFormField, ValueField, error::ErrorKind},
    get,
    request::FromParam,
    response::status::BadRequest,
    routes,
};

use crate::{AuthorId, NoteId, page};

/// Writes what rocket wants of an identifier.
macro_rules! in_paths_and_queries {
    ($($id:ty)+) => {$(
        impl FromParam<'_> for $id {
            type Error = ParseError;

            fn from_param(text: &str) -> Result<Self, ParseError> {
                text.parse()
            }
        }

        impl FromFormField<'_> for $id {
            fn from_value(field: ValueField<'_>) -> form::Result<'_, Self> {
                field.value.parse().map_err(|error: ParseError| form::Error::validation(error.to_string()).into())
            }
        }
    )+};
}

in_paths_and_queries!(NoteId AuthorId);

type Answer = Result<String, BadRequest<String>>;

// With `Result` the handler has the error, and the client its text. With the bare type rocket says 404.
#[get("/notes/<id>")]
fn note(id: Result<NoteId, ParseError>) -> Answer {
    let id = id.map_err(|error| BadRequest(error.to_string()))?;
    Ok(format!("note {id}"))
}

#[get("/notes?<author>&<after>")]
fn notes(author: form::Result<'_, AuthorId>, after: form::Result<'_, NoteId>) -> Answer {
    let author = author.map_err(|errors| wrong("author", &errors))?;
    // As an `Option` a wrong identifier would be none, and the client get the wrong page.
    let after = match after {
        Ok(after) => Some(after),
        Err(errors) if errors.iter().all(|error| matches!(error.kind, ErrorKind::Missing)) => None,
        Err(errors) => return Err(wrong("after", &errors)),
    };
    Ok(page(author, after))
}

/// What is wrong with a field of a query.
fn wrong(field: &str, errors: &Errors<'_>) -> BadRequest<String> {
    let texts = errors.iter().map(|error| format!("{field}: {error}"));
    BadRequest(texts.collect::<Vec<_>>().join(", "))
}

/// The service.
pub fn service() -> Rocket<Build> {
    rocket::build().mount("/", routes![note, notes])
}
