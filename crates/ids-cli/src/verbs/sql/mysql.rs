//! The pack for `MySQL` and `MariaDB`: a schema of stored functions.

use core::fmt::Write as _;

use snowflake::Flavour;

use super::{Numbers, VERSION, functions};

const SHARED: &str = include_str!("../../sql/mysql/shared.sql");
/// What formats have alike whose column is this one.
const ALIKE: [(&str, &str); 1] = [("bytes", include_str!("../../sql/mysql/bytes.sql"))];
const PURE: &str = "DETERMINISTIC NO SQL";
/// A function is called with the rights of its caller, so that the role that installed it may go.
const RIGHTS: &str = " NO SQL SQL SECURITY INVOKER";

/// The statements that make the functions of these formats.
pub(super) fn pack(formats: &[&str]) -> String {
    let named = formats.join(", ");
    let mut sql = format!(
        "{SHARED}\n\
         -- The version of these functions, and their formats.\n\
         CREATE FUNCTION ids.pack_version() RETURNS TEXT {PURE}\n\
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
fn flavour(sql: &mut String, flavour: &Flavour) {
    let Numbers { name, epoch, unit, width, low } = Numbers::new(flavour);
    let fields = flavour.layout().fields();
    let has_sign = fields.iter().any(|field| field.low() == 63 && field.fixed().is_some());
    let bits = if has_sign { 63 } else { 64 };
    let _ = write!(
        sql,
        "
-- {name}.
CREATE FUNCTION ids.{name}_valid(id DECIMAL(65)) RETURNS BOOLEAN {PURE}
RETURN id BETWEEN 0 AND {greatest}
//

CREATE FUNCTION ids.{name}_check(id DECIMAL(65)) RETURNS BIGINT UNSIGNED {PURE}
RETURN ids.snowflake_check(id, {bits})
//

CREATE FUNCTION ids.{name}_time(id DECIMAL(65)) RETURNS DATETIME(6) {PURE}
RETURN ids.snowflake_time(ids.snowflake_check(id, {bits}), {epoch}, {unit}, {low})
//

CREATE FUNCTION ids.{name}_first(at DATETIME(6)) RETURNS BIGINT UNSIGNED {PURE}
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {width})
//

CREATE FUNCTION ids.{name}_last(at DATETIME(6)) RETURNS BIGINT UNSIGNED {PURE}
RETURN ids.snowflake_first(at, {epoch}, {unit}, {low}, {width}) | {ones}
//
",
        greatest = u64::MAX >> (64 - bits),
        ones = (1_u64 << low) - 1,
    );
    let values = fields
        .iter()
        .map(|field| format!("'{}', number >> {} & {}", field.name(), field.low(), field.max()));
    let free = || fields.iter().filter(|field| field.fixed().is_none());
    let arguments = free().map(|field| format!("`{}` DECIMAL(65)", field.name()));
    let parts = free().map(|field| {
        format!("ids.fits('{0}', `{0}`, {1}) << {2}", field.name(), field.width(), field.low())
    });
    let _ = write!(
        sql,
        "
CREATE FUNCTION ids.{name}_fields(id DECIMAL(65)) RETURNS JSON {PURE}
BEGIN
    DECLARE number BIGINT UNSIGNED DEFAULT ids.snowflake_check(id, {bits});
    RETURN IF(id IS NULL, NULL, JSON_OBJECT({values}));
END
//

CREATE FUNCTION ids.{name}_make({arguments}) RETURNS BIGINT UNSIGNED {PURE}
RETURN {parts}
//
",
        values = values.collect::<Vec<_>>().join(", "),
        arguments = arguments.collect::<Vec<_>>().join(", "),
        parts = parts.collect::<Vec<_>>().join("\n    | "),
    );
}
