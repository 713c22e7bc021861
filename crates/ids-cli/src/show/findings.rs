//! What many identifiers of one source are, for people.

use std::time::Duration;

use ids_formats::{
    Answer, Field,
    infer::{Findings, Fit, Inferred},
    rounded::Rounded,
    spelling::cause,
};

use super::{BOLD, DIM, Output, Page, argument, diagram, json, plural};
use crate::{
    Failure, instant,
    reading::{Absent, Position},
};

/// What follows for numbers that are no more what they were.
const ROUNDED: &str = "a program that keeps numbers as binary64 has changed their last digits; take them from their \
                       source as text";
/// Identifiers whose times are within this are of one moment.
const MOMENT: Duration = Duration::from_secs(60);
/// What says the time where bits do not.
const DECIDES: &str = "--at ID=TIME of two or more decides";
/// Cells in one line of the picture.
const ROW: usize = 64;
/// Formats out of the question that people are shown.
const REFUSED: usize = 3;
/// Formats that are looked at.
const FITS: usize = 16;

/// Tells people which lines are no identifiers.
pub(crate) fn complain(
    found: &Findings<'_>,
    absent: &[(u64, Absent)],
    records: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    if found.unread == 0 {
        return Ok(());
    }
    out.complain(|page| {
        for (line, text) in &found.first_unread {
            let place = Position::of_line(*line, records);
            if let Some((_, absent)) = absent.iter().find(|(at, _)| at == line) {
                page.error(format_args!("{place} {absent}"));
                continue;
            }
            let why = match Rounded::of_text(text).filter(Rounded::is_certain) {
                Some(rounded) => rounded.to_string(),
                None => match cause(text) {
                    Some(cause) => format!("no format reads this; {cause}"),
                    None => "no format reads this".to_owned(),
                },
            };
            page.error(format_args!("{place}: {why}"));
            page.text(format!("  {}\n", argument(text)));
        }
        let more = found.unread - found.first_unread.len() as u64;
        if more > 0 {
            let what = if records { "record" } else { "line" };
            page.text(format!("  and {} more\n", plural(more, what)));
        }
    })
}

/// Shows people what was found.
pub(crate) fn show(page: &mut Page, found: &Findings<'_>, zoned: bool) {
    if found.missing > 0 {
        page.text(format!("{}\n", plural(found.missing, "missing value")));
    }
    if found.count == 0 {
        match &found.rounded {
            Some(rounded) => page.text(format!("{rounded}: {ROUNDED}\n")),
            None => page.text("0 identifiers: there is nothing to find out\n"),
        }
        return;
    }
    page.styled(BOLD, plural(found.count, "identifier"));
    page.text(format!(", {}\n\n", order(found.order)));
    picture(page, found);
    if let Some(layout) = &found.layout {
        fields(page, layout);
    }
    fits(page, found);
    for line in conclusion(found, zoned) {
        page.text(format!("{line}\n"));
    }
    if found.strays > 0 {
        let (lines, them) =
            (plural(found.strays, "identifier"), if found.strays == 1 { "is" } else { "are" });
        page.text(format!("{lines} {them} read as something else: this is no single source\n"));
    }
}

fn order(order: &str) -> &'static str {
    match order {
        "ascending" => "each larger than the one before",
        "mostly_ascending" => "mostly larger than the one before",
        "descending" => "each smaller than the one before",
        "none" => "in no order",
        _ => "too few to have an order",
    }
}

/// A cell for each bit: the value if it never changes, else how much it says.
fn cell(ones: u64, count: u64, entropy: f64) -> char {
    match entropy {
        _ if ones == 0 => '0',
        _ if ones == count => '1',
        ..0.25 => '.',
        ..0.75 => '-',
        ..0.97 => '+',
        _ => '#',
    }
}

/// A letter for each part.
fn letter(part: &Field) -> char {
    match part.name() {
        "constant" => '=',
        "mixed" => '?',
        name => name.chars().next().unwrap_or('?'),
    }
}

/// Draws a line of cells for each 64 bits, with the letters of the parts below.
fn picture(page: &mut Page, found: &Findings<'_>) {
    let part = |bit: usize| {
        let bit = u32::try_from(bit).unwrap_or(u32::MAX);
        let parts = found.layout.as_ref().map_or(&[][..], |layout| &layout.parts);
        let mut parts = parts.iter().map(|(part, _)| part).enumerate();
        parts.find(|(_, part)| (part.low()..=part.high()).contains(&bit))
    };
    let mut top = found.ones.len();
    while top > 0 {
        let bottom = (top - 1) / ROW * ROW;
        page.styled(DIM, format!("{:>4}  ", top - 1));
        for bit in (bottom..top).rev() {
            let cell = cell(found.ones[bit], found.count - found.strays, found.entropy(bit));
            match part(bit) {
                Some((place, _)) => page.styled(diagram::color(place), cell.to_string()),
                None => page.text(cell.to_string()),
            }
        }
        page.styled(DIM, format!("  {bottom}\n"));
        if found.layout.is_some() {
            page.text("      ");
            for bit in (bottom..top).rev() {
                if let Some((place, part)) = part(bit) {
                    page.styled(diagram::color(place), letter(part).to_string());
                }
            }
            page.text("\n");
        }
        top = bottom;
    }
    page.styled(
        DIM,
        "      0 1 never changes; how even a bit is: . seldom, - partly, + nearly, # wholly\n",
    );
    page.text("\n");
}

fn fields(page: &mut Page, layout: &Inferred) {
    for (place, (part, why)) in layout.parts.iter().enumerate() {
        page.text("  ");
        page.styled(diagram::color(place), format!("{:<14}", part.name()));
        page.text(format!("{:<16}", bits(part)));
        page.text(format!("{why}\n"));
    }
    if layout.evidence > 0 {
        let why = format!("random numbers would do this once in 2^{}", layout.evidence);
        page.styled(DIM, format!("  {why}\n"));
    }
    page.text("\n");
}

fn bits(part: &Field) -> String {
    if part.width() == 1 {
        format!("bit {}", part.low())
    } else {
        format!("bits {} to {}", part.high(), part.low())
    }
}

fn title(fit: &Fit<'_>) -> String {
    json::title(fit.first.name(), fit.first.flavour())
}

fn fits(page: &mut Page, found: &Findings<'_>) {
    let mut refused = 0;
    for fit in found.fits.iter().take(FITS) {
        refused += usize::from(fit.refused.is_some());
        if refused > REFUSED || fit.read < found.count && found.strays == 0 {
            break;
        }
        page.text("  ");
        page.styled(if fit.refused.is_none() { BOLD } else { DIM }, format!("{:<24}", title(fit)));
        if fit.read < found.count {
            page.text(format!("reads {} of {}; ", fit.read, found.count));
        }
        match fit.times {
            Some((from, until)) if fit.refused.is_none() || fit.read < found.count => {
                page.text(format!("{} to {}", instant::show(from), instant::show(until)));
            }
            _ => page.text(fit.refused.unwrap_or("no time inside")),
        }
        page.text("\n");
    }
    if !found.fits.is_empty() {
        page.text("\n");
    }
}

/// Says that identifiers of the first format would all be of one moment: its bits of time hardly change.
fn moment(found: &Findings<'_>) -> String {
    let times = found.fits.first().and_then(|fit| Some((title(fit), fit.times?)));
    match times {
        Some((title, (from, until))) if until.duration_since(from) < MOMENT => {
            format!(", as those of {title} of one moment are")
        }
        _ => String::new(),
    }
}

/// What follows, and what would decide. `zoned` says that a zone of the known times was given.
fn conclusion(found: &Findings<'_>, zoned: bool) -> Vec<String> {
    let first = found.fits.first().map(title).unwrap_or_default();
    let mut lines = vec![match found.answer {
        Answer::One => format!("they are {first}"),
        Answer::Several { count, times: false } => {
            format!("they fit {count} formats, with the same times: only their source decides")
        }
        Answer::Several { count, .. } => format!(
            "they fit {count} formats, and a layout of your own could have the same bits: --at \
             ID=TIME of one or more identifiers decides"
        ),
        Answer::Rounded => match &found.rounded {
            Some(rounded) => format!("{rounded}: {ROUNDED}"),
            None => ROUNDED.to_owned(),
        },
        Answer::Layout => "they have a layout of their own".to_owned(),
        Answer::Bits => "they have a layout that no known format has; --at ID=TIME of two or more \
             identifiers, far apart, says its unit and epoch"
            .to_owned(),
        Answer::Undecided => {
            let first = match (found.wanted, found.same()) {
                (Some(wanted), _) => {
                    // There are as many, but several times the same.
                    let few = if found.count >= wanted { "few different ones" } else { "few" };
                    format!(
                        "they are too {few} to say which bits are time: about {wanted} are wanted"
                    )
                }
                (None, Some(same)) => format!(
                    "nothing shows which bits are time: the highest {same} never change, and those below are like \
                     random ones{}",
                    moment(found)
                ),
                (None, None) => "nothing is claimed: random ones could be like these".to_owned(),
            };
            let timed = found.wanted.is_some() || found.fits.iter().any(|fit| fit.times.is_some());
            if timed { format!("{first}; {DECIDES}") } else { first }
        }
        _ => match (found.plain, found.step) {
            (Some("even"), _) => {
                format!("they are spread evenly, as random numbers are, or times; {DECIDES}")
            }
            (Some("dense"), _) => "their steps are small: a counter, or one tick".to_owned(),
            (_, Some(step)) => format!(
                "their differences are multiples of {step}, or nearly: no fields of bits can be seen; {DECIDES}"
            ),
            _ if found.timing == "contradicted" => {
                "no format that reads them has the known times".to_owned()
            }
            _ => "no format is likelier than random text".to_owned(),
        },
    }];
    match found.timing {
        "too_few" => {
            lines.push("the known times are too few or too near to each other".into());
        }
        "several" => {
            lines.push("several units fit the known times: more exact ones decide".into());
        }
        "contradicted" => lines.push(
            "no unit and epoch fits the known times: are some later than the identifiers? --late says \
             by how much. Are they local times of a zone with summer time? --zone names it"
                .into(),
        ),
        _ => {}
    }
    if let Some(zone) = found.spelled_zone() {
        lines.push(if zoned {
            format!("the known times are off by {zone} from those of --zone: they were taken so")
        } else {
            format!("the known times are off by {zone}, as local times are: they were taken so; --zone {zone} says it")
        });
    }
    if let Some(layout) = &found.layout {
        if matches!(found.order, "none" | "too_few") && layout.clock.is_none() {
            lines.push(
                "whether the timestamp grows cannot be seen: the lines are not in the order of \
                 making"
                    .into(),
            );
        }
        lines.push(match layout.clock {
            Some((ticks, ..)) => {
                let epoch = instant::show(ticks.epoch());
                let (count, unit) = instant::largest_unit(ticks.unit());
                format!("  --layout {} --epoch {epoch} --unit {count}{unit}", layout.spelled())
            }
            None => format!("  --layout {}", layout.spelled()),
        });
    }
    lines
}
