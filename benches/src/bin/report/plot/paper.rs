//! What plots are drawn on: a background, a title, and colours that follow the reader's choice of light or dark.

use std::{fmt::Write as _, fs, path::Path};

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::Title;
use crate::part::Error;

pub const WIDTH: i32 = 900;
/// Below the title.
pub const TOP: i32 = 48;

pub type Paper<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Colours on light paper, and what stands for each on dark paper. The first is the paper. They are told apart
/// by people who see colours otherwise, too.
const COLOURS: [[RGBColor; 2]; 10] = [
    [WHITE, RGBColor(22, 25, 35)],
    [RGBColor(40, 40, 40), RGBColor(220, 222, 230)],
    [RGBColor(226, 226, 226), RGBColor(52, 57, 70)],
    [RGBColor(190, 190, 190), RGBColor(84, 90, 106)],
    [RGBColor(0, 90, 181), RGBColor(100, 175, 255)],
    [RGBColor(205, 95, 0), RGBColor(255, 160, 70)],
    [RGBColor(0, 130, 95), RGBColor(60, 205, 160)],
    [RGBColor(190, 50, 120), RGBColor(245, 130, 190)],
    [RGBColor(110, 90, 60), RGBColor(205, 185, 140)],
    [RGBColor(110, 75, 195), RGBColor(180, 155, 255)],
];
pub const INK: RGBColor = COLOURS[1][0];
pub const GRID: RGBColor = COLOURS[2][0];
pub const FAINT: RGBColor = COLOURS[3][0];
pub const OURS: RGBColor = COLOURS[4][0];
pub const OTHERS: RGBColor = COLOURS[5][0];
/// As many lines as can be told apart in one plot.
pub const LINES: [RGBColor; 6] =
    [OURS, OTHERS, COLOURS[6][0], COLOURS[7][0], COLOURS[8][0], COLOURS[9][0]];

/// What a drawing answers, as an error of the report.
pub fn drawn<E: std::error::Error + Send + Sync + 'static>(
    result: Result<(), DrawingAreaErrorKind<E>>,
) -> Result<(), Error> {
    result.map_err(|error| error.to_string().into())
}

/// Writes a text whose start, middle or end is at a place, half of its height above it.
pub fn write(
    paper: &Paper<'_>,
    text: &str,
    (size, colour): (i32, RGBColor),
    at: (i32, i32),
    anchor: HPos,
) -> Result<(), Error> {
    let style = ("sans-serif", size).into_text_style(paper).color(&colour);
    drawn(paper.draw_text(text, &style.pos(Pos::new(anchor, VPos::Center)), at))
}

/// A straight line.
pub fn stroke(
    paper: &Paper<'_>,
    points: &[(i32, i32)],
    colour: RGBColor,
    width: u32,
) -> Result<(), Error> {
    drawn(paper.draw(&PathElement::new(points.to_vec(), colour.stroke_width(width))))
}

/// Writes a plot of this height: the title, and the content below it.
pub fn plot(
    path: &Path,
    title: &Title<'_>,
    height: i32,
    content: impl FnOnce(&Paper<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut svg = String::new();
    {
        let size = (WIDTH as u32, height as u32);
        let paper = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        drawn(paper.fill(&COLOURS[0][0]))?;
        write(&paper, &title.to_string(), (20, INK), (16, 22), HPos::Left)?;
        content(&paper)?;
        drawn(paper.present())?;
    }
    let (head, body) = svg.split_once(">\n").ok_or("a plot without a head")?;
    Ok(fs::write(path, format!("{head}>\n{}{body}", dark()))?)
}

/// What turns the colours where the reader prefers dark pages.
fn dark() -> String {
    let mut style = String::from("<style>\n@media (prefers-color-scheme: dark) {\n");
    for [light, dark] in COLOURS {
        let [light, dark] = [light, dark]
            .map(|RGBColor(red, green, blue)| format!("#{red:02X}{green:02X}{blue:02X}"));
        for part in ["fill", "stroke"] {
            let _ = writeln!(style, "[{part}=\"{light}\"] {{ {part}: {dark} }}");
        }
    }
    style + "}\n</style>\n"
}
