//! Foreign identifiers: explained to people, and in JSON.

use ids_formats::others::{self, Kind, Other};

use super::{
    BOLD, DIM, Page,
    explanation::{line, spaced},
    json, printable,
};
/// The kind as one name.
pub(crate) fn title(other: Other) -> String {
    json::title(other.kind().name(), other.kind().flavour())
}

/// The foreign format of a text, for a message that no format asked for reads it.
pub(crate) fn name(text: &[u8]) -> Option<String> {
    let structured = |other: &Other| {
        let structured = other.kind().unit().is_some() || other.kind().name() == "uuid";
        structured && other.rearranged().is_none()
    };
    others::read(text)
        .find(structured)
        .map(|other| format!("{}, {}", title(other), other.kind().about()))
}

/// What makes identifiers of this kind.
pub(crate) fn maker(kind: Kind) -> Option<&'static str> {
    Some(match kind.name() {
        "uuid" => "uuidgen, gen_random_uuid() of PostgreSQL or the crate uuid",
        "ulid" => "the crate ulid",
        "ksuid" => "segmentio/ksuid",
        "xid" => "rs/xid",
        "objectid" => "a driver of MongoDB",
        "tsid" => "the Java library tsid-creator",
        "cuid" | "cuid2" => "the npm package @paralleldrive/cuid2",
        "nanoid" => "the npm package nanoid",
        "typeid" => "a library of jetify's TypeID",
        "stripe" => "Stripe",
        "scru128" => "the crate scru128",
        "pushid" => "a client library of Firebase",
        _ => return None,
    })
}

/// Explains one identifier.
pub(crate) fn explain(page: &mut Page, other: Other, text: &[u8]) {
    let mut canonical = Vec::new();
    other.write(text, &mut canonical);
    page.styled(BOLD, printable(&canonical));
    page.text("\n");
    line(page, "format", title(other));
    line(page, "about", other.kind().about());
    if let Some(spelled) = other.rearranged() {
        line(page, "spelled", spelled);
    }
    if let Some(time) = other.time() {
        line(page, "time", json::show_other(other, time));
    }
    let bytes = other.bytes();
    if !bytes.is_empty() {
        line(page, "bytes", spaced(&bytes));
    }
    let mut fields = other.fields(text).peekable();
    if fields.peek().is_some() {
        page.text("\n");
        for (name, value) in fields {
            line(page, name, value.to_string());
        }
    }
    page.text("\n");
    page.styled(DIM, format!("  {}\n", other.kind().note()));
}
