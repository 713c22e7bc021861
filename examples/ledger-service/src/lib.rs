#![doc = include_str!("../README.md")]

pub mod database;
pub mod follow;
pub mod ledgers;
pub mod problem;
pub mod requests;
pub mod routes;
