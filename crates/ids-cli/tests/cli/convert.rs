//! `ids convert`.

use crate::run::{Run, piped, with_input};

/// An invalid and an ambiguous line: the heavier code.
#[test]
fn the_heaviest_code_wins() {
    let strict = "--strict --flavour discord --to hex";
    convert(strict, "!\n271065\n!\n").code(3);
    convert(strict, "!\n175928847299117063\n").code(1);
}

/// `ids convert` of a format or a flavour to a form, of lines or of a column.
fn convert(options: &str, lines: &str) -> Run {
    piped(&format!("convert {options}"), lines.as_bytes())
}

/// The bases above 16 read words: a header, or what else is no identifier, is one only where its form is
/// named.
#[test]
fn words_are_no_identifiers() {
    for word in
        ["id", "message-id", "created_at", "guild-id", "----", "user_id", "Customer_ID", "A"]
    {
        let discord = "--flavour discord --to hex";
        convert(discord, &format!("{word}\n"))
            .code(1)
            .says("line 1: ")
            .says("; if this is a header, give --header\n");
        // Only the first line of a source is likely one.
        let run = convert(discord, &format!("175928847299117063\n{word}\n")).code(1);
        assert!(!run.err.contains("--header"), "{}", run.err);
        let run = convert(&format!("{discord} -- {word}"), "").code(1);
        assert!(run.out.is_empty() && !run.err.contains("--header"), "{}", run.err);
    }
    let named = convert("--flavour discord --form shortcode --to hex created_at", "").ok();
    assert_eq!(named.lines(), ["72b79ab5e77f6ad"]);
    convert("--format siq --to did", "message\n").code(1).says("crockford");
}

/// A header may have the length and the digits of a canonical form. What follows it has the form that it has.
#[test]
fn headers_as_long_as_identifiers() {
    let (base64, hex) = ("0RdKJcxqVBiAiQr0", "05ca55528f7680cb8bb9bdc1");
    let (tid, number) = ("3jzfcijpj2z2a", "1728652679052295174");
    for (format, header, id, to, written) in [
        ("flax", "user_account_ids", base64, "hex", hex),
        ("flax", "user_account_ids", hex, "base64", base64),
        ("flax", "Customer_Account", hex, "base64", base64),
        ("flax", "userAccountTypes", base64, "hex", hex),
        ("flax", "CustomerAccounts", base64, "hex", hex),
        ("flax", "USER-ACCOUNT-IDS", base64, "hex", hex),
        ("flax", "organisationkeys", hex, "base64", base64),
        ("tid", "authorisation", tid, "decimal", number),
        ("tid", "authorisation", number, "tid", tid),
        ("kuid", "account_ids", ".5.tXbhdV.3", "base64url", "AGA5intpgAE"),
    ] {
        let options = format!("--format {format} --to {to}");
        let lines = format!("{header}\n{id}\n");
        let run = convert(&options, &lines).code(1).says("; if this is a header, give --header");
        assert_eq!(run.lines(), [written], "{header}");
        // Where it is meant, and where no header can stand.
        let form = if format == "tid" { "tid" } else { "base64" };
        convert(&format!("{options} --form {form}"), &format!("{header}\n")).ok();
        convert(&format!("{options} {header}"), "").ok();
    }
    // A real one has digits, or capitals anywhere.
    for id in [base64, "GbCdEfGhIjKlMnOp", "FWy6G-----------", "GstrngthsBcdfghj"] {
        convert("--format flax --to hex", &format!("{id}\n")).ok();
    }
}

/// What says that there is no value stays as it is in a column, and is an error of a line.
#[test]
fn missing_values() {
    let discord = "--flavour discord --to hex";
    let table = "id,b\n175928847299117063,1\nNULL,2\n,3\nnan,4\n\\N,5\n";
    let run = convert(&format!("{discord} --column id"), table).ok();
    assert_eq!(run.out, table.replace("175928847299117063", "271065ac1020007"));
    for word in ["NULL", "NaN", "None", "\\N", "#N/A", "undefined", "Infinity", "''", ""] {
        for (before, line) in [("", 1), ("175928847299117063\n", 2)] {
            convert(discord, &format!("{before}{word}\n"))
                .code(1)
                .says(&format!("error: line {line}: this is a missing value"));
        }
        let json =
            with_input(&["convert", "--flavour", "discord", "--to", "hex", "--json", word], b"");
        assert_eq!(json.code(1).json()[0]["error"]["kind"], "missing");
    }
    convert("--flavour discord --form shortcode --to decimal nan", "").ok();
}

/// Lines of one source have one form. What has another one by itself is an error that names it.
#[test]
fn one_form_in_a_stream() {
    let hex = "05ca55528f7680cb8bb9bdc1";
    let lines = format!("id\n{hex}\n0RdKJcxqVBiAiQr0\n1792030988790530007327423937\n{hex}\n");
    let run = convert("--format flax --to base64", &lines)
        .code(1)
        .says("line 1: as base64: 2 bytes")
        .says("line 3: reads as base64, but what was read before it is hex: --form says which is meant")
        .says("line 4: reads as decimal, but what was read before it is hex");
    assert_eq!(run.lines(), ["0RdKJcxqVBiAiQr0"; 2]);
    // Digits alone are hexadecimal among such numbers.
    let discord = "--flavour discord --to decimal --json";
    let second = convert(discord, "271065ac1020007\n271065000000001\n").ok().json().remove(1);
    assert_eq!((&second["from"], &second["text"]), (&"hex".into(), &"175928801111310337".into()));
    let run = convert(discord, "175928847299117063\n271065ac1020007\n").code(1);
    assert_eq!(run.json()[1]["error"]["kind"], "other_form");
    // Both flavours write theirs in base64.
    convert("--format kuid --to hex", ".5.tXbhdV.3\n0GA5igPrJzJ7aYAB\n.5.tXbhdV.3\n").ok();
}
