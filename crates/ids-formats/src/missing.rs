//! Cells of a column that have no value.

/// What programs write where there is no value: databases, pandas, R, spreadsheets, Python, JavaScript.
const WORDS: &[&str] = &[
    "",
    "\\N",
    "NULL",
    "NIL",
    "NONE",
    "NAN",
    "NAT",
    "NA",
    "N/A",
    "#N/A",
    "<NA>",
    "(NULL)",
    "''",
    "\"\"",
    "UNDEFINED",
    "INF",
    "-INF",
    "INFINITY",
    "-INFINITY",
];

/// Whether a text in a column is a missing value, in either case: `NULL`, `\N`, `NaN`, `None`, an empty cell. No format
/// writes such a text, though some forms that are read only with their names can read one.
///
/// ```
/// use ids_formats::is_missing;
/// assert!([&b"NaN"[..], b"null", b"\\N", b"undefined", b"''", b""].into_iter().all(is_missing));
/// assert!(!is_missing(b"175928847299117063"));
/// ```
#[inline]
pub fn is_missing(text: &[u8]) -> bool {
    // The longest words.
    text.len() <= 9 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
}
