//! Writes the layouts of all formats as JSON: `layouts`, as the files of vectors have them, and `facts`,
//! what the reference says of those of Snowflake.
//!
//! ```sh
//! cargo run -p ids-testkit --example layouts
//! ```

use ids_conform::{Answer, Ask, FORMATS, Number, Subject, answer, subject};
use ids_core::format::Layout;
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
    let snowflakes = subject("snowflake").map(Subject::layouts);
    let snowflakes = snowflakes.unwrap_or_default();
    let facts = snowflakes.iter().map(|layout| (layout.name().to_owned(), facts(layout)));
    println!("{}", json!({ "layouts": layouts, "facts": facts.collect::<Map<_, _>>() }));
}

/// What the tables of fields do not say: where and in which steps the time is counted, the last tick,
/// which field counts inside a tick, whether identifiers can be made.
fn facts(layout: &Layout) -> Value {
    let fixed = layout.fields().iter().filter_map(|field| Some((field, field.fixed()?)));
    let fixed = fixed.fold(0, |bits, (field, value)| bits | u128::from(value) << field.low());
    let timestamp = layout.field("timestamp").expect("every layout of Snowflake has one");
    let time = |tick: u64| {
        let bits = Number(fixed | u128::from(tick) << timestamp.low());
        let ask = json!({ "op": "format", "bits": bits, "as": "time" });
        ask_about(layout, ask)["result"]["time"].clone()
    };
    let mut facts = json!({ "first": time(0), "second": time(1), "last": time(timestamp.max()) });
    let kind = |config: Value| {
        let ask = json!({ "op": "generate", "config": config, "rng": "", "steps": [{ "call": "generate" }] });
        ask_about(layout, ask)["result"]["steps"][0]["error"]["kind"].clone()
    };
    facts["generates"] = json!(kind(json!({})) != "decode_only");
    // A generator sets the timestamp and the sequence itself.
    let free = layout.fields().iter().filter(|field| field.fixed().is_none());
    let own = free.filter(|field| kind(json!({ (field.name()): "0" })) == "foreign");
    facts["own"] = own.map(ids_core::format::Field::name).collect();
    facts
}

fn ask_about(layout: &Layout, mut ask: Value) -> Value {
    ask["format"] = json!("snowflake");
    ask["layout"] = json!(layout.name());
    let ask: Ask = serde_json::from_value(ask).expect("a request");
    let answer: Answer = answer(&ask);
    json!(answer)
}
