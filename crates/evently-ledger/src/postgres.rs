//! Ledgers in a PostgreSQL database.

/// The SQL that makes the tables, their triggers and functions, in the schema `evently_ledger`.
pub const SCHEMA: &str = include_str!("schema/postgres-1.sql");

/// The SQL that makes the functions, beside the tables: for clients in any language, which append by
/// `evently_ledger.append`. It can be run again, and needs PostgreSQL 13 and a database in UTF-8.
pub const FUNCTIONS: &str = include_str!("schema/postgres-functions-1.sql");
