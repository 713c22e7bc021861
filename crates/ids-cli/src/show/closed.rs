//! Whether the process was started with its standard output closed, as by `>&-`.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether what is written to standard output is lost. Before `main` the standard library opens
/// `/dev/null` in its place, so that writing succeeds from then on.
pub(crate) fn stdout() -> bool {
    CLOSED.load(Relaxed)
}

/// Runs before the standard library's own start, and uses nothing of it.
#[cfg(unix)]
extern "C" fn look() {
    let closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    CLOSED.store(closed, Relaxed);
}

// SAFETY: the loader calls each function of this section, with arguments that `look` ignores. `look`
// makes one system call and writes to an atomic: it needs nothing that is set up later.
#[cfg(unix)]
#[used]
#[expect(
    unsafe_code,
    reason = "a function in this list is called before main: there is no other way"
)]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = look;
