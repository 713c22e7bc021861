//! Identifiers in the paths and queries of actix and of rocket, and what a client sees of a wrong one.

pub mod actix;
pub mod rocket;

use flax_id::{FlaxId, typed_id};
use snowflake::{Discord, Snowflake};

typed_id! {
    /// A note. Its texts are those of a Flax identifier.
    pub struct NoteId(FlaxId);

    /// An author, a user of Discord.
    pub struct AuthorId(Snowflake<Discord>);
}

/// What a page of notes begins after, as a client of both services sees it.
pub fn page(author: AuthorId, after: Option<NoteId>) -> String {
    match after {
        Some(after) => format!("notes of {author} after {after}"),
        None => format!("notes of {author}"),
    }
}
