//! How far apart two identifiers are.

/// The signed difference of two identifiers of one node ([KUID-18](crate::rules#kuid-18)).
///
/// The two parts are independent, as in the original: the later identifier may have the smaller
/// number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Distance {
    /// Microseconds between the starts of the two ticks.
    pub micros: i64,
    /// The difference of the numbers inside the ticks, -16,383 to 16,383.
    pub sequence: i32,
}
