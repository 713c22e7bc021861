//! Identifiers through sqlx, diesel and sea-orm: the tests are all there is.
