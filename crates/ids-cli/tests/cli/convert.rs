//! `ids convert`.

use crate::run::{ids, with_input};

/// An invalid and an ambiguous line: the heavier code.
#[test]
fn the_heaviest_code_wins() {
    let arguments = ["convert", "--strict", "--flavour", "discord", "--to", "hex"];
    with_input(&arguments, b"!\n271065\n!\n").code(3);
    with_input(&arguments, b"!\n175928847299117063\n").code(1);
}

/// The bases above 16 read words: a header, or what else is no identifier, is one only where its form is
/// named.
#[test]
fn words_are_no_identifiers() {
    for word in
        ["id", "message-id", "created_at", "guild-id", "----", "user_id", "Customer_ID", "A"]
    {
        let arguments = ["convert", "--flavour", "discord", "--to", "hex"];
        for (end, column) in [("\n", &[][..]), (",x\n", &["--column", "1"])] {
            let input = format!("{word}{end}175928847299117063{end}");
            let run = with_input(&[&arguments[..], column].concat(), input.as_bytes()).code(1);
            let left = if column.is_empty() { String::new() } else { format!("{word}{end}") };
            assert_eq!(run.out, format!("{left}271065ac1020007{end}"), "{word}");
            let place = if column.is_empty() { "line 1: " } else { "record 1: " };
            assert!(run.err.contains(place), "{word}: {}", run.err);
            assert!(run.err.contains("; if this is a header, give --header\n"), "{}", run.err);
            // Where it is one, the rest is as it was.
            let run =
                with_input(&[&arguments[..], column, &["--header"]].concat(), input.as_bytes());
            assert_eq!(run.ok().out, format!("{word}{end}271065ac1020007{end}"));
            // Only the first line is likely a header.
            let input = format!("175928847299117063{end}{word}{end}");
            let run = with_input(&[&arguments[..], column].concat(), input.as_bytes()).code(1);
            assert!(
                run.err.contains("as decimal: ") && !run.err.contains("--header"),
                "{}",
                run.err
            );
        }
        let run = with_input(&[&arguments[..], &["--", word]].concat(), b"").code(1);
        assert!(run.out.is_empty() && !run.err.contains("--header"), "{}", run.err);
    }
    let named = "convert --flavour discord --form shortcode --to hex created_at";
    assert_eq!(ids(named).ok().lines(), ["72b79ab5e77f6ad"]);
    let words = with_input(&["convert", "--format", "siq", "--to", "did"], b"message\n").code(1);
    assert!(words.err.contains("crockford"), "{}", words.err);
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
        let convert = ["convert", "--format", format, "--to", to];
        for (end, column) in [("\n", &[][..]), (",x\n", &["--column", "1"])] {
            let (arguments, input) =
                ([&convert[..], column].concat(), format!("{header}{end}{id}{end}"));
            let run = with_input(&arguments, input.as_bytes())
                .code(1)
                .says("; if this is a header, give --header");
            let left = if column.is_empty() { String::new() } else { format!("{header}{end}") };
            assert_eq!(run.out, format!("{left}{written}{end}"), "{header}");
        }
        // Where it is meant, and where no header can stand.
        let form = if format == "tid" { "tid" } else { "base64" };
        let named = [&convert[..], &["--form", form]].concat();
        with_input(&named, format!("{header}\n").as_bytes()).ok();
        with_input(&[&convert[..], &[header]].concat(), b"").ok();
    }
    // A real one has digits, or capitals anywhere.
    let flax = ["convert", "--format", "flax", "--to", "hex"];
    for id in [base64, "GbCdEfGhIjKlMnOp", "FWy6G-----------", "GstrngthsBcdfghj"] {
        with_input(&flax, format!("{id}\n").as_bytes()).ok();
    }
}

/// What says that there is no value stays as it is in a column, and is an error of a line.
#[test]
fn missing_values() {
    let (table, written) = (
        "id,b\n175928847299117063,1\nNULL,2\n,3\nnan,4\n\\N,5\n",
        "id,b\n271065ac1020007,1\nNULL,2\n,3\nnan,4\n\\N,5\n",
    );
    let arguments = ["convert", "--flavour", "discord", "--to", "hex"];
    let run = with_input(&[&arguments[..], &["--column", "id"]].concat(), table.as_bytes()).ok();
    assert_eq!(run.out, written);
    for word in ["NULL", "NaN", "None", "\\N", "#N/A", "undefined", "Infinity", "''", ""] {
        for before in ["", "175928847299117063\n"] {
            let input = format!("{before}{word}\n");
            let run = with_input(&arguments, input.as_bytes()).code(1);
            let line =
                format!("error: line {}: this is a missing value", before.lines().count() + 1);
            assert!(run.err.contains(&line), "{word}: {}", run.err);
        }
        let json = with_input(&[&arguments[..], &["--json", word]].concat(), b"").code(1);
        assert_eq!(json.json()[0]["error"]["kind"], "missing");
    }
    ids("convert --flavour discord --form shortcode --to decimal nan").ok();
}

/// Lines of one source have one form. What has another one by itself is an error that names it.
#[test]
fn one_form_in_a_stream() {
    let hex = "05ca55528f7680cb8bb9bdc1";
    let run = with_input(
        &["convert", "--format", "flax", "--to", "base64"],
        format!("id\n{hex}\n0RdKJcxqVBiAiQr0\n1792030988790530007327423937\n{hex}\n").as_bytes(),
    )
    .code(1);
    assert_eq!(run.lines(), ["0RdKJcxqVBiAiQr0"; 2]);
    for says in [
        "line 1: as base64: 2 bytes",
        "line 3: reads as base64, but what was read before it is hex: --form says which is meant",
        "line 4: reads as decimal, but what was read before it is hex",
    ] {
        assert!(run.err.contains(says), "{says}: {}", run.err);
    }
    // Digits alone are hexadecimal among such numbers.
    let input = b"271065ac1020007\n271065000000001\n";
    let arguments = ["convert", "--flavour", "discord", "--to", "decimal", "--json"];
    let run = with_input(&arguments, input).ok();
    let answers = run.json();
    assert_eq!(
        (&answers[1]["from"], &answers[1]["text"]),
        (&"hex".into(), &"175928801111310337".into())
    );
    let run = with_input(&arguments, b"175928847299117063\n271065ac1020007\n").code(1);
    assert_eq!(run.json()[1]["error"]["kind"], "other_form");
    // Both flavours write theirs in base64.
    let kuid = ["convert", "--format", "kuid", "--to", "hex"];
    with_input(&kuid, b".5.tXbhdV.3\n0GA5igPrJzJ7aYAB\n.5.tXbhdV.3\n").ok();
}
