#include "core/base/log.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "core/base/escaped_text.h"
#include "core/base/held_log.h"

namespace partita {

namespace {

struct Log {
    std::mutex mutex; ///< guards `listeners`
    std::vector<const LogListener*> listeners;
    std::atomic<LogLevel> level{LogLevel::info};
};

Log& theLog() {
    static Log instance;
    return instance;
}

thread_local std::string t_subject;
thread_local HeldLines* t_held = nullptr; ///< null: lines are sent

} // namespace

void logToStandardError(const LogLine& line) {
    static const auto logger = [] {
        auto made = spdlog::stderr_color_mt("partita");
        made->set_pattern("%^%l%$: %v");
        made->set_level(spdlog::level::debug);
        return made;
    }();
    constexpr spdlog::level::level_enum kLevels[] = {spdlog::level::debug, spdlog::level::info,
                                                     spdlog::level::warn, spdlog::level::err};
    logger->log(kLevels[static_cast<int>(line.level)], "{}{}{}", visibleText(line.about),
                line.about.empty() ? "" : ": ", visibleText(line.text.text()));
}

void log(LogLevel level, const Message& text) {
    if (t_held) {
        t_held->emplace_back(level, text);
        return;
    }
    Log& to = theLog();
    if (level < to.level.load())
        return;
    const LogLine line{level, t_subject, text};
    const std::lock_guard lock(to.mutex);
    for (const LogListener* listener : to.listeners)
        listener->m_hear(line);
    if (to.listeners.empty())
        logToStandardError(line);
}

void setLogLevel(LogLevel level) { theLog().level.store(level); }

LogSubject::LogSubject(std::string document)
    : m_before(std::exchange(t_subject, std::move(document))) {}

LogSubject::~LogSubject() { t_subject = std::move(m_before); }

LogHolder::LogHolder(HeldLines& lines) : m_before(std::exchange(t_held, &lines)) {}

LogHolder::~LogHolder() { t_held = m_before; }

LogListener::LogListener(std::function<void(const LogLine&)> hear) : m_hear(std::move(hear)) {
    const std::lock_guard lock(theLog().mutex);
    theLog().listeners.push_back(this);
}

LogListener::~LogListener() {
    const std::lock_guard lock(theLog().mutex);
    std::erase(theLog().listeners, this);
}

} // namespace partita
