#include "core/worker/worker_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace partita {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kLook = 10ms; ///< interval at which limits and cancellation are checked

#ifdef PARTITA_SANITIZED
constexpr bool kSanitized = true; // needs terabytes of address space, and more time
#else
constexpr bool kSanitized = false;
#endif
constexpr int kSlower = kSanitized ? 8 : 1; ///< factor of all times

/// A file descriptor above 9, so that it does not collide with those of the child (0 to 4).
class Descriptor {
public:
    explicit Descriptor(int number) {
        if (number < 0)
            return;
        m_number = ::fcntl(number, F_DUPFD_CLOEXEC, 10);
        ::close(number);
    }
    ~Descriptor() {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int number() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number = -1;
};

Error cannotStart(const std::filesystem::path& program, int number) {
    return {Errc::io,
            PARTITA_TEXT("cannot start {0}: {1}", program.string(), std::strerror(number)),
            {},
            PARTITA_TEXT("install Partita again: its workers belong beside its programs")};
}

int spawn(const std::filesystem::path& program, int channel, int notes, pid_t& process) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, channel, WorkerProcess::kChannel);
    posix_spawn_file_actions_adddup2(&actions, notes, WorkerProcess::kPage);
    posix_spawn_file_actions_addclosefrom_np(&actions, WorkerProcess::kPage + 1);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    std::string path = program.string();
    char* arguments[] = {path.data(), nullptr};
    const int failed =
        ::posix_spawn(&process, path.c_str(), &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/// The shared library that this code is in; empty: it is in the running program `self` itself.
std::filesystem::path ownLibrary(const std::filesystem::path& self) {
    Dl_info found{};
    if (!::dladdr(reinterpret_cast<const void*>(&workerProgram), &found) || !found.dli_fname)
        return {};
    const std::filesystem::path path(found.dli_fname);
    std::error_code failed;
    const bool same = std::filesystem::equivalent(path, self, failed);
    return path.is_absolute() && !failed && !same ? path : std::filesystem::path();
}

} // namespace

Result<std::filesystem::path> workerProgram(const char* name, const char* variable) {
    if (const char* named = std::getenv(variable); named && *named)
        return std::filesystem::path(named);
    std::error_code failed;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (failed)
        return Error{Errc::io,
                     PARTITA_TEXT("cannot tell where this program lies: {0}", failed.message()),
                     {},
                     PARTITA_TEXT("set {0} to the path of {1}", variable, name)};
    std::error_code ignored;
    // A package has libraries in a folder of their own beside the helpers.
    const auto ofLibrary = ownLibrary(self).parent_path();
    for (const auto& near : {ofLibrary, ofLibrary.parent_path()})
        if (auto helper = near / name;
            helper.is_absolute() && std::filesystem::exists(helper, ignored))
            return helper;
    const auto folder = self.parent_path();
    auto beside = folder / name, installed = folder.parent_path() / "lib/partita" / name;
    return std::filesystem::exists(beside, ignored) || !std::filesystem::exists(installed, ignored)
               ? std::move(beside)
               : std::move(installed);
}

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const std::filesystem::path& program) {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return cannotStart(program, errno);
    Descriptor ours(ends[0]), theirs(ends[1]);
    const Descriptor notes(::memfd_create("partita-notes", MFD_CLOEXEC));
    if (ours.number() < 0 || theirs.number() < 0 || notes.number() < 0 ||
        ::ftruncate(notes.number(), sizeof(WorkerPage)) != 0)
        return cannotStart(program, errno);
    void* page = ::mmap(nullptr, sizeof(WorkerPage), PROT_READ, MAP_SHARED, notes.number(), 0);
    if (page == MAP_FAILED)
        return cannotStart(program, errno);
    std::unique_ptr<WorkerProcess> worker(new WorkerProcess);
    worker->m_page = static_cast<WorkerPage*>(page);
    pid_t process = 0;
    if (const int failed = spawn(program, theirs.number(), notes.number(), process))
        return cannotStart(program, failed);
    worker->m_process = process;
    worker->m_owner = ::getpid();
    worker->m_channel = ours.release();
    ::fcntl(worker->m_channel, F_SETFL, O_NONBLOCK);
    return worker;
}

WorkerProcess::~WorkerProcess() {
    kill();
    if (m_channel >= 0)
        ::close(m_channel);
    if (m_page)
        ::munmap(m_page, sizeof(WorkerPage));
}

/// Kills and reaps the process. Returns the signal that ended it; 0: none.
int WorkerProcess::kill() {
    if (m_process <= 0)
        return 0;
    int status = 0;
    if (m_owner == ::getpid()) { // not in a fork of the owner
        ::kill(-m_process, SIGKILL);
        while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
        }
    }
    m_process = 0;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

bool WorkerProcess::isAlive() {
    if (m_process <= 0 || m_owner != ::getpid())
        return false;
    pollfd wait{m_channel, POLLIN, 0};
    return ::poll(&wait, 1, 0) == 0; // neither closed nor sending an unexpected message
}

std::chrono::nanoseconds WorkerProcess::processorTime() const {
    clockid_t clock{};
    timespec used{};
    if (::clock_getcpuclockid(m_process, &clock) != 0 || ::clock_gettime(clock, &used) != 0)
        return 0ns;
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/// Sets limits in the kernel, which stay in force if this program is killed.
void WorkerProcess::setLimits(const WorkerLimits& limits) const {
    const auto set = [this](auto resource, std::uint64_t most) {
        rlimit limit{};
        if (::prlimit(m_process, resource, nullptr, &limit) != 0)
            return;
        limit.rlim_cur = std::min<rlim_t>(most, limit.rlim_max);
        ::prlimit(m_process, resource, &limit, nullptr);
    };
    if (!kSanitized)
        set(RLIMIT_AS, limits.addressSpace);
    const auto until = processorTime() + kSlower * limits.processorTime;
    set(RLIMIT_CPU, static_cast<std::uint64_t>(
                        std::chrono::duration_cast<std::chrono::seconds>(until).count() + 2));
}

std::string WorkerProcess::note() const {
    return {m_page->note, ::strnlen(m_page->note, sizeof m_page->note)};
}

/// Sends a request and receives the reply, without blocking on either.
class WorkerProcess::Exchange {
public:
    Exchange(int channel, const std::vector<std::string_view>& request, std::uint64_t mostBytes)
        : m_channel(channel), m_request(request), m_mostBytes(mostBytes) {}

    enum class State { going, done, broken };

    /// Waits for at most `time` and transfers what is possible.
    State step(std::chrono::milliseconds time) {
        const bool sends = !m_request.next().empty();
        pollfd wait{m_channel, static_cast<short>(POLLIN | (sends ? POLLOUT : 0)), 0};
        if (::poll(&wait, 1, static_cast<int>(time.count())) <= 0)
            return State::going;
        if (wait.revents & (POLLIN | POLLHUP | POLLERR))
            return take();
        return (wait.revents & POLLOUT) ? give() : State::going;
    }
    WorkerMessage message() const {
        return unpacked(std::string_view(m_reply).substr(kMessageHead)).value_or(WorkerMessage());
    }

private:
    State give() {
        const std::string_view next = m_request.next();
        const ssize_t done = ::send(m_channel, next.data(), next.size(), MSG_NOSIGNAL);
        if (done < 0)
            return errno == EAGAIN || errno == EINTR ? State::going : State::broken;
        m_request.sent(static_cast<std::size_t>(done));
        return State::going;
    }
    State take() {
        const std::uint64_t length = m_reply.size() < kMessageHead ? 0 : lengthOf(m_reply.data());
        if (m_mostBytes < kMessageHead || length > m_mostBytes - kMessageHead)
            return State::broken;
        const std::uint64_t wanted = kMessageHead + length;
        const std::size_t before = m_reply.size();
        m_reply.resize(std::min<std::uint64_t>(wanted, before + (std::size_t{1} << 20)));
        const ssize_t done = ::read(m_channel, m_reply.data() + before, m_reply.size() - before);
        m_reply.resize(before + static_cast<std::size_t>(std::max<ssize_t>(done, 0)));
        if (done <= 0)
            return done < 0 && (errno == EAGAIN || errno == EINTR) ? State::going : State::broken;
        return m_reply.size() >= kMessageHead &&
                       m_reply.size() == kMessageHead + lengthOf(m_reply.data())
                   ? State::done
                   : State::going;
    }

    int m_channel;
    OutgoingMessage m_request;
    std::string m_reply;
    std::uint64_t m_mostBytes;
};

WorkerReply WorkerProcess::call(const std::vector<std::string_view>& request,
                                const WorkerLimits& limits, const Progress& progress) {
    using End = WorkerReply::End;
    setLimits(limits);
    const auto start = Clock::now();
    const auto used = processorTime();
    Exchange exchange(m_channel, request, limits.replyBytes);
    double fraction = 0;
    WorkerReply reply;
    for (;;) {
        const auto state = exchange.step(kLook);
        if (m_page->fraction != fraction)
            progress.at(fraction = m_page->fraction);
        if (state == Exchange::State::done) {
            reply.end = End::replied;
            reply.message = exchange.message();
            return reply;
        }
        if (state == Exchange::State::broken)
            reply.end = End::crashed;
        else if (progress.cancelled())
            reply.end = End::cancelled;
        else if (processorTime() - used > kSlower * limits.processorTime ||
                 Clock::now() - start > kSlower * limits.wallTime)
            reply.end = End::outOfTime;
        else
            continue;
        reply.signal = kill(); // a signal that ended it before is kept
        reply.at = note();
        return reply;
    }
}

} // namespace partita
