//! Strangers' texts: what each may be, why, and what many of them have in common.
#![no_main]

use core::{cell::RefCell, cmp::Reverse};

use ids_formats::{
    Context, Evidence, Inspector, Reading, UnixTime, all,
    infer::Survey,
    json::{self, Candidates, Record},
    read,
    rounded::Rounded,
};
use libfuzzer_sys::fuzz_target;

const NOW: UnixTime = UnixTime::from_secs(1_800_000_000);

thread_local! {
    /// One that has seen no text, and one that sees all: a new one takes longer than a text.
    static INSPECTORS: [RefCell<Inspector<'static>>; 2] =
        [(); 2].map(|()| RefCell::new(Inspector::new(Context { all: true, ..Context::at(NOW) })));
    static RECORDS: Vec<Record<'static>> = all().map(Record::new).collect();
}

fuzz_target!(|data: &[u8]| {
    INSPECTORS.with(|[blank, kept]| {
        let mut blank = blank.borrow().clone();
        let mut kept = kept.borrow_mut();
        kept.inspect(data);
        blank.inspect(data);
        assert_eq!(format!("{:?}", kept.found()), format!("{:?}", blank.found()));
        candidates(data, &blank);
    });
    readings(data);
    survey(data);
});

/// Each was read from this text, for the reasons that it says.
fn candidates(data: &[u8], inspector: &Inspector<'_>) {
    let found = inspector.found();
    assert!(found.is_sorted_by_key(|one| (!one.is_plausible(), Reverse(one.score))));
    for one in found {
        assert_eq!(one.reasons().map(|(_, bits)| bits).sum::<Evidence>(), one.score);
        let data = inspector.read_from(one, data);
        if let (Some(format), Some(Reading { form, bits, .. })) = (one.format(), one.own()) {
            let read = format.decode(form, data);
            if read.is_err() {
                // What is left of a number, or bytes, which have two digits each where a form writes no zeros first.
                let rounded = Rounded::of_text(data).map(|rounded| rounded.number);
                let number = || u128::from_str_radix(core::str::from_utf8(data).ok()?, 16).ok();
                assert_eq!(rounded.or_else(number), Some(bits));
                continue;
            }
            assert_eq!(read, Ok(bits));
            if form == format.facts().canonical {
                // The rules of SIQ name its canonical text in upper case as an alias.
                assert!(ids_fuzz::same_but_case(data, &format.text(form, bits)));
            }
            assert_eq!(one.time, format.timed().map(|timed| timed.time(bits)));
        }
    }
    RECORDS.with(|records| {
        let mut out = Vec::new();
        json::object(&mut out, |out| Candidates::new(records).write(out, inspector, data));
        object(&out);
    });
}

/// What is read as an identifier of these formats is one.
fn readings(data: &[u8]) {
    let formats: Vec<_> = all().collect();
    for strict in [false, true] {
        if let Ok(reading) = read(&formats, None, strict, data) {
            let format = formats[reading.format];
            assert_eq!(format.decode(reading.form, data), Ok(reading.bits));
        }
    }
}

/// The lines as identifiers of one source, made at the same time.
fn survey(data: &[u8]) {
    let mut survey = Survey::new(Context::at(NOW));
    let lines: Vec<_> = data.split(|byte| *byte == b'\n').collect();
    // After a thousand texts a survey reads them as the first ones. That takes as long as a thousand texts.
    let most = if data.first().is_some_and(|byte| byte % 64 == 0) { 1200 } else { lines.len() };
    let mut read = 0;
    for (number, line) in (1..).zip(lines.iter().cycle().take(most)) {
        survey.know(line, NOW);
        if survey.add(line) {
            read += 1;
        } else {
            survey.refuse(number, line);
        }
    }
    let found = survey.findings();
    assert_eq!((found.count + found.missing, found.unread), (read, most as u64 - read));
    assert!(found.strays <= found.count);
    let mut out = Vec::new();
    json::object(&mut out, |out| json::findings(out, &found));
    object(&out);
}

/// Another program can read it.
fn object(text: &[u8]) {
    let read = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(text);
    assert!(read.is_ok(), "{}", String::from_utf8_lossy(text));
}
