//! A row for each implementation, with a dot at its median.

use std::{io, path::Path};

use super::{
    Title,
    paper::{GRID, INK, OTHERS, OURS, Paper, TOP, WIDTH},
    scale::{Scale, short},
};

/// One row of a plot of dots: a name, the median, and the middle half of the runs.
pub struct Dot {
    pub name: String,
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

const ROW: i32 = 22;
const LEFT: i32 = 250;
const RIGHT: i32 = 80;

/// Dots with whiskers, the best first; on an axis of logarithms if they differ much.
pub fn dots(path: &Path, title: &Title<'_>, mut dots: Vec<Dot>) -> io::Result<()> {
    dots.sort_by(|a, b| title.order(a.median, b.median));
    let top = TOP + 28;
    let bottom = top + ROW * dots.len() as i32;
    let numbers = dots.iter().flat_map(|dot| [dot.low, dot.median, dot.high]);
    let numbers = numbers.filter(|number| *number > 0.0);
    // What differs by little is shown from nought.
    let log = numbers.clone().fold(0.0, f64::max) > 4.0 * numbers.clone().fold(f64::MAX, f64::min);
    let scale = Scale::of(log, numbers);
    let x =
        |number: f64| LEFT + (scale.along(number) * f64::from(WIDTH - LEFT - RIGHT)).round() as i32;
    let mut paper = Paper::new(title, bottom + 30);
    for (at, colour, name) in [(LEFT, OURS, "this project"), (LEFT + 140, OTHERS, "others")] {
        paper.dot((at, TOP + 6), 5, colour);
        paper.text(name, (13, INK), (at + 12, TOP + 6), "start");
    }
    for mark in scale.marks(10) {
        paper.line(&[(x(mark), top), (x(mark), bottom)], GRID, 1);
        paper.text(&short(mark), (11, INK), (x(mark), bottom + 14), "middle");
    }
    for (index, dot) in dots.iter().enumerate() {
        let y = top + ROW * index as i32 + ROW / 2;
        let ours = dot.name.split(' ').any(|word| word == "ids" || word.starts_with("ids-"));
        let colour = if ours { OURS } else { OTHERS };
        paper.line(&[(LEFT, y), (WIDTH - RIGHT, y)], GRID, 1);
        paper.line(&[(x(dot.low), y), (x(dot.high), y)], colour, 3);
        paper.dot((x(dot.median), y), 5, colour);
        paper.text(&dot.name, (13, INK), (LEFT - 14, y), "end");
        paper.text(&short(dot.median), (13, INK), (WIDTH - RIGHT + 14, y), "start");
    }
    paper.save(path)
}
