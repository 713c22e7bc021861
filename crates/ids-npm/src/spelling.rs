//! What programs put round an identifier. The module knows no format: the host reads what may stand inside.

use core::fmt::Write as _;

use ids_formats::spelling::read_by;

use crate::{args::Args, fault::Fault, kind::Reply};

/// What may stand inside the text, in lines: `b` for bytes or `t` for text, and hexadecimal digits.
pub(crate) fn inside(args: Args<'_>) -> Reply {
    let mut lines = String::new();
    read_by(args.bytes("text"), |inside, is_bytes| {
        if is_bytes {
            let _ = writeln!(lines, "b{}", String::from_utf8_lossy(inside));
        } else {
            lines.push('t');
            for byte in inside {
                let _ = write!(lines, "{byte:02x}");
            }
            lines.push('\n');
        }
        None::<(u128, usize)>
    });
    Reply::output(lines)
}

/// Which of them it is, by the number that the host has read of each, or an empty line: its place and what was taken
/// off, or nothing.
pub(crate) fn choose(args: Args<'_>) -> Result<Reply, Fault> {
    let mut numbers = args.needed("numbers")?.split('\n').enumerate();
    let found = read_by(args.bytes("text"), |_, _| {
        let (place, number) = numbers.next()?;
        Some((number.parse().ok()?, place))
    });
    Ok(Reply::output(found.map_or_else(String::new, |(place, taken)| {
        let names: Vec<_> = taken.iter().map(|spelling| spelling.name()).collect();
        format!("{place} {}", names.join(" "))
    })))
}
