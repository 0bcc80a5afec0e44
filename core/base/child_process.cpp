#include "core/base/child_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace partita {

namespace {

constexpr std::size_t kMostOutput = std::size_t{64} << 20;
constexpr rlim_t kMostMemory = rlim_t{2} << 30;

/// A socket pair instead of a pipe: `send` with MSG_NOSIGNAL turns a write to an ended child into
/// an error instead of SIGPIPE.
struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() {
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            ends[0] = ends[1] = -1;
    }
    ~Pipe() {
        close(0);
        close(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close(int end) {
        if (ends[end] >= 0)
            ::close(ends[end]);
        ends[end] = -1;
    }
};

using Clock = std::chrono::steady_clock;

/// Waits for the end of a child that may have closed its output long before; false when time is up.
bool ends(pid_t child, int& status, Clock::time_point end, const Progress& progress) {
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (Clock::now() >= end || progress.cancelled())
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

/// Feeds and drains the child until it closes its output. False when the time is up, the work is
/// cancelled or the child prints more than kMostOutput bytes.
bool exchange(Pipe& in, Pipe& out, const std::string& input, std::string& output,
              std::chrono::steady_clock::time_point end, const Progress& progress) {
    ::fcntl(in.ends[1], F_SETFL, O_NONBLOCK);
    std::size_t written = 0;
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                              end - std::chrono::steady_clock::now())
                              .count();
        if (left <= 0 || progress.cancelled())
            return false;
        pollfd waits[2] = {{out.ends[0], POLLIN, 0}, {in.ends[1], POLLOUT, 0}};
        ::poll(waits, in.ends[1] >= 0 ? 2 : 1, static_cast<int>(std::min<long>(left, 50)));
        if (in.ends[1] >= 0 && (waits[1].revents & (POLLOUT | POLLERR))) {
            const ssize_t done =
                ::send(in.ends[1], input.data() + written, input.size() - written, MSG_NOSIGNAL);
            if (done > 0)
                written += static_cast<std::size_t>(done);
            if (written == input.size() || (done < 0 && errno != EAGAIN))
                in.close(1);
        }
        if (waits[0].revents & (POLLIN | POLLHUP)) {
            char buffer[65536];
            const ssize_t done = ::read(out.ends[0], buffer, sizeof buffer);
            if (done <= 0)
                return true;
            output.append(buffer, static_cast<std::size_t>(done));
            if (output.size() > kMostOutput)
                return false;
        }
    }
}

} // namespace

Result<std::string> runChild(const std::vector<std::string>& command, const std::string& input,
                             std::chrono::milliseconds limit, const Progress& progress) {
    Pipe in, out;
    if (in.ends[0] < 0 || out.ends[0] < 0)
        return Error{Errc::io,
                     PARTITA_TEXT("no pipe for a child process: {0}", std::strerror(errno)),
                     {},
                     {}};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); // its own group: killed with its
                                                                  // children
    std::vector<char*> arguments;
    for (const auto& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int failed =
        ::posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return Error{Errc::io,
                     PARTITA_TEXT("cannot start {0}: {1}", command[0], std::strerror(failed)),
                     {},
                     PARTITA_TEXT("install {0}", command[0])};
    in.close(0);
    out.close(1);
    const rlimit memory{kMostMemory, kMostMemory};
    ::prlimit(child, RLIMIT_AS, &memory, nullptr);
    std::string output;
    const auto end = Clock::now() + limit;
    int status = 0;
    bool inTime = exchange(in, out, input, output, end, progress);
    in.close(1);
    inTime = inTime && ends(child, status, end, progress);
    if (!inTime) {
        ::kill(-child, SIGKILL);
        ::waitpid(child, &status, 0);
    }
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    if (!inTime)
        return Error{
            Errc::unsupported,
            PARTITA_TEXT(
                "{0} took longer than {1} ms or printed more than {2} bytes, and was ended",
                command[0], limit.count(), kMostOutput),
            {},
            PARTITA_TEXT("use the built-in layout")};
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return Error{Errc::unsupported,
                     PARTITA_TEXT("{0} failed", command[0]),
                     {},
                     PARTITA_TEXT("use the built-in layout")};
    return output;
}

} // namespace partita
