//! The pack for `PostgreSQL`: a schema of functions.

use core::fmt::Write as _;

use ids_reserve::Fingerprint;
use snowflake::{DynamicNode, Flavour};

use super::{FORMATS, VERSION, filled, functions};

const SHARED: &str = include_str!("../../sql/postgres/shared.sql");
/// Whose numbers a sequence gives.
const SEQUENCES: &str = include_str!("../../sql/postgres/sequences.sql");
/// What formats have alike whose column is one of these.
const ALIKE: [(&str, &str); 3] = [
    ("bigint", include_str!("../../sql/postgres/bigint.sql")),
    ("bytes", include_str!("../../sql/postgres/bytes.sql")),
    ("uuid", include_str!("../../sql/postgres/uuid.sql")),
];
/// The functions of a flavour, and that of one whose identifiers are made.
const FLAVOUR: &str = include_str!("../../sql/postgres/flavour.sql");
const NEW: &str = include_str!("../../sql/postgres/flavour_new.sql");
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
pub(super) fn pack(formats: &[&str]) -> String {
    let named = formats.join(", ");
    let mut sql = format!(
        "-- ids {VERSION}: functions on identifiers for PostgreSQL 14 or newer, in the schema ids.\n\
         -- Formats: {named}. It can be run again, and DROP SCHEMA ids CASCADE removes all of it.\n\n\
         BEGIN;\n\
         SET LOCAL {NAMES};\n\
         SET LOCAL standard_conforming_strings = on;\n\n\
         {OWNER}\n\
         CREATE SCHEMA IF NOT EXISTS ids;\n\n{SHARED}"
    );
    if formats.iter().any(|name| ["snowflake", "luuid"].contains(name)) {
        sql.push('\n');
        sql.push_str(SEQUENCES);
    }
    sql.push_str(&functions(formats, |(_, postgres, _)| postgres, &ALIKE, flavour));
    // Those of an earlier installation are there too.
    let known: Vec<_> = FORMATS.iter().map(|(name, ..)| format!("'{name}'")).collect();
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

/// The functions of one flavour, which say its numbers to those of all flavours.
fn flavour(flavour: &Flavour) -> String {
    let fields = flavour.layout().fields();
    let columns = fields.iter().map(|field| format!("OUT \"{}\" bigint", field.name()));
    let values = fields.iter().map(|field| {
        let (field, low, max) = (field.name(), field.low(), field.max());
        // The sign of a bigint that is not negative is 0.
        let value = if low == 63 { "0".into() } else { format!("(id >> {low}) & {max}") };
        format!("    \"{field}\" := {value};\n")
    });
    let layout = flavour.layout();
    let arguments = layout.open().map(|field| format!("\"{}\" bigint", field.name()));
    let parts = layout.open().map(|field| {
        let (field, width, low) = (field.name(), field.width(), field.low());
        format!("ids.snowflake_put('{field}', \"{field}\", {width}, {low})")
    });
    let sql = filled(
        FLAVOUR,
        flavour,
        [
            ("columns", columns.collect::<Vec<_>>().join(", ")),
            ("values", values.collect()),
            ("arguments", arguments.collect::<Vec<_>>().join(", ")),
            ("parts", parts.collect::<Vec<_>>().join("\n    | ")),
        ],
    );
    if !flavour.generates() {
        return sql;
    }
    // The fields of the node stand side by side. A flavour without a sequence has one of no bits.
    let sequence = flavour.sequence();
    let (counter_width, counter_low) =
        sequence.map_or((0, 0), |field| (field.width(), field.low()));
    let node_low = flavour.node_fields().map(|field| field.low()).min();
    // What a store of reservations calls it, beside its namespace.
    let reserved = Fingerprint::of_schemes(flavour.positions(), flavour.nodes(), |number| {
        DynamicNode::numbered(*flavour, number).ok()
    });
    sql + &filled(
        NEW,
        flavour,
        [
            (
                "node_width",
                flavour.node_fields().map(|field| field.width()).sum::<u32>().to_string(),
            ),
            ("node_low", node_low.unwrap_or_default().to_string()),
            ("counter_width", counter_width.to_string()),
            ("counter_low", counter_low.to_string()),
            ("namespace", flavour.name().to_owned()),
            ("reserved", reserved.to_string()),
        ],
    )
}
