//! Writes the layouts of all formats as JSON, as the files of vectors have them.
//!
//! ```sh
//! cargo run -p ids-conform --example layouts
//! ```

use ids_conform::{FORMATS, Number, subject};
use serde_json::{Map, Value, json};

fn main() {
    let formats = FORMATS.into_iter().map(|format| {
        let layouts = subject(format).map(ids_conform::Subject::layouts).unwrap_or_default();
        let layouts = layouts.iter().map(|layout| {
            let fields = layout.fields().iter().map(|field| {
                let mut column = json!({
                    "name": field.name(),
                    "high": Number(field.high().into()),
                    "low": Number(field.low().into()),
                });
                if let Some(fixed) = field.fixed() {
                    column["fixed"] = json!(Number(fixed.into()));
                }
                column
            });
            json!({
                "name": layout.name(),
                "bits": Number(layout.bits().into()),
                "fields": fields.collect::<Vec<_>>(),
            })
        });
        (format.to_owned(), layouts.collect::<Vec<Value>>().into())
    });
    println!("{}", Value::Object(formats.collect::<Map<_, _>>()));
}
