//! What many identifiers of one source are: for people, and in JSON.

use std::fmt::Write as _;

use ids_formats::infer::{
    Answer, Findings, Fit, Inferred, Order, Part, Plain, Refused, Role, Timing,
};

use super::{
    diagram, json,
    output::{BAD, BOLD, DIM, Output, Page},
    outside::printable,
    plural::plural,
};
use crate::{instant, status::Failure};

/// Cells in one line of the picture.
const ROW: usize = 64;
/// Formats out of the question that people are shown.
const REFUSED: usize = 3;
/// Formats that fit, of which people are shown all and JSON no more.
const FITS: usize = 16;

/// Lines that are no identifiers.
#[derive(Debug, Default)]
pub(crate) struct Unread {
    pub(crate) count: u64,
    /// The first ones, with the beginning of their text.
    pub(crate) examples: Vec<(u64, Vec<u8>)>,
}

impl Unread {
    /// Tells people which.
    pub(crate) fn complain(&self, out: &mut Output) -> Result<(), Failure> {
        if self.count == 0 {
            return Ok(());
        }
        out.complain(|page| {
            for (line, text) in &self.examples {
                page.styled(BAD, "error");
                page.text(format!(": line {line}: no format reads this\n  {}\n", printable(text)));
            }
            let more = self.count - self.examples.len() as u64;
            if more > 0 {
                page.text(format!("  and {} more\n", plural(more, "line")));
            }
        })
    }
}

/// Shows people what was found.
pub(crate) fn show(page: &mut Page, found: &Findings<'_>) {
    if found.count == 0 {
        return page.text("0 identifiers: there is nothing to find out\n");
    }
    page.styled(BOLD, plural(found.count, "identifier"));
    page.text(format!(", {}\n\n", order(found.order)));
    picture(page, found);
    if let Some(layout) = &found.layout {
        fields(page, layout);
    }
    fits(page, found);
    for line in conclusion(found) {
        page.text(format!("{line}\n"));
    }
    if found.strays > 0 {
        let (lines, them) =
            (plural(found.strays, "identifier"), if found.strays == 1 { "is" } else { "are" });
        page.text(format!("{lines} {them} read as something else: this is no single source\n"));
    }
}

fn order(order: Order) -> &'static str {
    match order {
        Order::Ascending => "each larger than the one before",
        Order::Mostly => "mostly larger than the one before",
        Order::Descending => "each smaller than the one before",
        Order::None => "in no order",
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
const fn letter(role: Role) -> char {
    match role {
        Role::Time => 't',
        Role::Node { .. } => 'n',
        Role::Sequence { .. } => 's',
        Role::Random => 'r',
        Role::Constant { .. } => '=',
        _ => '?',
    }
}

/// Draws a line of cells for each 64 bits, with the letters of the parts below.
fn picture(page: &mut Page, found: &Findings<'_>) {
    let part = |bit: usize| {
        let bit = u32::try_from(bit).unwrap_or(u32::MAX);
        let parts = found.layout.as_ref().map_or(&[][..], |layout| &layout.parts);
        parts.iter().enumerate().find(|(_, part)| (part.low..=part.high).contains(&bit))
    };
    let mut top = found.bits.len();
    while top > 0 {
        let bottom = (top - 1) / ROW * ROW;
        page.styled(DIM, format!("{:>4}  ", top - 1));
        for bit in (bottom..top).rev() {
            let one = found.bits[bit];
            let cell =
                cell(one.ones, found.count - found.strays, one.entropy(found.count - found.strays));
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
                    page.styled(diagram::color(place), letter(part.role).to_string());
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
    for (place, part) in layout.parts.iter().enumerate() {
        page.text("  ");
        page.styled(diagram::color(place), format!("{:<14}", part.role.name()));
        page.text(format!("{:<16}", bits(part)));
        page.text(format!("{}\n", part.role));
    }
    if layout.evidence > 0 {
        let why = format!("random numbers would do this once in 2^{}", layout.evidence);
        page.styled(DIM, format!("  {why}\n"));
    }
    page.text("\n");
}

fn bits(part: &Part) -> String {
    if part.high == part.low {
        format!("bit {}", part.low)
    } else {
        format!("bits {} to {}", part.high, part.low)
    }
}

fn title(fit: &Fit<'_>) -> String {
    match fit.first.flavour() {
        Some(flavour) => format!("{} {flavour}", fit.first.name()),
        None => fit.first.name().to_owned(),
    }
}

fn fits(page: &mut Page, found: &Findings<'_>) {
    let mut refused = 0;
    for fit in found.fits.iter().take(FITS) {
        refused += usize::from(fit.refused.is_some());
        if refused > REFUSED || fit.refused == Some(Refused::Unread) && found.strays == 0 {
            break;
        }
        page.text("  ");
        page.styled(if fit.refused.is_none() { BOLD } else { DIM }, format!("{:<24}", title(fit)));
        if fit.read < found.count {
            page.text(format!("reads {} of {}; ", fit.read, found.count));
        }
        match fit.times {
            Some((from, until)) if fit.refused.is_none_or(|why| why == Refused::Unread) => {
                page.text(format!("{} to {}", instant::show(from), instant::show(until)));
            }
            _ => page.text(fit.refused.map_or("no time inside", Refused::why)),
        }
        page.text("\n");
    }
    if !found.fits.is_empty() {
        page.text("\n");
    }
}

/// What follows, and what would decide.
fn conclusion(found: &Findings<'_>) -> Vec<String> {
    let first = found.fits.first().map(title).unwrap_or_default();
    let mut lines = vec![match found.answer {
        Answer::One => format!("they are {first}"),
        Answer::Several { count } if found.timing != Timing::None => {
            format!("they fit {count} formats, with the same times: only their source decides")
        }
        Answer::Several { count } => format!(
            "they fit {count} formats, and a layout of your own could have the same bits: --at \
             ID=TIME of one or more identifiers decides"
        ),
        Answer::Layout => "they have a layout of their own".to_owned(),
        Answer::Bits => "they have a layout that no known format has; --at ID=TIME of two or more \
             identifiers, far apart, says its unit and epoch"
            .to_owned(),
        Answer::Undecided => "nothing is claimed: random numbers could be like these; more \
             identifiers, or --at ID=TIME of two or more, would decide"
            .to_owned(),
        _ => match found.plain {
            Some(Plain::Even) => "they are spread evenly, as random numbers are".to_owned(),
            Some(Plain::Dense) => "they go up in small steps: a counter, or one tick".to_owned(),
            Some(Plain::Multiples(step)) => {
                format!("their differences are multiples of {step}: they have no fields of bits")
            }
            _ => "no format is likelier than random text".to_owned(),
        },
    }];
    match found.timing {
        Timing::TooFew => {
            lines.push("the known times are too few or too near to each other".into());
        }
        Timing::Several => {
            lines.push("several units fit the known times: more exact ones decide".into());
        }
        Timing::Contradicted => lines.push("no unit and epoch fits the known times".into()),
        _ => {}
    }
    if let Some(layout) = &found.layout {
        if !found.order.grows() && layout.clock.is_none() {
            lines.push(
                "whether the timestamp grows cannot be seen: the lines are not in the order of \
                 making"
                    .into(),
            );
        }
        lines.push(match layout.clock {
            Some(clock) => {
                let epoch = instant::show(clock.epoch);
                let unit = unit(layout);
                format!("  --layout {} --epoch {epoch} --unit {unit}", text(layout))
            }
            None => format!("  --layout {}", text(layout)),
        });
    }
    lines
}

/// The value of `--layout`.
fn text(layout: &Inferred) -> String {
    let mut text = String::new();
    for (name, width) in layout.fields() {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = write!(text, "{comma}{name}:{width}");
    }
    text
}

/// The value of `--unit`.
fn unit(layout: &Inferred) -> String {
    let Some(clock) = layout.clock else { return String::new() };
    let nanos = clock.unit.as_nanos();
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")];
    let fits = |(size, _): &&(u128, &str)| nanos % size == 0;
    units
        .iter()
        .find(fits)
        .map_or_else(String::new, |(size, name)| format!("{}{name}", nanos / size))
}

/// Appends one JSON object.
pub(crate) fn write(out: &mut Vec<u8>, found: &Findings<'_>, unread: &Unread) {
    out.push(b'{');
    json::member(out, "ids", found.count.to_string().as_bytes());
    json::member(out, "invalid", unread.count.to_string().as_bytes());
    json::key(out, "invalid_lines");
    list(out, &unread.examples, |out, (line, text)| {
        out.push(b'{');
        json::member(out, "line", line.to_string().as_bytes());
        json::member(out, "text", text);
        out.push(b'}');
    });
    json::member(out, "strays", found.strays.to_string().as_bytes());
    json::member(out, "answer", found.answer.name().as_bytes());
    json::member(out, "order", found.order.name().as_bytes());
    json::key(out, "bits");
    let count = found.count - found.strays;
    list(out, found.bits.iter().enumerate().rev(), |out, (place, bit)| {
        out.push(b'{');
        number(out, "bit", place as u64);
        json::member(out, "ones", bit.ones.to_string().as_bytes());
        json::member(out, "flips", bit.flips.to_string().as_bytes());
        json::key(out, "entropy");
        out.extend_from_slice(format!("{:.3}", bit.entropy(count)).as_bytes());
        out.push(b'}');
    });
    if let Some(layout) = &found.layout {
        json::key(out, "layout");
        write_layout(out, layout);
    }
    if let Some(plain) = found.plain {
        json::member(out, "plain", plain.name().as_bytes());
    }
    json::member(out, "timing", found.timing.name().as_bytes());
    json::key(out, "fits");
    list(out, found.fits.iter().take(FITS), write_fit);
    out.extend_from_slice(b"}\n");
}

fn list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

fn number(out: &mut Vec<u8>, name: &str, value: u64) {
    json::key(out, name);
    json::decimal(out, value);
}

fn write_layout(out: &mut Vec<u8>, layout: &Inferred) {
    out.push(b'{');
    json::member(out, "layout", text(layout).as_bytes());
    if let Some(clock) = layout.clock {
        json::member(out, "epoch", instant::show(clock.epoch).as_bytes());
        json::member(out, "epoch_from", instant::show(clock.between.0).as_bytes());
        json::member(out, "epoch_until", instant::show(clock.between.1).as_bytes());
        json::member(out, "unit", unit(layout).as_bytes());
    }
    number(out, "evidence", layout.evidence.into());
    json::key(out, "parts");
    list(out, &layout.parts, |out, part| {
        out.push(b'{');
        json::member(out, "role", part.role.name().as_bytes());
        number(out, "high", part.high.into());
        number(out, "low", part.low.into());
        json::member(out, "why", part.role.to_string().as_bytes());
        out.push(b'}');
    });
    out.push(b'}');
}

fn write_fit(out: &mut Vec<u8>, fit: &Fit<'_>) {
    out.push(b'{');
    json::member(out, "format", fit.first.name().as_bytes());
    if let Some(flavour) = fit.first.flavour() {
        json::member(out, "flavour", flavour.as_bytes());
    }
    json::member(out, "form", fit.first.form().as_bytes());
    json::member(out, "read", fit.read.to_string().as_bytes());
    json::member(out, "plausible", fit.plausible.to_string().as_bytes());
    if let Some((from, until)) = fit.times {
        json::member(out, "from", instant::show(from).as_bytes());
        json::member(out, "until", instant::show(until).as_bytes());
        json::member(out, "grows", fit.grows.to_string().as_bytes());
    }
    number(out, "known_times_met", fit.met as u64);
    json::key(out, "score");
    out.extend_from_slice(fit.score().round().to_string().as_bytes());
    if let Some(refused) = fit.refused {
        json::member(out, "refused", refused.why().as_bytes());
    }
    out.push(b'}');
}
