//! Identifiers as programs print them: what is taken off, and what is read then.

use core::fmt::Write as _;
use std::collections::BTreeSet;

use ids_formats::{
    Answer, Candidate, Context, Evidence, Format, Inspector, UnixTime, all, family, inspect, read,
    spelling::{Spelling, cause, read_by, read_inside},
};
use proptest::prelude::*;

use crate::on_page;

/// 2027-01-15.
const NOW: UnixTime = UnixTime::from_secs(1_800_000_000);

/// Two digits for each byte, with this before them.
fn each(bytes: &[u8], prefix: &str) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{prefix}{byte:02x}").unwrap();
        text
    })
}

fn hex(bytes: &[u8]) -> String {
    each(bytes, "")
}

/// The bytes of a candidate.
fn bytes(found: &Candidate<'_>) -> Vec<u8> {
    match (found.own(), found.other()) {
        (Some(own), _) => own.bits.to_be_bytes()[16 - own.format.facts().bytes()..].to_vec(),
        (_, other) => other.map(|other| other.bytes()).unwrap_or_default(),
    }
}

const UUID: &str = "01902f5ec3a17b60a1d44e2f90b86c17";
const FLAX: &str = "05ca55528f7680cb8bb9bdc1";
const NUMBER: &str = "0271065ac1020007";
const OBJECT: &str = "507f1f77bcf86cd799439011";
const ULID: &str = "01563e3ab5d3d6764c61efb99302bd5b";
const SIQ: &str = "00673dcf4040000186ce1947005e";

/// The text, what is taken off, and the bytes that are read first.
const ROWS: &[(&str, &str, &str)] = &[
    ("\u{feff}175928847299117063", "byte-order-mark", NUMBER),
    ("ï»¿175928847299117063", "byte-order-mark", NUMBER),
    ("01902f5e-c3a1-7b60-\u{ad}a1d4-4e2f90b86c17\u{200b}", "invisible", UUID),
    ("\u{1b}[1;31m175928847299117063\u{1b}[0m", "invisible", NUMBER),
    ("\u{1b}7175928847299117063\u{1b}8", "invisible", NUMBER),
    ("\u{1b}(B\u{1b}[m175928847299117063\u{1b}(B", "invisible", NUMBER),
    ("\u{1b}]8;;https://a.example/1\u{7}175928847299117063\u{1b}]8;;\u{1b}\\", "invisible", NUMBER),
    ("\u{1b}175928847299117063", "invisible", NUMBER),
    ("\u{1b}[1\u{1b}[31m175928847299117063\u{1b}[0m", "invisible", NUMBER),
    ("\u{1b}(\u{1b}[0m175928847299117063", "invisible", NUMBER),
    ("\t0RdKJcxqVBiAiQr0  ", "white-space", FLAX),
    // Of letters alone: that it could be bytes in base64 is less likely.
    ("\u{feff}KDbBVfVTKIBfPACA", "byte-order-mark", "54e9cc82b81e55332b68b34b"),
    ("175928847299117063\\r\\n", "white-space white-space", NUMBER),
    ("\u{a0}01ARZ3NDEKTSV4RRFFQ69G5FAV\u{202f}", "no-break-space", ULID),
    ("01ARZ3NDEKTSV4RRFFQ69G5FAV;", "punctuation", ULID),
    ("- 01ARZ3NDEKTSV4RRFFQ69G5FAV.", "punctuation punctuation", ULID),
    ("| 175928847299117063 |", "punctuation white-space", NUMBER),
    ("“0RdKJcxqVBiAiQr0”", "quotes", FLAX),
    ("`0RdKJcxqVBiAiQr0`", "quotes", FLAX),
    ("„0RdKJcxqVBiAiQr0“", "quotes", FLAX),
    ("\\\"0RdKJcxqVBiAiQr0\\\"", "quotes", FLAX),
    ("&quot;175928847299117063&quot;", "quotes", NUMBER),
    ("'175928847299117063", "one-quote", NUMBER),
    ("=\"175928847299117063\"", "formula quotes", NUMBER),
    ("[\"0RdKJcxqVBiAiQr0\"]", "brackets quotes", FLAX),
    ("<@!175928847299117063>", "mention", NUMBER),
    ("<:wave:175928847299117063>", "mention", NUMBER),
    ("#175928847299117063", "mention", NUMBER),
    ("<id type=\"long\">175928847299117063</id>", "element", NUMBER),
    ("'0RdKJcxqVBiAiQr0'::text", "typed quotes", FLAX),
    ("UUID '01902f5e-c3a1-7b60-a1d4-4e2f90b86c17'", "typed", UUID),
    ("CAST('01902f5e-c3a1-7b60-a1d4-4e2f90b86c17' AS uuid)", "call typed quotes", UUID),
    ("new Guid(\"01902f5e-c3a1-7b60-a1d4-4e2f90b86c17\")", "call quotes", UUID),
    ("uuid.UUID('01902f5e-c3a1-7b60-a1d4-4e2f90b86c17')", "call quotes", UUID),
    ("CSUUID(\"5e2f9001-a1c3-607b-a1d4-4e2f90b86c17\")", "call quotes", UUID),
    ("ObjectId(507f1f77bcf86cd799439011)", "call", OBJECT),
    ("Some(175928847299117063)", "call", NUMBER),
    ("BinData(4, \"AZAvXsOhe2Ch1E4vkLhsFw==\")", "call", UUID),
    ("decode('05ca55528f7680cb8bb9bdc1', 'hex')", "call quotes", FLAX),
    ("\"id\": \"0RdKJcxqVBiAiQr0\",", "punctuation member quotes", FLAX),
    ("{\"user_id\": 175928847299117063}", "brackets member", NUMBER),
    ("user_id=175928847299117063", "member", NUMBER),
    ("WHERE id = '0RdKJcxqVBiAiQr0';", "punctuation member quotes", FLAX),
    ("WHERE id = 175928847299117063", "member", NUMBER),
    ("{\"$oid\": \"507f1f77bcf86cd799439011\"}", "extended-json", OBJECT),
    ("{\"$uuid\": \"01902f5e-c3a1-7b60-a1d4-4e2f90b86c17\"}", "extended-json", UUID),
    ("{\"$numberLong\": \"175928847299117063\"}", "extended-json", NUMBER),
    (
        "{\"$binary\": {\"base64\": \"AZAvXsOhe2Ch1E4vkLhsFw==\", \"subType\": \"04\"}}",
        "extended-json",
        UUID,
    ),
    ("{\"$binary\": \"AZAvXsOhe2Ch1E4vkLhsFw==\", \"$type\": \"04\"}", "extended-json", UUID),
    ("https://discord.com/channels/81384788765712384/175928847299117063", "url", NUMBER),
    ("https://x.com/user/status/175928847299117063/photo/1?s=20", "url", NUMBER),
    ("https://example.com/a?page=2&id=0RdKJcxqVBiAiQr0#top", "url", FLAX),
    ("/users/01902f5e-c3a1-7b60-a1d4-4e2f90b86c17.json", "url", UUID),
    ("１７５９２８８４７２９９１１７０６３", "full-width", NUMBER),
    ("۱۷۵۹۲۸۸۴۷۲۹۹۱۱۷۰۶۳", "full-width", NUMBER),
    ("01902f5e–c3a1–7b60–a1d4–4e2f90b86c17", "dashes", UUID),
    ("+175928847299117063", "plus", NUMBER),
    ("175928847299117063n", "suffix", NUMBER),
    ("175928847299117063ULL", "suffix", NUMBER),
    ("(uint64_t)175928847299117063ULL", "typed suffix", NUMBER),
    ("(long long) 175928847299117063", "typed", NUMBER),
    ("175,928,847,299,117,063", "thousands", NUMBER),
    ("175.928.847.299.117.063", "thousands", NUMBER),
    ("175 928 847 299 117 063", "thousands", NUMBER),
    ("175\u{a0}928\u{a0}847\u{a0}299\u{a0}117\u{a0}063", "thousands", NUMBER),
    ("175'928'847'299'117'063", "thousands", NUMBER),
    ("175_928_847_299_117_063", "thousands", NUMBER),
    ("17,59,28,84,72,99,117,063", "thousands", NUMBER),
    ("175.928.847.299.117.063,00", "decimals thousands", NUMBER),
    ("-6258533631818174640", "negative", "a92538d22ca46f50"),
    ("−6,258,533,631,818,174,640", "dashes thousands negative", "a92538d22ca46f50"),
    ("\\x05ca55528f7680cb8bb9bdc1", "hexadecimal", FLAX),
    ("'\\x05ca55528f7680cb8bb9bdc1'::bytea", "typed quotes hexadecimal", FLAX),
    ("X'01902F5EC3A17B60A1D44E2F90B86C17'", "hexadecimal", UUID),
    ("0x271065ac1020007", "hexadecimal", NUMBER),
    ("0x1902F5EC3A17B60A1D44E2F90B86C17", "hexadecimal", UUID),
    ("0o11610145530100400007", "radix", NUMBER),
    ("0b1001110001000001100101101011000001000000100000000000000111", "radix", NUMBER),
    ("01 90 2f 5e c3 a1 7b 60 a1 d4 4e 2f 90 b8 6c 17", "groups", UUID),
    ("01:90:2F:5E:C3:A1:7B:60:A1:D4:4E:2F:90:B8:6C:17", "groups", UUID),
    ("01-90-2f-5e-c3-a1-7b-60-a1-d4-4e-2f-90-b8-6c-17", "groups", UUID),
    ("01902f5e c3a17b60 a1d44e2f 90b86c17", "groups", UUID),
    ("[0x2, 0x71, 0x06, 0x5a, 0xc1, 0x2, 0x00, 0x7]", "brackets groups", NUMBER),
    (r"b'\x05\xcaUR\x8fv\x80\xcb\x8b\xb9\xbd\xc1'", "typed escapes", FLAX),
    (
        "[1, 144, 47, 94, 195, 161, 123, 96, 161, 212, 78, 47, 144, 184, 108, 23]",
        "brackets decimal-bytes",
        UUID,
    ),
    ("AZAvXsOhe2Ch1E4vkLhsFw==", "base64", UUID),
    ("AZAvXsOhe2Ch1E4vkLhsFw", "base64url", UUID),
    ("AGc9z0BAAAGGzhlHAF4=", "base64", SIQ),
    ("AGc9z0BAAAGGzhlHAF4", "base64url", SIQ),
    ("UH8fd7z4bNeZQ5AR", "base64url", OBJECT),
    ("AnEGWsECAAc=", "base64", NUMBER),
    ("&nbsp;175928847299117063", "no-break-space", NUMBER),
    ("<https://example.com/m/175928847299117063|message>", "mention url", NUMBER),
    ("<@175928847299117063|Ann>", "mention", NUMBER),
    ("message_id | 175928847299117063", "member", NUMBER),
    ("<Buffer 01 90 2f 5e c3 a1 7b 60 a1 d4 4e 2f 90 b8 6c 17>", "brackets typed groups", UUID),
    ("01902f5e_c3a1_7b60_a1d4_4e2f90b86c17", "groups", UUID),
    (
        "[]byte{0x5, 0xca, 0x55, 0x52, 0x8f, 0x76, 0x80, 0xcb, 0x8b, 0xb9, 0xbd, 0xc1}",
        "call groups",
        FLAX,
    ),
    ("Uint8Array(8) [ 2, 113, 6, 90, 193, 2, 0, 7 ]", "call decimal-bytes", NUMBER),
    ("[2, 113, 6, 90, -63, 2, 0, 7]", "brackets decimal-bytes", NUMBER),
    (
        " \"UUID('01902f5e-c3a1-7b60-a1d4-4e2f90b86c17')\", ",
        "white-space punctuation quotes call quotes",
        UUID,
    ),
    ("\u{feff}=\"<@175928847299117063>\"", "byte-order-mark formula quotes mention", NUMBER),
];

#[test]
fn taken_off() {
    let mut seen = BTreeSet::new();
    for (text, taken, expected) in ROWS {
        let found = inspect(text, &Context::at(NOW));
        let first = found.first().unwrap_or_else(|| panic!("{text}"));
        let names: Vec<_> = first.taken().iter().map(|spelling| spelling.name()).collect();
        assert_eq!((&*names.join(" "), &*hex(&bytes(first))), (*taken, *expected), "{text}");
        seen.extend(first.taken().iter().map(|spelling| spelling.name()));
    }
    // Each costs something, has a name of its own, and a row.
    let all: BTreeSet<_> = Spelling::ALL.iter().copied().map(Spelling::name).collect();
    assert_eq!(all.len(), Spelling::ALL.len());
    assert!(Spelling::ALL.iter().all(|spelling| spelling.bits() > Evidence::ZERO));
    assert_eq!(seen, all);
}

/// The page has each spelling, with an example of these rows and its bits.
#[test]
fn the_page_has_each() {
    let mut table =
        "| `spelling` | what is taken off | example | bits |\n|---|---|---|---|\n".to_owned();
    for spelling in Spelling::ALL {
        let example =
            ROWS.iter().find(|(_, taken, _)| taken.split(' ').any(|name| name == spelling.name()));
        let example = example
            .unwrap()
            .0
            .escape_debug()
            .to_string()
            .replace("\\\\", "\\")
            .replace("\\\"", "\"");
        let example = example.replace("\\'", "'").replace('|', "\\|");
        let (name, about, bits) =
            (spelling.name(), spelling.about(), Evidence::ZERO - spelling.bits());
        writeln!(table, "| `{name}` | {about} | <code>{}</code> | {bits} |", html(&example))
            .unwrap();
    }
    on_page("docs/inspect.md", "spellings", &table);
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('*', "&#42;").replace('_', "&#95;")
}

/// What is not an identifier in any spelling, or has a likely reading as it stands.
#[test]
fn left_as_it_is() {
    for text in [
        "",
        "\"\"",
        "\"hello\"",
        "hello, world",
        "f(1)",
        "X''",
        "-1",
        "-42n",
        "1,234",
        "192.168.0.1",
        "12:34:56:78:9a:bc",
        "user@example.com",
        "127.0.0.1:8080",
        "/usr/local/bin",
        "2026-11-27T00:50:17Z",
        "https://example.com/about",
        "{\"a\": 175928847299117063, \"b\": 175928847299117064}",
        "createdAtColumn1",
        "175928847299117063;175928847299117063",
        // The sequence is cut off, so the next character is text.
        "\u{1b}[31\u{e9}175928847299117063 \u{1b}[0m175928847299117064",
        "1234-5678-9012-3456",
        "NUUID(\"\")",
        "JUUID(\"018f2c5e7b1a7c3d9e2f0123456789abcdef\")",
    ] {
        let found = inspect(text, &Context::at(NOW));
        assert!(found.iter().all(|one| one.taken().is_empty()), "{text}: {found:?}");
    }
    for text in [
        "0RdKJcxqVBiAiQr0",
        // Of few kinds of characters.
        "KDbBVfVTKIBfPACA",
        "175928847299117063",
        "{01902f5e-c3a1-7b60-a1d4-4e2f90b86c17}",
        "urn:uuid:01902f5e-c3a1-7b60-a1d4-4e2f90b86c17",
        "@lm2a3kiagopopibaaaamgzymuoac6@example.com",
        "01902f5e-c3a1-7b60-a1d4-4e2f90b86c17",
        ".5.tXbhdV.3",
        "V1StGXR8_Z5jdHi6B-myT",
    ] {
        let found = inspect(text, &Context::at(NOW));
        assert!(
            found[0].is_plausible() && found.iter().all(|one| one.taken().is_empty()),
            "{text}"
        );
    }
    // Where nothing shall be taken off.
    let strict = Context { spellings: false, ..Context::at(NOW) };
    assert!(inspect("\"175928847299117063\"", &strict).is_empty());
}

/// As a format that is known: in the canonical form, or the one that is named, or as bytes.
#[test]
fn of_a_known_format() {
    let discord = family("snowflake").unwrap().flavour("discord").unwrap();
    for (form, text, expected) in [
        (None, "\"175928847299117063\",", Some("punctuation quotes")),
        (None, "\\x0271065ac1020007", Some("hexadecimal")),
        (Some("hex"), "\\x0271065ac1020007", Some("hexadecimal")),
        (Some("decimal"), "\\x0271065ac1020007", None),
        (Some("hex"), "'271065ac1020007'", Some("quotes")),
        (None, "'271065ac1020007'", None),
        // Another form than the canonical one is named, or words are identifiers.
        (None, "\"hello\"", None),
        // A float has lost the last digits of the first, and none of the second.
        (None, "<@175928847299117063.0>", None),
        (None, "<@1759288472.0>", Some("mention decimals")),
        (None, "175928847299117063", None),
        // What is compared with something else is not told.
        (None, "WHERE id = 175928847299117063 AND x = 1", None),
        (None, "x = 1 AND id = 175928847299117063", None),
        (None, "0b+1", None),
        (None, "https://example.com/175928847299117063?id=175928847299117064", None),
    ] {
        let found = read_inside(&[discord], form, text.as_bytes());
        let names = found.map(|(_, taken)| {
            taken.iter().map(|spelling| spelling.name()).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(names.as_deref(), expected, "{text}");
    }
}

/// A canonical text stands as it is, where another form is named and where it is ambiguous: it is not base64 of its bytes.
#[test]
fn of_a_canonical_text() {
    for (name, form, text) in [
        ("flax", Some("hex"), "0RdKJcxqVBiAiQr0"),
        ("flax", Some("decimal"), "0RdKJcxqVBiAiQr0"),
        ("kuid", Some("hex"), "0GA5igPrJzJ7aYAB"),
        ("kuid", None, "0GA5igPrJzJ7aYAB"),
    ] {
        let formats = family(name).unwrap().formats;
        assert_eq!(read_inside(formats, form, text.as_bytes()), None, "{name}: {text}");
    }
}

/// What the bytes of a text show.
#[test]
fn causes() {
    for (text, expected) in [
        (&b"\xff\xfe1\x002\x00"[..], Some("UTF-16")),
        (b"1\x002\x003\x00", Some("UTF-16")),
        (b"\x001\x002\x003", Some("UTF-16")),
        (b"175928847299117063\r175928847299117064", Some("carriage return")),
        (b"\xef\xbb\xbf175928847299117063", Some("byte order mark")),
        (b"12.5", Some("decimals")),
        (b"\x1f\x8b\x08\x00", Some("gzip")),
        (b"\x28\xb5\x2f\xfd\x24", Some("zstd")),
        (b"PK\x03\x04\x14\x00", Some("zip archive")),
        (b"1.2.3", None),
        (b"0RdKJcxqVBiAiQr0", None),
        (b"\0\0", None),
        (b"", None),
    ] {
        let found = cause(text);
        assert_eq!(found.is_some(), expected.is_some(), "{text:?}");
        assert!(found.unwrap_or_default().contains(expected.unwrap_or_default()), "{text:?}");
    }
}

/// What may stand inside a text.
fn inside(text: &[u8]) -> Vec<String> {
    let mut all = Vec::new();
    let none = read_by(text, |inside, _| {
        all.push(String::from_utf8(inside.to_vec()).unwrap());
        None::<(u128, ())>
    });
    assert_eq!(none, None);
    all
}

/// Long texts and deep nesting end.
#[test]
fn bounded() {
    assert!(inside("\"".repeat(600).as_bytes()).is_empty());
    let nested = inside("([{<\"'`".repeat(70).as_bytes());
    assert!(nested.len() <= 50, "{}", nested.len());
    let deep = inside(format!("{}1{}", "(".repeat(40), ")".repeat(40)).as_bytes());
    assert!(deep.iter().all(|one| one.len() >= 81 - 2 * 8) && !deep.is_empty());
    assert!(inside(b"\xff\"1\"").is_empty());
}

type Wrap = fn(&str) -> String;

/// What is put round any text.
const AROUND: &[Wrap] = &[
    |id| format!("\u{feff}{id}"),
    |id| format!("\u{200e}{id}"),
    |id| format!(" \t{id} "),
    |id| format!("{id}\u{a0}"),
    |id| format!("{id},"),
    |id| format!("\"{id}\""),
    |id| format!("'{id}'"),
    |id| format!("«{id}»"),
    |id| format!("'{id}"),
    |id| format!("=\"{id}\""),
    |id| format!("[{id}]"),
    |id| format!("<@{id}>"),
    |id| format!("'{id}'::uuid"),
    |id| format!("new Id('{id}')"),
    |id| format!("Some({id})"),
    |id| format!("\"id\": \"{id}\""),
    |id| format!("id = {id}"),
    |id| format!("{{\"$uuid\": \"{id}\"}}"),
    |id| format!("https://example.com/v1/{id}"),
    |id| format!("https://example.com/?from=web&id={id}"),
    // No URL ends with one.
    |id| format!("<b>{id}</b>"),
];

/// How a number of 18 or more digits is written.
const NUMBERS: &[Wrap] = &[
    |id| format!("{id}n"),
    |id| format!("{id}L"),
    |id| format!("+{id}"),
    |id| format!("{id}.0"),
    |id| id.chars().map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap()).collect(),
    |id| grouped(id, ","),
    |id| grouped(id, "\u{202f}"),
    |id| grouped(id, "_"),
    |id| format!("{:#x}", id.parse::<u128>().unwrap()),
];

fn grouped(id: &str, separator: &str) -> String {
    let digits = id.as_bytes();
    let (first, rest) = digits.split_at(digits.len() % 3);
    let groups = Some(first).filter(|first| !first.is_empty()).into_iter().chain(rest.chunks(3));
    groups.map(|group| core::str::from_utf8(group).unwrap()).collect::<Vec<_>>().join(separator)
}

fn base64(bytes: &[u8], alphabet: &[u8; 64], padding: &str) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte))
            << (8 * (3 - chunk.len()));
        let digits = (0..=chunk.len())
            .map(|place| char::from(alphabet[(word >> (18 - 6 * place) & 63) as usize]));
        text.extend(digits);
        text.push_str(&padding.repeat(3 - chunk.len()));
    }
    text
}

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// How bytes are written.
const BYTES: &[fn(&[u8]) -> String] = &[
    |id| format!("\\x{}", hex(id)),
    |id| format!("0x{}", hex(id).to_uppercase()),
    |id| format!("X'{}'", hex(id)),
    |id| each(id, "\\x"),
    |id| each(id, " ").split_off(1),
    |id| each(id, ":").split_off(1).to_uppercase(),
    |id| format!("{id:?}"),
    |id| format!("BinData(0, \"{}\")", base64(id, STANDARD, "=")),
    |id| {
        format!(
            "{{\"$binary\": {{\"base64\": \"{}\", \"subType\": \"00\"}}}}",
            base64(id, STANDARD, "=")
        )
    },
];

/// An identifier of a time that is plausible, if the format has one.
fn plausible(format: &dyn Format, bits: u128, second: u64) -> u128 {
    let Some(timed) = format.timed() else { return format.facts().layout.settle(bits) };
    // After the first identifiers of each, before now, and before the last ones of Baidu.
    let last = timed.time(format.facts().largest());
    let time = UnixTime::from_secs(1_740_000_000 + second).min(last);
    let (first, last) = (timed.first_at(time).unwrap(), timed.last_at(time).unwrap());
    format.facts().layout.settle(first | bits & (first ^ last))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever a format writes is read, also where one or two things are round it: as any format, and as one that is known.
    #[test]
    fn what_is_wrapped_is_read(bits: u128, second in 0_u64..50_000_000, inner in 0..AROUND.len() - 1, outer in 0..AROUND.len()) {
        let mut inspector = Inspector::new(Context::at(NOW));
        for format in all() {
            let facts = format.facts();
            let id = plausible(format, bits, second);
            let text = format.text(facts.canonical, id);
            let octets = &id.to_be_bytes()[16 - facts.bytes()..];
            let numbers = NUMBERS.iter().filter(|_| facts.is_number()).map(|wrap| wrap(&text));
            let texts = AROUND.iter().map(|wrap| wrap(&text)).chain([AROUND[outer](&AROUND[inner](&text))]);
            let written = BYTES.iter().map(|wrap| wrap(octets));
            // A number beside letters may be one in another base.
            let all = texts.chain(written).map(|one| (one, true)).chain(numbers.map(|one| (one, false)));
            for (one, is_known) in all {
                let found = inspector.inspect(one.as_bytes());
                let is_read = found.iter().any(|found| bytes(found) == octets);
                prop_assert!(is_read || format.doubt(id).is_some(), "{one}");
                if !is_known {
                    continue;
                }
                let bare = read(&[format], None, false, one.as_bytes());
                let inside = || read_inside(&[format], None, one.as_bytes()).map(|(reading, _)| reading);
                prop_assert_eq!(bare.ok().or_else(inside).map(|reading| reading.bits), Some(id), "{}", one);
            }
        }
    }

    /// A bare reading leads what is unwrapped to the same text: each spelling costs something.
    #[test]
    fn bare_leads(text in "[0-9]{18,19}|[0-9a-f]{24}|[0-7][0-9A-HJKMNP-TV-Z]{25}|[-0-9A-Z_a-z]{16}", wrap in 0..AROUND.len()) {
        let context = Context::at(NOW);
        let (bare, wrapped) = (inspect(&text, &context), inspect(&AROUND[wrap](&text), &context));
        if let (Some(bare), Some(wrapped)) = (bare.first(), wrapped.first()) {
            prop_assert!(bare.score > wrapped.score || !bare.is_plausible());
        }
    }

    /// No text is a fault, and each candidate says all that its score is made of.
    #[test]
    fn any_text(text in "\\PC{0,60}|[-0-9a-fA-FxX\\\\'\"(){}<>@:=,. ]{0,60}") {
        prop_assert!(inside(text.as_bytes()).iter().all(|inside| !inside.is_empty()));
        let found = inspect(&text, &Context::at(NOW));
        for one in &found {
            prop_assert_eq!(one.reasons().map(|(_, bits)| bits).sum::<Evidence>(), one.score);
        }
        prop_assert!(found.iter().all(Candidate::is_plausible) || Answer::of(&found) != Answer::One);
    }
}
