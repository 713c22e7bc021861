//! Ledgers compressed by gzip or zstd.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::json;

use super::files::{Folder, lines, records};
use crate::run::{Run, with_input};

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn verify(bytes: &[u8]) -> Run {
    with_input(&["ledger", "verify", "--json", "-"], bytes)
}

#[test]
fn read_as_they_are() {
    let folder = Folder::new("ledger");
    let text = lines(&records(500, 1000));
    let (first, second) = text.split_at(text.len() / 3);
    for (name, bytes) in [
        ("ledger.gz", gzip(&text)),
        ("ledger.zst", zstd(&text)),
        // Several members or frames, one after the other, are one text.
        ("ledger.log", [gzip(first), gzip(second)].concat()),
        ("ledger", [zstd(first), zstd(second)].concat()),
        // Frames to skip hold something else.
        (
            "skip",
            [
                b"\x50\x2a\x4d\x18\x03\0\0\0abc",
                &*zstd(first),
                b"\x5f\x2a\x4d\x18\0\0\0\0",
                &zstd(second),
            ]
            .concat(),
        ),
    ] {
        assert!(bytes.len() < text.len() / 2, "{name}");
        let file = folder.write(name, &bytes);
        let run = with_input(&["ledger", "verify", "--json", &file], b"").ok();
        assert_eq!(run.json()[0]["events"], json!("500"), "{name}");
        assert_eq!(verify(&bytes).ok().out, run.out, "{name}");
        let run = with_input(&["ledger", "stats", "--json", &file], b"").ok();
        assert_eq!(run.json()[0]["bytes"], json!(text.len().to_string()), "{name}");
    }
}

/// Offsets are of the text, not of the file.
#[test]
fn failures_inside() {
    let mut records = records(500, 1000);
    records[300] = records[300].replace("p0", "p1");
    let offset = lines(&records[..300]).len().to_string();
    for bytes in [gzip(&lines(&records)), zstd(&lines(&records))] {
        let run = verify(&bytes).code(4);
        assert_eq!(run.json()[0]["failure"]["offset"], json!(offset));
        assert_eq!(run.json()[0]["failure"]["index"], json!("300"));
    }
    for bytes in [gzip(b""), [gzip(b""), gzip(b"")].concat(), zstd(b"")] {
        assert_eq!(verify(&bytes).code(4).json()[0]["failure"]["kind"], "empty");
    }
}

/// A file that ends too early is unreadable: nothing is said of the ledger.
#[test]
fn cut_off() {
    let text = lines(&records(500, 1000));
    for bytes in [gzip(&text), zstd(&text)] {
        for length in [5, bytes.len() / 2, bytes.len() - 1] {
            let run = verify(&bytes[..length]).code(1);
            assert_eq!(run.out, "");
            assert!(run.err.starts_with("error: cannot read -: "), "{}", run.err);
            assert!(!run.err.contains("Error"), "the words of a library: {}", run.err);
        }
    }
    let junk = [&*zstd(&text), b"junk\n"].concat();
    verify(&junk)
        .code(1)
        .says("error: cannot read -: this is not a zstd frame, or it is damaged\n");
    // A frame that is skipped, without all of its four bytes.
    let skipped = [&*zstd(&text), b"\x50\x2a\x4d\x18\x04\0\0\0abc"].concat();
    verify(&skipped).code(1).says(": a zstd frame ends too soon: the file is cut off\n");
}

/// What does not match its checksum is unreadable.
#[test]
fn checksums() {
    let text = lines(&records(500, 1000));
    let mut gz = gzip(&text);
    // Before the last four bytes, the length, are those of the checksum.
    let place = gz.len() - 5;
    gz[place] ^= 1;
    let mut zst = zstd(&text);
    let place = zst.len() - 1;
    zst[place] ^= 1;
    for bytes in [gz, zst] {
        let run = verify(&bytes).code(1);
        assert!(run.err.contains("checksum") || run.err.contains("corrupt"), "{}", run.err);
    }
}

/// What is wrong before the place from which on nothing can be read is found first.
#[test]
fn cut_off_after_a_failure() {
    let mut records = records(6, 20);
    let cut_off = |records: &[String]| {
        let mut text = gzip(&lines(records));
        text.truncate(text.len() - 4);
        text
    };
    let whole = cut_off(&records);
    records[3] = records[3].replace("p3", "p2");
    let wrong = cut_off(&records);
    let mut first = None;
    for threads in ["1", "2", "3", "8"] {
        let run = |text, going: &[&str]| {
            let fixed = ["ledger", "verify", "--json", "--threads", threads, "-"];
            with_input(&[&fixed[..], going].concat(), text)
        };
        // Which of the threads is first is left to luck.
        for _ in 0..15 {
            let answer = run(&wrong, &[]).code(4);
            assert_eq!(answer.json()[0]["failure"]["index"], "3");
            let answer = (answer.out, answer.err);
            assert_eq!(first.get_or_insert_with(|| answer.clone()), &answer, "{threads} threads");
            assert_eq!(run(&whole, &[]).code(1).out, "");
            let going = run(&wrong, &["--keep-going"]).code(4);
            assert_eq!((going.json().len(), going.err.contains("cannot read -")), (1, true));
        }
    }
}
