//! JSON, as every verb writes it.

pub(crate) use ids_formats::json::{
    answer, decimal, digits, hex, key, line, member, number, object, objects, optional, rounded,
    show_other, spelling, string, strings, title,
};
