//! The bits of an identifier with its fields' names below, in 80 columns.

use std::ops::Range;

use ids_core::format::{Field, Layout};

use super::{DIM, Page, output::FIELDS};

/// Bits in one row: with the number of the first and the last, less than 80 columns.
const ROW: u32 = 64;
/// Columns before the bits.
const MARGIN: usize = 6;
/// Columns in all.
const WIDTH: usize = 80;

/// A part of a field that one row shows.
struct Piece {
    field: Field,
    index: usize,
    /// Columns in the row, from and to.
    start: usize,
    end: usize,
}

impl Piece {
    fn width(&self) -> usize {
        self.end - self.start
    }

    /// Where the line to a name outside begins.
    fn middle(&self) -> usize {
        self.start + self.width() / 2
    }

    fn fits(&self) -> bool {
        self.field.name().len() + 2 <= self.width()
    }
}

/// The drawing of a layout, in which only the bits are missing.
#[derive(Debug)]
pub(crate) struct Diagram {
    /// What stands before some bits, and which they are.
    parts: Vec<(Page, Range<u32>)>,
    end: Page,
}

impl Diagram {
    /// For a page like this one.
    pub(crate) fn new(page: &Page, layout: &Layout) -> Self {
        let (mut page, mut parts) = (page.aside(), Vec::new());
        let mut top = layout.bits();
        while top > 0 {
            let bottom = top.saturating_sub(ROW);
            row(&mut page, &mut parts, &pieces(layout, top, bottom), top, bottom);
            top = bottom;
        }
        Self { parts, end: page.take() }
    }

    /// Draws `bits`, most significant first, row by row.
    pub(crate) fn draw(&self, page: &mut Page, bits: u128) {
        for (before, places) in &self.parts {
            page.made(before);
            let mut digits = [b'0'; ROW as usize];
            let digits = &mut digits[..places.len()];
            for (digit, bit) in digits.iter_mut().zip(places.clone().rev()) {
                *digit += u8::from(bits >> bit & 1 == 1);
            }
            page.plain(|out| out.extend_from_slice(digits));
        }
        page.made(&self.end);
    }
}

/// What the row of bits `top - 1` down to `bottom` shows.
fn pieces(layout: &Layout, top: u32, bottom: u32) -> Vec<Piece> {
    let place = |bit: u32| MARGIN + (top - bit) as usize;
    layout
        .fields()
        .iter()
        .enumerate()
        .filter(|(_, field)| field.low() < top && field.high() >= bottom)
        .map(|(index, &field)| Piece {
            field,
            index,
            start: place(top.min(field.high() + 1)),
            end: place(bottom.max(field.low())),
        })
        .collect()
}

fn row(
    page: &mut Page,
    parts: &mut Vec<(Page, Range<u32>)>,
    pieces: &[Piece],
    top: u32,
    bottom: u32,
) {
    page.styled(DIM, format!("{:>4}  ", top - 1));
    for piece in pieces {
        let (high, low) = (top.min(piece.field.high() + 1), bottom.max(piece.field.low()));
        page.begin(style(piece));
        parts.push((page.take(), low..high));
        page.end(style(piece));
    }
    page.styled(DIM, format!("  {bottom}\n"));
    page.text(" ".repeat(MARGIN));
    for piece in pieces {
        page.styled(style(piece), bracket(piece));
    }
    page.text("\n");
    // Names that have no room in their bracket hang below it, the rightmost first, so that the
    // lines to the others pass on their left.
    let mut hanging: Vec<&Piece> = pieces.iter().filter(|piece| !piece.fits()).collect();
    while let Some(last) = hanging.pop() {
        let mut column = 0;
        for piece in &hanging {
            page.text(" ".repeat(piece.middle() - column));
            page.styled(style(piece), "│");
            column = piece.middle() + 1;
        }
        let name = last.field.name();
        let start = last.middle().min(WIDTH.saturating_sub(name.len() + 2)).max(column);
        page.text(" ".repeat(start - column));
        page.styled(style(last), format!("└ {name}\n"));
    }
}

/// The bracket under a piece: `└── name ──┘`, or one with a line down to the name.
fn bracket(piece: &Piece) -> String {
    let width = piece.width();
    if width == 1 {
        return "│".into();
    }
    let mut line = vec!['─'; width];
    line[0] = '└';
    line[width - 1] = '┘';
    if piece.fits() {
        let name = piece.field.name();
        let start = (width - name.len()) / 2;
        line.splice(start..start + name.len(), name.chars());
    } else {
        line[width / 2] = '┬';
    }
    line.into_iter().collect()
}

pub(crate) fn color(index: usize) -> anstyle::Style {
    FIELDS[index % FIELDS.len()]
}

fn style(piece: &Piece) -> anstyle::Style {
    color(piece.index)
}
