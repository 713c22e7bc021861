//! The pack for `MySQL` and `MariaDB`: a schema of stored functions.

use core::fmt::Write as _;

use snowflake::Flavour;

use super::{VERSION, filled, functions};

const SHARED: &str = include_str!("../../sql/mysql/shared.sql");
/// What formats have alike whose column is one of these.
const ALIKE: [(&str, &str); 3] = [
    ("bigint", include_str!("../../sql/mysql/bigint.sql")),
    ("bytes", include_str!("../../sql/mysql/bytes.sql")),
    ("uuid", include_str!("../../sql/mysql/uuid.sql")),
];
/// The functions of a flavour.
const FLAVOUR: &str = include_str!("../../sql/mysql/flavour.sql");
/// A function is called with the rights of its caller, so that the role that installed it may go.
const RIGHTS: &str = " NO SQL SQL SECURITY INVOKER";

/// The statements that make the functions of these formats.
pub(super) fn pack(formats: &[&str]) -> String {
    let named = formats.join(", ");
    let mut sql = format!(
        "{SHARED}\n\
         -- The version of these functions, and their formats.\n\
         CREATE FUNCTION ids.pack_version() RETURNS TEXT DETERMINISTIC NO SQL\n\
         RETURN 'ids {VERSION}: functions on identifiers: {named}'\n//\n"
    );
    sql.push_str(&functions(formats, |(.., mysql)| mysql, &ALIKE, flavour));
    // A function keeps the mode and the character set of the session that made it.
    format!(
        "-- ids {VERSION}: functions on identifiers for MySQL 8.0 and MariaDB 10.10 or newer, in the schema ids.\n\
         -- Formats: {named}. It can be run again, and DROP SCHEMA ids removes all of it.\n\n\
         SET @ids_mode = @@sql_mode, sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION';\n\
         SET NAMES utf8mb4 COLLATE utf8mb4_bin;\n\
         CREATE SCHEMA IF NOT EXISTS ids;\n\
         ALTER SCHEMA ids CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\n\n\
         DELIMITER //\n\n\
         {}\n\
         DELIMITER ;\n\
         SET sql_mode = @ids_mode;\n",
        replacing(&sql),
    )
}

/// The same statements with the caller's rights, and with one before each that drops what it makes: only
/// `MariaDB` can replace a function.
fn replacing(functions: &str) -> String {
    let mut sql = String::new();
    for line in functions.lines() {
        for kind in ["FUNCTION", "PROCEDURE"] {
            let name = line
                .strip_prefix("CREATE ")
                .and_then(|rest| rest.strip_prefix(kind))
                .and_then(|rest| rest.split('(').next());
            if let Some(name) = name {
                let _ = writeln!(sql, "DROP {kind} IF EXISTS{name}\n//");
            }
        }
        match line.strip_suffix(" NO SQL") {
            Some(head) => sql.extend([head, RIGHTS]),
            None => sql.push_str(line),
        }
        sql.push('\n');
    }
    sql
}

/// The functions of one flavour, which say its numbers to those of all flavours.
fn flavour(flavour: &Flavour) -> String {
    let fields = flavour.layout().fields();
    let has_sign = fields.iter().any(|field| field.low() == 63 && field.fixed().is_some());
    let bits = if has_sign { 63 } else { 64 };
    let values = fields
        .iter()
        .map(|field| format!("'{}', number >> {} & {}", field.name(), field.low(), field.max()));
    let layout = flavour.layout();
    let arguments = layout.open().map(|field| format!("`{}` DECIMAL(65)", field.name()));
    let parts = layout.open().map(|field| {
        format!("ids.fits('{0}', `{0}`, {1}) << {2}", field.name(), field.width(), field.low())
    });
    filled(
        FLAVOUR,
        flavour,
        [
            ("bits", bits.to_string()),
            ("greatest", (u64::MAX >> (64 - bits)).to_string()),
            ("values", values.collect::<Vec<_>>().join(", ")),
            ("arguments", arguments.collect::<Vec<_>>().join(", ")),
            ("parts", parts.collect::<Vec<_>>().join("\n    | ")),
        ],
    )
}
