//! What may these texts be? Each is read as every format, and what fits is ranked.
//!
//! ```sh
//! cargo run -p ids-formats --example formats-inspect -- 0RdKJcxqVBiAiQr0 175928847299117063 "hello, world"
//! ```
//!
//! ```text
//! 0RdKJcxqVBiAiQr0
//!     flax, 1444939825 s since the Unix epoch
//!         base64: the canonical form (+5)
//!         the time is plausible (...)
//! 175928847299117063
//!     snowflake discord, 1462015105 s since the Unix epoch
//!         decimal: any number of 64 bits has this form (+2)
//! ...
//! hello, world
//!     no identifier of any format
//! ```

use std::time::SystemTime;

use ids_formats::{Context, Inspector, UnixTime};

fn main() {
    #[expect(clippy::disallowed_methods, reason = "this program decides where time comes from")]
    let now = UnixTime::try_from(SystemTime::now());
    let mut inspector = Inspector::new(Context::at(now.unwrap_or_default()));
    for text in std::env::args_os().skip(1) {
        // What a user sent is printed escaped, and may be any bytes.
        println!("{}", text.to_string_lossy().escape_debug());
        let candidates = inspector.inspect(text.as_encoded_bytes());
        for candidate in candidates.iter().take(3) {
            print!("    {}", candidate.name());
            if let Some(flavour) = candidate.flavour() {
                print!(" {flavour}");
            }
            if let Some(time) = candidate.time {
                print!(", {} s since the Unix epoch", time.as_secs());
            }
            println!();
            for (reason, bits) in candidate.reasons() {
                println!("        {reason} ({bits})");
            }
        }
        if candidates.is_empty() {
            println!("    no identifier of any format");
        }
    }
}
