//! Days as dates, beside a calendar that goes from one day to the next.

use ids_core::date;

/// Days of a month by the rule of leap years.
const fn days(year: u64, month: u64) -> u64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The calendar repeats itself after 400 years.
#[test]
fn each_day_follows_the_one_before() {
    let (mut year, mut month, mut day) = (1970, 1, 1);
    for number in 0..=2 * 146_097 {
        assert_eq!(date(number), (year, month, day), "day {number}");
        day += 1;
        if day > days(year, month) {
            (month, day) = (month + 1, 1);
        }
        if month > 12 {
            (year, month) = (year + 1, 1);
        }
    }
    assert_eq!((year, month, day), (2770, 1, 2));
}
