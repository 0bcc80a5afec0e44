#include "app/cli/progress_line.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <mutex>
#include <streambuf>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.h"

namespace partita::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kQuiet = 0.5; ///< seconds without a progress line at the start
constexpr std::chrono::milliseconds kBetween(100);
constexpr int kCells = 20;

/// Wraps a stream's buffer and calls `before` before anything is printed to the stream.
class Announcing : public std::streambuf {
public:
    Announcing(std::ostream& stream, std::function<void()> before)
        : m_stream(stream), m_target(stream.rdbuf(this)), m_before(std::move(before)) {}
    ~Announcing() override { m_stream.rdbuf(m_target); }

protected:
    int_type overflow(int_type each) override {
        m_before();
        return m_target->sputc(traits_type::to_char_type(each));
    }
    std::streamsize xsputn(const char* text, std::streamsize count) override {
        m_before();
        return m_target->sputn(text, count);
    }
    int sync() override { return m_target->pubsync(); }

private:
    std::ostream& m_stream;
    std::streambuf* m_target;
    std::function<void()> m_before;
};

} // namespace

std::string progressText(double share, double seconds) {
    const int done = static_cast<int>(share * kCells);
    std::string text =
        fmt::format("[{:#<{}}{:-<{}}] {:3.0f} %", "", done, "", kCells - done, 100 * share);
    if (share <= 0 || seconds <= 0)
        return text;
    const double left = seconds / share - seconds;
    text += fmt::format("  {:.3g} %/s", 100 * share / seconds);
    return text + (left < 90 ? fmt::format("  {:.0f} s left", left)
                             : fmt::format("  {:.0f} min left", left / 60));
}

/// The state of the line on the terminal; any thread may report progress.
class ProgressLine::Terminal {
public:
    void show(double share) {
        const std::lock_guard lock(m_mutex);
        const auto now = Clock::now();
        if (share < m_share) // the next job began
            m_begin = now;
        m_share = share;
        const double seconds = std::chrono::duration<double>(now - m_begin).count();
        if (seconds < kQuiet || now - m_last < kBetween)
            return;
        m_last = now;
        m_shown = true;
        write("\r" + progressText(std::min(share, 1.0), seconds) + "\x1b[K");
    }
    void clear() {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_shown, false))
            write("\r\x1b[K");
    }

private:
    static void write(const std::string& text) {
        (void)!::write(STDERR_FILENO, text.data(), text.size());
    }

    std::mutex m_mutex;
    Clock::time_point m_begin = Clock::now(), m_last;
    double m_share = 0;
    bool m_shown = false;
    Announcing m_answers{std::cout, [this] { clear(); }};
    Announcing m_errors{std::cerr, [this] { clear(); }};
    LogListener m_log{[this](const LogLine& line) {
        clear();
        logToStandardError(line);
    }};
};

ProgressLine::ProgressLine(bool shown)
    : m_terminal(shown && ::isatty(STDERR_FILENO) ? std::make_shared<Terminal>() : nullptr) {}

ProgressLine::~ProgressLine() {
    if (m_terminal)
        m_terminal->clear();
}

std::function<void(double)> ProgressLine::report() const {
    if (!m_terminal)
        return {};
    return [terminal = m_terminal](double share) { terminal->show(share); };
}

} // namespace partita::cli
