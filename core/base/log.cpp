#include "core/base/log.h"

#include <atomic>
#include <memory>
#include <mutex>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace partita {

namespace {

struct Listener {
    std::mutex mutex;
    std::function<void(LogLevel, std::string_view)> sink;
    std::atomic<LogLevel> level{LogLevel::info};
};

Listener& listener() {
    static Listener instance;
    return instance;
}

void toStandardError(LogLevel level, std::string_view line) {
    static const auto logger = [] {
        auto made = spdlog::stderr_color_mt("partita");
        made->set_pattern("%^%l%$: %v");
        made->set_level(spdlog::level::debug);
        return made;
    }();
    constexpr spdlog::level::level_enum kLevels[] = {spdlog::level::debug, spdlog::level::info,
                                                     spdlog::level::warn, spdlog::level::err};
    logger->log(kLevels[static_cast<int>(level)], "{}", line);
}

} // namespace

void log(LogLevel level, std::string_view line) {
    auto& to = listener();
    if (level < to.level.load())
        return;
    const std::lock_guard lock(to.mutex);
    if (to.sink)
        to.sink(level, line);
    else
        toStandardError(level, line);
}

void setLogLevel(LogLevel level) { listener().level.store(level); }

void setLogSink(std::function<void(LogLevel, std::string_view)> sink) {
    const std::lock_guard lock(listener().mutex);
    listener().sink = std::move(sink);
}

} // namespace partita
