//! Identifiers through rusqlite and tokio-postgres: the tests are all there is.
