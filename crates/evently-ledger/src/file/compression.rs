//! Files that are compressed, to which nothing can be appended.

use core::fmt;
use std::{
    fs::File,
    io::{self, Read},
};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// By gzip.
    Gzip,
    /// By zstd.
    Zstd,
}

impl Compression {
    /// How what begins with these bytes is compressed; no record begins like that.
    #[inline]
    pub const fn of(start: &[u8]) -> Option<Self> {
        match start {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // A frame, or one to skip before it.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    /// The lower-case name.
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}

impl fmt::Display for Compression {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a file is compressed, if it is.
pub(super) fn of(file: &mut File) -> io::Result<Option<Compression>> {
    let mut start = Vec::new();
    file.take(4).read_to_end(&mut start)?;
    Ok(Compression::of(&start))
}
