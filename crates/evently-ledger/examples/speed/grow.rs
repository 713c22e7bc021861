//! What a ledger does in a second at each size, in turns.

use core::{error::Error, hint::black_box, ops::ControlFlow, time::Duration};
use std::{io::Write, time::Instant};

use evently_ledger::{
    Appender, DatabaseError, EventId, LedgerError, NewEvent, Query, Request, Selector, Store,
    SystemClock,
};

use crate::{event, plain::Plain};

/// The name of the ledger.
pub(crate) const LEDGER: &str = "growing";

/// Events that are stored at once.
const BATCH: usize = 10_000;

/// What is measured, before the next one has its turn.
const SLICE: Duration = Duration::from_millis(50);

const COLUMNS: [&str; 7] = [
    "plain inserts",
    "appends",
    "after the last event",
    "of all events",
    "a key again",
    "pages",
    "pages of an entity",
];

/// Goes on with the ledger that is there, of this number of events, or begins one.
pub(crate) fn measure<S: Store<Error = DatabaseError>>(
    store: S,
    mut plain: impl Plain,
    mut count: usize,
    limit: Duration,
    events: usize,
) -> Result<(), Box<dyn Error>> {
    let mut ledger = if count == 0 {
        count = 1;
        Appender::begin(store, &SystemClock, NewEvent::new(event(0).as_bytes()))?
    } else {
        Appender::open(store)?
    };
    println!(
        "a second, in a ledger of this number of events:\n{:>10}  {}",
        "events",
        COLUMNS.join("  ")
    );
    let (mut power, mut rows) = (1000, 0);
    while power < count {
        power *= 10;
    }
    while count < events {
        let target = power.min(events);
        while count < target {
            let batch = (target - count).min(BATCH);
            fill(&mut ledger, count..count + batch)?;
            count += batch;
        }
        let rates = rates(&mut ledger, &mut plain, &mut rows, limit)?;
        print!("{target:10}");
        for (rate, column) in rates.iter().zip(COLUMNS) {
            print!("  {rate:width$.0}", width = column.len());
        }
        println!();
        std::io::stdout().flush()?;
        power *= 10;
    }
    Ok(())
}

fn fill<S: Store<Error = DatabaseError>>(
    ledger: &mut Appender<S>,
    numbers: core::ops::Range<usize>,
) -> Result<(), Box<dyn Error>> {
    let texts: Vec<_> = numbers.map(|number| (event(number), format!("key {number}"))).collect();
    let new: Vec<_> =
        texts.iter().map(|(text, key)| NewEvent::new(text.as_bytes()).with_key(key)).collect();
    ledger.append_all(&SystemClock, &new)?;
    Ok(())
}

/// How often each is done in a second.
fn rates<S: Store<Error = DatabaseError>>(
    ledger: &mut Appender<S>,
    plain: &mut impl Plain,
    number: &mut u128,
    limit: Duration,
) -> Result<[f64; 7], LedgerError<DatabaseError>> {
    let text = event(77);
    let new = NewEvent::new(text.as_bytes());
    let (again, key) = (event(500), "key 500");
    let again = NewEvent::new(again.as_bytes()).with_key(key);
    let sensor = Selector::entity("sensor", "s78").with_event("Measured");
    // No event has both; very many have the one or the other.
    let both = Selector::entity("site", "north").with_entity("site", "south");
    let (mut first, last) = (ledger.head(), ledger.head());
    ledger.store_mut().select(&Query::new().limit(1), &mut |id, _| {
        first = id;
        ControlFlow::Break(())
    })?;
    // No event, but a time amid the others.
    let middle = EventId::from_bits((first.to_bits() / 2 + last.to_bits() / 2) >> 2 << 2);
    let page = Query::new().after(middle.expect("an id")).limit(1000);
    let of_entity = page.clone().with_selector(sensor.clone());
    let mut measured = [(0_u32, Duration::ZERO); 7];
    while measured.iter().any(|(_, spent)| *spent < limit) {
        for (kind, (count, spent)) in measured.iter_mut().enumerate() {
            let begun = Instant::now();
            while begun.elapsed() < SLICE {
                match kind {
                    0 => {
                        *number += 4;
                        let id = EventId::from_bits(*number).expect("an id");
                        plain.store(&[(id, text.clone())]);
                    }
                    1 => drop(black_box(ledger.append(&SystemClock, new)?)),
                    2 => {
                        let read = Some(ledger.head());
                        black_box(ledger.append_all(
                            &SystemClock,
                            Request::new(&[new]).unless(read, &sensor),
                        )?);
                    }
                    3 => {
                        drop(black_box(
                            ledger.append_all(
                                &SystemClock,
                                Request::new(&[new]).unless(None, &both),
                            )?,
                        ));
                    }
                    4 => drop(black_box(ledger.append(&SystemClock, again)?)),
                    kind => {
                        let query = if kind == 5 { &page } else { &of_entity };
                        let mut shown = 0;
                        ledger.store_mut().select(query, &mut |_, record| {
                            shown += black_box(record).len();
                            ControlFlow::Continue(())
                        })?;
                        black_box(shown);
                    }
                }
                *count += 1;
            }
            *spent += begun.elapsed();
        }
    }
    Ok(measured.map(|(count, spent)| f64::from(count) / spent.as_secs_f64()))
}
