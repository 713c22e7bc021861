//! The page of memory that the kernel wipes in the child: all of the unsafe code of this crate.

#![allow(
    unsafe_code,
    reason = "no kept crate wraps MADV_WIPEONFORK safely, and the process identifier costs a \
              system call for each identifier"
)]

use core::{
    ffi::c_int,
    mem::size_of,
    ptr::null_mut,
    sync::atomic::{
        AtomicPtr, AtomicUsize,
        Ordering::{AcqRel, Acquire},
    },
};

/// Lock-free, because a lock that another thread held during the fork stays locked in the child.
static PAGE: AtomicPtr<AtomicUsize> = AtomicPtr::new(null_mut());

/// One word; the kernel rounds it up to a page.
const LENGTH: usize = size_of::<AtomicUsize>();

/// The process's page, mapped when it is first asked for: 0 until someone writes, and 0 again in
/// each child. None if the kernel does not do that.
pub(super) fn page() -> Option<&'static AtomicUsize> {
    let mut page = PAGE.load(Acquire);
    if page.is_null() {
        let mapped = map()?;
        page = match PAGE.compare_exchange(null_mut(), mapped, AcqRel, Acquire) {
            Ok(_) => mapped,
            Err(other) => {
                unmap(mapped);
                other
            }
        };
    }
    // SAFETY: `PAGE` holds what `map` gave: memory of zeros, aligned to a page, which is an
    // `AtomicUsize` and is never unmapped once it is in `PAGE`. The kernel wipes it before the
    // child runs, so that no thread sees it change but by atomic writes.
    Some(unsafe { &*page })
}

fn map() -> Option<*mut AtomicUsize> {
    let (access, kind) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: the kernel chooses where, so nothing that is in use is mapped over.
    let mapped = unsafe { libc::mmap(null_mut(), LENGTH, access, kind, -1, 0) };
    if mapped == libc::MAP_FAILED {
        return None;
    }
    let mapped = mapped.cast();
    // What is nonsense must fail: emulators and sandboxes may take any advice and follow none.
    if !advise(mapped, -1) && advise(mapped, libc::MADV_WIPEONFORK) {
        return Some(mapped);
    }
    unmap(mapped);
    None
}

/// Whether the kernel takes this advice.
fn advise(mapped: *mut AtomicUsize, advice: c_int) -> bool {
    // Miri knows no advice, and no fork either. All the rest it sees.
    if cfg!(miri) {
        return advice == libc::MADV_WIPEONFORK;
    }
    // SAFETY: concerns this page only, which has no other user yet and keeps its content.
    unsafe { libc::madvise(mapped.cast(), LENGTH, advice) == 0 }
}

fn unmap(mapped: *mut AtomicUsize) {
    // SAFETY: `map` made this page, and it has no other user. If the kernel refuses, it stays
    // mapped, which is harmless.
    unsafe { libc::munmap(mapped.cast(), LENGTH) };
}
