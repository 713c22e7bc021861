//! Lines over an axis: together, each with its name at its end, or, if they are many, each in a panel.

use std::{io, path::Path};

use super::{
    Title,
    paper::{Colour, FAINT, GRID, INK, LINES, OURS, Paper, TOP, WIDTH},
    scale::{Scale, short},
};

/// A line of a plot of lines.
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

impl Line {
    fn end(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.1)
    }
}

/// What lines are drawn over.
pub struct Axes<'a> {
    pub x: &'a str,
    pub log_x: bool,
    pub log_y: bool,
}

/// A place for lines, with the scales of both axes.
struct Panel<'a> {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    scales: Scales<'a>,
}

impl Panel<'_> {
    fn x(&self, number: f64) -> i32 {
        self.left
            + (self.scales[0].along(number) * f64::from(self.right - self.left)).round() as i32
    }

    fn y(&self, number: f64) -> i32 {
        self.bottom
            - (self.scales[1].along(number) * f64::from(self.bottom - self.top)).round() as i32
    }

    fn points(&self, line: &Line) -> Vec<(i32, i32)> {
        line.points.iter().map(|(x, y)| (self.x(*x), self.y(*y))).collect()
    }

    /// The grid and its numbers; those of the y axis only where they are wanted.
    fn grid(&self, paper: &mut Paper, marks: [usize; 2], numbered: bool) {
        let Self { left, right, top, bottom, .. } = *self;
        for mark in self.scales[0].marks(marks[0]) {
            let x = self.x(mark);
            paper.line(&[(x, top), (x, bottom)], GRID, 1);
            paper.text(&short(mark), (11, INK), (x, bottom + 13), "middle");
        }
        for mark in self.scales[1].marks(marks[1]) {
            let y = self.y(mark);
            paper.line(&[(left, y), (right, y)], GRID, 1);
            if numbered {
                paper.text(&short(mark), (11, INK), (left - 8, y), "end");
            }
        }
        paper.line(&[(left, top), (left, bottom), (right, bottom)], INK, 1);
    }

    fn line(&self, paper: &mut Paper, line: &Line, colour: Colour) {
        let points = self.points(line);
        paper.line(&points, colour, 2);
        points.into_iter().for_each(|point| paper.dot(point, 3, colour));
    }
}

/// Lines, the best at its end first.
pub fn lines(
    path: &Path,
    title: &Title<'_>,
    axes: &Axes<'_>,
    mut lines: Vec<Line>,
) -> io::Result<()> {
    lines.sort_by(|a, b| title.order(a.end(), b.end()));
    let points = lines.iter().flat_map(|line| line.points.iter().copied());
    let across = Scale::of(axes.log_x, points.clone().map(|(x, _)| x));
    let up = Scale::of(axes.log_y, points.map(|(_, y)| y));
    let (scales, rows) = ([&across, &up], lines.len().div_ceil(COLUMNS) as i32);
    let few = lines.len() <= LINES.len();
    let mut paper = Paper::new(title, if few { FLOOR + 56 } else { TOP + TALL * rows + 34 });
    let draw = if few { together } else { apart };
    draw(&mut paper, axes.x, &lines, scales);
    paper.save(path)
}

/// The scales of both axes, that of `x` first.
type Scales<'a> = [&'a Scale; 2];

/// Where the one panel of few lines ends.
const FLOOR: i32 = 370;

/// All in one panel. A name stands at the end of its line, or near it, where another has that place.
fn together(paper: &mut Paper, x: &str, lines: &[Line], scales: Scales<'_>) {
    let panel = Panel { left: 70, right: 610, top: TOP, bottom: FLOOR, scales };
    let mut names: Vec<_> =
        lines.iter().zip(LINES).map(|(line, colour)| (panel.y(line.end()), line, colour)).collect();
    names.sort_by_key(|name| name.0);
    // From the top down each name is below the one before; from the bottom up all are in the plot.
    let mut places: Vec<i32> = names.iter().map(|name| name.0).collect();
    for index in 1..places.len() {
        places[index] = places[index].max(places[index - 1] + 18);
    }
    let mut floor = panel.bottom;
    for place in places.iter_mut().rev() {
        *place = (*place).min(floor);
        floor = *place - 18;
    }
    panel.grid(paper, [10, 8], true);
    paper.text(x, (13, INK), (panel.left, panel.bottom + 36), "start");
    for ((y, line, colour), place) in names.into_iter().zip(places) {
        panel.line(paper, line, colour);
        let end = line.points.last().map_or(panel.right, |point| panel.x(point.0));
        paper.line(&[(end + 6, y), (panel.right + 14, place)], colour, 1);
        let text = format!("{} {}", line.name, short(line.end()));
        paper.text(&text, (13, colour), (panel.right + 18, place), "start");
    }
}

const COLUMNS: usize = 3;
/// How tall one of many panels is.
const TALL: i32 = 140;

/// A panel for each line, before the others in grey.
fn apart(paper: &mut Paper, x: &str, lines: &[Line], scales: Scales<'_>) {
    let (left, room) = (60, (WIDTH - 60) / COLUMNS as i32);
    for (index, line) in lines.iter().enumerate() {
        let (column, row) = (index % COLUMNS, (index / COLUMNS) as i32);
        let (left, top) = (left + room * column as i32, TOP + TALL * row);
        let panel =
            Panel { left, right: left + room - 18, top: top + 24, bottom: top + TALL - 30, scales };
        panel.grid(paper, [6, 4], column == 0);
        for other in lines {
            paper.line(&panel.points(other), FAINT, 1);
        }
        panel.line(paper, line, OURS);
        let text = format!("{} {}", line.name, short(line.end()));
        paper.text(&text, (11, INK), (left, top + 10), "start");
    }
    let rows = lines.len().div_ceil(COLUMNS) as i32;
    paper.text(x, (13, INK), (left, TOP + TALL * rows + 8), "start");
}
