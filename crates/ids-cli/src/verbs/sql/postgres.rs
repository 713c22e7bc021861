//! The pack for `PostgreSQL`: a schema of functions.

use core::fmt::Write as _;

use ids_formats::{Column, FAMILIES, Family};
use ids_reserve::Fingerprint;
use snowflake::{DynamicNode, FLAVOURS};

use super::{
    VERSION,
    dialect::{Dialect, Values},
    subject::{Digits, Part, Subject},
};

const SHARED: &str = include_str!("../../sql/postgres/shared.sql");
/// Whose numbers a sequence gives.
const SEQUENCES: &str = include_str!("../../sql/postgres/sequences.sql");
/// What `PURE` stands for, behind the language.
const PURE: &str = "IMMUTABLE STRICT PARALLEL SAFE";
/// Where names mean what they mean here: not in the schemas of the session, whose functions may have the
/// same names, nor among its temporary tables, which are types.
const NAMES: &str = "search_path = pg_catalog, pg_temp";
/// Functions that are replaced keep their owner, who could change what others call.
const OWNER: &str = "DO $$ DECLARE
    owner regrole := (SELECT nspowner FROM pg_namespace WHERE nspname = 'ids');
BEGIN
    IF owner <> current_user::regrole THEN
        RAISE EXCEPTION 'the schema ids belongs to %', owner USING
            HINT = format('Install as this role: SET ROLE %s', owner);
    END IF;
END $$;
";

/// The statements that make the functions of these formats.
pub(super) fn pack(families: &[&Family], named: &str) -> String {
    let mut sql = format!(
        "-- ids {VERSION}: functions on identifiers for PostgreSQL 14 or newer, in the schema ids.\n\
         -- Formats: {named}. It can be run again, and DROP SCHEMA ids CASCADE removes all of it.\n\n\
         BEGIN;\n\
         SET LOCAL {NAMES};\n\
         SET LOCAL standard_conforming_strings = on;\n\n\
         {OWNER}\n\
         CREATE SCHEMA IF NOT EXISTS ids;\n\n{SHARED}"
    );
    if families.iter().any(|family| ["snowflake", "luuid"].contains(&family.name)) {
        sql.push('\n');
        sql.push_str(SEQUENCES);
    }
    sql.extend(families.iter().map(|family| POSTGRES.functions(family)));
    // Those of an earlier installation are there too.
    let known: Vec<_> = FAMILIES.iter().map(|family| format!("'{}'", family.name)).collect();
    let _ = writeln!(
        sql,
        "\nDO $$ BEGIN\n    \
         EXECUTE format('COMMENT ON SCHEMA ids IS %L', 'ids {VERSION}: functions on identifiers: ' || (\n        \
         SELECT string_agg(name, ', ' ORDER BY place)\n        \
         FROM unnest(ARRAY[{}]) WITH ORDINALITY AS known (name, place)\n        \
         WHERE to_regproc('ids.' || name || '_valid') IS NOT NULL));\n\
         END $$;\n\nCOMMIT;",
        known.join(", ")
    );
    // Functions of PL/pgSQL look names up when they are called; those of SQL have looked them up.
    sql.replace(" PURE AS $$\n", &format!("\nLANGUAGE plpgsql {PURE} AS $$\n"))
        .replace(" PURE\n", &format!("\nLANGUAGE sql {PURE}\n"))
        .replace(" AS $$\n", &format!("\nSET {NAMES} AS $$\n"))
}

/// What makes identifiers of a flavour: the widths and the places of its parts, and its time.
fn generator(subject: &Subject) -> Option<Values> {
    let name = subject.facts().flavour.filter(|_| subject.part == Part::Flavour)?;
    let flavour = FLAVOURS.iter().find(|flavour| flavour.name() == name && flavour.generates())?;
    let (timestamp, epoch, unit) = subject.time()?;
    // The fields of the node stand side by side. A flavour without a sequence has one of no bits.
    let node_width = flavour.node_fields().map(|field| field.width()).sum::<u32>();
    let node_low = flavour.node_fields().map(|field| field.low()).min().unwrap_or_default();
    let (width, low) = flavour.sequence().map_or((0, 0), |field| (field.width(), field.low()));
    let time = format!("{epoch}, {unit}, {}, {}", timestamp.low(), timestamp.width());
    // What a store of reservations calls it, beside its namespace.
    let reserved = Fingerprint::of_schemes(flavour.positions(), flavour.nodes(), |number| {
        DynamicNode::numbered(*flavour, number).ok()
    });
    Some(vec![
        ("parts", format!("{node_width}, {node_low}, {width}, {low}, {time}")),
        ("reserved", format!("'{}', '{reserved}'", flavour.name())),
    ])
}

pub(super) const POSTGRES: Dialect = Dialect {
    format: include_str!("../../sql/postgres/format.sql"),
    own: &[
        ("snowflake", include_str!("../../sql/postgres/snowflake.sql")),
        ("kuid", include_str!("../../sql/postgres/kuid.sql")),
        ("siq", include_str!("../../sql/postgres/siq.sql")),
        ("luuid", include_str!("../../sql/postgres/luuid.sql")),
    ],
    others: generator,
    is_unsigned: false,
    to_number: "ids.to_bigint(number)",
    now: "clock_timestamp()",
    types: |subject| {
        let [column, raw] = match subject.facts().column() {
            Column::Number => ["bigint"; 2],
            Column::Uuid => ["uuid", "bytea"],
            _ => ["bytea"; 2],
        };
        [column, column, raw].map(String::from)
    },
    uuid: Some([|id| format!("uuid_send({id})"), |bytes| format!("encode({bytes}, 'hex')::uuid")]),
    refuse: |_, message, field| {
        format!("PERFORM ids.refuse('fixed', '{message}' || id, '{field}')")
    },
    argument: |field| {
        let kind = if field.width() == 64 { "numeric" } else { "bigint" };
        format!("\"{}\" {kind}", field.name())
    },
    fits: |field| match (field.name(), field.width()) {
        (name, 64) => format!("ids.fits_64('{name}', \"{name}\")"),
        (name, width) => format!("ids.fits('{name}', \"{name}\", {width})"),
    },
    column: |subject, field| {
        let kind = match field.width() {
            ..32 if subject.part == Part::All => "int",
            64 => "numeric",
            _ => "bigint",
        };
        format!("OUT \"{}\" {kind}", field.name())
    },
    gives: |field, value| format!("\"{}\" := {value}", field.name()),
    between: ";\n    ",
    byte: |bytes, place| format!("get_byte({bytes}, {place})"),
    part: |bytes, low, end| format!("mod(div(ids.number({bytes}), {low}), {end})"),
    constant: |constant| format!("({})", constant.cast_signed()),
    hex: |digits| format!("'\\x{digits}'::bytea"),
    joined: |parts| parts.join("\n    || "),
    random: |first, kept, count| {
        // The last 7 bytes of each have nothing else.
        let seven = "substring(uuid_send(gen_random_uuid()) FROM 10)";
        let all = vec![seven; count.div_ceil(7) as usize].join(" || ");
        format!("substring({first} FOR {kept}) || substring({all} FOR {count})")
    },
    base64: |bytes, Digits { alphabet, width, padding, .. }| {
        let text = format!("encode({bytes}, 'base64')");
        let text = if *padding > 0 { format!("left({text}, {width})") } else { text };
        format!("translate({text}, ids.base64(), '{alphabet}')")
    },
    base16: |bytes| format!("encode({bytes}, 'hex')"),
    read_digits: |Digits { alphabet, width, is_fixed, aliases: (other, meant), .. }, bits| {
        format!(
            "ids.read_digits(translate(written, '{other}', '{meant}'), '{alphabet}', {bits}, {width}, {is_fixed})"
        )
    },
};
