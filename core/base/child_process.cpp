#include "core/base/child_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/marked_processes.h"

extern char** environ;

namespace partita {

namespace {

/// Intervals at which the end and the limits are looked at; a child that has closed its output ends.
constexpr long kLookMs = 20, kEndLookMs = 2;

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

/// Whether the process has ended; it can still be waited for, so that its number is not used again.
bool hasEnded(pid_t process) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == process;
}

/// The exchange of bytes with a running child, and its end.
class Exchange {
public:
    Exchange(pid_t process, Pipe& in, Pipe& out, const std::string& input,
             const ChildLimits& limits)
        : m_process(process), m_in(in), m_out(out), m_input(input), m_limits(limits),
          m_until(Clock::now() + limits.time) {
        ::fcntl(in.ends[1], F_SETFL, O_NONBLOCK);
        ::fcntl(out.ends[0], F_SETFL, O_NONBLOCK);
    }

    /// Nothing when the work is cancelled.
    std::optional<ChildEnd> run(const Progress& progress) {
        ChildEnd end;
        bool ended = false;
        while (!(ended = hasEnded(m_process)) && !progress.cancelled() && Clock::now() < m_until &&
               m_output.size() <= m_limits.output)
            step();
        ::kill(-m_process, SIGKILL); // what it started, and itself where it lives
        int status = 0;
        while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
        }
        while (m_output.size() <= m_limits.output && take()) {
        }
        if (!ended && progress.cancelled())
            return std::nullopt;
        const bool killed = WIFSIGNALED(status);
        end.how = m_output.size() > m_limits.output ? ChildEnd::How::printedTooMuch
                  : !ended                          ? ChildEnd::How::outOfTime
                  : killed                          ? ChildEnd::How::signalled
                                                    : ChildEnd::How::exited;
        end.number = killed ? WTERMSIG(status) : WEXITSTATUS(status);
        end.output = std::move(m_output);
        return end;
    }

private:
    void step() {
        // poll leaves out what is closed
        pollfd waits[2] = {{m_out.ends[0], POLLIN, 0}, {m_in.ends[1], POLLOUT, 0}};
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(m_until - Clock::now()).count();
        ::poll(
            waits, 2,
            static_cast<int>(std::clamp<long>(left, 0, m_out.ends[0] < 0 ? kEndLookMs : kLookMs)));
        if (waits[1].revents & (POLLOUT | POLLERR | POLLHUP))
            give();
        if ((waits[0].revents & (POLLIN | POLLHUP | POLLERR)) && !take() && errno != EAGAIN &&
            errno != EINTR)
            m_out.close(0);
    }

    void give() {
        const ssize_t done = ::send(m_in.ends[1], m_input.data() + m_written,
                                    m_input.size() - m_written, MSG_NOSIGNAL);
        if (done > 0)
            m_written += static_cast<std::size_t>(done);
        if (m_written == m_input.size() || (done < 0 && errno != EAGAIN && errno != EINTR))
            m_in.close(1);
    }

    /// Whether there was something to read.
    bool take() {
        char buffer[65536];
        errno = 0; // at the end of the output, too
        const ssize_t done = m_out.ends[0] < 0 ? 0 : ::read(m_out.ends[0], buffer, sizeof buffer);
        m_output.append(buffer, static_cast<std::size_t>(std::max<ssize_t>(done, 0)));
        return done > 0;
    }

    pid_t m_process;
    Pipe &m_in, &m_out;
    const std::string& m_input;
    const ChildLimits& m_limits;
    Clock::time_point m_until;
    std::size_t m_written = 0;
    std::string m_output;
};

std::vector<char*> pointersTo(const std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (const auto& word : words)
        pointers.push_back(const_cast<char*>(word.c_str()));
    return pointers;
}

/// The variables and those of this program that have other names, with a null at the end.
std::vector<char*> environmentWith(const std::vector<std::string>& variables) {
    auto all = pointersTo(variables);
    for (char** each = environ; each && *each; ++each)
        if (std::ranges::none_of(variables, [&](const std::string& variable) {
                return variable.compare(0, variable.find('=') + 1, *each, variable.find('=') + 1) ==
                       0;
            }))
            all.push_back(*each);
    all.push_back(nullptr);
    return all;
}

/// Starts the program; returns the system's number of an error.
int spawn(const ChildCommand& command, const Pipe& in, const Pipe& out, pid_t& process) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
    if (command.errorsToo)
        posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    auto arguments = pointersTo(command.words), variables = environmentWith(command.variables);
    arguments.push_back(nullptr);
    const int failed = ::posix_spawnp(&process, arguments[0], &actions, &attributes,
                                      arguments.data(), variables.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

void limit(pid_t process, const ChildLimits& limits) {
    const rlimit none{0, 0};
    ::prlimit(process, RLIMIT_CORE, &none, nullptr); // no file is left of a crash
    for (const auto& [resource, most] :
         {std::pair(RLIMIT_AS, limits.memory), std::pair(RLIMIT_DATA, limits.data)})
        if (most) {
            const rlimit bytes{*most, *most};
            ::prlimit(process, resource, &bytes, nullptr);
        }
}

} // namespace

Result<ChildEnd> runChild(const ChildCommand& command, const ChildLimits& limits,
                          const Progress& progress) {
    Pipe in, out;
    if (in.ends[0] < 0 || out.ends[0] < 0)
        return Error{Errc::io,
                     PARTITA_TEXT("no pipe for a child process: {0}", std::strerror(errno)),
                     {},
                     {}};
    pid_t process = 0;
    if (const int failed = spawn(command, in, out, process))
        return Error{Errc::io,
                     PARTITA_TEXT("cannot start {0}: {1}", command.words[0], std::strerror(failed)),
                     {},
                     PARTITA_TEXT("install {0}", command.words[0])};
    in.close(0);
    out.close(1);
    limit(process, limits);
    auto end = Exchange(process, in, out, command.input, limits).run(progress);
    if (!command.mark.empty())
        endProcessesWith(command.mark);
    if (!end)
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    return *std::move(end);
}

} // namespace partita
