//! Plots as SVG. Names stand beside the plot, never on it.

use std::{ops::Range, path::Path};

use plotters::{coord::Shift, element::DashedPathElement, prelude::*};

use crate::part::Error;

/// One line of a plot of dots: a name, the median, and the middle half of the runs.
pub struct Dot {
    pub name: String,
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

/// A line of a plot of lines.
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// What the axes mean.
pub struct Axes<'a> {
    pub title: &'a str,
    pub x: &'a str,
    pub y: &'a str,
    pub log_x: bool,
    pub log_y: bool,
}

const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(225, 225, 225);
const OURS: RGBColor = RGBColor(0, 90, 181);
const OTHERS: RGBColor = RGBColor(220, 110, 0);
/// Told apart by people who see colours otherwise, too.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 90, 181),
    RGBColor(220, 110, 0),
    RGBColor(0, 140, 100),
    RGBColor(190, 50, 120),
    RGBColor(90, 90, 90),
    RGBColor(60, 170, 220),
    RGBColor(150, 110, 30),
    RGBColor(120, 80, 200),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw<E: std::error::Error + Send + Sync + 'static>(
    result: Result<(), DrawingAreaErrorKind<E>>,
) -> Result<(), Error> {
    result.map_err(|error| error.to_string().into())
}

fn write(area: &Area<'_>, text: &str, size: i32, at: (i32, i32), end: bool) -> Result<(), Error> {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    let place = Pos::new(if end { HPos::Right } else { HPos::Left }, VPos::Center);
    let style = ("sans-serif", size).into_text_style(area).color(&INK).pos(place);
    draw(area.draw_text(text, &style, at))
}

/// Numbers as people write them: 1.2, 35, 4 k, 1 M.
fn short(number: &f64) -> String {
    let (scaled, unit) = match number.abs() {
        large if large >= 0.9995e9 => (number / 1e9, " G"),
        large if large >= 0.9995e6 => (number / 1e6, " M"),
        large if large >= 9.995e3 => (number / 1e3, " k"),
        _ => (*number, ""),
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

/// One, two and five of each power of ten: the marks of an axis of logarithms.
fn marks(range: &Range<f64>) -> Vec<f64> {
    let wide = range.end / range.start > 2000.0;
    let powers = range.start.log10().floor() as i32..=range.end.log10().ceil() as i32;
    powers
        .flat_map(|power| {
            let each: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
            each.iter().map(move |digit| digit * 10_f64.powi(power))
        })
        .filter(|mark| range.start <= *mark && *mark <= range.end)
        .collect()
}

/// How far along an axis a number is, from 0 to 1.
fn along(range: &Range<f64>, log: bool, number: f64) -> f64 {
    if log {
        (number / range.start).ln() / (range.end / range.start).ln()
    } else {
        (number - range.start) / (range.end - range.start)
    }
}

/// Even marks of an axis without logarithms.
fn steps(range: &Range<f64>) -> Vec<f64> {
    let rough = (range.end - range.start) / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power).into_iter().find(|s| *s >= rough);
    let step = step.unwrap_or(rough);
    (0..=10).map(|index| index as f64 * step).filter(|mark| *mark <= range.end).collect()
}

fn ticks(range: &Range<f64>, log: bool) -> Vec<f64> {
    if log { marks(range) } else { steps(range) }
}

fn range(log: bool, numbers: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let low = numbers.clone().fold(f64::INFINITY, f64::min);
    let high = numbers.fold(f64::NEG_INFINITY, f64::max);
    if log {
        low.max(1e-9) / 1.25..(high * 1.25).max(low.max(1e-9) * 2.0)
    } else {
        0.0..if high > 0.0 { high * 1.08 } else { 1.0 }
    }
}

/// Dots with whiskers, a row for each implementation; on an axis of logarithms if they differ much.
pub fn dots(path: &Path, title: &str, unit: &str, dots: &[Dot]) -> Result<(), Error> {
    let (row, left, right, top) = (22, 330, 90, 44);
    let (width, height) = (900, top + row * dots.len() as i32 + 56);
    let area = SVGBackend::new(path, (width as u32, height as u32)).into_drawing_area();
    draw(area.fill(&WHITE))?;
    write(&area, title, 17, (16, 20), false)?;
    let numbers = dots.iter().flat_map(|dot| [dot.low, dot.median, dot.high]);
    let numbers = numbers.filter(|number| *number > 0.0);
    // What differs by little is shown from nought.
    let log = numbers.clone().fold(0.0, f64::max) > 4.0 * numbers.clone().fold(f64::MAX, f64::min);
    let range = range(log, numbers);
    let x = |number: f64| {
        let share = along(&range, log, number.max(range.start));
        left + (share * f64::from(width - left - right)) as i32
    };
    let bottom = top + row * dots.len() as i32;
    for mark in ticks(&range, log) {
        draw(area.draw(&PathElement::new(vec![(x(mark), top), (x(mark), bottom)], GRID)))?;
        let text = short(&mark);
        write(&area, &text, 12, (x(mark) - 3 * text.len() as i32, bottom + 14), false)?;
    }
    write(&area, unit, 13, (left, bottom + 36), false)?;
    for (index, dot) in dots.iter().enumerate() {
        let y = top + row * index as i32 + row / 2;
        let ours = dot.name.split(' ').any(|word| word == "ids" || word.starts_with("ids-"));
        let colour = if ours { OURS } else { OTHERS };
        draw(area.draw(&PathElement::new(vec![(left, y), (width - right, y)], GRID)))?;
        let whisker = vec![(x(dot.low), y), (x(dot.high), y)];
        draw(area.draw(&PathElement::new(whisker, colour.stroke_width(3))))?;
        draw(area.draw(&Circle::new((x(dot.median), y), 5, colour.filled())))?;
        write(&area, &dot.name, 13, (left - 12, y), true)?;
        write(&area, &short(&dot.median), 13, (width - right + 14, y), false)?;
    }
    draw(area.present())
}

/// Lines, with their names at the right in the order of their ends.
pub fn lines(path: &Path, axes: &Axes<'_>, lines: &[Line]) -> Result<(), Error> {
    let (left, right, top, bottom) = (76, 650, 44, 390);
    let height = (bottom + 60).max(top + 20 * lines.len() as i32 + 30);
    let area = SVGBackend::new(path, (900, height as u32)).into_drawing_area();
    draw(area.fill(&WHITE))?;
    write(&area, axes.title, 17, (16, 20), false)?;
    let points = lines.iter().flat_map(|line| line.points.iter().copied());
    let across = range(axes.log_x, points.clone().map(|(x, _)| x));
    let up = range(axes.log_y, points.map(|(_, y)| y));
    let x = |number| left + (along(&across, axes.log_x, number) * f64::from(right - left)) as i32;
    let y = |number| bottom - (along(&up, axes.log_y, number) * f64::from(bottom - top)) as i32;
    for mark in ticks(&across, axes.log_x) {
        draw(area.draw(&PathElement::new(vec![(x(mark), top), (x(mark), bottom)], GRID)))?;
        let text = short(&mark);
        write(&area, &text, 12, (x(mark) - 3 * text.len() as i32, bottom + 14), false)?;
    }
    for mark in ticks(&up, axes.log_y) {
        draw(area.draw(&PathElement::new(vec![(left, y(mark)), (right, y(mark))], GRID)))?;
        write(&area, &short(&mark), 12, (left - 8, y(mark)), true)?;
    }
    draw(area.draw(&PathElement::new(vec![(left, top), (left, bottom), (right, bottom)], INK)))?;
    write(&area, axes.x, 13, (left, bottom + 38), false)?;
    write(&area, axes.y, 13, (left + 6, top - 4), false)?;
    let end = |line: &Line| line.points.last().map_or(0.0, |point| point.1);
    let mut order: Vec<_> = lines.iter().enumerate().collect();
    order.sort_by(|(_, a), (_, b)| end(b).total_cmp(&end(a)));
    for (place, (index, line)) in order.into_iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let dashed = index >= COLOURS.len();
        let at: Vec<_> = line.points.iter().map(|(a, b)| (x(*a), y(*b))).collect();
        if dashed {
            draw(area.draw(&DashedPathElement::new(at.clone(), 5, 4, colour.stroke_width(2))))?;
        } else {
            draw(area.draw(&PathElement::new(at.clone(), colour.stroke_width(2))))?;
        }
        for point in at {
            draw(area.draw(&Circle::new(point, 3, colour.filled())))?;
        }
        let row = top + 10 + 20 * place as i32;
        let sample = vec![(right + 16, row), (right + 42, row)];
        if dashed {
            draw(area.draw(&DashedPathElement::new(sample, 5, 4, colour.stroke_width(2))))?;
        } else {
            draw(area.draw(&PathElement::new(sample, colour.stroke_width(2))))?;
        }
        write(&area, &line.name, 13, (right + 50, row), false)?;
    }
    draw(area.present())
}
