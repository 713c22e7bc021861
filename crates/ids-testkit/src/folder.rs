//! Folders of tests.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// A new folder, which is removed in the end.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    is_kept: bool,
}

impl Folder {
    /// A new folder whose name begins so.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn new(name: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("ids-{name}-{}-{}", std::process::id(), NEXT.fetch_add(1, Relaxed));
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a temporary folder");
        Self { path, is_kept: false }
    }

    /// This folder, which is made where it is absent, and stays.
    #[cfg(target_os = "linux")]
    pub(crate) fn kept(path: &Path) -> Self {
        fs::create_dir_all(path).expect("a folder");
        Self { path: path.into(), is_kept: true }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in it, which need not exist, as an argument.
    ///
    /// # Panics
    /// If it is not UTF-8.
    pub fn file(&self, name: &str) -> String {
        self.path.join(name).into_os_string().into_string().expect("UTF-8")
    }

    /// Writes a file, and gives its path.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let file = self.file(name);
        fs::write(&file, bytes).expect("a file");
        file
    }

    /// What a file has.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path.join(name)).expect("a file")
    }

    /// The names of the files, sorted.
    ///
    /// # Panics
    /// If one is not UTF-8.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.path).expect("the folder");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let names = entries.map(|entry| name(entry).into_string().expect("UTF-8"));
        let mut names: Vec<_> = names.collect();
        names.sort_unstable();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.is_kept {
            let _left = fs::remove_dir_all(&self.path);
        }
    }
}
