//! Writes the layouts of all formats as JSON: `layouts`, as the files of vectors have them, and `facts`,
//! what the reference says of those of Snowflake.
//!
//! ```sh
//! cargo run -p ids-testkit --example layouts
//! ```

use ids_conform::{FORMATS, Number, Subject, subject};
use ids_core::UnixTime;
use serde_json::{Map, Value, json};

fn main() {
    let formats = FORMATS.iter().map(|format| {
        let layouts = subject(format).map(Subject::layouts).unwrap_or_default();
        let layouts = layouts.iter().map(|layout| {
            let fields = layout.fields().iter().map(|field| {
                let mut column = json!({
                    "name": field.name(),
                    "high": Number(field.high()),
                    "low": Number(field.low()),
                });
                if let Some(fixed) = field.fixed() {
                    column["fixed"] = json!(Number(fixed));
                }
                column
            });
            json!({
                "name": layout.name(),
                "bits": Number(layout.bits()),
                "fields": fields.collect::<Vec<_>>(),
            })
        });
        ((*format).to_owned(), layouts.collect::<Vec<Value>>().into())
    });
    let layouts = formats.collect::<Map<_, _>>();
    // What the tables of fields do not say: where and in which steps the time is counted, the last tick, which fields a
    // generator sets itself, whether there is one.
    let facts = subject("snowflake").map_or(&[][..], Subject::formats).iter().map(|format| {
        let (facts, given) = (format.facts(), format.params());
        let timed = format.timed().expect("each of these has a time");
        let nanos = |time: UnixTime| Number(time.as_nanos());
        let own = facts
            .layout
            .open()
            .filter(|field| given.iter().all(|param| param.name != field.name()));
        let about = json!({
            "first": nanos(timed.ticks().start(0)),
            "second": nanos(timed.ticks().start(1)),
            "last": nanos(timed.time(facts.largest())),
            "generates": facts.capacity.is_some(),
            "own": own.map(|field| field.name()).collect::<Vec<_>>(),
        });
        (facts.layout.name().to_owned(), about)
    });
    println!("{}", json!({ "layouts": layouts, "facts": facts.collect::<Map<_, _>>() }));
}
