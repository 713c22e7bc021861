//! Servers to throw away: each has a folder of its own, which goes with it.
//!
//! They come from Debian's packages and listen on a socket in that folder, or on loopback. A server
//! ends when the thread that started it does. Where one is not installed, its `start` says so and
//! answers `None`, and panics where the environment has `IDS_NEED_SERVERS`.

mod etcd;
mod pgbouncer;
mod postgres;
mod program;
mod proxy;

pub use etcd::EtcdServer;
pub use pgbouncer::PgBouncer;
pub use postgres::PostgresServer;
pub use program::Folder;
pub use proxy::{Cut, Proxy, Upstream};
