//! A measurement, as the CSV files have it.

use std::{fs, io, path::Path};

/// The median of some runs of one implementation at one place of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What is measured, such as `encode` or `postgres_insert`.
    pub operation: String,
    pub format: String,
    pub implementation: String,
    /// Where on the curve: how many identifiers, threads, bytes, rows.
    pub x: f64,
    pub unit: String,
    pub median: f64,
    /// A quarter of the runs is below, a quarter above.
    pub low: f64,
    pub high: f64,
    pub runs: usize,
}

const HEAD: &str = "operation,format,implementation,x,unit,median,low,high,runs";

impl Row {
    /// The row of these runs.
    pub fn of(
        [operation, format, implementation, unit]: [&str; 4],
        x: f64,
        mut runs: Vec<f64>,
    ) -> Self {
        runs.sort_by(f64::total_cmp);
        let at = |share: f64| runs[((runs.len() - 1) as f64 * share).round() as usize];
        Self {
            operation: operation.into(),
            format: format.into(),
            implementation: implementation.into(),
            x,
            unit: unit.into(),
            median: at(0.5),
            low: at(0.25),
            high: at(0.75),
            runs: runs.len(),
        }
    }

    fn read(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let [operation, format, implementation, x, unit, median, low, high, runs] = cells[..]
        else {
            return None;
        };
        Some(Self {
            operation: operation.into(),
            format: format.into(),
            implementation: implementation.into(),
            x: x.parse().ok()?,
            unit: unit.into(),
            median: median.parse().ok()?,
            low: low.parse().ok()?,
            high: high.parse().ok()?,
            runs: runs.parse().ok()?,
        })
    }
}

pub fn save(path: &Path, rows: &[Row]) -> io::Result<()> {
    let mut text = format!("{HEAD}\n");
    for Row { operation, format, implementation, x, unit, median, low, high, runs } in rows {
        text += &format!(
            "{operation},{format},{implementation},{x},{unit},{median:.4},{low:.4},{high:.4},{runs}\n"
        );
    }
    fs::write(path, text)
}

/// The rows of a file, none if there is no such file.
pub fn load(path: &Path) -> Result<Vec<Row>, String> {
    let Ok(text) = fs::read_to_string(path) else { return Ok(Vec::new()) };
    let rows = text.lines().skip(1).enumerate();
    rows.map(|(index, line)| {
        Row::read(line).ok_or_else(|| format!("{}:{}: not a row", path.display(), index + 2))
    })
    .collect()
}
