//! A command that takes identifiers as its arguments, with clap: by `FromStr`, so nothing is written for it.
//!
//! ```sh
//! cargo run -p snowflake-ids --example snowflake-arguments -- 175928847299117063 --after 175928847299117062
//! cargo run -p snowflake-ids --example snowflake-arguments -- Ada 2>&1 || true
//! cargo run -p snowflake-ids --example snowflake-arguments -- 7 --after 18446744073709551616 2>&1 || true
//! ```
//!
//! ```text
//! 175928847299117063 was made at 2016-04-30T11:18:25.796Z
//! it is after 175928847299117062
//! error: invalid value 'Ada' for '<MESSAGE>': 'A' at index 0 is no digit of this form
//!
//! For more information, try '--help'.
//! error: invalid value '18446744073709551616' for '--after <AFTER>': the number needs more than 64 bits
//!
//! For more information, try '--help'.
//! ```
//!
//! In a program of your own: `cargo add clap --features derive`.

use clap::Parser;
use snowflake::{Discord, Snowflake};

/// Says when a message of Discord was written.
#[derive(Parser)]
struct Arguments {
    /// The identifier of the message
    message: Snowflake<Discord>,
    /// Another message, to compare
    #[arg(long)]
    after: Option<Snowflake<Discord>>,
}

fn main() {
    let Arguments { message, after } = Arguments::parse();
    println!("{message} was made at {}", message.time());
    if let Some(other) = after {
        let word = if message > other { "after" } else { "not after" };
        println!("it is {word} {other}");
    }
}
