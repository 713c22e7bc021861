//! The folder of a file: what is made in it lasts once the folder is on the disk as well.

use std::{io, path::Path};

/// A folder that can be synced.
#[derive(Debug)]
pub(super) struct Folder {
    /// Elsewhere a folder cannot be opened, and its system keeps the order itself.
    #[cfg(unix)]
    file: std::fs::File,
}

impl Folder {
    /// The one that this file is in, or will be in.
    #[cfg_attr(
        not(unix),
        expect(clippy::unnecessary_wraps, unused_variables, reason = "as where it can be opened")
    )]
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            file: {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                std::fs::File::open(folder.unwrap_or(Path::new(".")))?
            },
        })
    }

    /// Waits until what was made in it is on the disk.
    #[cfg_attr(
        not(unix),
        expect(
            clippy::unnecessary_wraps,
            clippy::unused_self,
            reason = "as where it can be opened"
        )
    )]
    pub(super) fn sync(&self) -> io::Result<()> {
        #[cfg(unix)]
        self.file.sync_all()?;
        Ok(())
    }
}
