#![doc = include_str!("../README.md")]

pub mod ending;
pub mod ids;
pub mod part;
pub mod postgres;
pub mod problem;
pub mod routes;
pub mod service;
pub mod supervisor;
pub mod users;

/// What ends a process of the fleet.
pub type Failure = Box<dyn core::error::Error + Send + Sync>;
