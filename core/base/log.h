#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace partita {

enum class LogLevel { debug, info, warning, error };

struct LogLine {
    LogLevel level;
    std::string_view about; ///< the file's name; empty: no document
    std::string_view text;
};

/// One line for whoever listens: standard error on the command line, the log panel in the window.
void log(LogLevel level, std::string_view line);
/// As a line is written where nobody listens.
void logToStandardError(const LogLine& line);
/// Lines below `level` are dropped.
void setLogLevel(LogLevel level);

/// What this thread logs is about this document while the object lives.
class LogSubject {
public:
    explicit LogSubject(std::string document);
    ~LogSubject();
    LogSubject(const LogSubject&) = delete;
    LogSubject& operator=(const LogSubject&) = delete;

private:
    std::string m_before;
};

/// Hears every line while it lives, from any thread; it must not log itself. Standard error hears
/// them where nobody else does.
class LogListener {
public:
    explicit LogListener(std::function<void(const LogLine&)> hear);
    ~LogListener();
    LogListener(const LogListener&) = delete;
    LogListener& operator=(const LogListener&) = delete;

private:
    std::function<void(const LogLine&)> m_hear;
    friend void log(LogLevel level, std::string_view line);
};

} // namespace partita
