//! Jobs: a process and all that it starts. A job that is closed ends what is in it, and the system
//! closes it when the command ends in whatever way.

use std::{os::windows::io::AsRawHandle, process::Child};

use win32job::{ExtendedLimitInfo, Job};

/// A job with this process. It has not started others yet: its first instructions load its libraries.
/// `None` if it has ended already.
pub(super) fn begun(child: &Child) -> Option<Job> {
    let mut limits = ExtendedLimitInfo::new();
    let job = Job::create_with_limit_info(limits.limit_kill_on_job_close()).ok()?;
    job.assign_process(child.as_raw_handle() as isize).ok()?;
    Some(job)
}
