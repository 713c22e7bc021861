//! Identifiers through sqlx and diesel: the tests are all there is.
