//! The crate `ulid` as the oracle, and ULIDs beside the formats of this project.

use example_ulid::{Form, Ulid, UlidFormat};
use ids_formats::{Candidate, Context, Format, UnixTime, all, inspect};
use proptest::prelude::*;

proptest! {
    #[test]
    fn as_the_oracle_has_it(bits: u128, other: u128) {
        let (ours, theirs) = (Ulid::from_bits(bits), ulid::Ulid(bits));
        let mut text = [0; 26];
        let text = theirs.array_to_str(&mut text);
        prop_assert_eq!(ours.encode(), &*text);
        prop_assert_eq!(text.parse(), Ok(ours));
        prop_assert_eq!(text.to_lowercase().parse(), Ok(ours));
        prop_assert_eq!(ours.time(), UnixTime::from_millis(theirs.timestamp_ms()));
        prop_assert_eq!(ours.random(), theirs.random());
        prop_assert_eq!(ours.to_bytes(), theirs.to_bytes());
        prop_assert_eq!(Ulid::new(ours.time(), ours.random()), Ok(ours));
        let other = Ulid::from_bits(other);
        prop_assert_eq!(ours.encode().cmp(&other.encode()), ours.cmp(&other));
    }

    #[test]
    fn what_the_oracle_reads(text in "[0-7][0-9A-Za-z]{25}|[0-9A-Z]{25,27}") {
        let theirs = ulid::Ulid::from_string(&text).ok().map(|theirs| theirs.0);
        let ours = Ulid::decode(text.as_bytes()).ok().map(Ulid::to_bits);
        // What is too large some implementations cut off.
        if ours.is_some() || text.as_bytes()[0] < b'8' {
            prop_assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn each_form_and_back(bits: u128) {
        for (form, info) in Form::ALL.iter().zip(UlidFormat.facts().forms) {
            let text = UlidFormat.text(info, bits);
            prop_assert_eq!(form.decode(text.as_bytes()).map(Ulid::to_bits), Ok(bits));
            prop_assert_eq!(UlidFormat.facts().form(form.name()), Some(info));
        }
    }
}

#[test]
fn found_beside_the_others() {
    let now = UnixTime::from_secs(1_800_000_000);
    let formats = all().chain([&UlidFormat as &dyn Format]);
    let context = Context::of(now, formats);
    let found = inspect("01ARZ3NDEKTSV4RRFFQ69G5FAV", &context);
    // Not a second time, as a format of another project.
    assert_eq!(found.iter().map(Candidate::name).collect::<Vec<_>>(), ["ulid"]);
    assert_eq!(found[0].time, Some(UnixTime::from_millis(1_469_922_850_259)));
}
