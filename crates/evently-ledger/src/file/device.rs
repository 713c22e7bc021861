//! Names of devices. Windows has them in every folder: there `NUL` and `CON` are no files.

use std::path::Path;

/// Whether this names a device.
#[cfg(windows)]
pub(super) fn is(path: &Path) -> bool {
    use std::path::{Component, Prefix, absolute};
    // Which names are those of devices differs among versions of the system, which is asked here.
    let Ok(path) = absolute(path) else { return false };
    match path.components().next() {
        Some(Component::Prefix(prefix)) => matches!(prefix.kind(), Prefix::DeviceNS(_)),
        _ => false,
    }
}

/// Elsewhere a device is found out when it is open.
#[cfg(not(windows))]
pub(super) const fn is(_: &Path) -> bool {
    false
}
