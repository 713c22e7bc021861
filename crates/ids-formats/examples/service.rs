//! A service that keeps a generator of each format: the types that its fields have.
//!
//! ```sh
//! cargo run -p ids-formats --example formats-service
//! ```
//!
//! ```text
//! session ...
//! message ...
//! job     ...
//! user    did:siq:...
//! order   00000000-0001-6...
//! ...
//! ```
//!
//! In a program of your own: `cargo add flax-id --path ../ids/crates/flax-id`,
//! `cargo add snowflake-ids --path ../ids/crates/snowflake`, `cargo add kuid --path ../ids/crates/kuid`,
//! `cargo add siq --path ../ids/crates/siq`, `cargo add luuid --path ../ids/crates/luuid`,
//! `cargo add evently-id --path ../ids/crates/evently-id` and
//! `cargo add evently-ledger --path ../ids/crates/evently-ledger`.

use core::{error::Error, time::Duration};

use evently_id::EventId;
use evently_ledger::Chain;
use flax_id::{FlaxId, IdRng};
use ids_core::{Generate, SystemClock};
use kuid::{Global, NodeId};
use luuid::{Group, Keys, Luuid};
use siq::{DomainHash, Qualifier, Siq};
use snowflake::{Discord, Node, Snowflake};

/// How long a request may wait for its identifier.
const LIMIT: Duration = Duration::from_millis(20);

/// One process of the service. Nothing here is generic: a type has a name wherever it is kept.
struct Service {
    sessions: flax_id::Generator<SystemClock, IdRng>,
    messages: snowflake::Generator<SystemClock, Node<Discord>>,
    jobs: kuid::Generator<SystemClock, kuid::Node>,
    users: siq::Generator<SystemClock>,
    orders: luuid::Generator<IdRng>,
    /// Begins with the first event.
    ledger: Option<Chain>,
}

impl Service {
    /// The process is the only one of its number. What ran before it kept nothing.
    fn new(number: u8) -> Result<Self, Box<dyn Error>> {
        let node = Node::numbered(number.into())?;
        let globals = kuid::Node::new(NodeId::from_name("app@host"));
        let domain = DomainHash::from_name("example.com")?;
        // The keys that this process was given.
        let keys = Keys::block(1..1_000_000)?;
        Ok(Self {
            sessions: flax_id::Generator::new(SystemClock, IdRng::from_os()?),
            messages: snowflake::Generator::new(SystemClock, node)
                .resume_after_now(Duration::ZERO)?,
            jobs: kuid::Generator::new(SystemClock, globals).resume_after_now(Duration::ZERO)?,
            users: siq::Generator::new(SystemClock, domain, number)
                .resume_after_now(Duration::ZERO)?,
            orders: luuid::Generator::new(keys, IdRng::from_os()?, Group::from_name("order")),
            ledger: None,
        })
    }

    fn session(&mut self) -> Result<FlaxId, Box<dyn Error>> {
        Ok(self.sessions.generate()?)
    }

    fn message(&mut self) -> Result<Snowflake<Discord>, Box<dyn Error>> {
        Ok(self.messages.blocking(LIMIT).generate()?)
    }

    fn job(&mut self) -> Result<Global, Box<dyn Error>> {
        Ok(self.jobs.blocking(LIMIT).generate()?)
    }

    fn user(&mut self) -> Result<Siq, Box<dyn Error>> {
        Ok(self.users.sequence(Qualifier::User).blocking(LIMIT).generate()?)
    }

    fn order(&mut self) -> Result<Luuid, Box<dyn Error>> {
        Ok(self.orders.generate()?)
    }

    /// Appends the event's record, with its id, to `record`.
    fn event(&mut self, event: &[u8], record: &mut Vec<u8>) -> Result<EventId, Box<dyn Error>> {
        let id = if let Some(chain) = &mut self.ledger {
            chain.append(&SystemClock, event, record)?
        } else {
            let chain = Chain::begin(&SystemClock, event, record)?;
            self.ledger.insert(chain).head()
        };
        record.push(b'\n');
        Ok(id)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut service = Service::new(1)?;
    println!("session {}", service.session()?);
    println!("message {}", service.message()?);
    println!("job     {}", service.job()?);
    println!("user    {}", service.user()?);
    println!("order   {}", service.order()?);
    let mut records = Vec::new();
    for event in ["Opened", "Closed"] {
        let event = format!(r#"{{"event":"{event}","entities":{{}},"meta":{{}},"data":{{}}}}"#);
        println!("event   {}", service.event(event.as_bytes(), &mut records)?);
    }
    print!("{}", String::from_utf8(records)?);
    Ok(())
}
