//! The pack for `MySQL` and `MariaDB`: a schema of stored functions.

use core::fmt::Write as _;

use ids_formats::Family;

use super::{VERSION, dialect::Dialect, subject::Digits};

const SHARED: &str = include_str!("../../sql/mysql/shared.sql");
/// A function is called with the rights of its caller, so that the role that installed it may go.
const RIGHTS: &str = " NO SQL SQL SECURITY INVOKER\n";

/// The statements that make the functions of these formats.
pub(super) fn pack(families: &[&Family], named: &str) -> String {
    let mut sql = format!(
        "{SHARED}\n\
         -- The version of these functions, and their formats.\n\
         CREATE FUNCTION ids.pack_version() RETURNS TEXT DETERMINISTIC NO SQL\n\
         RETURN 'ids {VERSION}: functions on identifiers: {named}'\n"
    );
    sql.extend(families.iter().map(|family| MYSQL.functions(family)));
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
/// `MariaDB` can replace a function. Each ends with a delimiter.
fn replacing(functions: &str) -> String {
    let mut sql = String::new();
    for function in functions.split_inclusive("\n\n") {
        let (comment, made) = function.split_at(function.find("CREATE ").unwrap_or(function.len()));
        sql.push_str(comment);
        let made = made.trim_end();
        if let Some(what) = made.strip_prefix("CREATE ").and_then(|rest| rest.split('(').next()) {
            let what = what.replacen(' ', " IF EXISTS ", 1);
            let made = made.replacen(" NO SQL\n", RIGHTS, 1);
            let _ = write!(sql, "DROP {what}\n//\n{made}\n//\n\n");
        }
    }
    sql
}

pub(super) const MYSQL: Dialect = Dialect {
    format: include_str!("../../sql/mysql/format.sql"),
    own: &[
        ("snowflake", include_str!("../../sql/mysql/snowflake.sql")),
        ("kuid", include_str!("../../sql/mysql/kuid.sql")),
        ("siq", include_str!("../../sql/mysql/siq.sql")),
        ("luuid", include_str!("../../sql/mysql/luuid.sql")),
    ],
    others: |_| None,
    is_unsigned: true,
    to_number: "ids.to_unsigned(number)",
    now: "UTC_TIMESTAMP(6)",
    types: |subject| match subject.facts().bytes() {
        _ if subject.is_number() => {
            ["BIGINT UNSIGNED", "DECIMAL(65)", "BIGINT UNSIGNED"].map(String::from)
        }
        count => [format!("BINARY({count})"), "LONGBLOB".into(), "VARBINARY(16)".into()],
    },
    uuid: None,
    refuse: |subject, message, field| {
        let id = if subject.is_number() { "id" } else { "LOWER(HEX(id))" };
        format!("CALL ids.refuse('fixed', CONCAT('{message}', {id}), '{field}')")
    },
    argument: |field| format!("`{}` DECIMAL(65)", field.name()),
    fits: |field| format!("ids.fits('{0}', `{0}`, {1})", field.name(), field.width()),
    column: |_, _| String::new(),
    // What a function gives is a text, unless it is added to.
    gives: |field, value| format!("'{}', {value} + 0", field.name()),
    between: ", ",
    byte: |bytes, place| format!("ORD(SUBSTRING({bytes}, {}, 1))", place + 1),
    part: |bytes, low, end| format!("MOD(ids.quotient(ids.integer_of({bytes}), {low}), {end})"),
    constant: |constant| constant.to_string(),
    hex: |digits| format!("X'{digits}'"),
    joined: |parts| format!("CONCAT({})", parts.join(", ")),
    random: |first, kept, count| format!("CONCAT(LEFT({first}, {kept}), RANDOM_BYTES({count}))"),
    base64: |bytes, Digits { alphabet, width, padding, .. }| {
        if *padding == 0 {
            return format!("ids.write_sixes({bytes}, '{alphabet}')");
        }
        // Zeros up to a multiple of three bytes.
        let zeros = "00".repeat((width.div_ceil(4) * 3 - width * 6 / 8) as usize);
        format!("LEFT(ids.write_sixes(CONCAT({bytes}, X'{zeros}'), '{alphabet}'), {width})")
    },
    base16: |bytes| format!("LOWER(HEX({bytes}))"),
    read_digits: |Digits { alphabet, width, is_fixed, aliases: (other, meant), .. }, bits| {
        format!(
            "ids.read_digits(written, '{alphabet}', '{other}', '{meant}', {bits}, {width}, {is_fixed})"
        )
    },
};
