//! The system calls that a sandbox process may make while it runs code: memory, time, its pipes, and its end. All others
//! fail with `EPERM`, among them those that open, change, or delete files, start programs, send signals to other
//! processes, and use the network. They fail and do not kill the process, so that the run ends with an error message.
//!
//! Only Linux on x86-64 and AArch64 has this filter (seccomp). On other systems, the limits of `limits.rs` apply alone.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
use std::collections::BTreeMap;
use std::io;

/// Restricts the calling thread, and threads that it starts, for the rest of its life. Returns false on a kernel without
/// filters.
///
/// # Errors
/// Returns an error if the kernel refuses the filter.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) fn restrict() -> io::Result<bool> {
    use seccompiler::{
        BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompFilter, TargetArch,
    };
    use seccompiler::{SeccompCondition, SeccompRule, apply_filter};
    let architecture = if cfg!(target_arch = "x86_64") {
        TargetArch::x86_64
    } else {
        TargetArch::aarch64
    };
    let refusal = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let mut allowed: BTreeMap<_, _> = ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
    // An abort is a signal of the process to itself.
    let own = u64::from(std::process::id());
    let to_itself = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, own)
        .and_then(|condition| SeccompRule::new(vec![condition]));
    let program = to_itself.and_then(|rule| {
        allowed.insert(libc::SYS_tgkill, vec![rule]);
        SeccompFilter::new(allowed, refusal, SeccompAction::Allow, architecture)?.try_into()
    });
    let program: BpfProgram = program.map_err(io::Error::other)?;
    match apply_filter(&program) {
        Err(Error::Seccomp(error) | Error::Prctl(error)) if is_missing(&error) => Ok(false),
        other => other.map(|()| true).map_err(io::Error::other),
    }
}

/// Does nothing and returns true: this system has no such filter, as the documentation says.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[allow(clippy::unnecessary_wraps, reason = "the same as on Linux")]
pub(super) fn restrict() -> io::Result<bool> {
    Ok(true)
}

/// Whether the kernel was built without filters.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn is_missing(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EINVAL))
}

/// Allowed system calls. Those of files work on open descriptors only, which are the three pipes.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
const ALLOWED: &[libc::c_long] = &[
    // Pipes.
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_ppoll,
    // Memory.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_getrandom,
    // Time.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    // The thread itself: locks, its stack, and the signals with which a failed process ends.
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_sigaltstack,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_restart_syscall,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

#[cfg(all(
    test,
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::io::ErrorKind;
    use std::process::Command;
    use std::{env, fs, net, thread};

    /// Runs a function in a thread of its own, which ends with its restrictions.
    fn run_restricted<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
        let run = move || {
            restrict().unwrap();
            act()
        };
        thread::spawn(run).join().unwrap()
    }

    #[test]
    fn a_restricted_thread_reaches_no_files_programs_or_network() {
        let folder = env::temp_dir().join(format!("trammel-restricted-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("kept.txt");
        fs::write(&file, "kept").unwrap();
        let (kept, inner) = (file.clone(), folder.join("inner"));
        let kinds = run_restricted(move || {
            [
                fs::read(&kept).map(drop),
                fs::write(&kept, "lost"),
                fs::remove_file(&kept),
                fs::rename(&kept, kept.with_extension("moved")),
                fs::create_dir(inner),
                fs::read_dir("/").map(drop),
                Command::new("/bin/true").status().map(drop),
                net::TcpListener::bind("127.0.0.1:0").map(drop),
                net::UdpSocket::bind("127.0.0.1:0").map(drop),
            ]
            .map(|result| result.map_err(|error| error.kind()))
        });
        assert_eq!(kinds, [Err(ErrorKind::PermissionDenied); 9]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_restricted_thread_computes() {
        let sum = run_restricted(|| (0..1 << 20).map(|i| vec![i; 3].len()).sum::<usize>());
        assert_eq!(sum, 3 << 20);
    }
}
