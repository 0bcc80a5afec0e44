#include "core/worker/sandbox.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace partita {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif

/// Calls for reading and writing open descriptors, memory, locks, clocks and exiting.
constexpr int kAllowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_recvfrom,
    SYS_sendto,
    SYS_ppoll,
    SYS_close,
    SYS_fstat,
    SYS_lseek,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_exit,
    SYS_exit_group,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_getpid,
    SYS_gettid,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_getrandom,
    SYS_restart_syscall,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_membarrier,
    SYS_getrusage,
    SYS_pipe2, // between own threads: sanitizers probe memory through a pipe
#if defined(__x86_64__)
    SYS_poll,
#endif
};

/// Calls that change files, or reach other machines, other processes or the system.
constexpr int kSetxattrat = 463, kRemovexattrat = 466, kFchmodat2 = 452; // newer than some headers
constexpr int kRefused[] = {
    kSetxattrat,
    kRemovexattrat,
    kFchmodat2,
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendmsg,
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_openat2,
    SYS_mkdirat,
    SYS_mknodat,
    SYS_symlinkat,
    SYS_truncate,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_settimeofday,
#if defined(__x86_64__)
    SYS_fork,
    SYS_vfork,
    SYS_mkdir,
    SYS_rmdir,
    SYS_mknod,
    SYS_link,
    SYS_symlink,
    SYS_creat,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
#endif
};

/// Calls that rename a finished file to its final name; allowed where folders may be written.
constexpr int kRefusedWithoutFolders[] = {
    SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_linkat, SYS_fchmod,
#if defined(__x86_64__)
    SYS_unlink,   SYS_rename,
#endif
};

constexpr std::uint32_t argument(int index) { // lower 32 bits
    return static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                      static_cast<std::size_t>(index) * sizeof(std::uint64_t));
}

/// Builds a seccomp filter program that decides about each system call.
class Filter {
public:
    Filter() {
        load(offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
        answer(kNo);
        load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
        constexpr std::uint32_t kX32 = 0x40000000; // the same calls under other numbers
        add(BPF_JMP | BPF_JGE | BPF_K, kX32, 0, 1);
        answer(kNo);
#endif
    }
    void allow(int call) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
        answer(SECCOMP_RET_ALLOW);
    }
    /// Allows a call if an argument has none of these bits.
    void allowWithout(int call, int index, std::uint32_t bits) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
        load(argument(index));
        add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
        answer(kNo);
        answer(SECCOMP_RET_ALLOW);
    }
    /// Allows a call if the lower 32 bits of an argument equal `value`.
    void allowWith(int call, int index, std::uint32_t value) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
        load(argument(index));
        add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
        answer(kNo);
        answer(SECCOMP_RET_ALLOW);
    }
    void refuse(int call, std::uint32_t error = EPERM) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
        answer(SECCOMP_RET_ERRNO | error);
    }
    /// Allows a call if an argument has any of these bits.
    void allowWithAny(int call, int index, std::uint32_t bits) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
        load(argument(index));
        add(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
        answer(kNo);
        answer(SECCOMP_RET_ALLOW);
    }
    /// Installs the filter for all threads; false where the kernel does not support it.
    bool install(bool allowsOthers) {
        answer(allowsOthers ? SECCOMP_RET_ALLOW : kNo);
        sock_fprog program{static_cast<unsigned short>(m_code.size()), m_code.data()};
        return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
                         &program) == 0;
    }

private:
    static constexpr std::uint32_t kNo = SECCOMP_RET_ERRNO | EPERM;

    void add(int code, std::uint32_t value, std::uint8_t yes, std::uint8_t no) {
        m_code.push_back({static_cast<std::uint16_t>(code), yes, no, value});
    }
    void load(std::size_t offset) {
        add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset), 0, 0);
    }
    void answer(std::uint32_t what) { add(BPF_RET | BPF_K, what, 0, 0); }

    std::vector<sock_filter> m_code;
};

#ifdef SYS_landlock_create_ruleset
void allowFiles(int rules, const std::filesystem::path& folder) {
    const int fd = ::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                          LANDLOCK_ACCESS_FS_REMOVE_FILE;
    rule.parent_fd = fd;
    ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    ::close(fd);
}
#endif

/// Forbids all paths of the file system, or for readOnly writing outside of `written`, for this
/// thread and threads that it starts. Returns whether the kernel supports it.
bool closeFileSystem(Sandbox kind, const std::vector<std::filesystem::path>& written) {
#ifdef SYS_landlock_create_ruleset
    constexpr std::uint64_t kReads =
        LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    landlock_ruleset_attr rules{};
    // All rights of Landlock's first version.
    rules.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (kind == Sandbox::readOnly)
        rules.handled_access_fs &= ~kReads;
    const long set = ::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (set < 0)
        return false;
    for (const auto& folder : written)
        allowFiles(static_cast<int>(set), folder);
    const long done = ::syscall(SYS_landlock_restrict_self, set, 0);
    ::close(static_cast<int>(set));
    return done == 0;
#else
    return false;
#endif
}

bool allowComputing() {
    Filter filter;
    for (const int call : kAllowed)
        filter.allow(call);
    filter.allowWithout(SYS_mmap, 2, PROT_EXEC);
    filter.allowWithout(SYS_mprotect, 2, PROT_EXEC);
    filter.allowWith(SYS_tgkill, 0, static_cast<std::uint32_t>(::getpid())); // abort()
    filter.allowWith(SYS_prlimit64, 2, 0);                                   // only queries
    return filter.install(false);
}

/// `mayWrite`: allows opening for writing and renaming; Landlock limits them to the folders.
bool refuseChanges(bool mayWrite) {
    const std::uint32_t writes = mayWrite ? O_TRUNC : O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    Filter filter;
    for (const int call : kRefused)
        filter.refuse(call);
    if (!mayWrite)
        for (const int call : kRefusedWithoutFolders)
            filter.refuse(call);
    filter.allowWithout(SYS_openat, 2, writes);
#if defined(__x86_64__)
    filter.allowWithout(SYS_open, 1, writes);
#endif
    // Its flags are in memory, which filters cannot read; libc falls back to clone.
    filter.refuse(SYS_clone3, ENOSYS);
    filter.allowWithAny(SYS_clone, 0, CLONE_THREAD);
    filter.allowWith(SYS_tgkill, 0, static_cast<std::uint32_t>(::getpid()));
    filter.allowWith(SYS_prlimit64, 2, 0);
    return filter.install(true);
}

} // namespace

bool enterSandbox(Sandbox kind, const std::vector<std::filesystem::path>& written) {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    const bool isClosed = closeFileSystem(kind, written);
    if (kArchitecture == 0)
        return false;
    return kind == Sandbox::closed ? allowComputing() : refuseChanges(isClosed && !written.empty());
}

} // namespace partita
