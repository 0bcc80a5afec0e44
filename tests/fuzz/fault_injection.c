/* Preloaded into a program, makes one of the program's writing system calls fail.
 *
 *   FAULT_AT=N      the N-th call, from 1; 0 or unset: none
 *   FAULT_KIND=…    kill    the process ends by SIGKILL before the call
 *                   after   the process ends by SIGKILL right after the call
 *                   ENOSPC, EIO, EDQUOT, EACCES  the call fails with this error
 *                   full    this and all later writes fail with ENOSPC
 *                   short   a write writes half of its bytes
 *                   EINTR   a write is interrupted before it begins
 *   FAULT_LOG=FILE  one line for each call: "number name"
 *
 * Counted are the calls that change files: open for writing, write, pwrite, writev,
 * copy_file_range, sendfile, ftruncate,
 * fallocate, fsync, fdatasync, fchmod, rename, link, symlink, unlink, mkdir, rmdir, and mkstemp. What goes
 * to standard output and error, through pipes and into memory does not count. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum outcome { GOES_ON, FAILS, HALF, DIES_AFTER };

static atomic_long calls;

static int error_of(const char* kind) {
    if (!strcmp(kind, "ENOSPC") || !strcmp(kind, "full"))
        return ENOSPC;
    if (!strcmp(kind, "EIO"))
        return EIO;
    if (!strcmp(kind, "EDQUOT"))
        return EDQUOT;
    if (!strcmp(kind, "EACCES"))
        return EACCES;
    return EINTR;
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

static void record(long number, const char* name) {
    const char* log = getenv("FAULT_LOG");
    if (!log)
        return;
    static ssize_t (*real_write)(int, const void*, size_t);
    static int (*real_open)(const char*, int, ...);
    if (!real_write) {
        real_write = dlsym(RTLD_NEXT, "write");
        real_open = dlsym(RTLD_NEXT, "open");
    }
    const int saved = errno, fd = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    char line[100];
    const int size = snprintf(line, sizeof line, "%ld %s\n", number, name);
    if (fd >= 0 && real_write(fd, line, (size_t)size) < 0)
        errno = saved;
    if (fd >= 0)
        close(fd);
    errno = saved;
}

/* Whether a descriptor is a file on a disk, and neither a pipe nor shared memory. */
static int is_file(int fd) {
    struct stat state;
    char link[32], target[16] = "";
    if (fd <= 2 || fstat(fd, &state) != 0 || !S_ISREG(state.st_mode))
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t size = readlink(link, target, sizeof target - 1);
    return size < 0 || strncmp(target, "/memfd:", 7) != 0;
}

/* The outcome of this call; sets errno where it fails. `writes`: it may be short or interrupted. */
static enum outcome judge(const char* name, int writes) {
    const long number = atomic_fetch_add(&calls, 1) + 1;
    record(number, name);
    const char *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
    const long wanted = at ? atol(at) : 0;
    if (!wanted || !kind || number < wanted || (number > wanted && strcmp(kind, "full") != 0))
        return GOES_ON;
    if (!strcmp(kind, "kill"))
        die();
    if (!strcmp(kind, "after"))
        return DIES_AFTER;
    if (!strcmp(kind, "short"))
        return writes ? HALF : GOES_ON;
    if (!strcmp(kind, "EINTR") && !writes)
        return GOES_ON;
    if (!strcmp(kind, "full") && !writes)
        return GOES_ON;
    errno = error_of(kind);
    return FAILS;
}

#define REAL(name)                                                                                 \
    static __typeof__(&name) real;                                                                 \
    if (!real)                                                                                     \
    real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define RETURN(outcome, call)                                                                      \
    do {                                                                                           \
        const __typeof__(call) result = call;                                                      \
        if ((outcome) == DIES_AFTER)                                                               \
            die();                                                                                 \
        return result;                                                                             \
    } while (0)

/* A call that cannot be short: it succeeds, fails, or is the last call of the process. */
#define WHOLE(name, arguments)                                                                     \
    do {                                                                                           \
        REAL(name);                                                                                \
        const enum outcome outcome = judge(#name, 0);                                              \
        if (outcome == FAILS)                                                                      \
            return -1;                                                                             \
        RETURN(outcome, real arguments);                                                           \
    } while (0)

ssize_t write(int fd, const void* bytes, size_t count) {
    REAL(write);
    if (!is_file(fd))
        return real(fd, bytes, count);
    const enum outcome outcome = judge("write", 1);
    if (outcome == FAILS)
        return -1;
    RETURN(outcome, real(fd, bytes, outcome == HALF && count > 1 ? count / 2 : count));
}

ssize_t pwrite(int fd, const void* bytes, size_t count, off_t offset) {
    REAL(pwrite);
    const enum outcome outcome = judge("pwrite", 1);
    if (outcome == FAILS)
        return -1;
    RETURN(outcome, real(fd, bytes, outcome == HALF && count > 1 ? count / 2 : count, offset));
}

ssize_t pwrite64(int fd, const void* bytes, size_t count, off64_t offset) {
    return pwrite(fd, bytes, count, offset);
}

ssize_t writev(int fd, const struct iovec* pieces, int count) {
    REAL(writev);
    if (!is_file(fd))
        return real(fd, pieces, count);
    const enum outcome outcome = judge("writev", 1);
    if (outcome == FAILS)
        return -1;
    RETURN(outcome, real(fd, pieces, outcome == HALF && count > 1 ? 1 : count));
}

ssize_t copy_file_range(int from, off64_t* at, int to, off64_t* place, size_t count,
                        unsigned flags) {
    REAL(copy_file_range);
    const enum outcome outcome = judge("copy_file_range", 1);
    if (outcome == FAILS)
        return -1;
    RETURN(outcome,
           real(from, at, to, place, outcome == HALF && count > 1 ? count / 2 : count, flags));
}

ssize_t sendfile(int to, int from, off_t* at, size_t count) {
    REAL(sendfile);
    if (!is_file(to))
        return real(to, from, at, count);
    const enum outcome outcome = judge("sendfile", 1);
    if (outcome == FAILS)
        return -1;
    RETURN(outcome, real(to, from, at, outcome == HALF && count > 1 ? count / 2 : count));
}

static int opens_for_writing(int flags) {
    return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

static mode_t mode_of(int flags, va_list list) {
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? (mode_t)va_arg(list, int) : 0;
}

#define OPENS(name, parameters, ...)                                                               \
    int name parameters {                                                                          \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        const mode_t mode = mode_of(flags, list);                                                  \
        va_end(list);                                                                              \
        REAL(name);                                                                                \
        if (!opens_for_writing(flags))                                                             \
            return real(__VA_ARGS__, flags, mode);                                                 \
        const enum outcome outcome = judge(#name, 0);                                              \
        if (outcome == FAILS)                                                                      \
            return -1;                                                                             \
        RETURN(outcome, real(__VA_ARGS__, flags, mode));                                           \
    }

OPENS(open, (const char* path, int flags, ...), path)
OPENS(open64, (const char* path, int flags, ...), path)
OPENS(openat, (int folder, const char* path, int flags, ...), folder, path)
OPENS(openat64, (int folder, const char* path, int flags, ...), folder, path)

int mkstemp(char* path) { WHOLE(mkstemp, (path)); }
int mkstemp64(char* path) { WHOLE(mkstemp64, (path)); }
int mkostemp(char* path, int flags) { WHOLE(mkostemp, (path, flags)); }
int mkostemp64(char* path, int flags) { WHOLE(mkostemp64, (path, flags)); }
int ftruncate(int fd, off_t size) {
    REAL(ftruncate);
    if (!is_file(fd))
        return real(fd, size);
    const enum outcome outcome = judge("ftruncate", 0);
    if (outcome == FAILS)
        return -1;
    RETURN(outcome, real(fd, size));
}
int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }
int fsync(int fd) { WHOLE(fsync, (fd)); }
int fdatasync(int fd) { WHOLE(fdatasync, (fd)); }
int fchmod(int fd, mode_t mode) { WHOLE(fchmod, (fd, mode)); }
int rename(const char* from, const char* to) { WHOLE(rename, (from, to)); }
int renameat(int a, const char* from, int b, const char* to) { WHOLE(renameat, (a, from, b, to)); }
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
    WHOLE(renameat2, (a, from, b, to, flags));
}
int link(const char* from, const char* to) { WHOLE(link, (from, to)); }
int linkat(int a, const char* from, int b, const char* to, int flags) {
    WHOLE(linkat, (a, from, b, to, flags));
}
int symlink(const char* from, const char* to) { WHOLE(symlink, (from, to)); }
int unlink(const char* path) { WHOLE(unlink, (path)); }
int unlinkat(int folder, const char* path, int flags) { WHOLE(unlinkat, (folder, path, flags)); }
int mkdir(const char* path, mode_t mode) { WHOLE(mkdir, (path, mode)); }
int mkdirat(int folder, const char* path, mode_t mode) { WHOLE(mkdirat, (folder, path, mode)); }
int rmdir(const char* path) { WHOLE(rmdir, (path)); }
int remove(const char* path) { WHOLE(remove, (path)); }
