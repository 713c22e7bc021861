//! A small disk.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    process::Command,
};

use crate::Folder;

/// A file system in memory with little room, which ends with its owner.
#[derive(Debug)]
pub struct SmallDisk {
    folder: Folder,
}

impl SmallDisk {
    /// One of this number of MiB; `None`, after a message, where this process may not mount.
    pub fn mount(mebibytes: usize) -> Option<Self> {
        let folder = Folder::new("disk");
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", &format!("size={mebibytes}m"), "tmpfs"])
            .arg(folder.path());
        let output = mount.output().ok();
        if output.is_some_and(|output| output.status.success()) {
            Some(Self { folder })
        } else {
            println!("left out: a full disk, since this process may not mount one");
            None
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Takes all the room but this number of KiB. What was taken before is free first.
    ///
    /// # Panics
    /// If the disk has less room, or a file cannot be written.
    pub fn fill(&self, but: usize) {
        self.free();
        let name = self.folder.path().join("ballast");
        let mut ballast = File::create(&name).expect("a file");
        let mut taken = 0_u64;
        while ballast.write_all(&[1; 1024]).is_ok() {
            taken += 1024;
        }
        let but = u64::try_from(but).expect("a size") * 1024;
        ballast.set_len(taken.checked_sub(but).expect("enough room")).expect("a smaller file");
    }

    /// Gives the room back that was taken.
    ///
    /// # Panics
    /// If the file cannot be removed.
    pub fn free(&self) {
        let ballast = self.folder.path().join("ballast");
        if ballast.exists() {
            fs::remove_file(ballast).expect("the file is removed");
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a server that was killed may not have ended wholly.
        let _left = Command::new("umount").arg("-l").arg(self.folder.path()).status();
    }
}
