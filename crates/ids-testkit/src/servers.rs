//! Servers to throw away: each has a folder of its own, which goes with it.
//!
//! They come from Debian's packages and listen on a socket in that folder, or on loopback. A server
//! ends when the thread that started it does. Tests start servers where the environment has
//! `IDS_SERVERS`, and panic there if one is not installed. Elsewhere `start` says that it is left out,
//! and answers `None`.

mod etcd;
mod mariadb;
mod pgbouncer;
mod postgres;
mod program;
mod proxy;
mod server;
mod small_disk;

pub use super::folder::Folder;
pub use etcd::{Etcd, EtcdServer};
pub use mariadb::MariadbServer;
pub use pgbouncer::{Bouncer, PgBouncer};
pub use postgres::{Postgres, PostgresServer};
pub use proxy::{Cut, Proxy, Upstream};
pub use server::{Kind, Server};
pub use small_disk::SmallDisk;

/// Whether `IDS_RESERVE_STORES` in the environment names this store. Without it, only `sqlite` is named.
pub fn is_named(store: &str) -> bool {
    let stores = std::env::var("IDS_RESERVE_STORES");
    let is_named = stores.as_deref().unwrap_or("sqlite").split(' ').any(|name| name == store);
    if !is_named {
        println!("left out: IDS_RESERVE_STORES does not name {store}");
    }
    is_named
}
