//! What plots are drawn on: a background, a title, and colours that follow the reader's choice of light or dark.

use std::{fmt::Write as _, fs, io, path::Path};

use super::Title;

pub const WIDTH: i32 = 900;
/// Below the title.
pub const TOP: i32 = 48;

/// A colour on light paper, and what stands for it on dark paper.
pub type Colour = [&'static str; 2];

/// The first is the paper. They are told apart by people who see colours otherwise, too.
const COLOURS: [Colour; 10] = [
    ["#FFFFFF", "#161923"],
    ["#282828", "#DCDEE6"],
    ["#E2E2E2", "#343946"],
    ["#BEBEBE", "#545A6A"],
    ["#005AB5", "#64AFFF"],
    ["#CD5F00", "#FFA046"],
    ["#00825F", "#3CCDA0"],
    ["#BE3278", "#F582BE"],
    ["#6E5A3C", "#CDB98C"],
    ["#6E4BC3", "#B49BFF"],
];
pub const INK: Colour = COLOURS[1];
pub const GRID: Colour = COLOURS[2];
pub const FAINT: Colour = COLOURS[3];
pub const OURS: Colour = COLOURS[4];
pub const OTHERS: Colour = COLOURS[5];
/// As many lines as can be told apart in one plot.
pub const LINES: [Colour; 6] = [OURS, OTHERS, COLOURS[6], COLOURS[7], COLOURS[8], COLOURS[9]];

/// A plot, as far as it is drawn. What is drawn later lies above.
pub struct Paper(String);

impl Paper {
    /// With the title, and room for the content below it.
    pub fn new(title: &Title<'_>, height: i32) -> Self {
        let mut svg = format!(
            "<svg width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\">\n\
             <style>\n@media (prefers-color-scheme: dark) {{\n"
        );
        for [light, dark] in COLOURS {
            for part in ["fill", "stroke"] {
                let _ = writeln!(svg, "[{part}=\"{light}\"] {{ {part}: {dark} }}");
            }
        }
        let _ = writeln!(
            svg,
            "}}\n</style>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{}\"/>",
            COLOURS[0][0]
        );
        let mut paper = Self(svg);
        paper.text(&title.to_string(), (16, INK), (16, 22), "start");
        paper
    }

    /// Writes a text whose `start`, `middle` or `end` is at a place, half of its height above it.
    pub fn text(
        &mut self,
        text: &str,
        (size, [colour, _]): (i32, Colour),
        (x, y): (i32, i32),
        anchor: &str,
    ) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            self.0,
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.5ex\" text-anchor=\"{anchor}\" font-size=\"{size}\" \
             fill=\"{colour}\">{text}</text>"
        );
    }

    /// Straight from point to point.
    pub fn line(&mut self, points: &[(i32, i32)], [colour, _]: Colour, width: i32) {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let _ = writeln!(
            self.0,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" points=\"{}\"/>",
            points.join(" ")
        );
    }

    pub fn dot(&mut self, (x, y): (i32, i32), radius: i32, [colour, _]: Colour) {
        let _ =
            writeln!(self.0, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>");
    }

    pub fn save(self, path: &Path) -> io::Result<()> {
        fs::write(path, self.0 + "</svg>\n")
    }
}
