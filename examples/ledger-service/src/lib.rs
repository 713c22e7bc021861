#![doc = include_str!("../README.md")]

pub mod body;
pub mod database;
pub mod follow;
pub mod ledgers;
pub mod problem;
pub mod requests;
pub mod routes;
pub mod serve;
pub mod turns;
