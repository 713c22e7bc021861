//! Plots as SVG, for light and dark pages. Names stand beside what they name, best first.

mod dots;
mod lines;
mod paper;
mod scale;

pub use dots::{Dot, dots};
pub use lines::{Axes, Line, lines};

/// What is read, in which unit, and which way is better.
pub struct Title<'a> {
    pub what: &'a str,
    pub unit: &'a str,
    pub higher_is_better: bool,
}

impl std::fmt::Display for Title<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let better = if self.higher_is_better { "higher" } else { "lower" };
        write!(f, "{}, {}: {better} is better", self.what, self.unit)
    }
}

impl Title<'_> {
    /// The order of two figures, the better one first.
    fn order(&self, a: f64, b: f64) -> std::cmp::Ordering {
        if self.higher_is_better { b.total_cmp(&a) } else { a.total_cmp(&b) }
    }
}
