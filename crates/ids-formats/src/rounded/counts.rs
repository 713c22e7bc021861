//! Many numbers of one source, some of which a program may have kept as binary64.

use core::fmt;

use super::{How, Rounded, digits, how, lost, zeros};
use crate::infer::excess;

/// Numbers by the bits that binary64 does not keep: 126 bits are the most.
const CLASSES: usize = 74;

/// Bits that speak against chance where it is claimed that the numbers were rounded: once in a billion.
const CLAIMED: u32 = 30;

/// What may have rounded numbers: programs that keep binary64, and spreadsheets, which keep less.
const PROGRAMS: usize = 2;

/// Counts numbers of one source, and those among them that a program may have kept as binary64.
///
/// ```
/// use ids_formats::rounded::Counts;
/// let mut counts = Counts::default();
/// for id in 0..100_u128 {
///     // As a spreadsheet writes them.
///     counts.add((175_928_847_299_117 + id * id * 7) * 1000);
/// }
/// assert_eq!((counts.count(), counts.suspects(), counts.is_claimed()), (100, 100, true));
/// ```
#[derive(Clone, Debug)]
pub struct Counts {
    classes: [Class; CLASSES],
    /// For each program the binary and the decimal zeros at the end of all numbers that it has not rounded.
    common: [Option<(u32, u32)>; PROGRAMS],
    /// Those with an exponent or a point.
    certain: u64,
}

/// Numbers of one size.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    count: u64,
    suspects: u64,
    /// For each program the suspects that are no rounder than it makes them: more zeros may be the source's own.
    telling: [u64; PROGRAMS],
}

impl Default for Counts {
    #[inline]
    fn default() -> Self {
        Self { classes: [Class::default(); CLASSES], common: [None; PROGRAMS], certain: 0 }
    }
}

impl Counts {
    /// Counts a number.
    #[inline]
    pub fn add(&mut self, number: u128) {
        let lost = lost(number);
        let Some(class) = self.classes.get_mut(lost as usize) else { return };
        class.count += 1;
        if lost == 0 {
            return;
        }
        let how = how(number);
        let (binary, decimal) = (number.trailing_zeros(), zeros(number));
        class.suspects += u64::from(how.is_some());
        let least = [
            match how {
                Some(How::Exact) => binary == lost,
                Some(How::Spreadsheet) => false,
                _ => binary < lost && decimal == (1_u128 << lost).ilog10(),
            },
            binary < lost && number.ilog10() + 1 - decimal == super::DIGITS,
        ];
        let by = [how.is_some(), how == Some(How::Spreadsheet)];
        for program in 0..PROGRAMS {
            if by[program] {
                class.telling[program] += u64::from(least[program]);
            } else {
                let (twos, tens) = self.common[program].unwrap_or((binary, decimal));
                self.common[program] = Some((twos.min(binary), tens.min(decimal)));
            }
        }
    }

    /// Counts a number in decimal digits, or with an exponent or a point: that one certainly was rounded. What is left of it, if it
    /// may have been rounded.
    #[inline]
    pub fn add_text(&mut self, text: &[u8]) -> Option<Rounded> {
        if let Some(number) = digits(text) {
            self.add(number);
            return Rounded::of(number);
        }
        let rounded = Rounded::written(text)?;
        self.certain += 1;
        Some(rounded)
    }

    /// How many were counted.
    #[inline]
    pub fn count(&self) -> u64 {
        self.classes.iter().map(|class| class.count).sum::<u64>() + self.certain
    }

    /// How many of them may have been rounded.
    #[inline]
    pub fn suspects(&self) -> u64 {
        self.classes.iter().map(|class| class.suspects).sum::<u64>() + self.certain
    }

    /// What speaks against chance, in bits: numbers that no program has rounded are like these once in 2 to the power of
    /// this.
    #[inline]
    pub fn evidence(&self) -> u32 {
        (0..PROGRAMS).map(|program| self.evidence_of(program)).max().unwrap_or_default()
    }

    fn evidence_of(&self, program: usize) -> u32 {
        // Zeros that all numbers have make it likelier. A decimal one is worth log2(10) bits.
        let (twos, tens) = self.common[program].unwrap_or_default();
        let common = twos.max((10 * tens).div_ceil(3));
        // One number in 2^lost is the shortest text of its binary64 number, and half as many are exact and no rounder.
        let saved = |(bits, class): (u32, &Class)| match bits.saturating_sub(common) {
            0 => 0.0,
            bits => excess(class.telling[program], class.count, bits),
        };
        let saved: f64 = (1..).zip(&self.classes[2..]).map(saved).sum();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not below 0")]
        let whole = saved as u32;
        whole
    }

    /// Whether it is claimed that some were rounded: by chance it is so once in 2^30, or a number has an exponent.
    #[inline]
    pub fn is_claimed(&self) -> bool {
        self.certain > 0 || self.evidence() >= CLAIMED
    }
}

/// The share of the suspects and how unlikely it is, as a sentence's part.
impl fmt::Display for Counts {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (suspects, count) = (self.suspects(), self.count());
        write!(f, "{suspects} of {count} numbers are as binary64 or a spreadsheet writes them")?;
        match self.evidence() {
            0 => Ok(()),
            bits => write!(f, ", by chance once in 2^{bits}"),
        }
    }
}
