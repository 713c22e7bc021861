//! The ids of a process: those of one node number, which the store grants.

use core::time::Duration;

use ids_reserve::{
    Generate, GenerateError, Lease, NodeKeeper, Options, PostgresStore, SysRng, SystemClock,
};
use snowflake::{Discord, Node, Snowflake};
use tokio::task::spawn_blocking;

use crate::Failure;

/// The id of a user.
pub type Id = Snowflake<Discord>;

/// What extends the grant, ahead of need.
pub type Keeper = NodeKeeper<PostgresStore, SystemClock, SysRng>;

/// Makes the ids of this process, for all its requests.
#[derive(Debug)]
pub struct Ids(Lease<SystemClock, Node<Discord>>);

/// How long a request waits for an id. At 4,096 ids in a millisecond the wait is mostly zero.
const LIMIT: Duration = Duration::from_millis(100);

impl Ids {
    /// Takes any free node number. No other process gets its ids, whatever happens to this one.
    ///
    /// # Errors
    /// If the store does not grant one.
    pub async fn claim(url: &str, label: &str) -> Result<(Self, Keeper), Failure> {
        let mut store = PostgresStore::new(url)?;
        let options = Options { label: label.into(), ..Options::new("discord")? };
        // The store blocks while it waits for the database, so it has a thread of its own.
        let (keeper, lease) = spawn_blocking(move || {
            store.init()?;
            // Discord's layout has 5 bits for the worker and 5 for the process: 1,024 numbers in all.
            let (nodes, node) = (Node::<Discord>::COUNT, Node::<Discord>::numbered);
            options.claim(store, SystemClock, SysRng, nodes, node)
        })
        .await??;
        Ok((Self(lease), keeper))
    }

    /// The next id.
    ///
    /// # Errors
    /// [`GenerateError`], if there is none within a tenth of a second.
    pub async fn next(&self) -> Result<Id, GenerateError> {
        self.0.handle().awaiting(LIMIT, tokio::time::sleep).generate().await
    }

    /// The node number.
    pub const fn number(&self) -> u64 {
        self.0.number()
    }
}
