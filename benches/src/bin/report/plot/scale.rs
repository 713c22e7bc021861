//! Where numbers stand on an axis, and how they are written.

use std::ops::Range;

/// An axis, even or of logarithms.
pub struct Scale {
    range: Range<f64>,
    log: bool,
}

impl Scale {
    /// A scale with room for all of these numbers; an even one begins with nought.
    pub fn of(log: bool, numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let low = numbers.clone().fold(f64::INFINITY, f64::min);
        let high = numbers.fold(f64::NEG_INFINITY, f64::max);
        let range = if log {
            low.max(1e-9) / 1.25..(high * 1.25).max(low.max(1e-9) * 2.0)
        } else {
            0.0..if high > 0.0 { high * 1.08 } else { 1.0 }
        };
        Self { range, log }
    }

    /// How far along the axis a number is, from 0 to 1.
    pub fn along(&self, number: f64) -> f64 {
        let Range { start, end } = self.range;
        if self.log {
            (number.max(start) / start).ln() / (end / start).ln()
        } else {
            (number - start) / (end - start)
        }
    }

    /// The numbers that are marked, about `most` at most.
    pub fn marks(&self, most: usize) -> Vec<f64> {
        let Range { start, end } = self.range;
        if !self.log {
            let rough = (end - start) / most as f64;
            let power = 10_f64.powf(rough.log10().floor());
            let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
            let step = step.into_iter().find(|step| *step >= rough).unwrap_or(rough);
            let marks = (0..=most).map(|index| index as f64 * step);
            return marks.filter(|mark| *mark <= end).collect();
        }
        // One, two and five of each power of ten, or fewer.
        let powers = start.log10().floor() as i32..=end.log10().ceil() as i32;
        let mut marks = Vec::new();
        for digits in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
            marks = powers
                .clone()
                .flat_map(|power| digits.iter().map(move |digit| digit * 10_f64.powi(power)))
                .filter(|mark| (start..=end).contains(mark))
                .collect();
            if marks.len() <= most {
                return marks;
            }
        }
        let every = marks.len().div_ceil(most);
        marks.into_iter().step_by(every).collect()
    }
}

/// Numbers as people write them: 1.2, 35, 4 k, 1 M.
pub fn short(number: f64) -> String {
    let (scaled, unit) = match number.abs() {
        large if large >= 0.9995e9 => (number / 1e9, " G"),
        large if large >= 0.9995e6 => (number / 1e6, " M"),
        large if large >= 9.995e3 => (number / 1e3, " k"),
        _ => (number, ""),
    };
    let digits = if scaled == 0.0 || scaled.abs() >= 10.0 { 0 } else { 1 };
    let text = format!("{scaled:.digits$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if scaled != 0.0 && scaled.abs() < 0.05 {
        format!("{scaled:.2e}")
    } else {
        format!("{text}{unit}")
    }
}
