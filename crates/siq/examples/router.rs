//! Sends each identifier where it belongs: to another site by its domain, to a service by what it names,
//! to a machine by its shard.
//!
//! ```sh
//! cargo run -p siq --example siq-router
//! ```
//!
//! ```text
//! did:siq:lm2a3kiagopopibaaaamgzymuoac6: message service, machine 1
//! @lm2a3kiagopopibaaaamgzymuoac6@example.com: message service, machine 1
//! did:siq:lm2a3kiagopopibaaaamgzymuoac7: ...
//! an identifier of example.org: not of this site
//! ```

use core::error::Error;

use siq::{DomainHash, Generator, Handle, Qualifier, Siq, SystemClock};

struct Site {
    domain: DomainHash,
}

impl Site {
    /// Where an identifier is served, or why it is not.
    fn route(&self, id: Siq) -> Result<String, &'static str> {
        if id.domain() != self.domain {
            return Err("not of this site");
        }
        let service = match id.qualifier() {
            Qualifier::Message | Qualifier::Thread => "message",
            Qualifier::User | Qualifier::Group => "account",
            _ => return Err("nothing that this site has"),
        };
        Ok(format!("{service} service, machine {}", id.shard()))
    }
}

/// Reads an identifier, or the name of an account that contains one.
fn read(text: &str) -> Result<Siq, siq::ParseError> {
    if text.starts_with('@') { Handle::decode(text).map(Handle::id) } else { text.parse() }
}

fn main() -> Result<(), Box<dyn Error>> {
    let site = Site { domain: DomainHash::from_name("example.com")? };
    for text in [
        "did:siq:lm2a3kiagopopibaaaamgzymuoac6",
        "@lm2a3kiagopopibaaaamgzymuoac6@example.com",
        // One character is wrong, and the checksum shows it.
        "did:siq:lm2a3kiagopopibaaaamgzymuoac7",
    ] {
        match read(text) {
            Ok(id) => println!("{text}: {}", site.route(id)?),
            Err(error) => println!("{text}: {error}"),
        }
    }
    let other = DomainHash::from_name("example.org")?;
    let other = Generator::new(SystemClock, other, 1).generate(Qualifier::User)?;
    println!("an identifier of example.org: {}", site.route(other).expect_err("another domain"));
    Ok(())
}
