#include "tests/fuzz/isolated.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Writes the counts of a build that measures coverage; null in other builds.
extern "C" __attribute__((weak)) void __gcov_dump(); // NOLINT(bugprone-reserved-identifier)

namespace partita::fuzz {

namespace {

#ifdef PARTITA_SANITIZED
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

void sendText(int fd, const std::string& text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    const std::string message(reinterpret_cast<const char*>(&size), sizeof size);
    const std::string bytes = message + text;
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t more = ::write(fd, bytes.data() + done, bytes.size() - done);
        if (more <= 0 && errno != EINTR)
            ::_exit(0);
        done += more > 0 ? static_cast<std::size_t>(more) : 0;
    }
}

/// A process that works and reports through a pipe; its output goes to a file.
class Child {
public:
    explicit Child(const Limits& limits, const std::function<void(int)>& work) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            std::perror("pipe"), std::exit(2);
        m_output = std::tmpfile();
        std::fflush(nullptr);
        m_process = ::fork();
        if (m_process < 0)
            std::perror("fork"), std::exit(2);
        if (m_process == 0) {
            ::close(ends[0]);
            become(limits);
            work(ends[1]);
            if (__gcov_dump) // `_exit` leaves the counts out
                __gcov_dump();
            ::_exit(0);
        }
        ::close(ends[1]);
        m_pipe = ends[0];
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        end();
        ::close(m_pipe);
        std::fclose(m_output);
    }

    enum class Heard { text, nothing, silence };
    /// Receives the next text. `silence`: nothing came while the process used `seconds` of
    /// processor time or waited ten times as long; `nothing`: the process has ended.
    Heard hear(std::string& text, int seconds) {
        std::uint32_t size = 0;
        if (const Heard heard = receive(&size, sizeof size, seconds); heard != Heard::text)
            return heard;
        text.resize(size);
        return receive(text.data(), size, seconds);
    }
    /// How the process ended; kills it if it has not.
    std::string end() {
        if (m_process <= 0)
            return m_ending;
        int status = 0;
        if (::waitpid(m_process, &status, WNOHANG) == 0 && !ended(status)) {
            ::kill(m_process, SIGKILL);
            ::waitpid(m_process, &status, 0);
        }
        m_process = 0;
        if (WIFSIGNALED(status))
            m_ending = std::string("signal ") + ::strsignal(WTERMSIG(status));
        else if (WEXITSTATUS(status) != 0)
            m_ending = "status " + std::to_string(WEXITSTATUS(status));
        return m_ending;
    }
    /// The end of the process's output.
    std::string printed() {
        std::string text(8000, '\0');
        std::fseek(m_output, 0, SEEK_END);
        const long size = std::ftell(m_output);
        std::fseek(m_output, std::max(0L, size - 8000), SEEK_SET);
        text.resize(std::fread(text.data(), 1, text.size(), m_output));
        return text;
    }

private:
    void become(const Limits& limits) const {
        ::dup2(::fileno(m_output), STDERR_FILENO);
        ::dup2(::fileno(m_output), STDOUT_FILENO);
        const rlimit none = {0, 0}, memory = {limits.memoryBytes, limits.memoryBytes};
        ::setrlimit(RLIMIT_CORE, &none);
        if (kSanitized)
            return;
        ::setrlimit(RLIMIT_AS, &memory);
        // Fresh memory is mostly 0, as many results are: an element that nobody wrote would be right.
        ::mallopt(M_PERTURB, 0xa5);
    }
    /// Whether the process ends within two seconds, now that its pipe is closed.
    [[nodiscard]] bool ended(int& status) const {
        for (int i = 0; i < 100; ++i) {
            if (::waitpid(m_process, &status, WNOHANG) != 0)
                return true;
            ::usleep(20'000);
        }
        return false;
    }
    Heard receive(void* into, std::size_t size, int seconds) {
        auto* at = static_cast<char*>(into);
        while (size > 0) {
            pollfd wait = {m_pipe, POLLIN, 0};
            const int ready = ::poll(&wait, 1, 1000);
            if (ready == 0) {
                if (processorSeconds() - m_heardAt > seconds || ++m_waited > 10 * seconds)
                    return Heard::silence;
                continue;
            }
            const ssize_t got = ready < 0 ? -1 : ::read(m_pipe, at, size);
            if (got == 0)
                return Heard::nothing;
            if (got < 0 && errno != EINTR)
                return Heard::nothing;
            if (got > 0) {
                m_heardAt = processorSeconds();
                m_waited = 0;
                at += got;
                size -= static_cast<std::size_t>(got);
            }
        }
        return Heard::text;
    }

    /// The processor time of all its threads; on a busy machine, wall-clock time says little.
    [[nodiscard]] double processorSeconds() const {
        clockid_t clock = 0;
        timespec time{};
        if (::clock_getcpuclockid(m_process, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
            return m_heardAt;
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
    }

    pid_t m_process = 0;
    double m_heardAt = 0; ///< its processor time at its last text
    int m_waited = 0;     ///< seconds since then
    int m_pipe = -1;
    std::FILE* m_output = nullptr;
    std::string m_ending;
};

std::string packed(const CaseResult& result) {
    return std::string(result.accepted ? "1" : "0") + result.kind + '\n' + result.signature + '\n' +
           result.text;
}

CaseResult unpacked(const std::string& text) {
    CaseResult result;
    const auto first = text.find('\n'), second = text.find('\n', first + 1);
    result.accepted = text[0] == '1';
    result.kind = text.substr(1, first - 1);
    result.signature = text.substr(first + 1, second - first - 1);
    result.text = text.substr(second + 1);
    return result;
}

std::string guardedWork(const std::function<CaseResult()>& work) {
    try {
        return packed(work());
    } catch (const std::exception& error) {
        return packed({"exception", error.what(), "exception", false});
    }
}

/// The name of a crash: the sanitizer's summary or the assertion, otherwise the signal.
std::string crashName(const std::string& printed, const std::string& ending) {
    for (const char* mark : {"SUMMARY: ", "runtime error: ", "Assertion "})
        if (const auto at = printed.find(mark); at != std::string::npos)
            return printed.substr(at, printed.find('\n', at) - at);
    return ending;
}

CaseResult misfortune(Child& child, Child::Heard heard, int seconds) {
    if (heard == Child::Heard::silence)
        return {"hang", "no answer after " + std::to_string(seconds) + " s of computing", "hang",
                false};
    const std::string ending = child.end(), printed = child.printed();
    const std::string name = crashName(printed, ending);
    return {"crash", name + "\n" + printed, "crash " + name, false};
}

} // namespace

namespace {

volatile std::sig_atomic_t stopWanted = 0;

void listenToSignals() {
    struct sigaction action {};
    action.sa_handler = [](int) { stopWanted = 1; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

} // namespace

void runIsolated(std::uint64_t first, std::uint64_t last, const Limits& limits,
                 const std::function<CaseResult(std::uint64_t)>& work,
                 const std::function<void(std::uint64_t, const CaseResult&)>& report) {
    listenToSignals();
    constexpr std::uint64_t kBatch = 500; // leftovers of cases must not accumulate
    while (first < last && !stopWanted) {
        const std::uint64_t end = std::min(last, first + kBatch);
        Child child(limits, [&](int pipe) {
            for (std::uint64_t i = first; i < end; ++i)
                sendText(pipe, guardedWork([&] { return work(i); }));
        });
        for (std::string text; first < end && !stopWanted; ++first) {
            const Child::Heard heard = child.hear(text, limits.seconds);
            if (heard == Child::Heard::text) {
                report(first, unpacked(text));
                continue;
            }
            report(first++, misfortune(child, heard, limits.seconds));
            break;
        }
    }
}

CaseResult runAlone(const Limits& limits, const std::function<CaseResult()>& work) {
    Child child(limits, [&](int pipe) { sendText(pipe, guardedWork(work)); });
    std::string text;
    const Child::Heard heard = child.hear(text, limits.seconds);
    return heard == Child::Heard::text ? unpacked(text) : misfortune(child, heard, limits.seconds);
}

} // namespace partita::fuzz
