//! Ledgers in a PostgreSQL database.

/// The SQL that makes the tables, their triggers and functions, in the schema `evently_ledger`.
pub const SCHEMA: &str = include_str!("schema/postgres-1.sql");
