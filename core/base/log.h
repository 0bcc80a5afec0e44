#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/message.h"

namespace partita {

enum class LogLevel { debug, info, warning, error };

struct LogLine {
    LogLevel level;
    std::string_view about; ///< the file name of the document; empty: no document
    Message text;
};

/// Sends one line to every LogListener, or to standard error where there is none.
void log(LogLevel level, const Message& text);
/// Writes a line to standard error, in English.
void logToStandardError(const LogLine& line);
/// Lines below `level` are dropped.
void setLogLevel(LogLevel level);

/// While it lives, lines that this thread logs are about `document`.
class LogSubject {
public:
    explicit LogSubject(std::string document);
    ~LogSubject();
    LogSubject(const LogSubject&) = delete;
    LogSubject& operator=(const LogSubject&) = delete;

private:
    std::string m_before;
};

/// While it lives, `hear` is called for every logged line, on the thread that logs, under the log's
/// mutex: `hear` itself must not log.
class LogListener {
public:
    explicit LogListener(std::function<void(const LogLine&)> hear);
    ~LogListener();
    LogListener(const LogListener&) = delete;
    LogListener& operator=(const LogListener&) = delete;

private:
    std::function<void(const LogLine&)> m_hear;
    friend void log(LogLevel level, const Message& text);
};

} // namespace partita
