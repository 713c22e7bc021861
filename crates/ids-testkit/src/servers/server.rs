//! A server over the data in its folder: what is done to any kind of it.

use std::{fs, path::Path};

use nix::sys::signal::Signal;

use super::program::{Program, copy_all};
use crate::Folder;

/// What runs as a server.
pub trait Kind {
    /// The signal that ends it cleanly.
    const END: Signal;

    /// Starts it over the folder `data` in this folder.
    fn run(&self, folder: &Folder) -> Program;

    /// Where its clients find it.
    fn url(&self, folder: &Path) -> String;

    /// Frees what one that was killed has left in the system, beside its folder.
    fn free(&self, _folder: &Path) {}
}

/// A server to throw away.
#[derive(Debug)]
pub struct Server<K: Kind> {
    program: Option<Program>,
    pub(super) kind: K,
    folder: Folder,
}

impl<K: Kind> Server<K> {
    /// Starts one.
    pub(super) fn run(kind: K, folder: Folder) -> Self {
        let mut server = Self { program: None, kind, folder };
        server.restart();
        server
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where its clients find it.
    pub fn url(&self) -> String {
        self.kind.url(self.folder())
    }

    /// Ends all its processes at once, as a loss of power would, but for what the system has to write.
    pub fn kill(&mut self) {
        self.program = None;
    }

    /// Waits until it ends by itself, or is ended.
    pub fn wait(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.wait();
        }
    }

    /// Ends it cleanly.
    pub fn stop(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.end(K::END);
        }
    }

    /// Starts it again.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        self.stop();
        self.program = Some(self.kind.run(&self.folder));
    }

    /// Stops all its processes where they are.
    pub fn suspend(&self) {
        if let Some(program) = &self.program {
            program.suspend();
        }
    }

    /// Lets them go on.
    pub fn resume(&self) {
        if let Some(program) = &self.program {
            program.signal(Signal::SIGCONT);
        }
    }

    /// Keeps its files as they are now, and puts them back when the answer is called. It is stopped and
    /// started again for both.
    ///
    /// # Panics
    /// If a file cannot be copied.
    pub fn backup(&mut self) -> impl FnOnce(&mut Self) + use<K> {
        self.stop();
        let copy = Folder::new("copy");
        copy_all(&self.folder().join("data"), copy.path());
        self.restart();
        move |server| {
            server.stop();
            let data = server.folder().join("data");
            fs::remove_dir_all(&data).expect("its folder");
            copy_all(copy.path(), &data);
            server.restart();
        }
    }
}

impl<K: Kind> Drop for Server<K> {
    fn drop(&mut self) {
        self.kill();
        self.kind.free(self.folder.path());
    }
}
