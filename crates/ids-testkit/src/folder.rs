//! Folders of tests.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::{
    env, fs,
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
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.is_kept {
            let _left = fs::remove_dir_all(&self.path);
        }
    }
}
