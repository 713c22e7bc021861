#![doc = include_str!("../README.md")]

pub mod messages;
pub mod routes;
