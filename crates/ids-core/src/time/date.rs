//! Days as dates.

/// Year, month and day of a number of days since 1970-01-01, in the Gregorian calendar.
///
/// # Panics
/// In debug builds, for days within 719,468 of the largest.
#[inline]
pub const fn date(days: u64) -> (u64, u64, u64) {
    // Counted from 0000-03-01, in cycles of 400 years.
    let days = days + 719_468;
    let (cycle, of_cycle) = (days / 146_097, days % 146_097);
    let year = (of_cycle - of_cycle / 1460 + of_cycle / 36_524 - of_cycle / 146_096) / 365;
    let of_year = of_cycle - (year * 365 + year / 4 - year / 100);
    let month = (of_year * 5 + 2) / 153;
    let day = of_year - (month * 153 + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (cycle * 400 + year + carry, month, day)
}
