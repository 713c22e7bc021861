//! Many identifiers of one source in tables, with the times that stand beside them.

use core::fmt::Write as _;

use ids_testkit::SplitMix;

use crate::run::{Run, ids, piped};

/// 2020-01-01 and 2022-04-15.
const EPOCH: u64 = 1_577_836_800_000;
const FIRST: u64 = 1_649_980_800_000;

/// Identifiers with their milliseconds since the Unix epoch, some each hour: milliseconds since 2020
/// above 20 bits, of which one says the node.
fn own(count: u64) -> Vec<(u64, u64)> {
    let mut rng = SplitMix::new(1);
    let made = (0..count).map(|place| {
        let time = FIRST + place * 1_800_000 + rng.below(1_800_000);
        ((time - EPOCH) << 20 | rng.below(2) << 13 | 4096, time)
    });
    made.collect()
}

fn infer(options: &str, input: &str) -> Run {
    piped(&format!("infer --now 2027-01-01 {options}"), input.as_bytes())
}

/// The same on lines, without the times.
fn made(count: u64) -> String {
    own(count).into_iter().fold(String::new(), |mut text, (id, _)| {
        writeln!(text, "{id}").unwrap();
        text
    })
}

const FOUND: &str = "--layout sign:1,timestamp:43,node:20 --epoch 2020-01-01T00:00:00Z --unit 1ms";

/// A first text that more forms read than all others leaves room for what these are.
#[test]
fn after_a_word() {
    let run = infer("--json", &format!("a\n{}", made(100)));
    assert_eq!(run.json()[0]["strays"], "1", "{}", run.out);
}

/// A row is written after its identifier was made, by up to two seconds.
#[test]
fn times_beside_identifiers() {
    let mut table = "id,title,created_at\n".to_owned();
    let mut rng = SplitMix::new(2);
    for (index, (id, time)) in own(200).into_iter().enumerate() {
        let late = time + 1 + rng.below(2000);
        let time = if index % 10 == 0 { String::new() } else { format!("{late}ms") };
        writeln!(table, "{id},\"a, \"\"b\"\"\",{time}").unwrap();
    }
    infer("--column id --times created_at --late 3s", &table).ok().prints(FOUND);
    infer("--column 1 --header --times 3 --late 3s", &table).ok().prints(FOUND);
    // JSON has no columns.
    for option in ["--times t", "--delimiter ;"] {
        infer(&format!("--field a {option}"), "{\"a\":1}\n").code(2).says("cannot be used with");
    }
    // Without saying that they are late, no epoch fits.
    infer("--column id --times created_at", &table)
        .code(1)
        .prints("are some later than the identifiers? --late")
        .prints("of a zone with summer time? --zone names it");
    infer("--column id", &table).code(3).prints("too few to say which bits are time");
    // Times that are too late for what was said are no times of a flavour either.
    infer("--column id --times created_at --late 1ms", &table)
        .code(1)
        .prints("no format that reads them has the known times");
}

/// As many programs store pictures: the name is the identifier, and the file says when it was written.
#[cfg(target_os = "linux")]
#[test]
fn times_of_files() {
    use core::time::Duration;
    use std::{
        fs::{self, File},
        time::SystemTime,
    };

    let folder = tempfile::tempdir().unwrap();
    let mut rng = SplitMix::new(3);
    for (id, time) in own(100) {
        let file = File::create(folder.path().join(id.to_string())).unwrap();
        let written = SystemTime::UNIX_EPOCH + Duration::from_millis(time + rng.below(4000));
        file.set_modified(written).unwrap();
    }
    // The command of the manual.
    let listed = std::process::Command::new("sh")
        .args(["-c", "stat -c '%n,%.3Ys' *"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let list = folder.path().join("list.csv");
    fs::write(&list, listed.stdout).unwrap();
    infer(&format!("--column 1 --times 2 --late 5s {}", list.display()), "")
        .ok()
        .prints("100 identifiers")
        .prints(FOUND);
}

/// More known times than are kept say the same.
#[test]
fn many_known_times() {
    let mut table = String::new();
    for (id, time) in own(5000) {
        writeln!(table, "{time}ms;{id}").unwrap();
    }
    infer("--column 2 --times 1 --delimiter ;", &table)
        .ok()
        .prints("5000 identifiers")
        .prints(FOUND);
}

/// Times of a zone that are marked as UTC make no epoch, but the known format and the zone.
#[test]
fn local_times() {
    let mut table = "id,created_at\n".to_owned();
    let mut rng = SplitMix::new(5);
    for place in 0..600_u64 {
        // Discord counts from 2015.
        let time = 1_450_000_000_000 + place * 3_600_000 + rng.below(3_600_000);
        let id = (time - 1_420_070_400_000) << 22 | rng.below(4) << 17 | rng.below(1 << 12);
        writeln!(table, "{id},{}ms", time - 570 * 60_000).unwrap();
    }
    for (zone, off) in [("", true), ("--zone -09:30", false)] {
        let run = infer(&format!("--column id --times created_at {zone}"), &table);
        let run = run.prints("snowflake discord");
        assert_eq!(run.out.contains("off by -09:30"), off, "{}", run.out);
        assert!(!run.out.contains("layout of their own"), "{}", run.out);
    }
    // What cannot be read as a time is told as text.
    infer("--column 1 --times 2", "175928847299117063,\u{1b}[31m\n").code(1).says("'\\u{1b}[31m'");
}

/// Too few to say which bits are time, and not random.
#[test]
fn too_few() {
    let few = infer("", &made(200)).code(3);
    assert!(few.out.contains("too few to say which bits are time: about"), "{}", few.out);
    assert!(!few.out.contains("random numbers could be"), "{}", few.out);
    let json = infer("--json", &made(200)).json();
    let wanted: u64 = json[0]["wanted"].as_str().unwrap().parse().unwrap();
    assert!((200..4000).contains(&wanted), "{wanted}");
    assert!(infer("", &made(2 * wanted)).out.contains("--layout"));
}

/// The highest bits never change, so that random ones are not like these, and below them no count shows the time.
#[test]
fn random_low_bits() {
    for count in [1024, 2000] {
        let mut rng = SplitMix::new(7);
        let ids = (0..count).map(|place| (41_944_705_796 + place * 7) << 22 | rng.below(1 << 22));
        let text = ids.fold(String::new(), |text, id| format!("{text}{id}\n"));
        let run = infer("", &text).code(3).prints("which bits are time: the highest 2");
        assert!(!run.out.contains("random ones could be"), "{}", run.out);
        assert!(infer("--json", &text).json()[0]["same"].as_u64().unwrap() > 20);
    }
    // Random numbers may be small.
    let mut rng = SplitMix::new(7);
    let small = (0..500).fold(String::new(), |text, _| format!("{text}{}\n", rng.below(7 << 52)));
    let run = infer("", &small);
    assert!(!run.out.contains("never change, and"), "{}", run.out);
    let made = ids("new flax -n 199 --at 2026-01-01").ok().out;
    infer("", &made).code(3).prints("the highest 40 never change").prints("flax of one moment");
}

/// Many lines, and few different identifiers: as many lines as are wanted are there already.
#[test]
fn repeated() {
    for (lines, wanted) in [(2000, "few different ones"), (1000, "few")] {
        let run = infer("", &"175928847299117063\n".repeat(lines));
        let wanted = format!("they are too {wanted} to say which bits are time: about 1024 ");
        assert!(run.out.contains(&wanted), "{}", run.out);
    }
}

/// One in each hour, of a few machines: with any jitter it is the time that no other bits are taken for, or it is said what
/// is missing. Nothing of it could be random.
#[test]
fn hourly() {
    for (count, jitter) in
        [(20, 3_600_000), (199, 3_600_000), (500, 3_600_000), (199, 1), (500, 1), (500, 50)]
    {
        let mut rng = SplitMix::new(7);
        let mut text = String::new();
        for place in 0..count {
            let time =
                1_600_000_000_000 - 1_420_070_400_000 + place * 3_600_000 + rng.below(jitter);
            let low = rng.below(32) << 17 | rng.below(4) << 12 | rng.below(200);
            writeln!(text, "{}", time << 22 | low).unwrap();
        }
        let run = infer("", &text);
        let case = format!("{count} {jitter}: {}", run.out);
        let few = run.out.contains("too few to say which bits are time: about");
        let several = run.out.contains("they fit ") && run.out.contains("snowflake discord");
        let multiples =
            jitter < 100 && run.out.contains("or nearly: no fields of bits can be seen; --at");
        assert!(few || several || multiples, "{case}");
        assert!(!run.out.contains("they are snowflake"), "{case}");
        if few {
            let json = infer("--json", &text).json();
            let wanted: u64 = json[0]["wanted"].as_str().unwrap().parse().unwrap();
            assert!((count + 1..=1024).contains(&wanted), "{case}");
        }
    }
}
