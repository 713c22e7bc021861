#![doc = include_str!("../README.md")]

pub mod messages;
#[path = "../../web-sqlx/src/routes.rs"]
pub mod routes;
