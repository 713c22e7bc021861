//! Files that are compressed, to which nothing can be appended.

use std::{
    fs::File,
    io::{self, Read},
};

/// How what begins with these bytes is compressed, `gzip` or `zstd`; no record begins like that.
#[inline]
pub const fn compression(start: &[u8]) -> Option<&'static str> {
    match start {
        [0x1f, 0x8b, ..] => Some("gzip"),
        // A frame, or one to skip before it.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some("zstd"),
        _ => None,
    }
}

/// How a file is compressed, if it is.
pub(super) fn of(file: &mut File) -> io::Result<Option<&'static str>> {
    let mut start = Vec::new();
    file.take(4).read_to_end(&mut start)?;
    Ok(compression(&start))
}
