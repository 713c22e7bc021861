//! Writes a ledger of `COUNT` made-up events, of some 480 bytes each: `bulk_ledger COUNT > FILE`.
//!
//! The same count gives the same bytes, so that measurements can be repeated.

use core::{error::Error, time::Duration};
use evently_ledger::UnixTime;
use std::io::{self, Write};

use evently_ledger::Chain;

fn main() -> Result<(), Box<dyn Error>> {
    let count: u64 = std::env::args().nth(1).ok_or("how many events?")?.parse()?;
    let mut out = io::BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let start = UnixTime::from_secs(1_735_689_600);
    let mut record = Vec::new();
    let genesis = br#"{"event":"Ledger Created","entities":{},"meta":{},"data":{"name":"bulk"}}"#;
    let mut chain = Chain::begin(&start, genesis, &mut record)?;
    for number in 1..count {
        record.push(b'\n');
        out.write_all(&record)?;
        record.clear();
        let clock = start + Duration::from_micros(number * 137);
        chain.append(&clock, event(number).as_bytes(), &mut record)?;
    }
    record.push(b'\n');
    out.write_all(&record)?;
    Ok(out.flush()?)
}

/// An order, as a shop's ledger might have it.
fn event(number: u64) -> String {
    let mix = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    format!(
        r#"{{"event":"Item Ordered","entities":{{"patron":["p{}"],"order":["{mix:016x}"]}},"meta":{{"actor":"register-{}","commandId":"{:08x}-9e73-4028-8962-2753ddae2a0f","correlationId":"{number}"}},"data":{{"menuItem":"Bean Burrito","toppings":["chiles","salsa verde","crème fraîche"],"spicy":{},"peppers":{},"price":{}.{:02},"note":"no onions, \"extra\" napkins","address":{{"street":"{} Main Street","city":"Springfield","zip":"{:05}"}}}}}}"#,
        mix % 10_007,
        mix % 17,
        mix >> 32,
        mix % 2 == 0,
        mix % 5,
        mix % 40,
        mix % 100,
        mix % 900,
        mix % 99_999,
    )
}
